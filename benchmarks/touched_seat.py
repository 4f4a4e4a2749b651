"""The program of a seat that touches its own screen and tells when pictures were up.

`python -m benchmarks.touched_seat` takes what `python -m ui_kiosk` takes. It plays whatever the
hint offers, by real touches, and writes to standard output one JSON line for each: `touch` (a
finger is lifted from 出牌 or 不出) and `picture` (a view is on the screen), with the monotonic
time in ns.
"""

import sys
from pathlib import Path

from ui_kiosk.unloaded import leave_out

leave_out()

from ui_kiosk import launch  # noqa: E402
from ui_kiosk.window import Glass, prepare  # noqa: E402


def prepare_touched(glass: Glass, home: Path) -> None:
    """As `prepare`, and has the program take an application that touches itself."""
    prepare(glass, home)
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "ui"))
    from benchmarks.touched_app import Touched
    from ui_kiosk import app

    app.TableApp = Touched  # type: ignore[misc]


if __name__ == "__main__":
    launch.prepare = prepare_touched  # type: ignore[attr-defined]
    launch.main()
