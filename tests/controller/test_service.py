"""Service: play stands still exactly as it was, and a technician sees nothing of it."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_firmware.controller import inbox
from table_firmware.controller.bench import MOST_FINDINGS, Fitting
from table_firmware.controller.service import LONGEST_WAIT, wait_after
from table_firmware.controller.table import Table
from table_firmware.ledger.upkeep import Suspension
from table_firmware.rules.cards import FACES, Seat
from table_firmware.wire.codec import MAX_LINE, encode_down
from table_firmware.wire.messages import Finding, InService, Said, Service, Tend
from tests.controller.desk import QUICK, Desk
from tests.examples import about

E, N, W, S = Seat
ROLES = (*(f"{kind}_{seat.name}" for kind in ("seat", "button") for seat in Seat), "service")
LAMPS = tuple(f"lamp_{seat.name}" for seat in Seat)
FITTING = Fitting(ROLES, LAMPS, {"seat_E": "GPIO 5"}, ("noise", "storage"))


def fitted(desk: Desk, operators: bool = False) -> Desk:
    desk.table = Table(desk.play, "simulated", desk.now, operators=operators, fitting=FITTING)
    return desk


@pytest.fixture
def desk() -> Desk:
    return fitted(Desk())


def tend(desk: Desk, seat: Seat, act: str, value: str = "") -> None:
    desk.tell(inbox.Tended(seat, Tend(act, value)))


def acts_of_service(desk: Desk) -> list[tuple[str, str, str]]:
    found = [e.d for e, _ in desk.entries if e.k == "service"]
    return [(d["act"], d["by"], d["seat"]) for d in found]


def shown(desk: Desk) -> Service:
    desk.table._sent.forget_service()
    (service,) = desk.table.services().values()
    return service


def audited(desk: Desk) -> Suspension:
    book = Suspension()
    for entry, _ in desk.entries:
        book.follow(entry)
    return book


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
def test_service_and_a_power_cut_all_along_a_match_do_not_hurt_it(desk: Desk) -> None:
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


# ------------------------------------------------------------------ the random source


def stopped_by_noise(desk: Desk) -> None:
    desk.noise_fault = "noise-missing"
    desk.seat_guests(*Seat)
    desk.wait(0)
    assert desk.stage == "fault"


def test_a_repaired_source_is_tested_again_in_service_and_the_match_goes_on(desk: Desk) -> None:
    stopped_by_noise(desk)
    desk.tell(inbox.PinTried(E, right=True))
    assert shown(desk).fault == "noise-missing"
    tend(desk, N, "noise")
    assert not desk.table.testing_noise
    tend(desk, E, "noise")
    tend(desk, E, "examine", "noise")
    assert (desk.table.testing_noise, shown(desk).busy) == (True, "noise")
    desk.tell(inbox.NoiseTested("noise-unhealthy", (finding("fault"),)))
    assert [entry.k for entry, _ in desk.entries][-1] == "rng_fault"
    told = shown(desk)
    assert (told.fault, told.busy, len(told.findings)) == ("noise-unhealthy", "", 1)
    tend(desk, E, "noise")
    desk.noise_fault = ""
    desk.tell(inbox.NoiseTested("", (finding("ok"),)))
    assert shown(desk).fault == ""
    assert [entry.k for entry, _ in desk.entries][-2:] == ["service", "config"]
    assert desk.entries[-1][0].d == {"changes": {"noise_fault": "cleared"}, "os": ""}
    tend(desk, E, "leave")
    assert desk.stage == "digits"
    assert acts_of_service(desk)[-2:] == [("noise", "screen", "E"), ("end", "screen", "")]
    assert audited(desk).now.on is False
    assert desk.restarted().stage == "digits"


def test_where_there_are_operators_a_passed_test_waits_for_the_order_of_one(desk: Desk) -> None:
    desk = fitted(Desk(), operators=True)
    stopped_by_noise(desk)
    desk.tell(inbox.PinTried(E, right=True))
    for _ in range(2):  # he may test it as often as he likes
        tend(desk, E, "noise")
        desk.noise_fault = ""
        desk.tell(inbox.NoiseTested("", (finding("ok"),)))
        assert shown(desk).fault == "noise-missing"
        assert acts_of_service(desk)[-1] == ("noise", "screen", "E")
    tend(desk, E, "leave")
    assert desk.stage == "fault"
    assert not [entry for entry, _ in desk.entries if entry.k == "config"]
    desk.tell(inbox.Ordered("config", {"changes": {"noise_fault": "cleared"}, "os": "00"}))
    assert desk.stage == "digits"


def test_a_log_that_went_on_after_a_test_alone_is_read_as_one_that_went_on(desk: Desk) -> None:
    """As logs were written before an operator was asked."""
    stopped_by_noise(desk)
    desk.noise_fault = ""
    desk.tell(inbox.Ordered("config", {"changes": {"noise_fault": "cleared"}, "os": ""}))
    assert desk.stage == "digits"
    order = next(n for n, (entry, _) in enumerate(desk.entries) if entry.k == "config")
    entry, private = desk.entries[order]
    desk.entries[order] = (
        replace(entry, k="clock", d={"unix": 0, "src": "rtc", "unc": 0}),
        private,
    )
    assert desk.restarted().stage == "digits"


def test_a_source_without_a_fault_is_not_tested_again(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    tend(desk, E, "noise")
    assert not desk.table.testing_noise
    entries = len(desk.entries)
    desk.tell(inbox.NoiseTested(""))
    assert len(desk.entries) == entries


def test_lamps_are_tried_one_by_one_and_are_as_before_afterwards(desk: Desk) -> None:
    desk.seat_guests(E)
    before = desk.table.lamps(desk.now)
    desk.tell(inbox.PinTried(N, right=True))
    assert desk.table.lamps(desk.now) == frozenset()
    tend(desk, N, "lamp", "lamp_W")
    tend(desk, N, "lamp", "lamp_E")
    tend(desk, N, "lamp", "lamp_E")
    tend(desk, N, "lamp", "sparkler")
    tend(desk, W, "lamp", "lamp_S")
    assert desk.table.lamps(desk.now) == frozenset({W})
    tend(desk, N, "leave")
    assert desk.table.lamps(desk.now) == before


def finding(level: str, long: int = 0) -> Finding:
    said = Said("字" * long, "word" * long)
    return Finding("noise", level, "TBL-404", said, said, said)


def test_checks_are_asked_for_once_and_the_worst_fit_into_a_line(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    tend(desk, E, "examine", "kitchen")
    assert desk.table.examining == ""
    tend(desk, E, "examine", "noise")
    tend(desk, E, "examine", "storage")
    assert (desk.table.examining, shown(desk).busy) == ("noise", "noise")
    many = (*[finding("ok", 60)] * MOST_FINDINGS, finding("fault", 60))
    desk.tell(inbox.Examined("storage", many))
    assert shown(desk).findings == ()
    desk.tell(inbox.Examined("noise", many))
    found = shown(desk)
    assert (found.busy, len(found.findings)) == ("", MOST_FINDINGS)
    assert found.findings[0].level == "fault"
    assert len(encode_down(found)) < MAX_LINE


# ------------------------------------------------------------------ panels


def test_panels_are_matched_by_touching_each_screen_that_is_asked_for(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    tend(desk, W, "touched", "/dev/input/table/seat-W")
    tend(desk, E, "match")
    asked = []
    for panel in ("N", "N", "E", "W", "S"):  # the second touch of a panel is of no account
        asked.append(desk.view(S).service)
        tend(desk, Seat[panel], "touched", f"/dev/input/table/seat-{panel}")
    assert [each.touch for each in asked if each] == [E, N, N, W, S]
    assert desk.view(S).service == InService()
    assert desk.table.panels[E] == "/dev/input/table/seat-N"
    assert desk.table.panels[N] == "/dev/input/table/seat-E"
    assert shown(desk).panels == desk.table.panels
    again = desk.restarted()
    assert again.table.panels == desk.table.panels


def test_matching_can_be_given_up_and_takes_no_nonsense(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    tend(desk, E, "match")
    for path in (
        "/dev/input/" + "x" * 118,
        "/dev/input/event3\n",
        "/dev/输入",
        "/dev/input/",
        "/dev/input/../sda",
        "/etc/passwd",
        "event3",
    ):
        tend(desk, N, "touched", path)
    assert desk.table._scene.bench.touch == E
    tend(desk, E, "match")
    assert desk.view(E).service == InService(mine=True)
    tend(desk, E, "match")
    for seat in Seat:
        tend(desk, seat, "touched")  # a desktop has no panels
    assert acts_of_service(desk) == [("begin", "pin", "E")]


# ------------------------------------------------------------------ sensors


def heard(desk: Desk, role: str, fault: str) -> None:
    desk.tell(inbox.Unwell(role, fault))


def errors(desk: Desk) -> list[str]:
    return [entry.d["cause"] for entry, _ in desk.entries if entry.k == "error"]


def test_a_sensor_that_ails_is_told_of_once_and_counts_for_nothing(desk: Desk) -> None:
    desk.to_play(E, N)
    desk.tell(inbox.Sensed(N, True))
    for _ in range(3):
        heard(desk, "seat_N", "chatters")
        desk.tell(inbox.Sensed(N, False))
        desk.wait(30_000)
        heard(desk, "seat_N", "")
    assert errors(desk) == ["chatters seat_N"]
    assert ("N", "lost") not in desk.seat_changes()
    desk.tell(inbox.Sensed(N, True))
    desk.tell(inbox.Sensed(N, False))
    desk.wait(20_000)
    assert ("N", "lost") in desk.seat_changes()


@pytest.mark.slow
@pytest.mark.parametrize("before", [(), (False,), (False, True)], ids=str)
@pytest.mark.parametrize(
    ("fault", "during"),
    [
        ("chatters", ()),
        ("chatters", (False,)),
        ("chatters", (True, False)),
        ("sticks", ()),
        ("sticks", (False,)),
    ],
)
@pytest.mark.no_cover
def test_who_left_while_his_sensor_ailed_is_away_once_it_is_well(
    desk: Desk, fault: str, before: tuple[bool, ...], during: tuple[bool, ...]
) -> None:
    desk.to_play(E, N)
    for level in (True, *before):
        desk.tell(inbox.Sensed(N, level))
    heard(desk, "seat_N", fault)
    for level in during:
        desk.tell(inbox.Sensed(N, level))
        desk.wait(30_000)
    assert not desk.view(E).places[N].away
    gone = not (True, *before, *during)[-1]
    heard(desk, "seat_N", "")
    assert desk.view(E).places[N].away is gone
    desk.wait(5_000)
    assert ("N", "lost") not in desk.seat_changes()  # his time begins when the sensor is well
    desk.wait(20_000)
    assert (("N", "lost") in desk.seat_changes()) is gone


def test_a_sensor_that_never_saw_him_makes_nobody_leave_when_it_is_well(desk: Desk) -> None:
    desk.to_play(E, N)
    heard(desk, "seat_N", "chatters")
    heard(desk, "seat_N", "")
    desk.wait(20_000)
    assert ("N", "lost") not in desk.seat_changes()


def test_a_muted_sensor_counts_for_nothing_and_play_goes_on(desk: Desk) -> None:
    desk.to_play(E, N)
    desk.tell(inbox.Sensed(N, True))
    desk.tell(inbox.Sensed(N, False))
    assert desk.view(E).places[N].away
    desk.tell(inbox.Muted("seat_N", True))
    assert desk.stage == "round"
    assert not desk.view(E).places[N].away
    desk.wait(60_000)
    assert ("N", "lost") not in desk.seat_changes()
    assert acts_of_service(desk) == [("mute", "command", "")]
    again = desk.restarted()
    again.tell(inbox.Sensed(N, True))
    again.tell(inbox.Sensed(N, False))
    again.wait(30_000)
    assert ("N", "lost") not in again.seat_changes()
    again.tell(inbox.Muted("seat_N", False))
    again.tell(inbox.Sensed(N, True))
    again.tell(inbox.Sensed(N, False))
    again.wait(20_000)
    assert ("N", "lost") in again.seat_changes()


def test_muting_what_is_not_there_or_the_switch_does_nothing(desk: Desk) -> None:
    for role in ("seat_X", "service", "", "lamp_E"):
        desk.tell(inbox.Muted(role, True))
    desk.tell(inbox.Muted("seat_E", False))
    assert desk.entries == []
    tend(desk, E, "mute", "seat_E")
    assert desk.entries == []


def test_the_technician_mutes_and_hears_it_again_on_his_screen(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    tend(desk, E, "mute", "button_W")
    assert [c.role for c in shown(desk).contacts if c.muted] == ["button_W"]
    tend(desk, E, "leave")
    desk.tell(inbox.Pressed(W))
    assert ("W", "sat") not in desk.seat_changes()
    desk.tell(inbox.Muted("button_W", False))
    desk.tell(inbox.Pressed(W))
    assert ("W", "sat") in desk.seat_changes()


def test_a_sensor_that_no_longer_sees_who_touches_the_screen_sticks(desk: Desk) -> None:
    desk.seat_guests(E, N)
    desk.tell(inbox.Sensed(N, True))
    desk.tell(inbox.Sensed(N, False))
    for _ in range(12):
        desk.want(N, "nonsense")
    assert errors(desk) == ["sticks seat_N"]
    desk.wait(60_000)
    assert ("N", "lost") not in desk.seat_changes()
    desk.tell(inbox.Sensed(N, True))
    desk.tell(inbox.Sensed(N, False))
    desk.wait(20_000)
    assert ("N", "lost") in desk.seat_changes()


def test_leaving_and_coming_back_is_told_to_all(desk: Desk) -> None:
    desk.to_play(E, N, S)
    desk.tell(inbox.Sensed(N, True))
    assert [desk.view(s).places[N].away for s in Seat] == [False] * 4
    desk.tell(inbox.Sensed(N, False))
    assert [desk.view(s).places[N].away for s in Seat] == [True] * 4
    assert desk.view(E).places[N].linked
    desk.wait(20_000)
    place = desk.view(S).places[N]
    assert (place.away, place.linked, place.managed) == (True, False, True)
    desk.tell(inbox.Sensed(N, True))
    desk.wait(0)
    place = desk.view(S).places[N]
    assert (place.away, place.linked, place.managed) == (False, True, False)


def test_ninety_seconds_off_the_chair_settle_the_hand(desk: Desk) -> None:
    desk.to_play(E, N, S)
    desk.tell(inbox.Sensed(N, True))
    desk.tell(inbox.Sensed(N, False))
    desk.wait(QUICK.leave + QUICK.settle - 1)
    assert desk.stage == "round"
    desk.wait(1)
    assert desk.acts()[-1]["action"] == {"kind": "settle", "seat": "N", "by": "system"}


def test_an_unknown_wish_is_passed_over(desk: Desk) -> None:
    desk.tell(inbox.PinTried(E, right=True))
    before = len(desk.entries)
    for act in ("", "pin", "dance", "claim", "mute", "lamp", "examine"):
        tend(desk, E, act, "x")
    assert len(desk.entries) == before
    facts: Any = repr(inbox.Tended(E, Tend("pin", "314159")))
    assert "314159" not in facts, "digits of a PIN must not get into a traceback"
