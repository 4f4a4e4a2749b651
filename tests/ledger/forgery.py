"""A forger who has every key: he edits the entries of a log and signs all of it anew."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from table_firmware.ledger.audit import audit
from table_firmware.ledger.entries import SIGNED
from table_firmware.ledger.export import IDENTITY
from table_firmware.ledger.notes import Checkpoint, signed
from table_firmware.ledger.report import Report
from table_firmware.ledger.sheets import Sheets
from table_firmware.ledger.tree import Tree, bundles, frame_bundle, leaf_hash, tile_path, tiles
from tests.ledger.scripted import CANONICAL, ORIGIN, Table, Whole

Entries = list[dict[str, Any]]


def at(entries: Entries, kind: str, number: int = 0) -> dict[str, Any]:
    """Entry `number` of a kind, to be edited in place."""
    return [entry for entry in entries if entry["k"] == kind][number]


def renumbered(entries: Entries) -> Entries:
    for index, entry in enumerate(entries):
        entry["i"] = index
    return entries


def drop(kind: str, number: int = 0) -> Callable[[Entries], Entries]:
    def edit(entries: Entries) -> Entries:
        entries.remove(at(entries, kind, number))
        return renumbered(entries)

    return edit


def double(kind: str, number: int = 0) -> Callable[[Entries], Entries]:
    def edit(entries: Entries) -> Entries:
        entry = at(entries, kind, number)
        entries.insert(entries.index(entry), json.loads(json.dumps(entry)))
        return renumbered(entries)

    return edit


def swap(kind: str, other: str) -> Callable[[Entries], Entries]:
    """The first entry of `kind` stands where the first of `other` stood, and the reverse; the
    times stay where they were."""

    def edit(entries: Entries) -> Entries:
        one, two = at(entries, kind), at(entries, other)
        one["k"], two["k"] = two["k"], one["k"]
        one["d"], two["d"] = two["d"], one["d"]
        return entries

    return edit


def insert(before: str, *kinds: dict[str, Any], number: int = 0) -> Callable[[Entries], Entries]:
    def edit(entries: Entries) -> Entries:
        place = entries.index(at(entries, before, number))
        model = entries[place]
        entries[place:place] = [{**model, **json.loads(json.dumps(kind))} for kind in kinds]
        return renumbered(entries)

    return edit


def moved(kind: str, before: str, number: int = 0) -> Callable[[Entries], Entries]:
    """A copy of an entry stands earlier too, at the time of what it stands before."""

    def edit(entries: Entries) -> Entries:
        what = at(entries, kind, number)
        return insert(before, {"k": kind, "d": what["d"]})(entries)

    return edit


def put(kind: str, name: str, value: Any, number: int = 0) -> Callable[[Entries], Entries]:
    def edit(entries: Entries) -> Entries:
        at(entries, kind, number)["d"][name] = value
        return entries

    return edit


def nibble(kind: str, name: str, number: int = 0) -> Callable[[Entries], Entries]:
    """One hexadecimal digit of a field is another."""

    def edit(entries: Entries) -> Entries:
        d = at(entries, kind, number)["d"]
        d[name] = changed(d[name])
        return entries

    return edit


def changed(value: Any) -> Any:
    if isinstance(value, list):
        return [changed(value[0]), *value[1:]]
    return ("1" if value[0] == "0" else "0") + value[1:]


# ------------------------------------------------------------------ signing it anew


def plain(table: Table) -> Entries:
    """The entries of a log, to be edited."""
    return [json.loads(leaf) for leaf in table.log.leaves()]


def judged(whole: Whole, folder: Path, entries: Sequence[dict[str, Any] | bytes]) -> Report:
    """What the auditor says to these entries; the sheet that is made meanwhile stands all of it."""
    forge(whole.table, folder, entries)
    return audit(folder, whole.policy, follow=Sheets().follow)


def sign(table: Table, tree: Tree, size: int, epoch: int) -> bytes:
    text = Checkpoint(ORIGIN, size, tree.root(size)).text()
    keys = [table.log.identity, table.keys[epoch]]
    return signed(text, [(key.verifier, key.sign(text)) for key in keys])


def forge(
    table: Table,
    destination: Path,
    entries: Sequence[dict[str, Any] | bytes],
    sizes: Sequence[int] | None = None,
    epochs: Callable[[int], int] | None = None,
) -> None:
    """An export of any entries at all, every byte of which is signed as it should be."""
    leaves = [as_leaf(entry) for entry in entries]
    tree = Tree()
    for leaf in leaves:
        tree.append(leaf_hash(leaf))
    files: dict[str, bytes] = {}
    for number, width in bundles(len(leaves)):
        bundle = frame_bundle(leaves[256 * number : 256 * number + width])
        files[f"log/{tile_path('entries', number, width)}"] = bundle
    for level, number, width in tiles(len(leaves)):
        files[f"log/{tile_path(level, number, width)}"] = tree.tile(level, number, width)
    due, epoch_at = epochs_of(entries)
    for size in due if sizes is None else sizes:
        note = sign(table, tree, size, (epochs or epoch_at)(size))
        files[f"log/checkpoints/{size}"] = files["log/checkpoint"] = note
    for path, content in files.items():
        (destination / path).parent.mkdir(parents=True, exist_ok=True)
        (destination / path).write_bytes(content)
    vkey = table.log.identity.verifier.vkey
    (destination / IDENTITY).write_text(vkey + "\n")


def as_leaf(entry: dict[str, Any] | bytes) -> bytes:
    return entry if isinstance(entry, bytes) else json.dumps(entry, **CANONICAL).encode()


def epochs_of(entries: Sequence[dict[str, Any] | bytes]) -> tuple[list[int], Callable[[int], int]]:
    """The sizes that must be signed, and which epoch is open at a size."""
    kinds = [str(entry.get("k")) if isinstance(entry, dict) else "" for entry in entries]
    due = SIGNED | {"epoch_end"}
    ends = [size for size, kind in enumerate(kinds, start=1) if kind in due]
    return [*dict.fromkeys((*ends, len(entries)))], lambda size: max(
        0, kinds[:size].count("epoch") - 1
    )
