"""`tablectl demo`: one table on this desk, from the first touch to a verified log.

Everything is the real program: the controller on the simulated board, and the seats over their
sockets. With a display all four sit in one window; without one four seats without a window look
on while house players play, and it ends after one match.
"""

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time  # noqa: TID251  (how long real processes take)
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import Final, TextIO

from table_firmware.__main__ import export_log
from table_firmware.config import load
from table_firmware.config.play import USUAL_GAME, Play
from table_firmware.demo_words import Relayed, counted, ended, waiting
from table_firmware.ledger.audit import audit
from table_firmware.ledger.journal import is_held
from table_firmware.rules.cards import Seat
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import HOUSE_PLAYERS, MODES
from table_firmware.service.faults import told

SEATS: Final = "ESWN"
START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 30.0
LOOK_SECONDS: Final = 0.2
"""How often it is looked whether a process still lives."""


class DemoFailed(Exception):
    """The demo cannot go on; the text says why and where to look, in both languages."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the table waits, in seconds: before a house player plays, for each draw and each
    result to be read, while a tile may be claimed, and before house players take the empty
    seats."""

    house: float
    draw: float
    result: float
    claim: float
    house_after: float


TRAINING: Final = {"upgrade_mode": True}
"""The option that adds the training games of a game that has some."""
ALONE: Final = Pace(house=0.1, draw=1, result=2, claim=3, house_after=1)
AMONG_PEOPLE: Final = Pace(house=1, draw=3, result=10, claim=6, house_after=20)


def demo(
    out: Path,
    mode: str,
    windowed: bool | None = None,
    house_after: float | None = None,
    fast: bool = False,
    house_players: str = HOUSE_PLAYERS[0],
    game: str = USUAL_GAME,
) -> int:
    """Run the demo in the folder `out`; the exit status.

    mode: empty for the usual one of the game.
    windowed None: if there is a display. house_after: seconds, None as usual. fast: house players
    and results wait for nobody. house_players: of which kind they are.
    """
    if mode and mode not in modes_of(game):
        print(_wrong_mode(mode, game), file=sys.stderr)  # before anything is moved or started
        return 2
    if windowed is None:
        windowed = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    out = out.resolve()
    pace = AMONG_PEOPLE if windowed else ALONE
    if fast:
        pace = hasty(pace)
    if house_after is not None:
        pace = replace(pace, house_after=house_after)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # leave nothing running
    try:
        config = _prepare(out, mode, pace, house_players, game)
        _say(f"牌桌与记录在 / table and records in {_from_here(out)}")
        with suppress(KeyboardInterrupt):  # whoever stops it sees what was played until then
            _play(config, out, windowed, pace.house_after)
        return _summary(config, out)
    except DemoFailed as failed:
        print(f"[demo] {told('demo-failed', str(failed))}", file=sys.stderr)
    except OSError as error:
        print(f"[demo] {told('demo-folder', str(error))}", file=sys.stderr)
    return 1


def modes_of(game: str) -> tuple[str, ...]:
    """The modes that a demo of this game can have, training games among them; the first is the
    usual one."""
    rules = GAMES[game]
    usual, open_ = Play(game=game).mode, list(rules.modes(rules.options({})))
    with suppress(ValueError):  # of a game that has none
        open_ += [mode for mode in rules.modes(rules.options(TRAINING)) if mode not in open_]
    return tuple(sorted(open_, key=lambda mode: mode != usual))


def _wrong_mode(mode: str, game: str) -> str:
    open_ = ", ".join(modes_of(game))
    zh, en = (
        f"{game} 没有模式 {mode}，可选 {open_}",
        f"{game} has no mode {mode}: choose of {open_}",
    )
    return told("line-refused", f"--mode：{zh} / {en}")


def hasty(pace: Pace) -> Pace:
    """House players do not think, and a result that nobody looks at is not waited for."""
    return replace(pace, house=0, draw=0, result=30, claim=3)


