"""The club's page: all tables of a room, and its tournament."""
