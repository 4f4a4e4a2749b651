"""What an operator may set in 跑胡子. A key with one value is there so that the log names it."""

from collections.abc import Mapping
from typing import Any, Final

from table_firmware.rules.frozen import frozen
from table_firmware.rules.games.paohuzi import names
from table_firmware.rules.games.paohuzi.names import Name


@frozen
class Options:
    """The settings that change a ruling.

    min_huxi: 起胡. zimo_plus_tun: 囤 added for a tile one turned oneself. mingtang_preset: a key
    of `names.PRESETS`; mingtang: the lines to use instead, empty: those of the preset.
    win_on_discard: 胡 may be claimed on a discard (PH-22). must_win: 胡 may not be passed (PH-13).
    """

    min_huxi: int = 15
    zimo_plus_tun: int = 1
    mingtang_preset: str = "A"
    mingtang: tuple[Name, ...] = ()
    win_on_discard: bool = False
    must_win: bool = False

    @property
    def table(self) -> tuple[Name, ...]:
        """The 名堂 in force."""
        return self.mingtang or names.PRESETS[self.mingtang_preset]


CHOICES: Final[Mapping[str, tuple[tuple[object, ...], str]]] = {
    "min_huxi": ((15, 10, 18), "2.2 起胡"),
    "zimo_plus_tun": ((1, 0), "2.2 囤"),
    "mingtang_preset": (tuple(names.PRESETS), "2.2 附录五"),
    "win_on_discard": ((False, True), "2.3 step 5, PH-22"),
    "must_win": ((False, True), "PH-13"),
    "liangzhang_owner": (("dealer",), "PH-01"),
    "stink_when": (("declined",), "PH-08"),
    "san_ti_wu_kan": ((False,), "PH-17"),
}
"""Keys an operator may write beside `mingtang`: the values built, the default first, and the
clause."""

_ONE_VALUE: Final = ("liangzhang_owner", "stink_when", "san_ti_wu_kan")


def options(given: Mapping[str, Any]) -> Options:
    """The options from a config table; ValueError names key, value and clause."""
    for key, value in given.items():
        _check(key, value)
    built = {key: value for key, value in given.items() if key not in _ONE_VALUE}
    if "mingtang" in built:
        built["mingtang"] = names.table(built["mingtang"])
    return Options(**built)


def in_force(given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option with its value, as `options` takes them: what the log says of a match."""
    options(given)
    values = {key: given.get(key, allowed[0]) for key, (allowed, _clause) in CHOICES.items()}
    return values | {"mingtang": given.get("mingtang", [])}


def _check(key: str, value: object) -> None:
    if key == "mingtang":
        return _check_table(value)
    if key not in CHOICES:
        raise ValueError(f"{key} = {value!r}: 跑胡子 has no such option")
    allowed, clause = CHOICES[key]
    if not any(type(value) is type(choice) and value == choice for choice in allowed):
        raise ValueError(f"{key} = {value!r}: must be {', '.join(map(repr, allowed))} ({clause})")
    return None


def _check_table(value: object) -> None:
    try:
        names.table(value)
    except ValueError as wrong:
        raise ValueError(f"mingtang: {wrong} (2.2 附录五)") from None
