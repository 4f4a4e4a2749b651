"""What every board promises, whatever it is made of.

With TABLE_BOARD=rpi_gpio it is asked of the real pins instead (docs/hardware.md).
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hal.board import LAMPS, ROLES, SEATS, Board, BoardLost
from hal.boards.rpi_gpio import RpiGpioBoard, load_gpio
from hal.boards.rpi_wiring import wiring
from hal.boards.sim import SimBoard
from tests.gpio_double import GpioDouble
from tests.gpio_real import PINS, world
from tests.serial_process import SerialWorld

pytestmark = pytest.mark.slow


@dataclass
class Bench:
    """A board and the world around it."""

    board: Board
    put: Callable[[str, bool], None]
    lit: Callable[[str], bool]
    lose: Callable[[], None]
    restore: Callable[[], None]
    end: Callable[[], None] = lambda: None


def sim_bench(tmp_path: Path) -> Bench:
    board = SimBoard(tmp_path / "board.sock")

    def put(role: str, on: bool) -> None:
        kind, _, seat = role.partition("_")
        if kind == "seat":
            board.command(f"{'sit' if on else 'leave'} {seat}")
        else:
            board.command(f"{'hold' if on else 'release'} {seat or 'service'}")

    def lit(lamp: str) -> bool:
        return f"{lamp}=1" in board.command("lamps").split()

    return Bench(
        board,
        put,
        lit,
        lambda: print(board.command("unplug")),
        lambda: print(board.command("plug")),
    )


def gpio_settings(active: str, pull: str, dimmed: tuple[str, ...] = ()) -> dict[str, object]:
    levels = {"active": active, "lamp_active": active, "pull": pull}
    return {"name": "rpi_gpio", "pins": PINS, "dimmed": list(dimmed), **levels}


def gpio_bench(active: str, dimmed: tuple[str, ...] = ()) -> Bench:
    double = GpioDouble()
    on = int(active == "high")
    settings = gpio_settings(active, "down" if on else "up", dimmed)
    return Bench(
        RpiGpioBoard(double, wiring(settings), anew=double.anew),
        lambda role, pressed: double.drive(PINS[role], int(pressed == bool(on))),
        lambda lamp: PINS[lamp] in double.outputs and double.shine(PINS[lamp]) == 100 * on,
        double.lose,
        double.restore,
    )


def real_bench(active: str) -> Bench:
    """The installed module on this machine's chip."""
    real = world(int(active == "high"))
    board = RpiGpioBoard(load_gpio(), wiring(gpio_settings(active, "none")))
    return Bench(board, real.put, real.lit, real.lose, real.restore, real.end)


def serial_bench(tmp_path: Path, split: bool) -> Bench:
    """Real terminals, with the boards in other processes: one board, or one a seat."""
    world = SerialWorld(tmp_path, split)
    return Bench(world.board, world.put, world.lit, world.lose, world.restore, world.end)


BENCHES: dict[str, Callable[[Path], Bench]] = {
    "sim": sim_bench,
    "rpi_gpio active low": lambda _: gpio_bench("low"),
    "rpi_gpio active high": lambda _: gpio_bench("high"),
    "rpi_gpio dimmed": lambda _: gpio_bench("low", LAMPS),
    "serial_io": lambda path: serial_bench(path, split=False),
    "serial_io by seat": lambda path: serial_bench(path, split=True),
}


REAL: dict[str, Callable[[Path], Bench]] = {
    "real pins active low": lambda _: real_bench("low"),
    "real pins active high": lambda _: real_bench("high"),
}
if os.environ.get("TABLE_BOARD") == "rpi_gpio":
    BENCHES = REAL


@pytest.fixture(params=BENCHES)
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    made = BENCHES[str(request.param)](tmp_path)
    yield made
    made.board.close()
    made.end()


def test_a_board_has_a_name_and_known_roles_and_lamps(bench: Bench) -> None:
    assert bench.board.name
    assert set(bench.board.roles) <= set(ROLES)
    assert set(bench.board.lamps) <= set(LAMPS)
    assert len(set(bench.board.roles)) == len(bench.board.roles)


def test_every_role_is_read_and_all_are_off_at_first(bench: Bench) -> None:
    assert dict(bench.board.read()) == dict.fromkeys(bench.board.roles, False)


def test_each_contact_moves_its_own_role_only(bench: Bench) -> None:
    for role in bench.board.roles:
        bench.put(role, True)
        assert [r for r, on in bench.board.read().items() if on] == [role]
        bench.put(role, False)
        assert not any(bench.board.read().values())


def test_a_level_stays_for_as_long_as_the_contact_does(bench: Bench) -> None:
    bench.put("seat_W", True)
    assert all(bench.board.read()["seat_W"] for _ in range(50))


def test_lamps_are_dark_at_first_and_each_is_set_alone(bench: Bench) -> None:
    assert not any(bench.lit(lamp) for lamp in LAMPS)
    for lamp in LAMPS:
        bench.board.light({lamp: 1.0})
        assert [other for other in LAMPS if bench.lit(other)] == [lamp]
        bench.board.light({lamp: 0.0})


def test_a_lamp_that_is_not_named_stays_as_it_is(bench: Bench) -> None:
    bench.board.light({"lamp_E": 1.0, "lamp_N": 1.0})
    bench.board.light({"lamp_N": 0.0})
    assert bench.lit("lamp_E")
    assert not bench.lit("lamp_N")


@pytest.mark.parametrize(
    "lamps", [{"lamp_Q": 1.0}, {"seat_E": 1.0}, {"lamp_E": 1.5}, {"lamp_E": -0.1}]
)
def test_a_lamp_that_cannot_be_is_refused_and_nothing_changes(
    bench: Bench, lamps: dict[str, float]
) -> None:
    with pytest.raises(ValueError, match="lamp"):
        bench.board.light({"lamp_S": 1.0, **lamps})
    assert not bench.lit("lamp_S")


def test_a_lost_board_says_so_with_a_code_on_reading_and_on_lighting(bench: Bench) -> None:
    bench.lose()
    with pytest.raises(BoardLost) as reading:
        bench.board.read()
    with pytest.raises(BoardLost) as lighting:
        bench.board.light({"lamp_E": 1.0})
    assert reading.value.code == lighting.value.code == "TBL-201"
    assert reading.value.detail


def test_a_board_that_returns_is_read_again_and_is_dark(bench: Bench) -> None:
    bench.board.light({"lamp_E": 1.0})
    bench.lose()
    with pytest.raises(BoardLost):
        bench.board.read()
    bench.put("seat_N", True)
    bench.restore()
    assert bench.board.read()["seat_N"]
    assert not bench.lit("lamp_E")


def test_closing_darkens_the_lamps_and_may_be_done_twice(bench: Bench) -> None:
    bench.board.light(dict.fromkeys((f"lamp_{seat}" for seat in SEATS), 1.0))
    bench.board.close()
    bench.board.close()
    assert not any(bench.lit(lamp) for lamp in LAMPS)
