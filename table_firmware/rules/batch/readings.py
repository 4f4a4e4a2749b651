"""Readings as an answer tells them."""

from typing import Any

from table_firmware.rules.round import Reading


def reading_out(reading: Reading) -> dict[str, Any]:
    """`pure` is present only where it is true."""
    plain = {"type": reading.type, "key": reading.key, "size": reading.size}
    return plain | ({"pure": True} if reading.pure else {})
