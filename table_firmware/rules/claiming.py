"""The words of games in which a tile that lies open may be claimed: what may be done, what
followed, what a seat may know. With those of `round` they are all that is said at the table.

Events say only what is public, so the log holds them as they are: what lies face down follows
from the deal (PH-24).
"""

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.frozen import frozen

Group = tuple[Card, Card, Card]


def in_threes(cards: tuple[Card, ...]) -> tuple[Group, ...]:
    """Groups that were written one after another; ValueError if a card is left over."""
    three = iter(cards)
    return tuple(zip(three, three, three, strict=True))


@frozen
class Meld:
    """一方门子, or the pair (将) of a hand that is won.

    kind: `chi` 吃, `bi` 比, `peng` 碰, `wei` 偎, `chou_wei` 臭偎, `pao` 跑 or `ti` 提; in a hand
    that is won also `kan` 坎, `shun` 顺子, `jiao` 绞 and `jiang` 将. tiles: those that may be seen.
    """

    kind: str
    tiles: tuple[Card, ...]


@frozen
class Open:
    """The tile that everything is about.

    kind: `liang` (亮张), `turned` or `discard`. seat: who turned or discarded it, the dealer for
    the 亮张. taken: it lies in that seat's 偎 or 提 already, and only he may win with it.
    """

    kind: str
    seat: Seat
    tile: Card
    taken: bool = False


@frozen
class Result:
    """How a hand ended; without `winner` it is 荒庄.

    melds: the hand that was won. huxi, tun, names, fan: how it counts. scores: raw, by seat.
    """

    winner: Seat | None
    dealer: Seat
    melds: tuple[Meld, ...] = ()
    huxi: int = 0
    tun: int = 0
    names: tuple[str, ...] = ()
    fan: int = 0
    scores: tuple[int, ...] = (0, 0, 0)


# ------------------------------------------------------------------ actions


@frozen
class Claim:
    """Claim the open tile. what: `hu`, `peng` or `chi`; groups: what is laid for 吃, the eaten
    tile's group and those of 比, in any order (PH-10).

    Seats answer in secret; only the claim that wins is decided (`settle`, PH-21)."""

    seat: Seat
    what: str
    groups: tuple[Group, ...] = ()


@frozen
class Discard:
    """Discard a tile of the hand."""

    seat: Seat
    tile: Card


# ------------------------------------------------------------------ events


@frozen
class Offered:
    """The opening 提 are laid; the 亮张 may be claimed."""


@frozen
class Turned:
    """The seat turned tile `index` of the stock (from 0); None: it goes into 偎 or 提."""

    seat: Seat
    index: int
    tile: Card | None


@frozen
class Melded:
    """The seat lays a meld of the kind `what`, with the tiles that are shown (PH-24)."""

    seat: Seat
    what: str
    tiles: tuple[Card, ...]


@frozen
class Closed:
    """Nobody took the open tile, or it was taken before; its time is over."""


@frozen
class Discarded:
    """The seat discarded a tile, which is now open."""

    seat: Seat
    tile: Card


@frozen
class Stuck:
    """相公: the seat owes a discard and has none; it can no longer win."""

    seat: Seat


@frozen
class Ended:
    """How the hand ended; what it is worth in the match follows (`round.HandEnded`)."""

    result: Result


# ------------------------------------------------------------------ what is asked, and views


@frozen
class AskClaim:
    """What the seat may claim while the tile is open; every seat is asked, most for nothing.

    chi: each set of groups that may be laid. pao: the tile will be 跑 unless somebody wins.
    """

    hu: bool = False
    peng: bool = False
    chi: tuple[tuple[Group, ...], ...] = ()
    pao: bool = False


@frozen
class AskDiscard:
    """Discard one of these."""

    tiles: tuple[Card, ...]


Ask = AskClaim | AskDiscard


@frozen
class View:
    """All that one seat may know; the fourth place sees what is public (PH-24, PH-25).

    phase: `opening`, `claim`, `discard` or `over`. Tuples are indexed by seat. hand: the seat's
    own. counts: tiles in hand. melds: as seen from this seat. huxi: of the melds that all can
    read; own_huxi: of all the seat's own. rows: discards and what nobody took. stock: tiles left.
    open: None where there is none, or it is another's and lies face down.
    no_chi, no_peng: the seat's own 臭牌. stuck: who is 相公.
    """

    seat: Seat
    phase: str
    dealer: Seat
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    huxi: tuple[int, ...]
    own_huxi: int
    rows: tuple[tuple[Card, ...], ...]
    stock: int
    open: Open | None
    turn: Seat | None
    ask: Ask | None
    no_chi: tuple[Card, ...]
    no_peng: tuple[Card, ...]
    stuck: tuple[Seat, ...]
    result: Result | None
