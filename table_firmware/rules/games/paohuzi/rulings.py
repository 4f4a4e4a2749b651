"""What follows from an action in a 跑胡子 hand, or why it is refused (2.3, 2.6)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from table_firmware.rules.cards import TILES, Seat
from table_firmware.rules.claiming import (
    Claim,
    Closed,
    Discard,
    Discarded,
    Ended,
    Melded,
    Offered,
    Result,
    Stuck,
    Turned,
)
from table_firmware.rules.games.paohuzi.course import evolve
from table_firmware.rules.games.paohuzi.eating import arranged
from table_firmware.rules.games.paohuzi.hand import State
from table_firmware.rules.games.paohuzi.house import least, managed
from table_firmware.rules.games.paohuzi.offers import runner, winner
from table_firmware.rules.games.paohuzi.score import worth
from table_firmware.rules.games.paohuzi.sight import answers, ask, view
from table_firmware.rules.games.paohuzi.tiles import order, right
from table_firmware.rules.games.paohuzi.winning import win
from table_firmware.rules.games.paohuzi.words import Action, Event
from table_firmware.rules.round import HandEnded, IllegalAction, Managed, Proceed, TimedOut

REFUSALS: Final = frozenset(
    {
        "round-over",
        "not-your-turn",
        "not-in-hand",
        "kan-stays",
        "not-open-to-you",
        "higher-claim",
        "taken",
    }
)
"""Every code `decide` and `check` can refuse with."""

STOCK: Final = 19
"""底牌 (002 term 六)."""

_RANK: Final = ("hu", "peng", "chi")
"""胡 above 碰 above 吃; 跑, which is forced, stands between the first two (PH-11)."""


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """What follows from an action; raises IllegalAction, and nothing else.

    While a tile is open nothing is decided before its time is over: then it is the claim that
    wins, `Managed` for what a managed seat claims, or `Proceed` if nobody claims it (see
    `settle`). What is forced comes by itself.
    """
    if state.phase == "over":
        raise IllegalAction("round-over")
    match action:
        case Proceed() if state.phase == "opening":
            return _follow(state, _opening(state))
        case Proceed() if state.phase == "claim":
            return _follow(state, _outcome(state, None))
        case Claim() | Managed() if state.phase == "claim":
            claim = _claimed(state, action)
            if claim is None:
                raise IllegalAction("not-open-to-you")
            check(state, claim)
            return _follow(state, _outcome(state, claim))
        case Discard() | TimedOut() | Managed() if _waits_for(state, action.seat):
            return _follow(state, _discard(state, action))
    raise IllegalAction("not-your-turn")


def check(state: State, claim: Claim) -> None:
    """Whether the seat may answer so while the tile is open; raises IllegalAction. It may be
    asked at once: it says nothing about others. `taken`: the time is over, and another has it."""
    if _taken(state, claim.seat):
        raise IllegalAction("taken")
    may = answers(claim.seat, ask(state, claim.seat))
    match claim:
        case Claim(groups=groups) if replace(claim, groups=arranged(groups)) in may:
            return
    raise IllegalAction("not-open-to-you")


def _taken(state: State, seat: Seat) -> bool:
    if state.result is not None:
        return state.result.winner not in (None, seat)
    return state.phase == "discard" and state.turn != seat


def settle(state: State, answers: Sequence[Claim | Managed]) -> Claim | Managed | Proceed:
    """What the time of an open tile comes to: the claim that wins among those that seats have
    made in secret (each of them one that `check` accepts), or `Proceed` if there is none, or what
    is forced goes before (PH-11, PH-21). `Managed` stands for what a managed seat claims."""
    seats = order(state.open.seat)
    claims = {each: claim for each in answers if (claim := _claimed(state, each))}
    if not claims:
        return Proceed()
    best = min(claims, key=lambda each: (_RANK.index(claims[each].what), seats.index(each.seat)))
    return Proceed() if _forced(state, claims[best]) is not None else best


def _claimed(state: State, answer: Claim | Managed) -> Claim | None:
    """The claim itself; of a managed seat what it claims, None if nothing."""
    if isinstance(answer, Claim):
        return answer
    claim = managed(view(state, answer.seat))
    return claim if isinstance(claim, Claim) else None


def _waits_for(state: State, seat: Seat) -> bool:
    return state.phase == "discard" and state.turn == seat


def _opening(state: State) -> tuple[Event, ...]:
    """提 of all hands, the dealer's first, then his with the 亮张 (PH-27, PH-20)."""
    fours = tuple(
        Melded(seat, "ti", (face,))
        for seat in order(state.dealer)
        for face in TILES
        if state.places[seat].hand.count(face) == 4
    )
    tile = state.open.tile
    with_liang = state.places[state.dealer].hand.count(tile) == 3
    return *fours, *([Melded(state.dealer, "ti", (tile,))] if with_liang else []), Offered()


