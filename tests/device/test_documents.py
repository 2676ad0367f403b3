"""Documents that are made by the code say what the code does."""

import re
from pathlib import Path

import pytest

from device.cli import main
from device.mount import drawing as mount_drawing
from device.mount import heights
from device.settings import CameraSettings, PinSettings, Settings
from device.settings_page import page
from device.wiring import HEADER, drawing, parts

DOCS = Path(__file__).parents[2] / "docs"


def test_the_settings_page_is_made_of_the_settings() -> None:
    assert (DOCS / "settings.md").read_text(encoding="utf-8") == page()
    assert "| `port` | `8080` | the port, a whole number from 1 to 65535 |" in page()


def test_the_wiring_drawing_is_made_of_the_pins() -> None:
    assert (DOCS / "wiring.svg").read_text(encoding="utf-8") == drawing(PinSettings())


def test_the_drawing_of_the_camera_is_made_of_lens_and_mat() -> None:
    assert (DOCS / "mount.svg").read_text(encoding="utf-8") == mount_drawing(Settings())
    assert heights(Settings()) == (52, 64)
    wide = Settings(camera=CameraSettings(hfov_deg=102.0))
    assert heights(wide) == (27, 34) and "27 to 34 cm above the mat" in mount_drawing(wide)


def test_every_part_is_drawn_at_its_pin() -> None:
    drawn = drawing(PinSettings(buttons=(5, 0, 13), lights=(12,), stop=0, buzzer=18))
    assert re.findall(r"\(GPIO (\d+)\)", drawn) == ["17", "18", "27", "22", "5", "12", "13"]  # down the header
    assert "button of player 2" not in drawn and "stop button" not in drawn
    assert parts(PinSettings())[4] == ("button", "stop button")
    assert sorted(pin for pin in HEADER if isinstance(pin, int)) == list(range(28))
    assert [HEADER[place - 1] for place in (7, 11, 29, 40)] == [4, 17, 5, 21]


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wiring", str(tmp_path / "wiring.svg")]) == 0
    assert (tmp_path / "wiring.svg").read_text(encoding="utf-8") == drawing(PinSettings())
    assert main(["mount", str(tmp_path / "mount.svg")]) == 0
    assert (tmp_path / "mount.svg").read_text(encoding="utf-8") == mount_drawing(Settings())
    settings = tmp_path / "arbitrio.toml"
    settings.write_text("[web]\nport = 80\n")
    assert main(["settings", "--check", "--settings", str(settings)]) == 0
    assert main(["settings", str(settings), "--check"]) == main(["settings", "--check", str(settings)]) == 0
    capsys.readouterr()
    assert main(["settings", "--settings", "other.toml", "--check", str(settings)]) == 2
    assert capsys.readouterr().err == (
        f"arbitrio: two settings files are named, other.toml and {settings}; name one\n")
    for wrong in ("[web]\nport = 0\n", '[game]\nname = "otrioo"\n', '[game]\noptions = { players = "9" }\n'):
        settings.write_text(wrong)
        assert main(["settings", "--check", "--settings", str(settings)]) == 2


@pytest.mark.parametrize(("file", "why"), [
    ("none/wiring.svg", "no such file or directory"), ("word/wiring.svg", "not a directory")])
def test_a_drawing_that_can_not_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str,
                                                    why: str) -> None:
    (tmp_path / "word").write_text("a file")
    assert main(["wiring", str(tmp_path / file)]) == 1
    assert capsys.readouterr().err == (f"arbitrio: {tmp_path / file} can't be used ({why}); check the name, that its "
                                       "folder is there, and your rights to it\n")
