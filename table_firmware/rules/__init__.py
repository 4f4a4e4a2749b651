"""The games: pure functions over frozen values, standard library only."""
