"""Every text a person sees, by key and language, from `strings/*.toml`.

Keys are dotted: `button.play`. Codes that come from the table (refusals, faults, farewells) are
keys too, so a code without a text is found by a test, not by a player.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from table_firmware.plural import singular

LANGUAGES: Final = ("zh", "en")


def other_language(language: str) -> str:
    """The language that the language button changes to."""
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]


@cache
def texts(language: str) -> Mapping[str, str]:
    """All texts of a language by dotted key; KeyError for a language there is not."""
    if language not in LANGUAGES:
        raise KeyError(language)
    file = resources.files("ui_kiosk") / "strings" / f"{language}.toml"
    return dict(_flat("", tomllib.loads(file.read_text("utf-8"))))


def text(language: str, key: str, **values: Any) -> str:
    """The text of `key` with its places filled in; KeyError if there is none."""
    return _filled(language, key, **values) if values else _plain(language, key)


@cache
def _plain(language: str, key: str) -> str:
    """Most texts have no places, and a screen says fifty of them in each picture."""
    return _filled(language, key)


def _filled(language: str, key: str, **values: Any) -> str:
    told = texts(language)[key].format(**values)
    return singular(told) if language == "en" else told


def coded(language: str, kind: str, code: str) -> str:
    """The text of a code that came from the table; the bare code where there is none, so that an
    unforeseen code can at least be read out to the staff."""
    return texts(language).get(f"{kind}.{code}", code)


def _flat(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, item in table.items():
        found += (
            _flat(f"{prefix}{key}.", item) if isinstance(item, dict) else [(prefix + key, item)]
        )
    return found
