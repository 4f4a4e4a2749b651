"""A process that writes a match and an export, says after each entry that it is durable, and is
killed or lied to by `strace` while it does so.

It speaks with `writev`, so that a fault injected into `write` hits files only.
"""

import os
import sys
from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from table_firmware.fairness import vault
from table_firmware.ledger.entries import SIGNED, Entry
from table_firmware.ledger.faults import LedgerFault
from tests.ledger.scripted import Table, filler

VAULT = "open.vault"


def say(line: str) -> None:
    os.writev(1, [line.encode() + b"\n"])


class Speaking(Table):
    """A table that acknowledges each of its own entries."""

    def put(self, kind: str, d: Mapping[str, Any]) -> None:
        self.m += 1
        entry = self.log.append(kind, d, self.m)
        say(f"ack {entry.i} {digest(entry)}")
        if kind in SIGNED:
            self.log.checkpoint()
            say(f"signed {entry.i + 1}")

    def commit(self, n: int, reveal_at: str = "hand") -> None:
        vault.save(self.state / VAULT, self.make_batch(n))
        super().commit(n, reveal_at)


def the_same() -> Callable[[int], bytes]:
    """Keys that are the same in every run, so that every run makes the same calls."""
    numbers = count()
    return lambda n: filler(f"key{next(numbers)}", n)


def digest(entry: Entry) -> str:
    return sha256(entry.encode()).hexdigest()


def main(place: Path) -> int:
    try:
        table = Speaking(place / "state", quick=True, random=the_same())
        table.play_match("2", hands=2, lost=1)
        vault.delete(place / "state" / VAULT)
        table.export(place / "export")
        table.export(place / "export")
    except (LedgerFault, OSError) as fault:
        say(f"fault {getattr(fault, 'code', 'vault')}")
        return 3
    say("done")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
