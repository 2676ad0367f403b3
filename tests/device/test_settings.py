"""Settings: what passes, what is refused, and that each refusal ends with its remedy."""

from pathlib import Path

import pytest

from device import settings as settings_module
from device.errors import SettingsError
from device.settings import Settings, WebSettings, load, parse

PASSES = [
    ({}, Settings()),
    ({"camera": {"frames_per_second": 30}}, 30.0),
    ({"mat": {"corners_px": [[0, 0], [10, 0], [10.5, 8], [0, 8]]}}, ((0.0, 0.0), (10.0, 0.0), (10.5, 8.0), (0.0, 8.0))),
    ({"pins": {"lights": [5, 0]}}, (5, 0)),
    ({"game": {"options": {"players": 2}}}, {"players": "2"}),
]
FAILS = [
    ({"camra": {}}, "settings: unknown key [camra]; did you mean camera?"),
    ({"web": {"prt": 80}}, "settings: unknown key [web] prt; did you mean port?"),
    ({"web": {"port": "80"}}, "settings: [web] port is '80'; write a whole number"),
    ({"web": {"port": True}}, "settings: [web] port is True; write a whole number"),
    ({"web": {"port": 70000}}, "settings: [web] port is 70000; write a number from 1 to 65535"),
    ({"web": 8080}, "settings: web must be a table; write it as [web] with its keys below"),
    ({"camera": {"hfov_deg": float("nan")}}, "settings: [camera] hfov_deg is nan; write a number from 20 to 150"),
    ({"pins": {"factory": "pigpio"}}, "settings: [pins] factory is 'pigpio'; choose one of auto, lgpio, mock"),
    ({"pins": {"buttons": [1, 2, 3, 4, 5, 6]}},
     "[pins] buttons has 6 pins; give one for each of the five seats at most"),
    ({"race": {"longest_wait_seconds": 1}}, "[race] longest_wait_seconds is shorter than shortest_wait_seconds; "
                                            "make it as long or longer"),
    ({"pins": {"lights": 12}}, "settings: [pins] lights is 12; write a list: [...]"),
    ({"mat": {"corners_px": [[1, 2, 3]]}}, "settings: [mat] corners_px is [1, 2, 3]; write 2 numbers: [x, y]"),
    ({"mat": {"corners_px": [[1, 2]]}}, "[mat] corners_px has 1 corners; give all four as [[x, y], ...], or none"),
    ({"game": {"options": 3}}, 'settings: [game] options is 3; write a table: { name = "value" }'),
]


@pytest.mark.parametrize(("table", "want"), PASSES)
def test_what_passes(table: dict[str, object], want: object) -> None:
    settings = parse(table)
    if not isinstance(want, Settings):
        ((part, values),) = table.items()
        (key,) = values  # type: ignore[misc]
        assert getattr(getattr(settings, part), key) == want
    else:
        assert settings == want


@pytest.mark.parametrize(("table", "words"), FAILS)
def test_what_is_refused(table: dict[str, object], words: str) -> None:
    with pytest.raises(SettingsError) as refused:
        parse(table)
    assert str(refused.value) == words


def test_a_file_that_is_not_there_or_not_toml_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="there is no settings file .*; check the name"):
        load(tmp_path / "no.toml")
    broken = tmp_path / "broken.toml"
    broken.write_text("[web]\nport = \n")
    with pytest.raises(SettingsError, match=r"is not valid TOML \(.*line 2.*\); mend that line"):
        load(broken)
    broken.write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="is no text; write it anew as UTF-8 text"):
        load(broken)
    with pytest.raises(SettingsError, match=r"can't be read \(is a directory\); name a text file"):
        load(tmp_path)


def test_a_file_of_a_newer_version_runs_without_what_is_not_known(caplog: pytest.LogCaptureFixture) -> None:
    settings = parse({"web": {"port": 81, "zzz": 80}, "hologram": {"on": True}}, "arbitrio.toml")
    assert settings == Settings(web=WebSettings(port=81))
    assert [record.getMessage() for record in caplog.records] == [
        f"arbitrio.toml: {key} is not known to this version and is left out; remove it, or install the version that it "
        "was written for" for key in ("[hologram]", "[web] zzz")]


def test_a_file_of_an_older_version_runs_by_the_new_names(monkeypatch: pytest.MonkeyPatch,
                                                          caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(settings_module, "RENAMED", {("camera", "fps"): "frames_per_second"})
    assert parse({"camera": {"fps": 20}}).camera.frames_per_second == 20
    assert caplog.records[0].getMessage() == "settings: [camera] fps is called frames_per_second now; rename it"


@pytest.mark.parametrize(("mat", "remedy"), [
    ({"marker_mm": 140}, "make marker_mm 128.5 or less"), ({"inset_mm": 145}, "make inset_mm less, or the mat larger"),
    ({"width_mm": 100, "height_mm": 100, "marker_mm": 31}, "make marker_mm 30 or less")])
def test_markers_that_overlap_are_refused(mat: dict[str, float], remedy: str) -> None:
    with pytest.raises(SettingsError, match=f"overlap on a mat of .*; {remedy}$"):
        parse({"mat": mat})
    corners = [[0, 0], [9, 0], [9, 9], [0, 9]]
    assert parse({"mat": {**mat, "corners_px": corners}}).mat.corners_px[2] == (9, 9)


def test_the_games_folder_is_made_or_refused_with_a_remedy(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert parse({"store": {"folder": str(folder)}}).games_folder() == folder
    assert folder.is_dir()
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="make it, or name another as folder under"):
        parse({"store": {"folder": str(tmp_path / "file" / "x")}}).games_folder()
