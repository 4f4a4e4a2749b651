"""Where a hand of 跑胡子 stands, how it begins, and what a player owns in it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.claiming import Meld, Open, Result
from table_firmware.rules.dealing import Deal
from table_firmware.rules.frozen import frozen
from table_firmware.rules.games.paohuzi.settings import Options
from table_firmware.rules.games.paohuzi.tiles import PLAYERS, ordered

HAND: Final = 20
NOTHING: Final[frozenset[Card]] = frozenset()


@frozen
class Place:
    """One player's side of the table.

    row: discards and what he turned and nobody took. refused: 忍碰. no_chi, no_peng: 臭牌.
    entered: he has taken a tile in (进张). stuck: 相公.
    """

    hand: tuple[Card, ...]
    melds: tuple[Meld, ...] = ()
    row: tuple[Card, ...] = ()
    refused: frozenset[Card] = NOTHING
    no_chi: frozenset[Card] = NOTHING
    no_peng: frozenset[Card] = NOTHING
    entered: bool = False
    stuck: bool = False

    @property
    def quads(self) -> int:
        """跑 and 提."""
        return sum(len(meld.tiles) == 4 for meld in self.melds)

    @property
    def owned(self) -> int:
        """Tiles in hand and melds."""
        return len(self.hand) + sum(len(meld.tiles) for meld in self.melds)

    @property
    def owes(self) -> bool:
        """After 进张: a discard is due (PH-19)."""
        return self.owned > HAND + max(0, self.quads - 1)

    @property
    def spare(self) -> tuple[Card, ...]:
        """The faces that may leave the hand: all but 坎."""
        return ordered(tuple(face for face in set(self.hand) if self.hand.count(face) < 3))

    def has(self, tile: Card, *kinds: str) -> bool:
        """Whether a meld of this kind, of three or four alike, is of this face."""
        return any(meld.kind in kinds and tile in meld.tiles for meld in self.melds)


@frozen
class State:
    """Where a hand stands.

    phase: `opening`, `claim`, `discard`, `turn` (only between two events) or `over`. turn: who
    acts, or acted last. open: the tile that lies open, or did last. drawn: hands that ended in 荒庄
    just before this one.
    """

    options: Options
    phase: str
    dealer: Seat
    turn: Seat
    places: tuple[Place, ...]
    stock: tuple[Card, ...]
    open: Open
    drawn: int = 0
    result: Result | None = None

    def put(self, seat: Seat, place: Place) -> "State":
        """The state with one player's side replaced."""
        return replace(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))


def opening(options: Options, deal: Deal) -> State:
    """The state after the deal: the dealer as drawn, unless earlier hands have decided."""
    dealer = Seat(deal.draws["dealer"]) if deal.leader is None else deal.leader
    liang, *stock = deal.hands[3]
    places = tuple(Place(tuple(deal.hands[seat])) for seat in PLAYERS)
    open_ = Open("liang", dealer, liang)
    return State(options, "opening", dealer, dealer, places, tuple(stock), open_, deal.drawn)


def lies_open(_options: Options, _deal: Deal, ids: Sequence[Sequence[int]]) -> Mapping[str, int]:
    """The id of the 亮张 (002 term 五)."""
    return {"liang": ids[3][0]}
