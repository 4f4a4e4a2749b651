"""What a log tells of each match, for the sheet that an operator prints: who played, how each hand
ended, the ranking, and whatever interrupted play. Nothing is judged here: the audit does that.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from table_firmware.ledger.entries import Entry
from table_firmware.rules.cards import Seat
from table_firmware.rules.match import Standing, seating
from table_firmware.rules.notation import from_plain

TOLD: Final = frozenset({"lost", "linked", "managed", "returned"})
"""Changes of a seat that belong on a sheet."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A hand that was played out. By player letter: tenths, and place, 0 if nobody has one."""

    number: int
    tenths: Mapping[str, int]
    place: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Incident:
    """What interrupted play in a hand (0: before the first). kind: of the entry; what: its act,
    change or reason; player: whose, empty if it is the table's."""

    hand: int
    kind: str
    what: str
    player: str = ""


@dataclass(slots=True)
class Sheet:
    """A match. who: by player letter `guest`, a house player or the pseudonym of a member. unix:
    when it began by the clock of the table, in seconds since 1970, None if that was not logged.
    over: its ranking is in the log."""

    id: str
    game: str
    mode: str
    ranked: bool
    who: Mapping[str, str]
    unix: int | None = None
    hands: list[Ended] = field(default_factory=list)
    incidents: list[Incident] = field(default_factory=list)
    ranking: tuple[Standing, ...] = ()
    over: bool = False


class Sheets:
    """Follows a log while it is audited: feed it every entry, in order. What is found counts if the
    log holds."""

    def __init__(self) -> None:
        self.found: list[Sheet] = []
        self._places: Mapping[str, str] = {}
        self._clock: tuple[int, int] | None = None
        self._hands = 0

    def follow(self, entry: Entry) -> None:
        """One more entry."""
        match entry.k:
            case "boot":
                self._clock = None
            case "clock":
                self._clock = entry.d["unix"], entry.m
            case "match":
                self._begin(entry)
            case _ if self.found and not self.found[-1].over:
                self._go_on(self.found[-1], entry.k, entry.d)
                self._note(entry.k, entry.d)

    def _go_on(self, sheet: Sheet, kind: str, d: Mapping[str, Any]) -> None:
        match kind:
            case "hand":
                self._hands += 1
            case "seating":
                self._places = dict(d["places"])
            case "hand_end":
                tenths, place = self._by_player(d["position_tenths"]), self._by_player(d["place"])
                sheet.hands.append(Ended(self._hands, tenths, place))
            case "match_end":
                sheet.ranking = tuple(from_plain(Standing, line) for line in d["ranking"])
                sheet.over = True

    def _note(self, kind: str, d: Mapping[str, Any]) -> None:
        match kind:
            case "call":
                self._add(kind, d["act"], d["seat"])
            case "service" if d["act"] in ("begin", "end"):
                self._add(kind, d["act"])
            case "seat" if d["change"] in TOLD:
                self._add(kind, d["change"], d["seat"])
            case "void":
                self._add(kind, d["reason"])

    def _begin(self, entry: Entry) -> None:
        d, first = entry.d, seating(entry.d["mode"], 1)
        self._places = {seat.name: first[seat] for seat in Seat}
        self._hands = 0
        who = {self._places[seat]: who for seat, who in d["seats"].items()}
        sheet = Sheet(d["match"], d["game"], d["mode"], bool(d["ranked"]), who)
        if self._clock is not None:
            sheet.unix = (self._clock[0] + entry.m - self._clock[1]) // 1000
        self.found.append(sheet)

    def _by_player(self, by_seat: Iterable[int]) -> dict[str, int]:
        told = zip(Seat, by_seat, strict=False)
        return {self._places[seat.name]: number for seat, number in told}

    def _add(self, kind: str, what: str, seat: str = "") -> None:
        player = self._places[seat] if seat else ""
        self.found[-1].incidents.append(Incident(self._hands, kind, what, player))
