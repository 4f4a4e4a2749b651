"""The seat screen of 跑胡子: what others may see of a seat, and what has happened."""

from dataclasses import replace

import pytest
from seated import by_a_guest
from tile_scenes import (
    CHI,
    DISCARD,
    FIRST,
    HU,
    LAST,
    LATE,
    SCENES,
    SEATED,
    playing,
    states,
    tiles,
    view,
)
from tile_screen import ZH, body, round_of

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.claiming import AskClaim, AskDiscard, Meld
from table_firmware.rules.claiming import View as TileView
from table_firmware.rules.games.paohuzi.tiles import PLAYERS
from table_firmware.wire.messages import Place
from ui_kiosk.local import Local
from ui_kiosk.model import ResultBody, ScreenModel
from ui_kiosk.motion import moves, news
from ui_kiosk.presenter import present
from ui_kiosk.text import LANGUAGES, texts

# ------------------------------------------------------------------ what others may not see


@pytest.mark.parametrize("name", ["pz-chi", "pz-hu", "pz-late", "pz-discard"])
@pytest.mark.parametrize("local", [Local(covered=True), Local(private=True)])
def test_a_covered_hand_tells_nothing_of_its_tiles(name: str, local: Local) -> None:
    shown = SCENES[name]
    hand = round_of(shown)
    ask = AskClaim() if isinstance(shown.ask, AskClaim) else AskDiscard(())
    melds = tuple(
        tuple(replace(m, tiles=tiles("b1 b1 b1")) if m.kind == "wei" else m for m in each)
        for each in hand.melds
    )
    other = replace(hand, hand=(Card("s1"),) * len(hand.hand), ask=ask, own_huxi=0, melds=melds)
    again = replace(shown, round=replace(other, no_chi=(), no_peng=()), ask=ask)
    here, there = present(shown, local), present(again, local)
    assert body(here).cards == body(there).cards
    assert body(here).sides == body(there).sides
    assert here.message == there.message
    assert [button.act for button in here.buttons] == [button.act for button in there.buttons]


def test_nothing_rings_when_a_tile_may_be_claimed() -> None:
    """The others at the table would hear what is in the hand."""
    assert [present(each, ZH).asked for each in (CHI, HU, LATE)] == ["", "", ""]
    assert present(DISCARD, ZH).asked == "AskDiscard"


def test_of_a_wei_others_see_backs_and_of_ti_one_tile() -> None:
    seen = {"wei": "", "chou_wei": "s3", "ti": "b4", "pao": "s1 s1 s1 s1", "peng": "s5 s5 s5"}
    melds = tuple(Meld(kind, tiles(words)) for kind, words in seen.items())
    hand = replace(round_of(LATE), melds=((), melds, ()))
    groups = body(present(replace(LATE, round=hand), ZH)).sides[Seat.N].melds
    assert [len(group.tiles) for group in groups] == [3, 3, 4, 4, 3]
    for group, words in zip(groups, seen.values(), strict=True):
        assert tuple(face.card for face in group.tiles if face.card) == tiles(words)


def test_the_fourth_place_sees_the_three_and_no_hand() -> None:
    model = present(playing(LAST, Seat.S), ZH)
    shown = body(model)
    assert shown.watching == "旁观"
    assert (shown.cards, model.buttons) == ((), ())
    assert {side.side for side in shown.sides} == {"left", "right", "bottom"}
    assert [button.act for button in model.utility] == ["language", "panel:settings"]


def test_who_sits_at_the_fourth_place_is_not_asked_to_be_ready() -> None:
    seated = (*SEATED[:3], Place("guest", linked=True))
    model = present(view("lobby", Seat.S, places=seated, hand=0, running=None), ZH)
    assert [button.act for button in model.buttons] == ["stand"]
    assert model.title == texts("zh")["lobby.watch"]


def test_the_next_to_act_sits_at_the_right_and_the_last_at_the_left() -> None:
    for seat in PLAYERS:
        sides = body(present(playing(FIRST, seat), ZH)).sides
        where = {side.side: (side.badge.seat, side.badge.relation) for side in sides}
        order = [Seat((seat + step) % 3) for step in range(3)]
        assert [where[side][0] for side in ("bottom", "right", "left")] == order
        assert [where[side][1] for side in ("bottom", "right", "left")] == ["本家", "下家", "上家"]


# ------------------------------------------------------------------ what has happened


@pytest.mark.slow
def test_all_that_is_laid_and_the_end_are_news() -> None:
    heard: set[str] = set()
    for seed in range(8):
        before: ScreenModel | None = None
        for state in states(seed):
            now = present(playing(state, Seat.E), ZH)
            if (said := news(before, now)) is not None:
                heard.add(said.text.rpartition(" · ")[2])
            before = now
    assert {"偎", "提", "跑", "碰", "吃", "荒庄"} <= heard
    assert any(each.endswith("胡了") for each in heard)


@pytest.mark.slow
@pytest.mark.parametrize("seat", PLAYERS)
@pytest.mark.parametrize("covered", [False, True])
def test_whatever_is_laid_is_news_even_if_the_same_lies_there_already(
    seat: Seat, covered: bool
) -> None:
    """A second 偎 that lies face down, or a second equal 吃, in sight of each seat."""
    local = replace(ZH, covered=covered)
    for seed in range(1):
        for state in states(seed):
            shown = playing(state, seat)
            hand = shown.round
            assert isinstance(hand, TileView)
            for player, own in zip(PLAYERS, hand.melds, strict=True):
                for meld in own:
                    laid = tuple(
                        (*each, meld) if other == player else each
                        for other, each in zip(PLAYERS, hand.melds, strict=True)
                    )
                    more = replace(shown, round=replace(hand, melds=laid))
                    said = news(present(shown, local), present(more, local))
                    assert said is not None
                    assert said.text.endswith(" · " + texts("zh")[f"meld.{meld.kind}"])


def test_a_hand_that_is_covered_or_shown_again_is_no_news() -> None:
    for state in states(0):
        views = [
            present(playing(state, Seat.E), replace(ZH, covered=each)) for each in (False, True)
        ]
        assert news(*views) is None
        assert news(*reversed(views)) is None


def test_a_tile_comes_from_who_turned_it() -> None:
    found = set()
    for seed in range(4):
        before: ScreenModel | None = None
        for state in states(seed):
            now = present(playing(state, Seat.E), ZH)
            for slide in moves(before, now):
                open_ = body(now).open
                assert open_ is not None
                assert slide.side == open_.side
                found.add(slide.side)
            before = now
    assert found == {"bottom", "left", "right"}


def test_the_result_shows_each_group_with_what_it_counts() -> None:
    for language in LANGUAGES:
        model = present(SCENES["pz-result"], Local(language=language))
        shown = model.body
        assert isinstance(shown, ResultBody)
        result = round_of(SCENES["pz-result"]).result
        assert result is not None
        assert sum(int(group.note) for group in shown.groups) == result.huxi
        assert texts(language)[f"fan.{result.names[0]}"] in shown.sums
        assert model.notice


def test_a_result_without_its_round_still_has_the_scores() -> None:
    shown = replace(SCENES["pz-result"], round=None)
    assert present(shown, ZH).name == "tile_result"


def test_who_deals_is_told_before_the_deal() -> None:
    assert "您坐庄" in str(present(by_a_guest(view("draw", Seat.N)), ZH).body)
    assert "北位坐庄" in str(present(view("draw", Seat.E, leader=None), ZH).body)