def _outcome(state: State, claim: Claim | None) -> tuple[Event, ...]:
    """What the time of an open tile comes to: what is forced goes before what is claimed."""
    forced = _forced(state, claim)
    if forced is not None:
        if claim is not None:
            raise IllegalAction("higher-claim")
        return (forced,)
    match claim:
        case None:
            return (Closed(),)
        case Claim(seat, "hu"):
            return (_won(state, seat),)
        case Claim(seat, "peng"):
            return (Melded(seat, "peng", (state.open.tile,) * 3),)
        case _:
            first, *others = (Melded(claim.seat, "bi", run) for run in arranged(claim.groups))
            return replace(first, what="chi"), *others


def _forced(state: State, claim: Claim | None) -> Event | None:
    """胡 where it may not be passed, or 跑, unless what is claimed goes before it."""
    wins = claim.seat if claim and claim.what == "hu" else None
    first = winner(state) if state.options.must_win else wins
    if first is not None:
        return None if wins == first else _won(state, first)
    seat = runner(state)
    return None if seat is None else Melded(seat, "pao", (state.open.tile,) * 4)


def _won(state: State, seat: Seat) -> Ended:
    result = win(state, seat)
    assert result is not None
    return Ended(result)


def _discard(state: State, action: Discard | TimedOut | Managed) -> tuple[Event, ...]:
    """A time-out and a managed seat give what goes least with the rest of the hand."""
    place = state.places[action.seat]
    tile = action.tile if isinstance(action, Discard) else least(place.hand, place.spare)
    if tile not in place.hand:
        raise IllegalAction("not-in-hand")
    if tile not in place.spare:
        raise IllegalAction("kan-stays")
    return (Discarded(action.seat, tile),)


def _follow(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """These events, and what comes after them by itself until somebody is waited for."""
    found: list[Event] = []
    while events:
        found += events
        for event in events:
            state = evolve(state, event)
        events = tuple(_onward(state))
    if state.result is not None:
        found.append(HandEnded(worth(state, state.result)))
    return tuple(found)


def _onward(state: State) -> Iterator[Event]:
    """相公 if there is nothing to discard; the next seat turns; 荒庄 after the last tile."""
    if state.phase == "discard" and not state.places[state.turn].spare:
        yield Stuck(state.turn)
    elif state.phase == "turn" and not state.stock:
        yield Ended(Result(None, state.dealer))
    elif state.phase == "turn":
        yield from _turned(state, right(state.turn))


def _turned(state: State, seat: Seat) -> Iterator[Event]:
    """A tile that makes 偎 or 提 goes face down; any other lies open (2.3 step 4)."""
    tile, place = state.stock[0], state.places[seat]
    index = STOCK - len(state.stock)
    copies = place.hand.count(tile)
    if copies == 3 or place.has(tile, "wei", "chou_wei"):
        yield Turned(seat, index, None)
        yield Melded(seat, "ti", (tile,))
    elif copies == 2 and tile in place.refused:
        yield Turned(seat, index, None)
        yield Melded(seat, "chou_wei", (tile,))
    elif copies == 2:
        yield Turned(seat, index, None)
        yield Melded(seat, "wei", ())
    else:
        yield Turned(seat, index, tile)
