"""The words every game speaks: what may be done, what followed, what a seat may know.

A game is five pure functions over frozen values (see `Game`). Everything here is plain data and
crosses into the ledger and onto the wire through `notation`. Seats are the only names of players.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from table_firmware.rules.cards import Card, Seat


class IllegalAction(Exception):
    """The rules forbid the action; nothing changed (000 §39.3). `code` as in rules-batch."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


# ------------------------------------------------------------------ plays


@dataclass(frozen=True, slots=True)
class Reading:
    """What a set of cards is taken as. `pure` marks 原位纯红心同花顺 (000 §14.4).

    beside: the key of what lies beside the main part, where both count (004 牌型大小 B, C).
    groups, level: of neighbouring bombs, which their size does not tell (003 表格2).
    """

    type: str
    key: int
    size: int
    pure: bool = False
    beside: int = 0
    groups: int = 0
    level: int = 0


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards together with the reading in which they are played."""

    cards: tuple[Card, ...]
    reading: Reading


@dataclass(frozen=True, slots=True)
class Move:
    """One seat's part in the current trick: a play, or a pass (`play` is None)."""

    seat: Seat
    play: Combination | None


# ------------------------------------------------------------------ actions


@dataclass(frozen=True, slots=True)
class Play:
    """Play cards. Without a reading the default one holds (000 §10.4, CP-12 to CP-14)."""

    seat: Seat
    cards: tuple[Card, ...]
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """不出: out of this trick for good (000 §22.1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Give:
    """扣置: lay a card face down for the partner; no cards means 不换牌 (000 §19.2)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The seat's time ran out (000 §38)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Managed:
    """The system acts for the seat: 托管 or a house player (000 §40)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Proceed:
    """The time for showing something to all is over (000 §19.3)."""


@dataclass(frozen=True, slots=True)
class Settle:
    """The hand is settled as it stands, for a seat disconnected too long (000 §40.3, CP-27)."""

    seat: Seat


Action = Play | Pass | Give | TimedOut | Managed | Proceed | Settle
ACTIONS: Final = (Play, Pass, Give, TimedOut, Managed, Proceed, Settle)


# ------------------------------------------------------------------ events


@dataclass(frozen=True, slots=True)
class Gave:
    """The seat has declared itself in the exchange. `cards` is known to that seat alone."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Exchanged:
    """The exchange is over. For each pair the two cards that changed hands, in the order of the
    pair's seats in `PAIRS`, or None (未换牌)."""

    EW: tuple[Card, Card] | None
    NS: tuple[Card, Card] | None


@dataclass(frozen=True, slots=True)
class Shown:
    """The exchanged cards have been shown long enough; play begins."""


@dataclass(frozen=True, slots=True)
class Played:
    """Cards were laid on the table."""

    seat: Seat
    cards: tuple[Card, ...]
    reading: Reading


@dataclass(frozen=True, slots=True)
class Passed:
    """The seat passed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WentOut:
    """The seat played its last card as number `place` (1 = 头游)."""

    seat: Seat
    place: int


@dataclass(frozen=True, slots=True)
class TrickEnded:
    """Nobody beats `winner`; `leader` leads next (his partner after 接风, 000 §22.2)."""

    winner: Seat
    leader: Seat


@dataclass(frozen=True, slots=True)
class Fact:
    """Numbers that a game tells by a name of its own: four by seat, two by pair, one of all."""

    name: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandResult:
    """How a hand ended. Tuples are indexed by seat; scores in tenths of a point (000 ch. 6).

    `winner` is the pair that holds 头游, whatever the scores say (000 §35.1).
    `marks` holds `abnormal` for a hand settled early (000 §40.3).
    `facts` say how the scores came about, where places and cards left do not.
    """

    place: tuple[int, ...]
    left: tuple[int, ...]
    position_tenths: tuple[int, ...]
    pair_tenths: tuple[int, int]
    winner: str
    double_down: bool
    marks: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over."""

    result: HandResult


Event = Gave | Exchanged | Shown | Played | Passed | WentOut | TrickEnded | HandEnded
EVENTS: Final = (Gave, Exchanged, Shown, Played, Passed, WentOut, TrickEnded, HandEnded)


# ------------------------------------------------------------------ what is asked of a seat


@dataclass(frozen=True, slots=True)
class AskSit:
    """The seat is free: sit down. `modes` may be chosen from; `mode` is the present choice."""

    modes: tuple[str, ...]
    mode: str


@dataclass(frozen=True, slots=True)
class AskDigits:
    """Type your own digits for the deal, or decline (`deal1` §4)."""

    least: int = 6
    most: int = 20


@dataclass(frozen=True, slots=True)
class AskReady:
    """Say that you have seen this and are ready to go on."""


