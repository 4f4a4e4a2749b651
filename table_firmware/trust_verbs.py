"""Verbs of `tablectl` for those who check the table or answer for it: laboratories, operators,
clubs. They import what they need when they run."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import category

from table_firmware.ledger.survey import has_records, is_running
from table_firmware.plural import singular
from table_firmware.service.faults import told

if TYPE_CHECKING:
    from table_firmware.config import Config


def say(lines: Iterable[str]) -> None:
    """Print lines."""
    for line in lines:
        print(harmless(line))


def harmless(text: str) -> str:
    """Text that strangers may have written, without what would steer a terminal or cannot be
    printed: `\\x1b` stands for ESC."""
    return "".join(
        ascii(char)[1:-1] if category(char)[0] == "C" and char not in "\n\t" else char
        for char in text
    )


def fail(text: str, status: int) -> int:
    """Say why it did not work; the exit status."""
    print(harmless(text), file=sys.stderr)
    return status


def already_there(path: Path) -> str:
    """That a file is there already, which is never replaced."""
    return told("file-refused", f"{path}: 已存在 / exists already")


def fairness_collect(arguments: Namespace) -> int:
    """Collect raw noise, or decks as they are dealt, for a laboratory."""
    from hal.noise import NoiseLost
    from table_firmware.collect import collect_final, collect_raw
    from table_firmware.config import Config, ConfigError, load
    from table_firmware.fairness.entropy import NoiseFault, os_random
    from table_firmware.noise import open_noise
    from table_firmware.rules.games import GAMES

    try:
        config = load(arguments.config) if arguments.config else Config()
        source, out = open_noise(config), arguments.out
        if arguments.what == "raw":
            lines = collect_raw(source, arguments.count, out)
        else:
            game = GAMES[config.play.game]
            lines = collect_final(source, os_random, game, arguments.count, out)
    except ConfigError as error:
        return fail(str(error), 1)
    except (NoiseFault, NoiseLost) as error:
        return fail(told(error.code, str(error)), 1)
    except OSError as error:
        return fail(told("file-refused", f"{error.filename}: {error.strerror}"), 1)
    say(lines)
    return 0


def operator_key(arguments: Namespace) -> int:
    """Make the key of an operator, and show what the configuration must name."""
    from table_firmware.fairness import durable
    from table_firmware.fairness.entropy import os_random
    from table_firmware.ledger.keys import SoftwareKey
    from table_firmware.ledger.operators import parse_operators

    key = SoftwareKey(f"operator/{arguments.name}", os_random(32))
    try:
        parse_operators([key.verifier.vkey])
        durable.create(arguments.out, key.encode())
    except FileExistsError:
        return fail(already_there(arguments.out), 1)
    except (ValueError, OSError) as error:
        return fail(told("file-refused", f"{arguments.out}: {error}"), 1)
    say([key.verifier.vkey])
    return 0


def operator_order(arguments: Namespace) -> int:
    """Give a running table an order: a hand is void, or a fault of the noise is repaired."""
    from table_firmware.controller.orders import give, read_offer
    from table_firmware.ledger.faults import LedgerFault
    from table_firmware.ledger.keys import read_key
    from table_firmware.ledger.operators import sign_order

    try:
        offer = read_offer(arguments.state)
        if not is_running(arguments.state):  # it would be for another state of the table by then
            return fail(told("table-resting", str(arguments.state)), 1)
        if arguments.kind == "void":
            last = offer.n if arguments.all else offer.h + 1
            plain = [{"h": h, "reason": arguments.reason, "os": ""} for h in range(offer.h, last)]
        else:
            plain = [{"changes": {"noise_fault": "cleared", "after": offer.size}, "os": ""}]
        key = read_key(arguments.key) if arguments.key else None
        if not offer.takes(key.verifier if key else None):
            return fail(told("order-unsigned", str(arguments.key or arguments.state)), 1)
        kind = arguments.kind
        signed = [sign_order(key, offer.origin, kind, d, offer.bid) if key else d for d in plain]
        give(arguments.state, [(kind, d) for d in signed])
    except (ValueError, LedgerFault, OSError) as error:
        return fail(told("order-refused", str(error)), 1)
    say([f"命令已交给牌桌 / given to the table: {kind} ({len(signed)})"])
    return 0


def on_records(given: Path | None, work: "Callable[[Config], Iterable[str]]") -> int:
    """Say what comes of work on the records of a table that is not running. given: the
    configuration file, None: the usual folders."""
    from table_firmware.config import Config, ConfigError, load
    from table_firmware.ledger.faults import LedgerFault

    try:
        config = load(given) if given else Config()
        if not has_records(config.state):
            # To open them would begin a new table.
            return fail(told("no-records", str(config.state)), 1)
        lines = work(config)
    except LedgerFault as stopped:
        code = "records-in-use" if stopped.code == "ledger-in-use" else stopped.code
        return fail(told(code, stopped.detail), 1)
    except OSError as error:
        return fail(told("storage-failed", f"{error.filename}: {error.strerror}"), 1)
    except (ConfigError, ValueError) as error:
        return fail(str(error), 1)
    say(lines)
    return 0


class Unusable(Exception):
    """A file or a key that was named says nothing; the text says which and why."""

    def __init__(self, detail: str, code: str = "file-refused") -> None:
        super().__init__(detail)
        self.code = code


def _policy(path: Path | None) -> str | None:
    from table_firmware.ledger.files import read_named
    from table_firmware.ledger.policy import MOST_CHARACTERS

    if path is None:
        return None
    try:
        return read_named(path, 4 * MOST_CHARACTERS).decode("utf-8")
    except (OSError, ValueError) as error:
        raise Unusable(_about(path, error)) from None


def _enrolled(path: Path | None, club: str) -> tuple[str | None, str]:
    """The policy and the first epoch's key by a club's enrolment, if there is one."""
    from table_firmware.ledger.enrolment import parse_enrolment
    from table_firmware.ledger.files import read_named
    from table_firmware.ledger.notes import MOST_BYTES, parse_vkey

    if path is None:
        return None, ""
    try:
        key = parse_vkey(club)
    except ValueError as error:
        raise Unusable(f"--club: {error}", "key-line-refused") from None
    try:
        note = parse_enrolment(read_named(path, MOST_BYTES), key)
    except (OSError, ValueError) as error:
        raise Unusable(_about(path, error)) from None
    return note.policy, note.epoch0.vkey


def _about(path: Path, error: Exception) -> str:
    """Why a file is of no use, with its name once."""
    why = str(error.strerror if isinstance(error, OSError) else error)
    return why if why.startswith(f"{path}: ") else f"{path}: {why}"


def log_verify(arguments: Namespace) -> int:
    """Check an export by its numbered checks; 1 if it does not hold."""
    from table_firmware.event_ranking import open_events
    from table_firmware.ledger.audit import audit

    try:
        policy = _policy(arguments.policy)
        enrolled, epoch0 = _enrolled(arguments.enrolment, arguments.club)
    except Unusable as error:
        return fail(told(error.code, str(error)), 2)
    policy = enrolled if policy is None else policy
    if not arguments.directory.is_dir():
        return fail(told("no-such-folder", str(arguments.directory)), 1)
    events, lines = open_events(arguments.event, policy)
    if events is None:
        return fail("\n".join(lines), 1)
    report = audit(arguments.directory, policy, arguments.receipt, epoch0=epoch0, events=events)
    say([*lines, *report.lines()])
    return 0 if report.ok else 1


def log_sheet(arguments: Namespace) -> int:
    """Tell of the matches of an export that holds: hands, ranking, calls and pauses."""
    from table_firmware import match_sheet
    from table_firmware.controller import clock
    from table_firmware.examine import write_new
    from table_firmware.ledger.audit import audit
    from table_firmware.ledger.sheets import Sheets

    if not arguments.directory.is_dir():
        return fail(told("no-such-folder", str(arguments.directory)), 1)
    sheets = Sheets()
    try:
        policy = _policy(arguments.policy)
    except Unusable as error:
        return fail(told(error.code, str(error)), 2)
    report = audit(arguments.directory, policy, follow=sheets.follow)
    verdicts = [*report.told, report.verdict]
    if not report.ok:
        say(verdicts)
        return 1
    say([*match_sheet.text(sheets.found, clock.date), "", *verdicts])
    if arguments.html is not None:
        made = clock.date(clock.unix())
        page = match_sheet.page(sheets.found, report.origin, verdicts, made, clock.date)
        try:
            write_new(arguments.html, page.encode("utf-8"))
        except FileExistsError:
            return fail(already_there(arguments.html), 1)
        except OSError as error:
            return fail(told("file-refused", f"{arguments.html}: {error.strerror}"), 1)
    return 0


def log_export(arguments: Namespace) -> int:
    """Export the log of a table that is not running."""
    from table_firmware.__main__ import export_log

    def export(config: "Config") -> list[str]:
        size = export_log(config, arguments.destination)
        counted = singular(f"exported {size} entries")
        return [f"已导出 {size} 条记录 / {counted}: {arguments.destination}"]

    return on_records(arguments.config, export)


def key_rotate(arguments: Namespace) -> int:
    """Change the identity key of a table that is not running, and show the new one."""
    from table_firmware.__main__ import change_identity
    from table_firmware.ledger.keys import read_key

    def rotate(config: "Config") -> list[str]:
        vkey = change_identity(config, read_key(arguments.key) if arguments.key else None)
        return [
            vkey,
            f"请导出记录，由俱乐部重新登记，并分发新的信任策略：{config.state / 'policy'}",
            "  export the records, let the club enrol the table anew, and hand out the new policy",
        ]

    return on_records(arguments.config, rotate)


def log_prune(arguments: Namespace) -> int:
    """Let go of records that are older than 183 days and kept at two places."""
    from table_firmware.__main__ import prune_log

    def prune(config: "Config") -> list[str]:
        gone = prune_log(config)
        return [
            f"已清理 {gone} 条旧记录 / old entries let go: {gone}",
            "  须已满 183 天、在两处存有副本、且时间由网络校准",
            "  they must be 183 days old, kept at two places, and the time set by the network",
        ]

    return on_records(arguments.config, prune)


def audit_key(arguments: Namespace) -> int:
    """Make the key that sealed files are opened with, and show what `trust.audit_key` must be."""
    from table_firmware.fairness import durable
    from table_firmware.fairness.entropy import os_random
    from table_firmware.ledger.seal import audit_public

    private = os_random(32)
    try:
        durable.create(arguments.out, private.hex().encode() + b"\n")
    except FileExistsError:
        return fail(already_there(arguments.out), 1)
    except OSError as error:
        return fail(told("file-refused", f"{arguments.out}: {error}"), 1)
    say([audit_public(private).hex()])
    return 0


def audit_open(arguments: Namespace) -> int:
    """Open what was sealed for the audit: a line of JSON a file."""
    from table_firmware.ledger.files import read_named
    from table_firmware.ledger.seal import MOST_BYTES, unseal

    path = arguments.key
    try:
        private = bytes.fromhex(read_named(path, MOST_BYTES).decode("ascii").strip())
        if len(private) != 32:
            raise ValueError("不是审计密钥 / is not the audit's key")
        for path in arguments.files:
            say([unseal(read_named(path, MOST_BYTES), private).decode("ascii")])
    except (OSError, ValueError) as error:
        return fail(told("file-refused", _about(path, error)), 1)
    return 0


def log_prove(arguments: Namespace) -> int:
    """Hand out one entry of an export with its proof: the last ranking if none is named."""
    from table_firmware.ledger.handed import DoesNotHold, prove
    from table_firmware.ledger.report import Refusal

    try:
        proof = prove(arguments.directory, arguments.entry)
    except DoesNotHold as error:
        return fail(told("export-false", str(error)), 1)
    except (Refusal, ValueError) as error:
        return fail(told("no-export", str(error)), 1)
    sys.stdout.write(proof.decode("utf-8"))
    return 0


def log_enrol(arguments: Namespace) -> int:
    """Sign that the table of this export is the club's."""
    from table_firmware.ledger.enrolment import enrol
    from table_firmware.ledger.faults import LedgerFault
    from table_firmware.ledger.handed import enrolled
    from table_firmware.ledger.keys import read_key
    from table_firmware.ledger.report import Refusal

    try:
        found = enrolled(arguments.directory, arguments.hw)
        note = enrol(found, read_key(arguments.key))
    except LedgerFault as stopped:
        return fail(told(stopped.code, stopped.detail), 1)
    except (Refusal, ValueError) as error:
        return fail(told("no-export", str(error)), 1)
    sys.stdout.write(note.decode("utf-8"))
    return 0
