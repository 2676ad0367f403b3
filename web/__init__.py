"""The phones' pages, streams and commands. Knows the table through `web.table` only."""
