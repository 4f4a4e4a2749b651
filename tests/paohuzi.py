"""跑胡子 laid out for tests in its own characters: 一 to 十 small, 壹 to 拾 big."""

import random  # noqa: TID251  (seeded; only the choice of what is tried)
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

import pytest

from table_firmware.rules.cards import TILES, Card, Seat
from table_firmware.rules.claiming import AskClaim, Claim, Ended, Group, Meld, Open, Result
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import Options, State
from table_firmware.rules.games.paohuzi.hand import Place
from table_firmware.rules.games.paohuzi.words import Action, Event
from table_firmware.rules.round import IllegalAction, Proceed

E, N, W, S = Seat
FACE = dict(zip("一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾", TILES, strict=True))
PADDING = Meld("chi", (FACE["肆"], FACE["伍"], FACE["陆"]))


def tiles(text: str) -> tuple[Card, ...]:
    return tuple(FACE[sign] for sign in text if sign != " ")


def runs(text: str) -> tuple[Group, ...]:
    """Groups of three, written with a space between them."""
    found = (tiles(word) for word in text.split())
    return tuple((one, two, three) for one, two, three in found)


def meld(text: str) -> Meld:
    """A meld as `kind:tiles`; one tile stands for all of them alike."""
    kind, signs = text.split(":")
    laid = tiles(signs)
    return Meld(kind, laid * (4 if kind in ("ti", "pao") else 3) if len(laid) == 1 else laid)


def place(hand: str, *melds: str, padded: bool = True) -> Place:
    """A player at rest, with melds that count nothing until he owns as much as he should."""
    made = Place(tiles(hand), tuple(map(meld, melds)))
    rest = 20 + max(0, made.quads - 1)
    while padded and made.owned + 3 <= rest:
        made = replace(made, melds=(*made.melds, PADDING))
    assert not padded or made.owned == rest, (made.owned, rest)
    return made


IDLE = place("玖玖")

PLAIN = "四五六 肆伍陆 九九玖 八八"
"""Eleven tiles that become four groups with 捌."""

HIGH = ("chi:贰柒拾", "chi:贰柒拾", "chi:壹贰叁")
"""18 胡息 on the table."""

NOTHING = "一三五七九 二四六八十 壹叁伍柒玖 贰肆陆捌拾"
"""The hand of somebody who has nothing to lay."""


def dealt(
    east: str, north: str, west: str, liang: str, stock: str = "壹" * 19, dealer: int = 0
) -> State:
    """A hand that begins, with this 亮张."""
    hands = (*map(tiles, (east, north, west)), (FACE[liang], *tiles(stock)))
    return paohuzi.opening(Options(), Deal(hands, {"dealer": dealer}))


def opened(
    open_: Open,
    *,
    east: Place = IDLE,
    north: Place = IDLE,
    west: Place = IDLE,
    stock: str = "壹" * 9,
    dealer: Seat = E,
    **options: object,
) -> State:
    """A hand in which this tile may be claimed now."""
    places = (east, north, west)
    given = Options(**options)  # type: ignore[arg-type]
    return State(given, "claim", dealer, open_.seat, places, tiles(stock), open_)


def turned(sign: str, seat: Seat, **more: object) -> State:
    return opened(Open("turned", seat, FACE[sign]), **more)  # type: ignore[arg-type]


def discarded(sign: str, seat: Seat, **more: object) -> State:
    return opened(Open("discard", seat, FACE[sign]), **more)  # type: ignore[arg-type]


def about_to_turn(sign: str, seat: Seat, stock: str = "壹" * 9, **more: object) -> State:
    """`Proceed` makes the seat turn this tile."""
    before = Open("turned", Seat((seat + 2) % 3), FACE["玖"], taken=True)
    return opened(before, stock=sign + stock, **more)  # type: ignore[arg-type]


def do(state: State, *actions: Action) -> State:
    for action in actions:
        for event in paohuzi.decide(state, action):
            state = paohuzi.evolve(state, event)
    return state


def go(state: State) -> State:
    """The state after nobody has claimed."""
    return do(state, Proceed())


def events(state: State, action: Action | None = None) -> tuple[Event, ...]:
    return paohuzi.decide(state, action or Proceed())


def result(state: State, action: Claim) -> Result:
    """What the hand has come to that this claim ends."""
    ended, _ = events(state, action)
    return cast(Ended, ended).result


def chi(seat: Seat, text: str) -> Claim:
    return Claim(seat, "chi", runs(text))


def peng(seat: Seat) -> Claim:
    return Claim(seat, "peng")


def hu(seat: Seat) -> Claim:
    return Claim(seat, "hu")


def asked(state: State, seat: Seat) -> AskClaim:
    ask = paohuzi.view(state, seat).ask
    assert isinstance(ask, AskClaim)
    return ask


def refusal(state: State, action: Action) -> str:
    with pytest.raises(IllegalAction) as refused:
        paohuzi.decide(state, action)
    assert refused.value.code in paohuzi.REFUSALS
    return refused.value.code


def kinds(melds: Iterable[Meld]) -> list[str]:
    return [each.kind for each in melds]


def laid(found: Sequence[tuple[Group, ...]]) -> set[str]:
    """What may be laid, as text."""
    sign = {face: name for name, face in FACE.items()}
    return {" ".join("".join(sign[face] for face in run) for run in each) for each in found}


def shuffled(seed: int) -> Deal:
    """A deal of all 80 tiles."""
    chance = random.Random(seed)
    ids = list(range(80))
    chance.shuffle(ids)
    draws = {"dealer": chance.randrange(3)}
    deck = paohuzi.DEALING.deck
    hands = paohuzi.DEALING.hands(ids, draws)
    return Deal(tuple(tuple(deck[number] for number in hand) for hand in hands), draws)


def lying(state: State) -> Counter[Card]:
    """Every tile of the hand, wherever it lies."""
    found = Counter(state.stock)
    for each in state.places:
        found.update((*each.hand, *each.row))
        for laid_ in each.melds:
            found.update(laid_.tiles)
    won = state.result is not None and state.result.winner is not None
    waiting = (won or state.phase in ("opening", "claim")) and not state.open.taken
    return found + Counter((state.open.tile,) if waiting else ())


def open_actions(state: State) -> list[Action]:
    """Everything that may be decided now."""
    if state.phase != "discard":
        found: list[Action] = [Proceed()]
    else:
        found = []
    for seat in (E, N, W):
        for play in paohuzi.plays(paohuzi.view(state, seat)):
            if isinstance(play, Claim) and paohuzi.settle(state, [play]) != play:
                continue
            found.append(play)
    return found
