"""The composition root of the controller: configuration -> board, noise, log, seats, table.

`python -m table_firmware` is `tablectl`. `run` here is its verb of that name.
"""

import asyncio
import errno
import gc
import logging
import os
import platform
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from hal.answering import listen
from hal.board import BoardRefused
from hal.boards import open_board
from hal.scanner import Lost, Report, Scanner
from table_firmware.config import Config
from table_firmware.controller import clock
from table_firmware.controller.controller import Controller, ScannerFailed
from table_firmware.controller.members import Members
from table_firmware.controller.scribe import Scribe
from table_firmware.controller.seats import Access, Seats
from table_firmware.controller.shelf import Shelf
from table_firmware.controller.table import Table
from table_firmware.controller.watchdog import Watchdog
from table_firmware.fairness import durable
from table_firmware.fairness.entropy import NoiseSource, os_random
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.log import Log
from table_firmware.ledger.seal import audit_public
from table_firmware.ledger.sealing import TOLD, sealing_key
from table_firmware.noise import open_noise
from table_firmware.rules.games import GAMES
from table_firmware.service.areas.records import MOST_NAMED
from table_firmware.service.areas.source import Machine
from table_firmware.service.areas.upload import elsewhere
from table_firmware.service.checks import Check
from table_firmware.service.diagnose import Subject
from table_firmware.service.faults import told
from table_firmware.service.look import SOCKET, answer, look
from table_firmware.service.technician import Technician, fitting
from table_firmware.tpm import Tpm
from table_firmware.upload import all_acks

LOGGER: Final = logging.getLogger("table")
SAMPLE: Final = "noise-sample.bin"
"""In the state folder: what the random source gave when it was last examined on a screen. No deal
is made of it."""
DEFECT, STORAGE, SETTINGS = 70, 74, 78
"""Exit statuses, as sysexits(3) numbers them."""


class RunDirectoryRefused(Exception):
    """The folder of the sockets cannot be made or used; the text says why."""


def run(config: Config, matches: int = 0, path: Path | None = None) -> int:
    """Run the table until it is told to stop, or after so many matches; the exit status. path: of
    the configuration.

    Whatever ends it otherwise is said in one line with its code; the system starts it again.
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s", stream=sys.stderr)
    try:
        _make_run_directory(config.run)
        with _log(config) as log:
            tell_of_lost(log)
            return asyncio.run(_run(config, log, matches, path))
    except RunDirectoryRefused as refused:
        return _ended(SETTINGS, told("run-directory", str(refused)))
    except BoardRefused as refused:
        return _ended(SETTINGS, told(refused.code, f"{refused.detail}; {refused.remedy}"))
    except LedgerFault as stopped:
        return _ended(STORAGE, told(stopped.code, stopped.detail))
    except OSError as error:
        return _ended(STORAGE, told("journal-failed", str(error)))
    except ScannerFailed as failed:
        return _ended(DEFECT, told("scanner-ended", str(failed)))


def tell_of_lost(log: Log) -> None:
    """Log which checkpoints are gone. The table plays on: its own records are whole."""
    if log.lost:
        files = ", ".join(f"checkpoints/{size}" for size in log.lost[:MOST_NAMED])
        LOGGER.error("%s", told("record-spoilt", f"{files} ({len(log.lost)})"))


def _make_run_directory(run: Path) -> None:
    try:
        run.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunDirectoryRefused(f"{run}: {error.strerror}") from None
    if not os.access(run, os.W_OK | os.X_OK):
        raise RunDirectoryRefused(f"{run}: {os.strerror(errno.EACCES)}")


def _ended(status: int, reason: str) -> int:
    LOGGER.error("%s", reason)
    Watchdog().stopping(reason.splitlines()[0])
    return status


def say(report: Report) -> None:
    """Log that a board is lost; levels are no news, and of ailing contacts the table tells."""
    match report:
        case Lost(code=code, detail=detail):
            LOGGER.error("%s", told(code, detail))


@contextmanager
def _log(config: Config) -> Iterator[Log]:
    beside = [Tpm(config.tpm).key(config.origin)] if config.tpm else []
    key = config.audit_key
    log = Log.open(config.state, config.origin, os_random, beside=beside, audit_key=key)
    try:
        yield log
    finally:
        log.close()


async def _run(config: Config, log: Log, matches: int, path: Path | None) -> int:
    loop = asyncio.get_running_loop()
    noise = open_noise(config)

    def tell(report: Report) -> None:
        say(report)
        loop.call_soon_threadsafe(controller.tell, report)

    scanner = Scanner(open_board(config.board, config.run), tell)
    key = sealing_key(config.state, os_random)
    scribe = Scribe(
        log,
        noise,
        config.state,
        clock.now,
        settings=settings(config, audit_public(key)),
        claim=clock.claim(),
        audit_key=config.audit_key,
        beacon=beacon(config),
        shelf=Shelf(config.state, log, key),
    )
    table = Table(
        config.play,
        noise.name,
        clock.now(),
        operators=bool(config.operators),
        fitting=fitting(scanner.board),
        loaded=scribe.loaded,
    )
    technician = Technician(examined(config, scanner, path))
    members = Members(config.state / "members", os_random)
    controller = Controller(table, scribe, clock.now, Watchdog(), matches, technician, members)
    access = {seat: Access(user.uid, user.gid) for seat, user in config.seats.items()}
    seats = Seats(config.run, access, controller.deliver)
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, controller.stop)
    clean = config.state / "clean"
    boot = boot_facts(noise, clean.exists(), counted(config))
    clean.unlink(missing_ok=True)
    scanner.start()
    gc.collect()
    gc.freeze()  # else it is looked through in the middle of a hand, which takes 30 ms
    try:
        with _answer_questions(config.run, scanner):
            await controller.run(boot, seats, scanner)
    finally:
        scanner.close()
    clean.touch()
    return 0


def examined(config: Config, scanner: Scanner, path: Path | None = None) -> Subject:
    """What the technician's screen looks at: the running table itself, which has no network."""

    raw = config.state / SAMPLE

    def draw() -> Check:
        from table_firmware.examine import sample  # it opens what this module opens

        raw.unlink(missing_ok=True)
        return sample(config, Machine(), raw, durable.replace)

    address = config.upload.address
    server = partial(elsewhere, address) if address else None
    return Subject(config, partial(look, scanner), draw, path, server=server, raw=raw)


