"""What only one key may open: of the audit, secrets whose reveal is for it (`deal1` §6) and hidden
parts that outlive the table; of a table, the deals of an event (§12). HPKE (RFC 9180), X25519,
HKDF-SHA-256, AES-256-GCM."""

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

_SUITE: Final = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.AES_256_GCM)
MOST_BYTES: Final = 2**20
"""Of what is sealed for the audit, far more than it ever is."""
AUDIT: Final = b"table-firmware/audit/v1"


def seal(content: bytes, public_key: bytes, info: bytes = AUDIT) -> bytes:
    """The content for the holder of the private half of the key (32 bytes, X25519). info: what it
    is for; it must be given again. ValueError if nothing can be sealed for this key."""
    return _SUITE.encrypt(content, X25519PublicKey.from_public_bytes(public_key), info)


def unseal(sealed: bytes, private_key: bytes, info: bytes = AUDIT) -> bytes:
    """The content again; ValueError if the key is another one, it was sealed for something else,
    or a byte was changed."""
    try:
        return _SUITE.decrypt(sealed, X25519PrivateKey.from_private_bytes(private_key), info)
    except (InvalidTag, ValueError):
        raise ValueError("not sealed for this key, or altered") from None


def audit_public(private_key: bytes) -> bytes:
    """The public half, for the configuration."""
    return X25519PrivateKey.from_private_bytes(private_key).public_key().public_bytes_raw()
