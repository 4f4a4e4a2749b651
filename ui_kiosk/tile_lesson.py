"""Positions and answers of the lessons of 跑胡子.

`hand`: the learner's tiles. `melds`: his, each with its kind: `"ti b8 b8 b8 b8"`. `open`: what
lies open: `"turned W s3"`, `"discard W s3"`, or nothing: the learner discards. `want`: `hu`,
`peng`, `let_go`, `chi` with the groups that are laid, or `discard` with a tile.
"""

from typing import Final

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.claiming import Claim, Discard, Meld, Open
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi.hand import Place, State
from table_firmware.rules.round import Proceed
from table_firmware.rules.said import Action
from table_firmware.wire.messages import Intent

ACTS: Final = frozenset({"claim", "decline", "discard"})
OTHERS: Final = (Card("b9"),) * 20
"""What the others hold: nobody sees it, and it goes with nothing that lies open."""
STOCK: Final = (Card("b10"),) * 12


def laid_out(hand: str, melds: tuple[str, ...], open_: str) -> State:
    """A hand in which the learner is asked."""
    mine = Place(_tiles(hand), tuple(map(_meld, melds)))
    phase, shown = _open(open_)
    other = Place(OTHERS)
    options = paohuzi.options({})
    return State(options, phase, Seat.W, shown.seat, (mine, other, other), STOCK, shown)


def _open(words: str) -> tuple[str, Open]:
    if not words:
        return "discard", Open("turned", Seat.E, Card("b10"))
    kind, seat, tile = words.split()
    return "claim", Open(kind, Seat[seat], Card(tile))


def _tiles(words: str) -> tuple[Card, ...]:
    return tuple(map(Card, words.split()))


def _meld(words: str) -> Meld:
    kind, *tiles = words.split()
    return Meld(kind, tuple(map(Card, tiles)))


def action(intent: Intent, seat: Seat) -> Action:
    """What the learner did, once the time is over."""
    if intent.act == "discard":
        return Discard(seat, intent.cards[0])
    if intent.act == "decline":
        return Proceed()
    flat = intent.cards
    groups = tuple((flat[at], flat[at + 1], flat[at + 2]) for at in range(0, len(flat), 3))
    return Claim(seat, intent.value, groups)


def said(intent: Intent) -> str:
    """The same as a lesson writes it."""
    match intent.act:
        case "decline":
            return "let_go"
        case "claim":
            return " ".join((intent.value, *intent.cards))
    return " ".join((intent.act, *intent.cards))
