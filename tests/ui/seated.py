"""A seat whose cards may be looked at."""

from dataclasses import replace

from table_firmware.wire.messages import View


def by_a_guest(view: View) -> View:
    """The view with a guest where it is seen from: nobody sees the cards of a house player."""
    own = replace(view.places[view.seat], who="guest")
    places = (*view.places[: view.seat], own, *view.places[view.seat + 1 :])
    return replace(view, places=places)
