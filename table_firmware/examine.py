"""Opens what the technician's checks look at: configuration, board, noise source. A running table
keeps its board and its serial generator; it is asked, and never disturbed."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from hal.board import BoardRefused
from hal.boards import open_board, ports
from hal.scanner import Report, Scanner
from table_firmware.config import Config, ConfigError, load
from table_firmware.controller import clock
from table_firmware.controller.scribe import CURRENT
from table_firmware.exchange import Limits, parse_address
from table_firmware.ledger.survey import is_running
from table_firmware.noise import open_noise
from table_firmware.service.areas import board, noise, upload
from table_firmware.service.areas.source import Machine
from table_firmware.service.areas.upload import DESTINATION
from table_firmware.service.checks import Check
from table_firmware.service.diagnose import Subject
from table_firmware.service.look import asked, look
from table_firmware.store import open_store
from table_firmware.tls import passed

INSTALLED: Final = Path("/etc/table-firmware/table.toml")
WATCH_SECONDS: Final = 5.0
"""Enough to press each button once."""
HASTY: Final = Limits(connect=5.0, answer=10.0, tries=1)
"""A technician waits for the answer."""

Tell = Callable[[str], None]


def subject(
    path: Path | None = None,
    seconds: float = WATCH_SECONDS,
    destination: Path | str = DESTINATION,
    raw: Path | None = None,
    tell: Tell = lambda _: None,
) -> Subject:
    """What is to be looked at. path: the configuration; None: the installed one if there is one,
    else the defaults. seconds: how long contacts are watched. destination: a folder, or the
    address of a web server in place of the configured one. raw: where the sample of the noise
    source is written. tell: takes lines for the technician while he waits."""
    path = path or (INSTALLED if INSTALLED.exists() else None)
    refused, config = None, Config()
    try:
        config = load(path) if path else config
    except ConfigError as error:
        refused = (error.code, str(error).splitlines()[0].partition(" ")[2])
    machine = Machine()
    folder = destination if isinstance(destination, Path) else DESTINATION
    address = config.upload.address if isinstance(destination, Path) else destination
    return Subject(
        config,
        partial(see, config, seconds, tell),
        partial(sample, config, machine, raw),
        path,
        refused,
        folder,
        machine,
        server=partial(call, config, address) if address else None,
        raw=raw,
    )


def call(config: Config, address: str) -> Check:
    """The web server that records are uploaded to."""
    known = passed(config.state / "exports" / CURRENT)
    settings = config.upload
    try:
        shown = str(parse_address(address))
    except ValueError:
        shown = "-"  # what is no address may hold a password
    return upload.server(
        shown, lambda: open_store(address, settings.ca, settings.token, known, HASTY)
    )


def see(config: Config, seconds: float, tell: Tell) -> board.BoardState | Check:
    """The board, from the running table or by reading it for so many seconds."""
    name = str(config.board.get("name", ""))
    if is_running(config.state):
        return asked(config.run) or _held(config, name)
    try:
        with scanning(config, lambda _: None) as scanner:
            if seconds >= 1:
                tell(f"{seconds:g} 秒内：灯依次点亮，请逐个按一下按钮")
                tell(f"For {seconds:g} s the lamps burn in turn; press each button once")
            _watch(scanner, seconds)
            return look(scanner)
    except BoardRefused as refused:
        return board.refused(name, refused.code, refused.detail)


def _held(config: Config, name: str) -> Check:
    """The board of a running table that does not tell about it: ports can be missed without it."""
    gone = [port for port in ports(config.board) if not port.exists()]
    if gone:
        detail = f"there is no port {', '.join(map(str, gone))}"
        return board.refused(name, "seat-board-missing", detail)
    return board.held(name)


@contextmanager
def scanning(config: Config, tell: Callable[[Report], None]) -> Iterator[Scanner]:
    """The board of a table that is not running, being read. Raises BoardRefused."""
    with tempfile.TemporaryDirectory() as spare:
        run = config.run if config.run.is_dir() else Path(spare)
        scanner = Scanner(open_board(config.board, run), tell)
        scanner.start()
        try:
            yield scanner
        finally:
            scanner.close()


def _watch(scanner: Scanner, seconds: float) -> None:
    """Let time pass; the lamps burn one after the other."""
    lamps = scanner.board.lamps
    for lamp in lamps:
        scanner.light({lamp: 1.0})
        clock.wait(seconds / len(lamps))
        scanner.light({lamp: 0.0})
    if not lamps:
        clock.wait(seconds)


def write_new(path: Path, content: bytes) -> None:
    """Write a file that is not there yet; OSError if it is."""
    with path.open("xb") as file:
        file.write(content)


def sample(
    config: Config,
    machine: Machine,
    raw: Path | None,
    write: Callable[[Path, bytes], None] = write_new,
) -> Check:
    """A sample of the noise source, and what it says. OSError if `raw` cannot be written; write:
    how it is."""
    if config.noise_port is not None and is_running(config.state):
        return noise.held(config.noise_port)
    source = open_noise(config)
    try:
        drawn = noise.draw(machine, source)
    except OSError as error:
        return noise.failed(source.name, error)
    finally:
        source.close()
    if raw:
        write(raw, drawn.raw)
    return noise.judged(source.name, drawn)


def to_stderr(line: str) -> None:
    """A line for the technician that is no part of a report."""
    print(line, file=sys.stderr, flush=True)
