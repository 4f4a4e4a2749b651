"""The technician's PIN: kept as a salted scrypt hash in the state folder, never in clear.

scrypt makes each guess cost a tenth of a second and 32 MB to whoever has copied the file; the
table makes each wrong try cost a growing wait (`controller.service`).
"""

import json
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from table_firmware.fairness import durable
from table_firmware.fairness.entropy import os_random

FILE: Final = "service-pin"
LEAST: Final = 6
MOST: Final = 12
COST: Final = 1 << 15
COSTS: Final = range(1 << 10, (1 << 18) + 1)
"""What a file may ask for: a damaged one must not eat the memory."""
RUNS: Final = ("01234567890123456789", "98765432109876543210")


def is_pin(text: str) -> bool:
    """Whether a text can be a PIN: 6 to 12 digits, not all alike, and no run of them."""
    digits = LEAST <= len(text) <= MOST and text.isascii() and text.isdigit()
    return digits and len(set(text)) > 1 and not any(text in run for run in RUNS)


def save_pin(state: Path, pin: str, cost: int = COST) -> None:
    """Set the PIN of the table with this state folder. ValueError if it `is_pin` not, OSError."""
    if not is_pin(pin):
        raise ValueError("not a PIN")
    salt = os_random(16)
    plain = {"n": cost, "salt": salt.hex(), "hash": _scrypt(salt, cost).derive(_raw(pin)).hex()}
    durable.replace(state / FILE, json.dumps(plain).encode("ascii"))


def check_pin(state: Path, pin: str) -> bool | None:
    """Whether this is the PIN; None if none is set, or its file cannot be read."""
    try:
        plain = json.loads((state / FILE).read_bytes())
        cost, salt, kept = plain["n"], bytes.fromhex(plain["salt"]), bytes.fromhex(plain["hash"])
        if cost not in COSTS:
            return None
        _scrypt(salt, cost).verify(_raw(pin), kept)
    except InvalidKey:
        return False
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return True


def _scrypt(salt: bytes, cost: int) -> Scrypt:
    return Scrypt(salt=salt, length=32, n=cost, r=8, p=1)


def _raw(pin: str) -> bytes:
    return pin.encode("utf-8", "replace")
