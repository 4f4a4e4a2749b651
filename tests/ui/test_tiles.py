"""The seat screen of 跑胡子: what is asked, answered, shown and kept to oneself."""

from collections import Counter
from dataclasses import replace

import pytest
from fontTools.ttLib import TTFont
from glass import Glass
from hypothesis import given, settings
from hypothesis import strategies as st
from tile_scenes import (
    CHI,
    DISCARD,
    FIRST,
    HU,
    opened,
    playing,
    states,
)
from tile_screen import ZH, acts, body, round_of, told

from table_firmware.rules.cards import TILES, Card, Seat
from table_firmware.rules.claiming import AskClaim, AskDiscard, Open
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi.names import PRESETS
from table_firmware.rules.games.paohuzi.tiles import PLAYERS
from table_firmware.wire.messages import Intent, Up, View
from tests.examples import about
from ui_kiosk import tile_hand
from ui_kiosk.fonts import BOLD
from ui_kiosk.local import renewed
from ui_kiosk.presenter import present
from ui_kiosk.press import dropped, press, tapped
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.tiles import TilesScreen
from ui_kiosk.speech import SIGNS
from ui_kiosk.text import LANGUAGES, texts
from ui_kiosk.tile_lesson import laid_out
from ui_kiosk.widgets.columns import columns, lines

HANDS = st.permutations([tile for tile in TILES for _ in range(4)]).map(lambda all_: all_[:20])


# ------------------------------------------------------------------ what is asked


def test_only_what_is_open_to_the_seat_can_be_touched() -> None:
    for seed in range(2):
        for state in states(seed):
            for seat in PLAYERS:
                shown = playing(state, seat)
                ask = shown.ask
                found = acts(shown).keys() - {"sort"}
                match ask:
                    case AskClaim(hu, peng, chi):
                        eat = "chi:0" if len(chi) == 1 else "panel:chi"
                        open_ = {"claim:hu": hu, "claim:peng": peng, eat: bool(chi)}
                        wanted = {act for act, may in open_.items() if may}
                        assert found == (wanted | {"decline"} if wanted else set())
                    case AskDiscard():
                        assert found == {"discard"}
                    case _:
                        assert not found


def test_each_answer_is_told_to_the_table_as_it_is_agreed() -> None:
    assert told(HU, ZH, "claim:hu") == Intent(HU.number, "claim", value="hu")
    assert told(CHI, ZH, "decline") == Intent(CHI.number, "decline")
    ask = CHI.ask
    assert isinstance(ask, AskClaim)
    for number, groups in enumerate(ask.chi):
        laid = tuple(tile for group in groups for tile in group)
        wanted = Intent(CHI.number, "claim", laid, value="chi")
        assert told(CHI, ZH, f"chi:{number}") == wanted
        assert laid[:3] in groups


def test_every_way_to_eat_is_a_picture_with_the_eaten_tile_pointed_at() -> None:
    choosing, intent = press(CHI, ZH, "panel:chi")
    assert intent is None
    shown, ask = body(present(CHI, choosing)), CHI.ask
    assert isinstance(ask, AskClaim)
    assert len(shown.choice) == len(ask.chi)
    for option, groups in zip(shown.choice, ask.chi, strict=True):
        assert [face.card for face in option.cards] == [tile for group in groups for tile in group]
        open_ = round_of(CHI).open
        assert open_ is not None
        assert [face.card for face in option.cards if face.selected] == [open_.tile]


def test_one_way_to_eat_is_one_touch_and_of_several_one_is_chosen() -> None:
    ask = CHI.ask
    assert isinstance(ask, AskClaim)
    alone, both = ask.chi[0][:1], ask.chi[0]
    assert len(both) > 1
    for ways, act in (((alone,), "chi:0"), ((both,), "chi:0"), ((alone, both), "panel:chi")):
        shown = replace(CHI, ask=replace(ask, chi=ways))
        assert act in acts(shown)
    told_ = told(replace(CHI, ask=replace(ask, chi=(alone,))), ZH, "chi:0")
    assert told_ == Intent(CHI.number, "claim", alone[0], value="chi")


def test_what_becomes_of_the_first_open_tile_is_said_to_its_owner_and_to_the_others() -> None:
    said = {seat: present(playing(FIRST, seat), ZH).message for seat in PLAYERS}
    assert said.pop(round_of(playing(FIRST, Seat.E)).dealer) == "没人胡，亮张就归您"
    assert set(said.values()) == {"亮张只能胡，请等一下"}


