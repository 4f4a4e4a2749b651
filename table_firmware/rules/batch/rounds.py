"""A whole hand told as actions: the `round` operation."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from table_firmware.rules.batch.fields import COPIES, Fields
from table_firmware.rules.batch.readings import reading_out
from table_firmware.rules.batch.records import result_out
from table_firmware.rules.cards import RANKS, Card, Seat
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.round import (
    Action,
    Event,
    Exchanged,
    Give,
    IllegalAction,
    Managed,
    Pass,
    Passed,
    Play,
    Played,
    Proceed,
    Reading,
    TimedOut,
)


def round_out(fields: Fields) -> dict[str, Any]:
    """The answer to a `round` request; the first refused action ends it and changes nothing."""
    actions = [action_in(inner) for inner in fields.inners("actions")]
    state = _opening(fields, _has_exchange(actions))
    history: list[Event] = []
    refused = None
    accepted = 0
    for action in actions:
        try:
            events = chinpok.decide(state, action)
        except IllegalAction as refusal:
            refused = {"at": accepted, "code": refusal.code}
            break
        state = _fold(state, events)
        history += events
        accepted += 1
    return {"accepted": accepted, "refused": refused} | _stand(state, history)


def _opening(fields: Fields, exchange: bool) -> chinpok.State:
    draws = {"trump": RANKS.index(fields.trump()), "leader": int(fields.seat("leader"))}
    options = chinpok.Options(exchange=exchange)
    return chinpok.opening(options, Deal(_hands(fields), draws))


def _hands(fields: Fields) -> tuple[tuple[Card, ...], ...]:
    inner = fields.by_seat("hands", Seat)
    hands = tuple(inner.cards(seat.name) for seat in Seat)
    for seat in Seat:
        if not hands[seat]:
            raise inner.bad(seat.name, "holds no card")
    faces = Counter(card for hand in hands for card in hand)
    if max(faces.values()) > COPIES:
        raise fields.bad("hands", f"more than {COPIES} cards of one face")
    return hands


def _has_exchange(actions: Sequence[Action]) -> bool:
    """True when a card is laid or declined before anybody plays or passes."""
    for action in actions:
        if isinstance(action, Play | Pass):
            return False
        if isinstance(action, Give):
            return True
    return False


def _fold(state: chinpok.State, events: Sequence[Event]) -> chinpok.State:
    """The state after the events; what was exchanged has been shown at once."""
    for event in events:
        state = chinpok.evolve(state, event)
    if state.phase == "show":
        return _fold(state, chinpok.decide(state, Proceed()))
    return state


# ------------------------------------------------------------------ actions in


Read = Callable[[Fields, str], Reading | None]


def _play(fields: Fields, read: Read) -> Play:
    return Play(fields.seat(), fields.any_cards("play"), read(fields, "reading"))


def _give(fields: Fields, _: Read) -> Give:
    return Give(fields.seat(), fields.any_cards("exchange"))


def _pass(fields: Fields, _: Read) -> Pass:
    fields.true("pass")
    return Pass(fields.seat())


def _timed_out(fields: Fields, _: Read) -> TimedOut:
    fields.true("timeout")
    return TimedOut(fields.seat())


def _managed(fields: Fields, _: Read) -> Managed:
    fields.true("managed")
    return Managed(fields.seat())


_ACTIONS: Final[Mapping[str, Callable[[Fields, Read], Action]]] = {
    "play": _play,
    "exchange": _give,
    "pass": _pass,
    "timeout": _timed_out,
    "managed": _managed,
}


def action_in(fields: Fields, read: Read = Fields.reading) -> Action:
    """An action of a request; read: how the game reads a reading."""
    named = [name for name in _ACTIONS if name in fields]
    if len(named) != 1:
        raise fields.bad("seat", f"must come with one of {' '.join(_ACTIONS)}")
    return _ACTIONS[named[0]](fields, read)


# ------------------------------------------------------------------ answer out


def _stand(state: chinpok.State, history: Sequence[Event]) -> dict[str, Any]:
    view = chinpok.view(state, Seat.E)
    return {
        "turn": None if view.turn is None else view.turn.name,
        "leading": view.turn is not None and view.to_beat is None,
        "exchanged": _exchanged_out(view.exchanged),
        "to_beat": reading_out(view.to_beat) if view.to_beat else None,
        "played": [move_out(event) for event in history if isinstance(event, Played | Passed)],
        "out": [seat.name for seat in view.out],
        "left": {seat.name: view.counts[seat] for seat in Seat},
        "over": view.phase == "over",
        "result": result_out(view.result) if view.result else None,
    }


def _exchanged_out(exchanged: Exchanged | None) -> dict[str, Any]:
    if exchanged is None:
        return {"EW": None, "NS": None}
    return {
        name: list(cards) if cards else None
        for name, cards in (("EW", exchanged.EW), ("NS", exchanged.NS))
    }


def move_out(event: Played | Passed) -> dict[str, Any]:
    """A play or a pass as an answer tells it."""
    match event:
        case Played(seat, cards, reading):
            return {"seat": seat.name, "cards": sorted(cards), "reading": reading_out(reading)}
        case _:
            return {"seat": event.seat.name, "pass": True}
