"""What systemd is told, read from a real notification socket."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_firmware.controller.watchdog import Watchdog


@pytest.fixture(params=["path", "abstract"])
def notify(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    name = str(tmp_path / "notify") if request.param == "path" else f"@table-{tmp_path}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(name.replace("@", "\0", 1))
        sock.settimeout(5)
        yield name, sock


def test_systemd_hears_the_whole_life_of_the_table(notify: tuple[str, socket.socket]) -> None:
    name, sock = notify
    watchdog = Watchdog({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "10000000"})
    assert watchdog.seconds == 5
    watchdog.ready("lobby")
    watchdog.alive()
    watchdog.status("hand 1 of 4")
    watchdog.stopping("asked to")
    assert [sock.recv(200).decode() for _ in range(4)] == [
        "READY=1\nSTATUS=lobby",
        "WATCHDOG=1",
        "STATUS=hand 1 of 4",
        "STOPPING=1\nSTATUS=asked to",
    ]


def test_without_systemd_there_is_nobody_to_tell() -> None:
    watchdog = Watchdog({})
    watchdog.ready("lobby")
    assert watchdog.seconds == 0
