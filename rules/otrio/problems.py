"""What is wrong with an Otrio table."""

from rules.game import Problem, Table
from rules.otrio.state import State


def problems(state: State, table: Table) -> list[Problem]:
    """Return all that is wrong with a table."""
    return []
