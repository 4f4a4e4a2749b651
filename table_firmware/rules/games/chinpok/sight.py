"""What a seat may know of a ChinPok hand, and what it is asked."""

from collections.abc import Sequence

from table_firmware.rules import variants
from table_firmware.rules.cards import Seat
from table_firmware.rules.climbing import without
from table_firmware.rules.games.chinpok.hand import NOBODY, State
from table_firmware.rules.round import (
    Ask,
    AskGive,
    AskPlay,
    Clock,
    Combination,
    SeatView,
)


def view(state: State, seat: Seat) -> SeatView:
    """All that this seat may know: nothing here depends on another's cards."""
    tricks = state.tricks
    playing = state.phase == "play"
    laid = state.given[seat] or ()
    return SeatView(
        seat=seat,
        phase=state.phase,
        trump=state.trump,
        leader=state.leader,
        hand=without(tricks.hands[seat], laid) if laid else tricks.hands[seat],
        counts=tuple(map(len, tricks.hands)),
        turn=tricks.turn if playing else None,
        ask=_ask(state, seat),
        to_beat=tricks.to_beat if playing else None,
        trick=tricks.trick,
        passed=tricks.passed,
        out=tricks.out,
        played=tricks.played,
        trick_number=tricks.number,
        gave=_declared(state),
        laid=laid,
        exchanged=state.exchanged,
        result=state.result,
        variant=state.options.variant,
    )


def _declared(state: State) -> tuple[Seat, ...]:
    if state.given is NOBODY:
        return ()
    return tuple(seat for seat in Seat if state.given[seat] is not None)


def _ask(state: State, seat: Seat) -> Ask | None:
    if state.phase == "exchange" and state.given[seat] is None:
        return AskGive()
    if state.phase == "play" and state.tricks.turn == seat:
        return AskPlay(state.tricks.to_beat)
    return None


def plays(view: SeatView) -> Sequence[Combination]:
    """Every play open to the seat that is asked to play, spelt out when looked at; none
    otherwise."""
    match view.ask:
        case AskPlay(to_beat):
            return variants.plays(view.hand, view.trump, to_beat, view.variant)
    return ()


def minimal(view: SeatView) -> Combination | None:
    """The smallest legal play of the seat that is asked to play, None if it must pass (CP-39)."""
    match view.ask:
        case AskPlay(to_beat):
            return variants.minimal(view.hand, view.trump, to_beat, view.variant)
    return None


def clock(state: State) -> Clock | None:
    """Whom the hand waits for, None once it is over."""
    match state.phase:
        case "exchange":
            undeclared = (seat for seat in Seat if state.given[seat] is None)
            return Clock("exchange", tuple(undeclared))
        case "show":
            return Clock("show", ())
        case "play":
            return Clock("play", (state.tricks.turn,))
    return None
