"""How a player wants his screen, and that the seat remembers it."""

from pathlib import Path

import pytest
from chinpok_views import playing, table
from glass import Glass
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import SCENES

from table_firmware.rules.cards import FACES, RANKS, Card, cards
from table_firmware.rules.combinations import plays
from table_firmware.rules.games.chinpok.showing import Sense
from table_firmware.wire.messages import Keep, Recall, Up, Wishes
from tests.examples import about
from ui_kiosk.local import Local, chosen_cards
from ui_kiosk.prefs import SWITCHES, Prefs, load, plain, recalled, save
from ui_kiosk.presenter import present
from ui_kiosk.press import held_heavies, press
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.theme import Scale
from ui_kiosk.widgets.atlas import FOUR_COLOURS
from ui_kiosk.widgets.button import TouchButton
from ui_kiosk.widgets.trick import PileView
from ui_kiosk.widgets.words import Words


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_is_saved_is_found_again(tmp_path: Path, name: str, language: str) -> None:
    prefs = Prefs().changed(name, True)
    assert prefs != Prefs()
    save(tmp_path / "seat.json", language, prefs)
    assert load(tmp_path / "seat.json", "zh") == (language, prefs)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"still": 1, "language": "fr"}', "\ud83c"])
def test_a_damaged_memory_is_forgotten(tmp_path: Path, text: str) -> None:
    path = tmp_path / "seat.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert load(path, "en") == ("en", Prefs())


def test_a_memory_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    save(tmp_path / "no folder" / "seat.json", "zh", Prefs())


def buttons(screen: SeatScreen) -> dict[str, TouchButton]:
    found = [each for each in screen.walk() if isinstance(each, TouchButton)]
    return {each.model.act: each for each in found if each.model is not None}


def touch(glass: Glass, screen: SeatScreen, act: str) -> None:
    glass.tap(*buttons(screen)[act].center)
    glass.settle()


@pytest.mark.slow
def test_settings_are_touched_and_outlive_the_program(glass: Glass, tmp_path: Path) -> None:
    memory = tmp_path / "seat.json"
    screen = SeatScreen(memory=memory)
    sent: list[Up] = []
    screen.send = sent.append
    glass.show(screen)
    screen.show(SCENES["play-follow"])
    right = buttons(screen)["pass"].center_x
    touch(glass, screen, "panel:settings")
    for setting in ("four_colours=1", "left_handed=1", "still=1", "language=en"):
        touch(glass, screen, f"set:{setting}")
    glass.tap(60, 60)  # on a card: the open panel lets nothing through
    assert screen.local.selected == frozenset()
    touch(glass, screen, "close")
    assert sent == []
    assert buttons(screen)["pass"].center_x < right
    english = FOUR_COLOURS._replace(language="en")
    assert {each.palette for each in screen.walk() if hasattr(each, "palette")} == {english}
    later = SeatScreen(memory=memory)
    assert (later.local.language, later.local.prefs) == ("en", Prefs(True, True, True))


def test_settings_can_be_changed_while_there_is_no_table(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen)
    touch(glass, screen, "panel:settings")
    touch(glass, screen, "set:four_colours=1")
    assert screen.local.prefs.four_colours


@pytest.mark.slow
@pytest.mark.parametrize("still", [True, False])
def test_with_movement_off_cards_lie_in_their_place_at_once(glass: Glass, still: bool) -> None:
    screen = SeatScreen()
    glass.show(screen)
    screen.local = Local(prefs=Prefs(still=still))
    screen.show(playing(table(trick=table().trick[:1])))
    glass.settle()
    screen.show(playing(table(), number=8))
    piles = [each for each in screen.walk() if isinstance(each, PileView)]
    assert len(piles) == 4
    assert all(tuple(pile._cards.pos) == pile._home for pile in piles) is still


HAND = cards("S4 H4 C4 D4 C4 D5 D6 D7 D8 H9 S9 C9 D9 SK HK")


