"""What a screen remembers for some seconds only. Pure: the time is passed in, in seconds."""

from dataclasses import replace
from typing import Final

from table_firmware.wire.messages import View
from ui_kiosk.local import Local, table_acted

LATE_SECONDS: Final = 8.0
"""So long a player is told in any case that his time was over and what the table has done."""
LATE: Final = "late:"


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


def noticed(local: Local, old: View | None, new: View, now: float) -> Local:
    """After a view that tells that this player's time was over and what the table did: the kinds
    of it are remembered. Of what was done while the line was lost the hand's line tells by itself.
    """
    kinds = table_acted(old, new) if old is not None else ()
    if not kinds:
        return local
    before = tuple(each for each in local.passing if not each[0].startswith(LATE))
    local = replace(local, passing=before)
    for kind in kinds:
        local = begun(local, f"{LATE}{kind}", now + LATE_SECONDS)
    return local
