"""Readings as an answer tells them."""

from typing import Any

from table_firmware.rules.round import Reading


def reading_out(reading: Reading) -> dict[str, Any]:
    """`pure` is present only where it is true, `more` where anything else counts."""
    plain: dict[str, Any] = {"type": reading.type, "key": reading.key, "size": reading.size}
    if reading.pure:
        plain["pure"] = True
    return plain | {"more": list(reading.more)} if reading.more else plain
