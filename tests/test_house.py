"""The house keeps its rules: imports run down only, and rules and vision touch nothing outside."""

import ast
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[1]
OUTSIDE = set("os io sys time datetime threading multiprocessing subprocess socket asyncio random secrets pathlib "
              "shutil tempfile sqlite3 urllib http gpiozero flask logging".split())
GAMES = ("otrio", "mastermind", "mondrian", "mito", "mystrio")
PURE = sorted([*(ROOT / "rules").rglob("*.py"), *(ROOT / "vision").rglob("*.py")])


def test_imports_run_down_only() -> None:
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(ROOT)))
def test_rules_and_vision_have_no_outside(path: Path) -> None:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    imported = {alias.name.split(".")[0] for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module).split(".")[0] for node in nodes if isinstance(node, ast.ImportFrom)}
    called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert imported & OUTSIDE == set()
    assert called & {"open", "print", "input", "exec", "eval"} == set()


@pytest.mark.parametrize(("folder", "registry"), [("rules", "registry.py"), ("vision", "registry.py"), ("device", "")])
def test_only_the_registries_name_the_games(folder: str, registry: str) -> None:
    for path in (ROOT / folder).glob("*.py"):
        if path.name == registry or path.stem.split("_")[0] in GAMES:
            continue
        nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        names = {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
        assert not any(name.startswith(f"{house}.{game}") for name in names for game in GAMES
                       for house in ("rules", "vision")), path
