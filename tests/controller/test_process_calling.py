"""A call at a table that runs as a process: paused, killed in the pause, gone on, verified."""

import pytest

from table_firmware.cli import main
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import View
from tests.controller.test_process import (
    SLOW_HOUSE,
    Process,
    Screen,
    comparable,
    folder,
    sit_down,
    table,
)

__all__ = ["folder", "table"]


def paused(view: View) -> bool:
    return view.call is not None and view.call.paused


@pytest.mark.slow
@pytest.mark.parametrize("table", [SLOW_HOUSE], indirect=True)
def test_a_player_alone_with_house_players_calls_and_pauses(
    table: Process, capsys: pytest.CaptureFixture[str]
) -> None:
    run = table.folder / "run"
    with Screen(run, Seat.E) as player:
        before = sit_down(player)
        player.want("call")
        player.until(paused)
        table.kill_and_restart()
    with Screen(run, Seat.E) as player:
        again = player.until(paused)
        assert again.call is not None
        assert again.call.seats == (Seat.E,)
        player.want("agree")
        after = player.until(lambda view: view.call is None)
        assert comparable(after) == comparable(before)
    assert table.stop() == 0
    out = table.folder / "out"
    assert main(["log", "export", str(out), "--config", str(table.config)]) == 0
    policy = str(table.folder / "state" / "policy")
    assert main(["log", "verify", str(out), "--policy", policy]) == 0
    assert "play was paused by consent of the table: 1" in capsys.readouterr().out
