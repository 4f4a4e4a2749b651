"""What a touch does to what is shown and what is sent."""

from collections import Counter
from dataclasses import replace

import pytest
from presented import body
from scenes import SCENES

from table_firmware.rules.cards import cards
from table_firmware.wire.messages import Intent, Refused, Up, View
from ui_kiosk.local import ORDERS, Local, renewed, slots_of
from ui_kiosk.model import LobbyBody
from ui_kiosk.presenter import present
from ui_kiosk.press import may, open_hints, press, refused, tapped
from ui_kiosk.text import text


def test_an_intent_is_sent_once_for_a_view() -> None:
    view = SCENES["play-follow"]
    local, intent = press(view, Local(), "pass")
    assert intent == Intent(7, "pass")
    assert press(view, local, "pass") == (local, None)
    newer = replace(view, number=8)
    assert press(newer, renewed(local, view, newer), "pass")[1] == Intent(8, "pass")


def test_a_refusal_marks_the_smallest_play_and_lets_the_player_try_again() -> None:
    view = SCENES["play-follow"]
    hinted, _ = press(view, Local(), "hint")
    sent, intent = press(view, hinted, "play")
    assert intent is not None
    smallest = open_hints(view)[0]
    told = refused(view, sent, Refused(7, "does-not-beat", smallest))
    model = present(view, told)
    marked = Counter(face.card for face in body(view, told).cards if face.marked)
    assert marked == Counter(smallest.cards)
    assert model.tone == "alert"
    assert press(view, told, "play")[1] == intent
    assert not any(face.marked for face in body(view, tapped(view, told, ())).cards)


def test_a_card_is_laid_for_the_partner_or_none() -> None:
    view = SCENES["exchange"]
    assert press(view, Local(), "give")[1] is None
    one = tapped(view, Local(), slots_of(cards("S3")))
    assert twice(view, one, "give") == Intent(7, "give", cards("S3"))
    two = tapped(view, one, slots_of(cards("H3")))
    assert twice(view, two, "give") is None
    assert twice(view, one, "keep") == Intent(7, "give")


def twice(view: View, local: Local, act: str) -> Up | None:
    """What two touches send."""
    local, first = press(view, local, act)
    assert first is None
    return press(view, local, act)[1]


def test_the_second_touch_of_the_exchange_counts_only_right_after_the_first() -> None:
    view = SCENES["exchange"]
    one = tapped(view, Local(), slots_of(cards("S3")))
    armed = press(view, one, "give")[0]
    assert press(view, armed, "keep")[1] is None
    assert press(view, press(view, armed, "sort")[0], "give")[1] is None
    another = tapped(view, tapped(view, armed, slots_of(cards("S3"))), slots_of(cards("H3")))
    assert press(view, another, "give")[1] is None


def test_digits_are_sent_when_there_are_enough_and_never_more_than_the_most() -> None:
    view, local = SCENES["digits"], Local()
    for digit in "31415":
        local, _ = press(view, local, f"digit:{digit}")
    assert press(view, local, "digits")[1] is None
    for digit in "9" * 30:
        local, _ = press(view, local, f"digit:{digit}")
    assert press(view, local, "digits")[1] == Intent(7, "digits", value="31415" + "9" * 15)
    erased, _ = press(view, local, "erase")
    assert len(erased.typed) == 19
    assert press(view, local, "decline")[1] == Intent(7, "digits")


def test_a_managed_seat_may_only_take_its_hand_back() -> None:
    view = SCENES["play-managed"]
    acts = ("play", "pass", "manage", "sit", "ready", "give", "keep")
    assert not [act for act in acts if may(view, Local(), act)]
    assert press(view, Local(), "unmanage")[1] == Intent(7, "unmanage")


def test_a_free_seat_can_only_be_taken() -> None:
    view = SCENES["lobby"]
    model = present(view, Local())
    assert [button.act for button in model.buttons if button.enabled] == ["sit"]
    assert isinstance(model.body, LobbyBody)
    assert not any(button.enabled for button in model.body.modes)


def test_a_seated_player_may_choose_the_mode_call_house_players_leave_or_be_ready() -> None:
    view = SCENES["lobby-seated"]
    for act, intent in (
        ("mode:4", Intent(7, "mode", value="4")),
        ("house:house", Intent(7, "house", value="house")),
        ("house:planner", Intent(7, "house", value="planner")),
        ("stand", Intent(7, "stand")),
        ("ready", Intent(7, "ready")),
    ):
        assert press(view, Local(), act)[1] == intent


def test_sorting_goes_round_all_orders() -> None:
    view, local = SCENES["play-follow"], Local()
    orders = []
    for _ in ORDERS:
        local, _ = press(view, local, "sort")
        orders.append(local.order)
    assert set(orders) == set(ORDERS)
    assert orders[-1] == Local().order


def test_the_panel_of_played_cards_opens_with_one_touch_and_shows_them_all() -> None:
    view = SCENES["play-follow"]
    local, _ = press(view, Local(), "panel:played")
    shown = body(view, local)
    assert shown.panel is not None
    count = sum(len(move.cards) for each in shown.panel.tricks for move in each.moves)
    assert str(count) in shown.played.text.split()
    assert body(view, press(view, local, "close")[0]).panel is None


@pytest.mark.parametrize(("panel", "key"), [("pin", "pin:1"), ("member", "number:1")])
@pytest.mark.parametrize("away", ["panel:settings", "close", "panel:help-types"])
def test_what_was_typed_on_a_pad_is_gone_with_it(panel: str, key: str, away: str) -> None:
    """Who comes next must not find the digits of somebody else, nor have his own behind them."""
    local, view = Local(), SCENES["play-follow"]
    for act in ("panel:settings", f"panel:{panel}", key, key):
        local, _ = press(view, local, act)
    assert local.pin + local.number == "11"
    local, _ = press(view, local, away)
    assert (local.pin, local.number) == ("", "")


def test_the_middle_of_the_table_asks_once_more_before_a_card_is_given() -> None:
    """Who touches 换牌 and leans back has given nothing when the time is up."""
    view = SCENES["exchange"]
    local = tapped(view, Local(), slots_of(cards("H3")))
    assert body(view, local).prompt == text("zh", "exchange.title")
    armed, intent = press(view, local, "give")
    assert intent is None
    prompt = body(view, armed).prompt.splitlines()
    assert prompt == [present(view, armed).message, text("zh", "exchange.confirm")]
    assert "3" in prompt[0]
    covered, _ = press(view, local, "cover")
    assert body(view, replace(covered, armed="give")).prompt == text("zh", "exchange.title")
