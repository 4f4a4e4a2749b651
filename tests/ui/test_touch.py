import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from glass import Glass
from hypothesis import given
from hypothesis import strategies as st
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.uix.widget import Widget

from table_firmware.rules.cards import Seat
from ui_kiosk.panels import panel_of
from ui_kiosk.touch import RECORD, RETRY_SECONDS, TURNS, Calibration, Panel, SeatTouch

SYN, ABS = 0, 3
REPORT = (SYN, 0, 0)
FULL = Calibration((0, 1000), (0, 1000))
Record = tuple[int, int, int]


def records(*given: Record) -> bytes:
    return b"".join(RECORD.pack(0, 0, *record) for record in given)


def slot(number: int) -> Record:
    return ABS, 0x2F, number


def finger(tracking: int) -> Record:
    return ABS, 0x39, tracking


def at(x: int, y: int) -> tuple[Record, Record]:
    return (ABS, 0x35, x), (ABS, 0x36, y)


# ------------------------------------------------------------------ the records alone


@given(st.data())
def test_records_may_come_in_pieces_of_any_length(data: st.DataObject) -> None:
    whole = records(
        slot(0), finger(5), *at(10, 20), REPORT, *at(30, 40), REPORT, slot(1), finger(6),
        *at(900, 900), REPORT, slot(0), finger(-1), REPORT,
    )  # fmt: skip
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))
    panel = Panel(FULL)
    steps = []
    for start, end in zip([0, *cuts], [*cuts, len(whole)], strict=True):
        steps += panel.feed(whole[start:end])
    assert steps == Panel(FULL).feed(whole)
    assert [step[:2] for step in steps] == [("begin", 0), ("update", 0), ("begin", 1), ("end", 0)]


def test_a_finger_that_was_down_before_the_device_was_opened_is_no_touch() -> None:
    panel = Panel(FULL)
    assert panel.feed(records(*at(10, 10), REPORT, finger(-1), REPORT)) == []


def test_an_axis_that_the_kernel_remembers_is_not_reported_again() -> None:
    panel = Panel(FULL)
    panel.feed(records(finger(1), *at(500, 250), REPORT, finger(-1), REPORT))
    steps = panel.feed(records(finger(2), (ABS, 0x35, 100), REPORT))
    assert steps == [("begin", 0, (0.1, 0.75))]


def test_a_new_finger_in_the_same_report_ends_the_old_one() -> None:
    panel = Panel(FULL)
    panel.feed(records(finger(1), *at(1, 1), REPORT))
    assert [s[0] for s in panel.feed(records(finger(2), *at(9, 9), REPORT))] == ["end", "begin"]


def test_after_lost_records_every_finger_is_up_and_the_torn_report_is_ignored() -> None:
    panel = Panel(FULL)
    panel.feed(records(finger(1), *at(1, 1), REPORT))
    steps = panel.feed(records((SYN, 3, 0), *at(700, 700), finger(9), REPORT, *at(5, 5), REPORT))
    assert [step[0] for step in steps] == ["end"]


@pytest.mark.parametrize(
    ("turn", "corner"), [(0, (0, 1)), (90, (1, 1)), (180, (1, 0)), (270, (0, 0))]
)
def test_the_upper_left_corner_of_a_turned_panel(turn: int, corner: tuple[int, int]) -> None:
    assert Calibration((0, 99), (0, 99), TURNS[turn]).point(0, 0) == corner


def test_a_matrix_maps_a_panel_to_a_part_of_the_window() -> None:
    right_half = Calibration((0, 100), (0, 100), (0.5, 0, 0.5, 0, 1, 0))
    assert right_half.point(0, 100) == (0.5, 0)


# ------------------------------------------------------------------ a FIFO instead of a device


