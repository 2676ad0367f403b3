"""A film of a Mastermind game: every moment at which the table lies still is read as it is."""

from tests.vision.table_film import still_tables, truth


def test_every_guess_mark_and_the_code_are_read_when_the_table_has_come_to_rest() -> None:
    want: dict[str, str | None] = {f"{row}.{hole}": None for row in range(8) for hole in range(4)}
    want |= {f"{row}.{name}": "0" for row in range(8) for name in ("red", "white")}
    tables = still_tables("mastermind")
    for event, end in truth("mastermind"):
        if "pegs" in event:
            want |= {f"{event['row']}.{hole}": peg for hole, peg in enumerate(event["pegs"])}
        if event["kind"] == "marks":
            want |= {f"{event['row']}.{name}": str(event[name]) for name in ("red", "white")}
        if event["kind"] == "reveal":
            want |= {f"code.{hole}": peg for hole, peg in enumerate(event["code"])}
        (seen,) = [table for frame, table, _ in tables if event["frame"] <= frame <= event["frame"] + 5 <= end][-1:]
        assert seen == want, event


def test_no_moment_of_the_film_shows_a_piece_that_was_never_there() -> None:
    final = still_tables("mastermind")[-1][1]
    for frame, table, _ in still_tables("mastermind"):
        pegs = {slot: piece for slot, piece in table.items() if slot[-1].isdigit() and piece is not None}
        assert pegs.items() <= final.items(), frame
