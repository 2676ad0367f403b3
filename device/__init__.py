"""The machine: cameras, pins, the referee's loop, the store, settings and the command line."""
