"""`arbitrio link` as a person types it beside a table, beside the demonstration, and beside nothing."""

import re
import tempfile
from pathlib import Path

import pytest

from device.appliance import host_secret, running
from device.cli import main
from device.commands.demo import ADDRESS, FOLDER
from device.settings import PinSettings, Settings, StoreSettings, WebSettings


def settings_file(folder: Path, port: int) -> str:
    path = folder / "settings.toml"
    path.write_text(f'[web]\nhost = "127.0.0.1"\nport = {port}\n[store]\nfolder = "{folder}"\n')
    return str(path)


@pytest.fixture
def tables(tmp_path: Path) -> tuple[Path, Path]:
    """The folders of two tables."""
    for name in ("here", "elsewhere"):
        (tmp_path / name).mkdir()
    return tmp_path / "here", tmp_path / "elsewhere"


def table(folder: Path) -> Settings:
    return Settings(pins=PinSettings("mock"), web=WebSettings(host="127.0.0.1", port=0),
                    store=StoreSettings(str(folder)))


def test_the_links_are_those_of_the_running_table(tables: tuple[Path, Path],
                                                  capsys: pytest.CaptureFixture[str]) -> None:
    here, elsewhere = tables
    with running(table(here), here) as appliance:
        port = appliance.server.port
        assert main(["link", "--settings", settings_file(here, port)]) == 0
        shown = capsys.readouterr()
        assert shown.out == f"everybody:  {appliance.address}\nthe host:   {appliance.host_link}\n" and shown.err == ""
        assert main(["link", "--settings", settings_file(elsewhere, port)]) == 2
        shown = capsys.readouterr()
    assert shown.out == "" and shown.err == (
        f"arbitrio: at http://127.0.0.1:{port}/ runs another table than the one kept in {elsewhere}; for the "
        "demonstration type `arbitrio link --demo`, else name that table's settings by --settings FILE\n")
    assert not (elsewhere / "host-secret").exists()


def test_without_a_table_the_links_are_shown_and_it_is_said(tables: tuple[Path, Path],
                                                            capsys: pytest.CaptureFixture[str]) -> None:
    here, _ = tables
    with running(table(here), here) as appliance:
        port = appliance.server.port
    assert main(["link", "--settings", settings_file(here, port)]) == 0
    shown = capsys.readouterr()
    assert f"?host={host_secret(here)}\n" in shown.out
    assert shown.err == "arbitrio: no table answers there now; start it with `arbitrio run`\n"


def test_the_demonstration_is_found_and_a_killed_one_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                            capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert main(["link", "--demo"]) == 2
    assert capsys.readouterr().err == (
        "arbitrio: no demonstration runs here; start one with `make demo`, which shows its links by itself\n")
    folder, killed = tmp_path / f"{FOLDER}b", tmp_path / f"{FOLDER}a"
    folder.mkdir()
    killed.mkdir()
    with running(table(folder), folder) as appliance:
        host_secret(killed)
        for left in (killed, folder):
            (left / ADDRESS).write_text(appliance.address)
        assert main(["link", "--demo"]) == 0
        links = re.findall(r"http://\S+", capsys.readouterr().out)
    assert links == [appliance.address, appliance.host_link]
