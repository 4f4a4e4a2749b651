"""胡息 and 囤 (002 附录四)."""

from collections.abc import Iterable, Mapping
from typing import Final

from table_firmware.rules.claiming import Meld
from table_firmware.rules.games.paohuzi.tiles import COUNTING, is_big

VALUE: Final[Mapping[str, tuple[int, int]]] = {
    "peng": (1, 3),
    "kan": (3, 6),
    "wei": (3, 6),
    "chou_wei": (3, 6),
    "pao": (6, 9),
    "ti": (9, 12),
}
"""Small and big, of tiles alike. 跑 and 提 replace what they grew from."""

RUN: Final = (3, 6)
"""一二三 and 二七十."""


def value(meld: Meld) -> int:
    """胡息 of one 门子."""
    pair = RUN if meld.tiles in COUNTING else VALUE.get(meld.kind, (0, 0))
    return pair[is_big(meld.tiles[0])]


def total(melds: Iterable[Meld]) -> int:
    """胡息 of several."""
    return sum(map(value, melds))


def tun(huxi: int, least: int) -> int:
    """囤: one for `least`, and one more for every three above."""
    return 1 + (huxi - least) // 3
