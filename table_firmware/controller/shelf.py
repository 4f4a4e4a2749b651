"""Where an event lies that was loaded for the next match: `event/<size>` of the state folder, the
sealed file as it came. Its name is the size of the log when it was loaded, so the log itself tells
whether it waits, is played, or was played and can go (`deal1` §8).
"""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from table_firmware.config.play import Play
from table_firmware.controller.event import Loaded
from table_firmware.fairness import durable
from table_firmware.ledger.entries import Entry, decode
from table_firmware.ledger.event_file import MOST_BYTES, open_event
from table_firmware.ledger.events import Event
from table_firmware.ledger.files import make_directory, read_strange
from table_firmware.ledger.log import Log
from table_firmware.rules.match import MODES

LOGGER: Final = logging.getLogger("table")
FOLDER: Final = "event"


class EventRefused(Exception):
    """The event cannot be loaded. `code` is a word of the catalogue of faults."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class Shelf:
    """The folder of one table. key: the private half of its sealing key."""

    def __init__(self, state: Path, log: Log, key: bytes) -> None:
        self._folder, self._log, self._key = state / FOLDER, log, key

    def loaded(self) -> Loaded | None:
        """The event that waits or is played; what was played to its end is forgotten. None also
        if the file cannot be read any more: then its deals are lost."""
        path = self._path()
        if path is None:
            return None
        begun = self._begun(int(path.name))
        if begun is not None and self._at_rest():
            self.forget()
            return None
        try:
            event = open_event(path.read_bytes(), self._log.origin, self._key)
            if begun is not None and self._entry(begun).d["B"] != event.b.hex():
                raise ValueError("not the event that is played")
        except (OSError, ValueError) as error:
            LOGGER.error("event-refused: %s: %s", path, error)
            return None
        return Loaded(event, self._sittings(event) + (begun is None))

    def put(self, file: Path, play: Play) -> Loaded:
        """Load the event in a file that anybody may have written; EventRefused, OSError. Nothing is
        changed before all of it was checked."""
        if not self._at_rest():
            raise EventRefused("event-not-now", "一轮尚未结束 / a match is not finished")
        if self.loaded() is not None:
            raise EventRefused("event-not-now", "已载入一个赛事 / an event is loaded already")
        try:
            raw = read_strange(file, MOST_BYTES)
            event = open_event(raw, self._log.origin, self._key)
        except ValueError as error:
            raise EventRefused("event-refused", f"{file}: {error}") from None
        if MODES[event.mode].levels:
            raise EventRefused("event-mode", event.mode)
        if play.guard.minors and MODES[event.mode].adults:
            raise EventRefused("event-not-here", f"guard.minors: {event.mode}")
        self.forget()  # what is left there opens no more
        make_directory(self._folder)
        durable.replace(self._folder / str(self._log.size), raw)
        return Loaded(event, self._sittings(event) + 1)

    def drop(self) -> bool:
        """Forget an event that waits; whether there was one. EventRefused while it is played."""
        path = self._path()
        if path is not None and self._begun(int(path.name)) is not None and not self._at_rest():
            raise EventRefused("event-not-now", "一轮尚未结束 / a match is not finished")
        self.forget()
        return path is not None

    def forget(self) -> None:
        """Nothing is loaded any more."""
        for path in self._files():
            durable.remove(path)

    # -------------------------------------------------------------- inside

    def _files(self) -> Iterator[Path]:
        return self._folder.iterdir() if self._folder.is_dir() else iter(())

    def _path(self) -> Path | None:
        """The last that was put here; while a match is played, before it began."""
        end = self._log.size if self._at_rest() else self._log.last("match") or 0
        sizes = {int(path.name): path for path in self._files() if path.name.isdecimal()}
        return sizes.get(max((size for size in sizes if size <= end), default=-1))

    def _entry(self, index: int) -> Entry:
        return next(self._log.entries(index))

    def _begun(self, size: int) -> int | None:
        """The index of the `event` entry by which its match began, if it has."""
        last = self._log.last("event")
        return last if last is not None and last >= size else None

    def _at_rest(self) -> bool:
        begun, over, closed = map(self._log.last, ("match", "match_end", "batch_end"))
        if begun is None:
            return True
        return over is not None and closed is not None and begun < over < closed

    def _sittings(self, event: Event) -> int:
        """How often the log says that the deals were played."""
        leaves = (leaf for leaf in self._log.leaves(self._log.pruned) if b'"k":"event"' in leaf)
        events = (entry.d for entry in map(decode, leaves) if entry.k == "event")
        return sum(d["B"] == event.b.hex() for d in events)
