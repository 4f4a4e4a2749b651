"""The support bundle: one file with what a developer needs, and nothing of players, cards or keys.

Everything in it is picked by name or by shape (`redact`). The log and the configuration are not
copied.
"""

import io
import json
import platform
import re
import zipfile
from collections.abc import Iterable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from table_firmware.config import Config
from table_firmware.config.records import Upload
from table_firmware.ledger.faults import LedgerFault
from table_firmware.ledger.survey import survey
from table_firmware.rules.games import GAMES
from table_firmware.service.areas.source import Machine
from table_firmware.service.checks import Check
from table_firmware.service.redact import HIDDEN, line, shaped
from table_firmware.service.report import Report

PACKAGES: Final = (
    *("table-firmware", "kivy", "pyserial", "cobs", "cryptography", "segno"),
    *("RPi.GPIO", "rpi-lgpio", "lgpio"),
)
UNITS: Final = ("table-controller", "table-upload", "table-upload-server")
UNIT_KEYS: Final = ("ActiveState", "SubState", "Result", "NRestarts", "ExecMainStatus")
FOLDERS: Final = ("journal", "checkpoints", "private", "vault", "receipts", "sealed", "exports")
LOG_LINES: Final = 500
MODEL_FILE: Final = "proc/device-tree/model"
MODEL: Final = r"Raspberry Pi [A-Za-z0-9 .]{1,40}"
ABOUT: Final = """\
电子牌桌支持包。内容按白名单挑选：没有牌、玩家、密钥和秘密值。
Support bundle of a card table. Its content is picked by an allow-list: there are no cards,
players, keys or secrets in it.

about.json      版本与系统 / versions and system
settings.json   部分配置 / some of the configuration
report.json     tablectl diagnose 的结果（不含文字） / results of tablectl diagnose, without texts
records.json    记录的统计 / statistics of the records
services.json   服务状态 / state of the services
log.txt         日志中的级别、代码与位置 / levels, codes and places of the log
"""


def contents(config: Config, machine: Machine, report: Report) -> Mapping[str, str]:
    """The files of the bundle."""
    return {
        "README.txt": ABOUT,
        "about.json": _json(_about(machine, report)),
        "settings.json": _json(settings(config)),
        "report.json": _json([finding(check) for check in report.checks]),
        "records.json": _json(_records(config)),
        "services.json": _json({unit: _unit(machine, unit) for unit in UNITS}),
        "log.txt": "".join(f"{each}\n" for each in _log(machine)),
    }


def write(destination: Path, files: Mapping[str, str]) -> None:
    """Write the bundle; OSError, also if there is something already. No half of one is left."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in files.items():
            bundle.writestr(zipfile.ZipInfo(name), text)
    with destination.open("xb") as file:
        try:
            file.write(packed.getvalue())
            file.flush()
        except OSError:
            destination.unlink()
            raise


def _json(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, indent=1)


# ------------------------------------------------------------------ what is picked


def _about(machine: Machine, report: Report) -> Mapping[str, Any]:
    return {
        "release": report.release,
        "date": report.date,
        "python": platform.python_version(),
        "kernel": _prefix(r"[0-9.]+", platform.release()),
        "machine": platform.machine(),
        "packages": {name: found for name in PACKAGES if (found := _version(name))},
        "model": _prefix(MODEL, machine.read(MODEL_FILE)),
    }


def _prefix(shape: str, text: str) -> str:
    found = re.match(shape, text)
    return found[0] if found else HIDDEN


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def settings(config: Config) -> Mapping[str, Any]:
    """How the table plays and what it is made of; neither its name nor its paths and keys."""
    play = config.play
    return {
        "game": play.game,
        "mode": play.mode,
        "modes": list(play.modes),
        "options": GAMES[play.game].in_force(play.options),
        "reveal_at": play.reveal_at,
        "house_after": play.house_after,
        "auto_manage_after": play.auto_manage_after,
        "leave": play.leave,
        "settle": play.settle,
        "house_players": play.house_players,
        "batch_hands": play.batch_hands,
        "cuts": play.cuts,
        "hints": play.hints,
        "timers": {name: play.timers.full(name) for name in type(play.timers).__slots__},
        "guard": {name: getattr(play.guard, name) for name in type(play.guard).__slots__},
        "noise": config.noise,
        "board": shaped(config.board),
        "operators": len(config.operators),
        "tpm": bool(config.tpm),
        "audit": bool(config.audit_key),
        "beacon": bool(config.beacon),
        "upload": _server(config.upload),
        "seats": sorted(seat.name for seat in config.seats),
    }


def _server(upload: Upload) -> Mapping[str, bool]:
    """What is set of it; neither where it is nor who may write there."""
    return {name: bool(getattr(upload, name)) for name in type(upload).__slots__}


def finding(check: Check) -> Mapping[str, Any]:
    """A check without its texts."""
    return {
        "name": check.name,
        "said": check.said,
        "level": check.level,
        "code": check.code,
        "part": shaped(check.part) if check.part else "",
        "values": {key: shaped(value) for key, value in check.values.items()},
    }


def _records(config: Config) -> Mapping[str, Any]:
    sizes = {name: _size(config.state / name) for name in FOLDERS}
    try:
        found = survey(config.state, config.origin)
    except LedgerFault as fault:
        return {"folders": sizes, "fault": fault.code}
    if found is None:
        return {"folders": sizes}
    return {
        "folders": sizes,
        "running": found.held,
        "entries": found.entries,
        "torn": found.torn,
        "signed": found.signed,
        "boots": found.boots,
        "epoch": found.epochs.number,
        "kinds": dict(sorted(found.kinds.items())),
        "noise": shaped(found.noise),
        "stopped": shaped(found.stopped) if found.stopped else "",
        "in_match": bool(found.batch[0]),
    }


def _size(folder: Path) -> Mapping[str, int]:
    files = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return {"files": len(files), "bytes": sum(files)}


def _unit(machine: Machine, unit: str) -> Mapping[str, str]:
    said = machine.command(("systemctl", "show", unit, *(f"-p{key}" for key in UNIT_KEYS))) or ""
    pairs = (each.partition("=") for each in said.splitlines())
    return {key: value[:24] for key, _, value in pairs if key in UNIT_KEYS and value.isalnum()}


def _log(machine: Machine) -> Iterable[str]:
    command = ("journalctl", "-u", "table-controller", "-u", "table-seat@*", "-o", "cat")
    said = machine.command((*command, "-n", str(LOG_LINES), "--no-pager")) or ""
    return [line(each) for each in said.splitlines()]
