"""How a player wants his screen: remembered by the seat, told to nobody."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from ui_kiosk.text import LANGUAGES

SWITCHES: Final = ("four_colours", "still", "left_handed")


@dataclass(frozen=True, slots=True)
class Prefs:
    """four_colours: each suit has its own. still: nothing moves. left_handed: the buttons lie
    under the left hand."""

    four_colours: bool = False
    still: bool = False
    left_handed: bool = False

    def changed(self, name: str, on: bool) -> "Prefs":
        """With one of `SWITCHES` set; a name that there is not changes nothing."""
        return replace(self, **{name: on}) if name in SWITCHES else self


PLAIN: Final = Prefs()


def load(path: Path, language: str) -> tuple[str, Prefs]:
    """The saved language and settings; the given language and none where there are none."""
    found: object = None
    with suppress(OSError, ValueError):
        found = json.loads(path.read_text("utf-8"))
    if not isinstance(found, dict):
        return language, Prefs()
    told = found.get("language")
    on = {name: True for name in SWITCHES if found.get(name) is True}
    return (told if told in LANGUAGES else language), Prefs(**on)


def save(path: Path, language: str, prefs: Prefs) -> None:
    """Keeps them; a disk that is full or read-only costs the memory, never the game."""
    with suppress(OSError):
        draft = path.with_suffix(".new")
        draft.write_text(json.dumps({"language": language, **asdict(prefs)}), "utf-8")
        draft.replace(path)
