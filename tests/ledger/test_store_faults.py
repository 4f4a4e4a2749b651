"""Whatever the network and the web server do, an export arrives whole or the run says why not
(`trust-decisions`, T13)."""

import random  # noqa: TID251
import socket
import threading
from collections import deque
from functools import partial
from operator import mul
from pathlib import Path

import pytest

from table_firmware.exchange import Limits, parse_address
from table_firmware.store import Store
from table_firmware.tls import trust
from table_firmware.upload import HEAD, UploadFault, upload
from tests.ledger.shelf import HOST, Authority, Shelf, serving
from tests.ledger.uploading import (
    FOLDER,
    HASTY,
    QUICK,
    TODAY,
    Grown,
    at,
    fault,
    files,
    kept,
    store_at,
)

PASSING = (
    *("cut", "cut body", "keep half", "lost answer", "half answer", "half chunk", "twice"),
    "garbage",
    *("500", "502", "503", "409", "429", "late 500", "swallow"),
)
ENDING = {
    "captive": "target-strange",
    "moved": "target-strange",
    "400": "target-strange",
    "401": "target-denied",
    "403": "target-denied",
    "507": "target-failed",
}
TRIED_AGAIN = (
    *("cut", "lost answer", "half answer", "half chunk", "garbage"),
    *("500", "409", "429", "late 500"),
)
"""What never reads like another answer."""


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED_AGAIN)
def test_what_passes_by_itself_is_tried_again_at_every_question(grown: Grown, name: str) -> None:
    export = grown.exports[0]
    shelf = Shelf(faults=deque([name, ""] * 100))
    with at(shelf) as store:
        upload(export, store)
    assert kept(shelf) == files(export)


@pytest.mark.parametrize("name", ["cut", "503", "garbage", "409"])
def test_what_does_not_pass_ends_the_run(grown: Grown, name: str) -> None:
    shelf = Shelf(faults=deque([name] * 99))
    with at(shelf) as store:
        found = fault(grown.exports[0], store)
    assert found.code == "target-unreachable"
    assert HEAD in found.detail
    assert len(shelf.asked) == QUICK.tries


@pytest.mark.parametrize(("name", "code"), ENDING.items())
def test_what_no_second_try_can_change_ends_the_run(grown: Grown, name: str, code: str) -> None:
    for good in range(2 if name == "captive" else 3):
        shelf = Shelf(faults=deque([*[""] * good, name]))
        with at(shelf) as store:
            assert fault(grown.exports[0], store).code == code
        assert len(shelf.asked) == good + 1
        assert FOLDER + HEAD not in shelf.objects


def test_nobody_answers_at_a_closed_port(grown: Grown) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        found = fault(grown.exports[0], store_at(taken.getsockname()[1]))
    assert found.code == "target-unreachable"
    assert "Connection refused" in found.detail


@pytest.mark.parametrize("name", ["drip", "slow body", "go on"])
def test_a_server_that_drips_is_left_in_time(grown: Grown, name: str) -> None:
    """Each of its bytes comes in time, the answer never does."""
    shelf = Shelf(faults=deque([name] * 9))
    with at(shelf, HASTY) as store:
        assert fault(grown.exports[0], store).code == "target-unreachable"
    assert len(shelf.asked) == HASTY.tries


def test_a_server_that_says_nothing_is_left_in_time(grown: Grown, league: Authority) -> None:
    with socket.socket() as mute:
        mute.bind((HOST, 0))
        mute.listen()
        for trusted in (None, trust(league.pem, TODAY, 0)):
            store = store_at(mute.getsockname()[1], trusted, HASTY)
            assert fault(grown.exports[0], store).code == "target-unreachable"


def test_a_server_that_hangs_up_at_once_is_no_stranger(grown: Grown, league: Authority) -> None:
    """It has not shown who it is, so it may be the right one next time."""
    heard = 0

    def hang_up() -> None:
        nonlocal heard
        while heard < QUICK.tries:
            line, _ = door.accept()
            with line:
                line.recv(9)
            heard += 1

    with socket.socket() as door:
        door.bind((HOST, 0))
        door.listen()
        thread = threading.Thread(target=hang_up)
        thread.start()
        store = store_at(door.getsockname()[1], trust(league.pem, TODAY, 0))
        assert fault(grown.exports[0], store).code == "target-unreachable"
        thread.join()


