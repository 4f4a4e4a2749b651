"""The remarks of an audit in both languages."""

import re
from pathlib import Path

import pytest

from table_firmware.ledger.calls import Calls
from table_firmware.ledger.remarks import CHINESE, in_both
from table_firmware.ledger.upkeep import Suspension

LEDGER = Path(__file__).parents[2] / "table_firmware/ledger"


@pytest.mark.parametrize("english", CHINESE)
def test_every_remark_is_one_that_the_audit_makes_and_keeps_its_numbers(english: str) -> None:
    words = english.removesuffix(": {}").replace("{}", "7").replace("V7", "V14")
    code = " ".join(path.read_text("utf-8") for path in LEDGER.glob("[!r]*.py"))
    parts = re.split(r"\b(?:7|1 4)\b", words)
    assert all(part in code for part in parts), english
    remark = english.replace("{}", "7")
    assert re.findall(r"\d+", in_both(remark)) == 2 * re.findall(r"\d+", remark)


def test_a_remark_has_its_chinese_with_the_same_numbers_behind_it() -> None:
    said = in_both("hand 1 is unfinished: its 12 acts cannot be ruled yet")
    assert said.endswith(" · 第 1 局未打完，其中 12 步尚不能裁定")
    calls = Calls(times=3, pauses=2)
    assert list(map(in_both, calls.remarks())) == [
        "the staff were called: 3 · 呼叫工作人员 3 次",
        "play was paused by consent of the table: 2 · 经各家同意暂停 2 次",
    ]
    assert in_both(Suspension(times=1).remarks()[0]).endswith("因维护暂停 1 次")


def test_what_is_no_remark_of_ours_or_speaks_both_stays_as_it_is() -> None:
    for other in ("nothing was checked · 什么也没有核对", "the {} of {0} and {x}", ""):
        assert in_both(other) == other
