"""`tablectl demo`: one table on this desk, from the first touch to a verified log.

Everything is the real program: the controller on the simulated board, and the seats over their
sockets. With a display all four sit in one window; without one four seats without a window look
on while house players play, and it ends after one match.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import Final, TextIO

from table_firmware.__main__ import export_log
from table_firmware.config import USUAL_GAME, load
from table_firmware.ledger.audit import audit
from table_firmware.rules.match import HOUSE_PLAYERS, MODES, Standing
from table_firmware.service.faults import told

SEATS: Final = "ESWN"
START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 30.0


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
        _say(f"牌桌与记录在 / table and records in {out}")
        with suppress(KeyboardInterrupt):  # whoever stops it sees what was played until then
            _play(config, out, windowed, pace.house_after)
        return _summary(config, out)
    except DemoFailed as failed:
        print(f"[demo] {told('demo-failed', str(failed))}", file=sys.stderr)
    except OSError as error:
        print(f"[demo] {told('demo-folder', str(error))}", file=sys.stderr)
    return 1


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
            _window(out, house_after)
        else:
            running.enter_context(_lookers_on(out))
            controller.wait()


def _make_room(out: Path) -> None:
    """The run before this one is kept beside it; older ones make room."""
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
        "options": {"upgrade_mode": True} if mode and MODES[mode].levels else {},
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
        ready.settimeout(START_SECONDS)
        environment = {**os.environ, "NOTIFY_SOCKET": str(notices)}
        process = subprocess.Popen([sys.executable, *command], stderr=log, env=environment)
        try:
            _await_ready(ready, out)
            yield process
        finally:
            _end(process)


def _await_ready(ready: socket.socket, out: Path) -> None:
    """As systemd would: other news may come before `READY=1`."""
    news = b""
    while not news.startswith((b"READY=1", b"STOPPING=1")):
        try:
            news = ready.recv(4096)
        except TimeoutError:
            break
    if not news.startswith(b"READY=1"):
        log = out / "controller.log"
        reason = log.read_text("utf-8", "replace").strip()
        raise DemoFailed(f"控制器没有启动 / the controller did not start:\n{reason}\n({log})")
    _say("控制器已就绪 / the controller is ready")


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _window(out: Path, house_after: float) -> None:
    _say("关闭窗口即结束 / close the window to end")
    if house_after:
        _say(f"{house_after:g} 秒无人入座则由系统代打 / house players take the seats that nobody")
        _say(f"has touched for {house_after:g} seconds")
    with (out / "seats.log").open("wb") as log:
        shown = subprocess.run(_seat_command(out, "E,S,W,N", "--size", "1920x1080"), stderr=log)
    if shown.returncode not in (0, -signal.SIGTERM, -signal.SIGINT):
        raise DemoFailed(f"窗口因故障关闭 / the window failed: {out / 'seats.log'}")


@contextmanager
def _lookers_on(out: Path) -> Iterator[None]:
    _say("没有显示器：各家由系统代打 / no display: house players play all seats")
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
    for line in lines:
        _say(f"座位 / seat {line.strip()}")


def _seat_command(out: Path, seats: str, *more: str) -> Sequence[str]:
    return [sys.executable, "-m", "ui_kiosk", "--seats", seats, "--run", str(out / "run"), *more]


# ------------------------------------------------------------------ what came of it


def _summary(config: Path, out: Path) -> int:
    """Export all that was logged, verify it as anybody would, and say so."""
    folder, policy = out / "export", out / "state" / "policy"
    export_log(load(config), folder)
    report = audit(folder, policy.read_text("utf-8"))
    for ranking in report.rankings:
        _say("名次 / ranking:")
        for line in ranking.standings:
            _say(_standing(line))
        if not ranking.ranked:
            _say("  练习或单局，不计排名 / practice or a single hand: not ranked")
    _say(f"导出 / export: {folder}")
    _say(f"再次验证 / verify again: tablectl log verify {folder} --policy {policy}")
    _say(report.verdict)
    return 0 if report.ok else 1


def _standing(line: Standing) -> str:
    who, points = "+".join(line.who), line.tenths / 10
    return f"  {line.rank}. {who}  胜局 / hands won {line.wins}  得分 / points {points:.1f}"


def _say(line: str) -> None:
    print(f"[demo] {line}", flush=True)
