"""名堂: presets as data, and what is counted for them (002 附录五).

The national table is lost; a preset is a list of lines that an operator may replace.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from table_firmware.rules.claiming import Meld
from table_firmware.rules.frozen import frozen
from table_firmware.rules.games.paohuzi.tiles import RED, is_big

RUN_KINDS: Final = frozenset({"chi", "bi", "shun", "jiao"})
ALIKE_KINDS: Final = frozenset({"peng", "wei", "chou_wei", "kan", "pao", "ti"})


@frozen
class Name:
    """One 名堂: `fan` if the count lies within `least` and `most`, and `more` for each above
    `least`."""

    name: str
    count: str
    least: int
    most: int
    fan: int
    more: int = 0


@frozen
class Facts:
    """What a hand that is won does not tell by its tiles.

    heaven, earth: the dealer, or another, wins with the 亮张. last: with the last tile of the
    stock. lone: the pair was completed from the only tile left in hand. untouched: nothing was
    taken in before.
    """

    heaven: bool = False
    earth: bool = False
    last: bool = False
    lone: bool = False
    untouched: bool = False


COUNTS: Final = (
    *("red", "big", "small", "runs", "one_red", "red_sets"),
    *("heaven", "earth", "last", "lone", "untouched"),
)
"""All that a line may count; the last five are 0 or 1."""

_MANY: Final = 80


def _yes(name: str, count: str, fan: int) -> Name:
    return Name(name, count, 1, 1, fan)


def _from(name: str, count: str, least: int, fan: int) -> Name:
    return Name(name, count, least, _MANY, fan, 1)


def _none(name: str, count: str, fan: int) -> Name:
    return Name(name, count, 0, 0, fan)


def _all_names(fan: Mapping[str, int]) -> tuple[Name, ...]:
    """全名堂; the two editions differ in their numbers."""
    return (
        _yes("tian_hu", "heaven", fan["tian_hu"]),
        _yes("di_hu", "earth", fan["tian_hu"]),
        _yes("hai_hu", "last", fan["tian_hu"]),
        _yes("ting_hu", "untouched", fan["tian_hu"]),
        _from("hong_hu", "red", 10, fan["hong_hu"]),
        _none("hei_hu", "red", fan["hei_hu"]),
        _yes("dian_hu", "red", fan["tian_hu"]),
        _from("da_zi_hu", "big", 18, fan["hei_hu"]),
        _from("xiao_zi_hu", "small", 16, fan["xiao_zi_hu"]),
        _none("dui_zi_hu", "runs", fan["hei_hu"]),
        _yes("shua_hou", "lone", fan["hei_hu"]),
    )


PRESETS: Final[Mapping[str, tuple[Name, ...]]] = {
    "A": (
        Name("hong_hu", "red", 10, 12, 2),
        Name("hong_wu", "red", 13, _MANY, 4),
        _yes("dian_hu", "red", 3),
        _none("hei_hu", "red", 5),
    ),
    "B": _all_names({"tian_hu": 6, "hong_hu": 3, "hei_hu": 8, "xiao_zi_hu": 10}),
    "B_small": _all_names({"tian_hu": 4, "hong_hu": 2, "hei_hu": 6, "xiao_zi_hu": 8}),
    "C": (
        _none("hei_hu", "red", 5),
        _yes("dian_hu", "red", 4),
        Name("san_bian", "one_red", 3, 3, 3),
        Name("si_bian", "one_red", 4, 4, 4),
        Name("shuang_piao", "red_sets", 2, 2, 2),
        _from("shi_hong", "red", 10, 2),
        _from("shi_ba_da", "big", 18, 5),
        _from("shi_ba_xiao", "small", 18, 5),
        _none("peng_peng_hu", "runs", 5),
        _yes("tian_hu", "heaven", 5),
        _yes("di_hu", "earth", 5),
    ),
}
"""A 红黑点, B 全名堂 with 大六八 and B_small with 小六八, C 宁乡."""

REPEATED: Final = frozenset({"B", "B_small"})
"""Presets with 黄番: everything is multiplied after hands that ended in 荒庄."""


def counts(melds: Sequence[Meld], facts: Facts) -> dict[str, int]:
    """What can be counted of a hand that is won.

    one_red: the red tiles if all are of one face, else 0. red_sets: the sets of red tiles alike
    if there are no other red tiles, else 0.
    """
    tiles = [tile for meld in melds for tile in meld.tiles]
    red = [tile for tile in tiles if tile in RED]
    big = sum(map(is_big, tiles))
    sets = [m for m in melds if m.kind in ALIKE_KINDS and RED.issuperset(m.tiles)]
    return {
        "red": len(red),
        "big": big,
        "small": len(tiles) - big,
        "runs": sum(meld.kind in RUN_KINDS for meld in melds),
        "one_red": len(red) if len(set(red)) == 1 else 0,
        "red_sets": len(sets) if sum(len(m.tiles) for m in sets) == len(red) else 0,
        **{name: int(getattr(facts, name)) for name in COUNTS[6:]},
    }


def fan(table: Sequence[Name], found: Mapping[str, int]) -> tuple[int, tuple[str, ...]]:
    """The factor, and the names that make it: they add; without any it is 1."""
    lines = [line for line in table if line.least <= found[line.count] <= line.most]
    total = sum(line.fan + line.more * (found[line.count] - line.least) for line in lines)
    return (total if lines else 1), tuple(line.name for line in lines)


def table(rows: Any) -> tuple[Name, ...]:
    """The lines an operator wrote; ValueError says what is wrong with which."""
    if not isinstance(rows, list):
        raise ValueError("must be a list of lines")
    return tuple(_line(row) for row in rows)


def _line(row: Any) -> Name:
    """Each line: `name`, `count`, `least`, `most`, `fan`, and `more` if not 0."""
    keys = Name.__match_args__
    if not isinstance(row, dict) or not set(keys[:-1]) <= row.keys() <= set(keys):
        raise ValueError(f"{row!r}: each line needs {', '.join(keys[:-1])}, and may have more")
    if type(row["name"]) is not str or not row["name"].isascii():
        raise ValueError(f"{row!r}: name must be ASCII, as it stands in the log")
    if row["count"] not in COUNTS:
        raise ValueError(f"{row!r}: count must be one of {', '.join(COUNTS)}")
    numbers = [row.get(key, 0) for key in keys[2:]]
    if any(type(number) is not int or not 0 <= number <= _MANY for number in numbers):
        raise ValueError(f"{row!r}: numbers must lie within 0 and {_MANY}")
    return Name(row["name"], row["count"], *numbers)
