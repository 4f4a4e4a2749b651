"""The program of a seat: `python -m ui_kiosk --help`."""

import sys

sys.modules["ssl"] = None  # type: ignore[assignment]  # a seat has one socket; asyncio goes without

from ui_kiosk.launch import main  # noqa: E402

if __name__ == "__main__":
    main()
