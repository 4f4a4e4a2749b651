"""What only the audit key may open: secrets whose reveal is for the audit (`deal1` §6), and hidden
parts that outlive the table. HPKE (RFC 9180), X25519, HKDF-SHA-256, AES-256-GCM."""

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

_SUITE: Final = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.AES_256_GCM)
_INFO: Final = b"table-firmware/audit/v1"


def seal(content: bytes, audit_key: bytes) -> bytes:
    """The content for the holder of the private half of `audit_key` (32 bytes, X25519)."""
    return _SUITE.encrypt(content, X25519PublicKey.from_public_bytes(audit_key), _INFO)


def unseal(sealed: bytes, private_key: bytes) -> bytes:
    """The content again; ValueError if the key is another one or a byte was changed."""
    try:
        return _SUITE.decrypt(sealed, X25519PrivateKey.from_private_bytes(private_key), _INFO)
    except (InvalidTag, ValueError):
        raise ValueError("not sealed for this key, or altered") from None


def audit_public(private_key: bytes) -> bytes:
    """The public half, for the configuration."""
    return X25519PrivateKey.from_private_bytes(private_key).public_key().public_bytes_raw()
