"""A support bundle says nothing of players, cards and keys, wherever they were written."""

import ast
import builtins
import json
import resource
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hal.noise import SimulatedNoise
from table_firmware.config import Config
from table_firmware.config.hardware import SeatUser
from table_firmware.config.play import Play
from table_firmware.config.records import Upload
from table_firmware.rules.cards import Seat
from table_firmware.service.areas import board, noise
from table_firmware.service.areas.source import Machine
from table_firmware.service.bundle import contents, write
from table_firmware.service.checks import Check
from table_firmware.service.diagnose import Subject, diagnose
from table_firmware.service.redact import HIDDEN, OURS, line, shaped
from table_firmware.service.report import Report
from tests.examples import about
from tests.ledger.scripted import ORIGIN, Table

NAME = "WangXiaoming"
HANZI = "王小明"
SECRET = "5e3c7a9d2f1b4c8e6a0d9f7b3c5e1a2d"
CARDS = "TS JH QD BJ"
PLANTS = (NAME, HANZI, SECRET, CARDS, "TS", "Wang", "5e3c7a9d")
WHOLE = f"{NAME} {HANZI} {SECRET} {CARDS}"


def lines_of_a_log() -> str:
    return "\n".join(
        (
            f"INFO {WHOLE}",
            f"ERROR TBL-404 noise-unhealthy: {WHOLE}",
            "Traceback (most recent call last):",
            f'  File "/home/{NAME}/table_firmware/ledger/log.py", line 77, in {NAME}',
            f"    raise LedgerFault({SECRET!r})",
            f"table_firmware.ledger.faults.LedgerFault: journal-failed: {WHOLE}",
        )
    )


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Config, Machine]:
    """A table whose every text that anybody can write holds a name, cards and a secret."""
    tmp_path = tmp_path_factory.mktemp("planted")
    table = Table(tmp_path / NAME / "state", quick=True)
    table.play_match("1B", spare=1)
    table.log.close()
    for folder in ("private", "vault", "receipts", "keys"):
        (table.state / folder).mkdir(exist_ok=True)
        (table.state / folder / f"{NAME}-{SECRET}").write_text(WHOLE)
    root = tmp_path / "root"
    files = {
        "etc/table-firmware/seat-east.env": "\n".join(
            (f"SEATS={NAME}", f"SEAT_OUTPUT={NAME}", f"SEAT_TOUCH=/{SECRET}")
        ),
        "sys/class/drm/card0-HDMI-A-1/status": "connected",
        "sys/class/drm/card0-HDMI-A-1/modes": WHOLE,
        "sys/class/input/event0/device/capabilities/abs": "260800000000003",
        "sys/class/input/event0/device/name": WHOLE,
        "sys/class/rtc/rtc0/name": WHOLE,
        "sys/class/rtc/rtc0/since_epoch": "1800000000",
        "proc/device-tree/model": f"Raspberry Pi 5 Model B\0{WHOLE}",
        "proc/cpuinfo": f"Serial: {SECRET}",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)

    def command(words: Sequence[str]) -> str | None:
        said = {"journalctl": lines_of_a_log(), "systemctl": f"Result={WHOLE}\nNRestarts=3\n"}
        return said.get(words[0])

    config = Config(
        origin=ORIGIN,
        state=table.state,
        run=tmp_path / NAME,
        play=Play(),
        board={"name": "rpi_gpio", NAME: SECRET, "pull": SECRET, "pins": {"seat_E": 5, NAME: 7}},
        noise_port=Path(f"/dev/{NAME}"),
        seats={Seat.E: SeatUser()},
        operators=(f"operator/{NAME}+{SECRET}",),
        audit_key=SECRET.encode(),
        tpm=f"device:/{NAME}",
        upload=Upload(f"https://{NAME}.example", Path(f"/{WHOLE}"), Path(f"/{SECRET}")),
    )
    return config, Machine(root, command, unix=lambda: 1_800_000_000.0)


def look() -> board.BoardState:
    contact = board.Contact("seat_E", True, f"/dev/{NAME} in 0")
    link = board.LinkState(f"/dev/{SECRET}", True, firmware=WHOLE)
    return board.BoardState("rpi_gpio", (contact,), (), {}, (), "TBL-201", WHOLE, (link,))


def bundle_of(config: Config, machine: Machine) -> dict[str, str]:
    def draw() -> Check:
        return noise.judged(NAME, noise.draw(machine, SimulatedNoise(b"seed"), 4))

    refused = ("TBL-104", f"table.toml: {WHOLE}")
    subject = Subject(config, look, draw, Path(NAME), refused, Path(f"/{NAME}"), machine, 3)
    report = Report(f"{NAME}.table", "ab" * 32, "2026-01-31 12:00:00Z", diagnose(subject))
    return dict(contents(config, machine, report))


def test_nothing_that_was_planted_is_in_the_bundle(
    planted: tuple[Config, Machine], tmp_path: Path
) -> None:
    files = bundle_of(*planted)
    write(tmp_path / "bundle.zip", files)
    with zipfile.ZipFile(tmp_path / "bundle.zip") as bundle:
        assert set(bundle.namelist()) == set(files)
        for name in bundle.namelist():
            text = bundle.read(name).decode("utf-8")
            assert [plant for plant in PLANTS if plant in text] == [], name


