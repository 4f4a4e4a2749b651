"""Sitting down, choosing, getting ready, and house players (rule 40 and the lobby)."""

from collections.abc import Callable

import pytest

from table_firmware.controller import inbox
from table_firmware.rules.cards import Seat
from table_firmware.rules.round import AskDigits, AskReady, AskSit
from tests.controller.desk import Desk

E, N, W, S = Seat


def test_a_free_seat_is_asked_to_sit_down_and_a_seated_one_to_be_ready(desk: Desk) -> None:
    desk.link(E)
    assert desk.shown[E].ask == AskSit(desk.play.modes, "2")
    assert desk.want(E, "sit") is None
    assert desk.shown[E].ask == AskReady()
    assert desk.shown[E].places[E].who == "guest"
    assert desk.kinds() == ["seat"]


def test_the_match_begins_when_all_four_guests_are_ready(desk: Desk) -> None:
    desk.seat_guests(E, N, W)
    desk.link(S)
    desk.want(S, "sit")
    desk.wait(0)
    assert desk.stage == "lobby"
    desk.want(S, "ready")
    desk.wait(0)
    assert desk.stage == "digits"
    match = next(entry.d for entry, _ in desk.entries if entry.k == "match")
    assert match["ranked"] == 1
    assert set(match["seats"].values()) == {"guest"}


