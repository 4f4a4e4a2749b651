"""What a player sees and does."""

import re
from dataclasses import replace
from typing import Any, Final

import pytest

from table_firmware.fairness.deal import NOTHING
from table_firmware.fairness.receipts import to_digits
from table_firmware.rules.cards import Seat
from tests.verifier.chromium import Chromium, Tab
from tests.verifier.conftest import PAGE
from tests.verifier.table import Match, new_match

pytestmark = pytest.mark.slow

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
    symbols = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
    names = {"LJ": "小王", "BJ": "大王"}
    own = [
        names.get(card) or symbols[card[0]] + card[1].replace("T", "10")
        for card in match.dealt.hands[Seat.W]
    ]
    assert sorted(page.run(shown)) == sorted(own)
    assert page.run("document.querySelectorAll('.card').length") == 108


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
