"""Verbs of `tablectl` for the technician. They import what they need when they run."""

from argparse import Namespace
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from table_firmware.service.faults import told
from table_firmware.trust_verbs import fail, say

if TYPE_CHECKING:
    from table_firmware.service.diagnose import Subject
    from table_firmware.service.report import Report

REFUSED = 3
"""Exit status where nothing could be found out."""


def diagnose(arguments: Namespace) -> int:
    """Look at every part of the table; 0 well, 1 a warning, 2 a fault."""
    from table_firmware.examine import subject, to_stderr
    from table_firmware.service import acknowledged, report

    looked_at = subject(
        arguments.config, arguments.watch, arguments.destination, arguments.raw, to_stderr
    )
    try:
        made = reported(looked_at, arguments.only)
        if arguments.ack:
            acknowledged.acknowledge(looked_at.config.state, made.checks, arguments.ack)
            made = replace(made, known=acknowledged.read(looked_at.config.state))
        if arguments.html:
            arguments.html.write_text(report.page(made), "utf-8")
    except OSError as error:
        return fail(told("report-refused", f"{error.filename}: {error.strerror}"), REFUSED)
    say([report.encode(made)] if arguments.json else report.text(made))
    return made.status


def bundle(arguments: Namespace) -> int:
    """Pack what a developer needs into one file."""
    from table_firmware.examine import subject, to_stderr
    from table_firmware.service import bundle

    looked_at = subject(arguments.config, arguments.watch, arguments.destination, tell=to_stderr)
    try:
        files = bundle.contents(looked_at.config, looked_at.machine, reported(looked_at))
        bundle.write(arguments.out, files)
    except OSError as error:
        return fail(told("report-refused", f"{error.filename}: {error.strerror}"), REFUSED)
    say([f"支持包 / support bundle: {arguments.out}"])
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
        acknowledged.forget(state, checks)
    date = clock.date(subject.machine.unix())
    known = acknowledged.read(state)
    return Report(subject.config.origin, release_hash(), date, checks, known)
