"""Every code that the program can show is in the catalogue, with a remedy in both languages."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from table_firmware.ledger import faults as ledger
from table_firmware.service.faults import Fault, catalogue, fault, manual, told
from ui_kiosk.text import text, texts

CHECKOUT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for folder in ("table_firmware", "hal", "ui_kiosk", "deploy")
    for path in (CHECKOUT / folder).rglob("*")
    if path.suffix in (".py", ".sh")
)
CODE = re.compile(r"TBL-[0-9]{3}")
HAN = re.compile(r"[\u4e00-\u9fff]")


CALLS = {
    "told": 0,
    "fault": 0,
    "LedgerFault": 0,
    "NoiseFault": 0,
    "NoiseLost": 0,
    "UploadFault": 0,
    "BoardLost": 0,
    "BoardRefused": 0,
    "Loss": 0,
    "ConfigError": 0,
    "storage": 0,
    "coded": 3,
    "failed": 1,
}
"""Who takes a code or a word, and as which argument."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def literals(path: Path) -> set[str]:
    """Every string of a source file that is not documentation."""
    if path.suffix == ".sh":
        return set(re.findall(r"TBL-[0-9]{2,}", path.read_text("utf-8")))
    tree = parsed(path)
    said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said
    }


def raised(path: Path) -> Iterator[str]:
    """The codes and words that a source file gives to whatever takes them."""
    for node in ast.walk(parsed(path)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        at = CALLS.get(name, len(node.args))
        for given in ast.walk(node.args[at]) if at < len(node.args) else ():
            if isinstance(given, ast.Constant) and isinstance(given.value, str) and given.value:
                yield given.value


@pytest.mark.slow
def test_every_code_in_the_source_is_in_the_catalogue() -> None:
    found = {code for path in SOURCES for code in literals(path) if CODE.fullmatch(code)}
    assert "TBL-201" in found
    assert found <= catalogue().keys()


@pytest.mark.slow
def test_every_code_and_word_that_is_raised_is_in_the_catalogue() -> None:
    words = {entry.word for entry in catalogue().values()} | catalogue().keys()
    found = {word for path in SOURCES if path.suffix == ".py" for word in raised(path)}
    assert {"noise-short", "storage-slow", "TBL-211"} <= found
    assert found - words == {"code"}  # the name of an attribute


@pytest.mark.slow
def test_every_entry_of_the_catalogue_is_raised_somewhere() -> None:
    found = {text for path in SOURCES for text in literals(path)}
    idle = [
        entry.code
        for entry in catalogue().values()
        if entry.code not in found and (entry.word or entry.code) not in found
    ]
    assert idle == []


def test_codes_are_in_order_and_words_are_unique() -> None:
    assert list(catalogue()) == sorted(catalogue())
    assert all(re.fullmatch(r"TBL-[1-9][0-9]{2}", code) for code in catalogue())
    words = [entry.word for entry in catalogue().values() if entry.word]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    "name", [e.word for e in catalogue().values() if "TBL-401" <= e.code <= "TBL-405"]
)
def test_what_stops_the_random_source_names_the_test_that_clears_it(name: str) -> None:
    for language in ("zh", "en"):
        remedy = fault(name).remedy(language)
        for label in (text(language, "service.checks"), text(language, "service.noise_again")):
            assert label in remedy
        assert "tablectl operator clear-noise" in remedy


def test_what_a_remedy_quotes_of_the_service_screen_is_to_be_found_there() -> None:
    labels = set(texts("zh").values())
    quoted = {
        label
        for entry in catalogue().values()
        if "维护屏" in entry.remedy_zh
        for label in re.findall("“(.+?)”", entry.remedy_zh)
    }
    assert len(quoted) >= 4
    assert quoted <= labels


SUPPORT = {
    "zh": "执行 sudo tablectl bundle /tmp/bundle.zip，把这个文件发给技术支持（牌桌供应方）",
    "en": "run sudo tablectl bundle /tmp/bundle.zip and send that file to support"
    " (the supplier of the table)",
}


@pytest.mark.parametrize(("language", "word"), [("zh", "支持"), ("en", "support")])
def test_whoever_is_sent_to_support_is_told_what_to_send_and_how_it_is_made(
    language: str, word: str
) -> None:
    remedies = [entry.remedy(language) for entry in catalogue().values()]
    sent = [
        remedy
        for remedy in remedies
        if word in remedy and not re.search("服务器须支持|does not support", remedy)
    ]
    assert fault("scanner-ended").remedy(language) in sent
    assert [remedy for remedy in sent if SUPPORT[language] not in remedy] == []


@pytest.mark.parametrize("entry", catalogue().values(), ids=lambda entry: entry.code)
def test_a_fault_says_what_happened_and_what_to_do_in_both_languages(entry: Fault) -> None:
    for zh, en in ((entry.zh, entry.en), (entry.remedy_zh, entry.remedy_en)):
        assert HAN.search(zh)
        assert en
        assert not HAN.search(en)
        assert not zh.endswith("。")
        assert not en.endswith(".")


def test_a_fault_is_found_by_its_code_and_by_its_word() -> None:
    assert fault("noise-unhealthy") is fault("TBL-404")
    with pytest.raises(KeyError):
        fault("TBL-999")
    with pytest.raises(KeyError):
        fault("")


@pytest.mark.parametrize(("language", "page"), [("en", "faults.md"), ("zh", "faults.zh-CN.md")])
def test_the_page_of_the_manual_is_the_catalogue(language: str, page: str) -> None:
    text = (CHECKOUT / "docs" / page).read_text("utf-8")
    assert text == manual(language)
    anchors = [line.removeprefix("### ") for line in text.splitlines() if line.startswith("### ")]
    assert anchors == list(catalogue())


def test_a_fault_is_told_in_full() -> None:
    assert told("TBL-404", "hw").splitlines()[0] == "TBL-404 noise-unhealthy: hw"


def test_every_word_that_the_records_use_is_in_the_catalogue() -> None:
    assert {word for word in ledger.CODES if not fault(word)} == set()


def test_every_word_of_the_random_source_and_the_upload_is_in_the_catalogue() -> None:
    pattern = re.compile(r'"(noise-[a-z]+)"|UploadFault\("([a-z-]+)"')
    words = {
        word
        for path in SOURCES
        if path.name in ("noise.py", "entropy.py", "upload.py")
        for found in pattern.findall(path.read_text("utf-8"))
        for word in found
        if word
    }
    assert {word for word in words if not fault(word)} == set()
