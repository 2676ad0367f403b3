"""A club's many tables over one broker: who plays what, who calls for help, and a tournament."""
