"""Verbs of `tablectl` for the technician. They import what they need when they run."""

import getpass
import os
import sys
from argparse import Namespace
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from table_firmware.fairness import durable
from table_firmware.ledger.faults import LedgerFault
from table_firmware.service.faults import catalogue, told
from table_firmware.trust_verbs import already_there, fail, say

if TYPE_CHECKING:
    from table_firmware.config import Config
    from table_firmware.ledger.keys import SoftwareKey
    from table_firmware.service.diagnose import Subject
    from table_firmware.service.report import Report

REFUSED = 3
"""Exit status where nothing could be found out."""
_UNLIKE: Final = "两次输入不同 / typed differently the second time"
_NO_PIN: Final = (
    "须为 6 到 12 位数字，不能全部相同或连续 / it must be 6 to 12 digits, not all alike and no run"
)


def _why(error: OSError) -> str:
    """Not each error names a file, nor does each have a number."""
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def diagnose(arguments: Namespace) -> int:
    """Look at every part of the table; 0 well, 1 a warning, 2 a fault."""
    from table_firmware.examine import subject, to_stderr, write_new
    from table_firmware.service import acknowledged, report

    if refusal := _unknown(arguments.ack) or _taken(arguments.html) or _taken(arguments.raw):
        return fail(refusal, REFUSED)
    looked_at = subject(
        arguments.config, arguments.watch, arguments.destination, arguments.raw, to_stderr
    )
    if looked_at.refused and arguments.ack:  # else it would be kept in another folder
        return fail(told(*looked_at.refused), REFUSED)
    _tell_of_defaults(looked_at)
    try:
        made = reported(looked_at, arguments.only)
        if arguments.ack:
            seen = acknowledged.acknowledge(looked_at.config.state, made.checks, arguments.ack)
            for code in sorted({*arguments.ack} - {check.code for check in seen}):
                to_stderr(told("not-acknowledged", code))
            made = replace(made, known=acknowledged.read(looked_at.config.state))
        if arguments.html:
            write_new(arguments.html, report.page(made).encode("utf-8"))
    except OSError as error:
        return fail(told("report-refused", _why(error)), REFUSED)
    say([report.encode(made)] if arguments.json else report.text(made))
    if arguments.raw and not arguments.raw.exists():
        return fail(told("file-refused", f"{arguments.raw}: {_no_sample(made)}"), REFUSED)
    return made.status


def _unknown(codes: "list[str] | None") -> str:
    """Why these cannot be acknowledged: one is no code at all. Empty if they can."""
    unknown = [code for code in codes or () if code not in catalogue()]
    return told("code-unknown", ", ".join(unknown)) if unknown else ""


def _no_sample(made: "Report") -> str:
    """Why no file of the random source was written."""
    said = {check.said for check in made.checks if check.name == "noise.health"}
    if not said:
        return (
            "未写入：没有检查随机源（--only noise）"
            " / not written: the random source was not looked at (--only noise)"
        )
    if "held" in said:
        return (
            "未写入：随机源由运行中的牌桌使用，请先停止牌桌"
            " / not written: the running table has the random source for itself; stop it first"
        )
    return "未写入：随机源没有给出数据 / not written: the random source gave no bytes"


def _tell_of_defaults(subject: "Subject") -> None:
    from table_firmware.examine import to_stderr

    if subject.refused:
        to_stderr(told(*subject.refused))
        to_stderr("以下按默认设置检查 / what follows looks at the default settings")


def bundle(arguments: Namespace) -> int:
    """Pack what a developer needs into one file."""
    from table_firmware.examine import subject, to_stderr
    from table_firmware.service import bundle

    if refusal := _taken(arguments.out):
        return fail(refusal, REFUSED)
    looked_at = subject(arguments.config, arguments.watch, arguments.destination, tell=to_stderr)
    _tell_of_defaults(looked_at)
    try:
        files = bundle.contents(looked_at.config, looked_at.machine, reported(looked_at))
        bundle.write(arguments.out, files)
    except OSError as error:
        return fail(told("report-refused", _why(error)), REFUSED)
    say([f"支持包 / support bundle: {arguments.out}"])
    return 0