def test_only_who_has_to_discard_is_framed_as_the_one_who_is_waited_for() -> None:
    def framed(shown: View) -> list[Seat]:
        return [badge.seat for badge in present(shown, ZH).badges if badge.turn]

    assert framed(DISCARD) == [DISCARD.seat]
    assert framed(CHI) == []


def test_a_tile_selected_under_a_cover_is_discarded_without_telling_which() -> None:
    ask, shut = DISCARD.ask, replace(ZH, private=True)
    assert isinstance(ask, AskDiscard)
    assert present(DISCARD, shut).message == "请打出一张牌：先看牌"
    chosen = replace(tapped(DISCARD, replace(shut, held=True), [(ask.tiles[0], 0)]), held=False)
    assert present(DISCARD, chosen).message == "已选 1 张"
    assert acts(DISCARD, chosen)["discard"]
    assert told(DISCARD, chosen, "discard") == Intent(DISCARD.number, "discard", ask.tiles[:1])


def test_who_watches_reads_that_the_one_at_the_foot_sits_opposite() -> None:
    shown = replace(DISCARD, seat=Seat.S, round=replace(round_of(DISCARD), seat=Seat.S))
    assert present(shown, ZH).message == "只看得到公开的牌。北位在您对面。"


def test_of_many_ways_to_eat_each_is_on_one_page() -> None:
    hand = "b1 b10 b2 b5 b5 b6 b6 b7 b7 b8 b8 b9 s10 s2 s3 s4 s7 s7 s8 s9"
    shown = playing(laid_out(hand, (), "turned W b7"), Seat.E)
    local, _ = press(shown, ZH, "panel:chi")
    found: list[str] = []
    for _ in range(4):
        page = body(present(shown, local))
        assert page.more is not None
        found += [option.button.act for option in page.choice]
        local, _ = press(shown, local, page.more.act)
    assert found == [f"chi:{number}" for number in range(19)]
    assert body(present(shown, local)).choice[0].button.act == "chi:0"


def test_an_answer_is_shown_and_may_be_changed_until_the_time_is_over() -> None:
    sent, intent = press(CHI, ZH, "chi:1")
    assert intent is not None
    again, twice = press(CHI, sent, "decline")
    assert (again, twice) == (sent, None)  # the first is still on its way
    answered = replace(CHI, number=CHI.number + 1, answered="chi")
    local = renewed(sent, CHI, answered)
    chosen = [button.act for button in present(answered, local).buttons if button.chosen]
    assert chosen == ["panel:chi"]
    assert "可以改" in present(answered, local).message
    assert told(answered, local, "decline") == Intent(answered.number, "decline")
    opened_, _ = press(answered, local, "panel:chi")
    pictures = body(present(answered, opened_)).choice
    assert [option.button.chosen for option in pictures] == [False, True, False]


def test_an_open_choice_and_a_selection_end_with_their_tile() -> None:
    choosing, _ = press(CHI, ZH, "panel:chi")
    hand = round_of(CHI)
    other = replace(hand, open=Open("turned", Seat.N, Card("b1")), stock=hand.stock - 1)
    now = replace(CHI, number=CHI.number + 1, round=other)
    assert renewed(choosing, CHI, now).panel == ""
    same = replace(CHI, number=CHI.number + 1)
    assert renewed(choosing, CHI, same).panel == "chi"


# ------------------------------------------------------------------ the own hand


def test_one_tile_is_selected_and_discarded() -> None:
    hand = round_of(DISCARD)
    (first, _), (last, _) = (
        next(each for each in tile_hand.arranged(hand.hand, "groups") if each[0][0] == tile)
        for tile in (hand.ask.tiles[0], hand.ask.tiles[-1])  # type: ignore[union-attr]
    )
    local = tapped(DISCARD, tapped(DISCARD, ZH, [first]), [last])
    assert local.selected == {last}
    assert told(DISCARD, local, "discard") == Intent(DISCARD.number, "discard", last[:1])
    assert not tapped(DISCARD, local, [last]).selected
    assert acts(DISCARD)["discard"] is False


def test_a_kan_cannot_be_selected_and_the_screen_says_why() -> None:
    hand = round_of(DISCARD).hand
    kan = next(tile for tile in hand if hand.count(tile) == 3)
    local = tapped(DISCARD, ZH, [(kan, 0)])
    assert not local.selected
    assert present(DISCARD, local).message == texts("zh")["refused.kan-stays"]


