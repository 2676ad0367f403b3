"""Telling a broker what everybody at the table may know: for a club's page, and for a home's automation."""
