"""The options of a game as data: for each key the values it may take, and the clause."""

from collections.abc import Mapping
from typing import Any, Final

Choices = Mapping[str, tuple[tuple[object, ...], str]]
"""By key: the values that are built, the first being the default, and the clause."""

_MANY: Final = 24
"""So many values are the orders of something, and are not listed one by one."""


def check(game: str, choices: Choices, key: str, value: object) -> None:
    """ValueError names key, value and clause unless the option may be set so."""
    if key not in choices:
        raise ValueError(f"{key} = {value!r}: {game} has no such option")
    allowed, clause = choices[key]
    if not any(type(value) is type(choice) and value == choice for choice in allowed):
        few = len(allowed) < _MANY
        names = ", ".join(map(repr, allowed)) if few else f"{allowed[0]!r} in any order"
        raise ValueError(f"{key} = {value!r}: must be {names} ({clause})")


def in_force(choices: Choices, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value."""
    return {key: given.get(key, allowed[0]) for key, (allowed, _clause) in choices.items()}