def test_pauses_grow_and_are_by_chance(grown: Grown) -> None:
    waited: list[float] = []
    shelf = Shelf(faults=deque(["500"] * 99))
    limits = Limits(tries=6, pause=1, longest=5)
    for byte in (b"\0", b"\x80", b"\xff"):
        with serving(shelf) as port:
            address = parse_address(f"http://{HOST}:{port}")
            store = Store(address, None, "", limits, waited.append, partial(mul, byte))
            assert fault(grown.exports[0], store).code == "target-unreachable"
    assert waited[:5] == [0, 0, 0, 0, 0]
    assert [round(pause, 1) for pause in waited[5:10]] == [0.5, 1, 2, 2.5, 2.5]
    assert [round(pause, 1) for pause in waited[10:]] == [1, 2, 4, 5, 5]


def test_no_answer_can_break_the_upload() -> None:
    """Whatever comes over the line is content, nothing, or a fault with a code."""
    chance = random.Random(5)
    seen: set[bytes | str | None] = set()

    def mangle(answer: bytes) -> bytes:
        raw = bytearray(answer)
        for _ in range(chance.choice((0, 1, 1, 2, 5))):
            at = chance.randrange(len(raw))
            raw[at : at + chance.randrange(3)] = chance.choice(
                (b"", b"\0", b"\xff", b"9", b"\n", b":")
            )
        return bytes(raw)

    shelf = Shelf(mangle=mangle)
    limits = Limits(answer=1, tries=1)
    with at(shelf, limits) as store:
        for _ in range(150):
            shelf.faults.append("mangled")
            try:
                seen.add(store.get("object", 20))
            except UploadFault as found:
                seen.add(found.code)
    assert {b"nonsenseOK", "target-unreachable", "target-strange"} <= seen


def converges(grown: Grown, league: Authority, place: Path, seed: int) -> int:
    """Three exports of a growing log, each brought by as many runs as it takes, while the server
    and the network fail at random. How many runs that took."""
    chance = random.Random(seed)
    every = [*PASSING, *ENDING]
    count = chance.randrange(60)
    faults = [chance.choice(every) if chance.random() < 0.6 else "" for _ in range(count)]
    shelf = Shelf(faults=deque(faults), writable_once=chance.random() < 0.9)
    acks, runs = place / f"{seed}" / "acks", 0
    secure = seed % 5 == 0
    trusted = trust(league.pem, 0 if seed % 2 else TODAY, TODAY) if secure else None
    with serving(shelf, league.server() if secure else None) as port:
        for export in grown.exports:
            for _ in range(count + 2):
                runs += 1
                if ran(export, store_at(port, trusted), acks):
                    break
            assert kept(shelf) == files(export), (seed, faults)
            if chance.random() < 0.3:
                acks.unlink()
                # Without them nobody knows who put it there, so it would stay.
                del shelf.objects[f"{FOLDER}only-{export.name}.txt"]
    return runs


def ran(export: Path, store: Store, acks: Path) -> bool:
    """Whether one run brought everything; no fault of a network is taken for a fork."""
    try:
        upload(export, store, acks)
    except UploadFault as found:
        if found.code not in {*ENDING.values(), "target-unreachable", "target-lies"}:
            raise
        return False
    return True


@pytest.mark.no_cover
@pytest.mark.slow
def test_any_schedule_of_faults_ends_with_equal_bytes(
    grown: Grown, league: Authority, memory: Path
) -> None:
    runs = [converges(grown, league, memory, seed) for seed in range(25)]
    assert max(runs) > 3 == min(runs)


@pytest.mark.soak
def test_five_hundred_schedules_of_faults_end_with_equal_bytes(
    grown: Grown, league: Authority, memory: Path
) -> None:
    for seed in range(25, 525):
        converges(grown, league, memory, seed)
