"""Which identity key signs at which size of the log (`tlog1` §4).

A table changes its identity key by a `config` entry that names the next key (`identity`) and the
present one (`identity_before`). The checkpoint over that entry is signed by both, what follows by
the next one alone: who trusts the newest key learns the older ones from what it signs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from table_firmware.ledger.entries import Entry
from table_firmware.ledger.notes import ED25519, Verifier, parse_vkey

NEXT: Final = "identity"
PRESENT: Final = "identity_before"


@dataclass(frozen=True, slots=True)
class Change:
    """size: of the log with the entry; the checkpoint of that size has both signatures."""

    size: int
    before: Verifier
    after: Verifier


def change_of(entry: Entry) -> Change | None:
    """The change of the identity key that an entry is, if it is one; ValueError if it names no
    keys of its log."""
    changes = entry.d["changes"] if entry.k == "config" else {}
    if NEXT not in changes and PRESENT not in changes:
        return None
    lines = changes.get(PRESENT), changes.get(NEXT)
    if not all(isinstance(line, str) for line in lines):
        raise ValueError("a change of the identity key names both keys")
    before, after = (parse_vkey(str(line)) for line in lines)
    if before.name != after.name or {before.kind, after.kind} != {ED25519}:
        raise ValueError("the identity key cannot be changed to a key of another kind or name")
    if before == after:
        raise ValueError("the identity key is changed to itself")
    return Change(entry.i + 1, before, after)


class Identities:
    """The identity keys of a log in their order. ValueError if the changes form no chain, or if
    `signing`, whose line stands on the newest checkpoint, is not a key of its end."""

    def __init__(self, changes: Sequence[Change], size: int, signing: Verifier) -> None:
        self._changes = tuple(changes)
        for one, other in zip(self._changes, self._changes[1:], strict=False):
            if one.after != other.before:
                raise ValueError("not the key that was the identity")
        first = self._changes[0].before if self._changes else signing
        self.keys = (first, *(change.after for change in self._changes))
        if signing not in self.at(size):
            raise ValueError("signed by a key that is not the identity any more, or not yet")

    @property
    def double(self) -> tuple[int, ...]:
        """The sizes whose checkpoint must have the signatures of two identity keys."""
        return tuple(change.size for change in self._changes)

    def at(self, size: int) -> tuple[Verifier, ...]:
        """The keys that must have signed a checkpoint of this size."""
        for change in self._changes:
            if size < change.size:
                return (change.before,)
            if size == change.size:
                return change.before, change.after
        return self.keys[-1:]
