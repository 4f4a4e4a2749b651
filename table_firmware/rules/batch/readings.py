"""Readings as an answer tells them."""

from typing import Any

from table_firmware.rules.round import Reading


def reading_out(reading: Reading) -> dict[str, Any]:
    """`pure` is present only where it is true."""
    plain = {"type": reading.type, "key": reading.key, "size": reading.size}
    return plain | ({"pure": True} if reading.pure else {})


def type_name(reading: Reading) -> str:
    """The type, and for bombs their size as well: `bomb4` to `bomb10`."""
    return f"bomb{reading.size}" if reading.type == "bomb" else reading.type
