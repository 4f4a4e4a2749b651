"""The words every game speaks: what may be done, what followed, what a seat may know.

Everything here is plain data and crosses into the ledger and onto the wire through `notation`.
Seats are the only names of players.
"""

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.frozen import frozen


class IllegalAction(Exception):
    """The rules forbid the action; nothing changed (000 §39.3). `code` as in rules-batch."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


# ------------------------------------------------------------------ plays


@frozen
class Reading:
    """What a set of cards is taken as. `pure` marks 原位纯红心同花顺 (000 §14.4).

    more: what else counts, empty in most games: the key of what lies beside the main part (004
    牌型大小 B, C), or number of groups and level of neighbouring bombs (003 表格2).
    """

    type: str
    key: int
    size: int
    pure: bool = False
    more: tuple[int, ...] = ()


@frozen
class Variant:
    """How cards are read where the operator does not want the usual readings (`variants`).

    manual_lower: a reading that another one of the same cards beats may be named (CP-14).
    type_order: the types between which a default is chosen, the preferred one first (CP-13).
    under_declare: five natural cards of a suit may be a plain straight (CP-15). joker_pair: two
    equal jokers may be the pair of a full house (CP-17). trump_tier: its triple counts as trump
    (CP-07). suit_order: of equal singles the system plays that of the earlier suit (CP-25).
    """

    manual_lower: bool = True
    type_order: tuple[str, ...] = ("plate", "tube", "straight", "full_house")
    under_declare: bool = False
    joker_pair: bool = True
    trump_tier: bool = True
    suit_order: str = "CDSH"


@frozen
class Combination:
    """Cards together with the reading in which they are played."""

    cards: tuple[Card, ...]
    reading: Reading


@frozen
class Move:
    """One seat's part in the current trick: a play, or a pass (`play` is None)."""

    seat: Seat
    play: Combination | None


# ------------------------------------------------------------------ actions


@frozen
class Play:
    """Play cards. Without a reading the default one holds (000 §10.4, CP-12 to CP-14)."""

    seat: Seat
    cards: tuple[Card, ...]
    reading: Reading | None = None


@frozen
class Pass:
    """不出: out of this trick for good (000 §22.1)."""

    seat: Seat


@frozen
class Give:
    """扣置: lay a card face down for the partner; no cards means 不换牌 (000 §19.2)."""

    seat: Seat
    cards: tuple[Card, ...]


@frozen
class TimedOut:
    """The seat's time ran out (000 §38)."""

    seat: Seat


@frozen
class Managed:
    """The system acts for the seat: 托管 or a house player (000 §40)."""

    seat: Seat


@frozen
class Proceed:
    """The time for showing something to all is over (000 §19.3)."""


@frozen
class Settle:
    """The hand is settled as it stands, for a seat disconnected too long (000 §40.3, CP-27)."""

    seat: Seat


Action = Play | Pass | Give | TimedOut | Managed | Proceed | Settle


# ------------------------------------------------------------------ events


@frozen
class Gave:
    """The seat has declared itself in the exchange. `cards` is known to that seat alone."""

    seat: Seat
    cards: tuple[Card, ...]


@frozen
class Exchanged:
    """The exchange is over. For each pair the two cards that changed hands, in the order of the
    pair's seats in `PAIRS`, or None (未换牌)."""

    EW: tuple[Card, Card] | None
    NS: tuple[Card, Card] | None


@frozen
class Shown:
    """The exchanged cards have been shown long enough; play begins."""


@frozen
class Played:
    """Cards were laid on the table."""

    seat: Seat
    cards: tuple[Card, ...]
    reading: Reading


@frozen
class Passed:
    """The seat passed."""

    seat: Seat


@frozen
class WentOut:
    """The seat played its last card as number `place` (1 = 头游)."""

    seat: Seat
    place: int


@frozen
class TrickEnded:
    """Nobody beats `winner`; `leader` leads next (his partner after 接风, 000 §22.2)."""

    winner: Seat
    leader: Seat


@frozen
class StoodIn:
    """The system has acted for the seat, so many times in a row; 0: the seat has acted itself. Told
    by games in which somebody who never acts has left."""

    seat: Seat
    times: int


@frozen
class Fact:
    """Numbers that a game tells by a name of its own: four by seat, two by pair, one of all."""

    name: str
    numbers: tuple[int, ...]


@frozen
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


@frozen
class HandEnded:
    """The hand is over."""

    result: HandResult


Event = Gave | Exchanged | Shown | Played | Passed | WentOut | TrickEnded | StoodIn | HandEnded


# ------------------------------------------------------------------ what is asked of a seat


@frozen
class AskSit:
    """The seat is free: sit down. `modes` may be chosen from; `mode` is the present choice."""

    modes: tuple[str, ...]
    mode: str


@frozen
class AskDigits:
    """Type your own digits for the deal, or decline (`deal1` §4)."""

    least: int = 6
    most: int = 20


@frozen
class AskCut:
    """Cut the deck of the next hand at a place below `cards`, or leave it as it is (`deal1` §5)."""

    cards: int


@frozen
class AskReady:
    """Say that you have seen this and are ready to go on."""


@frozen
class AskGive:
    """Lay `count` cards for your partner, or decline."""

    count: int = 1


@frozen
class AskPlay:
    """Your turn. Without `to_beat` you lead and may not pass."""

    to_beat: Reading | None


Ask = AskSit | AskDigits | AskCut | AskReady | AskGive | AskPlay


@frozen
class Clock:
    """What is being waited for: `name` is a key of the timers (`exchange`, `show`, `play`,
    `claim`), and the hand goes on with `TimedOut` for each of `seats`, or, if there are none, with
    what `Game.settle` finds when the whole time is over."""

    name: str
    seats: tuple[Seat, ...]


# ------------------------------------------------------------------ views


@frozen
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
    variant: how cards are read in this match, None: as usual.
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
    variant: Variant | None = None
    wilds: tuple[Card, ...] = ()
    clockwise: bool = False
    places: tuple[Seat, ...] = ()
    open: tuple[tuple[Seat, Card], ...] = ()
    facts: tuple[Fact, ...] = ()