def service_pin(arguments: Namespace) -> int:
    """Set the technician's PIN; it is asked for twice, or read from a pipe."""
    from table_firmware.examine import subject
    from table_firmware.service.pin import FILE, is_pin, save_pin

    looked_at = subject(arguments.config)
    if looked_at.refused:  # else it would be the PIN of another folder
        return fail(told(*looked_at.refused), REFUSED)
    state = looked_at.config.state
    if not os.access(state, os.F_OK):  # the table makes it, so that it is the table's
        return fail(told("no-state", str(state)), REFUSED)
    pin = _typed_pin()
    if pin is None:
        return fail(told("pin-refused", _UNLIKE), REFUSED)
    if not is_pin(pin):
        return fail(told("pin-refused", _NO_PIN), REFUSED)
    try:
        save_pin(state, pin)
        if os.geteuid() == 0:  # the table must be able to read it
            owner = state.stat()
            os.chown(state / FILE, owner.st_uid, owner.st_gid)
    except OSError as error:
        why = f"不能写入 / cannot be written: {_why(error)}"
        return fail(told("pin-refused", why), REFUSED)
    say([f"维护密码已设置 / the service PIN is set: {state}"])
    return 0


def _typed_pin() -> str | None:
    """None if the two differ. What is typed is not shown."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    first = getpass.getpass("新密码 / new PIN: ")
    return first if getpass.getpass("再输一次 / once more: ") == first else None


def service_mute(arguments: Namespace) -> int:
    """Have a running table pay no heed to a contact, or hear it again."""
    from table_firmware.controller.orders import MUTE, give, read_offer
    from table_firmware.examine import subject
    from table_firmware.ledger.survey import is_running
    from table_firmware.service.look import asked

    looked_at = subject(arguments.config)
    if looked_at.refused:
        return fail(told(*looked_at.refused), REFUSED)
    state = looked_at.config.state
    try:
        read_offer(state)
        if not is_running(state):
            return fail(told("table-resting", str(state)), REFUSED)
        seen = asked(looked_at.config.run)
        if seen and arguments.mute and arguments.role not in seen.roles:
            why = f"牌桌没有 {arguments.role} / the table has no {arguments.role}"
            return fail(told("order-refused", why), REFUSED)
        give(state, [(MUTE, {"role": arguments.role, "mute": arguments.mute})])
    except (ValueError, OSError) as error:
        return fail(told("order-refused", str(error)), REFUSED)
    act = "停用 / mute" if arguments.mute else "启用 / unmute"
    say([f"命令已交给牌桌 / given to the table: {act} {arguments.role}"])
    return 0


def reported(subject: "Subject", only: "list[str] | None" = None) -> "Report":
    """The report of the wanted areas; acknowledgements of what has changed are forgotten."""
    from table_firmware.__main__ import release_hash
    from table_firmware.controller import clock
    from table_firmware.service import acknowledged
    from table_firmware.service.checks import AREAS
    from table_firmware.service.diagnose import diagnose
    from table_firmware.service.report import Report

    checks = diagnose(subject, only or AREAS)
    state = subject.config.state
    with suppress(OSError):  # who may not write there may still look
        if not subject.refused:
            acknowledged.forget(state, checks)
    date = clock.date(subject.machine.unix())
    known = acknowledged.read(state)
    return Report(subject.config.origin, release_hash(), date, checks, known)


# ------------------------------------------------------------------ signed reports


def burn_in(arguments: Namespace) -> int:
    """Exercise everything for hours, and sign what was seen."""
    from table_firmware.demo import DemoFailed, house_match
    from table_firmware.examine import subject, to_stderr
    from table_firmware.service import burn_in
    from table_firmware.service.diagnose import diagnose

    if arguments.verify:
        return _verify(arguments.verify, arguments)
    looked_at = subject(arguments.config, arguments.watch, arguments.destination)
    out: Path = arguments.out
    if refusal := _unfit(looked_at, out / "report.txt"):
        return fail(refusal, REFUSED)

    def played(folder: Path) -> bool:
        try:
            return house_match(folder, arguments.mode)
        except DemoFailed as failed:
            to_stderr(told("demo-failed", str(failed)))
            return False

    try:
        key = identity(looked_at.config)
        out.mkdir(parents=True, exist_ok=True)
        tally = burn_in.burn_in(
            60 * (60 * arguments.hours + arguments.minutes),
            lambda: diagnose(looked_at),
            lambda: played(out / "match"),
            looked_at.machine.now,
            to_stderr,
        )
        return _signed("burn-in", tally.plain(), key, out / "report.txt", looked_at)
    except LedgerFault as stopped:
        return fail(told(stopped.code, stopped.detail), REFUSED)
    except OSError as error:
        return fail(told("report-refused", _why(error)), REFUSED)


def _unfit(subject: "Subject", out: Path) -> str:
    """Why no report can be made, found before hours are spent on it; empty if it can."""
    return told(*subject.refused) if subject.refused else _taken(out)


def _taken(out: Path | None) -> str:
    """Why this file cannot be written: what is there is never replaced. Empty if it can."""
    if out is None:
        return ""
    try:
        there = out.exists() or out.is_symlink()
    except OSError as error:
        return told("file-refused", _why(error))
    return already_there(out) if there else ""


def identity(config: "Config") -> "SoftwareKey":
    """The identity key of the table; LedgerFault `no-identity` if it never ran."""
    from table_firmware.fairness.entropy import os_random
    from table_firmware.ledger.keys import KeyFolder

    key = KeyFolder(config.state / "keys", config.origin, os_random).identity()
    if key is None:
        raise LedgerFault("no-identity", str(config.state))
    return key


def _signed(
    kind: str, body: "Mapping[str, Any]", key: "SoftwareKey", out: Path, subject: "Subject"
) -> int:
    """Sign a report, write it, say so; the exit status by its level."""
    from table_firmware.__main__ import release_hash
    from table_firmware.controller import clock
    from table_firmware.service.signed import Signed, sign

    about = {"release": release_hash(), "date": clock.date(subject.machine.unix())}
    durable.replace(out, sign(Signed(kind, key.name, {**about, **body}), key), 0o644)
    say([f"已签署的报告 / signed report: {out} [{body['level']}]"])
    return {"fault": 2, "warning": 1}.get(body["level"], 0)


def _verify(path: Path, arguments: Namespace) -> int:
    from table_firmware.examine import subject
    from table_firmware.ledger.policy import parse_policy
    from table_firmware.service.signed import read
    from table_firmware.service.signed_text import lines

    policy = arguments.policy
    if policy is None:
        looked_at = subject(arguments.config)
        if looked_at.refused:
            return fail(told(*looked_at.refused), REFUSED)
        policy = looked_at.config.state / "policy"
    try:
        raw = path.read_bytes()
        trusted = parse_policy(policy.read_text("utf-8"))
    except OSError as error:
        return fail(told("file-refused", _why(error)), REFUSED)
    except ValueError as error:
        return fail(told("file-refused", f"{policy}: {error}"), REFUSED)
    # A report has no place in the log, so a key that was revoked is believed for none.
    keys = [key for key in trusted.logs if key.vkey not in trusted.revoked]
    try:
        report = read(raw, keys)
    except ValueError as error:
        return fail(told("report-false", f"{path}: {error}"), REFUSED)
    say(["签名有效 / the signature is valid", *lines(report)])
    return 0


class Prompt:
    """A technician at a terminal, or a script on its pipes."""

    def say(self, line: str) -> None:
        """Show a line."""
        print(line, flush=True)

    def ask(self, question: str) -> str:
        """The answer; EOFError if nobody is there any more."""
        return input(f"{question} ")


def acceptance(arguments: Namespace) -> int:
    """Lead a technician through the acceptance of a new table, and sign how it went."""
    from table_firmware.controller import clock
    from table_firmware.examine import subject, to_stderr
    from table_firmware.service import acceptance
    from table_firmware.workbench import Workbench

    if arguments.verify:
        return _verify(arguments.verify, arguments)
    looked_at = subject(arguments.config, arguments.watch, arguments.destination, tell=to_stderr)
    out: Path = arguments.out
    if refusal := _unfit(looked_at, out):
        return fail(refusal, REFUSED)
    bench, kept = Workbench(looked_at), out.with_name(f"{out.name}.progress.json")
    try:
        if arguments.restart:
            kept.unlink(missing_ok=True)
        results = acceptance.read(kept)
        acceptance.accept(
            results,
            bench,
            Prompt(),
            lambda: clock.date(looked_at.machine.unix()),
            lambda: acceptance.keep(kept, results),
        )
        key = identity(looked_at.config)
        return _signed("acceptance", acceptance.summary(results), key, out, looked_at)
    except (EOFError, KeyboardInterrupt):
        return fail(f"以后再执行即可继续 / run it again to go on: {kept}", REFUSED)
    except LedgerFault as stopped:
        return fail(told(stopped.code, stopped.detail), REFUSED)
    except OSError as error:
        return fail(told("report-refused", _why(error)), REFUSED)
    finally:
        bench.close()
