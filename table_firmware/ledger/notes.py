"""Signed notes and checkpoints (C2SP signed-note, tlog-checkpoint), strictly one spelling each."""

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA as EllipticCurveSignature,
)
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePublicKey,
)
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import (
    decode_dss_signature,
    encode_dss_signature,
)
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

ED25519: Final = 1
ECDSA: Final = 2
COSIGNATURE: Final = 4
KEY_SIZES: Final = {ED25519: 32, ECDSA: 91, COSIGNATURE: 32}
"""Bytes of a public key by type; ECDSA is a P-256 key as SubjectPublicKeyInfo."""
MOST_BYTES: Final = 65_536
_P256_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
MOST_SIGNATURES: Final = 64
_NAME: Final = re.compile(r"[!-*,-~]{1,128}")
_ORIGIN: Final = re.compile(r"[!-*,-~]{1,64}")
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,15}")


def check_origin(origin: str) -> None:
    """ValueError unless `origin` can name a log: 1 to 64 visible ASCII characters, no `+`."""
    if not _ORIGIN.fullmatch(origin):
        raise ValueError(f"{origin!r} cannot be the origin of a log")


@dataclass(frozen=True, slots=True)
class Verifier:
    """A public key as a `vkey` names it. `kind` is the signature type (1 log, 2 log by a
    TPM, 4 witness)."""

    name: str
    key: bytes
    kind: int = ED25519

    @property
    def id(self) -> bytes:
        """The four bytes that stand before each signature of this key."""
        return key_id(self.name, self.key, self.kind)

    @property
    def vkey(self) -> str:
        """The one line form of the key."""
        tagged = base64.b64encode(bytes([self.kind]) + self.key).decode()
        return f"{self.name}+{self.id.hex()}+{tagged}"

    def verifies(self, text: bytes, signature: bytes) -> bool:
        """True if `signature` (without the key id) is this key's over `text`."""
        if self.kind == ECDSA:
            return _ecdsa_verifies(self.key, text, signature)
        if self.kind == COSIGNATURE:
            stamp, signature = signature[:8], signature[8:]
            when = int.from_bytes(stamp, "big")
            text = b"cosignature/v1\ntime %d\n" % when + text
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(signature, text)
        except InvalidSignature:
            return False
        return True


def _p256(spki: bytes) -> EllipticCurvePublicKey:
    """The P-256 key; ValueError for anything else."""
    try:
        key = load_der_public_key(spki)
    except (ValueError, UnsupportedAlgorithm):
        raise ValueError("not a public key") from None
    if not isinstance(key, EllipticCurvePublicKey) or not isinstance(key.curve, SECP256R1):
        raise ValueError("not a P-256 key")
    return key


def lower(signature: bytes) -> bytes:
    """Of the two spellings of an ECDSA signature (P-256, DER) the one with the smaller half: the
    other can be made of it by anybody, so it does not count. ValueError if it is none."""
    r, s = decode_dss_signature(signature)
    return encode_dss_signature(r, min(s, abs(_P256_ORDER - s)))


