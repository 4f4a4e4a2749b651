"""What is handed out of an export: one entry with its proof, the keys for a club to enrol."""

from pathlib import Path

from table_firmware.ledger.audit import audit
from table_firmware.ledger.enrolment import Enrolment
from table_firmware.ledger.entries import decode
from table_firmware.ledger.exported import all_leaves, leaves_of, own_keys
from table_firmware.ledger.folder import Folder
from table_firmware.ledger.notes import MOST_BYTES as MOST_NOTE
from table_firmware.ledger.notes import parse_checkpoint, parse_note, parse_vkey
from table_firmware.ledger.proof import check_proof, make_proof
from table_firmware.ledger.report import demand
from table_firmware.ledger.sealing import told_key
from table_firmware.ledger.tree import TILE, Tree, bundles, tile_path


class DoesNotHold(Exception):
    """An export contradicts its own checkpoint; the text says how."""


def prove(directory: Path, index: int | None = None) -> bytes:
    """The proof file of an entry of an export: by default of the last ranking. It holds under the
    export's own key: whether that is the table's, a policy must say. ValueError or Refusal if it
    has no such entry, DoesNotHold if the export was altered."""
    folder = Folder(directory)
    note = folder.read("log/checkpoint", MOST_NOTE)
    size = parse_checkpoint(parse_note(note).text).size
    tree = stored_tree(folder, size)
    if index is None:
        index = _last_ranking(folder, size)
    path = tree.inclusion(index, size)
    number, width = list(bundles(size))[index // TILE]
    leaf = leaves_of(folder, number, width)[index % TILE]
    proof, own = make_proof(leaf, index, path, note), own_keys(folder)[0]
    try:
        check_proof(proof, own)
    except ValueError as error:
        raise DoesNotHold(f"{directory}: {error}") from None
    return proof


def stored_tree(folder: Folder, size: int) -> Tree:
    """The tree by the stored hashes: they stay when entries are pruned."""
    tree = Tree()
    for number, width in bundles(size):
        hashes = folder.read(f"log/{tile_path(0, number, width)}", 32 * TILE)
        demand(len(hashes) == 32 * width, "V6", f"tile {number}", "is cut short")
        for place in range(width):
            tree.append(hashes[32 * place : 32 * place + 32])
    return tree


def _last_ranking(folder: Folder, size: int) -> int:
    for number, width in reversed(list(bundles(size))):
        leaves = leaves_of(folder, number, width)
        ends = (place for place, leaf in enumerate(leaves) if decode(leaf).k == "match_end")
        last = max(ends, default=-1)
        if last >= 0:
            return number * TILE + last
    raise ValueError("there is no ranking")


def enrolled(directory: Path, hw: str) -> Enrolment:
    """The keys of the table whose export this is, for its club to sign. Refusal if it does not
    hold by its own key; ValueError if it has no epoch."""
    report = audit(directory)
    if report.refusal is not None:
        raise report.refusal
    folder = Folder(directory)
    size = parse_checkpoint(parse_note(folder.read("log/checkpoint", MOST_NOTE)).text).size
    epochs, seal = list[str](), ""
    for entry in map(decode, all_leaves(folder, size)):
        epochs += [entry.d["vkey"]] if entry.k == "epoch" else []
        seal = told_key(entry) or seal
    epoch0 = parse_vkey(epochs[0])
    return Enrolment(report.origin, own_keys(folder)[0], epoch0, hw, bytes.fromhex(seal))
