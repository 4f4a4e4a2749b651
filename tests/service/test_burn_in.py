"""Hours of everything, summed up and signed by the table."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_firmware.cli import main
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.notes import Verifier
from table_firmware.service.burn_in import Tally, burn_in
from table_firmware.service.checks import Check, Values, coded
from table_firmware.service.signed import Signed, read, sign

KEY = SoftwareKey("club.table-7", bytes(range(32)))
OTHER = SoftwareKey("club.table-7", bytes(32))


def degrees(value: float) -> list[Check]:
    if value < 75:
        return [Check("machine.temperature", "ok", "measured", values={"degrees": value})]
    return [coded("machine.temperature", "warning", "measured", "hot", {"degrees": value})]


def clock(step: float) -> Iterator[float]:
    return itertools.count(0.0, step)


def test_rounds_go_on_until_the_time_is_over_and_the_extremes_are_kept() -> None:
    told: list[str] = []
    times, warm = clock(10.0), iter((50.0, 60.0, 77.0, 55.0))
    tally = burn_in(45, lambda: degrees(next(warm)), lambda: True, lambda: next(times), told.append)
    assert (tally.rounds, tally.matches, tally.failed, tally.level) == (3, 3, 0, "warning")
    assert len(told) == 3
    seen = tally.seen["machine.temperature"]
    assert seen.levels == {"ok": 3, "warning": 1}
    assert seen.codes == {"TBL-701"}
    assert seen.ranges == {"degrees": (50.0, 77.0)}


def test_one_round_is_played_even_without_any_time() -> None:
    times = clock(1.0)
    tally = burn_in(0, list, lambda: True, lambda: next(times), lambda _: None)
    assert (tally.rounds, tally.matches, tally.level) == (1, 1, "ok")


def test_a_match_that_fails_is_a_fault() -> None:
    times = clock(1.0)
    tally = burn_in(0, list, lambda: False, lambda: next(times), lambda _: None)
    assert (tally.failed, tally.level) == (1, "fault")


def test_who_interrupts_it_gets_what_was_seen() -> None:
    def match() -> bool:
        raise KeyboardInterrupt

    times = clock(1.0)
    tally = burn_in(9, lambda: degrees(50), match, lambda: next(times), lambda _: None)
    assert (tally.stopped, tally.rounds) == (True, 0)
    assert tally.plain()["checks"]["machine.temperature"]["ranges"] == {"degrees": [50, 50]}


def verifiers(*keys: SoftwareKey) -> list[Verifier]:
    return [key.verifier for key in keys]


def test_a_signed_report_is_read_by_the_key_of_its_table() -> None:
    report = Signed("burn-in", KEY.name, Tally().plain())
    assert read(sign(report, KEY), verifiers(OTHER, KEY)) == report


@pytest.mark.parametrize("at", [0, 20, 60, 90, -30])
def test_a_report_that_was_altered_or_is_of_another_key_is_refused(at: int) -> None:
    raw = sign(Signed("burn-in", KEY.name, {"failed": 0, "matches": 12, "rounds": 12}), KEY)
    with pytest.raises(ValueError, match="not signed"):
        read(raw, verifiers(OTHER))
    spoiled = bytearray(raw)
    spoiled[at] ^= 1
    with pytest.raises(ValueError):  # noqa: PT011
        read(bytes(spoiled), verifiers(KEY))


def test_another_note_of_the_same_key_is_no_report() -> None:
    for kind in ("checkpoint", "burn-in\nx"):
        with pytest.raises(ValueError, match=r"not a report|Expecting"):
            read(sign(Signed(kind, KEY.name, {}), KEY), verifiers(KEY))


def test_a_long_burn_in_makes_a_report_that_can_be_read(tmp_path: Path) -> None:
    tally = Tally()
    for _ in range(300):
        for role in range(60):
            values: Values = {
                "line": "GPIO5",
                "level": 1,
                "presses": 3,
                "longest": 7,
                "histogram": "-",
            }
            tally.add([coded("board.contact", "warning", "seen", "bounces", values, f"r{role}")])
    path = tmp_path / "report.txt"
    path.write_bytes(sign(Signed("burn-in", KEY.name, tally.plain()), KEY))
    assert len(read(path.read_bytes(), verifiers(KEY)).body["checks"]) == 60


def test_a_report_of_a_revoked_key_is_not_believed(tmp_path: Path) -> None:
    report, policy = tmp_path / "report.txt", tmp_path / "policy"
    report.write_bytes(sign(Signed("burn-in", KEY.name, Tally().plain()), KEY))
    words = ["burn-in", "--verify", str(report), "--policy", str(policy)]
    policy.write_text(f"log {KEY.verifier.vkey}\nquorum none\n")
    assert main(words) == 0
    policy.write_text(f"log {KEY.verifier.vkey}\nrevoked {KEY.verifier.vkey} 7\nquorum none\n")
    assert main(words) == 3
