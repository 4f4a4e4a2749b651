"""What made somebody new to the table hesitate, so that it never comes back."""

from dataclasses import replace

import pytest
from chinpok_views import LEAD, playing, table
from hypothesis import example, given, settings
from hypothesis import strategies as st
from partner_scenes import SHUANGKOU
from scenes import SCENES
from tile_scenes import DISCARD

from table_firmware.rules.cards import Card, Seat, cards
from table_firmware.rules.claiming import AskClaim, Open
from table_firmware.rules.claiming import View as TileView
from table_firmware.rules.round import AskPlay, Move, Reading
from table_firmware.wire.messages import Intent, Place, TimeLeft, View
from tests.examples import about
from ui_kiosk import course
from ui_kiosk.local import Local, slots_of
from ui_kiosk.model import LobbyBody
from ui_kiosk.model_table import TableBody
from ui_kiosk.model_tiles import TilesBody
from ui_kiosk.present_help import TYPES
from ui_kiosk.presenter import present
from ui_kiosk.press import press, tapped
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.widgets.lines import CLOSING, HAN, broken, pieces

ALONE = playing(table(hand=cards("S9 H9"), to_beat=None, trick=(), passed=(), trump="2"))
SENTENCES = (
    "两副牌，共 108 张，每人 27 张。",
    "「出牌」：同花顺（A 可大可小）。",
    "可领出：单张、三连对",
)


@pytest.mark.parametrize("say", LANGUAGES)
@pytest.mark.parametrize(
    "name", ["lobby", "digits", "exchange", "play-wait", "play-follow", "fault"]
)
def test_a_call_that_waits_for_its_second_touch_says_whom_it_calls(name: str, say: str) -> None:
    armed, intent = press(SCENES[name], Local(language=say), "call")
    assert intent is None
    bubble = present(SCENES[name], armed).bubble
    assert bubble is not None
    assert (bubble.act, bubble.text) == ("call", text(say, "call.sure"))


def test_the_last_cards_say_so_before_they_are_laid() -> None:
    whole = tapped(ALONE, Local(), slots_of(cards("S9 H9")))
    assert present(ALONE, whole).message == "可以出：对子"
    armed, _ = press(ALONE, whole, "play")
    assert present(ALONE, armed).message == "最后一手，出完就定名次：打出？"


def test_a_single_last_card_is_not_asked_about_twice() -> None:
    one = playing(table(hand=cards("S9"), to_beat=None, trick=(), passed=(), ask=AskPlay(None)))
    whole = tapped(one, Local(), slots_of(cards("S9")))
    _, intent = press(one, whole, "play")
    assert isinstance(intent, Intent)
    assert intent.act == "play"


def test_what_does_not_beat_is_told_with_what_stands() -> None:
    def told(standing: Reading, chosen: str) -> str:
        view = playing(table(hand=cards(chosen), trump="7", to_beat=standing))
        local = tapped(view, Local(), slots_of(cards(chosen)))
        return present(view, local).message

    house = Reading("full_house", 8, 5)
    assert told(house, "S6 H6 C6 ST HT") == "三带对 6 压不过三带对 8"
    assert told(house, "S9 H9") == "现在要出三带对，您选的是对子"
    # Of several readings the one that is asked for: these are two triples too.
    assert told(Reading("tube", 9, 6), "S6 C6 S8 C8 H7 H7") == "三连对 8 压不过三连对 9"
    # A bomb is beaten by what is larger, whatever its type.
    assert told(Reading("bomb", 8, 5), "S9 H9 C9 D9") == "四火 9 压不过五火 8"
    assert told(Reading("bomb", 8, 5), "S9") == "单张 9 压不过五火 8"


def test_another_number_of_cards_is_told_as_such() -> None:
    hand = table(hand=cards("S3 S4 S5 H6 C7 D8"), to_beat=Reading("straight", 9, 5), trump="")
    view = replace(playing(hand), game=SHUANGKOU)
    local = tapped(view, Local(), slots_of(hand.hand))
    assert present(view, local).message == "现在要出 5 张，您选了 6 张"


@pytest.mark.parametrize("say", LANGUAGES)
@pytest.mark.parametrize("number", [3, 8])
def test_of_the_types_that_can_be_led_the_plainest_come_first(number: int, say: str) -> None:
    """The hand holds all but one of the ten; of many only the first are named."""
    held = cards("S3 C3 D3 S4 C4 D4 S5 C5 S6 S7 BJ BJ LJ LJ" if number == 8 else "S3 C3 D3")
    hand = table(hand=held, to_beat=None, trick=(), passed=(), ask=AskPlay(None), trump="2")
    body = present(playing(hand, trump="2"), Local(language=say)).body
    assert isinstance(body, TableBody)
    names = [text(say, f"type.{each}") for each in TYPES]
    key, first = ("play.types", names[:3]) if number == 3 else ("play.many_types", names[:3])
    assert body.prompt == text(say, key, types=text(say, "play.comma").join(first))


