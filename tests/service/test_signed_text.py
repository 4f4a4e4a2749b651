"""A signed report is told in plain lines."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.service.acceptance import Result, steps, summary
from table_firmware.service.burn_in import Tally
from table_firmware.service.checks import Check, coded
from table_firmware.service.signed import KINDS, Signed
from table_firmware.service.signed_text import lines

HAN = re.compile(r"[\u4e00-\u9fff]")
ABOUT = {"release": "ab" * 32, "date": "2026-01-31 12:00:00Z"}


def told(kind: str, body: Any) -> list[str]:
    return lines(Signed(kind, "club.table-7", {**ABOUT, **body}))


def test_an_acceptance_is_a_line_a_step_in_both_languages() -> None:
    results = {step.id: Result("passed", (), "2026-01-31") for step in steps()}
    results["lamps"] = Result("failed", ("lamp_E: N",), "2026-01-31")
    del results["upload"]
    found = told("acceptance", summary(results))
    assert found[:4] == [
        "验收 / acceptance: club.table-7",
        "  结果 / level: 故障 / fault",
        "  日期 / date: 2026-01-31 12:00:00Z",
        f"  版本 / release: {'ab' * 32}",
    ]
    assert [line.split(":")[0].strip() for line in found[4:]] == [
        f"{step.zh[0]} / {step.en[0]}" for step in steps()
    ]
    assert "  指示灯 / Lamps: 未通过 / failed; 2026-01-31; lamp_E: N" in found
    assert "  上传位置 / Upload: 未做 / not done" in found


def test_a_burn_in_is_a_line_a_check_in_both_languages() -> None:
    tally = Tally(rounds=2, matches=1, failed=1, seconds=61.4, stopped=True)
    hot = coded("machine.temperature", "warning", "measured", "hot", {"degrees": 77.25})
    tally.add([Check("machine.temperature", "ok", "measured", values={"degrees": 50.0}), hot])
    tally.add([Check("board.lamp", "ok", "there", part="lamp_E")])
    found = told("burn-in", tally.plain())
    for line in (
        "  结果 / level: 故障 / fault",
        "  循环次数 / rounds: 2",
        "  打完并验证的轮数 / matches: 1",
        "  失败的轮数 / failed: 1",
        "  用时（秒） / seconds: 61",
        "  提前结束 / stopped early: 是 / yes",
        "  温度 / Temperature: 正常 / ok 1; 警告 / warning 1; TBL-701; degrees 50.0–77.25",
        "  指示灯 / Lamp lamp_E: 正常 / ok 1",
    ):
        assert line in found
    assert all(HAN.search(line) for line in found)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=9,
)
WORDS = st.sampled_from(["steps", "checks", "level", "rounds", "later", "stopped"])
STEP = st.dictionaries(st.sampled_from(["state", "date", "notes"]), PLAIN)
SEEN = st.dictionaries(st.sampled_from(["levels", "codes", "ranges"]), PLAIN)
BODY = st.dictionaries(WORDS, PLAIN | st.dictionaries(st.text(max_size=9), STEP | SEEN), max_size=4)


@given(st.sampled_from(KINDS), BODY)
def test_no_report_shows_how_it_is_written(kind: str, body: dict[str, Any]) -> None:
    """Whatever a later program may put into it."""
    assert told(kind, body)[0].endswith("club.table-7")


@pytest.mark.parametrize("body", [{"later": {"a": [1]}}, {"later": [{"a": 1}]}, {"later": None}])
def test_what_is_not_known_and_not_plain_is_left_out(body: dict[str, Any]) -> None:
    assert not re.search("[{}]|later", "".join(told("burn-in", body)))
