"""One module a board; each is imported only when the configuration names it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from hal.board import Board, BoardRefused

Loader = Callable[[Mapping[str, object], Path], Board]
"""Opens a board: its settings (section `[board]` of the configuration) and the run directory."""


def _sim(settings: Mapping[str, object], run: Path) -> Board:
    from hal.boards.sim import open_board

    return open_board(settings, run)


def _rpi_gpio(settings: Mapping[str, object], run: Path) -> Board:
    from hal.boards.rpi_gpio import open_board

    return open_board(settings, run)


def _serial_io(settings: Mapping[str, object], run: Path) -> Board:
    from hal.boards.serial_io import open_board

    return open_board(settings, run)


BOARDS: Final[Mapping[str, Loader]] = {
    "sim": _sim,
    "rpi_gpio": _rpi_gpio,
    "serial_io": _serial_io,
}


def open_board(settings: Mapping[str, object], run: Path) -> Board:
    """Open the board that `settings["name"]` names; there is no silent fallback.

    Raises BoardRefused when there is no such board or it cannot be opened.
    """
    name = str(settings.get("name", ""))
    if name not in BOARDS:
        known = ", ".join(sorted(BOARDS))
        raise BoardRefused("TBL-202", f"no board is called {name!r}", f"choose one of: {known}")
    return BOARDS[name](settings, run)


def ports(settings: Mapping[str, object]) -> tuple[Path, ...]:
    """The serial ports of the board that these settings describe; nothing is opened. None for a
    board without any, or one that would be refused."""
    if settings.get("name") != "serial_io":
        return ()
    from hal.boards.serial_io import lines

    try:
        return tuple(line.port for line in lines(settings))
    except BoardRefused:
        return ()
