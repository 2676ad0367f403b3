"""The house keeps its rules: imports run down only, and rules and vision touch nothing outside."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OUTSIDE = set("os io sys time datetime threading multiprocessing subprocess socket asyncio random secrets pathlib "
              "shutil tempfile sqlite3 urllib http gpiozero flask logging".split())
GAMES = ("otrio", "mastermind", "mondrian", "mito", "mystrio")
PURE = sorted([*(ROOT / "rules").rglob("*.py"), *(ROOT / "vision").rglob("*.py")])


def test_imports_run_down_only() -> None:
    # a process of its own: it silences every logger that is there, and other tests listen to ours
    linted = subprocess.run([Path(sys.executable).parent / "lint-imports", "--no-cache"], cwd=ROOT, capture_output=True)
    assert linted.returncode == 0, linted.stdout.decode()


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_and_vision_have_no_outside(path: Path) -> None:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    imported = {alias.name.split(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module).split(".")[0] for node in nodes if isinstance(node, ast.ImportFrom)}
    called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert imported & OUTSIDE == set()
    assert called & {"open", "print", "input", "exec", "eval"} == set()


def _imported(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


def _games_named(path: Path) -> set[str]:
    """Return the games whose parts of `rules` or `vision` a module imports from."""
    parts = [name.split(".") for name in _imported(path)]
    return {part[1] for part in parts if part[0] in ("rules", "vision") and len(part) > 1 and part[1] in GAMES}


@pytest.mark.parametrize(("folder", "registries"), [
    ("rules", {"registry.py"}), ("vision", {"registry.py", "which.py"}), ("device", set())])
def test_only_the_registries_name_the_games(folder: str, registries: set[str]) -> None:
    for path in (ROOT / folder).glob("*.py"):
        if path.name not in registries and path.stem.split("_")[0] not in GAMES:
            assert _games_named(path) == set(), path


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_no_other(game: str) -> None:
    for path in [*(ROOT / "rules" / game).rglob("*.py"), *(ROOT / "vision" / game).rglob("*.py")]:
        assert _games_named(path) <= {game}, path


def test_the_wall_clock_is_asked_only_for_what_people_read() -> None:
    """A Pi's clock may be wrong by years: what it says orders nothing and measures nothing."""
    asks = re.compile(r"\btime\.(time|time_ns|localtime|gmtime|strftime|ctime)\(|\bdate(time)?\.(now|today|utcnow)\(")
    modules = [path for folder in ("device", "web", "rules", "vision") for path in (ROOT / folder).rglob("*.py")]
    found = {str(path.relative_to(ROOT)) for path in modules if asks.search(path.read_text(encoding="utf-8"))}
    assert found == {"device/clock.py", "device/doctor/clock.py", "web/invites.py", "web/new_game.py"}
