"""Bring an export to where it is kept: a stick, a network folder (`trust-decisions` §4.1).

The export itself is the outbox. Objects go out in the order entries, hash tiles, checkpoints,
files beside the log, and last `log/checkpoint`: until that arrives, the old state holds. Each is
written once; a second run sends only what is missing. There is no retry here: a timer starts the
program again.
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
from table_firmware.ledger.files import write_all
from table_firmware.ledger.folder import MOST_BESIDE, Folder
from table_firmware.ledger.notes import MOST_BYTES, Checkpoint, parse_checkpoint, parse_note
from table_firmware.ledger.report import Refusal
from table_firmware.ledger.tree import TILE, leaf_hash, split_bundle

HEAD: Final = "log/checkpoint"
_WHOLE_TILE: Final = re.compile(r"log/tile/0/(?:x[0-9]{3}/)*[0-9]{3}")
_PARTIAL: Final = re.compile(r"(log/tile/(?:entries|[0-9]+)/(?:x[0-9]{3}/)*[0-9]{3})\.p/[0-9]+")

Progress = Callable[[int, int, str], None]


class UploadFault(Exception):
    """The upload stopped. code: `fork` (the target holds another history: log it as an `error`
    entry and call for help), `not-an-export`, `target-refused` (not a folder for this log, inside
    the source, or a link in it), `target-incomplete` (it lacks what the table has pruned),
    `target-failed` (full, gone, read-only), `target-lies` (read back differently)."""

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
        """Every object."""

    def size(self, path: str) -> int | None:
        """How many bytes an object has, None if there is none."""

    def get(self, path: str) -> bytes:
        """The content of an object."""

    def put(self, path: str, content: bytes) -> None:
        """Write an object durably and read it back, in the place of what is there."""

    def remove(self, path: str) -> None:
        """Take away an object that a newer one supersedes."""


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
        _check_same_log(folder, sink)
        _check_pruned(folder, sink)
        order = sorted(folder.files, key=_order)
        for path in order:
            content = folder.read(path, MOST_BESIDE)
            receipts.append(_bring(sink, path, content, known))
            progress(len(receipts), len(order), path)
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
    """A copy inside what it copies would become part of it: UploadFault `target-refused`."""
    if Path(os.path.realpath(destination)).is_relative_to(os.path.realpath(source)):
        raise UploadFault(
            "target-refused",
            f"{destination} 在要上传的 {source} 之内 / lies inside it",
        )


def _check_same_log(folder: Folder, sink: Sink) -> None:
    """Whatever is at the target must be an earlier state of this very log."""
    ours = _head(folder.read(HEAD, MOST_BYTES), "not-an-export")
    if sink.size(HEAD) is None:
        return
    theirs = _head(sink.get(HEAD), "target-refused")
    if theirs.origin != ours.origin:
        raise UploadFault("target-refused", f"it holds the log {theirs.origin}")
    kept = f"log/checkpoints/{theirs.size}"
    if kept not in folder.files or _head(folder.read(kept, MOST_BYTES), "not-an-export") != theirs:
        raise UploadFault("fork", f"its checkpoint of {theirs.size} entries is not ours")


def _check_pruned(folder: Folder, sink: Sink) -> None:
    """What the table has pruned must be there already: it has the hashes of it only."""
    for path in pruned_paths(folder.files):
        hashes = folder.read(path.replace("entries", "0", 1), 32 * TILE)
        if sink.size(path) is None or not _has(sink.get(path), hashes):
            raise UploadFault(
                "target-incomplete",
                f"{path}: 牌桌已清理这些旧记录；请先从另一份完整的存档复制\n"
                "  the table has pruned these old records: copy them from a whole archive first",
            )


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
    digest = sha256(content).hexdigest()
    there = sink.size(path)
    acknowledged = _written_once(path) and known.get(path) == digest
    if there == len(content) and (acknowledged or sink.get(path) == content):
        return Receipt(path, digest, sent=False)
    if there is not None and _written_once(path) and not _is_torn(sink.get(path), content):
        raise UploadFault("fork", f"{path} is there with other content")
    sink.put(path, content)
    return Receipt(path, digest, sent=True)


def _written_once(path: str) -> bool:
    return path.startswith("log/") and path != HEAD


def _is_torn(theirs: bytes, ours: bytes) -> bool:
    """What a stick shows of a file that was being written when it was pulled out."""
    return (len(theirs) < len(ours) and ours.startswith(theirs)) or not any(theirs)


def _tidy(sink: Sink, exported: set[str], known: dict[str, str]) -> None:
    """Remove superseded partial tiles, drafts that a pulled stick left behind, and files beside
    the log that we once put there; nothing else is ours to remove."""
    for path in list(sink.paths()):
        beside = not path.startswith("log/") and path in known
        draft = path.endswith("~") and path[:-1] in exported
        if path not in exported and (beside or draft or _PARTIAL.fullmatch(path)):
            sink.remove(path)
            known.pop(path, None)


# ------------------------------------------------------------------ acknowledgements


def all_acks(exports: Path) -> list[dict[str, str]]:
    """What each destination has confirmed."""
    return [_load_acks(path) for path in sorted(exports.glob("acks-*.json"))]


def acks_of(exports: Path, destination: Path) -> Path:
    """Where the acknowledgements of one destination are kept: beside the exports."""
    name = sha256(str(destination.absolute()).encode()).hexdigest()[:16]
    return exports / f"acks-{name}.json"


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
        durable.replace(acks, json.dumps(known, sort_keys=True).encode())


# ------------------------------------------------------------------ a folder as the target


class DirectorySink:
    """A folder on a stick or a network drive. It may have been filled by anybody: links are
    refused, and only what we wrote ourselves is ever changed."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def paths(self) -> Iterator[str]:
        """Every file below the folder; links are not followed."""
        for directory, _, names in os.walk(self._root):
            for name in names:
                yield Path(directory, name).relative_to(self._root).as_posix()

    def size(self, path: str) -> int | None:
        """How many bytes an object has, None if there is none."""
        try:
            found = self._place(path).lstat()
        except FileNotFoundError:
            return None
        if not stat.S_ISREG(found.st_mode):
            raise UploadFault("target-refused", f"{path} is not a plain file")
        return found.st_size

    def get(self, path: str) -> bytes:
        """The content of an object."""
        fd = os.open(self._place(path), os.O_RDONLY | os.O_NOFOLLOW)
        with os.fdopen(fd, "rb") as file:
            return file.read(MOST_BESIDE)

    def put(self, path: str, content: bytes) -> None:
        """Write beside, sync, rename, sync the folder, read back."""
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
        if self.get(path) != content:
            raise UploadFault("target-lies", f"{path} was read back differently")

    def remove(self, path: str) -> None:
        """Take away an object, and its folder if that is empty now."""
        place = self._place(path)
        place.unlink()
        with contextlib.suppress(OSError):
            place.parent.rmdir()

    def _place(self, path: str) -> Path:
        place = self._root
        for part in path.split("/")[:-1]:
            place = place / part
            if place.is_symlink():
                raise UploadFault("target-refused", f"{place} is a link")
        return self._root / path

    def _make_folder(self, folder: Path) -> None:
        if not folder.is_dir():
            self._make_folder(folder.parent)
            folder.mkdir()
            durable.sync_directory(folder.parent)
