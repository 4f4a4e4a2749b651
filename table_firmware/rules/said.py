"""All that is said at a table, in whatever game: the words of `round`, which every game needs, and
those of `claiming`. The ledger and the wire know these; a game that needs other words adds them
here."""

from table_firmware.rules import claiming, round
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

Action = round.Action | Claim | Discard
Event = round.Event | Offered | Turned | Melded | Closed | Discarded | Stuck | Ended
Ask = round.Ask | claiming.Ask
HandView = round.SeatView | claiming.View
"""What a game shows of a hand in play; all have `phase`, `hand`, `counts`, `turn` and `ask`."""
