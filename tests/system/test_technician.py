"""What a technician types: at a table that rests, at one that runs, and on the bench."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from hal.answering import listen
from table_firmware.cli import main
from table_firmware.controller.orders import Orders
from table_firmware.ledger.journal import Journal
from table_firmware.ledger.keys import KeyFolder
from table_firmware.service.areas.board import BoardState, Contact
from table_firmware.service.checks import AREAS
from table_firmware.service.look import SOCKET, encode
from table_firmware.service.signed import Signed, sign
from tests.ledger.scripted import ORIGIN
from tests.ledger.scripted import Table as Scripted
from tests.system.running import Table, told

SETTINGS = """
[match]
mode = "1A"
"""


def configured(folder: Path) -> str:
    path = folder / "table.toml"
    path.write_text(f'[table]\nstate = "{folder / "state"}"\nrun = "{folder / "run"}"\n')
    return str(path)


def append(folder: Path, settings: str) -> None:
    with (folder / "table.toml").open("a") as file:
        file.write(settings)


@contextmanager
def running(folder: Path) -> Iterator[None]:
    """A table that has its journal open, as one that runs, and answers nobody."""
    journal = Journal(folder / "state" / "journal")
    list(journal.load())
    yield
    journal.close()


def test_a_bench_without_records_is_looked_at_in_every_area(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, raw = tmp_path / "report.html", tmp_path / "raw.bin"
    words = ["--html", str(page), "--raw", str(raw), "--watch", "0.1", "--json"]
    assert main(["diagnose", "--config", configured(tmp_path), *words]) in (0, 1)
    checks = json.loads(capsys.readouterr().out)["checks"]
    assert {each["area"] for each in checks} == set(AREAS)
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert len(raw.read_bytes()) == 64 * 320
    assert not (tmp_path / "state").exists()


def test_a_configuration_that_is_refused_is_a_fault_of_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.toml"
    path.write_text("[tabel]\n")
    assert main(["diagnose", "--config", str(path), "--only", "configuration"]) == 2
    assert "TBL-103" in capsys.readouterr().out


def test_a_report_that_cannot_be_written_is_told_with_its_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--only", "clock", "--html", str(tmp_path / "none" / "report.html")]
    assert main(["diagnose", "--config", configured(tmp_path), *words]) == 3
    assert capsys.readouterr().err.startswith("TBL-801")


@pytest.mark.parametrize("option", ["--html", "--raw"])
def test_a_file_that_is_there_is_not_replaced_and_nothing_is_looked_at(
    tmp_path: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine"
    file.write_text("mine")
    words = ["--only", "noise", option, str(file)]
    assert main(["diagnose", "--config", configured(tmp_path), *words]) == 3
    told = capsys.readouterr()
    assert told.err.startswith(f"TBL-802 file-refused: {file}")
    assert (told.out, file.read_text()) == ("", "mine")


@pytest.mark.parametrize(
    ("runs", "port", "only", "why"),
    [
        (False, "", "clock", "--only noise"),
        (True, "noise", "noise", "stop it first"),
        (True, "noise", "clock", "--only noise"),
        (True, "gone", "noise", "gave no bytes"),
        (False, "gone", "noise", "gave no bytes"),
    ],
)
def test_a_sample_that_could_not_be_taken_is_told_of(
    tmp_path: Path,
    runs: bool,
    port: str,
    only: str,
    why: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    config, raw = configured(tmp_path), tmp_path / "raw.bin"
    (tmp_path / "noise").touch()
    if port:
        append(tmp_path, f'[noise]\nsource = "serial"\nport = "{tmp_path / port}"\n')
    with running(tmp_path) if runs else nullcontext():
        assert main(["diagnose", "--config", config, "--only", only, "--raw", str(raw)]) == 3
    told = capsys.readouterr()
    assert told.err.startswith(f"TBL-802 file-refused: {raw}: ")
    assert why in told.err
    assert told.out
    assert not raw.exists()


PORTS = {
    "noise": '[noise]\nsource = "serial"\nport = "{port}"\n',
    "board": '[board]\nname = "serial_io"\nport = "{port}"\n',
}


@pytest.mark.parametrize(("area", "code"), [("noise", "TBL-401"), ("board", "TBL-211")])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_port_that_a_running_table_has_lost_is_named_with_its_code(
    tmp_path: Path, area: str, code: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    config, port = configured(tmp_path), tmp_path / "port"
    append(tmp_path, PORTS[area].format(port=port))
    words = ["diagnose", "--config", config, "--only", area, "--json"]
    with running(tmp_path):
        port.touch()
        assert main(words) == 0
        (held,) = json.loads(capsys.readouterr().out)["checks"]
        assert (held["level"], held["code"]) == ("info", "")
        port.unlink()
        assert main(words) == 2
    (gone,) = json.loads(capsys.readouterr().out)["checks"]
    assert (gone["level"], gone["code"]) == ("fault", code)
    assert str(port) in gone[f"found_{language}"]


@pytest.mark.slow
def test_a_running_table_tells_of_its_board_and_is_not_disturbed(tmp_path: Path) -> None:
    table = Table(tmp_path, SETTINGS)
    try:
        config = str(tmp_path / "table.toml")
        told("board", "--run", str(table.run), "sit", "E")
        said = told(
            "diagnose", "--config", config, "--json", "--only", "board", "--only", "records"
        )
        checks = {(c["name"], c["part"]): c for c in json.loads(said.stdout)["checks"]}
        assert checks["records.journal", ""]["level"] == "ok"
        assert "running" in checks["records.journal", ""]["found_en"]
        assert checks["board.presence", ""]["values"]["roles"] == 9
        assert checks["board.contact", "seat_E"]["values"]["level"] == 1
        assert checks["board.contact", "seat_E"]["values"]["presses"] == 1
        assert table.process.poll() is None
        assert told("service", "mute", "button_W", "--config", config).returncode == 0
        bench = told(
            "acceptance", "--config", config, "--out", str(tmp_path / "a.txt"), input="s\n"
        )
        assert "a.txt.progress.json" in bench.stderr
    finally:
        assert table.stop() == 0
    assert not (table.run / "diagnose.sock").exists()


def test_a_warning_that_is_acknowledged_is_quiet_the_next_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").mkdir()
    words = ["diagnose", "--config", configured(tmp_path), "--only", "panels"]
    before = main([*words, "--json"])
    checks = json.loads(capsys.readouterr().out)["checks"]
    codes = [each["code"] for each in checks if each["level"] == "warning"]
    if not codes:
        pytest.skip("this machine has a display")
    assert main([*words, *(word for code in codes for word in ("--ack", code))]) == 0
    assert (before, main(words)) == (1, 0)
    assert "acknowledged" in capsys.readouterr().out


@pytest.mark.parametrize("code", ["TBL-999", "tbl-721", "hot", "", "TBL-721,TBL-711", "ＴＢＬ-721"])
def test_what_is_no_code_is_not_acknowledged_and_nothing_is_looked_at(
    tmp_path: Path, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").mkdir()
    words = ["diagnose", "--config", configured(tmp_path), "--only", "clock"]
    assert main([*words, "--ack", "TBL-721", "--ack", code]) == 3
    told = capsys.readouterr()
    assert told.err.startswith(f"TBL-824 code-unknown: {code}\n")
    assert len(told.err.splitlines()) == 3, "both languages"
    assert told.out == ""
    assert list((tmp_path / "state").iterdir()) == []


def test_a_code_that_nothing_warns_of_is_told_of_beside_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state").mkdir()
    words = ["diagnose", "--config", configured(tmp_path), "--only", "configuration"]
    assert main([*words, "--ack", "TBL-711"]) == 0
    told = capsys.readouterr()
    assert told.err.startswith("TBL-825 not-acknowledged: TBL-711\n")
    assert told.out


ORDERS = [
    ["service", "mute", "seat_N"],
    ["service", "unmute", "seat_N"],
    ["operator", "void", "--reason", "tea"],
    ["operator", "clear-noise"],
]


@pytest.mark.parametrize("words", ORDERS, ids=lambda words: words[1])
def test_an_order_is_given_to_a_table_that_runs_and_to_no_other(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    config, state = configured(tmp_path), tmp_path / "state"
    Orders(state, "table.simulated", ()).offer("", 0, 1, 7)
    service = words[0] == "service"
    words = [*words, *(["--config", config] if service else ["--state", str(state)])]
    assert main(words) == (3 if service else 1)
    told = capsys.readouterr()
    assert told.err.startswith("TBL-826 table-resting: ")
    assert (len(told.err.splitlines()), told.out) == (3, "")
    assert not (state / "operator" / "order.json").exists()
    with running(tmp_path):
        assert main(words) == 0
    assert (state / "operator" / "order.json").exists()


def test_a_contact_that_the_table_has_not_is_not_muted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it had is heard again all the same."""
    config = configured(tmp_path)
    Orders(tmp_path / "state", "table.simulated", ()).offer("", 0, 1, 7)
    (tmp_path / "run").mkdir()
    seen = BoardState("rpi_gpio", (Contact("seat_E", True),), missing=("seat_N",))
    listener = listen(tmp_path / "run" / SOCKET, lambda _: f"ok {encode(seen)}")
    try:
        with running(tmp_path):
            assert main(["service", "mute", "seat_W", "--config", config]) == 3
            told = capsys.readouterr().err
            for words in (["mute", "seat_E"], ["mute", "seat_N"], ["unmute", "seat_W"]):
                assert main(["service", *words, "--config", config]) == 0
    finally:
        listener.close()
    assert told.startswith("TBL-805 order-refused: 牌桌没有 seat_W / the table has no seat_W\n")