def test_a_fault_of_the_records_tells_its_code_alone(planted: tuple[Config, Machine]) -> None:
    config, machine = planted
    files = bundle_of(replace(config, origin=NAME), machine)
    assert "identity-mismatch" in files["records.json"]
    assert all(plant not in text for plant in PLANTS for text in files.values())


def test_what_a_developer_needs_is_in_it(planted: tuple[Config, Machine]) -> None:
    files = bundle_of(*planted)
    assert "Raspberry Pi 5 Model B" in files["about.json"]
    assert '"seat_E": 5' in files["settings.json"]
    settings = json.loads(files["settings.json"])
    for key in ("house_players", "batch_hands", "cuts", "hints"):
        assert settings[key] == getattr(planted[0].play, key)
    assert settings["upload"].keys() == {"address", "ca", "token"}
    assert '"code": "TBL-104"' in files["report.json"]
    assert '"match_end": 1' in files["records.json"]
    assert '"NRestarts": "3"' in files["services.json"]
    assert "ERROR TBL-404 noise-unhealthy" in files["log.txt"]
    assert "table_firmware/ledger/log.py:77" in files["log.txt"]
    assert "LedgerFault" in files["log.txt"]


def test_a_bundle_replaces_nothing(tmp_path: Path) -> None:
    (tmp_path / "bundle.zip").touch()
    with pytest.raises(FileExistsError):
        write(tmp_path / "bundle.zip", {})


def test_a_state_without_records_is_packed_too(
    planted: tuple[Config, Machine], tmp_path: Path
) -> None:
    config, machine = planted
    files = bundle_of(replace(config, state=tmp_path / "none"), machine)
    assert '"entries"' not in files["records.json"]


@settings(max_examples=about(30))
@given(st.text(max_size=12), st.sampled_from((NAME, HANZI, SECRET, CARDS)), st.text(max_size=12))
def test_a_text_with_something_strange_in_it_is_hidden(before: str, plant: str, after: str) -> None:
    assert shaped(f"{before}{plant}{after}") == HIDDEN


SHOWN = [
    *(3, 2.5, True, None, "GPIO17", "seat_E", "HDMI-A-1", "TBL-404"),
    *("seat_E, button_E, service", "noise-short: 2, noise-io: 1", "0 ms: 3, 20 ms: 1"),
]


@pytest.mark.parametrize("value", SHOWN)
def test_what_the_checks_make_is_shown(value: object) -> None:
    assert shaped(value) == value


def test_lists_and_what_is_strange_are_hidden_part_by_part() -> None:
    plain = [1, NAME, {"pins": {"seat_E": NAME}, NAME: 1}]
    assert shaped(plain) == [1, HIDDEN, {"pins": {"seat_E": HIDDEN}}]
    assert shaped(object()) == HIDDEN


@settings(max_examples=about(50))
@given(st.text(max_size=30, alphabet=st.characters(exclude_categories=["Cs"])))
def test_a_line_of_the_log_shows_words_of_ours_alone(text: str) -> None:
    assert line(f"INFO {text}").startswith("INFO")
    assert NAME not in line(f"{NAME} {text} {NAME}")


ODD = (
    "ZhangSanError",
    "ZhangSan.LostError: x",
    "张三Error: x",
    "_secretError",
    "PasswordFailed: x",
    "Hunter_TwoException",
    "....Error: x",
    "OSErrors: x",
    "MyOSError: x",
    'File "/home/hal/zhangsan.py", line 3',
    'File "/x/hal/boards/zhangsan.py", line 3',
    'File "/x/table_firmware/zhang_san/log.py", line 3',
)


@pytest.mark.parametrize("text", ODD)
def test_an_error_or_a_file_that_nobody_knows_is_hidden(text: str) -> None:
    assert line(text) == HIDDEN


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("OSError: [Errno 5] /home/zhangsan", "OSError"),
        ("KeyboardInterrupt", "KeyboardInterrupt"),
        ("serial.serialutil.SerialException: x", "SerialException"),
        ("zhangsan.secret.LedgerFault: x", "LedgerFault"),
        ('File "/opt/x/hal/scanner.py", line 30', "hal/scanner.py:30"),
    ],
)
def test_a_known_error_is_shown_without_what_is_around_it(text: str, shown: str) -> None:
    assert line(text) == f"{shown} {HIDDEN}"


@pytest.mark.slow
def test_every_error_of_ours_is_known_and_no_other_is_called_ours() -> None:
    classes = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for package in ("table_firmware", "hal", "ui_kiosk")
        for path in (Path(__file__).parents[2] / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    errors = {name for name, kind in vars(builtins).items() if is_error(kind)}
    ours: set[str] = set()
    while more := {name for name, bases in classes.items() if bases & (errors | ours)} - ours:
        ours |= more
    assert ours == set(OURS)


def is_error(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseException)


def test_a_bundle_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    out, limits = tmp_path / "bundle.zip", resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            write(out, {"about.json": "x" * 1000})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not out.exists()
