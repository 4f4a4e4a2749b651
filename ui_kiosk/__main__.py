"""The program of a seat: `python -m ui_kiosk --help`."""

from ui_kiosk.launch import main

if __name__ == "__main__":
    main()
