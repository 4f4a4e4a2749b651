"""Hidden parts of entries, outside the tree: what was laid face down (`tlog1` §2).

    private/key          made for a match, overwritten and removed when it ends
    private/<p>          encrypted with that key, for the table, which may have to deal on
    private/sealed/<p>   encrypted to the audit key if there is one, until it is pruned

Between matches nothing on the medium opens them but the audit's private key, which never was
there. A file can be erased without breaking a proof: the tree holds its commitment `p` only.
"""

from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from table_firmware.fairness import durable
from table_firmware.ledger.entries import canonical, parse
from table_firmware.ledger.faults import LedgerFault, storage
from table_firmware.ledger.files import make_directory, shred
from table_firmware.ledger.keys import Random
from table_firmware.ledger.seal import seal

SEALED: Final = "sealed"
_KEY: Final = "key"
_TAG: Final = b"deal1/priv\0"
_KEY_BYTES: Final = 32
_NONCE: Final = 12


class PrivateParts:
    """The folder of hidden parts. audit_key: X25519, empty if there is no audit."""

    def __init__(self, directory: Path, random: Random, audit_key: bytes = b"") -> None:
        self._directory, self._random, self._audit_key = directory, random, audit_key
        make_directory(directory / SEALED)

    def keep(self, value: Any) -> str:
        """Keep `value`; the answer is the commitment `p` for the entry."""
        salt = self._random(32)
        p = _commitment(salt, value)
        blob = canonical({"salt": salt.hex(), "value": value})
        with storage("storage-failed"):
            if self._audit_key:
                durable.replace(self._directory / SEALED / p, seal(blob, self._audit_key))
            nonce = self._random(_NONCE)
            content = nonce + AESGCM(self._key()).encrypt(nonce, blob, p.encode())
            durable.replace(self._directory / p, content)
        return p

    def read(self, p: str) -> Any:
        """The value kept under `p`; LedgerFault "private-missing" if it is gone, altered or
        of a match that has ended."""
        try:
            content = (self._directory / p).read_bytes()
            cipher = AESGCM((self._directory / _KEY).read_bytes())
            blob = cipher.decrypt(content[:_NONCE], content[_NONCE:], p.encode())
            return opened(blob, p)
        except (OSError, ValueError, InvalidTag):
            raise LedgerFault("private-missing", p) from None

    def forget(self) -> None:
        """The match is over: only what is sealed for the audit stays."""
        with storage("storage-failed"):
            shred(self._directory / _KEY)
            found = [path for path in self._directory.iterdir() if path.is_file()]
            for path in found:
                path.unlink()
            if found:
                durable.sync_directory(self._directory)

    def _key(self) -> bytes:
        """The key of the match; a damaged one opens nothing, and another takes its place."""
        path = self._directory / _KEY
        if not path.exists() or path.stat().st_size != _KEY_BYTES:
            durable.replace(path, self._random(_KEY_BYTES))
        return path.read_bytes()


def opened(blob: bytes, p: str) -> Any:
    """The value in what was kept, decrypted; ValueError if `p` does not commit to it."""
    plain = parse(blob)
    try:
        salt, value = bytes.fromhex(plain["salt"]), plain["value"]
    except (KeyError, TypeError):
        raise ValueError("not a hidden part") from None
    if _commitment(salt, value) != p:
        raise ValueError("another part than the one committed to")
    return value


def _commitment(salt: bytes, value: Any) -> str:
    return sha256(_TAG + salt + canonical(value)).hexdigest()
