"""How a club vouches for a table: a note that names its keys, signed by the club (`tlog1` §4).

table-enrolment/v1
origin <origin>
identity <vkey>
epoch0 <vkey>
hw <serial>
seal <64 hex>      the key that files for this table are sealed to (`sealing`), if it has one
"""

import re
from dataclasses import dataclass
from typing import Final

from table_firmware.ledger.keys import SoftwareKey, epoch_name
from table_firmware.ledger.notes import Verifier, check_origin, parse_note, parse_vkey, signed

MAGIC: Final = "table-enrolment/v1"
_NAMES: Final = ("origin", "identity", "epoch0", "hw")
_SERIAL: Final = re.compile(r"[!-~]{1,64}")


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A table as its club knows it. hw: the serial number of the computer. seal: what is for this
    table alone is sealed to it; empty: a table that has told none."""

    origin: str
    identity: Verifier
    epoch0: Verifier
    hw: str
    seal: bytes = b""

    def __post_init__(self) -> None:
        check_origin(self.origin)
        if self.identity.name != self.origin:
            raise ValueError("the identity key is of another table")
        if self.epoch0.name != epoch_name(self.origin, 0):
            raise ValueError("the key of the first epoch is of another table")
        if not _SERIAL.fullmatch(self.hw):
            raise ValueError("hw must be 1 to 64 visible ASCII characters")
        if len(self.seal) not in (0, 32):
            raise ValueError("seal must be 64 hexadecimal digits")

    def text(self) -> bytes:
        """What the club signs."""
        values = (self.origin, self.identity.vkey, self.epoch0.vkey, self.hw)
        lines = (f"{name} {value}" for name, value in zip(_NAMES, values, strict=True))
        told = (f"seal {self.seal.hex()}",) if self.seal else ()
        return "\n".join((MAGIC, *lines, *told, "")).encode("ascii")

    @property
    def policy(self) -> str:
        """Whom a verifier should trust for this table."""
        return f"log {self.identity.vkey}\nquorum none\n"


def enrol(enrolment: Enrolment, club: SoftwareKey) -> bytes:
    """The note."""
    text = enrolment.text()
    return signed(text, [(club.verifier, club.sign(text))])


def parse_enrolment(raw: bytes, club: Verifier) -> Enrolment:
    """What the club has signed; ValueError if it has not, or in another spelling."""
    note = parse_note(raw)
    if not note.by(club):
        raise ValueError(f"not signed by {club.name}")
    lines = note.text.decode("ascii", "replace").split("\n")
    if len(lines) not in (6, 7) or lines[0] != MAGIC:
        raise ValueError("not an enrolment of a table")
    values = dict(line.split(" ", 1) for line in lines[1:-1] if " " in line)
    if tuple(values) not in (_NAMES, (*_NAMES, "seal")):
        raise ValueError("not the lines of an enrolment")
    identity, epoch0 = parse_vkey(values["identity"]), parse_vkey(values["epoch0"])
    seal = bytes.fromhex(values.get("seal", ""))
    found = Enrolment(values["origin"], identity, epoch0, values["hw"], seal)
    if found.text() != note.text:
        raise ValueError("not the only spelling of an enrolment")
    return found
