"""A folder that proves itself: the log as tiles, and what was shown of it beside (`tlog1` §3).

    identity.vkey                      the log's key, for a look without a policy
    receipts/*.txt, results, …         given by the caller, each hashed in the last `export` entry
    log/checkpoint  log/checkpoints/<size>  log/tile/<L>/<N>[.p/<W>]  log/tile/entries/<N>[.p/<W>]

It is written beside its place, under a hidden name that only this module gives, and moved there
whole. An earlier export of the same log is replaced, so no superseded partial tile is left behind.
What can never change (full tiles, old checkpoints) is not written again but linked from the earlier
export: a match costs what it added. An export `anew` links nothing, so that it mends a damaged one.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

from table_firmware.fairness.durable import sync_directory
from table_firmware.ledger.entries import MOST_BYTES, canonical
from table_firmware.ledger.faults import LedgerFault, storage
from table_firmware.ledger.files import is_state, make_directory
from table_firmware.ledger.log import Log
from table_firmware.ledger.notes import Verifier, parse_checkpoint, parse_note, parse_vkey
from table_firmware.ledger.tree import TILE, bundles, frame_bundle, tile_path, tiles

IDENTITY: Final = "identity.vkey"
LOG: Final = "log"
RECEIPTS: Final = "receipts/"
WITHIN: Final = frozenset({"exports", "public"})
"""Where in its own folder a table, or whoever organises an event, keeps exports."""
PACK: Final = 200
_FINAL: Final = (f"{LOG}/tile/", f"{LOG}/checkpoints/")
_PART: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_MOST_PARTS: Final = 8


def is_plain_path(path: str) -> bool:
    """True for a path that means the same on every file system: few, short, plain names."""
    parts = path.split("/")
    return len(parts) <= _MOST_PARTS and all(map(_PART.fullmatch, parts))


def export(
    log: Log,
    destination: Path,
    files: Mapping[str, bytes],
    m: int,
    anew: bool = False,
    own: bool = False,
) -> int:
    """Append the `export` entry, sign, and put the whole export at `destination`.

    `files` are laid beside the log under their plain relative paths. anew: nothing is taken over
    from an earlier export there. own: the place is the table's own, so that what is damaged there
    is replaced, by an export anew. Answers the size of the exported log. LedgerFault
    "target-missing" unless the folder that `destination` lies in is there, "export-refused" if
    `destination` holds something else or cannot be written, or if a file has an odd name. Files
    under `receipts/` hold a receipt a line.
    """
    vkeys = "".join(f"{key.vkey}\n" for key in log.verifiers)
    beside = {IDENTITY: vkeys.encode(), **_packed(files)}
    _check_names(beside)
    with storage("export-refused"):
        place = Path(os.path.realpath(destination))
        _check_place(place)
        if not own and not place.parent.exists():
            raise LedgerFault("target-missing", str(place.parent))
        _finish_swap(place)
        damaged = own and place.is_dir() and _is_damaged(log, place)
        if not damaged:
            _check_destination(log, place)
        _seal(log, beside, m)
        draft = _hidden(place, "new")
        if draft.exists():
            shutil.rmtree(draft)
        _write_tree(draft, log, beside, None if anew or damaged else place)
        _swap(draft, place)
    return log.size


def _hidden(place: Path, kind: str) -> Path:
    """A name beside the place that nobody else gives: whatever bears it is ours to remove."""
    return place.with_name(f".{place.name}.export-{kind}")


def _check_place(place: Path) -> None:
    """A whole folder is put there by a change of names, which no mount point allows; and in a state
    folder a strange file would look like damage."""
    if os.path.ismount(place):
        raise LedgerFault("export-refused", f"{place}: name a folder in it / 请指定其中的文件夹")
    for state in filter(is_state, (place, *place.parents)):
        if place == state or place.relative_to(state).parts[0] not in WITHIN:
            raise LedgerFault(
                "export-refused",
                f"{place} 在牌桌自己的状态文件夹内 / lies in a table's own state folder",
            )


def _seal(log: Log, beside: Mapping[str, bytes], m: int) -> None:
    """The `export` entry and the checkpoint over it."""
    hashes = {path: sha256(content).hexdigest() for path, content in beside.items()}
    if len(canonical(hashes)) > MOST_BYTES - 1024:
        raise LedgerFault("export-refused", f"{len(beside)} files are more than one entry can name")
    log.append("export", {"files": hashes}, m)
    log.checkpoint()


def _packed(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Many receipts lie together in few files: one entry can name some 600 files only."""
    receipts = [path for path in sorted(files) if path.startswith(RECEIPTS)]
    if len(receipts) <= PACK:
        return dict(files)
    packed = {path: content for path, content in files.items() if path not in receipts}
    for start in range(0, len(receipts), PACK):
        lines = (files[path].rstrip() + b"\n" for path in receipts[start : start + PACK])
        packed[f"{RECEIPTS}{start // PACK:06d}.txt"] = b"".join(lines)
    return packed