@dataclass(frozen=True, slots=True)
class AskGive:
    """Lay `count` cards for your partner, or decline."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class AskPlay:
    """Your turn. Without `to_beat` you lead and may not pass."""

    to_beat: Reading | None


Ask = AskSit | AskDigits | AskReady | AskGive | AskPlay
ASKS: Final = (AskSit, AskDigits, AskReady, AskGive, AskPlay)


@dataclass(frozen=True, slots=True)
class Clock:
    """What is being waited for: `name` is a key of the timers (`exchange`, `show`, `play`), and
    the hand goes on with `TimedOut` for each of `seats`, or with `Proceed` if there are none."""

    name: str
    seats: tuple[Seat, ...]


# ------------------------------------------------------------------ views


@dataclass(frozen=True, slots=True)
class SeatView:
    """All that one seat may know of the hand in play. Tuples are indexed by seat.

    phase: `exchange`, `show`, `play` or `over`.
    hand: the seat's own cards, in deal order.
    gave: who has declared himself in the exchange; `laid`: the seat's own card lying there, no
    longer in `hand` but still in `counts`, which do not tell who has laid one.
    exchanged: as in `Exchanged` once it is over, by pair.
    trick: the moves since the lead, oldest first; `passed`: who may not act again in this trick,
    or, where a pass is not final, not before somebody plays.
    out: seats in the order of going out.
    played: every play of this hand, without the passes, oldest first (000 §41.1).
    wilds: the wild faces of a game without trump. clockwise: the turn goes to the left.
    places: where the player of each chair now sits, empty where nobody has moved.
    open: the cards that lie open, each with the seat that holds it at first.
    facts: what else is known to all, such as captured points.
    """

    seat: Seat
    phase: str
    trump: str
    leader: Seat
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    turn: Seat | None
    ask: Ask | None
    to_beat: Reading | None
    trick: tuple[Move, ...]
    passed: tuple[Seat, ...]
    out: tuple[Seat, ...]
    played: tuple[Move, ...]
    trick_number: int
    gave: tuple[Seat, ...]
    laid: tuple[Card, ...]
    exchanged: Exchanged | None
    result: HandResult | None
    wilds: tuple[Card, ...] = ()
    clockwise: bool = False
    places: tuple[Seat, ...] = ()
    open: tuple[tuple[Seat, Card], ...] = ()
    facts: tuple[Fact, ...] = ()


# ------------------------------------------------------------------ a game


@dataclass(frozen=True, slots=True)
class Dealing:
    """How a game is dealt (`deal1` §2).

    deck: the face of each deck id. draws: label and number of outcomes of each public draw.
    hands: from the shuffled ids and the draws to each seat's ids, in deal order.
    """

    deck: tuple[Card, ...]
    draws: tuple[tuple[str, int], ...]
    hands: Callable[[Sequence[int], Mapping[str, int]], tuple[tuple[int, ...], ...]]


@dataclass(frozen=True, slots=True)
class Deal:
    """What a hand starts from: each seat's cards in deal order, the public draws, and the leader
    whom an earlier hand has decided (None: the drawn one leads). Seats are those of the deal,
    before anybody moves (`Game.places`).

    after_double_down: that earlier hand was a double-down of the leader's pair.
    """

    hands: tuple[tuple[Card, ...], ...]
    draws: Mapping[str, int]
    leader: Seat | None = None
    after_double_down: bool = False


class Game(Protocol):
    """A game as five pure functions over its own frozen `State`, and a few facts about it.

    A module satisfies this protocol. `decide` raises nothing but `IllegalAction`.
    """

    KEY: str
    VERSION: str
    DEALING: Dealing
    REFUSALS: frozenset[str]

    def options(self, given: Mapping[str, Any]) -> Any:
        """The game's options from a config table; ValueError names key, value and clause."""

    def in_force(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with its value, as `options` takes them: what the log says of a match."""

    def ranks(self, options: Any) -> bool:
        """Whether a match under these options may be ranked."""

    def leader(
        self, options: Any, number: int, last: Any, seats: Mapping[Seat, str]
    ) -> Seat | None:
        """Who leads hand `number` (from 1) after `last` (a `match.HandRecord`, None: there is
        none, or it was void) with these people at the seats; None: the drawn seat leads."""

    def places(self, options: Any, deal: Deal) -> tuple[Seat, ...]:
        """Where the player of each seat sits after the deal, with his cards; he stays there."""

    def lies_open(
        self, options: Any, deal: Deal, ids: Sequence[Sequence[int]]
    ) -> Mapping[str, int]:
        """What the log's `deal` entry says lies open (`deal1` §2); `ids`: the deal by seat."""

    def opening(self, options: Any, deal: Deal) -> Any:
        """The state after the deal, its seats those of `places`."""

    def decide(self, state: Any, action: Action) -> tuple[Event, ...]:
        """What follows from an action."""

    def evolve(self, state: Any, event: Event) -> Any:
        """The state after an event."""

    def view(self, state: Any, seat: Seat) -> SeatView:
        """What this seat may know."""

    def plays(self, view: SeatView) -> Sequence[Combination]:
        """Every play open to the seat that is asked, from what it may know."""

    def minimal(self, view: SeatView) -> Combination | None:
        """The smallest legal play of the seat that is asked (000 §39.2), None if it must pass."""

    def clock(self, state: Any) -> Clock | None:
        """Whom the hand waits for, None once it is over."""
