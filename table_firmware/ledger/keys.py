"""The keys of a table: an identity, and one key an epoch that is destroyed when it ends (§4)."""

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from table_firmware.fairness import durable
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.files import read_named, shred
from table_firmware.ledger.notes import ED25519, Verifier

Random = Callable[[int], bytes]
MOST_BYTES: Final = 4096
"""Of a file that holds a key."""
_MARK: Final = "PRIVATE+KEY"


class Signer(Protocol):
    """A key that can sign, wherever it is kept. `alg` is its honest name for the manual."""

    @property
    def name(self) -> str:
        """Name on the signature line."""

    @property
    def alg(self) -> str:
        """Algorithm and storage."""

    @property
    def verifier(self) -> Verifier:
        """The public half."""

    def sign(self, message: bytes) -> bytes:
        """The signature over `message`."""


@dataclass(frozen=True, slots=True)
class SoftwareKey:
    """Ed25519 in a file of mode 0600 (level L0: whoever copies the card has the key)."""

    name: str
    seed: bytes = field(repr=False)

    @property
    def alg(self) -> str:
        """Algorithm and storage."""
        return "ed25519, software key"

    @property
    def verifier(self) -> Verifier:
        """The public half."""
        return Verifier(self.name, self._key().public_key().public_bytes_raw())

    def sign(self, message: bytes) -> bytes:
        """The signature over `message`."""
        return self._key().sign(message)

    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)

    def encode(self) -> bytes:
        """One line: mark, name, id and the tagged seed."""
        tagged = base64.b64encode(bytes([ED25519]) + self.seed).decode()
        return f"{_MARK}+{self.name}+{self.verifier.id.hex()}+{tagged}\n".encode()


def next_commitment(verifier: Verifier) -> str:
    """What an `epoch` entry says of the key that comes after it."""
    return sha256(verifier.vkey.encode()).hexdigest()


def epoch_name(origin: str, epoch: int) -> str:
    """Name of the key of an epoch."""
    return f"{origin}/e/{epoch}"


class KeyFolder:
    """The key files of a table; none is ever replaced."""

    def __init__(self, directory: Path, origin: str, random: Random) -> None:
        self._directory, self._origin, self._random = directory, origin, random

    def identity(self, number: int = 0) -> SoftwareKey | None:
        """The identity key, if it has been made: the first one, or after so many rotations."""
        return self._load(self._identity_path(number), self._origin)

    def make_identity(self, number: int = 0) -> SoftwareKey:
        """That identity key, made now unless it is there."""
        return self.identity(number) or self._make(self._identity_path(number), self._origin)

    def destroy_identity(self, number: int) -> None:
        """Overwrite and remove an identity key that another one has followed."""
        shred(self._identity_path(number))

    def epoch(self, epoch: int) -> SoftwareKey | None:
        """The key of an epoch, unless it is not yet made or already destroyed."""
        return self._load(self._path(epoch), epoch_name(self._origin, epoch))

    def make_epoch(self, epoch: int) -> SoftwareKey:
        """The key of an epoch, made now unless it is there."""
        return self.epoch(epoch) or self._make(self._path(epoch), epoch_name(self._origin, epoch))

    def destroy_epoch(self, epoch: int) -> None:
        """Overwrite and remove the key of an epoch that has ended."""
        shred(self._path(epoch))

    def _path(self, epoch: int) -> Path:
        return self._directory / f"epoch-{epoch}.key"

    def _identity_path(self, number: int) -> Path:
        return self._directory / (f"identity-{number}.key" if number else "identity.key")

    def _make(self, path: Path, name: str) -> SoftwareKey:
        key = SoftwareKey(name, self._random(32))
        durable.replace(path, key.encode())
        return key

    def _load(self, path: Path, name: str) -> SoftwareKey | None:
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            return None
        key = _parse_key(raw)
        if key is None:
            raise LedgerFault("key-unreadable", path.name)
        if key.name != name:
            raise LedgerFault("identity-mismatch", f"{path.name} belongs to {key.name}")
        return key


def read_key(path: Path) -> SoftwareKey:
    """The key in a file of any name; LedgerFault "key-unreadable"."""
    try:
        key = _parse_key(read_named(path, MOST_BYTES))
    except OSError as error:
        raise LedgerFault("key-unreadable", f"{path.name}: {error.strerror}") from None
    except ValueError as error:
        raise LedgerFault("key-unreadable", str(error)) from None
    if key is None:
        raise LedgerFault("key-unreadable", path.name)
    return key


def _parse_key(raw: bytes) -> SoftwareKey | None:
    words = raw.decode("ascii", "replace").strip().split("+", 4)
    try:
        tagged = base64.b64decode(words[-1], validate=True)
        key = SoftwareKey(words[2], tagged[1:])
        return key if key.encode() == raw else None
    except (ValueError, IndexError):
        return None