def test_a_pass_is_the_main_thing_where_nothing_else_can_be_done() -> None:
    def tone(view: View) -> str:
        return next(b.tone for b in present(view, Local()).buttons if b.act == "pass")

    weak = playing(table(hand=cards("S9 H9 DT"), trump="7"))
    assert tone(weak) == "main"
    assert tone(replace(weak, hints=False)) == "plain"
    assert tone(SCENES["play-follow"]) == "plain"


def test_a_lead_from_the_partner_says_what_can_be_led() -> None:
    hand = table(hand=cards("S9 H9"), to_beat=None, trick=(), passed=(), ask=AskPlay(None))
    last = (Move(Seat.W, LEAD),)
    caught = present(playing(replace(hand, played=last, out=(Seat.W,))), Local())
    body = caught.body
    assert isinstance(body, TableBody)
    assert (body.caught, caught.message) == ("接风：东位领出", "接风 · 请您出牌")
    assert body.prompt == "您先出，可以出：\n单张、对子"


@pytest.mark.parametrize(("seat", "told"), [(Seat.E, "shown"), (Seat.N, "not_shown")])
def test_after_the_exchange_each_reads_what_became_of_his_own(seat: Seat, told: str) -> None:
    hand = table(seat=seat, phase="show", ask=None, to_beat=None, turn=None)
    view = replace(playing(hand), seat=seat)
    assert present(view, Local()).message == text("zh", f"exchange.{told}")


def test_who_is_ready_reads_whether_players_or_their_touch_are_missing() -> None:
    ready = (Place("guest", ready=True), *SCENES["lobby"].places[1:])
    alone = replace(SCENES["lobby-seated"], places=ready)
    assert present(alone, Local()).title == "等其他人坐下"
    full = replace(alone, places=(ready[0], *(Place("guest") for _ in range(3))))
    assert present(full, Local()).title == "等其他人准备"


def test_the_place_that_only_watches_says_where_to_sit() -> None:
    view = replace(
        SCENES["lobby-seated"],
        seat=Seat.S,
        game="paohuzi/1",
        places=(*(Place("empty") for _ in range(3)), Place("guest")),
        ask=None,
        practice=False,
    )
    model = present(view, Local())
    assert isinstance(model.body, LobbyBody)
    assert (model.title, model.body.hint) == ("这里旁观", "要打牌，请坐\n东、北、西位")
    unseated = present(replace(view, places=(Place("empty"),) * 4), Local())
    assert unseated.title == "这里旁观"
    assert [(each.act, each.tone) for each in unseated.buttons] == [("sit", "plain")]


def test_nobody_is_told_to_choose_a_mode_where_there_is_one() -> None:
    body = present(replace(SCENES["lobby"], modes=("2",)), Local()).body
    assert isinstance(body, LobbyBody)
    assert body.hint == ""


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (None, ("您的数字已收到", "已收到，等其他人输入")),
        ("", ("您没有输入数字", "等其他人输入")),
        ("123456", ("您的数字已收到", "您输入了 123456，等其他人输入")),
    ],
)
def test_after_the_digits_nobody_is_asked_for_them(
    typed: str | None, told: tuple[str, str]
) -> None:
    digits = {} if typed is None else {Seat.E: typed}
    model = present(replace(SCENES["digits"], ask=None, digits=digits), Local())
    assert (model.title, model.message) == told


@pytest.mark.parametrize("game", ["chinpok/1", "shuangkou-qianbian/1", "paohuzi/1"])
def test_the_settings_offer_only_what_changes_something(game: str) -> None:
    panel = present(replace(SCENES["lobby"], game=game), Local(panel="settings")).settings
    assert panel is not None
    words = [choice.name for choice in panel.choices]
    assert (text("zh", "settings.titles") in words) == game.startswith("shuangkou")


@pytest.mark.parametrize("kind", ["discard", "turned"])
def test_the_own_tile_is_told_as_ones_own_and_not_as_a_mistake(kind: str) -> None:
    tiles = DISCARD.round
    assert isinstance(tiles, TileView)
    own = Open(kind, Seat.E, Card("s8"))
    dead = (Card("s8"),)
    laid = replace(tiles, phase="claim", open=own, no_chi=dead, no_peng=dead, ask=AskClaim())
    model = present(replace(DISCARD, round=laid, ask=laid.ask), Local())
    assert isinstance(model.body, TilesBody)
    assert model.body.open is not None
    assert model.body.open.told == text("zh", f"tiles.you_{kind}")
    assert (model.body.open.note == "") == (kind == "discard")
    assert model.message == text("zh", "tiles.thrown" if kind == "discard" else "tiles.time")


