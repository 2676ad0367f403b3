"""Mastermind's board, both editions: pegs, marks and the code."""
