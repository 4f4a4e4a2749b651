"""Bring an export to where it is kept: a stick, a network folder, a web server (`store`); see
`trust-decisions` §4.1.

The export itself is the outbox. Objects go out in the order entries, hash tiles, checkpoints,
files beside the log, and last `log/checkpoint`: until that arrives, the old state holds. Each is
written once and read back; a second run sends only what is missing. There is no retry here: a
timer starts the program again.
"""

import contextlib
import json
import os
import re
import stat
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol

from table_firmware.fairness import durable
from table_firmware.ledger.files import is_state, write_all
from table_firmware.ledger.folder import MOST_BESIDE, Folder
from table_firmware.ledger.notes import MOST_BYTES, Checkpoint, parse_checkpoint, parse_note
from table_firmware.ledger.report import Refusal
from table_firmware.ledger.tree import TILE, bundles, leaf_hash, split_bundle, tile_path, tiles

HEAD: Final = "log/checkpoint"
_WHOLE_TILE: Final = re.compile(r"log/tile/0/(?:x[0-9]{3}/)*[0-9]{3}")
_PARTIAL: Final = re.compile(r"(log/tile/(?:entries|[0-9]+)/(?:x[0-9]{3}/)*[0-9]{3})\.p/[0-9]+")

_SAVED_EVERY: Final = 64
"""Objects after which the acknowledgements are kept: who is ended by a time limit need not begin
anew."""
_UNSURE: Final = ""
"""In place of a SHA-256: we put an object there, and do not know what is there now."""
_UNKNOWN: Final = -1
MOST_BUNDLE: Final = TILE * 2**16
"""Bytes of a bundle of entries at most."""

Progress = Callable[[int, int, str], None]


