"""Time limits, 托管 and disconnection (000 §37, §38, §40; CP-53 to CP-55)."""

from collections.abc import Callable

import pytest

from table_firmware.controller import inbox
from table_firmware.rules.cards import Seat
from table_firmware.rules.round import AskGive, AskReady
from tests.controller.desk import Desk
from tests.laid import laid

E, N, W, S = Seat


def test_the_exchange_has_one_clock_for_all_and_ends_in_not_exchanged(desk: Desk) -> None:
    desk.to_round(E, N)
    clock = desk.view(E).clock
    assert clock is not None
    assert (clock.name, clock.full_ms) == ("exchange", 15_000)
    desk.want(E, "give", cards=desk.view(E).round.hand[:1])  # type: ignore[union-attr]
    desk.wait(15_000)
    assert desk.phase == "show"
    shown = laid(desk.view(E).round)
    assert shown.exchanged is not None
    assert shown.exchanged.EW is None
    assert [a["action"]["by"] for a in desk.acts() if a["action"].get("seat") == "N"] == ["timeout"]


def test_exchanged_cards_are_shown_for_five_seconds(desk: Desk) -> None:
    desk.to_round(E)
    desk.want(E, "give")
    desk.wait_until(lambda: desk.phase == "show")
    left = desk.view(E).clock
    assert left is not None
    assert left.seats == ()
    desk.wait(left.left_ms - 1)
    assert desk.phase == "show"
    desk.wait(1)
    assert desk.phase == "play"
    assert desk.acts()[-1]["action"] == {"kind": "proceed", "by": "system"}


@pytest.mark.slow
def test_a_follower_out_of_time_passes_and_a_leader_plays_the_smallest(desk: Desk) -> None:
    desk.to_play(E, N, W, S)
    for _ in range(8):
        before = laid(desk.view(E).round)
        assert before.turn is not None
        leads = before.to_beat is None
        desk.wait(30_000)
        kind = desk.acts()[-1]["events"][0]["kind"]
        assert kind == ("played" if leads else "passed")
        assert desk.acts()[-1]["action"]["by"] == "timeout"


def test_every_turn_has_its_own_thirty_seconds(desk: Desk) -> None:
    desk.to_play(E, N, W, S)
    for _ in range(3):
        clock = desk.view(E).clock
        assert clock is not None
        assert (clock.name, clock.left_ms) == ("play", 30_000)
        desk.wait(29_999)
        acts = len(desk.acts())
        desk.wait(1)
        assert len(desk.acts()) == acts + 1


