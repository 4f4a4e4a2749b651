"""What the log says of the table: everything that must survive a power cut, and nothing else.

`folding` adds one entry to it. Timers, ready flags and links are not here: they live in `Table`
and begin anew after a restart.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from table_firmware.fairness.deal import NOTHING as NO_CUTS
from table_firmware.fairness.deal import Contribution, Dealt
from table_firmware.ledger.calls import Call
from table_firmware.ledger.upkeep import Upkeep
from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Deal, Terms
from table_firmware.rules.game import Game
from table_firmware.rules.match import (
    HOUSE_PLAYERS,
    MODES,
    Before,
    HandRecord,
    Standing,
    moved,
    seating,
)
from table_firmware.rules.round import HandResult


@dataclass(frozen=True, slots=True)
class Chair:
    """Who has a seat (`empty`, `guest`, a house player, or a member's pid) and how he fares.

    lost: disconnected (CP-53). managed: in 托管 by his own will or after time-outs (CP-55).
    timeouts: in a row.
    """

    who: str = "empty"
    lost: bool = False
    managed: bool = False
    timeouts: int = 0

    @property
    def human(self) -> bool:
        """A person has this seat."""
        return self.who not in ("empty", *HOUSE_PLAYERS)

    @property
    def automatic(self) -> bool:
        """The system acts for this seat (000 §40.1)."""
        return self.who in HOUSE_PLAYERS or self.lost or self.managed


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand in play. `h` counts from 0 as the batch does, `number` as the match does; `leader`
    and `trump` are settled by the draw, in games that draw them.

    cuts: where players cut the deck (`deal1` §5).
    moves: where the player of each seat goes after the deal, None if he has gone or nobody does;
    came_from: by seat, where its player was when the cards were dealt.
    acts: how many decisions were logged; stood_in: by seat, the kinds of events by which the table
    has acted for it since it last acted itself, oldest first. away: seats disconnected at some
    time in this hand.
    ended: by `hand_end` or `void`. end_size and reveal_size: of the log with its end and with its
    reveal, 0 before.
    """

    h: int
    number: int
    cuts: tuple[Contribution, ...] = NO_CUTS
    draws: Mapping[str, int] | None = None
    leader: Seat | None = None
    trump: str = ""
    dealt: bool = False
    moves: tuple[Seat, ...] | None = None
    came_from: tuple[Seat, ...] = tuple(Seat)
    state: Any = field(default=None, repr=False)
    acts: int = 0
    stood_in: tuple[tuple[str, ...], ...] = ((), (), (), ())
    away: frozenset[Seat] = frozenset()
    result: HandResult | None = None
    ended: bool = False
    end_size: int = 0
    reveal_size: int = 0

    @property
    def revealed(self) -> bool:
        """Its secrets are in the log."""
        return self.reveal_size > 0


@dataclass(frozen=True, slots=True)
class Committed:
    """What was published of the batch. reveal_at: `hand`, `match` or `audit` (`deal1` §6). event:
    whose deals they are, if not the table's own; sitting: how often it plays them (§12)."""

    bid: bytes
    b: bytes
    n: int
    noise: str
    reveal_at: str = "hand"
    beacon_round: int = 0
    event: str = ""
    sitting: int = 0


@dataclass(frozen=True, slots=True)
class Match:
    """The match in play, or the last one.

    first: how many hands were begun in earlier batches. hand: of the batch in play. batch_size: of
    the log with the batch. last: the hand before the present one, None if it was void.
    voids, reveals: indices of the batch that are void, and those whose secrets are in the log.
    over: the ranking is logged; closed: the end of the batch too; rotated: and the epoch's.
    """

    id: str
    game: Game
    mode: str
    options: Any
    places: Mapping[Seat, str]
    first: int = 0
    batch: Committed | None = None
    batch_size: int = 0
    contributions: tuple[Contribution, ...] | None = None
    k: bytes = b""
    hand: Hand | None = None
    hands: tuple[HandRecord, ...] = ()
    last: HandRecord | None = None
    voids: tuple[int, ...] = ()
    reveals: tuple[int, ...] = ()
    ranking: tuple[Standing, ...] = ()
    over: bool = False
    closed: bool = False
    rotated: bool = False

    @property
    def hands_in_all(self) -> int:
        """How many hands its mode has."""
        return MODES[self.mode].hands

    @property
    def open_index(self) -> int | None:
        """The first index that is neither revealed nor void; of an event, which reveals in its own
        log: that may still be played."""
        hands = self.batch.n if self.batch else 0
        done = {*self.voids, *self.reveals}
        if self.batch and self.batch.event:
            ended = self.next_h if self.hand is None or self.hand.ended else self.hand.h
            done |= set(range(hands if self.over else ended))
        return next((h for h in range(hands) if h not in done), None)

    @property
    def lost(self) -> bool:
        """No hand of the batch can be dealt any more, and nobody can tell what the last would
        have been: the match ends with the vault of its batch (`deal1` §8)."""
        last = self.batch.n - 1 if self.batch else 0
        return last in self.voids and last not in self.reveals

    @property
    def settled(self) -> bool:
        """The present hand has ended, and what must be revealed of it at once is revealed."""
        if self.hand is None or self.batch is None:
            return False
        later = self.batch.reveal_at == "match"
        return self.hand.revealed or (self.hand.ended and later)

    @property
    def next_h(self) -> int:
        """The index of the hand that comes after the present one."""
        return 0 if self.hand is None else self.hand.h + 1

    @property
    def begun(self) -> int:
        """How many hands of the match have begun."""
        return self.first + self.next_h

    @property
    def reseated(self) -> bool:
        """People already sit for the hand that has not begun yet (000 §28.3)."""
        return self.begun > 0 and self.places != seating(self.mode, self.begun, self.places)


@dataclass(frozen=True, slots=True)
class Record:
    """The table as the log tells it. size: entries so far. noise_fault: why there is no
    verifiable random source, until an operator's `config` entry says that it is repaired."""

    size: int = 0
    noise_fault: str = ""
    chairs: tuple[Chair, ...] = (Chair(),) * 4
    match: Match | None = None
    upkeep: Upkeep = field(default_factory=Upkeep)
    call: Call = field(default_factory=Call)

    @property
    def suspended(self) -> bool:
        """Play stands still: for service, or for a pause that the table has agreed to."""
        return self.upkeep.on or self.call.on


def terms(match: Match, number: int) -> Terms:
    """What the hands so far decide for the hand of this number, counted from 0: nothing in an
    event, where each table plays the same hands."""
    if match.batch is not None and match.batch.sitting:
        return Terms()
    before = Before(match.mode, number + 1, match.places, match.hands, match.last)
    return match.game.terms(match.options, before)


def deal_of(match: Match, hand: Hand, dealt: Dealt) -> Deal:
    """What the rules are told of the deal."""
    return terms(match, hand.number).deal(dealt.hands, dealt.draws)


def places_after_deal(match: Match, hand: Hand) -> dict[Seat, str]:
    """Who will sit where once people have moved."""
    return moved(match.places, hand.moves or tuple(Seat))
