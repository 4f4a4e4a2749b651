"""Hours of everything, summed up and signed by the table."""

import io
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


@pytest.mark.parametrize("verb", ["burn-in", "acceptance"])
def test_a_file_that_cannot_be_read_is_told_from_a_report_that_is_false(
    tmp_path: Path, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    report, policy, none = tmp_path / "report.txt", tmp_path / "policy", tmp_path / "none"
    report.write_bytes(sign(Signed(verb, KEY.name, {}), KEY))
    policy.write_text(f"log {OTHER.verifier.vkey}\nquorum none\n")

    def told(report: Path, policy: Path) -> str:
        assert main([verb, "--verify", str(report), "--policy", str(policy)]) == 3
        return capsys.readouterr().err

    assert told(none, policy).startswith(f"TBL-802 file-refused: {none}")
    assert told(report, none).startswith(f"TBL-802 file-refused: {none}")
    assert told(report, report).startswith(f"TBL-802 file-refused: {report}")
    assert told(policy, policy).startswith("TBL-810")
    said = told(report, policy)
    assert said.startswith("TBL-810")
    assert "the old policy file" in said
    assert "旧 policy 文件" in said


@pytest.mark.parametrize(
    "words",
    [
        ["burn-in"],
        ["burn-in", "--verify", "report.txt"],
        ["acceptance"],
        ["acceptance", "--verify", "report.txt"],
        ["diagnose", "--only", "clock", "--ack", "TBL-721"],
    ],
)
def test_nothing_is_kept_or_signed_while_the_configuration_cannot_be_read(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.toml").write_text("[table")
    Path("table-state").mkdir()
    assert main([*words, "--config", "table.toml"]) == 3
    assert capsys.readouterr().err.startswith("TBL-102")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["table-state", "table.toml"]


def test_a_look_at_the_defaults_says_so_and_forgets_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.toml").write_text("[table")
    kept = Path("table-state") / "acknowledged.json"
    kept.parent.mkdir()
    kept.write_text('["clock.battery 0123456789abcdef"]')
    main(["diagnose", "--only", "clock", "--config", "table.toml"])
    said = capsys.readouterr().err
    assert said.startswith("TBL-102")
    assert "default settings" in said
    assert kept.read_text() == '["clock.battery 0123456789abcdef"]'


@pytest.mark.parametrize("name", ["x.json", "report.txt", "folder", "link"])
def test_what_is_there_is_never_replaced_by_a_report(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    config, out = tmp_path / "table.toml", tmp_path / name
    config.write_text(f'[table]\nstate = "{tmp_path}/state"\nrun = "{tmp_path}/run"\n')
    if name == "folder":
        out.mkdir()
    elif name == "link":
        out.symlink_to(tmp_path / "nowhere")
    elif name == "report.txt":
        out.write_bytes(sign(Signed("acceptance", KEY.name, {}), KEY))
    else:
        out.write_text("mine")
    before = sorted(tmp_path.rglob("*"))
    assert main(["acceptance", "--config", str(config), "--out", str(out)]) == 3
    assert capsys.readouterr().err.startswith(f"TBL-802 file-refused: {out}")
    assert sorted(tmp_path.rglob("*")) == before


def test_progress_is_kept_beside_the_report_under_a_name_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config, out = tmp_path / "table.toml", tmp_path / "x.json"
    config.write_text(f'[table]\nstate = "{tmp_path}/state"\nrun = "{tmp_path}/run"\n')
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["acceptance", "--config", str(config), "--out", str(out), "--watch", "0"]) == 3
    assert str(tmp_path / "x.json.progress.json") in capsys.readouterr().err
    assert not out.exists()
