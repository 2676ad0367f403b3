"""`arbitrio club` and `arbitrio run` as people start them, with a real broker between them."""

import json
import re
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from device.cli import main
from tests.broker import Broker, broker  # noqa: F401
from tests.patience import PATIENCE
from tests.program import ARBITRIO


def first_line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def test_a_table_appears_on_the_clubs_page(tmp_path: Path, broker: Broker) -> None:  # noqa: F811
    settings = tmp_path / "arbitrio.toml"
    settings.write_text(f'[camera]\nsource = "simulated"\n[pins]\nfactory = "mock"\n'
                        f'[mqtt]\nhost = "127.0.0.1"\nport = {broker.port}\ntable = "Hall 3"\n'
                        f'[store]\nfolder = "{tmp_path / "table"}"\n')
    clubs = tmp_path / "club.toml"
    clubs.write_text(f'[store]\nfolder = "{tmp_path / "club"}"\n[club]\nhost = "127.0.0.1"\n')
    table = subprocess.Popen([*ARBITRIO, "run", "--settings", str(settings), "--port", "0"], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True)
    club = subprocess.Popen([*ARBITRIO, "club", "--settings", str(clubs), "--broker", f"127.0.0.1:{broker.port}",
                             "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        address = re.search(r"http://\S+", first_line(club))
        assert address is not None
        assert "?organiser=" in first_line(club)
        assert first_line(table).startswith("everybody:")
        shown: Any = []
        end = time.monotonic() + PATIENCE
        while not shown:
            assert time.monotonic() < end, "the table does not appear"
            with urllib.request.urlopen(address[0] + "state.json", timeout=PATIENCE) as answer:
                shown = [card for card in json.load(answer)["tables"] if card["online"]]
            time.sleep(0.1)
        assert [(card["name"], card["game"]["name"]) for card in shown] == [("Hall 3", "otrio")]
        assert re.fullmatch(r"http://\S+/", shown[0]["address"])
    finally:
        for process in (table, club):
            process.terminate()
        assert [process.wait(PATIENCE) for process in (table, club)] == [0, 0]
        for process in (table, club):
            assert process.stdout is not None
            process.stdout.close()


@pytest.mark.parametrize("arguments, words", [
    ([], "name it by --broker HOST, or as host under [mqtt] in the settings"),
    (["--broker", "hall:many"], "write its name, and its port after a colon: hall.local:1883")])
def test_a_club_without_a_broker(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["club", *arguments]) == 2
    assert words in capsys.readouterr().err