class UploadFault(Exception):
    """The upload stopped. code: `fork` (the target holds another history: log it as an `error`
    entry and call for help), `not-an-export`, `target-refused` (not a folder for this log, inside
    the source, or a link in it), `target-missing` (no such folder), `target-unmounted` (nothing is
    mounted where it should be), `target-incomplete` (it lacks what the table has pruned),
    `target-failed` (full, gone, read-only), `target-lies` (read back differently). Of a web server
    also `target-unreachable`, `target-untrusted`, `target-denied`, `target-strange` and
    `upload-settings` (`store`)."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.detail = code, detail


@dataclass(frozen=True, slots=True)
class Receipt:
    """One object that is at the target. `sent` is False if it was there before."""

    path: str
    sha256: str
    sent: bool


class Sink(Protocol):
    """A place that keeps objects by path."""

    def paths(self) -> Iterator[str]:
        """Every object, as far as the place can list them."""

    def still_has(self, path: str, length: int) -> bool:
        """Whether what was acknowledged need not be read again. length: -1: not known."""

    def get(self, path: str, most: int) -> bytes | None:
        """The content of an object, at most `most` bytes of it; None if there is none."""

    def put(self, path: str, content: bytes, create_only: bool) -> bool:
        """Write an object durably, in the place of what is there unless `create_only`; False if
        there is one and it was to be a new one."""

    def remove(self, path: str) -> None:
        """Take away an object that a newer one supersedes, if it is there."""


def upload(
    export: Path,
    sink: Sink,
    acks: Path | None = None,
    progress: Progress = lambda _done, _total, _path: None,
) -> list[Receipt]:
    """Bring everything in `export` to `sink`; a receipt for each object, or UploadFault.

    acks: a cache of what the sink has confirmed; losing it costs only reading back.
    progress: told (objects done, objects in all, path) after each object.
    """
    known = _load_acks(acks)
    receipts: list[Receipt] = []
    try:
        folder = Folder(export)
        ours = folder.read(HEAD, MOST_BYTES)
        theirs = _check_same_log(folder, ours, sink)
        _forget(known, theirs)
        _check_pruned(folder, sink, known)
        order = sorted(folder.files, key=_order)
        for path in order:
            # A match that ends meanwhile renews the export; its checkpoint covers more than goes.
            content = ours if path == HEAD else folder.read(path, MOST_BESIDE)
            receipts.append(_bring(sink, path, content, known))
            progress(len(receipts), len(order), path)
            if acks is not None and len(receipts) % _SAVED_EVERY == 0:
                _save_acks(acks, known, receipts)
        _tidy(sink, set(order), known)
    except Refusal as refusal:
        raise UploadFault("not-an-export", str(refusal)) from None
    except OSError as error:
        raise UploadFault("target-failed", error.strerror or str(error)) from error
    finally:
        if acks is not None:
            _save_acks(acks, known, receipts)
    return receipts


def _order(path: str) -> tuple[int, int, str]:
    """Entries, hash tiles, checkpoints by size, what lies beside, and the newest checkpoint."""
    if path == HEAD:
        return 4, 0, path
    kinds = ("log/tile/entries/", "log/tile/", "log/checkpoints/")
    kind = next((at for at, prefix in enumerate(kinds) if path.startswith(prefix)), 3)
    name = path.rpartition("/")[2]
    return kind, int(name) if kind == 2 and name.isdecimal() else 0, path


def check_apart(source: Path, destination: Path) -> None:
    """A copy inside what it copies would become part of it, and the folder that a table works in
    is no place for one: UploadFault `target-refused`."""
    place = Path(os.path.realpath(destination))
    if any(map(is_state, (place, *place.parents))):
        raise UploadFault(
            "target-refused",
            f"{destination} 是牌桌自己的状态文件夹 / is a table's own state folder",
        )
    if place.is_relative_to(os.path.realpath(source)):
        raise UploadFault(
            "target-refused",
            f"{destination} 在要上传的 {source} 之内 / lies inside it",
        )


def _check_same_log(folder: Folder, own: bytes, sink: Sink) -> bytes | None:
    """Whatever is at the target must be an earlier state of this very log; its checkpoint."""
    ours = _head(own, "not-an-export")
    raw = sink.get(HEAD, MOST_BYTES + 1)
    if raw is None:
        return None
    theirs = _head(raw, "target-refused")
    if theirs.origin != ours.origin:
        raise UploadFault("target-refused", f"it holds the log {theirs.origin}")
    kept = f"log/checkpoints/{theirs.size}"
    if kept not in folder.files or _head(folder.read(kept, MOST_BYTES), "not-an-export") != theirs:
        raise UploadFault("fork", f"its checkpoint of {theirs.size} entries is not ours")
    return raw


def _forget(known: dict[str, str], head: bytes | None) -> None:
    """A target that does not stand where we left it is another one, or has lost something: what
    it confirmed counts no more, neither here nor for what may be pruned."""
    if known.get(HEAD) != (None if head is None else sha256(head).hexdigest()):
        known.update(dict.fromkeys(known, _UNSURE))
    for path in _partials(head):
        known.setdefault(path, _UNSURE)  # so that it is taken away when it is superseded


def _check_pruned(folder: Folder, sink: Sink, known: dict[str, str]) -> None:
    """What the table has pruned must be there already: it has the hashes of it only."""
    for path in pruned_paths(folder.files):
        if known.get(path) and sink.still_has(path, _UNKNOWN):
            continue
        hashes = folder.read(path.replace("entries", "0", 1), 32 * TILE)
        bundle = sink.get(path, MOST_BUNDLE)
        if bundle is None or not _has(bundle, hashes):
            raise UploadFault(
                "target-incomplete",
                f"{path}: 牌桌已清理这些旧记录；请先从另一份完整的存档复制\n"
                "  the table has pruned these old records: copy them from a whole archive first",
            )
        known[path] = sha256(bundle).hexdigest()


def paths_of(export: Path) -> list[str]:
    """Every file of an export."""
    return [path.relative_to(export).as_posix() for path in export.rglob("*") if path.is_file()]


def pruned_paths(files: Collection[str]) -> list[str]:
    """The bundles of entries that an export lacks because its table has pruned them."""
    whole = [path for path in files if re.fullmatch(_WHOLE_TILE, path)]
    entries = {path.replace("log/tile/0/", "log/tile/entries/", 1) for path in whole}
    return sorted(entries - set(files))


def _has(bundle: bytes, hashes: bytes) -> bool:
    try:
        return b"".join(map(leaf_hash, split_bundle(bundle))) == hashes
    except ValueError:
        return False


def _head(raw: bytes, code: str) -> Checkpoint:
    try:
        return parse_checkpoint(parse_note(raw).text)
    except ValueError as error:
        raise UploadFault(code, f"checkpoint: {error}") from None


def _bring(sink: Sink, path: str, content: bytes, known: dict[str, str]) -> Receipt:
    """An object counts as brought when it was read back, whatever the target says before."""
    digest, most = sha256(content).hexdigest(), len(content) + 1
    if known.get(path) == digest and sink.still_has(path, len(content)):
        return Receipt(path, digest, sent=False)
    theirs = sink.get(path, most)
    if theirs == content:
        return Receipt(path, digest, sent=False)
    _check_replaceable(path, theirs, content)
    create_only = theirs is None and _written_once(path)
    written = sink.put(path, content, create_only)
    theirs = sink.get(path, most)
    if theirs == content:
        return Receipt(path, digest, sent=True)
    if not written:
        _check_replaceable(path, theirs, content)
    raise UploadFault("target-lies", f"{path} was read back differently")


def _check_replaceable(path: str, theirs: bytes | None, ours: bytes) -> None:
    if theirs is not None and _written_once(path) and not _is_torn(theirs, ours):
        raise UploadFault("fork", f"{path} is there with other content")


def _written_once(path: str) -> bool:
    return path.startswith("log/") and path != HEAD


def _is_torn(theirs: bytes, ours: bytes) -> bool:
    """What a stick shows of a file that was being written when it was pulled out."""
    return (len(theirs) < len(ours) and ours.startswith(theirs)) or not any(theirs)


def _tidy(sink: Sink, exported: set[str], known: dict[str, str]) -> None:
    """Remove superseded partial tiles, drafts that a pulled stick left behind, and files beside
    the log that we once put there; nothing else is ours to remove."""
    for path in {*sink.paths(), *known} - exported:
        beside = not path.startswith("log/") and path in known
        draft = path.endswith("~") and path[:-1] in exported
        if beside or draft or _PARTIAL.fullmatch(path):
            sink.remove(path)
            known.pop(path, None)


def _partials(head: bytes | None) -> list[str]:
    """The partial tiles that belong to a checkpoint."""
    if head is None:
        return []
    size = _head(head, "target-refused").size
    entries: list[tuple[int | str, int, int]] = [("entries", *each) for each in bundles(size)]
    return [f"log/{tile_path(*tile)}" for tile in [*entries, *tiles(size)] if tile[2] < TILE]


# ------------------------------------------------------------------ acknowledgements


def all_acks(exports: Path) -> list[dict[str, str]]:
    """What each destination has confirmed."""
    return [_load_acks(path) for path in sorted(_acks(exports).glob("*.json"))]


def acks_of(exports: Path, destination: Path | str) -> Path:
    """Where the acknowledgements of one destination are kept. destination: a folder, or the
    address of a web server."""
    place = destination if isinstance(destination, str) else str(destination.absolute())
    return _acks(exports) / f"{sha256(place.encode()).hexdigest()[:16]}.json"


def _acks(exports: Path) -> Path:
    """Beside the exports: whoever may copy those need not be able to write there."""
    return exports.absolute().with_name("acks")


def _load_acks(acks: Path | None) -> dict[str, str]:
    try:
        plain = json.loads(acks.read_bytes()) if acks else {}
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(plain, dict):
        return {}
    return {path: digest for path, digest in plain.items() if isinstance(digest, str)}


def _save_acks(acks: Path, known: dict[str, str], receipts: list[Receipt]) -> None:
    known.update((receipt.path, receipt.sha256) for receipt in receipts)
    # A cache: if it cannot be kept, the next run reads back more.
    with contextlib.suppress(OSError):
        acks.parent.mkdir(exist_ok=True)
        durable.replace(acks, json.dumps(known, sort_keys=True).encode(), 0o640)


# ------------------------------------------------------------------ a folder as the target


class DirectorySink:
    """A folder on a stick or a network drive. It may have been filled by anybody: links are
    refused, and only what we wrote ourselves is ever changed. The folder itself is never made: it
    would be on our own disk once the stick is gone."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def paths(self) -> Iterator[str]:
        """Every file below the folder; links are not followed."""
        for directory, _, names in os.walk(self._root):
            for name in names:
                yield Path(directory, name).relative_to(self._root).as_posix()

    def still_has(self, path: str, length: int) -> bool:
        """Whether an object that is written once has the length that it had."""
        return _written_once(path) and self._size(path) == length

    def get(self, path: str, most: int) -> bytes | None:
        """The content of an object, at most `most` bytes of it; None if there is none."""
        if self._size(path) is None:
            return None
        fd = os.open(self._place(path), os.O_RDONLY | os.O_NOFOLLOW)
        with os.fdopen(fd, "rb") as file:
            return file.read(most)

    def put(self, path: str, content: bytes, create_only: bool) -> bool:
        """Write beside, sync, rename, sync the folder."""
        if create_only and self._size(path) is not None:
            return False
        place = self._place(path)
        self._make_folder(place.parent)
        draft = place.with_name(place.name + "~")
        draft.unlink(missing_ok=True)
        fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o644)
        try:
            write_all(fd, content)
            os.fsync(fd)
        finally:
            os.close(fd)
        draft.replace(place)
        durable.sync_directory(place.parent)
        return True

    def remove(self, path: str) -> None:
        """Take away an object, and its folder if that is empty now."""
        place = self._place(path)
        place.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            place.parent.rmdir()

    def _size(self, path: str) -> int | None:
        try:
            found = self._place(path).lstat()
        except FileNotFoundError:
            return None
        if not stat.S_ISREG(found.st_mode):
            raise UploadFault("target-refused", f"{path} is not a plain file")
        return found.st_size

    def _place(self, path: str) -> Path:
        place = self._root
        for part in path.split("/")[:-1]:
            place = place / part
            if place.is_symlink():
                raise UploadFault("target-refused", f"{place} is a link")
        return self._root / path

    def _make_folder(self, folder: Path) -> None:
        if not folder.is_dir():
            if folder == self._root:
                raise UploadFault("target-missing", str(folder))
            self._make_folder(folder.parent)
            folder.mkdir()
            durable.sync_directory(folder.parent)