class Watcher(Widget):  # type: ignore[misc]
    """Writes down what Kivy tells it."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, int, int, int]] = []

    def _note(self, kind: str, touch: object) -> bool:
        self.seen.append((kind, touch.id, round(touch.x), round(touch.y)))  # type: ignore[attr-defined]
        return True

    def on_touch_down(self, touch: object) -> bool:
        return self._note("down", touch)

    def on_touch_move(self, touch: object) -> bool:
        return self._note("move", touch)

    def on_touch_up(self, touch: object) -> bool:
        return self._note("up", touch)


class Wire:
    """A touch panel that is a FIFO: `plug` it, `write` records, `unplug` it."""

    def __init__(self, glass: Glass, path: Path) -> None:
        self.glass = glass
        self.path = path
        self.fd = -1
        self.watcher = Watcher()
        glass.show(self.watcher, (1001, 1001))  # Kivy reaches from 0 to 1000
        self.provider = SeatTouch(path, FULL)
        EventLoop.add_input_provider(self.provider)

    def plug(self) -> None:
        os.mkfifo(self.path)
        self.fd = os.open(self.path, os.O_RDWR)
        self.wait(lambda: self.provider.connected)

    def unplug(self) -> None:
        self.path.unlink()
        os.close(self.fd)
        self.fd = -1
        self.wait(lambda: not self.provider.connected)

    def write(self, *given: Record) -> None:
        os.write(self.fd, records(*given))
        for _ in range(4):
            self.glass.frame()

    def wait(self, done: Callable[[], bool]) -> None:
        end = Clock.get_boottime() + 10 * RETRY_SECONDS
        while not done():
            self.glass.frame()
            assert Clock.get_boottime() < end

    def take(self) -> list[tuple[str, int, int, int]]:
        seen, self.watcher.seen = self.watcher.seen, []
        return seen


@pytest.fixture
def wire(glass: Glass, tmp_path: Path) -> Iterator[Wire]:
    found = Wire(glass, tmp_path / "seat-E")
    yield found
    if found.fd >= 0:
        found.unplug()
        glass.settle()
    found.provider.stop()
    EventLoop.remove_input_provider(found.provider)


def test_a_tap_within_one_frame_is_still_a_tap(wire: Wire) -> None:
    wire.plug()
    wire.write(finger(1), *at(100, 200), REPORT, *at(110, 200), REPORT, finger(-1), REPORT)
    assert wire.take() == [("down", 1, 100, 800), ("move", 1, 110, 800), ("up", 1, 110, 800)]


def test_two_fingers_are_told_apart(wire: Wire) -> None:
    wire.plug()
    wire.write(slot(0), finger(1), *at(100, 100), slot(1), finger(2), *at(900, 100), REPORT)
    wire.write(slot(1), *at(800, 100), REPORT)
    wire.write(slot(0), finger(-1), REPORT, slot(1), finger(-1), REPORT)
    assert wire.take() == [
        ("down", 1, 100, 900),
        ("down", 2, 900, 900),
        ("move", 2, 800, 900),
        ("up", 1, 100, 900),
        ("up", 2, 800, 900),
    ]


def test_many_moves_in_one_frame_are_one_move_to_where_the_finger_is(wire: Wire) -> None:
    wire.plug()
    wire.write(finger(1), *at(0, 0), REPORT)
    wire.write(*(record for x in range(1, 200) for record in (*at(x, x), REPORT)))
    assert wire.take() == [("down", 1, 0, 1000), ("move", 1, 199, 801)]


def test_a_panel_unplugged_with_a_finger_down_leaves_no_finger_behind(wire: Wire) -> None:
    wire.plug()
    wire.write(finger(1), *at(500, 500), REPORT)
    wire.unplug()
    wire.glass.frame()
    assert wire.take() == [("down", 1, 500, 500), ("up", 1, 500, 500)]
    assert EventLoop.touches == []


def test_a_panel_works_again_when_it_is_plugged_in_again(wire: Wire) -> None:
    wire.plug()
    wire.write(finger(1), *at(500, 500), REPORT)
    wire.unplug()
    wire.glass.frame()
    wire.take()
    wire.plug()
    wire.write(*at(20, 20), REPORT, finger(-1), REPORT)
    assert wire.take() == []
    wire.write(finger(2), *at(250, 750), REPORT, finger(-1), REPORT)
    assert [step[0] for step in wire.take()] == ["down", "up"]


def test_a_panel_that_is_absent_at_start_is_found_later(wire: Wire) -> None:
    for _ in range(5):
        wire.glass.frame()
    assert not wire.provider.connected
    wire.plug()
    wire.write(finger(1), *at(1, 1), REPORT)
    assert [step[0] for step in wire.take()] == ["down"]


# ------------------------------------------------------------------ a panel that was matched


@pytest.mark.usefixtures("glass")
def test_a_panel_is_matched_while_the_table_runs(tmp_path: Path) -> None:
    usual, other = tmp_path / "seat-E", tmp_path / "seat-N"
    for path in (usual, other):
        os.mkfifo(path)
    ends = [os.open(path, os.O_RDWR) for path in (usual, other)]
    matched = [usual]
    provider = SeatTouch(usual, FULL, matched=lambda: matched[0])
    taken: list[str] = []

    def frame() -> str:
        provider.update(lambda kind, _: taken.append(kind))
        return provider.path.name

    assert frame() == "seat-E"
    matched[0] = other
    assert frame() == "seat-E", "nothing is looked at without need"
    provider.look_again()
    assert frame() == "seat-N"
    os.write(ends[1], records(finger(1), *at(500, 500), REPORT))
    frame()
    assert taken == ["begin"]
    other.unlink()
    matched[0] = tmp_path / "absent"
    provider.look_again()
    assert frame() == "seat-E", "the usual one is better than none"
    assert taken == ["begin", "end"]
    provider.stop()
    for end in ends:
        os.close(end)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ('{"E": "/dev/input/table/seat-N"}', "seat-N"),
        ('{"N": "/dev/input/table/seat-E"}', "usual"),
        ('{"E": 7}', "usual"),
        ('{"E": "/etc/passwd"}', "usual"),
        ("[1]", "usual"),
        ("{", "usual"),
    ],
)
def test_the_table_says_which_panel_is_whose(tmp_path: Path, content: str, name: str) -> None:
    usual = Path("/dev/input/usual")
    assert panel_of(tmp_path, Seat.E, usual) == usual
    (tmp_path / "panels.json").write_text(content)
    assert panel_of(tmp_path, Seat.E, usual).name == name