def test_a_right_answer_in_a_lesson_is_praised_until_the_next_touch() -> None:
    asked = course.press(course.begin(Local()), "lesson:next")
    assert asked is not None
    assert not course.present(asked).message.startswith("对了")
    after = course.press(course.tapped(asked, slots_of(cards("SQ"))), "play")
    assert after is not None
    assert course.present(after).message == "对了！ 请压过：单张 A"
    touched = course.tapped(after, slots_of(cards("D3")))
    assert not course.present(touched).message.startswith("对了")


def test_who_is_not_asked_for_digits_is_not_told_that_his_have_come() -> None:
    view = replace(SCENES["digits"], ask=None, digits=None)
    empty = replace(view, places=(Place("empty"), *view.places[1:]))
    assert present(empty, Local()).title == "等牌手输入数字"
    watching = replace(view, seat=Seat.S, game="paohuzi/1", places=(Place("guest"),) * 4)
    assert (present(watching, Local()).title, present(watching, Local()).message) == (
        "等牌手输入数字",
        "",
    )


# ------------------------------------------------------------------ lines


def _wide(line: str) -> float:
    return sum(2 if each >= HAN else 1 for each in line)


def test_a_line_does_not_end_beside_a_number_because_of_its_space() -> None:
    assert broken(SENTENCES[0], 22, _wide) == "两副牌，共 108 张，\n每人 27 张。"
    assert broken("One two three", 4, _wide) == "One two three"
    assert broken("第一行\n第二行", 4, _wide) == "第一\n行\n第二\n行"


@settings(max_examples=about(50))
@example(SENTENCES[0], 6)  # what is left after a sign is too wide itself
@given(st.sampled_from(SENTENCES), st.integers(1, 40))
def test_a_broken_text_keeps_its_letters_and_its_signs_where_they_belong(
    sentence: str, wide: int
) -> None:
    lines = broken(sentence, wide, _wide).split("\n")
    assert "".join(lines).replace(" ", "") == sentence.replace(" ", "")
    assert not any(line[0] in CLOSING or line[-1] in "「（" for line in lines)
    longest = max(_wide(piece) for piece in pieces(sentence))
    assert max(map(_wide, lines)) <= max(wide, longest)


@pytest.mark.parametrize("say", LANGUAGES)
def test_the_clock_of_the_lobby_says_what_it_runs_to(say: str) -> None:
    lobby = SCENES["lobby-seated"]
    assert lobby.clock is not None
    assert lobby.clock.name == "house"
    told = text(say, "lobby.house_comes")

    def lines(view: View) -> list[str]:
        return present(view, Local(language=say)).message.split("\n")

    assert lines(lobby) == [told, text(say, "lobby.planner_better")]
    assert lines(replace(lobby, game=SHUANGKOU)) == [told]
    assert lines(replace(lobby, clock=None))[0] != told
    assert lines(replace(lobby, minutes=90))[0] != told


@pytest.mark.parametrize("say", LANGUAGES)
@pytest.mark.parametrize("clock", [None, SCENES["lobby-seated"].clock])
@pytest.mark.parametrize("minutes", [0, 90])
@pytest.mark.parametrize("practice", [False, True])
def test_who_does_not_sit_yet_is_always_told_why_no_mode_can_be_chosen(
    say: str, clock: TimeLeft | None, practice: bool, minutes: int
) -> None:
    view = replace(SCENES["lobby"], clock=clock, practice=practice, minutes=minutes)
    shown = present(view, Local(language=say))
    assert isinstance(shown.body, LobbyBody)
    assert not any(each.enabled for each in shown.body.modes)
    assert text(say, "lobby.sit_hint") in (shown.message or shown.body.hint)
    one = present(replace(view, modes=("2",)), Local(language=say))
    assert text(say, "lobby.sit_hint") not in one.message


@pytest.mark.parametrize("say", LANGUAGES)
def test_the_clock_of_the_digits_says_what_it_runs_to(say: str) -> None:
    asked, done = SCENES["digits"], SCENES["digits-done"]
    told = text(say, "digits.time_up")
    assert present(asked, Local(language=say)).message == told
    assert present(replace(asked, clock=None), Local(language=say)).message == ""
    assert present(done, Local(language=say)).message != told


@pytest.mark.parametrize("say", LANGUAGES)
def test_to_keep_all_cards_says_that_the_end_of_the_time_does_it_too(say: str) -> None:
    armed, intent = press(SCENES["exchange"], Local(language=say), "keep")
    assert intent is None
    assert present(SCENES["exchange"], armed).message == text(say, "exchange.sure_keep")


def test_nothing_can_be_selected_by_a_button_for_whom_the_table_plays() -> None:
    view = playing(table(hand=cards("S9 H9 D9 C9"), trump="2"))
    places = (replace(view.places[0], managed=True), *view.places[1:])
    for shown, offered in ((view, True), (replace(view, places=places), False)):
        acts = {button.act: button.enabled for button in present(shown, Local()).buttons}
        assert ("heavy" in acts) is offered
        assert ("hint" in acts) is offered
        assert ("clear" in acts) is offered
