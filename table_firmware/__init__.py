"""The controller of the card table and the parts it is made of; see docs/architecture.md."""
