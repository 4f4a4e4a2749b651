"""What a player sees and does."""

import re
import tomllib
from dataclasses import replace
from typing import Any, Final

import pytest

from table_firmware.fairness.deal import NOTHING
from table_firmware.fairness.receipts import to_digits
from table_firmware.rules.cards import FACES, TILES, Seat
from table_firmware.rules.games import GAMES
from tests.verifier.chromium import Chromium, Tab
from tests.verifier.conftest import PAGE
from tests.verifier.table import KEYS, Match, new_match

pytestmark = pytest.mark.slow

STRINGS: Final = PAGE.parents[2] / "ui_kiosk" / "strings"

TYPE: Final = """(id, text) => {
  by_id(id).value = text;
  by_id(id).dispatchEvent(new Event("input"));
}"""


@pytest.fixture(scope="module")
def match() -> Match:
    return next(
        found for found in map(new_match, range(60, 90)) if found.typed(Seat.E) and found.h > 0
    )


def verdict(page: Tab) -> Any:
    return page.run("by_id('verdict').dataset.verdict")


def outcomes(page: Tab) -> dict[str, str]:
    lines = "[...document.querySelectorAll('.checks li')]"
    pairs: list[tuple[str, str]] = page.run(
        f"{lines}.map(({{dataset}}) => [dataset.check, dataset.state])"
    )
    return dict(pairs)


def paste(page: Tab, text: str) -> None:
    page.run("by_id('message').textContent = ''")
    page.call("(text) => { by_id('pasted').value = text; by_id('read').click(); }", text)
    page.until(f"by_id('result').dataset.of === '{text}'")


def test_a_player_checks_his_match(page: Tab, match: Match) -> None:
    paste(page, to_digits(match.commit))
    assert verdict(page) == "partly"
    page.call(TYPE, "code", match.code)
    page.until("by_id('verdict').dataset.verdict === 'holds'")
    paste(page, to_digits(match.hand))
    assert verdict(page) == "holds"
    assert outcomes(page) == {
        "place": "holds",
        "before": "holds",
        "digits": "open",
        "draws": "holds",
        "cards": "holds",
        "signature": "open",
        "history": "holds",
    }
    page.call(TYPE, "seat", "0")
    page.call(TYPE, "digits", match.typed(Seat.E))
    page.call(TYPE, "key", match.table.vkey)
    page.until("state.keys.length && !document.querySelector('.checks .open')")
    assert verdict(page) == "holds"
    page.call(TYPE, "digits", match.typed(Seat.E)[:-1])
    page.until("by_id('verdict').dataset.verdict === 'fails'")
    assert outcomes(page)["digits"] == "fails"


def test_the_cards_of_all_four_are_shown_with_the_players_own_first(
    page: Tab, match: Match
) -> None:
    paste(page, to_digits(match.hand))
    page.call(TYPE, "seat", "2")
    page.until("document.querySelector('.mine')")
    heads = page.run("[...document.querySelectorAll('.hand h3')].map((each) => each.textContent)")
    assert heads == ["西家的牌（您）", "东家的牌", "北家的牌", "南家的牌"]
    shown = "[...document.querySelectorAll('.mine .card')].map((card) => card.textContent)"
    own = [chinese(card) for card in match.dealt.hands[Seat.W]]
    assert sorted(page.run(shown)) == sorted(own)
    assert page.run("document.querySelectorAll('.card').length") == 108


SHOWN: Final = """[...document.querySelectorAll('.hand')].map((hand) =>
  [...hand.querySelectorAll('.card')].map((card) => card.textContent))"""
FACTS: Final = """(() => {
  const all = (kind) => [...document.querySelectorAll(`#result > dl ${kind}`)];
  const told = all("dd").map((each) => each.textContent);
  return Object.fromEntries(all("dt").map((each, at) => [each.textContent, told[at]]));
})()"""


def chinese(face: str) -> str:
    """A card as a Chinese page shows it."""
    names = {"LJ": "小王", "BJ": "大王"}
    if face in TILES:
        row = "一二三四五六七八九十" if face[0] == "s" else "壹贰叁肆伍陆柒捌玖拾"
        return row[int(face[1:]) - 1]
    symbols = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
    return names.get(face) or symbols[face[0]] + face[1].replace("T", "10")


