"""Every text in both languages, complete, used, and in the font."""

import re
from pathlib import Path
from string import Formatter

import pytest
from fontTools.ttLib import TTFont

import ui_kiosk
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import MODES
from ui_kiosk.choice import TYPES
from ui_kiosk.fonts import BOLD, REGULAR
from ui_kiosk.speech import fault_text
from ui_kiosk.text import LANGUAGES, text, texts

NOTICE = "本游戏为娱乐产品，成绩不计入 ChinPok 牌手技术等级。"
CONTROLLER_CODES = ("stale-view", "not-now", "bad-digits", "bad-cut")
FAREWELLS = ("protocol", "replaced", "bad-line", "stopping")
NOISE_FAULTS = ("noise-unhealthy", "noise-repeated", "noise-short", "noise-io")
CODED = re.compile(r"(refused|farewell|fault|mode)\..+")
MONEY = re.compile(r"\b(bet|stake|money|coin|win(nings)?|cash|pot)\b|[赌钱币金]|下注|筹码|现金")


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
def test_every_fault_is_explained_by_itself_or_by_its_family(language: str) -> None:
    unknown = text(language, "fault.unknown")
    families = {fault_text(language, f"TBL-{family}01") for family in range(1, 7)}
    assert len(families) == 6
    assert unknown not in families
    assert all(fault_text(language, code) != unknown for code in NOISE_FAULTS)
    assert fault_text(language, "meteor") == unknown


@pytest.mark.parametrize("font", [REGULAR, BOLD], ids=["regular", "bold"])
def test_the_font_has_every_character(font: Path) -> None:
    covered = TTFont(font).getBestCmap().keys()
    wanted = {c for language in LANGUAGES for told in texts(language).values() for c in told}
    assert not sorted(c for c in wanted | set("♠♥♣♦↔·-+0123456789") if ord(c) not in covered)


def test_every_text_is_used() -> None:
    source = "\n".join(
        path.read_text("utf-8") for path in Path(ui_kiosk.__file__).parent.rglob("*.py")
    )
    keys = [key for key in texts("zh") if "." in key and not CODED.fullmatch(key)]
    literal = [key for key in keys if f'"{key}"' in source or f"'{key}'" in source]
    built = [key for key in keys if key.partition(".")[0] + ".{" in source]
    assert not set(keys) - set(literal) - set(built)


def test_the_notice_is_the_one_the_rules_demand() -> None:
    assert text("zh", "notice") == NOTICE


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_speaks_of_money(language: str) -> None:
    assert not [told for told in texts(language).values() if MONEY.search(told)]
