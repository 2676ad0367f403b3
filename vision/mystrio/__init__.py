"""Mystrio's grid: its tokens, their faces, and which of them were handled."""
