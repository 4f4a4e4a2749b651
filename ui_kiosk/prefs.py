"""How a player wants his screen: remembered by the seat, told to nobody."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from ui_kiosk.text import LANGUAGES

SWITCHES: Final = ("four_colours", "still", "left_handed", "contrast", "large", "titles")
VOLUMES: Final = 3


@dataclass(frozen=True, slots=True)
class Prefs:
    """four_colours: each suit has its own. still: nothing moves. left_handed: the buttons lie
    under the left hand. contrast: light on black. large: larger letters, and less beside them.
    titles: the match table of 双扣 names a level of 003 表格1, which means nothing. volume: of the
    sounds, 0 = none."""

    four_colours: bool = False
    still: bool = False
    left_handed: bool = False
    contrast: bool = False
    large: bool = False
    titles: bool = False
    volume: int = VOLUMES - 1

    def changed(self, name: str, value: int) -> "Prefs":
        """With one of `SWITCHES` or `volume` set; a name that there is not changes nothing."""
        if name in SWITCHES:
            return replace(self, **{name: bool(value)})
        return replace(self, volume=value) if name == "volume" else self


PLAIN: Final = Prefs()


def load(path: Path, language: str) -> tuple[str, Prefs]:
    """The saved language and settings; the given language and none where there are none."""
    found: object = None
    with suppress(OSError, ValueError):
        found = json.loads(path.read_text("utf-8"))
    if not isinstance(found, dict):
        return language, Prefs()
    told = found.get("language")
    prefs = Prefs(**{name: True for name in SWITCHES if found.get(name) is True})
    volume = found.get("volume")
    if type(volume) is int and 0 <= volume < VOLUMES:
        prefs = replace(prefs, volume=volume)
    return (told if told in LANGUAGES else language), prefs


def plain(language: str, prefs: Prefs) -> dict[str, int]:
    """As the table keeps them for a member."""
    return {"language": LANGUAGES.index(language)} | {k: int(v) for k, v in asdict(prefs).items()}


def recalled(settings: Mapping[str, int], language: str, prefs: Prefs) -> tuple[str, Prefs]:
    """What the table has kept for a member, over what is in force; what is unknown is left out."""
    for name, value in settings.items():
        if name == "language" and value < len(LANGUAGES):
            language = LANGUAGES[value]
        elif name != "volume" or value < VOLUMES:
            prefs = prefs.changed(name, value)
    return language, prefs


def save(path: Path, language: str, prefs: Prefs) -> None:
    """Keeps them; a disk that is full or read-only costs the memory, never the game."""
    with suppress(OSError):
        draft = path.with_suffix(".new")
        draft.write_text(json.dumps({"language": language, **asdict(prefs)}), "utf-8")
        draft.replace(path)
