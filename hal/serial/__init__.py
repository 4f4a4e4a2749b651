"""The link to a seat board: `docs/serial-protocol.md` in code, both ends of it."""