def test_every_game_is_shown_by_its_own_faces(page: Tab) -> None:
    for match in (new_match(61, key) for key in KEYS):
        paste(page, to_digits(match.hand))
        for seat, hand, shown in zip(Seat, match.dealt.hands, page.run(SHOWN), strict=True):
            faces = [chinese(face) for face in hand]
            if seat in match.game.PLAYERS:
                assert sorted(shown) == sorted(faces)
            else:  # the pile lies as it is turned
                assert shown == faces
        own = match.game.PLAYERS[-1]
        paste(page, to_digits(match.seat(own)))
        (alone,) = page.run(SHOWN)
        assert sorted(alone) == sorted(chinese(face) for face in match.dealt.hands[own])


def test_the_called_card_and_its_holders_are_told(page: Tab) -> None:
    seats, told = "东北西南", set()
    for number in range(61, 65):
        match = new_match(number, KEYS[1 + number % 2])
        start, flip = match.dealt.draws.values()
        held = [
            seats[(start + at) % 4] for at, card in enumerate(match.dealt.deck) if card % 54 == flip
        ]
        one = held[0] == held[1]
        to = f"两张都发给{held[0]}" if one else f"先后发给{held[0]}、{held[1]}"
        paste(page, to_digits(match.hand))
        facts = page.run(FACTS)
        assert facts["首张发给"] == seats[start]
        assert facts["叫牌"] == f"{chinese(FACES[flip])} {to}（先拿到的先出）"
        told.add(one)
    assert told == {True, False}


def test_the_flipped_cards_and_their_holders_are_told(page: Tab) -> None:
    seats = "东北西南"
    for match in (new_match(number, "sanchazi") for number in (61, 62)):
        draws = match.dealt.draws
        second = draws["flip2"] + (draws["flip2"] >= draws["flip1"])
        told = {}
        for name, position in (("第一张翻牌", draws["flip1"]), ("第二张翻牌", second)):
            holder = seats[(draws["start"] - position) % 4]
            told[name] = f"第 {position + 1} 张，发给{holder}"
        note = "（抬了以后只翻一张，不用它）"
        paste(page, to_digits(match.seat(Seat.W)))
        facts = page.run(FACTS)
        assert facts["第一张翻牌"] == told["第一张翻牌"]
        assert facts["第二张翻牌"] == told["第二张翻牌"] + note
        paste(page, to_digits(match.hand))
        facts = page.run(FACTS)
        face = chinese(FACES[match.dealt.deck[draws["flip1"]] % 54])
        assert facts["第一张翻牌"] == f"{face} {told['第一张翻牌']}"


def test_whoever_may_have_moved_is_told_so_and_no_hand_is_called_his(page: Tab) -> None:
    for key in KEYS:
        match = new_match(62, key)
        paste(page, to_digits(match.hand))
        page.call(TYPE, "seat", "0")
        page.run("show()")
        moves = key not in ("chinpok", "paohuzi")
        assert page.run("Boolean(document.querySelector('.mine'))") is not moves
        assert page.run("by_id('result').textContent.includes(say('moves'))") is moves


def test_the_games_are_called_as_on_the_table(page: Tab) -> None:
    for language in ("zh", "en"):
        names = page.run(
            f"Object.entries(WORDS.{language}.games).map(([v, {{ name }}]) => [v, name])"
        )
        text = tomllib.loads((STRINGS / f"{language}.toml").read_text())
        assert dict(names) == {GAMES[key].VERSION: text["game"][key] for key in KEYS}


def test_a_scanned_address_opens_the_receipt_by_its_fragment(tab: Tab, match: Match) -> None:
    tab.open(f"{PAGE.as_uri()}#{to_digits(match.hand)}")
    assert verdict(tab) == "partly"
    tab.run(f"location.hash = '{to_digits(match.commit)}'")
    tab.until(f"by_id('result').dataset.of === '{to_digits(match.commit)}'")


