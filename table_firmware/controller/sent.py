"""What the seats were sent last, so that nothing is sent twice and an answer can be too old."""

from collections import OrderedDict
from dataclasses import fields, replace
from operator import attrgetter
from typing import Final

from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Service, TimeLeft, View

REMEMBERED_VIEWS: Final = 64
_beside: Final = attrgetter(*(f.name for f in fields(View) if f.name not in ("number", "clock")))


class Sent:
    """Numbers views, and remembers them: what they showed, and what they asked."""

    def __init__(self) -> None:
        self._numbers = dict.fromkeys(Seat, 0)
        self._views: dict[Seat, View] = {}
        self._asked: dict[Seat, OrderedDict[int, tuple[object, ...]]] = {
            seat: OrderedDict() for seat in Seat
        }
        self._service: Service | None = None

    def asked(self, seat: Seat, number: int) -> tuple[object, ...] | None:
        """The key of what this view asked (`Scene.ask_key`); None if it is too old."""
        return self._asked[seat].get(number)

    def numbered(self, view: View, ask_key: tuple[object, ...]) -> View | None:
        """The view with its number; None if it differs from the last one by passing time alone."""
        seat = view.seat
        last = self._views.get(seat)
        if last is not None and _alike(view, last):
            return None
        self._views[seat] = view
        self._numbers[seat] += 1
        number, asked = self._numbers[seat], self._asked[seat]
        asked[number] = ask_key
        if len(asked) > REMEMBERED_VIEWS:
            asked.popitem(last=False)
        return replace(view, number=number)

    def is_news(self, shown: Service) -> bool:
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


def _alike(view: View, last: View) -> bool:
    """They differ by passing time alone."""
    return _timeless(view.clock) == _timeless(last.clock) and _beside(view) == _beside(last)


def _timeless(clock: TimeLeft | None) -> TimeLeft | None:
    return clock and replace(clock, left_ms=0)