def house_match(out: Path, mode: str) -> bool:
    """A match of house players on simulated hardware in the folder `out`; whether its records hold.
    DemoFailed, OSError; whoever interrupts it ends it."""
    out = out.resolve()
    config = _prepare(out, mode, hasty(ALONE))
    _play(config, out, windowed=False, house_after=ALONE.house_after)
    return _summary(config, out) == 0


def _prepare(
    out: Path,
    mode: str,
    pace: Pace,
    house_players: str = HOUSE_PLAYERS[0],
    game: str = USUAL_GAME,
) -> Path:
    _make_room(out)
    config = out / "table.toml"
    config.write_text(_settings(out, mode, pace, house_players, game), "utf-8")
    return config


def _play(config: Path, out: Path, windowed: bool, house_after: float) -> None:
    with ExitStack() as running:
        controller = running.enter_context(_controller(config, out, windowed))
        if windowed:
            _window(out, house_after, controller, _upright(config))
        else:
            running.enter_context(_lookers_on(out))
            if controller.wait():
                raise _ended(out)


def _make_room(out: Path) -> None:
    """The run before this one is kept beside it; older ones make room. OSError, before anything is
    moved, while a demo runs there."""
    journal = out / "state" / "journal"
    if journal.exists() and is_held(journal):
        raise BlockingIOError(f"{out}：这里正在演示 / a demo is running there")
    if out.exists():
        previous = out.with_name(out.name + "-previous")
        if previous.exists():
            _remove(previous)
        out.rename(previous)
    out.mkdir(parents=True)


def _remove(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    folder.rmdir()


def _settings(out: Path, mode: str, pace: Pace, house_players: str, game: str) -> str:
    sections: Mapping[str, Mapping[str, object]] = {
        "table": {
            "origin": "demo.table.simulated",
            "state": str(out / "state"),
            "run": str(out / "run"),
        },
        "match": {
            "game": game,
            **({"mode": mode} if mode else {}),
            "house_after": pace.house_after,
            "house_players": house_players,
        },
        "timers": {
            "house": pace.house,
            "draw": pace.draw,
            "result": pace.result,
            "claim": pace.claim,
            "match_result": 30,
        },
        "options": TRAINING if mode and MODES[mode].levels else {},
        "noise": {"source": "simulated"},
        "board": {"name": "sim"},
    }
    lines: list[str] = []
    for section, keys in sections.items():
        lines += [f"[{section}]", *(f"{key} = {json.dumps(keys[key])}" for key in keys), ""]
    return "\n".join(lines)


# ------------------------------------------------------------------ processes


@contextmanager
def _controller(config: Path, out: Path, windowed: bool) -> Iterator["subprocess.Popen[bytes]"]:
    """The controller, once it says that it is ready."""
    notices = out / "ready.sock"
    command = ["-m", "table_firmware", "run", "--config", str(config)]
    if not windowed:
        command += ["--matches", "1"]
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready,
        (out / "controller.log").open("wb") as log,
    ):
        ready.bind(str(notices))
        ready.settimeout(LOOK_SECONDS)
        environment = {**os.environ, "NOTIFY_SOCKET": str(notices)}
        process = subprocess.Popen([sys.executable, *command], stderr=log, env=environment)
        try:
            _await_ready(ready, process, out)
            yield process
        finally:
            _end(process)


def _await_ready(ready: socket.socket, process: "subprocess.Popen[bytes]", out: Path) -> None:
    """As systemd would: other news may come before `READY=1`. A controller that ends meanwhile is
    not waited for."""
    news, end = b"", time.monotonic() + START_SECONDS
    while not news.startswith((b"READY=1", b"STOPPING=1")) and time.monotonic() < end:
        ended = process.poll() is not None  # before looking, as the last news may still lie there
        try:
            news = ready.recv(4096)
        except TimeoutError:
            if ended:
                break
    if not news.startswith(b"READY=1"):
        raise _failed("控制器没有启动 / the controller did not start", out)
    _say("控制器已就绪 / the controller is ready")


