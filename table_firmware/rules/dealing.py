"""How a game is dealt, and what a hand starts from."""

from collections.abc import Callable, Mapping, Sequence

from table_firmware.rules.cards import RANKS, Card, Seat
from table_firmware.rules.frozen import frozen


@frozen
class Dealing:
    """How a game is dealt (`deal1` §2).

    deck: the face of each deck id. draws: label and number of outcomes of each public draw.
    hands: from the shuffled ids and the draws to each seat's ids, in deal order.
    """

    deck: tuple[Card, ...]
    draws: tuple[tuple[str, int], ...]
    hands: Callable[[Sequence[int], Mapping[str, int]], tuple[tuple[int, ...], ...]]


@frozen
class Terms:
    """What earlier hands have decided for the next one, before it is dealt. leader: who leads or
    deals, None if the draw says so; trump: a rank, empty if the drawn one holds.
    after_double_down: the last hand was one. drawn: hands just before it that nobody won."""

    leader: Seat | None = None
    trump: str = ""
    after_double_down: bool = False
    drawn: int = 0

    def deal(self, hands: tuple[tuple[Card, ...], ...], draws: Mapping[str, int]) -> "Deal":
        """The deal of these cards under these terms."""
        return Deal(hands, draws, self.leader, self.trump, self.after_double_down, self.drawn)


def settled_by(terms: Terms, draws: Mapping[str, int]) -> tuple[Seat | None, str]:
    """Leader (or dealer) and trump as the draw settles them: None and empty in a game that draws
    none."""
    leader, trump = terms.leader, terms.trump
    for label in ("leader", "dealer"):
        if leader is None and label in draws:
            leader = Seat(draws[label])
    if not trump and "trump" in draws:
        trump = RANKS[draws["trump"]]
    return leader, trump


@frozen
class Deal:
    """What a hand starts from: the cards in deal order, by seat (in a game of three the fourth are
    those that nobody holds), the public draws, and what earlier hands have decided instead of them
    (as in `Terms`). Seats are those of the deal, before anybody moves (`Game.places`)."""

    hands: tuple[tuple[Card, ...], ...]
    draws: Mapping[str, int]
    leader: Seat | None = None
    trump: str = ""
    after_double_down: bool = False
    drawn: int = 0
