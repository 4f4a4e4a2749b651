"""Starts a seat's program from the command line. Imports Kivy only once its settings stand."""

import asyncio
import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from table_firmware.rules.cards import Seat
from ui_kiosk import headless
from ui_kiosk.window import Glass, prepare


def run(
    seats: Sequence[Seat],
    run_dir: Path,
    glass: Glass | None = None,
    language: str = "zh",
    upright: bool = False,
    idle_seconds: float = 300.0,
) -> None:
    """Serves seats in one window until it is closed, or for ever without one (`glass` None).

    Several seats share the window, each turned to its player unless `upright`.
    """
    with suppress(KeyboardInterrupt):
        if glass is None:
            asyncio.run(headless.sit(seats, run_dir))
        else:
            _show(seats, run_dir, glass, language, upright, idle_seconds)


def _show(
    seats: Sequence[Seat],
    run_dir: Path,
    glass: Glass,
    language: str,
    upright: bool,
    idle_seconds: float,
) -> None:
    names = "".join(seat.name for seat in seats)
    prepare(glass, Path(os.environ.get("KIVY_HOME", run_dir / f"kivy-{names}")))
    from ui_kiosk.app import TableApp
    from ui_kiosk.fonts import register
    from ui_kiosk.screens.seat import SeatScreen

    register()
    screens = [SeatScreen(language) for _ in seats]
    app = TableApp(seats, run_dir, screens, glass, upright, idle_seconds)
    asyncio.run(app.serve())


def main(argv: Sequence[str] | None = None) -> None:
    """`python -m ui_kiosk --seats E --run DIR`; see `--help`."""
    given = _parser().parse_args(argv)
    run(
        given.seats,
        given.run,
        None if given.headless else _glass(given),
        given.language,
        given.upright,
        given.idle,
    )


def _glass(given: Namespace) -> Glass:
    left, top = given.position
    return Glass(given.size, given.rotation, given.touch, given.touch_rotation, left, top)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="ui_kiosk", description="The screen of a seat, or of several.")
    add = parser.add_argument
    add("--seats", type=_seats, required=True, help="E, or several: E,S,W,N share one window")
    add("--run", type=Path, default=Path("/run/table-firmware"), help="where the sockets are")
    add("--headless", action="store_true", help="no window: print a line for each stage")
    add("--size", type=_pair("x"), default=(1280, 800), help="pixels, as 1280x800")
    add("--position", type=_pair(","), default=(0, 0), help="left,top of a kiosk's window")
    add("--rotation", type=int, choices=(0, 90, 180, 270), default=0, help="of the picture")
    add("--touch", type=Path, help="evdev device of the panel; without it a desktop window")
    add("--touch-rotation", type=int, choices=(0, 90, 180, 270), default=0, help="of the panel")
    add("--upright", action="store_true", help="several seats side by side, none turned")
    add("--language", choices=("zh", "en"), default="zh", help="to begin with")
    add("--idle", type=float, default=300.0, help="seconds until the screen dims, 0 for never")
    return parser


def _seats(text: str) -> tuple[Seat, ...]:
    names = text.split(",")
    if not set(names) <= set(Seat.__members__) or len(set(names)) != len(names):
        raise ArgumentTypeError(f"not seats: {text!r}; give E, N, W and S once each")
    return tuple(Seat[name] for name in names)


def _pair(sign: str) -> Callable[[str], tuple[int, int]]:
    def parse(text: str) -> tuple[int, int]:
        left, found, right = text.partition(sign)
        if not (found and left.isdecimal() and right.isdecimal()):
            raise ArgumentTypeError(f"not two numbers: {text!r}; write 1{sign}2")
        return int(left), int(right)

    return parse
