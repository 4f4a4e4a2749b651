"""A web server that keeps something else, or another history, is found (`trust-decisions`, T13)."""

from collections import deque
from collections.abc import Callable
from pathlib import Path

import pytest

from table_firmware.exchange import parse_address
from table_firmware.store import Store
from table_firmware.upload import HEAD, upload
from tests.ledger.scripted import Table
from tests.ledger.shelf import HOST, Shelf, serving
from tests.ledger.uploading import FOLDER, QUICK, Grown, at, fault, files

LIES: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda _: b"",
    "another": lambda raw: raw[:-1] + b"?",
    "longer": lambda raw: raw + b"\n",
    "praise": lambda _: b"OK",
}


@pytest.mark.parametrize("name", LIES)
def test_a_server_that_lies_is_found(grown: Grown, tmp_path: Path, name: str) -> None:
    """It says 201 and keeps something else; nothing of that counts as confirmed."""
    shelf, acks = Shelf(lie=LIES[name]), tmp_path / "acks"
    with at(shelf) as store:
        assert fault(grown.exports[0], store, acks).code == "target-lies"
    assert acks.read_bytes() == b"{}"
    assert FOLDER + HEAD not in shelf.objects


@pytest.mark.parametrize("name", ["swallow", "captive"])
def test_a_server_that_only_says_ok_is_found(grown: Grown, name: str) -> None:
    shelf = Shelf(faults=deque(["", "", name]))
    with at(shelf) as store:
        assert fault(grown.exports[0], store).code == "target-lies"


def test_a_412_that_is_not_true_is_found(grown: Grown) -> None:
    shelf = Shelf(faults=deque(["", "", "412"]))
    with at(shelf) as store:
        assert fault(grown.exports[0], store).code == "target-lies"


def test_another_object_is_a_fork_and_stays(grown: Grown) -> None:
    export = grown.exports[0]
    for path, content in files(export).items():
        if path.startswith("log/") and path != HEAD:
            other = content[:-1] + bytes([content[-1] ^ 1])
            shelf = Shelf({FOLDER + path: other})
            with at(shelf) as store:
                assert fault(export, store).code == "fork"
            assert shelf.objects[FOLDER + path] == other
            assert FOLDER + HEAD not in shelf.objects


def test_another_object_that_came_just_before_is_a_fork(grown: Grown) -> None:
    class Behind(Store):
        def put(self, path: str, content: bytes, create_only: bool) -> bool:
            shelf.objects[FOLDER + path] = b"another"
            return super().put(path, content, create_only)

    shelf = Shelf()
    with serving(shelf) as port:
        store = Behind(parse_address(f"http://{HOST}:{port}{FOLDER}"), limits=QUICK)
        assert fault(grown.exports[0], store).code == "fork"


def test_another_history_is_a_fork_before_anything_is_sent(grown: Grown, tmp_path: Path) -> None:
    shelf = Shelf()
    table = Table(tmp_path / "state", quick=True, seed=2)
    with at(shelf) as store:
        upload(table.export(tmp_path / "out", {}), store)
        shelf.asked.clear()
        assert fault(grown.exports[2], store).code == "fork"
    assert shelf.asked == [("GET", FOLDER + HEAD)]


def test_a_checkpoint_that_is_none_is_refused(grown: Grown) -> None:
    for raw in (b"nonsense", b"\0" * 2**21):
        with at(Shelf({FOLDER + HEAD: raw})) as store:
            assert fault(grown.exports[0], store).code == "target-refused"
