"""What the benchmark times are answers, and nothing that waited on its lines before."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest

from benchmarks.latency import Clients
from table_firmware.controller.seats import socket_path
from table_firmware.rules.cards import Seat
from table_firmware.wire.messages import Intent

OLD = b'{"kind":"view","number":1}\n'
NEW = b'{"kind":"view","number":2}\n'
PASS = Intent(1, "pass")
Lines = tuple[Clients, dict[Seat, socket.socket]]


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Lines]:
    """The benchmark, and the other ends of its lines."""
    with ExitStack() as opened:
        doors = {}
        for seat in Seat:
            doors[seat] = opened.enter_context(socket.socket(socket.AF_UNIX))
            doors[seat].bind(str(socket_path(tmp_path, seat)))
            doors[seat].listen()
        clients = Clients(tmp_path)
        opened.callback(clients.close)
        ends = {seat: opened.enter_context(door.accept()[0]) for seat, door in doors.items()}
        yield clients, ends


@pytest.mark.slow
def test_a_view_that_waited_is_told_and_not_timed(lines: Lines) -> None:
    clients, ends = lines
    for end in ends.values():
        end.sendall(OLD)
    assert sorted(clients.send(Seat.N, PASS)) == [(seat, OLD.strip()) for seat in Seat]
    assert clients.found == []


@pytest.mark.slow
def test_the_rest_of_a_line_that_came_in_two_is_no_answer(lines: Lines) -> None:
    clients, ends = lines
    for end in ends.values():
        end.sendall(OLD[:9])
    assert clients.waiting() == []
    for end in ends.values():
        end.sendall(OLD[9:])
    assert sorted(clients.send(Seat.N, PASS)) == [(seat, OLD.strip()) for seat in Seat]
    assert clients.found == []


def test_the_answers_of_all_four_are_timed(lines: Lines) -> None:
    clients, ends = lines

    def answer() -> None:
        heard = b""
        while b"pass" not in heard:
            heard += ends[Seat.N].recv(1000)
        for end in ends.values():
            end.sendall(NEW)

    table = Thread(target=answer)
    table.start()
    assert sorted(clients.send(Seat.N, PASS)) == [(seat, NEW.strip()) for seat in Seat]
    table.join()
    assert len(clients.found) == 1
