"""A refusal takes nothing from a player: what he has typed or chosen stays until the table takes
it."""

from dataclasses import replace

import pytest
from scenes import ACTS, SCENES

from table_firmware.rules.cards import Seat, cards
from table_firmware.wire.messages import Intent, Refused, View
from ui_kiosk.choice import laid_out
from ui_kiosk.local import Local, chosen_cards, renewed
from ui_kiosk.press import INTENTS, PLAIN_INTENTS, may, press, refused, tapped
from ui_kiosk.press_tiles import ACTS as TILE_ACTS

WITH_WORD = {"mode": "mode:2", "house": "house:house", "claim": "claim:peng", "chi": "chi:0"}
SENT = sorted(WITH_WORD.get(act, act) for act in PLAIN_INTENTS | INTENTS | TILE_ACTS)
TAKEN_BACK = {"digits-typed", "cut-chosen", "exchange"}
"""Where something has been typed or chosen and may be declined."""


def prepared(name: str) -> tuple[View, Local]:
    view, local = SCENES[name], Local()
    for act in ACTS.get(name, ()):
        if isinstance(act, str):
            local, _ = press(view, local, act)
        else:
            shown = laid_out(view, local)
            local = tapped(view, local, [shown[at][0] for at in act])
    return view, replace(local, sent=0, armed="")


def sent(view: View, local: Local, act: str) -> Local:
    """After as many touches as it takes."""
    local, intent = press(view, local, act)
    if intent is None:
        local, intent = press(view, local, act)
    assert isinstance(intent, Intent)
    return local


@pytest.mark.parametrize("name", SCENES)
def test_whatever_is_refused_leaves_all_that_was_typed_and_chosen(name: str) -> None:
    view, local = prepared(name)
    for act in [act for act in SENT if may(view, local, act)]:
        after = refused(view, sent(view, local, act), Refused(view.number, "not-now"))
        kept = replace(after, refused=None, panel=local.panel, hint=local.hint)
        assert kept == replace(local, refused=None), act
        assert sent(view, after, act).sent == view.number


def test_something_is_refused_wherever_it_can_be_declined() -> None:
    for name in TAKEN_BACK:
        view, local = prepared(name)
        assert local.typed or local.selected
        assert {act for act in ("decline", "no_cut", "keep") if may(view, local, act)}


def test_what_the_table_has_taken_is_not_kept() -> None:
    view, local = prepared("exchange")
    assert chosen_cards(local) == cards("C3")
    assert view.round is not None
    taken = replace(view, number=8, ask=None, round=replace(view.round, ask=None))
    assert renewed(sent(view, local, "keep"), view, taken).selected == frozenset()
    view, local = prepared("cut-chosen")
    drawn = replace(SCENES["draw"], number=8, cutter=Seat.E)
    assert renewed(sent(view, local, "no_cut"), view, drawn).typed == ""
