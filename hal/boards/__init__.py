"""One module a board; each is imported only when the configuration names it."""