def test_the_bombs_of_a_hand_come_one_after_the_other() -> None:
    found = [(play.reading.type, "".join(play.cards)) for play in Sense("2").heavies(HAND)]
    assert [kind for kind, _ in found] == ["bomb", "bomb", "straight_flush", "straight_flush"]
    assert {len(text) // 2 for kind, text in found if kind == "bomb"} == {4, 5}


def test_a_wild_is_put_into_no_bomb_unless_it_is_at_home_there() -> None:
    assert Sense("9").heavies(cards("S4 C4 D4 H9")) == ()
    assert [play.cards for play in Sense("9").heavies(cards("S9 C9 D9 H9"))] == [
        cards("C9 D9 H9 S9")
    ]


def test_one_touch_selects_a_whole_bomb_also_out_of_turn() -> None:
    view = playing(table(hand=HAND, trump="2", ask=None, turn=None))
    local, rounds = Local(), []
    for _ in range(5):
        assert "heavy" in {button.act for button in present(view, local).buttons}
        local, intent = press(view, local, "heavy")
        assert intent is None
        rounds.append(chosen_cards(local))
    assert rounds[:4] == [play.cards for play in Sense("2").heavies(HAND)]
    assert rounds[4] == rounds[0]


def test_a_second_touch_keeps_the_only_bomb_selected() -> None:
    view = playing(table(hand=cards("S3 H4 D6 C6 S6 H6"), trump="2", ask=None, turn=None))
    local, _ = press(view, Local(), "heavy")
    again, _ = press(view, local, "heavy")
    assert chosen_cards(again) == chosen_cards(local) == cards("C6 D6 H6 S6")


def test_without_a_bomb_there_is_no_button_for_one() -> None:
    view = playing(table(hand=cards("S3 H4 D6"), trump="2"))
    assert "heavy" not in {button.act for button in present(view, Local()).buttons}


WILD = cards("S2 C2 D2 S7 C7 D7 SA HA CA H9 S9 CK HK HK SK H3 H4 H5 H6 BJ LJ")


def test_bombs_with_a_wild_come_after_the_others_each_rank_once() -> None:
    view = playing(table(hand=WILD, trump="9"), trump="9")
    local, rounds = Local(), []
    for _ in range(len(WILD)):
        local, _ = press(view, local, "heavy")
        rounds.append(" ".join(chosen_cards(local)))
    assert rounds[: rounds.index(rounds[0], 1)] == [
        "CK HK HK SK",
        "C2 D2 H9 S2",
        "C7 D7 H9 S7",
        "CA H9 HA SA",
        "CK H9 HK HK SK",
        "H3 H4 H5 H9 HA",
        "H3 H4 H5 H6 H9",
    ]


@settings(max_examples=about(40))
@given(st.permutations(FACES * 2), st.sampled_from(RANKS), st.integers(4, 15))
def test_every_rank_of_which_a_bomb_can_be_made_is_offered_whole(
    pack: list[Card], trump: str, count: int
) -> None:
    wild = Card(f"H{trump}")
    rest = [face for face in pack if face != wild]
    hand = (wild, wild, *rest[: count - 2])
    view = playing(table(hand=hand, trump=trump), trump=trump)
    sense = Sense(trump)
    offered, natural = held_heavies(view), sense.heavies(hand)
    assert offered[: len(natural)] == natural
    known = {(play.cards, play.reading) for play in plays(hand, trump, None)}
    assert all((tuple(sorted(play.cards)), play.reading) in known for play in offered)
    wilds = [play.cards.count(wild) for play in offered[len(natural) :]]
    assert wilds == sorted(wilds)
    bombs = {reading.key for _, reading in known if reading.type == "bomb"}
    assert {play.reading.key for play in offered if play.reading.type == "bomb"} == bombs
    for play in offered[len(natural) :]:
        if play.reading.type == "bomb":
            same = [face for face in hand if sense.worth(face) == play.reading.key]
            assert set(same) <= set(play.cards)


@pytest.mark.slow
@pytest.mark.parametrize("left", [False, True])
def test_cards_are_put_back_in_one_place_whether_a_bomb_is_held_or_not(
    glass: Glass, left: bool
) -> None:
    screen = SeatScreen()
    glass.show(screen)
    screen.press(f"set:left_handed={left:d}")
    places = []
    for hand, first in ((WILD, "heavy"), (cards("S3 H4"), "")):
        screen.show(playing(table(hand=hand, trump="9", to_beat=None, trick=()), trump="9"))
        glass.settle()
        screen.press(first) if first else screen.toggle([0])
        buttons = [each for each in screen.walk() if isinstance(each, TouchButton) and each.model]
        (clear,) = [each for each in buttons if each.model and each.model.act == "clear"]
        places.append((*clear.pos, *clear.size))
        assert screen.local.selected
        glass.tap(*clear.center)
        assert not screen.local.selected
        row = [each for each in buttons if each.y == clear.y]
        words = screen.screen.message  # type: ignore[union-attr]
        assert not any(each.collide_widget(words) for each in row)
    assert places[0] == places[1]


def sizes(screen: SeatScreen) -> dict[str, float]:
    """The letters of every text that is seen."""
    found = [each for each in screen.walk() if isinstance(each, Words) and each.text]
    return {each.text: each.font_size for each in found}


@pytest.mark.parametrize("name", ["play-follow", "lobby-seated", "hand-result"])
def test_large_type_makes_nothing_smaller_and_what_matters_larger(glass: Glass, name: str) -> None:
    screen = SeatScreen()
    glass.show(screen)
    screen.show(SCENES[name])
    usual = sizes(screen)
    screen.press("set:large=1")
    large = sizes(screen)
    both = usual.keys() & large.keys()
    assert all(large[each] >= usual[each] for each in both)
    matters = {screen.screen.message.text} if screen.screen else set()
    matters |= {button.model.text for button in buttons(screen).values() if button.model}
    larger = [each for each in matters if large[each] > usual[each]]
    assert len(larger) >= len(matters) * 0.7
    assert all(each.fits() for each in screen.walk() if isinstance(each, Words))
    screen.press("set:large=0")
    assert sizes(screen) == usual


@pytest.mark.slow
def test_high_contrast_puts_everything_on_black(glass: Glass) -> None:
    screen = SeatScreen()
    glass.show(screen)
    screen.show(SCENES["play-wait"])
    spots = [(300, 300), (330, 290), (80, 300), (20, 500)]
    usual = [glass.seen().getpixel(spot) for spot in spots]
    screen.press("set:contrast=1")
    assert {glass.seen().getpixel(spot) for spot in spots} == {(0, 0, 0)}
    screen.press("set:contrast=0")
    assert [glass.seen().getpixel(spot) for spot in spots] == usual
    assert (0, 0, 0) not in usual


@pytest.mark.slow
def test_a_member_types_his_number_and_his_settings_are_kept_by_the_table(
    glass: Glass, tmp_path: Path
) -> None:
    screen = SeatScreen(memory=tmp_path / "seat.json")
    sent: list[Up] = []
    screen.send = sent.append
    glass.show(screen)
    screen.show(SCENES["lobby"])
    for act in ("panel:settings", "panel:member", *(f"number:{digit}" for digit in "420")):
        touch(glass, screen, act)
    touch(glass, screen, "number:erase")
    touch(glass, screen, "number:enter")
    assert sent == [Recall("42")]
    screen.suit(Wishes(True, {"language": 1, "large": 1, "volume": 9, "unknown": 1}))
    assert (screen.local.language, screen.local.prefs) == ("en", Prefs(large=True))
    touch(glass, screen, "set:left_handed=1")
    assert sent[1] == Keep(plain("en", Prefs(large=True, left_handed=True)))
    assert not (tmp_path / "seat.json").exists()
    touch(glass, screen, "number:forget")
    assert sent[2:] == [Recall()]
    screen.suit(Wishes(False))
    assert (screen.local.language, screen.local.prefs) == ("zh", Prefs())


def test_a_seat_without_its_table_shows_its_own_settings(glass: Glass) -> None:
    screen = SeatScreen(language="en")
    glass.show(screen)
    screen.show(SCENES["lobby"])
    screen.suit(Wishes(True, {"language": 0, "contrast": 1}))
    assert screen.local.prefs.contrast
    screen.lost()
    assert (screen.local.language, screen.local.prefs, screen.local.member) == (
        "en",
        Prefs(),
        False,
    )
    screen.suit(Wishes(False))
    assert screen.local.language == "en"


@given(st.dictionaries(st.sampled_from([*SWITCHES, "volume"]), st.integers(0, 2)))
def test_what_the_table_keeps_is_what_was_set(values: dict[str, int]) -> None:
    prefs = Prefs()
    for name, value in values.items():
        prefs = prefs.changed(name, value)
    assert recalled(plain("en", prefs), "zh", Prefs()) == ("en", prefs)


@pytest.mark.slow
@pytest.mark.parametrize("contrast", [0, 1])
@pytest.mark.parametrize("size", [(640, 400), (1280, 800), (800, 320)])
def test_nothing_of_what_lies_under_an_open_panel_is_seen_at_its_edges(
    glass: Glass, size: tuple[int, int], contrast: int
) -> None:
    screen = SeatScreen()
    glass.show(screen, size)
    unit = Scale.of(*size).unit
    below, edge = (0, round(80 * unit) + 1, *size), round(8 * unit) + 4
    seen: dict[str, set[bytes]] = {}
    for name in ("play-follow", "play-wait", "play-lead", "exchange", "draw", "hand-result"):
        screen.show(SCENES[name])
        screen.press(f"set:contrast={contrast}")
        glass.settle()
        screen.press("panel:settings")
        around = glass.seen().crop(below)
        around.paste(0, (edge, edge, around.width - edge, around.height - edge))
        panel = present(SCENES[name], screen.local).settings
        assert panel is not None
        seen.setdefault(panel.head.tone, set()).add(around.tobytes())
        screen.press("panel:settings")
    assert {tone: len(edges) for tone, edges in seen.items()} == dict.fromkeys(seen, 1)
