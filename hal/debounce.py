"""One contact, debounced: a new level counts when it has held still for a while. Pure."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Contact:
    """A contact as it counts (`level`), as last read (`raw`), and since when it reads so."""

    level: bool
    raw: bool
    since: float


def fresh(raw: bool, now: float) -> Contact:
    """A contact read for the first time: it counts as it reads."""
    return Contact(raw, raw, now)


def settled(contact: Contact, raw: bool, now: float, settle: float) -> Contact:
    """The contact after one more reading at `now` (seconds); `settle` seconds make a level count.

    A clock that stands still changes nothing; readings between two calls are simply not seen.
    """
    if raw != contact.raw:
        contact = replace(contact, raw=raw, since=now)
    if contact.level != contact.raw and now - contact.since >= settle:
        return replace(contact, level=raw)
    return contact
