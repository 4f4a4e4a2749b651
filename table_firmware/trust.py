"""What the section `trust` of the configuration may hold. Each reader gives the value of a key or
raises ValueError or TypeError."""

from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from table_firmware.ledger.operators import parse_operators

_ANY: Final = X25519PrivateKey.from_private_bytes(bytes(range(32)))
"""No secret: it only tries keys."""


def read_operators(value: Any) -> tuple[str, ...]:
    """Verifier keys of operators."""
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise ValueError
    return tuple(key.vkey for key in parse_operators(value))


def read_audit_key(value: Any) -> bytes:
    """The audit's X25519 key, from 64 hexadecimal digits."""
    key = bytes.fromhex(value)
    if len(key) != 32:
        raise ValueError
    # Nothing can be sealed for a point of low order: that would end the table amid a hand.
    _ANY.exchange(X25519PublicKey.from_public_bytes(key))
    return key


def read_text(value: Any) -> str:
    """A printable text."""
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError
    return value
