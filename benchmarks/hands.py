"""Memory of a seat's screen over many hands: `python -m benchmarks.hands [HANDS [1280x800]]`.

Whole hands are played by the rules; one seat's screen is told every view and draws it. Prints one
JSON object: MiB private to the process after each tenth part of the hands, how many widgets are
alive, and how many of those that were let go before.
"""

import gc
import json
import os
import random  # noqa: TID251
import sys
import tempfile
import weakref
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
DRAWN = 2
ACTS = ("panel:played", "close", "panel:help-types", "close", "panel:settings", "close")


def private() -> float:
    """MiB that only this process has: library pages come and go with other processes."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty")) / 1024


def hand(rng: random.Random, numbers: Iterator[int]) -> Iterator[Any]:
    """The views of East in one hand."""
    from chinpok_views import base, hand_result, playing

    from table_firmware.rules.cards import RANKS, Seat
    from table_firmware.rules.dealing import Deal
    from table_firmware.rules.games import chinpok
    from table_firmware.rules.round import Managed, Proceed

    deck = chinpok.DEALING.deck
    ids = rng.sample(range(len(deck)), len(deck))
    draws = {name: rng.randrange(size) for name, size in chinpok.DEALING.draws}
    cards = tuple(tuple(deck[k] for k in held) for held in chinpok.DEALING.hands(ids, draws))
    state = chinpok.opening(chinpok.options({}), Deal(cards, draws))
    yield base("draw", trump=RANKS[draws["trump"]], leader=Seat.E, number=next(numbers))
    while (clock := chinpok.clock(state)) is not None:
        view = chinpok.view(state, Seat.E)
        yield playing(view, number=next(numbers), trump=view.trump)
        action: Any = Managed(clock.seats[0]) if clock.seats else Proceed()
        for event in chinpok.decide(state, action):
            state = chinpok.evolve(state, event)
    yield hand_result(number=next(numbers))


def run(hands: int, size: tuple[int, int]) -> dict[str, object]:
    """Plays and measures."""
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.uix.widget import Widget

    from ui_kiosk.fonts import register
    from ui_kiosk.frugal import spare
    from ui_kiosk.screens.seat import SeatScreen

    register()
    EventLoop.ensure_window()
    EventLoop.window.size = size
    EventLoop.start()
    spare(EventLoop.window)
    Clock._max_fps = 0
    screen = SeatScreen()
    EventLoop.window.add_widget(screen)
    rng, numbers, found = random.Random(1), count(1), []
    gone: set[weakref.ref[Any]] = set()
    for number in range(hands):
        for view in hand(rng, numbers):
            screen.show(view)
            for act in ACTS if view.number % 40 == 0 else ():
                screen.press(act)
                EventLoop.idle()
                gone |= {weakref.ref(each) for each in screen.walk()}
            for _ in range(DRAWN):
                EventLoop.idle()
        if (number + 1) % max(1, hands // 10) == 0:
            gc.collect()
            widgets = sum(issubclass(type(each), Widget) for each in gc.get_objects())
            shown = set(screen.walk())
            for kept in screen._screens.values():
                shown |= set(kept.walk())
            gone = {each for each in gone if (alive := each()) and alive not in shown}
            found.append((number + 1, round(private(), 1), widgets, len(gone)))
            print(found[-1], file=sys.stderr, flush=True)
    return {"hand_private_widgets_undead": found, "views": next(numbers)}


def main() -> None:
    """Measures in this process."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    sys.path.insert(0, str(ROOT / "tests" / "ui"))
    from ui_kiosk import window

    given = (*sys.argv[1:], *("200", "1280x800")[len(sys.argv) - 1 :])
    wide, high = given[1].split("x")
    size = (int(wide), int(high))
    with tempfile.TemporaryDirectory() as home:
        window.prepare(window.Glass(size, touch=Path(os.devnull)), Path(home))
        print(json.dumps(run(int(given[0]), size)))


if __name__ == "__main__":
    main()
