"""The backlight of a seat's own panel, as the kernel offers it: a folder of
`/sys/class/backlight`. A display that has none there (each on HDMI) is set by its own buttons; the
bus inside the cable (DDC/CI) is not used."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from ui_kiosk.local import Local

LEAST: Final = 10
"""Per cent: a screen that nobody can see could not be made brighter again by touch."""


class Backlight:
    """One of the kernel's backlights. folder: such as `/sys/class/backlight/10-0045`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def percent(self) -> int | None:
        """How bright it is set, None if it cannot be read."""
        now, most = self._number("brightness"), self._number("max_brightness")
        return round(100 * now / most) if most and now is not None else None

    def set(self, percent: int) -> bool:
        """Set it, within `LEAST` and 100; False if it may not be written or is not there."""
        most = self._number("max_brightness")
        if not most or self.percent is None:
            return False
        wanted = max(1, round(most * min(100, max(LEAST, percent)) / 100))
        with suppress(OSError):
            (self._folder / "brightness").write_text(f"{wanted}\n", "ascii")
            return True
        return False

    def _number(self, name: str) -> int | None:
        try:
            found = int((self._folder / name).read_text("ascii"))
        except (OSError, ValueError):
            return None
        return found if found >= 0 else None


def looked(local: Local, light: Backlight | None) -> Local:
    """What the screen knows of its backlight."""
    return replace(local, light=light.percent if light else None)


def stepped(local: Local, light: Backlight | None, step: int) -> Local:
    """Brighter or darker by so many per cent, as far as that may be."""
    before = light.percent if light else None
    if light is None or before is None:
        return looked(local, light)
    return replace(looked(local, light), fixed=not light.set(before + step), light=light.percent)
