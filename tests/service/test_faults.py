"""Every code that the program can show is in the catalogue, with a remedy in both languages."""

import re
from pathlib import Path

import pytest

from table_firmware.ledger import faults as ledger
from table_firmware.service.faults import Fault, catalogue, fault, manual

CHECKOUT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for folder in ("table_firmware", "hal", "ui_kiosk", "deploy")
    for path in (CHECKOUT / folder).rglob("*")
    if path.suffix in (".py", ".sh")
)
HAN = re.compile(r"[\u4e00-\u9fff]")


def raised() -> dict[str, str]:
    """Every code in the source, and a file that has it."""
    return {
        code: str(path.relative_to(CHECKOUT))
        for path in SOURCES
        for code in re.findall(r"TBL-[0-9]{2,}", path.read_text("utf-8"))
    }


def test_every_code_in_the_source_is_in_the_catalogue() -> None:
    found = raised()
    assert "TBL-201" in found
    assert {code: where for code, where in found.items() if code not in catalogue()} == {}


def test_codes_are_in_order_and_words_are_unique() -> None:
    assert list(catalogue()) == sorted(catalogue())
    assert all(re.fullmatch(r"TBL-[1-9][0-9]{2}", code) for code in catalogue())
    words = [entry.word for entry in catalogue().values() if entry.word]
    assert len(set(words)) == len(words)


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


def test_the_page_of_the_manual_is_the_catalogue() -> None:
    assert (CHECKOUT / "docs/faults.md").read_text("utf-8") == manual()


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
