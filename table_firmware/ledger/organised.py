"""The log of an event, read as a stranger's: out of an export, or out of the leaves that a table is
sent with its deals (`event_file`).
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from table_firmware.fairness.deal import conditioning
from table_firmware.ledger.audit import audit
from table_firmware.ledger.chronicle import Chronicle
from table_firmware.ledger.course import Course
from table_firmware.ledger.entries import Entry, decode
from table_firmware.ledger.events import Event
from table_firmware.ledger.exported import all_leaves, own_keys
from table_firmware.ledger.folder import Folder
from table_firmware.ledger.notes import MOST_BYTES as MOST_NOTE
from table_firmware.ledger.notes import Verifier, parse_checkpoint, parse_note
from table_firmware.ledger.policy import parse_policy
from table_firmware.ledger.records import batch_header, by_seat
from table_firmware.ledger.report import Refusal, Report, demand
from table_firmware.ledger.tree import Tree, leaf_hash
from table_firmware.rules.games import by_version


def event_of(directory: Path, policy: str | None = None) -> tuple[Report, Event | None]:
    """What the verification of this export says, and the event whose log it is: None if it does
    not hold or is not the log of one."""
    report = audit(directory, _naming(directory, policy))
    if not report.ok:
        return report, None
    folder = Folder(directory)
    note = folder.read("log/checkpoint", MOST_NOTE)
    try:
        return report, read_event(own_keys(folder)[0], note, event_leaves(folder, note))
    except ValueError:
        return report, None


def _naming(directory: Path, policy: str | None) -> str | None:
    """The policy if it names this log. Otherwise its own key must do, and the verdict says so: the
    tables' logs name its commitment, and no other log can have that."""
    try:
        name = own_keys(Folder(directory))[0].name
        logs = parse_policy(policy or "").logs
    except (Refusal, ValueError):
        return policy
    return policy if any(key.name == name for key in logs) else None


def event_leaves(folder: Folder, note: bytes) -> Iterable[bytes]:
    """The entries under a checkpoint of an export, as their bytes."""
    return all_leaves(folder, parse_checkpoint(parse_note(note).text).size)


def read_event(identity: Verifier, note: bytes, leaves: Iterable[bytes]) -> Event:
    """The event in the log that this note signs: every entry is checked. Refusal or ValueError if
    a byte is wrong; ValueError if it is not an event whose contributions are frozen."""
    parsed = parse_note(note)
    head = parse_checkpoint(parsed.text)
    demand(head.origin == identity.name and parsed.by(identity), "V2", "checkpoint", "not signed")
    chronicle, course, tree = Chronicle(head.origin), Course(head.origin, frozenset()), Tree()
    entries: list[Entry] = []
    for raw in leaves:
        entry = decode(raw)
        demand(entry.i == len(tree), "V4", f"entry {entry.i}", "is not in its place")
        chronicle.follow(entry)
        course.follow(entry, tree)
        tree.append(leaf_hash(raw))
        entries.append(entry)
    signed = (head.size, head.root) == (len(tree), tree.root())
    demand(signed, "V5", "checkpoint", "the root does not follow from the entries")
    chronicle.check_signature(head.size, parsed, "checkpoint")
    return _event(identity, note, tree, entries)


def _event(identity: Verifier, note: bytes, tree: Tree, entries: Sequence[Entry]) -> Event:
    last = {entry.k: entry.d for entry in entries}
    if not {"event_open", "batch", "contrib"} <= last.keys():
        raise ValueError("not the log of an event whose contributions are frozen")
    opened, batch, contrib = last["event_open"], last["batch"], last["contrib"]
    game, header = by_version(opened["game"]), batch_header(batch["BH"])
    assert game is not None, "the course knows it"
    reveals = [entry.d for entry in entries if entry.k == "reveal"]
    return Event(
        identity=identity,
        game=game,
        mode=opened["mode"],
        options=opened["options"],
        noise=batch["noise"],
        header=header,
        r=bytes.fromhex(batch["R"]),
        leaves=tuple(map(bytes.fromhex, batch["leaves"])),
        contributions=by_seat(contrib["seats"]),
        k=bytes.fromhex(contrib["K"]),
        checkpoint=note,
        tree=tree,
        secrets=_secrets(header.hb, reveals) if len(reveals) == header.n else None,
    )


def _secrets(hb: bytes, reveals: Sequence[Mapping[str, Any]]) -> tuple[tuple[bytes, bytes], ...]:
    noise = {d["h"]: (bytes.fromhex(d["hw"]), bytes.fromhex(d["os"])) for d in reveals}
    return tuple(conditioning(hb, h, *noise[h]) for h in sorted(noise))
