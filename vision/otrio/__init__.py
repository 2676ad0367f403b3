"""Otrio's board: its rings by size and colour, and the reserves."""
