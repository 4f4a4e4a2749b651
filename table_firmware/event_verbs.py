"""`tablectl event` for an organiser and at a table: the same deals at several tables (`deal1` §12).
They import what they need when they run.
"""

import re
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from table_firmware.ledger.files import read_strange
from table_firmware.rules.cards import Seat
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import MODES
from table_firmware.service.faults import told
from table_firmware.trust_verbs import fail, on_records, say

if TYPE_CHECKING:
    from table_firmware.config import Config
    from table_firmware.controller.shelf import Shelf
    from table_firmware.fairness.deal import Contribution
    from table_firmware.ledger.enrolment import Enrolment
    from table_firmware.ledger.events import Event
    from table_firmware.ledger.notes import Verifier

DIGITS: Final = re.compile(r"([ENWS])=([0-9]{6,20})")
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._-]")
MOST_BYTES: Final = 2**22
"""A larger file is no enrolment, no list of names and no ranking."""


# ------------------------------------------------------------------ the organiser


def _on_event(work: Callable[[], Iterable[str]]) -> int:
    """Say what comes of work on the folder of an event; the exit status."""
    from table_firmware.config import ConfigError
    from table_firmware.fairness.entropy import NoiseFault
    from table_firmware.fairness.vault import VaultError
    from table_firmware.ledger.faults import LedgerFault
    from table_firmware.organiser import NotThisEvent

    try:
        say(work())
    except ConfigError as error:
        return fail(str(error), 1)
    except NoiseFault as fault:
        return fail(told(fault.code, str(fault)), 1)
    except LedgerFault as stopped:
        return fail(told(stopped.code, stopped.detail), 1)
    except NotThisEvent as refused:
        return fail(told(refused.code, str(refused)), 1)
    except VaultError as error:
        return fail(told("event-folder", str(error)), 1)
    except OSError as error:
        return fail(told("storage-failed", f"{error.filename}: {error.strerror}"), 1)
    return 0


def create(arguments: Namespace) -> int:
    """Make the deals of an event, commit to them, take contributions once, and publish."""
    from table_firmware.__main__ import boot_facts
    from table_firmware.config import Config, load
    from table_firmware.config.hardware import SIMULATED
    from table_firmware.noise import open_noise
    from table_firmware.organiser import NotThisEvent, Plan, organising

    def make() -> Iterable[str]:
        config = load(arguments.config) if arguments.config else Config()
        own = arguments.game in ("", config.play.game)
        game = GAMES[arguments.game or config.play.game]
        options = game.in_force(config.play.options if own else {})
        modes = game.modes(game.options(options))
        mode = arguments.mode or (config.play.mode if own else modes[0])
        if MODES[mode].levels:
            raise NotThisEvent(f"--mode {mode}", "event-mode")
        if mode not in modes:
            raise NotThisEvent(f"--mode {mode}：可选 / choose from {', '.join(modes)}")
        _check_name(arguments.origin, config.noise == SIMULATED)
        noise = open_noise(config)
        plan = Plan(arguments.origin, game, mode, options)
        with organising(arguments.folder, boot_facts(noise, clean=True), plan.origin) as event:
            say(_told(plan.origin, game.VERSION, mode, event.commit(plan, noise)))
            event.contribute(_asking(arguments))
            public = event.publish()
        return [f"公开部分（请分发） / the public part, for everybody: {public}"]

    return _on_event(make)


def _check_name(origin: str, simulated: bool) -> None:
    from table_firmware.config.hardware import SIMULATED
    from table_firmware.ledger.notes import check_origin
    from table_firmware.organiser import NotThisEvent

    try:
        check_origin(origin)
    except ValueError:
        raise NotThisEvent(ascii(origin), "event-name") from None
    if simulated and SIMULATED not in origin:
        raise NotThisEvent(origin, "event-simulated")


def _asking(arguments: Namespace) -> "Callable[[], Sequence[Contribution]]":
    if arguments.digits or arguments.no_digits:
        return partial(_given, dict(arguments.digits or ()))
    return _typed