def test_what_was_scanned_is_there_when_the_page_is_opened_again(tab: Tab, match: Match) -> None:
    tab.open(PAGE.as_uri())
    paste(tab, to_digits(match.commit))
    tab.call(TYPE, "code", match.code)
    tab.open(f"{PAGE.as_uri()}#{to_digits(match.hand)}")
    assert verdict(tab) == "holds"
    tab.run("forget()")
    tab.open(PAGE.as_uri())
    assert tab.run("[state.held.size, by_id('code').value, by_id('result').hidden]") == [
        0,
        "",
        True,
    ]


STRANGE: Final = (
    "{",
    "null",
    '"text"',
    '{"digits": {}, "language": ["en"]}',
    '{"digits": [5, null, "12", [], {}], "key": {"a": 1}}',
    '{"notes": 5}',
    '{"notes": {"": {"code": 5, "digits": null, "seat": "0"}, "x": null}}',
)


def test_strange_things_in_the_memory_of_the_phone_do_no_harm(tab: Tab, match: Match) -> None:
    """Pages from files share one memory in some browsers."""
    tab.open(PAGE.as_uri())
    for kept in STRANGE:
        tab.call("(kept) => localStorage.setItem(STORE, kept)", kept)
        tab.open(PAGE.as_uri())
        paste(tab, to_digits(match.commit))
        tab.call(TYPE, "code", match.code)
        tab.until("by_id('verdict').dataset.verdict === 'holds'")


def test_a_file_that_cannot_be_read_says_nothing(page: Tab, match: Match) -> None:
    paste(page, to_digits(match.commit))
    svg = "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>"
    page.call(
        """(svg) => {
          const folder = { type: "", size: 1, text: () => Promise.reject(new Error("a folder")) };
          const nothing = new File([svg], "x.svg", { type: "image/svg+xml" });
          const torn = new File(["GIF89a"], "x.gif", { type: "image/gif" });
          return take_files([folder, nothing, torn]);
        }""",
        svg,
    )
    assert page.run("by_id('message').textContent") != ""
    assert page.run("by_id('result').hidden") is True


def test_an_earlier_answer_is_gone_while_another_receipt_is_judged(page: Tab, match: Match) -> None:
    paste(page, to_digits(match.commit))
    hidden = """async (digits) => {
      const whole = state.crypto;
      state.crypto = { ...whole, sha256: () => new Promise(() => {}) };
      take(digits);
      await new Promise((done) => setTimeout(done, 50));
      state.crypto = whole;
      return by_id("result").hidden;
    }"""
    assert page.call(hidden, to_digits(match.hand)) is True


def test_an_earlier_answer_does_not_stand_under_a_bad_scan(page: Tab, match: Match) -> None:
    page.call(TYPE, "code", match.code)
    for bad in (to_digits(match.commit)[:-1], "hello"):
        paste(page, to_digits(match.commit))
        assert verdict(page) == "holds"
        assert page.call("take", bad) is False
        assert page.run("by_id('verdict')") is None
        assert page.run("by_id('message').textContent") != ""
    paste(page, to_digits(match.commit))
    assert verdict(page) == "holds"


def test_a_key_that_cannot_be_read_is_told(page: Tab, match: Match) -> None:
    vkey = match.table.vkey
    other_id = vkey.replace(match.table.key_id.hex(), "00000000")
    for bad in ("nonsense", vkey[:-1], other_id, f"log {vkey[:-1]}\n", f"# {vkey}"):
        page.call(TYPE, "key", bad)
        page.until("by_id('key_message').textContent")
        assert page.run("state.keys.length") == 0
    for good in (vkey, f"{vkey}\n", match.table.policy):
        page.call(TYPE, "key", good)
        page.until("state.keys.length === 1")
        assert page.run("by_id('key_message').textContent") == ""


def test_a_receipt_broken_over_lines_is_read(page: Tab, match: Match) -> None:
    text = to_digits(match.hand)
    lines = "\n".join(re.findall(r".{1,64}", text))
    page.call("take", lines)
    assert page.run("state.shown") == text


def test_notes_belong_to_their_match(page: Tab, match: Match) -> None:
    other = new_match(2)
    page.call(TYPE, "code", match.code)
    paste(page, to_digits(match.commit))
    assert verdict(page) == "holds"
    paste(page, to_digits(other.commit))
    assert page.run("by_id('code').value") == ""
    assert verdict(page) == "partly"