@settings(max_examples=about(25))
@given(hand=HANDS, order=st.sampled_from(["rank", "groups", "points"]))
def test_every_tile_stands_in_one_column_and_a_kan_in_one_of_its_own(
    hand: list[Card], order: str
) -> None:
    shown = tile_hand.arranged(tuple(hand), order)
    assert Counter(slot[0] for slot, _ in shown) == Counter(hand)
    assert len({slot for slot, _ in shown}) == len(hand)
    depth = Counter(column for _, column in shown)
    assert max(depth.values()) <= tile_hand.DEEPEST
    if order != "points":
        for tile in set(hand):
            if hand.count(tile) >= 3:
                at = {column for slot, column in shown if slot[0] == tile}
                assert len(at) == 1
                assert depth[at.pop()] == hand.count(tile)


@settings(max_examples=about(25))
@given(hand=HANDS, moved=st.lists(st.tuples(st.integers(0, 19), st.integers(0, 40)), max_size=8))
def test_a_tile_may_be_carried_to_any_column(
    hand: list[Card], moved: list[tuple[int, int]]
) -> None:
    shown = replace(DISCARD, round=replace(round_of(DISCARD), hand=tuple(hand)))
    local = ZH
    for at, gap in moved:
        slot = tile_hand.arranged(tuple(hand), local.order, local.own)[at][0]
        local = dropped(shown, local, slot, gap)
        found = tile_hand.arranged(tuple(hand), local.order, local.own)
        assert Counter(each[0] for each, _ in found) == Counter(hand)
        assert max(Counter(column for _, column in found).values()) <= tile_hand.DEEPEST
        assert tile_hand.next_order(local) == "groups"


def test_a_tile_is_put_upon_a_column_or_between_two() -> None:
    laid = columns([0, 0, 1, 2], 400, 300)
    wide = laid.card[0]
    assert [laid.gap(left + wide / 2, 0)[0] for left in laid.lefts] == [1, 3, 5]
    assert [laid.gap(left - 1, 0)[0] for left in laid.lefts] == [0, 2, 4]
    assert laid.gap(399, 0)[0] == 6
    assert columns([], 400, 300).gap(10, 0)[0] == 0


@given(count=st.integers(0, 30), width=st.integers(100, 500), height=st.integers(20, 90))
def test_every_discard_has_room(count: int, width: int, height: int) -> None:
    size, spots = lines(count, width, height, 50)
    assert len(set(spots)) == count
    assert all(0 <= spot.x <= width - size + 1 and spot.y >= -1 for spot in spots) or size == 1


# ------------------------------------------------------------------ words and glass


def test_every_word_of_the_game_has_a_text() -> None:
    names = {line.name for preset in PRESETS.values() for line in preset}
    for language in LANGUAGES:
        known = texts(language)
        assert not [name for name in names if f"fan.{name}" not in known]
        assert not [code for code in paohuzi.REFUSALS if f"refused.{code}" not in known]
        assert not [tile for tile in TILES if f"tile.{tile}" not in known]
        assert f"game.{paohuzi.KEY}" in known


def test_the_font_has_the_characters_of_all_tiles() -> None:
    assert {ord(sign) for sign in SIGNS + "臭田◆"} <= TTFont(BOLD).getBestCmap().keys()
    assert len(set(SIGNS)) == 20


@pytest.mark.slow
def test_tiles_and_answers_are_touched(glass: Glass) -> None:
    screen = SeatScreen(language="zh")
    sent: list[Up] = []
    screen.send = sent.append
    glass.show(screen, (1280, 800))
    screen.show(DISCARD)
    glass.settle()
    table = screen.screen
    assert isinstance(table, TilesScreen)
    index = len(round_of(DISCARD).hand) - 1
    x, y, wide, high = table.hand.spot(index)
    glass.tap(x + wide / 2, y + high / 4)
    glass.tap(*table.actions[0].center)
    assert [(each.act, len(each.cards)) for each in sent if isinstance(each, Intent)] == [
        ("discard", 1)
    ]
    sent.clear()
    screen.show(replace(CHI, number=DISCARD.number + 1))
    glass.settle()
    glass.tap(*table.actions[3].center)
    glass.settle()
    picture = table.eating.children[0]
    glass.tap(*picture.center)
    assert [(each.act, each.value) for each in sent if isinstance(each, Intent)] == [
        ("claim", "chi")
    ]


def test_a_hand_begins_with_three_hands_of_twenty() -> None:
    assert [len(place.hand) for place in opened(1).places] == [20, 20, 20]
