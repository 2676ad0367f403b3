"""A table on a disk that fills up or can only be read: it is said, nothing accepted is lost, it goes on by itself."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.device.test_store import SMALL_DISK

TABLE = SMALL_DISK + """
    from device.service import LiveTable
    from rules.registry import game
    from web.table import HOST

    otrio = game("otrio")

    def play(table):
        action = next(iter(otrio.legal_actions(table.referee.ledger.state)))
        return table.command(HOST, "play", {"action": otrio.notation(action)})

    def fault(table):
        return table.snapshot(HOST)["referee"]["fault"]

    def wait_for(what):
        import time
        end = time.monotonic() + 60
        while not what():
            assert time.monotonic() < end
            time.sleep(0.02)

    def actions(table):
        return len(table.referee.ledger.actions)
"""
FULL = TABLE + """
    with LiveTable(path) as table:
        assert table.command(HOST, "new", {"game": "otrio", "options": {}}).ok
        assert play(table).ok and fault(table) is None
        with open(sys.argv[1] + "/ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(b"0" * 4096)
            except OSError:
                pass
        while (answer := play(table)).ok:
            pass
        before = actions(table)
        print(answer.text.en)
        print(fault(table)["en"] == answer.text.en, play(table).ok, actions(table) == before)
        os.unlink(sys.argv[1] + "/ballast")
        wait_for(lambda: fault(table) is None)
        print(play(table).ok, actions(table) == before + 1)
    with Store(path, read_only=True) as store:
        print(len(list(store.events())) == before + 2)
"""
READ_ONLY = TABLE + """
    with LiveTable(path) as table:
        assert table.command(HOST, "new", {"game": "otrio", "options": {}}).ok and play(table).ok
    mount(b"none", folder, None, 0x21, None)
    with LiveTable(path) as table:
        print(fault(table)["en"])
        answer = play(table)
        print(answer.ok, answer.code, actions(table) == 1)
        mount(b"none", folder, None, 0x20, None)
        wait_for(lambda: fault(table) is None)
        print(play(table).ok, actions(table) == 2)
"""
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small disk needs root")


def on_a_small_disk(code: str, folder: Path) -> list[str]:
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(code), str(folder)], capture_output=True, text=True,
                         timeout=120)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def test_a_disk_that_fills_up_in_mid_game(tmp_path: Path) -> None:
    said, while_full, after, kept = on_a_small_disk(FULL, tmp_path)
    assert said.startswith("The disk does not take the game any more, so nothing new is accepted: ")
    assert "the disk is full: free some space" in said and "Errno" not in said
    assert (while_full, after, kept) == ("True False True", "True True", "True")


def test_a_table_starts_on_a_disk_that_can_only_be_read(tmp_path: Path) -> None:
    said, while_still, after = on_a_small_disk(READ_ONLY, tmp_path)
    assert "is read-only: make it writable" in said and "Errno" not in said
    assert (while_still, after) == ("False disk True", "True True")