def test_the_simulated_source_and_a_match_without_digits_are_named(page: Tab, match: Match) -> None:
    paste(page, to_digits(match.commit))
    warnings = "[...document.querySelectorAll('.warning')].map((each) => each.textContent)"
    assert page.run(warnings) == [page.run("say('simulated')")]
    paste(page, to_digits(replace(match, contributions=NOTHING).hand))
    assert page.run(warnings) == [page.run("say('simulated')"), page.run("say('nobody')")]


def test_both_languages_say_everything(page: Tab) -> None:
    paths = """(language) => {
      const found = [];
      const walk = (words, path) => {
        for (const [name, value] of Object.entries(words)) {
          if (typeof value === "string") found.push([path + name, value]);
          else walk(value, path + name + ".");
        }
      };
      walk(WORDS[language], "");
      return found;
    }"""
    chinese, english = dict(page.call(paths, "zh")), dict(page.call(paths, "en"))
    assert list(chinese) == list(english)
    assert all(chinese.values())
    assert all(english.values())
    for path, text in chinese.items():
        assert re.findall(r"\{\w+\}", text) == re.findall(r"\{\w+\}", english[path]), path


def test_every_outcome_of_every_check_has_words(page: Tab) -> None:
    """Whatever `judged` may answer."""
    reasons = {
        "place": ["holds", "old-checkpoint"],
        "code": ["holds", "open", "code-differs"],
        "before": ["holds", "open", "other-batch", "not-committed", "code-differs"],
        "digits": ["holds", "open", "digits-differ"],
        "draws": ["holds", "open", "draws-differ"],
        "cards": ["holds", "open", "cards-differ"],
        "own": ["holds", "open", "cards-differ"],
        "twins": ["holds", "hands-differ"],
        "signature": ["holds", "open", "signature-wrong", "key-unknown"],
        "history": ["holds", "histories-differ"],
    }
    for check, codes in reasons.items():
        for code in codes:
            words = f"say('check.{check}')"
            assert page.run(f"{words}['{code}'] || {words}.fails"), (check, code)


def test_the_language_turns_and_stays(page: Tab, match: Match) -> None:
    paste(page, to_digits(match.hand))
    assert page.run("document.documentElement.lang") == "zh-CN"
    page.run("by_id('language').click()")
    page.until("document.querySelector('.verdict h2').textContent === 'Only partly checked'")
    page.open(PAGE.as_uri())
    assert page.run("document.documentElement.lang") == "en"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_is_large_and_stands_out_and_fits_a_phone(
    browser: Chromium, match: Match, dark: bool
) -> None:
    with browser.tab() as tab:
        tab.size(390, 844, phone=True)
        scheme = "dark" if dark else "light"
        tab.ask(
            "Emulation.setEmulatedMedia",
            features=[{"name": "prefers-color-scheme", "value": scheme}],
        )
        tab.open(PAGE.as_uri())
        paste(tab, to_digits(match.hand))
        assert tab.run("document.documentElement.scrollWidth") == 390
        narrow = (
            "[...document.querySelectorAll('#result > dl > *')].map((each) => each.offsetWidth)"
        )
        assert min(tab.run(narrow)) > 300
        size = "parseFloat(getComputedStyle(document.querySelector('.verdict p')).fontSize)"
        assert tab.run(size) >= 20
        for selector in ("h1", "header p", "#camera", ".checks .say", ".warning", "dd"):
            assert tab.call(CONTRAST, selector) >= 7, selector
        for red in (".card.red", ".card.red.trump"):
            assert tab.run(f"!document.querySelector('{red}')") or tab.call(CONTRAST, red) >= 6


CONTRAST: Final = """(selector) => {
  const channel = (value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((value) => channel(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const shown = document.querySelector(selector);
  let ground = shown;
  const clear = "rgba(0, 0, 0, 0)";
  while (getComputedStyle(ground).backgroundColor === clear) ground = ground.parentElement;
  const pair = [getComputedStyle(shown).color, getComputedStyle(ground).backgroundColor].map(light);
  return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
}"""