def _ecdsa_verifies(spki: bytes, text: bytes, signature: bytes) -> bool:
    key = _p256(spki)
    try:
        if lower(signature) != signature:
            return False
        key.verify(signature, text, EllipticCurveSignature(SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return True


def key_id(name: str, key: bytes, kind: int = ED25519) -> bytes:
    """First bytes of SHA-256 over name, newline, signature type and key."""
    return sha256(name.encode() + b"\n" + bytes([kind]) + key).digest()[:4]


def parse_vkey(line: str) -> Verifier:
    """The key written as `line`; ValueError if that is not exactly its form."""
    name, plus, rest = line.partition("+")
    hex_id, plus2, tagged = rest.partition("+")
    raw = _unbase64(tagged)
    if not (plus and plus2 and _NAME.fullmatch(name)) or not raw:
        raise ValueError("not a verifier key")
    if raw[0] not in KEY_SIZES:
        raise ValueError(f"verifier key of unknown type {raw[0]}")
    if len(raw) != 1 + KEY_SIZES[raw[0]]:
        raise ValueError("not a verifier key")
    if raw[0] == ECDSA:
        _p256(raw[1:])
    verifier = Verifier(name, raw[1:], raw[0])
    if verifier.vkey != line or hex_id != verifier.id.hex():
        raise ValueError("the id of the verifier key is wrong")
    return verifier


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature line of a note."""

    name: str
    id: bytes
    bytes: bytes


@dataclass(frozen=True, slots=True)
class Note:
    """A text, and signatures not yet checked."""

    text: bytes
    signatures: tuple[Signature, ...]

    def encode(self) -> bytes:
        """The note's only spelling."""
        lines = [
            f"— {s.name} {base64.b64encode(s.id + s.bytes).decode()}\n" for s in self.signatures
        ]
        return self.text + b"\n" + "".join(lines).encode()

    def by(self, verifier: Verifier) -> bool:
        """True if there is a line of this key and every line of this key is valid (V2)."""
        lines = [s for s in self.signatures if (s.name, s.id) == (verifier.name, verifier.id)]
        return bool(lines) and all(verifier.verifies(self.text, s.bytes) for s in lines)


def parse_note(raw: bytes) -> Note:
    """The note whose only spelling is `raw`; ValueError for anything else (V1)."""
    if len(raw) > MOST_BYTES:
        raise ValueError("note is too long")
    head, gap, tail = raw.rpartition(b"\n\n")
    if not gap or not tail.endswith(b"\n"):
        raise ValueError("note must be a text, an empty line and signature lines")
    lines = tail[:-1].split(b"\n")
    if len(lines) > MOST_SIGNATURES:
        raise ValueError("note has too many signatures")
    note = Note(head + b"\n", tuple(map(_parse_signature, lines)))
    if note.encode() != raw:
        raise ValueError("note is not in its canonical form")
    return note


def _parse_signature(line: bytes) -> Signature:
    try:
        words = line.decode().split(" ")
    except UnicodeDecodeError:
        raise ValueError("signature line is not UTF-8") from None
    if len(words) != 3 or words[0] != "—" or not _NAME.fullmatch(words[1]):
        raise ValueError("signature line is malformed")
    raw = _unbase64(words[2])
    if len(raw) < 5:
        raise ValueError("signature is too short")
    return Signature(words[1], raw[:4], raw[4:])


def _unbase64(text: str) -> bytes:
    try:
        return base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError):
        raise ValueError("not base64") from None


# ------------------------------------------------------------------ checkpoints


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What is signed: the log's name, its size and its root."""

    origin: str
    size: int
    root: bytes

    def text(self) -> bytes:
        """The three lines."""
        root = base64.b64encode(self.root).decode()
        return f"{self.origin}\n{self.size}\n{root}\n".encode()


def parse_checkpoint(text: bytes) -> Checkpoint:
    """The checkpoint whose only spelling is `text`; ValueError for anything else."""
    try:
        lines = text.decode("ascii").split("\n")
    except UnicodeDecodeError:
        raise ValueError("checkpoint is not ASCII") from None
    if len(lines) != 4 or not _ORIGIN.fullmatch(lines[0]) or not _SIZE.fullmatch(lines[1]):
        raise ValueError("checkpoint must be the lines origin, size and root")
    checkpoint = Checkpoint(lines[0], int(lines[1]), _unbase64(lines[2]))
    if len(checkpoint.root) != 32 or checkpoint.text() != text:
        raise ValueError("checkpoint is not in its canonical form")
    return checkpoint


def signed(text: bytes, signatures: Iterable[tuple[Verifier, bytes]]) -> bytes:
    """The note of `text` with a line for each key and its signature."""
    lines = tuple(Signature(v.name, v.id, made) for v, made in signatures)
    return Note(text, lines).encode()