def test_a_bundle_is_packed_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bundle", str(tmp_path / "b.zip"), "--config", configured(tmp_path), "--watch", "0"]
    assert [main(words), main(words)] == [0, 3]
    told = capsys.readouterr().err
    assert told.startswith("TBL-802")
    assert "b.zip: 已存在 / exists already" in told


def test_a_table_that_never_ran_cannot_sign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["burn-in", "--config", configured(tmp_path), "--minutes", "0"]) == 3
    assert capsys.readouterr().err.startswith("TBL-808")


def test_a_signed_report_is_verified_by_the_policy_of_its_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Scripted(tmp_path / "state", quick=True)
    table.log.close()
    key = KeyFolder(table.state / "keys", ORIGIN, bytes).identity()
    assert key is not None
    report = tmp_path / "report.txt"
    report.write_bytes(sign(Signed("burn-in", ORIGIN, {"matches": 7, "failed": 0}), key))
    words = ["burn-in", "--verify", str(report), "--policy", str(table.state / "policy")]
    assert main(words) == 0
    assert "matches: 7" in capsys.readouterr().out
    report.write_bytes(report.read_bytes().replace(b'"matches": 7', b'"matches": 8'))
    assert main(["acceptance", *words[1:]]) == 3
    assert capsys.readouterr().err.startswith("TBL-810")


@pytest.mark.soak
def test_a_burn_in_ends_with_a_report_that_the_table_has_signed(tmp_path: Path) -> None:
    Table(tmp_path, SETTINGS).stop()
    config, out = str(tmp_path / "table.toml"), tmp_path / "out"
    words = ("--mode", "1A", "--watch", "0", "--out", str(out))
    said = told("burn-in", "--config", config, "--minutes", "0", *words)
    assert said.returncode in (0, 1), said.stderr
    assert re.search(r"100 %.*1 round, 1 match, 0 failed", said.stderr)
    verify = ("burn-in", "--config", config, "--verify", str(out / "report.txt"))
    assert "matches: 1" in told(*verify).stdout
    raw = (out / "report.txt").read_bytes()
    (out / "report.txt").write_bytes(raw.replace(b'"failed": 0', b'"failed": 1'))
    assert (told(*verify).returncode, told(*verify).stderr[:7]) == (3, "TBL-810")
