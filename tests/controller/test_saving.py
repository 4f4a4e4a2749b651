"""What a seat is sent while the disk is waited for: what it was sent last, once more."""

from table_firmware.rules.cards import Seat
from table_firmware.rules.round import AskPlay, SeatView
from tests.controller.desk import Desk


def playing() -> tuple[Desk, Seat]:
    desk = Desk()
    desk.to_play(*Seat)
    return desk, next(seat for seat in Seat if isinstance(desk.view(seat).ask, AskPlay))


def test_its_clock_has_gone_on() -> None:
    desk, seat = playing()
    told = desk.shown[seat].clock
    assert told is not None
    again = desk.table.saving(desk.now + 6_000)[seat].clock
    assert again is not None
    assert again.left_ms == told.left_ms - 6_000


def test_its_clock_ends_at_nought() -> None:
    desk, seat = playing()
    again = desk.table.saving(desk.now + 3_600_000)[seat].clock
    assert again is not None
    assert again.left_ms == 0


def test_it_has_the_next_number_and_is_sent_once() -> None:
    desk, _ = playing()
    again = desk.table.saving(desk.now)
    assert {seat: view.number for seat, view in again.items()} == {
        seat: view.number + 1 for seat, view in desk.shown.items()
    }
    assert all(view.saving for view in again.values())
    assert desk.table.saving(desk.now) == {}


def test_what_it_asks_can_be_answered() -> None:
    desk, seat = playing()
    lead = desk.shown[seat].round
    assert isinstance(lead, SeatView)
    number = desk.table.saving(desk.now)[seat].number
    assert desk.want(seat, "play", cards=lead.hand[:1], view=number) is None


def test_afterwards_everybody_is_sent_a_view_that_is_not_saving() -> None:
    desk, _ = playing()
    last = desk.table.saving(desk.now)
    after = desk.table.views(desk.now)
    assert after.keys() == last.keys()
    assert not any(view.saving for view in after.values())
    assert all(after[seat].number == last[seat].number + 1 for seat in last)
