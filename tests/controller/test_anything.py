"""Whatever happens, in whatever order: the table never fails, never stops for good, and its
record is what its log folds to."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_firmware.config.play import Play, Timers
from table_firmware.controller import inbox
from table_firmware.rules.cards import FACES, Seat
from table_firmware.rules.round import Reading
from table_firmware.wire.messages import Intent, Tend
from tests.controller.desk import Desk
from tests.examples import about

pytestmark = pytest.mark.slow

PLAY = Play(mode="1A", house_after=5_000, timers=Timers(house=50, draw=0, result=0))
ACTS = [
    *["sit", "ready", "house", "digits", "play", "pass", "give", "play", "pass", "play"] * 2,
    *["stand", "mode", "manage", "unmanage", "nonsense"],
]
TENDS = ["claim", "touched", "match", "examine", "leave", "lamp", "mute", "unmute", "?"]
seats = st.sampled_from(Seat)
roles = st.sampled_from(["seat_E", "seat_N", "button_E", "button_S", "service"])
cards = st.lists(st.sampled_from(FACES), max_size=6).map(tuple)
readings = st.none() | st.builds(
    Reading, st.sampled_from(["single", "bomb", "?"]), st.integers(-1, 18), st.integers(-1, 11)
)


@st.composite
def happenings(draw: st.DrawFn) -> Any:
    seat = draw(seats)
    kind = draw(st.sampled_from(["want"] * 12 + ["wait"] * 2 + ["link", "unlink", "board"]))
    match kind:
        case "want":
            value = draw(st.sampled_from(["", "314159", "1A", "2", "9", "x" * 30]))
            own = draw(st.booleans())
            return kind, seat, draw(st.sampled_from(ACTS)), draw(cards), draw(readings), value, own
        case "wait":
            return kind, draw(st.sampled_from([0, 100, 100, 1_000, 6_000, 31_000, 95_000]))
        case "board":
            return kind, draw(
                st.one_of(
                    st.builds(inbox.Sensed, seats, st.booleans()),
                    st.builds(inbox.Pressed, seats),
                    st.just(inbox.Switched()),
                    st.builds(inbox.PinTried, seats, st.booleans()),
                    st.builds(inbox.Tended, seats, st.builds(Tend, st.sampled_from(TENDS))),
                    st.builds(inbox.Unwell, roles, st.sampled_from(["", "chatters", "sticks"])),
                    st.builds(inbox.Felt, roles, st.none() | st.booleans()),
                    st.builds(inbox.Muted, roles, st.booleans()),
                    st.builds(inbox.BoardSilent, st.booleans()),
                )
            )
    return kind, seat


def happen(desk: Desk, what: Any) -> None:
    match what:
        case ("link", seat):
            desk.link(seat)
        case ("unlink", seat):
            desk.unlink(seat)
        case ("board", message):
            desk.tell(message)
        case ("wait", ms):
            desk.wait(ms)
        case ("want", seat, act, laid, reading, value, own):
            view = desk.view(seat)
            if own and view.round:
                seat = seat if view.round.turn is None else view.round.turn
                hand = desk.view(seat).round
                laid = hand.hand[: max(1, len(laid))] if hand else laid
            number = desk.shown[seat].number if seat in desk.shown else 0
            intent = Intent(number, act, laid, reading, value)
            refused = desk.tell(inbox.Wanted(seat, intent))
            # A screen waits for the answer to a touch: it is refused, or sees a newer view.
            assert refused is not None or desk.shown[seat].number > number


@settings(max_examples=about(12), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.booleans(), st.lists(happenings(), max_size=60))
def test_the_table_bears_everything_and_stands_on_its_log(dealt: bool, story: list[Any]) -> None:
    desk = Desk(PLAY)
    if dealt:
        desk.to_round(*Seat, mode="1A")
    for what in story:
        happen(desk, what)
    again = desk.restarted()
    assert again.table.record == desk.table.record
    assert again.table.due() is None
    if desk.stage == "service":
        desk.tell(inbox.Switched())
    desk.linked.clear()  # everybody goes home
    desk.wait_until(lambda: desk.table.in_lobby)
    desk.wait(60_000)
    assert not any(chair.human for chair in desk.table.record.chairs)
