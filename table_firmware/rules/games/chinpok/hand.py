"""Where a ChinPok hand stands, and how it begins (000 ch. 4)."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from table_firmware.rules.cards import FACES, RANKS, Card, Seat
from table_firmware.rules.climbing import Tricks
from table_firmware.rules.combinations import classify
from table_firmware.rules.dealing import Deal, Dealing
from table_firmware.rules.frozen import frozen
from table_firmware.rules.games.chinpok.settings import Options
from table_firmware.rules.round import Exchanged, HandResult

DEALING: Final = Dealing(
    deck=FACES * 2,
    draws=(("trump", 13), ("leader", 4)),
    hands=lambda ids, _draws: tuple(tuple(ids[seat::4]) for seat in Seat),
)
"""108 cards, position p to seat p mod 4 (CP-02)."""

_Item = TypeVar("_Item")

NOBODY: Final[tuple[tuple[Card, ...] | None, ...]] = (None, None, None, None)


@frozen
class State:
    """Where a hand stands.

    phase: `exchange`, `show`, `play` or `over`. leader: of the first trick. given: by seat, what
    each has laid for his partner, None while undeclared; a laid card stays in the hand until the
    exchange is made.
    """

    options: Options
    phase: str
    trump: str
    leader: Seat
    tricks: Tricks
    given: tuple[tuple[Card, ...] | None, ...] = NOBODY
    exchanged: Exchanged | None = None
    result: HandResult | None = None


def opening(options: Options, deal: Deal) -> State:
    """The state after the deal: trump and leader as drawn, unless an earlier hand has decided."""
    leader = Seat(deal.draws["leader"]) if deal.leader is None else deal.leader
    trump = deal.trump or RANKS[deal.draws["trump"]]
    classify((), trump)  # the first question under a trump takes 10 ms: not within a trick
    return State(
        options,
        "exchange" if options.exchange else "play",
        trump,
        leader,
        Tricks(tuple(deal.hands), leader),
    )


def places(_options: Options, _deal: Deal) -> tuple[Seat, ...]:
    """Nobody moves after the deal."""
    return tuple(Seat)


def lies_open(_options: Options, _deal: Deal, _ids: Sequence[Sequence[int]]) -> Mapping[str, int]:
    """No card lies open."""
    return {}


def put(items: tuple[_Item, ...], seat: Seat, item: _Item) -> tuple[_Item, ...]:
    """The items with one seat's replaced."""
    return (*items[:seat], item, *items[seat + 1 :])
