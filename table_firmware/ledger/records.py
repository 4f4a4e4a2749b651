"""What an auditor remembers of a match while he reads it (`deal1`, V12 to V15)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from table_firmware.fairness.deal import Contribution, Header, read_header
from table_firmware.fairness.encoding import BadField, Reader, tag
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.replay import Act
from table_firmware.ledger.report import Refusal, demand
from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Dealing, Terms
from table_firmware.rules.game import Game
from table_firmware.rules.match import MODES, Before, HandRecord, Standing, levels, seating
from table_firmware.rules.notation import from_plain
from table_firmware.rules.round import Fact, HandResult
from table_firmware.rules.upgrade import spelt


@dataclass(slots=True)
class Hand:
    """A hand from `hand` to `reveal`.

    seats: who sat where when it was dealt; moved: and afterwards, if anybody changed places.
    dealt_at, revealed_at: the entries that say so.
    """

    h: int
    t: bytes
    number: int
    terms: Terms
    cuts: tuple[Contribution, ...]
    seats: Mapping[Seat, str]
    moved: Mapping[Seat, str] | None = None
    a: bytes = b""
    draws: Mapping[str, int] | None = None
    commits: tuple[str, ...] = ()
    open: Mapping[str, int] = field(default_factory=dict)
    acts: list[Act] = field(default_factory=list)
    end: Entry | None = None
    s: bytes = b""
    dealt_at: int = 0
    revealed_at: int = 0


@dataclass(slots=True)
class Batch:
    """A batch from `batch` to `batch_end`. `fate` of each index: open, done, void; `revealed`.

    sitting: of an event (`events`), from 1; 0: the table's own batch. Then `leaves` are empty if
    its log is not known, and `secrets` are the S of the hands that are revealed there.
    """

    header: Header
    dealing: Dealing
    r: bytes
    b: bytes
    leaves: tuple[bytes, ...]
    reveal_at: str
    beacon_round: int
    first_number: int
    i: int
    contributions: tuple[Contribution, ...] = ()
    k: bytes = b""
    fate: dict[int, str] = field(default_factory=dict)
    revealed: set[int] = field(default_factory=set)
    hands: dict[int, Hand] = field(default_factory=dict)
    sitting: int = 0
    secrets: Mapping[int, bytes] = field(default_factory=dict)

    @property
    def settled(self) -> set[int]:
        """The indices that need nothing more: of an event a played hand is revealed elsewhere."""
        void = {h for h, fate in self.fate.items() if fate == VOID}
        played = {h for h, fate in self.fate.items() if fate == DONE and self.sitting}
        return self.revealed | void | played


@dataclass(slots=True)
class Match:
    """A match from `match` to `match_end`. house: the letters of the house players, each with its
    kind. seats: who sits where now. organised: no match, but the deals of an event (`events`)."""

    game: Game
    options: Any
    mode: str
    ranked: bool
    house: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[Seat, str] = field(default_factory=dict)
    batch: Batch | None = None
    hands_before: int = 0
    records: list[HandRecord] = field(default_factory=list)
    last: HandRecord | None = None
    ended: bool = False
    organised: bool = False


OPEN, DONE, VOID = "open", "done", "void"
ABNORMAL: Final = "abnormal"
"""The reason of a `void` by the rules (CP-27): the hand counts for nobody, but it was begun."""
_DOUBLE_DOWN: Final = [1, 2, 4, 4]
NOT_COUNTED: Final = HandResult((0,) * 4, (0,) * 4, (0,) * 4, (0, 0), "", False)


def said_result(d: Mapping[str, Any], where: str = "") -> HandResult:
    """What `hand_end` says. That it was 双下 shows in its places. Refusal V13."""
    east_west, north_south = d["pair_tenths"]
    try:
        facts: tuple[Fact, ...] = from_plain(tuple[Fact, ...], list(d.get("facts", ())))
    except ValueError as error:
        raise Refusal("V13", where, f"facts: {error}") from None
    return HandResult(
        tuple(d["place"]),
        tuple(d["left"]),
        tuple(d["position_tenths"]),
        (east_west, north_south),
        d["winner"],
        sorted(d["place"]) == _DOUBLE_DOWN,
        tuple(d["marks"]),
        facts,
    )


def playing(match: Match, seats: Mapping[Seat, str]) -> dict[Seat, str]:
    """Who sits where of those who play."""
    return {seat: seats[seat] for seat in match.game.PLAYERS}


def places(match: Match, number: int) -> dict[Seat, str]:
    """Who sits where when the hand of this number, counted from 0, is dealt."""
    return seating(match.mode, number + 1, match.seats)


def terms(match: Match, number: int) -> Terms:
    """What the hands so far decide for the hand of this number, counted from 0: nothing in an
    event, where each table plays the same hands."""
    if match.batch is not None and match.batch.sitting:
        return Terms()
    seats = places(match, number)
    before = Before(match.mode, number + 1, seats, match.records, match.last)
    return match.game.terms(match.options, before)


def batch_header(bh: str) -> Header:
    """The header that BH spells; BadField for anything else."""
    reader = Reader(bytes.fromhex(bh))
    if reader.take(len(tag("batch")), "BH") != tag("batch"):
        raise BadField("BH", "not a batch header")
    header = read_header(reader)
    reader.end()
    return header


def by_seat(plain: Mapping[str, Any]) -> tuple[Contribution, ...]:
    """Contributions or cuts as an entry writes them, in seat order."""
    given = (plain[seat.name] for seat in Seat)
    return tuple(Contribution(each["mode"], bytes.fromhex(each["data"])) for each in given)


def check_ranking(match: Match, plain: list[Any], where: str) -> tuple[Standing, ...]:
    """The ranking as it was logged; Refusal V13 unless it follows from the hands."""
    try:
        said: tuple[Standing, ...] = from_plain(tuple[Standing, ...], plain)
    except ValueError as error:
        raise Refusal("V13", where, f"ranking: {error}") from None
    ruled = match.game.rank(match.options, match.mode, match.records)
    if any(line.unfinished for line in said):
        # Who was away is the table's word: compare what he and the others earned.
        same = sorted(map(_earned, said)) == sorted(map(_earned, ruled))
    else:
        same = said == ruled
    demand(same, "V13", where, "the ranking does not follow from the hands")
    return said


def check_levels(match: Match, said: Mapping[str, Any] | None, where: str) -> None:
    """Refusal V13 unless a match of levels, and no other, ends with those that the rules give."""
    ruled = spelt(levels(match.records)) if MODES[match.mode].levels else None
    demand(said == ruled, "V13", where, f"the levels should be {ruled}")


def _earned(line: Standing) -> tuple[Any, ...]:
    return line.who, line.wins, line.tenths, line.firsts, line.seconds, line.left
