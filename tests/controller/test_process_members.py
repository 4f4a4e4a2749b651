"""A member's settings over the real sockets: his seat alone is told, also after a crash."""

from typing import Self

import pytest

from table_firmware.rules.cards import Seat
from table_firmware.wire.codec import decode_down, encode_up
from table_firmware.wire.messages import Keep, Recall, View, Wishes
from tests.controller.test_process import SLOW_HOUSE, Process, Screen, folder, table

E, N, W, S = Seat
__all__ = ["folder", "table"]
LARGE = {"language": 1, "large": 1}


class Seated(Screen):
    """A seat that hears how its screen is to be."""

    def wishes(self) -> Wishes:
        while True:
            match decode_down(self.lines.readline()):
                case Wishes() as wishes:
                    return wishes
                case View() as view:
                    self.last = view

    def say(self, wish: Recall | Keep) -> Self:
        self.sock.sendall(encode_up(wish))
        return self


@pytest.mark.slow
@pytest.mark.parametrize("table", [SLOW_HOUSE], indirect=True)
def test_a_member_finds_his_settings_after_a_crash_and_at_another_seat(table: Process) -> None:
    run = table.folder / "run"
    with Seated(run, E) as seat:
        seat.until(lambda view: view.stage == "lobby")
        assert seat.say(Recall("42")).wishes() == Wishes(True)
        seat.say(Keep(LARGE))
        assert seat.say(Recall("42")).wishes() == Wishes(True, LARGE)
    table.kill_and_restart()
    with Seated(run, E) as seat, Seated(run, N) as other:
        assert seat.wishes() == Wishes(True, LARGE)
        assert other.say(Recall("43")).wishes() == Wishes(True)
        assert seat.say(Recall()).wishes() == Wishes(False)
        assert other.say(Recall("42")).wishes() == Wishes(True, LARGE)
    assert table.stop() == 0
