"""How long each seat thinks in a hand, as the log tells.

Only what is done on a clock of one's own counts: at an open tile everybody waits the same time,
whoever claims it, and how soon an answer came is secret (PH-21).
"""

from table_firmware.ledger.entries import Entry
from table_firmware.rules.cards import Seat


class Thinking:
    """How long each seat has thought in the hand in play, in ms: from the act before its own, or
    the deal, without the time in which play was suspended or the table was off."""

    def __init__(self) -> None:
        self.millis: dict[Seat, int] = {}
        self._since = self._stopped = 0
        self._off: set[str] = set()

    def follow(self, entry: Entry) -> None:
        """One more entry."""
        match entry.k:
            case "deal":
                self.millis, self._since = {}, entry.m
            case "boot":
                self._since = self._stopped = entry.m
            case "service" | "call":
                self._suspend(entry)
            case "act":
                self._act(entry)

    def _suspend(self, entry: Entry) -> None:
        was = bool(self._off)
        (self._off.add if entry.d["on"] else self._off.discard)(entry.k)
        if self._off and not was:
            self._stopped = entry.m
        elif was and not self._off:
            self._since += entry.m - self._stopped

    def _act(self, entry: Entry) -> None:
        action = entry.d["action"]
        seat = action.get("seat")
        own = action["by"] in ("player", "timeout") and action["kind"] != "claim"
        if own and seat in ("E", "N", "W", "S"):
            self.millis[Seat[seat]] = self.millis.get(Seat[seat], 0) + entry.m - self._since
        self._since = entry.m
