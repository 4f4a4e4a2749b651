"""What is said in 跑胡子: words of `rules.claiming`, and those of every game that it needs."""

from table_firmware.rules.claiming import (
    Claim,
    Closed,
    Discard,
    Discarded,
    Ended,
    Melded,
    Offered,
    Stuck,
    Turned,
)
from table_firmware.rules.round import HandEnded, Managed, Proceed, TimedOut

Action = Claim | Discard | TimedOut | Managed | Proceed
Event = Offered | Turned | Melded | Closed | Discarded | Stuck | Ended | HandEnded
