"""The games of the table by key."""