def _check_names(beside: Mapping[str, bytes]) -> None:
    for path in beside:
        if not is_plain_path(path) or path.split("/")[0] == LOG:
            raise LedgerFault("export-refused", f"{path!r} cannot be the name of a file beside it")


def _is_damaged(log: Log, place: Path) -> bool:
    """Whether no checkpoint can be read there, or one of this name that nobody has signed so. One
    that is signed is never damaged: if the log lacks it, it is the log that has lost it, or the
    export is the last copy of another."""
    try:
        note = parse_note((place / LOG / "checkpoint").read_bytes())
        head = parse_checkpoint(note.text)
    except (OSError, ValueError):
        return True
    keys = [*log.verifiers, *_named_keys(place)]
    return head.origin == log.origin and not any(map(note.by, keys))


def _named_keys(place: Path) -> list[Verifier]:
    try:
        return [parse_vkey(line) for line in (place / IDENTITY).read_text("ascii").splitlines()]
    except (OSError, ValueError):
        return []


def _check_destination(log: Log, destination: Path) -> None:
    """Only an earlier export of this very log may be replaced."""
    if not destination.exists() or not any(destination.iterdir()):
        return
    try:
        head = parse_checkpoint(parse_note((destination / LOG / "checkpoint").read_bytes()).text)
    except (OSError, ValueError):
        raise LedgerFault("export-refused", f"{destination} is not an export") from None
    if head.origin != log.origin or head.size > log.size or log.tree.root(head.size) != head.root:
        raise LedgerFault("export-refused", f"{destination} holds another log: {head.origin}")


def _write_tree(draft: Path, log: Log, beside: Mapping[str, bytes], earlier: Path | None) -> None:
    made: set[Path] = set()
    for path, content in [*_constant(beside), *_log_files(log)]:
        target = draft / path
        if target.parent not in made:
            make_directory(target.parent, 0o755)
            made.add(target.parent)
        if earlier is None or not (_is_final(path) and _link(earlier / path, target)):
            _write(target, content())
    for directory in made:
        sync_directory(directory)


Content = Callable[[], bytes]


def _constant(beside: Mapping[str, bytes]) -> Iterator[tuple[str, Content]]:
    return ((path, partial(bytes, content)) for path, content in beside.items())


def _log_files(log: Log) -> Iterator[tuple[str, Content]]:
    """Every file of the log, with what makes its content if it is not there already."""
    for number, width in islice(bundles(log.size), log.pruned // TILE, None):
        path = tile_path("entries", number, width)
        yield f"{LOG}/{path}", partial(_bundle, log, number)
    for level, number, width in tiles(log.size):
        path = tile_path(level, number, width)
        yield f"{LOG}/{path}", partial(log.tree.tile, level, number, width)
    notes = log.checkpoint_files()
    for size, note in notes.items():
        yield f"{LOG}/checkpoints/{size}", note.read_bytes
    yield f"{LOG}/checkpoint", notes[max(notes)].read_bytes


def _bundle(log: Log, number: int) -> bytes:
    return frame_bundle(list(islice(log.leaves(number * TILE), TILE)))


def _is_final(path: str) -> bool:
    """True for what no later export changes."""
    return path.startswith(_FINAL) and ".p/" not in path


def _link(old: Path, target: Path) -> bool:
    """A second name for the file; False if there is none or the medium knows no links."""
    if old.is_symlink() or not old.is_file():
        return False
    try:
        os.link(old, target, follow_symlinks=False)
    except OSError:
        return False
    return True


def _write(target: Path, content: bytes) -> None:
    with target.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _swap(draft: Path, destination: Path) -> None:
    old = _hidden(destination, "old")
    if destination.exists():
        destination.rename(old)
    draft.rename(destination)
    sync_directory(destination.parent)
    if old.exists():
        shutil.rmtree(old)


def _finish_swap(destination: Path) -> None:
    """After a power cut in the middle of `_swap`: the old export comes back."""
    old = _hidden(destination, "old")
    if old.exists():
        if destination.exists():
            shutil.rmtree(old)
        else:
            old.rename(destination)
