"""The program of a seat: `python -m ui_kiosk --help`."""

from ui_kiosk.unloaded import leave_out

leave_out()

from ui_kiosk.launch import main  # noqa: E402

if __name__ == "__main__":
    main()
