"""The vault: one file with every secret of the open batch, written before the batch is published
(`deal1` §3). An interrupted hand resumes from it with the same deck (§8).

The file: a magic line, BH, then hw, os, A and S of each hand, and the SHA-256 of all before it.
"""

from hashlib import sha256
from pathlib import Path
from typing import Final

from table_firmware.fairness import durable
from table_firmware.fairness.deal import (
    A_BYTES,
    HW_BYTES,
    OS_BYTES,
    S_BYTES,
    Batch,
    HandSecret,
    hand_secret,
    read_header,
)
from table_firmware.fairness.encoding import BadField, Reader, require

MAGIC: Final = b"deal1 vault 1\n"


class VaultError(Exception):
    """The vault cannot give the secrets back: every open hand is void (`deal1` §8).

    code: `vault-missing`, `vault-unreadable` (the medium failed) or `vault-altered`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def save(path: Path, batch: Batch) -> None:
    """Write the batch, for the owner's eyes only; on the medium when this returns (OSError)."""
    secrets = b"".join(each.hw + each.os + each.a + each.s for each in batch.secrets)
    content = MAGIC + batch.header.fields + secrets
    durable.replace(path, content + sha256(content).digest())


def load(path: Path, b: bytes | None = None) -> Batch:
    """The batch that `save` wrote, its secrets computed again from the noise; VaultError if
    anything is amiss. `b`: the commitment that the log holds, which it must have."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise VaultError("vault-missing") from None
    except OSError as error:
        raise VaultError("vault-unreadable") from error
    try:
        batch = _parse(content)
        require(b is None or batch.b == b, "B", "not the commitment in the log")
    except BadField as error:
        raise VaultError("vault-altered") from error
    return batch


def delete(path: Path) -> None:
    """Forget the secrets: after the last reveal, or of a batch that was never published."""
    durable.remove(path)


def _parse(content: bytes) -> Batch:
    reader = Reader(content)
    require(sha256(content[:-32]).digest() == content[-32:], "digest", "does not match")
    require(reader.take(len(MAGIC), "magic") == MAGIC, "magic", "not a vault")
    header = read_header(reader)
    secrets = tuple(_read_secret(reader, header.hb, h) for h in range(header.n))
    reader.take(32, "digest")
    reader.end()
    return Batch(
        header.origin, header.game, header.bid, header.prev_size, header.prev_root, secrets
    )


def _read_secret(reader: Reader, hb: bytes, h: int) -> HandSecret:
    noise = reader.take(HW_BYTES, "hw"), reader.take(OS_BYTES, "os")
    secret = hand_secret(hb, h, *noise)
    kept = reader.take(A_BYTES, "A"), reader.take(S_BYTES, "S")
    require(kept == (secret.a, secret.s), "A", "does not follow from the noise")
    return secret
