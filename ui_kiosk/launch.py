"""Starts a seat's program from the command line. Imports Kivy only once its settings stand."""

import asyncio
import os
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from table_firmware.line import Line, number, whole
from table_firmware.rules.cards import Seat
from ui_kiosk import headless
from ui_kiosk.faults import entry
from ui_kiosk.window import Glass, prepare

RUN_DIRECTORY: Final = Path("table-run")


def run(
    seats: Sequence[Seat],
    run_dir: Path,
    glass: Glass | None = None,
    language: str = "zh",
    upright: bool = False,
    idle_seconds: float = 300.0,
    manual: str = "",
    cover: str = "auto",
    sound: str = "none",
    backlight: Path | None = None,
) -> None:
    """Serves seats in one window until it is closed, or for ever without one (`glass` None).

    Several seats share the window, each turned to its player unless `upright`. manual: address of
    the manual of faults. cover: `hold` has each hand lie covered unless a finger is held on it,
    `open` does not; `auto` does on a touch screen that several seats share. sound: a device of
    ALSA, `none` for silence. backlight: the folder of the panel's, None if it has none.
    """
    with suppress(KeyboardInterrupt):
        if glass is None:
            asyncio.run(headless.sit(seats, run_dir))
        else:
            shared = glass.kiosk and len(seats) > 1
            private = cover == "hold" or (cover == "auto" and shared)
            kept = manual, private, sound, backlight
            _show(seats, run_dir, glass, language, upright, idle_seconds, *kept)


def _show(
    seats: Sequence[Seat],
    run_dir: Path,
    glass: Glass,
    language: str,
    upright: bool,
    idle_seconds: float,
    manual: str,
    private: bool,
    sound: str,
    backlight: Path | None,
) -> None:
    names = "".join(seat.name for seat in seats)
    home = Path(os.environ.get("KIVY_HOME", run_dir / f"kivy-{names}"))
    prepare(glass, home)
    from ui_kiosk.app import TableApp
    from ui_kiosk.backlight import Backlight
    from ui_kiosk.fonts import register
    from ui_kiosk.screens.seat import SeatScreen
    from ui_kiosk.sound import Speaker, player

    register()
    memory = [home / f"seat-{seat.name}.json" for seat in seats]
    screens = [SeatScreen(language, each, manual, private) for each in memory]
    speaker = Speaker(player(sound))
    for screen in screens:
        screen.sound = speaker.play
        screen.light = Backlight(backlight) if backlight else None
    app = TableApp(seats, run_dir, screens, glass, upright, idle_seconds)
    asyncio.run(app.serve())


def main(argv: Sequence[str] | None = None) -> None:
    """`tablectl seat --seats E --run DIR`; see `--help`."""
    given = _parser().parse_args(argv)
    run(
        given.seats,
        given.run,
        None if given.headless else _glass(given),
        given.language,
        given.upright,
        given.idle,
        given.manual,
        given.cover,
        given.sound,
        given.backlight,
    )


def _glass(given: Namespace) -> Glass:
    left, top = given.position
    return Glass(given.size, given.rotation, given.touch, given.touch_rotation, left, top)


class _Words(Line):
    """The words of `tablectl seat`."""

    @staticmethod
    def tell(detail: str) -> str:
        """With the code of the catalogue."""
        zh, en = (entry(language, "line-refused") for language in ("zh", "en"))
        assert zh is not None
        assert en is not None
        return (
            f"{zh.code} line-refused: {detail}\n  {zh.text}。{zh.remedy}\n  {en.text}: {en.remedy}"
        )


def _parser() -> ArgumentParser:
    parser = _Words(prog="tablectl seat", description="座位屏幕 / The screen of a seat.")
    turns = (0, 90, 180, 270)
    add = parser.add_argument
    add("--seats", type=_seats, required=True, help="E，或共用一个窗口 / or sharing one: E,S,W,N")
    add("--run", type=Path, default=RUN_DIRECTORY, help="接口所在文件夹 / where the sockets are")
    add("--headless", action="store_true", help="无窗口，逐行输出阶段 / no window, lines of text")
    add("--size", type=_pair("x"), default=(1280, 800), help="像素 / pixels: 1280x800")
    add("--position", type=_pair(","), default=(0, 0), help="窗口左上角 / window's corner: 0,0")
    add(
        "--rotation",
        type=whole(0, 270),
        choices=turns,
        default=0,
        help="画面旋转 / turn of the picture",
    )
    add("--touch", type=Path, help="触摸屏，无则为桌面窗口 / evdev panel, else a desktop window")
    add(
        "--touch-rotation",
        type=whole(0, 270),
        choices=turns,
        default=0,
        help="触摸屏旋转 / of the panel",
    )
    add("--upright", action="store_true", help="各座并排，不旋转 / several seats, none turned")
    add("--language", choices=("zh", "en"), default="zh", help="起始语言 / to begin with")
    add(
        "--idle",
        type=number(0, 86400),
        default=300.0,
        help="变暗前的秒数，0 不变暗 / seconds until dim",
    )
    covers = ("auto", "hold", "open")
    add("--cover", choices=covers, default="auto", help="盖牌：按住才看 / cards seen while held")
    add("--sound", default="default", help="声音设备（ALSA），none 静音 / device, none for silence")
    add("--backlight", type=Path, help="背光 / of the panel: /sys/class/backlight/…")
    add("--manual", default="", help="故障手册网址，用于二维码 / address of the manual of faults")
    return parser


def _seats(text: str) -> tuple[Seat, ...]:
    names = text.split(",")
    if not set(names) <= set(Seat.__members__) or len(set(names)) != len(names):
        raise ArgumentTypeError(f"{text!r}: E, N, W, S 各至多一次 / each at most once")
    return tuple(Seat[name] for name in names)


def _pair(sign: str) -> Callable[[str], tuple[int, int]]:
    def parse(text: str) -> tuple[int, int]:
        left, found, right = text.partition(sign)
        if not found or not all(re.fullmatch("[0-9]{1,5}", each) for each in (left, right)):
            raise ArgumentTypeError(
                f"{text!r}: 应为两个数（半角数字） / expected two numbers in ASCII digits, 1{sign}2"
            )
        return int(left), int(right)

    return parse