@contextmanager
def _answer_questions(run: Path, scanner: Scanner) -> Iterator[None]:
    """`tablectl diagnose` asks how the board is, which only one program can read."""
    try:
        listener = listen(run / SOCKET, partial(answer, scanner))
    except OSError as error:
        LOGGER.error("%s", told("run-directory", f"{run / SOCKET}: {error.strerror}"))
        yield
        return
    try:
        yield
    finally:
        listener.close()


def export_log(config: Config, destination: Path) -> int:
    """Export the log of a table that is not running; its size. Raises LedgerFault, OSError."""
    with _log(config) as log:
        noise = open_noise(config)
        scribe = Scribe(log, noise, config.state, clock.now)
        scribe.begin(boot_facts(noise, (config.state / "clean").exists(), counted(config)))
        return scribe.export(destination, anew=True)


def prune_log(config: Config, claim: Mapping[str, Any] | None = None) -> int:
    """Let go of old entries of a table that is not running; how many. claim: what the clock of the
    day says, by default the machine's."""
    acks = all_acks(config.state / "exports")
    with _log(config) as log:
        noise = open_noise(config)
        scribe = Scribe(log, noise, config.state, clock.now)
        scribe.begin(boot_facts(noise, (config.state / "clean").exists(), counted(config)))
        return scribe.prune(clock.claim() if claim is None else claim, acks)


def change_identity(config: Config, operator: SoftwareKey | None) -> str:
    """Give a table that is not running another identity key; the new verifier key. ValueError if
    the configuration names operators and none of them has signed."""
    with _log(config) as log:
        noise = open_noise(config)
        told = settings(config, audit_public(sealing_key(config.state, os_random)))
        scribe = Scribe(log, noise, config.state, clock.now, settings=told)
        scribe.begin(boot_facts(noise, (config.state / "clean").exists(), counted(config)))
        return scribe.change_identity(operator)


def counted(config: Config) -> int:
    """This start by the counter of the TPM, 0 without one."""
    return Tpm(config.tpm).count() if config.tpm else 0


def boot_facts(noise: NoiseSource, clean: bool, counter: int = 0) -> dict[str, Any]:
    """What a `boot` entry says; clean: the last run ended in good order."""
    system = platform.platform().encode("ascii", "replace").decode("ascii")
    return {
        "fw": release_hash(),
        "os": system,
        "noise": noise.name,
        "counter": counter,
        "clean": int(clean),
    }


def beacon(config: Config) -> Callable[[], int]:
    """What names the round of the public beacon, 0 where none is configured."""
    if config.beacon is None:
        return lambda: 0
    return partial(clock.beacon_round, *config.beacon)


def settings(config: Config, sealing: bytes) -> dict[str, Any]:
    """What a `config` entry says at a start: all that can change how the table plays, and the key
    that files for this table are sealed to."""
    play = config.play
    return {
        **asdict(play),
        "modes": list(play.modes),
        "options": GAMES[play.game].in_force(play.options),
        "noise": config.noise,
        "operators": list(config.operators),
        TOLD: sealing.hex(),
    }


def release_hash() -> str:
    """SHA-256 over the names and contents of the controller's source files."""
    root = Path(__file__).parent.parent
    digest = sha256()
    for package in ("hal", "table_firmware"):
        for path in sorted((root / package).rglob("*.py")):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(root)} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()


if __name__ == "__main__":
    from table_firmware.cli import main

    sys.exit(main())
