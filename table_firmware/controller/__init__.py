"""One process owns the table: a pure `Table`, an inbox, four sockets and a clock."""
