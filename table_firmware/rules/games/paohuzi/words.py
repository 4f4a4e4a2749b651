"""The words of 跑胡子: those of `rules.claiming`, and those of every game that it needs."""

from typing import Final

from table_firmware.rules.claiming import (
    Ask,
    AskClaim,
    AskDiscard,
    Claim,
    Closed,
    Discard,
    Discarded,
    Ended,
    Group,
    Meld,
    Melded,
    Offered,
    Open,
    Result,
    Stuck,
    Turned,
    View,
)
from table_firmware.rules.round import HandEnded, Managed, Proceed, TimedOut

Action = Claim | Discard | TimedOut | Managed | Proceed
Event = Offered | Turned | Melded | Closed | Discarded | Stuck | Ended | HandEnded

ACTIONS: Final = (Claim, Discard, TimedOut, Managed, Proceed)
EVENTS: Final = (Offered, Turned, Melded, Closed, Discarded, Stuck, Ended, HandEnded)
ASKS: Final = (AskClaim, AskDiscard)

__all__ = [
    "ACTIONS",
    "ASKS",
    "EVENTS",
    "Action",
    "Ask",
    "AskClaim",
    "AskDiscard",
    "Claim",
    "Closed",
    "Discard",
    "Discarded",
    "Ended",
    "Event",
    "Group",
    "HandEnded",
    "Meld",
    "Melded",
    "Offered",
    "Open",
    "Result",
    "Stuck",
    "Turned",
    "View",
]
