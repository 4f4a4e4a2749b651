"""Service: play stands still exactly as it was, and a technician sees nothing of it."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_firmware.controller import inbox
from table_firmware.controller.service import LONGEST_WAIT, wait_after
from table_firmware.rules.cards import FACES, Seat
from table_firmware.wire.codec import encode_down
from table_firmware.wire.messages import InService, Tend
from tests.controller.desk import QUICK, Desk
from tests.controller.tending import (
    ROLES,
    acts_of_service,
    audited,
    fitted,
    shown,
    tend,
)
from tests.examples import about

E, N, W, S = Seat


@pytest.fixture
def desk() -> Desk:
    return fitted(Desk())


# ------------------------------------------------------------------ entering and leaving


def test_the_switch_opens_service_to_whoever_touches_a_screen_next(desk: Desk) -> None:
    desk.link(E, N)
    desk.tell(inbox.Switched())
    assert {desk.view(seat).stage for seat in Seat} == {"service"}
    assert desk.view(E).service == InService(mine=False, free=True)
    assert desk.table.services() == {}
    tend(desk, N, "claim")
    tend(desk, E, "claim")
    assert desk.view(N).service == InService(mine=True)
    assert desk.view(E).service == InService()
    tend(desk, E, "leave")
    assert desk.stage == "service"
    tend(desk, N, "leave")
    assert desk.stage == "lobby"
    assert acts_of_service(desk) == [
        ("begin", "switch", ""),
        ("move", "switch", "N"),
        ("end", "screen", ""),
    ]


def test_the_switch_ends_it_too_whatever_the_screens_do(desk: Desk) -> None:
    desk.tell(inbox.PinTried(W, right=True))
    desk.tell(inbox.Switched())
    assert desk.stage == "lobby"
    assert acts_of_service(desk) == [("begin", "pin", "W"), ("end", "switch", "")]


def test_the_pin_moves_service_to_another_seat(desk: Desk) -> None:
    desk.link(E, W)
    desk.tell(inbox.PinTried(W, right=True))
    assert list(desk.table.services()) == [W]
    desk.tell(inbox.PinTried(E, right=True))
    assert list(desk.table.services()) == [E]
    assert desk.view(W).service == InService()


def test_each_wrong_pin_costs_a_wait_that_doubles(desk: Desk) -> None:
    waits = []
    for _ in range(4):
        refused = desk.tell(inbox.PinTried(E, right=False))
        assert refused is not None
        waits.append((refused.code, refused.seconds, desk.table.pin_wait(E, desk.now)))
    assert waits == [("pin-wrong", n, 1000 * n) for n in (1, 2, 4, 8)]
    desk.wait(7_999)
    assert desk.table.pin_wait(E, desk.now) == 1
    desk.wait(1)
    assert desk.table.pin_wait(E, desk.now) == 0
    assert desk.restarted().table.pin_wait(E, desk.now) == 8_000
    desk.tell(inbox.PinTried(E, right=True))
    assert desk.table.record.upkeep.failed == 0
    assert wait_after(40) == wait_after(4_000) == LONGEST_WAIT
    assert audited(desk).tries == 4


def test_a_player_who_tries_pins_makes_nobody_wait_but_his_own_seat(desk: Desk) -> None:
    for _ in range(9):
        desk.tell(inbox.PinTried(W, right=False))
    assert desk.table.pin_wait(W, desk.now) == wait_after(9)
    for seat in (E, N, S):
        assert desk.table.pin_wait(seat, desk.now) == 0
    refused = desk.tell(inbox.PinTried(N, right=False))
    assert refused is not None
    assert refused.seconds == 1
    assert dict(desk.entries[-1][0].d["tries"]) == {"W": 9, "N": 1}
    again = desk.restarted()
    assert again.table.pin_wait(W, again.now) == wait_after(9)
    assert again.table.pin_wait(E, again.now) == 0
    desk.tell(inbox.PinTried(S, right=True))
    assert desk.table.pin_wait(W, desk.now) == 0
    assert audited(desk).tries == 10


def test_a_player_who_wants_something_meanwhile_is_told(desk: Desk) -> None:
    desk.seat_guests(E)
    desk.tell(inbox.Switched())
    refused = desk.want(E, "ready")
    assert refused is not None
    assert refused.code == "in-service"
    desk.tell(inbox.Pressed(N))
    assert ("N", "sat") not in desk.seat_changes()


# ------------------------------------------------------------------ play stands still


@pytest.mark.slow
def test_clocks_stop_and_go_on_where_they_stood(desk: Desk) -> None:
    desk.to_play(*Seat)
    desk.wait(7_000)
    turn = next(seat for seat in Seat if desk.view(seat).ask is not None)
    before = desk.view(turn)
    desk.tell(inbox.Switched())
    log = len(desk.entries)
    desk.wait(300_000)
    assert len(desk.entries) == log
    assert desk.table.deadline(desk.now) is None
    desk.tell(inbox.Switched())
    assert desk.view(turn) == before
    assert before.clock is not None
    desk.wait(before.clock.left_ms - 1)
    assert desk.view(turn).ask == before.ask
    desk.wait(1)
    assert desk.acts()[-1]["action"]["by"] == "timeout"


def test_what_was_touched_just_before_is_still_an_answer_afterwards(desk: Desk) -> None:
    desk.to_round(*Seat)
    number = desk.shown[E].number
    desk.tell(inbox.Switched())
    desk.tell(inbox.Switched())
    assert desk.want(E, "give", view=number) is None


@pytest.mark.slow
def test_nobody_is_missed_for_the_time_of_service(desk: Desk) -> None:
    desk.to_play(E, N)
    desk.unlink(N)
    desk.wait(60_000)
    desk.tell(inbox.Switched())
    desk.wait(600_000)
    desk.tell(inbox.Switched())
    desk.wait(29_000)
    assert desk.stage == "round"
    desk.wait(2_000)
    assert desk.acts()[-1]["action"]["kind"] == "settle"


@pytest.mark.slow
def test_a_table_killed_in_service_comes_back_to_service(desk: Desk) -> None:
    desk.to_play(*Seat)
    before = desk.view(E).round
    desk.tell(inbox.PinTried(N, right=True))
    again = desk.restarted()
    assert again.stage == "service"
    assert again.view(N).service == InService(mine=True)
    again.wait(120_000)
    assert len(again.entries) == len(desk.entries)
    again.tell(inbox.Tended(N, Tend("leave")))
    assert again.view(E).round == before
    for seat in Seat:
        again.want(seat, "manage")
    again.wait_until(lambda: again.table.in_lobby)
    assert audited(again).now.on is False


@pytest.mark.slow
def test_service_and_a_power_cut_all_along_a_match_do_not_hurt_it() -> None:
    desk = fitted(Desk(replace(QUICK, timers=replace(QUICK.timers, result=5_000))))
    desk.to_round(*Seat, mode="1A")
    for seat in Seat:
        desk.want(seat, "manage")
    while "match_end" not in desk.kinds():
        desk.tell(inbox.Switched())
        assert desk.table.due() is None
        assert desk.table.need() is None
        desk = desk.restarted()
        desk.tell(inbox.Switched())
        desk.wait(6_000)  # longer than any clock that a start begins anew
    assert desk.kinds().count("match_end") == 1
    assert audited(desk).times > 3


def test_an_operator_may_void_a_hand_meanwhile(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk()
    desk.to_play(*Seat)
    desk.tell(inbox.Switched())
    desk.tell(inbox.Ordered("void", {"h": 0, "reason": "spilt tea", "os": ""}))
    assert desk.kinds()[-1] == "void"
    desk.tell(inbox.Switched())
    assert audited(desk).now.on is False


# ------------------------------------------------------------------ what is seen


@pytest.mark.slow
@settings(max_examples=about(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(min_size=4, max_size=4), st.integers(0, 60), st.data())
def test_nothing_that_a_seat_is_sent_in_service_holds_a_card_a_key_or_a_secret(
    seed: bytes, steps: int, data: st.DataObject
) -> None:
    desk = fitted(Desk(seed=seed))
    desk.to_round(*Seat)
    for seat in Seat:
        desk.want(seat, "manage")
    for _ in range(steps):
        desk.wait(100)
    desk.tell(inbox.PinTried(data.draw(st.sampled_from(Seat)), right=True))
    sent = [encode_down(desk.view(seat)) for seat in Seat] + [encode_down(shown(desk))]
    secrets = [part for s in desk.secrets.secrets for part in (s.hw, s.os, s.a, s.s)]
    hidden = [secret.hex()[:16] for secret in secrets] + [desk.secrets.b.hex()[:16]]
    hidden += [f'"{face}"' for face in FACES] + ["314159"]
    for line in sent:
        text = line.decode()
        assert not [word for word in hidden if word in text]
        plain = json.loads(text)
        never = ("round", "ask", "commitment", "digits", "receipts", "result", "standings")
        assert not plain.keys() & set(never)


def test_the_views_of_a_hand_in_service_do_not_depend_on_its_cards(desk: Desk) -> None:
    desk.to_round(*Seat)
    desk.tell(inbox.Switched())
    match = desk.table._scene.record.match
    assert match is not None
    before = [encode_down(desk.view(seat)) for seat in Seat]
    hand = replace(match.hand, state=None)  # type: ignore[type-var]
    scene = desk.table._scene
    scene.record = replace(scene.record, match=replace(match, hand=hand))
    assert [encode_down(desk.view(seat)) for seat in Seat] == before


def test_contacts_are_shown_live_with_their_lines(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    for level in (False, True, True, False):
        desk.tell(inbox.Felt("seat_E", level))
    first = shown(desk).contacts[0]
    assert (first.role, first.level, first.changes, first.line) == ("seat_E", False, 2, "GPIO 5")
    assert first.known
    desk.tell(inbox.Felt("seat_E", None))
    assert not shown(desk).contacts[0].known
    assert [c.role for c in shown(desk).contacts] == list(ROLES)
    assert desk.table.services() == {}, "sent once"


def test_bounces_since_service_began_are_shown_by_their_length(desk: Desk) -> None:
    desk.tell(inbox.Bounced("button_E", 7))
    desk.tell(inbox.PinTried(E, right=True))
    button = next(c for c in shown(desk).contacts if c.role == "button_E")
    assert (button.bounces, button.longest) == ((), 0)
    for milliseconds in (0, 3, 4, 31):
        desk.tell(inbox.Bounced("button_E", milliseconds))
    found = shown(desk)
    button = next(c for c in found.contacts if c.role == "button_E")
    assert dict(zip(found.steps, button.bounces, strict=True)) == {
        0: 1,
        1: 0,
        2: 2,
        5: 0,
        10: 0,
        20: 1,
        50: 0,
    }
    assert button.longest == 31


def test_an_unknown_wish_is_passed_over(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    before = len(desk.entries)
    for act in ("", "pin", "dance", "claim", "mute", "lamp", "examine"):
        tend(desk, E, act, "x")
    assert len(desk.entries) == before
    facts: Any = repr(inbox.Tended(E, Tend("pin", "314159")))
    assert "314159" not in facts, "digits of a PIN must not get into a traceback"
