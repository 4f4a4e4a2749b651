"""Every text in both languages, complete, used, and in the font."""

import re
from pathlib import Path
from string import Formatter

import pytest
from fontTools.ttLib import TTFont

import ui_kiosk
from table_firmware.rules.games import GAMES
from table_firmware.rules.games.chinpok.showing import TYPES
from table_firmware.rules.games.shuangkou.titles import LEVELS
from table_firmware.rules.match import MODES
from table_firmware.rules.round import Reading
from table_firmware.service.faults import catalogue, fault
from ui_kiosk.faults import entry
from ui_kiosk.fonts import BOLD, REGULAR
from ui_kiosk.speech import play_text
from ui_kiosk.text import LANGUAGES, text, texts

NOTICE = "本游戏为娱乐产品，成绩不计入 ChinPok 牌手技术等级。"
CONTROLLER_CODES = (
    *("stale-view", "too-late", "not-now", "bad-digits", "bad-cut", "in-service"),
    *("pin-wrong", "pin-wait", "pin-unset"),
)
FAREWELLS = ("protocol", "replaced", "bad-line", "stopping")
CODED = re.compile(r"(refused|farewell|fault|mode|game|who)\..+")
MONEY = re.compile(r"\b(bet|stake|money|coin|win(nings)?|cash|pot)\b|[赌钱币金]|下注|筹码|现金")

ANOTHER_WORD = {"zh": r"系统|过牌", "en": r"(?i)\bsystem\b|\bcomputer\b|table plays"}
"""For 电脑 / House, who plays where no person does, and for 不出 / Pass, as their buttons say."""


def places_in(told: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(told) if name is not None}


def test_both_languages_have_the_same_keys_and_the_same_places() -> None:
    chinese, english = texts("zh"), texts("en")
    assert chinese.keys() == english.keys()
    for key in chinese:
        assert places_in(chinese[key]) == places_in(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_a_table_can_send_has_a_text(language: str) -> None:
    known = texts(language)
    for game in GAMES.values():
        assert not [code for code in game.REFUSALS if f"refused.{code}" not in known]
        assert f"game.{game.KEY}" in known
    assert not [code for code in CONTROLLER_CODES if f"refused.{code}" not in known]
    assert not [code for code in FAREWELLS if f"farewell.{code}" not in known]
    assert not [mode for mode in MODES if f"mode.{mode}" not in known]
    assert not [name for name in TYPES if name != "bomb" and f"type.{name}" not in known]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_play_of_another_game_has_a_name_of_its_own(language: str) -> None:
    bombs = [Reading("bomb", 15, size) for size in range(4, 13)]
    serials = [Reading("serial", 14, 12, more=(3, level)) for level in range(7, 13)]
    jokers = [Reading("jokers", 0, size) for size in (3, 4)]
    for game, more in (("shuangkou-baibian/1", [*serials, *jokers]), ("sanchazi/1", [])):
        told = [play_text(language, each, game) for each in (*bombs, *more)]
        assert len(set(told)) == len(told)
        assert play_text(language, bombs[0], game).endswith(" 2")
    both = Reading("plate_tube", 10, 15, more=(13,))
    assert play_text(language, both, "sanchazi/1").endswith("10+K")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["TBL-404", "noise-unhealthy"])
def test_a_fault_is_the_entry_of_the_catalogue(language: str, name: str) -> None:
    known, seen = fault(name), entry(language, name)
    assert seen is not None
    assert seen.code == "TBL-404"
    assert seen.text == getattr(known, language)
    assert seen.remedy == getattr(known, f"remedy_{language}")


def test_there_is_no_entry_of_what_is_not_in_the_catalogue() -> None:
    assert entry("zh", "meteor") is None


def test_a_fault_leads_to_its_entry_in_the_manual_or_tells_it_without_a_network() -> None:
    seen = entry("zh", "TBL-404")
    assert seen is not None
    assert seen.leads_to("https://tables.example/faults") == "https://tables.example/faults#tbl-404"
    assert seen.leads_to("") == f"TBL-404\n{seen.text}\n{seen.remedy}"


@pytest.mark.parametrize("font", [REGULAR, BOLD], ids=["regular", "bold"])
def test_the_font_has_every_character(font: Path) -> None:
    covered = TTFont(font).getBestCmap().keys()
    wanted = {c for language in LANGUAGES for told in texts(language).values() for c in told}
    wanted |= {c for known in catalogue().values() for c in known.zh + known.remedy_zh + known.en}
    wanted |= set("♠♥♣♦↔·-+0123456789")
    assert not sorted(c for c in wanted - {"\n"} if ord(c) not in covered)


def test_every_text_is_used() -> None:
    source = "\n".join(
        path.read_text("utf-8") for path in Path(ui_kiosk.__file__).parent.rglob("*.py")
    )
    keys = [key for key in texts("zh") if "." in key and not CODED.fullmatch(key)]
    literal = [key for key in keys if f'"{key}"' in source or f"'{key}'" in source]
    built = [key for key in keys if key.partition(".")[0] + ".{" in source]
    assert not set(keys) - set(literal) - set(built)


def test_the_titles_of_shuangkou_are_those_of_the_rules() -> None:
    assert [texts("zh")[f"level.{number}"] for number in range(17)] == [n for n, _ in LEVELS]


def test_the_notice_is_the_one_the_rules_demand() -> None:
    assert text("zh", "notice") == NOTICE


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_speaks_of_money(language: str) -> None:
    assert not [told for told in texts(language).values() if MONEY.search(told)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_read_one_word_for_one_thing_and_it_is_that_of_the_button(language: str) -> None:
    told = {key: each for key, each in texts(language).items() if not key.startswith("service.")}
    for path in sorted(Path(ui_kiosk.__file__).parent.glob("lessons/**/*.toml")):
        told[path.name] = path.read_text()
    wrong = re.compile(ANOTHER_WORD[language])
    assert not [key for key, each in told.items() if wrong.search(each)]
    own = {"zh": ("电脑", "不出"), "en": ("House", "Pass")}[language]
    for button, word in zip(("button.house", "button.pass"), own, strict=True):
        assert word in told[button]
    assert own[0] in told["play.managed"]
