"""Settings of Kivy and of its window, made before either is imported for good."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ui_kiosk.driver import room, share_one_arena, want_colours_alone


@dataclass(frozen=True, slots=True)
class Glass:
    """The window of this process.

    size: pixels, of a desktop window the most. rotation: 0, 90, 180 or 270 degrees by which
    the whole picture is turned, touches included. touch: the evdev path of the panel; None for a
    desktop window with a mouse. touch_turn: degrees clockwise by which the panel is mounted turned
    against the display. left, top: where a borderless window begins, which chooses the
    output when several make up one display.
    """

    size: tuple[int, int] = (1280, 800)
    rotation: int = 0
    touch: Path | None = None
    touch_turn: int = 0
    left: int = 0
    top: int = 0

    @property
    def kiosk(self) -> bool:
        """True for a panel of the table, False for a window on a desktop."""
        return self.touch is not None


def prepare(glass: Glass, home: Path) -> None:
    """Sets Kivy up; nothing may have imported it before.

    home: a directory for Kivy's own files, so that nothing is kept elsewhere.
    """
    share_one_arena()
    home.mkdir(parents=True, exist_ok=True)
    os.environ |= {
        "KIVY_HOME": str(home),
        "KIVY_WINDOW": "sdl2",  # another provider would end the process where there is no X
        "KIVY_NO_ARGS": "1",
        "KIVY_LOG_MODE": "PYTHON",  # else Kivy swallows tracebacks
        "KIVY_NO_ENV_CONFIG": "1",
        "KIVY_IMAGE": "sdl2",  # another library for pictures would be loaded beside it
        "KIVY_METRICS_DENSITY": "1",
        "SDL_NO_SIGNAL_HANDLERS": "1",  # else a stop would be a request that a kiosk declines
        "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS": "0",
    }
    _configure(glass)
    _unstyled(home)


def _unstyled(home: Path) -> None:
    """Kivy's rules for its own buttons and lists, 1 MB, are not read: there is an empty file in
    their place."""
    import kivy
    import kivy.resources

    (home / "style.kv").touch()
    whole, kivy.kivy_data_dir = kivy.kivy_data_dir, str(home)
    import kivy.lang

    kivy.kivy_data_dir = whole


def _configure(glass: Glass) -> None:
    from kivy.config import Config

    for name in Config.options("input"):
        Config.remove_option("input", name)  # two providers would mean double touches
    if not glass.kiosk:
        Config.set("input", "mouse", "mouse,disable_multitouch")
    width, height = glass.size if glass.kiosk else fitted(glass.size, room())
    settings = {
        ("kivy", "exit_on_escape"): 0,
        ("kivy", "log_level"): "warning",
        ("kivy", "keyboard_mode"): "",
        ("graphics", "width"): width,
        ("graphics", "height"): height,
        ("graphics", "rotation"): glass.rotation,
        ("graphics", "fullscreen"): 0,  # a fullscreen window has come up black on some panels
        ("graphics", "borderless"): int(glass.kiosk),
        ("graphics", "resizable"): int(not glass.kiosk),
        ("graphics", "show_cursor"): int(not glass.kiosk),
        ("graphics", "allow_screensaver"): int(not glass.kiosk),  # nor may the panel sleep
        ("graphics", "position"): "custom" if glass.kiosk else "auto",
        ("graphics", "left"): glass.left,
        ("graphics", "top"): glass.top,
        ("graphics", "multisamples"): 0,
        ("graphics", "maxfps"): 60,
    }
    for (section, name), value in settings.items():
        Config.set(section, name, value)
    Config.getint = _colours_alone(Config)


def fitted(size: tuple[int, int], room: tuple[int, int] | None) -> tuple[int, int]:
    """The size of a window that lies whole on a display with so much room; None: not known."""
    return size if room is None else (min(size[0], room[0]), min(size[1], room[1]))


def _colours_alone(config: Any) -> Any:
    """Reads numbers as before. Kivy asks for a window with depths and stencils whatever its
    settings are, then reads whether it has a `shaped` outline, then makes it."""

    def number(section: str, option: str, **more: Any) -> Any:
        if option == "shaped":
            want_colours_alone()
        return type(config).getint(config, section, option, **more)

    return number
