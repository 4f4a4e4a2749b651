"""A report that its table has signed: a signed note over a line that no checkpoint begins with,
the name of the table, and JSON."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from table_firmware.ledger.keys import Signer
from table_firmware.ledger.notes import Verifier, parse_note, signed

MAGIC: Final = "table report/v1"
KINDS: Final = ("burn-in", "acceptance")


@dataclass(frozen=True, slots=True)
class Signed:
    """kind: one of `KINDS`. body: what the report says."""

    kind: str
    origin: str
    body: Mapping[str, Any]

    def text(self) -> bytes:
        """What is signed."""
        body = json.dumps(self.body, ensure_ascii=False, indent=1, sort_keys=True)
        return f"{MAGIC} {self.kind}\n{self.origin}\n{body}\n".encode()


def sign(report: Signed, key: Signer) -> bytes:
    """The note, by the identity key of the table."""
    text = report.text()
    return signed(text, [(key.verifier, key.sign(text))])


def read(raw: bytes, keys: Iterable[Verifier]) -> Signed:
    """The report that one of these keys has signed; ValueError if none has, or if it is not as
    this program writes it."""
    note = parse_note(raw)
    if not any(note.by(key) for key in keys):
        raise ValueError("not signed by the key of this table")
    head, _, rest = note.text.decode().partition("\n")
    origin, _, body = rest.partition("\n")
    report = Signed(head.removeprefix(f"{MAGIC} "), origin, json.loads(body))
    if report.kind not in KINDS or report.text() != note.text:
        raise ValueError("not a report of a table")
    return report
