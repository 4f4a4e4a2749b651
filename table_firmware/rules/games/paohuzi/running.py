"""跑: the fourth tile of a set that lies or stands with a seat (002 term 十五; PH-04 to PH-06)."""

from dataclasses import replace

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.claiming import Meld, Open
from table_firmware.rules.games.paohuzi.hand import Place

FROM: dict[str, tuple[str, ...]] = {
    "turned": ("peng", "wei", "chou_wei"),
    "discard": ("wei", "chou_wei"),
    "liang": (),
}
"""The melds on the table to which an open tile may be added."""


def alike(place: Place, kind: str, tile: Card) -> Place:
    """The place after a meld of tiles alike was laid: all its copies come from hand or meld."""
    size = 4 if kind in ("pao", "ti") else 3
    melds = tuple(meld for meld in place.melds if set(meld.tiles) != {tile})
    hand = tuple(face for face in place.hand if face != tile)
    return replace(place, hand=hand, melds=(*melds, Meld(kind, (tile,) * size)))


def quad(place: Place, open_: Open, seat: Seat) -> Place | None:
    """The place after 跑 with the open tile, None if there is none to be had.

    A seat's own 坎 or 偎 and its own tile have become 提 before; its own discard is nothing to it.
    """
    tile = open_.tile
    if open_.taken or (open_.kind == "discard" and open_.seat == seat):
        return None
    if place.hand.count(tile) == 3 or place.has(tile, *FROM[open_.kind]):
        return alike(place, "pao", tile)
    return None


def must_run(place: Place, open_: Open, seat: Seat) -> bool:
    """Whether the seat runs unless somebody wins; never with the 亮张 (PH-20)."""
    return open_.kind != "liang" and quad(place, open_, seat) is not None
