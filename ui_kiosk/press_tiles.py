"""What a touch does in 跑胡子: the answer to the open tile, and the discard.

An answer may be changed until the time of the tile is over: then the last one counts.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from table_firmware.rules.cards import Card
from table_firmware.rules.claiming import AskClaim, AskDiscard
from table_firmware.rules.claiming import View as TileView
from table_firmware.wire.messages import Intent, Refused, View
from ui_kiosk.local import Local, hidden, select, slots_of
from ui_kiosk.model_parts import Slot
from ui_kiosk.rounds import tiles_of

ACTS: Final = frozenset({"claim", "decline", "chi", "discard"})
KAN: Final = 3
"""Tiles alike in hand, which stay together (002 term 九)."""


def answers(view: View, act: str) -> bool:
    """Whether the act answers a question of this game."""
    return isinstance(view.ask, AskClaim | AskDiscard) and act.partition(":")[0] in ACTS


def may(view: View, local: Local, act: str) -> bool:
    """Whether the seat may answer so now. Of a hand that lies covered nothing may be told, but all
    know who has to discard."""
    name, _, value = act.partition(":")
    if hidden(view, local) and name != "discard":
        return False
    match view.ask, name:
        case AskClaim(hu, peng, chi), "decline":
            return hu or peng or bool(chi)
        case AskClaim() as ask, "claim":
            return bool({"hu": ask.hu, "peng": ask.peng}.get(value))
        case AskClaim(chi=chi), "chi":
            return bool(chi) and (not value or int(value) < len(chi))
        case AskDiscard(tiles), "discard":
            return any(tile in tiles for tile, _ in local.selected)
    return False


def answer(view: View, local: Local, act: str) -> tuple[Local, Intent | None]:
    """The answer goes to the table, if the seat may give it and no other one is on its way."""
    if local.sent >= view.number or not may(view, local, act):
        return local, None
    sent = replace(local, sent=view.number, refused=None, panel="")
    name, _, value = act.partition(":")
    match view.ask, name:
        case AskClaim(chi=chi), "chi":
            laid = tuple(tile for group in chi[int(value)] for tile in group)
            return replace(sent, hint=int(value)), Intent(view.number, "claim", laid, value="chi")
        case AskDiscard(), "discard":
            return sent, Intent(view.number, "discard", _selected(local))
        case _, "claim":
            return sent, Intent(view.number, "claim", value=value)
        case _:
            return sent, Intent(view.number, "decline")


def plain(ask: AskClaim) -> bool:
    """There is one way to eat: no picture need be chosen."""
    return len(ask.chi) == 1


def wanted(view: View) -> frozenset[Slot]:
    """The own tiles that 碰 would lay with the open one, and 吃 where there is one way."""
    ask, tiles = view.ask, tiles_of(view)
    if not isinstance(ask, AskClaim) or tiles is None or tiles.open is None:
        return frozenset()
    eaten = tiles.open.tile
    pair = slots_of((eaten,) * (KAN - 1)) if ask.peng else frozenset()
    if not plain(ask):
        return pair
    beside = Counter(tile for group in ask.chi[0] for tile in group) - Counter((eaten,))
    return pair | slots_of(tuple(beside.elements()))


def _selected(local: Local) -> tuple[Card, ...]:
    return tuple(tile for tile, _ in local.selected)


def tapped(view: View, tiles: TileView, local: Local, changed: Iterable[Slot]) -> Local:
    """A tile was touched: it alone is selected, or put back. What may not leave the hand is not,
    and the screen says why."""
    *_, slot = changed
    if slot[0] not in tiles.hand:
        return local
    if slot in local.selected:
        return select(local, frozenset())
    if tiles.hand.count(slot[0]) >= KAN:
        told = Refused(view.number, "kan-stays")
        return replace(select(local, frozenset()), refused=told)
    return select(local, frozenset({slot}))