def _ended(out: Path) -> DemoFailed:
    return _failed("控制器已意外结束 / the controller has ended by itself", out)


def _failed(what: str, out: Path) -> DemoFailed:
    """With the end of what the controller has said."""
    log = out / "controller.log"
    said = log.read_text("utf-8", "replace").strip().splitlines()[-20:]
    return DemoFailed("\n".join((what, *said, f"({log})")))


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _upright(config: Path) -> bool:
    """Where South only watches, which alone would be upright, no seat is turned."""
    return Seat.S not in GAMES[load(config).play.game].PLAYERS


def _window(
    out: Path, house_after: float, controller: "subprocess.Popen[bytes]", upright: bool
) -> None:
    """Until the window is closed; without a controller it is of no use and is ended."""
    _say("关闭窗口即结束 / close the window to end")
    if house_after:
        for line in waiting(house_after):
            _say(line)
    more = ("--size", "1920x1080", *(("--upright",) if upright else ()))
    with (out / "seats.log").open("wb") as log:
        shown = subprocess.Popen(_seat_command(out, "E,S,W,N", *more), stderr=log)
    try:
        while shown.poll() is None:
            if controller.poll() is not None:
                raise _ended(out)
            with suppress(subprocess.TimeoutExpired):
                shown.wait(LOOK_SECONDS)
    finally:
        _end(shown)
    if shown.returncode not in (0, -signal.SIGTERM, -signal.SIGINT):
        raise DemoFailed(f"窗口因故障关闭 / the window failed: {out / 'seats.log'}")


@contextmanager
def _lookers_on(out: Path) -> Iterator[None]:
    _say("没有显示器：各家由电脑代打 / no display: house players play all seats")
    seats = [
        subprocess.Popen(_seat_command(out, seat, "--headless"), stdout=subprocess.PIPE, text=True)
        for seat in SEATS
    ]
    assert seats[0].stdout is not None
    Thread(target=_relay, args=(seats[0].stdout,), daemon=True).start()
    try:
        yield
    finally:
        for seat in seats:
            seat.terminate()
        for seat in seats:
            seat.wait()


def _relay(lines: TextIO) -> None:
    relayed = Relayed()
    for line in lines:
        if told := relayed.told(line.strip()):
            _say(told)


def _seat_command(out: Path, seats: str, *more: str) -> Sequence[str]:
    return [sys.executable, "-m", "ui_kiosk", "--seats", seats, "--run", str(out / "run"), *more]


# ------------------------------------------------------------------ what came of it


def _summary(config: Path, out: Path) -> int:
    """Export all that was logged, verify it as anybody would, and say so."""
    folder, policy = out / "export", out / "state" / "policy"
    export_log(load(config), folder)
    report = audit(folder, policy.read_text("utf-8"))
    for number, ranking in enumerate(report.rankings, 1):
        for line in ended(ranking, number if len(report.rankings) > 1 else 0):
            _say(line)
    _say(f"导出 / export: {_from_here(folder)}")
    _say("再次验证 / verify again:")
    # By itself: it is longer than what stands before it leaves room for.
    print(f"  {_command('log', 'verify', folder, '--policy', policy)}", flush=True)
    if report.ok:
        _say(counted(report.entries, report.hands, report.matches))
    _say(report.verdict)
    return 0 if report.ok else 1


def _command(*words: object) -> str:
    """A command line of `tablectl` as it can be run from here."""
    program = Path(sys.executable).with_name("tablectl")
    start = [program] if program.exists() else [sys.executable, "-m", "table_firmware"]
    return shlex.join(_from_here(word) for word in (*start, *words))


def _from_here(word: object) -> str:
    """A path below this folder, without it."""
    here = Path.cwd()
    inside = isinstance(word, Path) and word.is_relative_to(here)
    return str(word.relative_to(here) if inside else word)  # type: ignore[attr-defined]


def _say(line: str) -> None:
    print(f"[demo] {line}", flush=True)
