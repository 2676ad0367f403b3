"""How long the tests wait for what takes a moment on an idle machine: a wait ends as soon as it has come."""

PATIENCE = 60.0
"""Seconds; a machine may be many times slower, or busy with something else."""