@pytest.mark.slow
def test_without_a_limit_a_turn_lasts_for_ever(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(play=0)
    desk.to_play(E, N, W, S)
    acts = len(desk.acts())
    desk.wait(120_000)
    assert len(desk.acts()) == acts
    assert desk.view(E).clock is None


def test_three_time_outs_in_a_row_lead_into_managed_play(desk: Desk) -> None:
    desk.to_play(E)
    for count in range(1, 4):
        desk.until_turn(E)
        assert ("E", "managed") not in desk.seat_changes()
        desk.wait(30_000)
        assert desk.acts()[-1]["action"]["by"] == "timeout" or count == 3
    assert ("E", "managed") in desk.seat_changes()
    assert desk.view(E).places[E].managed
    assert desk.view(E).ask is None


def test_an_own_action_begins_the_count_again(desk: Desk) -> None:
    desk.to_play(E)
    timeouts = 0
    for _ in range(5):
        ask = desk.until_turn(E)
        if timeouts == 2 and ask.to_beat is not None:
            assert desk.want(E, "pass") is None
            timeouts = 0
        else:
            timeouts += 1
            desk.wait(30_000)
    assert desk.stage == "round"
    assert ("E", "managed") not in desk.seat_changes()


def test_the_exchange_counts_among_the_time_outs_in_a_row(desk: Desk) -> None:
    """000 §38.3 names it a time-out, and §38.4 and CP-55 make no exception."""
    desk.to_round(E)
    desk.wait(15_000)
    desk.wait_until(lambda: desk.phase == "play")
    for _ in range(2):
        assert ("E", "managed") not in desk.seat_changes()
        desk.until_turn(E)
        desk.wait(30_000)
    assert ("E", "managed") in desk.seat_changes()


@pytest.mark.slow
def test_managed_play_can_be_turned_off_altogether(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(auto_manage_after=0)
    desk.to_play(E, N, W, S)
    desk.wait(30_000 * 12)
    assert not [change for change in desk.seat_changes() if change[1] == "managed"]


def test_a_player_may_let_the_system_play_and_come_back(desk: Desk) -> None:
    desk.to_play(E)
    assert desk.want(E, "manage") is None
    desk.wait(2_000)
    own = [act["action"] for act in desk.acts() if act["action"].get("seat") == "E"]
    refused = desk.want(E, "pass")
    assert refused is not None
    assert refused.code == "not-now"
    assert desk.want(E, "unmanage") is None
    assert desk.seat_changes()[-2:] == [("E", "managed"), ("E", "returned")]
    desk.until_turn(E)
    assert {action["by"] for action in own} <= {"player", "managed"}


def test_managed_seats_decline_the_exchange(desk: Desk) -> None:
    desk.to_round(E)
    desk.want(E, "manage")
    desk.wait(1_000)
    assert desk.phase == "show"
    assert all(act["p"] for act in desk.acts()[:4])


# ------------------------------------------------------------------ disconnection (CP-53)


def test_a_screen_that_goes_away_is_managed_at_once_and_play_never_pauses(desk: Desk) -> None:
    desk.to_play(E, N)
    desk.unlink(N)
    desk.wait(0)
    assert desk.seat_changes()[-1] == ("N", "lost")
    assert desk.view(E).places[N].managed
    assert not desk.view(E).places[N].linked
    acts = len(desk.acts())
    desk.wait_until(lambda: len(desk.acts()) > acts)


def test_a_screen_without_heartbeat_is_dead_after_three_seconds(desk: Desk) -> None:
    desk.to_round(E, N)
    desk.linked.discard(N)  # it stays connected, and says nothing
    desk.wait(2_000)
    assert ("N", "lost") not in desk.seat_changes()
    desk.wait(1_000)
    assert ("N", "lost") in desk.seat_changes()


def test_coming_back_ends_it(desk: Desk) -> None:
    desk.to_round(E, N)
    desk.unlink(N)
    desk.wait(1)
    desk.link(N)
    desk.wait(0)
    assert desk.seat_changes()[-2:] == [("N", "lost"), ("N", "linked")]
    assert not desk.view(E).places[N].managed


def test_leaving_the_chair_counts_after_twenty_seconds(desk: Desk) -> None:
    desk.link(E, N)
    desk.tell(inbox.Sensed(N, True))
    desk.to_round(E, N)
    desk.tell(inbox.Sensed(N, False))
    desk.wait(5_000)
    desk.leave_chair(N)
    desk.wait(19_000)
    assert ("N", "lost") not in desk.seat_changes()
    desk.wait(1_000)
    assert ("N", "lost") in desk.seat_changes()
    desk.tell(inbox.Sensed(N, True))
    desk.wait(0)
    assert desk.seat_changes()[-1] == ("N", "linked")


def test_a_sensor_that_never_saw_him_means_nothing(desk: Desk) -> None:
    desk.to_round(E, N)
    desk.tell(inbox.Sensed(N, False))
    desk.wait(60_000)
    assert ("N", "lost") not in desk.seat_changes()


def test_a_touch_on_the_screen_proves_that_somebody_is_there(desk: Desk) -> None:
    desk.to_round(E, N)
    desk.leave_chair(N)
    desk.wait(10_000)
    desk.want(N, "manage")
    desk.wait(15_000)
    assert ("N", "lost") not in desk.seat_changes()


def test_a_silent_board_makes_every_seat_managed_after_a_second(desk: Desk) -> None:
    desk.to_round(E, N)
    desk.tell(inbox.BoardSilent(True))
    desk.wait(999)
    assert ("N", "lost") not in desk.seat_changes()
    desk.wait(1)
    assert {("E", "lost"), ("N", "lost")} <= set(desk.seat_changes())
    desk.tell(inbox.BoardSilent(False))
    desk.wait(0)
    assert {("E", "linked"), ("N", "linked")} <= set(desk.seat_changes())


def test_a_seat_whose_own_board_is_silent_is_managed_alone(desk: Desk) -> None:
    desk.to_round(E, N)
    desk.tell(inbox.BoardSilent(True, frozenset({N})))
    desk.wait(500)
    desk.tell(inbox.BoardSilent(True, frozenset({N, S})))
    desk.wait(500)
    assert ("N", "lost") in desk.seat_changes()
    assert ("E", "lost") not in desk.seat_changes()
    desk.tell(inbox.BoardSilent(False, frozenset({E, S})))
    desk.wait(0)
    assert ("N", "linked") not in desk.seat_changes()
    desk.tell(inbox.BoardSilent(False, frozenset({N})))
    desk.wait(0)
    assert ("N", "linked") in desk.seat_changes()


def test_ninety_seconds_away_settle_the_hand(desk: Desk) -> None:
    desk.to_play(E, N, S)
    desk.unlink(N)
    desk.wait(89_999)
    assert desk.stage == "round"
    desk.wait(1)
    assert desk.stage == "hand_result"
    act = desk.acts()[-1]
    assert act["action"] == {"kind": "settle", "seat": "N", "by": "system"}
    result = desk.view(E).result
    assert result is not None
    assert result.marks == ("abnormal",)
    assert desk.kinds()[-2:] == ["hand_end", "reveal"]


@pytest.mark.slow
def test_coming_back_before_ninety_seconds_cancels_and_the_count_begins_again(
    new_desk: Callable[..., Desk],
) -> None:
    desk = new_desk(play=0)
    desk.to_play(E, N, S, W)
    desk.unlink(N)
    desk.wait(80_000)
    desk.link(N)
    desk.wait(1_000)
    desk.unlink(N)
    desk.wait(80_000)
    assert desk.stage == "round"


@pytest.mark.slow
def test_the_next_hand_gives_a_lost_seat_its_ninety_seconds_again(
    new_desk: Callable[..., Desk],
) -> None:
    desk = new_desk(play=0)
    desk.to_play(E, N, W, S)
    desk.unlink(N)
    desk.wait_until(lambda: desk.stage == "hand_result")
    dealt = len(desk.entries)
    desk.wait_until(lambda: "deal" in desk.kinds()[dealt:])
    desk.wait(80_000)
    assert desk.stage == "round"
    desk.wait_until(lambda: desk.stage == "hand_result", most=10_100)


@pytest.mark.slow
def test_play_on_lets_the_system_finish_the_hand(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk(options={"abnormal_rule": "play_on"}, play=0)
    desk.to_play(E, N, W, S)
    desk.unlink(N)
    desk.wait(200_000)
    assert desk.stage == "round"
    assert not [act for act in desk.acts() if act["action"]["kind"] == "settle"]


def test_a_void_hand_is_logged_as_void_and_counts_for_nobody(
    new_desk: Callable[..., Desk],
) -> None:
    desk = new_desk(options={"abnormal_rule": "void"}, play=0)
    desk.to_play(E, N, W, S)
    desk.unlink(N)
    desk.wait_until(lambda: desk.stage == "hand_result", most=91_000)
    assert desk.kinds()[-2:] == ["void", "reveal"]
    assert desk.view(E).running == {"EW": 0, "NS": 0}
    desk.wait_until(lambda: desk.view(E).hand == 2, most=20_000)


@pytest.mark.slow
def test_disconnected_in_three_hands_is_unfinished(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk()
    desk.to_play(E, N)
    desk.want(E, "manage")
    desk.unlink(N)
    desk.wait_until(lambda: desk.stage == "match_result")
    unfinished = {line.who: line.unfinished for line in desk.view(E).standings}
    assert unfinished == {("A", "C"): False, ("B", "D"): True}


@pytest.mark.slow
def test_after_the_match_the_guests_are_still_seated_and_the_house_has_left(desk: Desk) -> None:
    desk.to_play(E, mode="1A")
    desk.want(E, "manage")
    desk.wait_until(lambda: desk.table.in_lobby)
    places = desk.view(E).places
    assert [place.who for place in places] == ["guest", "empty", "empty", "empty"]
    assert not places[E].managed
    assert desk.view(E).ask == AskReady()


def test_the_exchange_asks_for_one_card(desk: Desk) -> None:
    desk.to_round(E)
    assert desk.view(E).ask == AskGive(1)
    assert desk.view(N).ask is None  # a house player is asked nothing
