"""What the seats were sent last, so that nothing is sent twice and an answer can be too old."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import fields, replace
from operator import attrgetter
from typing import Final

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Service, TimeLeft, View

REMEMBERED_VIEWS: Final = 64
_beside: Final = attrgetter(*(f.name for f in fields(View) if f.name not in ("number", "clock")))
_timeless: Final = attrgetter(*(f.name for f in fields(TimeLeft) if f.name != "left_ms"))


class Sent:
    """Numbers views, and remembers them: what they showed, and what they asked."""

    def __init__(self) -> None:
        self._numbers = dict.fromkeys(Seat, 0)
        self._views: dict[Seat, View] = {}
        self._at: dict[Seat, int] = {}
        self._asked: dict[Seat, OrderedDict[int, tuple[object, ...]]] = {
            seat: OrderedDict() for seat in Seat
        }
        self._owed: set[Seat] = set()
        self._service: Service | None = None

    def asked(self, seat: Seat, number: int) -> tuple[object, ...] | None:
        """The key of what this view asked (`Scene.ask_key`); None if it is too old."""
        return self._asked[seat].get(number)

    def numbers(self) -> Mapping[Seat, int]:
        """What the next view of each seat is called."""
        return {seat: last + 1 for seat, last in self._numbers.items()}

    def is_news(self, view: View) -> bool:
        """Whether this view differs from the last one of its seat by more than passing time."""
        last = self._views.get(view.seat)
        return view.seat in self._owed or last is None or not _alike(view, last)

    def owe(self, seat: Seat) -> None:
        """A seat waits for the answer to what it wanted: its next view is news to it, even if
        nothing has changed, as when it wants what there is already."""
        self._owed.add(seat)

    def note(self, view: View, ask_key: tuple[object, ...], now: int) -> None:
        """It is sent now."""
        self._owed.discard(view.seat)
        self._views[view.seat], self._at[view.seat] = view, now
        self._numbers[view.seat] = view.number
        asked = self._asked[view.seat]
        asked[view.number] = ask_key
        if len(asked) > REMEMBERED_VIEWS:
            asked.popitem(last=False)

    def saving(self, now: int) -> dict[Seat, View]:
        """What was sent last, sent once more, with the word that the disk is waited for."""
        numbers = self.numbers()
        again = {
            seat: replace(
                view,
                number=numbers[seat],
                saving=True,
                clock=_later(view.clock, now - self._at[seat]),
            )
            for seat, view in self._views.items()
            if not view.saving
        }
        for seat, view in again.items():
            self.note(view, self._asked[seat][self._views[seat].number], now)
        return again

    def is_service_news(self, shown: Service) -> bool:
        """Whether the technician has not been sent this already; he is now."""
        news = shown != self._service
        self._service = shown
        return news

    def forget_screen(self, seat: Seat) -> None:
        """A new screen needs its view whatever it was."""
        self._views.pop(seat, None)
        self.forget_service()

    def forget_service(self) -> None:
        """What the technician sees is sent anew."""
        self._service = None


def _later(clock: TimeLeft | None, ms: int) -> TimeLeft | None:
    """The clock when so much more time has passed."""
    return clock and replace(clock, left_ms=max(0, clock.left_ms - ms))


def _alike(view: View, last: View) -> bool:
    """They differ by passing time alone."""
    return _shows(view.clock) == _shows(last.clock) and _beside(view) == _beside(last)


def _shows(clock: TimeLeft | None) -> tuple[object, ...] | None:
    return None if clock is None else _timeless(clock)
