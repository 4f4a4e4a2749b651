"""What a screen remembers for some seconds only. Pure: the time is passed in, in seconds."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from table_firmware.wire.messages import View
from ui_kiosk.local import Local, table_acted

LATE_SECONDS: Final = 8.0
"""So long a player is told in any case that his time was over and what the table has done."""
LATE: Final = "late:"
KEPT_SECONDS: Final = 3.0
"""So long what a second touch has done is not undone by a third one on the same place."""
KEPT: Final = "kept:"
WITHDRAWN_SECONDS: Final = 5.0
WITHDRAWN: Final = "withdrawn"
ANSWERING_SECONDS: Final = 20.0
"""A table that was started anew answers again within two seconds, a computer within twenty."""
ANSWERING: Final = "answering"
UNDONE_BY: Final[Mapping[str, str]] = {"call": "withdraw", "manage": "unmanage"}


def begun(local: Local, name: str, until: float) -> Local:
    """From now on it is remembered until then."""
    others = tuple(each for each in local.passing if each[0] != name)
    return replace(local, passing=(*others, (name, until)))


def settled(local: Local, now: float) -> Local:
    """Without what is over; the same if nothing is."""
    left = tuple(each for each in local.passing if each[1] > now)
    return local if left == local.passing else replace(local, passing=left)


def lasts(local: Local, name: str) -> bool:
    """Whether it is still remembered."""
    return any(each[0] == name for each in local.passing)


def followed(local: Local, act: str, now: float) -> Local:
    """After an intent has gone to the table."""
    if act == "withdraw":
        return begun(local, WITHDRAWN, now + WITHDRAWN_SECONDS)
    if act in UNDONE_BY:
        return begun(local, KEPT + UNDONE_BY[act], now + KEPT_SECONDS)
    return local


def refused(local: Local) -> Local:
    """After the table has refused an intent: nothing has followed from it."""
    return replace(local, passing=tuple(each for each in local.passing if _late(each[0])))


def _late(name: str) -> bool:
    return name.startswith(LATE)


def noticed(local: Local, old: View | None, new: View, now: float) -> Local:
    """After a view that tells that this player's time was over and what the table did: the kinds
    of it are remembered. Of what was done while the line was lost, or for a player whom the table
    plays for anyway, the hand's line tells by itself.
    """
    if old is None:
        return _without(local, ANSWERING)
    served = _served(old) or _served(new)
    kinds = () if served else table_acted(old, new)
    if served or kinds:
        local = _without(local, LATE)
    for kind in kinds:
        local = begun(local, f"{LATE}{kind}", now + LATE_SECONDS)
    return local


def _served(view: View) -> bool:
    """Whether the table plays for this player; a view may have no places."""
    return any(place.managed for place in view.places[view.seat :][:1])


def _without(local: Local, begins: str) -> Local:
    left = tuple(each for each in local.passing if not each[0].startswith(begins))
    return local if left == local.passing else replace(local, passing=left)
