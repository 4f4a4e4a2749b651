"""How members want their screens: kept by the table under a pseudonym, told only to the seat at
which the member is.

A member is known by a number that he types at his seat. It finds his settings and does nothing
else: it is in no entry of the log, and anybody could type it. Kept is `pid`, the first 8 bytes of
HMAC-SHA-256(key of this table, number), as `tlog1` names a member.
"""

import hmac
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from table_firmware.fairness.durable import replace
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Wishes

KEY: Final = "key"
HERE: Final = "here.json"
PID_BYTES: Final = 8
MOST: Final = 2000
"""So many members are remembered; then whoever has changed nothing for longest is forgotten."""
MOST_SETTINGS: Final = 16
MOST_VALUE: Final = 99
LONGEST_NUMBER: Final = 12
LONGEST_NAME: Final = 24


class Members:
    """The settings of the members and who of them is at which seat."""

    def __init__(self, folder: Path, random: Callable[[int], bytes], most: int = MOST) -> None:
        """folder: is made when it is first needed. random: secret bytes, for the key. most: are
        remembered."""
        self._folder = folder
        self._random = random
        self._most = most
        self._seated: Mapping[Seat, str] = {}
        self._here = self._load_here()

    def recall(self, seat: Seat, number: str) -> None:
        """A member number was typed at a seat; nothing or what is no number: nobody is known
        there."""
        pid = self._pid(number) if _is_number(number) else ""
        self._here = {**self._here, seat: pid} if pid else _without(self._here, seat)
        self.save()

    def keep(self, seat: Seat, settings: Mapping[str, int]) -> None:
        """The member at a seat has changed his settings; a disk that is full or read-only costs
        the memory, never the game."""
        pid = self._here.get(seat)
        if pid is None or not _sound(settings):
            return
        with suppress(OSError):
            self._file(pid).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._make_room(pid)
            replace(self._file(pid), json.dumps(dict(settings), sort_keys=True).encode())

    def save(self) -> None:
        """Keeps who is where, for a table that starts again in the middle of a match."""
        plain = {seat.name: pid for seat, pid in self._here.items()}
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            replace(self._folder / HERE, json.dumps(plain).encode())

    def wishes(self, seat: Seat) -> Wishes:
        """What is told to a seat."""
        pid = self._here.get(seat)
        if pid is None:
            return Wishes(False)
        found: object = None
        with suppress(OSError, ValueError):
            found = json.loads(self._file(pid).read_bytes())
        return Wishes(True, found if isinstance(found, dict) and _sound(found) else {})

    def settle(self, seated: Mapping[Seat, str]) -> frozenset[Seat]:
        """Members go with their players to other seats and are forgotten when these leave.

        seated: by seat the letter of the person there, empty outside a match; a seat at which
        nobody sits is not in it. The seats that must be told; if there are any, `save` is due.
        """
        before, self._seated = self._seated, dict(seated)
        if before == seated or not self._here:
            return frozenset()
        walked = {letter: seat for seat, letter in before.items() if letter}
        here = {
            seat: pid
            for seat in Seat
            if (pid := self._here.get(_earlier(seat, seated, walked)))
            and (seat in seated or (seat not in before and not any(seated.values())))
        }
        changed = frozenset(seat for seat in Seat if here.get(seat) != self._here.get(seat))
        self._here = here
        return changed

    def _load_here(self) -> dict[Seat, str]:
        with suppress(OSError, ValueError, AttributeError, KeyError):
            found = json.loads((self._folder / HERE).read_bytes())
            return {Seat[name]: pid for name, pid in found.items() if _is_pid(pid)}
        return {}

    def _pid(self, number: str) -> str:
        path = self._folder / KEY
        with suppress(OSError):
            if not path.exists():
                self._folder.mkdir(mode=0o700, exist_ok=True)
                replace(path, self._random(32))
            return hmac.digest(path.read_bytes(), number.encode(), "sha256")[:PID_BYTES].hex()
        return ""

    def _file(self, pid: str) -> Path:
        return self._folder / "settings" / f"{pid}.json"

    def _make_room(self, pid: str) -> None:
        kept = list((self._folder / "settings").glob("*.json"))
        if len(kept) >= self._most and self._file(pid) not in kept:
            min(kept, key=lambda path: path.stat().st_mtime_ns).unlink()


def _earlier(seat: Seat, seated: Mapping[Seat, str], walked: Mapping[str, Seat]) -> Seat:
    """Where the person of a seat was before."""
    return walked.get(seated.get(seat, ""), seat)


def _without(here: Mapping[Seat, str], seat: Seat) -> dict[Seat, str]:
    return {other: pid for other, pid in here.items() if other != seat}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER


def _is_pid(text: object) -> bool:
    return isinstance(text, str) and len(text) == 2 * PID_BYTES and text.isalnum()


def _sound(settings: Mapping[str, int]) -> bool:
    return len(settings) <= MOST_SETTINGS and all(
        len(name) <= LONGEST_NAME and type(value) is int and 0 <= value <= MOST_VALUE
        for name, value in settings.items()
    )
