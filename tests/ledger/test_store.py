"""Exports arrive whole at a web server, and what was confirmed is not brought again
(`trust-decisions`, T13)."""

import shutil
from pathlib import Path

import pytest

from table_firmware.exchange import parse_address
from table_firmware.ledger.audit import audit
from table_firmware.store import Store
from table_firmware.upload import HEAD, acks_of, all_acks, upload
from tests.ledger.scripted import Whole
from tests.ledger.shelf import HOST, Shelf, serving
from tests.ledger.uploading import FOLDER, QUICK, Grown, at, fault, files, kept


def test_an_export_arrives_whole_and_verifies_there(whole: Whole, tmp_path: Path) -> None:
    shelf = Shelf()
    with at(shelf) as store:
        receipts = upload(whole.folder, store)
    assert kept(shelf) == files(whole.folder)
    assert all(receipt.sent for receipt in receipts)
    puts = [path.removeprefix(FOLDER) for method, path in shelf.asked if method == "PUT"]
    assert puts[0].startswith("log/tile/entries/")
    assert puts[-1] == HEAD
    for path, content in kept(shelf).items():
        (tmp_path / "copy" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "copy" / path).write_bytes(content)
    assert audit(tmp_path / "copy", whole.policy).ok


def test_only_what_may_change_is_written_over(grown: Grown) -> None:
    shelf = Shelf()
    with at(shelf) as store:
        upload(grown.exports[0], store)
    free = {
        path.removeprefix(FOLDER)
        for (method, path), headers in zip(shelf.asked, shelf.headers, strict=True)
        if method == "PUT" and "If-None-Match" not in headers
    }
    assert free == {HEAD, "identity.vkey", "results.txt", "only-0.txt"}


def test_what_was_confirmed_costs_one_question(grown: Grown, tmp_path: Path) -> None:
    shelf, acks = Shelf(), tmp_path / "acks" / "one.json"
    with at(shelf) as store:
        upload(grown.exports[0], store, acks)
        shelf.asked.clear()
        assert not any(receipt.sent for receipt in upload(grown.exports[0], store, acks))
        assert shelf.asked == [("GET", FOLDER + HEAD)]
        acks.unlink()
        shelf.asked.clear()
        assert not any(receipt.sent for receipt in upload(grown.exports[0], store, acks))
    assert {method for method, _ in shelf.asked} == {"GET"}


def test_a_grown_log_supersedes_what_was_there(grown: Grown, tmp_path: Path) -> None:
    shelf, acks = Shelf(), tmp_path / "acks"
    with at(shelf) as store:
        for export in grown.exports:
            upload(export, store, acks)
            assert kept(shelf) == files(export)


def test_a_store_that_lets_nothing_go_keeps_the_rest_in_order(grown: Grown, tmp_path: Path) -> None:
    shelf, acks = Shelf(keeps=True), tmp_path / "acks"
    with at(shelf) as store:
        for export in grown.exports:
            upload(export, store, acks)
    assert kept(shelf).items() > files(grown.exports[-1]).items()
    superseded = kept(shelf).keys() - files(grown.exports[-1]).keys()
    assert all(".p/" in path or path.startswith("only-") for path in superseded)


@pytest.mark.parametrize("lost", ["everything", "checkpoint", "older"])
def test_a_store_that_lost_something_gets_it_again(grown: Grown, tmp_path: Path, lost: str) -> None:
    """What it confirmed before counts no more, also for what the table may let go."""
    shelf, exports = Shelf(), tmp_path / "exports"
    acks = acks_of(exports, "https://records.example")
    with at(shelf) as store:
        upload(grown.exports[0], store, acks)
        before = dict(shelf.objects)
        upload(grown.exports[1], store, acks)
        match lost:
            case "everything":
                shelf.objects.clear()
            case "checkpoint":
                del shelf.objects[FOLDER + HEAD]
            case _:
                shelf.objects = before
        shelf.faults.extend(["", "401"])
        assert fault(grown.exports[1], store, acks).code == "target-denied"
        assert {digest for known in all_acks(exports) for digest in known.values()} == {""}
        upload(grown.exports[1], store, acks)
    # What a restored server has again that was taken away, nobody can know.
    shelf.objects.pop(FOLDER + "only-0.txt", None)
    assert kept(shelf) == files(grown.exports[1])


def test_two_uploads_at_once_do_no_harm(grown: Grown) -> None:
    """Each looked before the other wrote: 412 is no failure if the bytes are ours."""
    shelf, export = Shelf(), grown.exports[0]

    class Second(Store):
        def put(self, path: str, content: bytes, create_only: bool) -> bool:
            shelf.objects[FOLDER + path] = content
            return super().put(path, content, create_only)

    with serving(shelf) as port:
        address = parse_address(f"http://{HOST}:{port}{FOLDER}")
        upload(export, Second(address, limits=QUICK))
    assert kept(shelf) == files(export)


def test_an_export_that_is_renewed_meanwhile_is_not_mixed_up(grown: Grown, tmp_path: Path) -> None:
    """The checkpoint that arrives is the one of the tiles that arrived."""
    first, second = grown.exports[:2]
    current, shelf = Path(shutil.copytree(first, tmp_path / "current")), Shelf()

    def renew(done: int, total: int, _path: str) -> None:
        if done == total - 1:
            shutil.copytree(second, current, dirs_exist_ok=True)

    with at(shelf) as store:
        upload(current, store, None, renew)
        assert kept(shelf) == files(first)
        shutil.rmtree(current)
        shutil.copytree(second, current)
        upload(current, store)
    assert kept(shelf)[HEAD] == files(second)[HEAD]