def test_a_single_hand_feeds_no_ranking(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(mode="1B")
    desk.seat_guests(E, N, W, S)
    desk.wait(0)
    match = next(entry.d for entry, _ in desk.entries if entry.k == "match")
    assert match["ranked"] == 0


def test_a_new_mode_asks_everybody_again(desk: Desk) -> None:
    desk.seat_guests(E, N, W)
    assert desk.want(E, "mode", value="4") is None
    assert desk.shown[N].ask == AskReady()
    assert desk.shown[N].mode == "4"
    assert desk.shown[N].hands == 12


def test_a_mode_that_the_table_does_not_offer_is_refused(desk: Desk) -> None:
    desk.seat_guests(E)
    refused = desk.want(E, "mode", value="9")
    assert refused is not None
    assert refused.code == "not-now"


def test_who_has_not_sat_down_may_not_choose_the_mode(desk: Desk) -> None:
    desk.link(E)
    refused = desk.want(E, "mode", value="4")
    assert refused is not None
    assert desk.view(E).mode == "2"


def test_standing_up_frees_the_seat(desk: Desk) -> None:
    desk.seat_guests(E)
    assert desk.want(E, "stand") is None
    assert desk.shown[E].places[E].who == "empty"


def test_house_players_take_the_empty_seats_on_demand_and_the_match_is_practice(
    desk: Desk,
) -> None:
    desk.begin(E)
    match = next(entry.d for entry, _ in desk.entries if entry.k == "match")
    assert match["seats"] == {"E": "guest", "N": "house", "W": "house", "S": "house"}
    assert match["ranked"] == 0
    assert desk.view(E).practice


def test_house_players_come_by_themselves_after_a_while(desk: Desk) -> None:
    desk.link(E)
    desk.wait(19_999)
    assert desk.stage == "lobby"
    desk.wait(1)
    assert desk.stage == "draw"  # nobody to ask for digits
    assert "match" in desk.kinds()


def test_house_players_wait_until_the_guests_are_ready(desk: Desk) -> None:
    desk.seat_guests(E, ready=False)
    desk.wait(25_000)
    assert desk.stage == "lobby"
    assert desk.view(E).places[N].who == "house"
    assert desk.view(N).ask == AskSit(desk.play.modes, "2")  # still free for people
    desk.want(E, "ready")
    desk.wait(0)
    assert desk.stage == "digits"


def test_without_the_setting_house_players_never_come(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(house_after=0)
    desk.link(E)
    desk.wait(120_000)
    assert desk.stage == "lobby"


def test_a_button_sits_down_and_says_ready(desk: Desk) -> None:
    desk.link(E)
    desk.tell(inbox.Pressed(E))
    assert desk.view(E).places[E].who == "guest"
    desk.tell(inbox.Pressed(E))
    assert desk.view(E).places[E].ready
    desk.tell(inbox.Pressed(E))
    assert desk.seat_changes() == [("E", "sat")]


def test_a_guest_who_is_gone_for_long_leaves_the_lobby_to_others(
    new_desk: Callable[..., Desk],
) -> None:
    desk = new_desk(house_after=0)
    desk.seat_guests(E, N)
    desk.unlink(N)
    desk.wait(desk.play.leave)
    assert desk.seat_changes()[-2:] == [("N", "lost"), ("N", "left")]
    assert desk.view(E).places[N].who == "empty"


def test_when_the_last_guest_stands_up_the_house_does_not_play_alone(desk: Desk) -> None:
    desk.seat_guests(E, ready=False)
    desk.wait(25_000)
    assert desk.view(E).places[N].who == "house"
    desk.want(E, "stand")
    desk.wait(120_000)
    assert desk.stage == "lobby"


def test_no_match_begins_while_a_guest_is_away(desk: Desk) -> None:
    desk.seat_guests(E, N, W, S, ready=False)
    desk.unlink(N)
    for seat in (E, W, S):
        desk.want(seat, "ready")
    desk.wait(5_000)
    assert desk.stage == "lobby"


def test_digits_come_back_to_their_owner_and_to_all_once_frozen(desk: Desk) -> None:
    desk.begin(E, N)
    assert desk.view(E).ask == AskDigits()
    assert len(desk.view(E).commitment) == 26
    assert (desk.view(E).receipts or {}).keys() == {"commit"}
    desk.want(E, "digits", value="271828")
    assert desk.view(E).digits == {E: "271828"}
    assert desk.view(N).digits is None
    desk.want(N, "digits")
    desk.wait(0)
    assert desk.stage == "draw"
    assert desk.view(N).digits == {E: "271828"}
    assert desk.view(N).commitment == ""


def test_digits_must_be_six_to_twenty_digits(desk: Desk) -> None:
    desk.begin(E)
    for text in ("12345", "1" * 21, "12345a", "１２３４５６", "123 456"):
        refused = desk.want(E, "digits", value=text)
        assert refused is not None
        assert refused.code == "bad-digits"
    assert desk.stage == "digits"


def test_who_types_nothing_has_declined_when_the_time_is_up(desk: Desk) -> None:
    desk.begin(E)
    desk.wait(desk.play.timers.digits - 1)
    assert desk.stage == "digits"
    desk.wait(1)
    assert desk.stage == "draw"
    contrib = next(entry.d for entry, _ in desk.entries if entry.k == "contrib")
    assert contrib["seats"]["E"] == {"mode": 0, "data": ""}


def test_a_noise_fault_stops_the_table_before_a_batch(desk: Desk) -> None:
    desk.noise_fault = "noise-missing"
    desk.link(E)
    desk.wait(30_000)
    assert desk.stage == "fault"
    assert desk.view(E).fault == "noise-missing"
    assert desk.kinds() == ["match", "rng_fault"]


def test_everybody_sees_how_long_it_is_until_house_players_come(
    new_desk: Callable[..., Desk],
) -> None:
    desk = new_desk(house_after=20_000)
    desk.seat_guests(E, ready=False)
    desk.wait(5_000)
    clock = desk.view(N).clock
    assert clock is not None
    assert (clock.name, clock.left_ms, clock.full_ms) == ("house", 15_000, 20_000)
    desk.wait(15_000)
    assert desk.view(N).places[N].who == "house"
    assert desk.view(N).clock is None


def test_a_lamp_shows_where_the_button_does_something(desk: Desk) -> None:
    desk.link(E)
    assert desk.table.lamps(desk.now) == {E, N, W, S}
    desk.want(E, "sit")
    assert desk.table.lamps(desk.now) == {E, N, W, S}
    desk.want(E, "ready")
    assert desk.table.lamps(desk.now) == {N, W, S}


@pytest.mark.parametrize("value", ["2", "1A"])
def test_a_touch_that_changes_nothing_is_answered_too(value: str) -> None:
    """The mode that is chosen already: a screen that waits for an answer has only dead buttons."""
    desk = Desk()
    desk.seat_guests(Seat.E, ready=False)
    for _ in range(2):
        before = desk.shown[Seat.E].number
        assert desk.want(Seat.E, "mode", value=value) is None
        assert desk.shown[Seat.E].number > before
    assert desk.view(Seat.E).mode == value