def _told(origin: str, game: str, mode: str, b: bytes) -> list[str]:
    from table_firmware.fairness.deal import code26

    return [
        f"赛事 / event: {origin} ({game}, {mode})",
        f"承诺码 / commitment: {code26(b)}",
    ]


def _given(digits: Mapping[str, str]) -> "Sequence[Contribution]":
    from table_firmware.fairness.deal import DIGITS as TYPED
    from table_firmware.fairness.deal import Contribution

    made = {letter: Contribution(TYPED, text.encode("ascii")) for letter, text in digits.items()}
    return [made.get(seat.name, Contribution()) for seat in Seat]


def _typed() -> "Sequence[Contribution]":
    """Those who are present type, one after the other."""
    print("在场者依次输入 6 至 20 位数字，回车跳过。数字会公开，勿用密码。")
    print("Whoever is present types 6 to 20 digits; Enter: none. They become public.")
    digits: dict[str, str] = {}
    for letter in "ENWS":
        while typed := _line(f"{letter}: "):
            if DIGITS.fullmatch(f"{letter}={typed}"):
                digits[letter] = typed
                break
    return _given(digits)


def _line(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError:
        raise KeyboardInterrupt from None  # nothing is frozen before all were asked


def seal(arguments: Namespace) -> int:
    """For each enrolled table write the deals into a file that it alone can open."""
    from table_firmware.fairness.vault import VaultError
    from table_firmware.ledger.notes import parse_vkey
    from table_firmware.ledger.organised import event_of
    from table_firmware.ledger.report import Refusal
    from table_firmware.organiser import PUBLIC

    try:
        club = parse_vkey(arguments.club)
    except ValueError as error:
        return fail(told("key-line-refused", f"--club: {error}"), 1)
    try:
        notes, lines = _notes(arguments.enrolments, club)
    except (OSError, ValueError) as error:
        return fail(told("file-refused", str(error)), 1)
    if keyless := [note.origin for note in notes if not note.seal]:
        return fail(told("no-sealing-key", ", ".join(keyless)), 1)
    folder = arguments.folder / PUBLIC
    if not folder.is_dir():
        return fail(told("no-such-folder", str(folder)), 1)
    report, event = event_of(folder)
    if event is None:
        return fail(told("not-an-event", f"{folder}: {report.verdict}"), 1)
    if event.secrets is not None:
        return fail(told("event-closed", event.origin), 1)
    try:
        sealed = _sealed(arguments.folder, event, notes)
        arguments.out.mkdir(parents=True, exist_ok=True)
        say(lines)
        for note, name, raw in sealed:
            say([f"{note.origin}: {_put_sealed(arguments.out / name, raw)}"])
    except VaultError as error:
        return fail(told("event-folder", error.code), 1)
    except (OSError, ValueError, Refusal) as error:
        return fail(told("file-refused", str(error)), 1)
    return 0


def _notes(paths: Iterable[Path], club: "Verifier") -> "tuple[list[Enrolment], list[str]]":
    """The enrolments, each table once, and what to say of those that came twice. OSError,
    ValueError names the file."""
    from table_firmware.ledger.enrolment import parse_enrolment

    found: dict[str, tuple[Path, Enrolment]] = {}
    lines = []
    for path in paths:
        raw = read_strange(path, MOST_BYTES)
        try:
            note = parse_enrolment(raw, club)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
        first, known = found.setdefault(note.origin, (path, note))
        if known != note:
            both = f"{first}, {path}: {note.origin}"
            raise ValueError(f"{both}: 同一牌桌，内容不同 / one table, two enrolments")
        if first != path:
            lines.append(f"{path}: 与 {first} 相同 / the same as {first}")
    return [note for _, note in found.values()], lines


def _sealed(
    folder: Path, event: "Event", notes: "Iterable[Enrolment]"
) -> "list[tuple[Enrolment, str, bytes]]":
    """For each table the name of its file, which tells the event and the key, and what is in it."""
    from table_firmware.fairness import vault
    from table_firmware.ledger.event_file import seal_event
    from table_firmware.ledger.folder import Folder
    from table_firmware.ledger.organised import event_leaves
    from table_firmware.organiser import PUBLIC, vault_of

    batch = vault.load(vault_of(folder), event.b)
    leaves = list(event_leaves(Folder(folder / PUBLIC), event.checkpoint))
    made = []
    for note in notes:
        which = sha256(event.b + note.identity.id + note.seal).hexdigest()[:16]
        name = f"{_UNSAFE.sub('-', note.origin)}-{which}.event"
        made.append((note, name, seal_event(event, leaves, batch, note.origin, note.seal)))
    return made


def _put_sealed(path: Path, raw: bytes) -> str:
    """Write a file, or keep the one that is there: sealed twice, the same is never the same bytes.
    What to say of it; ValueError if what is there is something else."""
    try:
        with path.open("xb") as file:
            file.write(raw)
    except FileExistsError:
        there = read_strange(path, MOST_BYTES)
        head = raw[: raw.index(b"\n\n")]
        if len(there) != len(raw) or not there.startswith(head):
            raise ValueError(f"{path}: 已有另一个文件 / another file is there already") from None
        return f"{path} （已有，保留 / there already, kept）"
    return str(path)


def close(arguments: Namespace) -> int:
    """Every table has played: reveal the deals in the event's log, and publish it anew."""
    from table_firmware.__main__ import boot_facts
    from table_firmware.config import Config
    from table_firmware.noise import open_noise
    from table_firmware.organiser import organising

    def end() -> Iterable[str]:
        boot = {**boot_facts(open_noise(Config()), clean=True), "noise": "none"}
        with organising(arguments.folder, boot) as event:
            event.close()
            public = event.publish()
        return [f"赛事已结束，牌已公开 / the event is closed, its deals are revealed: {public}"]

    return _on_event(end)


# ------------------------------------------------------------------ a table


def load(arguments: Namespace) -> int:
    """Load an event at a table that is not running: its next match plays these deals."""
    from table_firmware.controller.shelf import EventRefused

    def put(config: "Config") -> list[str]:
        with _shelf(config) as shelf:
            loaded = shelf.put(arguments.file, config.play)
        event = loaded.event
        lines = _told(event.origin, event.game.VERSION, event.mode, event.b)
        return [
            *lines,
            f"组织者密钥 / key of the organiser: {event.identity.vkey}",
            f"本桌第 {loaded.sitting} 次打这些牌 / sitting {loaded.sitting} at this table",
            "请与组织者公布的承诺码核对",
            "  compare the commitment with what the organiser has published",
        ]

    try:
        return on_records(arguments.config, put)
    except EventRefused as refused:
        return fail(told(refused.code, str(refused)), 1)


def drop(arguments: Namespace) -> int:
    """Forget the event that was loaded; the next match is an ordinary one."""
    from table_firmware.controller.shelf import EventRefused

    def forget(config: "Config") -> list[str]:
        with _shelf(config) as shelf:
            had = shelf.drop()
        return ["已取消 / dropped" if had else "没有载入赛事 / no event was loaded"]

    try:
        return on_records(arguments.config, forget)
    except EventRefused as refused:
        return fail(told(refused.code, str(refused)), 1)


@contextmanager
def _shelf(config: "Config") -> "Iterator[Shelf]":
    """The shelf of a table that is not running."""
    from table_firmware.controller.shelf import Shelf
    from table_firmware.fairness.entropy import os_random
    from table_firmware.ledger.log import Log
    from table_firmware.ledger.sealing import sealing_key

    log = Log.open(config.state, config.origin, os_random)
    try:
        yield Shelf(config.state, log, sealing_key(config.state, os_random))
    finally:
        log.close()
