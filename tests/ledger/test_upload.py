"""Exports arrive whole at a stick or a network folder, or say why not."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from table_firmware.ledger.audit import audit
from table_firmware.upload import HEAD, DirectorySink, Receipt, UploadFault, upload
from tests.ledger.scripted import Table, Whole

Tables = Callable[..., Any]


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def fault(export: Path, target: Path, acks: Path | None = None) -> UploadFault:
    with pytest.raises(UploadFault) as caught:
        upload(export, DirectorySink(target), acks)
    return caught.value


def plugged(stick: Path) -> DirectorySink:
    """A folder that is there."""
    stick.mkdir(exist_ok=True)
    return DirectorySink(stick)


class Watched(DirectorySink):
    """A folder that counts what is read and written, and may fail at the n-th object."""

    def __init__(self, root: Path, fail_at: int = -1) -> None:
        super().__init__(root)
        root.mkdir(exist_ok=True)
        self.read: list[str] = []
        self.written: list[str] = []
        self.left = fail_at

    def get(self, path: str, most: int) -> bytes | None:
        if (content := super().get(path, most)) is not None and path not in self.written:
            self.read.append(path)
        return content

    def put(self, path: str, content: bytes, create_only: bool) -> bool:
        if self.left == 0:
            raise OSError(28, "No space left on device")
        self.left -= 1
        self.written.append(path)
        return super().put(path, content, create_only)


def test_an_export_arrives_whole_and_verifies_there(whole: Whole, tmp_path: Path) -> None:
    stick = Watched(tmp_path / "stick")
    told: list[tuple[int, int, str]] = []
    receipts = upload(whole.folder, stick, None, lambda *given: told.append(given))
    assert files(tmp_path / "stick") == files(whole.folder)
    assert whole.verify(tmp_path / "stick").ok
    assert {receipt.path for receipt in receipts} == files(whole.folder).keys()
    assert all(receipt.sent for receipt in receipts)
    assert [done for done, _, _ in told] == list(range(1, len(receipts) + 1))
    assert {total for _, total, _ in told} == {len(receipts)}


def test_the_newest_checkpoint_is_the_last_to_go(whole: Whole, tmp_path: Path) -> None:
    stick = Watched(tmp_path / "stick")
    upload(whole.folder, stick)
    assert stick.written[0].startswith("log/tile/entries/")
    assert stick.written[-1] == HEAD
    sizes = [int(p.rpartition("/")[2]) for p in stick.written if "checkpoints/" in p]
    assert sizes == sorted(sizes)


def test_a_second_upload_sends_nothing(whole: Whole, tmp_path: Path) -> None:
    upload(whole.folder, plugged(tmp_path / "stick"))
    stick = Watched(tmp_path / "stick")
    receipts = upload(whole.folder, stick)
    assert not stick.written
    assert not any(receipt.sent for receipt in receipts)


def test_what_was_acknowledged_is_not_read_back(whole: Whole, tmp_path: Path) -> None:
    acks = tmp_path / "acks.json"
    upload(whole.folder, plugged(tmp_path / "stick"), acks)
    stick = Watched(tmp_path / "stick")
    upload(whole.folder, stick, acks)
    assert not any(path.startswith("log/tile/") for path in stick.read)


@pytest.mark.parametrize("raw", [b"", b"[]", b"{", b"[" * 9999, b'{"log/checkpoint":1}'])
def test_lost_acknowledgements_cost_only_reading(whole: Whole, tmp_path: Path, raw: bytes) -> None:
    acks = tmp_path / "acks.json"
    upload(whole.folder, plugged(tmp_path / "stick"), acks)
    acks.write_bytes(raw)
    assert not any(r.sent for r in upload(whole.folder, plugged(tmp_path / "stick"), acks))
    assert json.loads(acks.read_bytes())[HEAD]


def test_acknowledgements_of_another_stick_do_no_harm(whole: Whole, tmp_path: Path) -> None:
    acks = tmp_path / "acks.json"
    upload(whole.folder, plugged(tmp_path / "one"), acks)
    upload(whole.folder, plugged(tmp_path / "two"), acks)
    assert files(tmp_path / "two") == files(whole.folder)


def test_acknowledgements_that_cannot_be_kept_do_no_harm(whole: Whole, tmp_path: Path) -> None:
    acks = tmp_path / "no" / "such" / "acks.json"
    upload(whole.folder, plugged(tmp_path / "stick"), acks)
    assert whole.verify(tmp_path / "stick").ok


def test_an_upload_cut_off_at_any_object_is_finished_by_the_next(
    table: Table, tmp_path: Path
) -> None:
    export = table.export(tmp_path / "out", {"results.txt": b"x"})
    for number in range(len(files(export))):
        target, acks = tmp_path / f"stick{number}", tmp_path / f"acks{number}"
        with pytest.raises(UploadFault, match="target-failed: No space left"):
            upload(export, Watched(target, number), acks)
        assert HEAD not in files(target)
        upload(export, DirectorySink(target), acks)
        assert files(target) == files(export)


def test_a_grown_log_supersedes_what_was_there(table: Table, tmp_path: Path) -> None:
    acks = tmp_path / "acks.json"
    for content in (b"one", b"two"):
        export = table.export(tmp_path / "out", {"results.txt": content, content.decode(): b""})
        upload(export, plugged(tmp_path / "stick"), acks)
        table.put("clock", {"unix": 0, "src": "rtc", "unc": 0})
    assert files(tmp_path / "stick") == files(export)
    assert audit(tmp_path / "stick", table.policy()).ok


def test_files_of_other_people_stay(whole: Whole, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "holiday.jpg").write_bytes(b"x")
    (stick / "draft~").write_bytes(b"x")
    upload(whole.folder, DirectorySink(stick))
    assert (stick / "holiday.jpg").exists()
    assert (stick / "draft~").exists()


@pytest.mark.parametrize("torn", [b"", b"\0" * 64, None])
def test_what_a_pulled_stick_left_torn_is_written_again(
    table: Table, tmp_path: Path, torn: bytes | None
) -> None:
    export = table.export(tmp_path / "out", {"results.txt": b"x"})
    for path, content in files(export).items():
        stick = tmp_path / "stick" / path.replace("/", "-")
        shutil.copytree(export, stick)
        (stick / path).write_bytes(content[: len(content) // 2] if torn is None else torn)
        (stick / (path + "~")).write_bytes(b"half")
        if path == HEAD:
            (stick / path).unlink()
        upload(export, DirectorySink(stick))
        assert files(stick) == files(export)


def test_a_fork_is_an_alarm(new_table: Tables, tmp_path: Path) -> None:
    """Two histories of one table: the state was copied, and both went on."""
    one = new_table("one", quick=True)
    one.log.close()
    shutil.copytree(tmp_path / "one", tmp_path / "copy")
    one.start()
    copy = new_table("copy", quick=True, seed=2)
    first = one.export(tmp_path / "first")
    second = copy.export(tmp_path / "second")
    upload(first, plugged(tmp_path / "stick"))
    before = files(tmp_path / "stick")
    assert fault(second, tmp_path / "stick").code == "fork"
    assert files(tmp_path / "stick") == before


def test_another_entry_at_the_target_is_a_fork(whole: Whole, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    upload(whole.folder, plugged(stick))
    path = next(p for p in files(stick) if p.startswith("log/tile/entries/"))
    raw = (stick / path).read_bytes()
    (stick / path).write_bytes(raw[:-1] + b"?")
    found = fault(whole.folder, stick)
    assert (found.code, found.detail.startswith(path)) == ("fork", True)


def test_a_table_that_was_rolled_back_is_a_fork(table: Table, tmp_path: Path) -> None:
    old = shutil.copytree(table.export(tmp_path / "out"), tmp_path / "old")
    newer = table.export(tmp_path / "out")
    upload(newer, plugged(tmp_path / "stick"))
    assert fault(old, tmp_path / "stick").code == "fork"


def test_the_folder_of_another_table_is_refused(whole: Whole, tmp_path: Path) -> None:
    stick = whole.copy(tmp_path / "stick")
    head = stick / HEAD
    head.write_bytes(head.read_bytes().replace(b"table-1", b"table-2"))
    assert fault(whole.folder, stick).code == "target-refused"
    head.write_bytes(b"nonsense")
    assert fault(whole.folder, stick).code == "target-refused"


def test_what_is_no_export_is_not_sent(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert fault(tmp_path / "empty", tmp_path / "stick").code == "not-an-export"
    assert fault(tmp_path / "gone", tmp_path / "stick").code == "not-an-export"
    (tmp_path / "empty" / "log").mkdir()
    (tmp_path / "empty" / "log" / "checkpoint").write_bytes(b"nonsense")
    assert fault(tmp_path / "empty", tmp_path / "stick").code == "not-an-export"
    assert not (tmp_path / "stick").exists()


def test_links_at_the_target_are_not_followed(whole: Whole, tmp_path: Path) -> None:
    for number, path in enumerate((HEAD, "log/tile", "receipts", "results.txt")):
        stick, trap = whole.copy(tmp_path / f"stick{number}"), tmp_path / f"trap{number}"
        shutil.move(stick / path, trap)
        (stick / path).symlink_to(trap)
        assert fault(whole.folder, stick).code == "target-refused"


def test_a_folder_in_the_place_of_a_file_is_refused(whole: Whole, tmp_path: Path) -> None:
    stick = whole.copy(tmp_path / "stick")
    (stick / "results.txt").unlink()
    (stick / "results.txt").mkdir()
    assert fault(whole.folder, stick).code == "target-refused"


def test_a_target_that_is_a_file_fails(whole: Whole, tmp_path: Path) -> None:
    (tmp_path / "stick").write_bytes(b"")
    assert fault(whole.folder, tmp_path / "stick").code == "target-failed"


def test_a_folder_that_is_not_there_is_never_made(whole: Whole, tmp_path: Path) -> None:
    """It would be where a stick that is not plugged in should be mounted."""
    assert fault(whole.folder, tmp_path / "media" / "stick").code == "target-missing"
    assert fault(whole.folder, tmp_path / "stick").code == "target-missing"
    assert not list(tmp_path.iterdir())


def test_a_stick_that_goes_in_the_midst_leaves_no_folder_in_its_place(
    whole: Whole, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"

    class Pulled(Watched):
        def put(self, path: str, content: bytes, create_only: bool) -> bool:
            if len(self.written) == 2:
                shutil.rmtree(stick)
            return super().put(path, content, create_only)

    with pytest.raises(UploadFault, match="target-missing"):
        upload(whole.folder, Pulled(stick))
    assert not stick.exists()


def test_a_target_that_keeps_other_bytes_is_found(whole: Whole, tmp_path: Path) -> None:
    class Lying(Watched):
        def get(self, path: str, most: int) -> bytes | None:
            content = super().get(path, most)
            return content and content[::-1]

    with pytest.raises(UploadFault, match="target-lies"):
        upload(whole.folder, Lying(tmp_path / "stick"))


def test_a_receipt_says_what_is_there(table: Table, tmp_path: Path) -> None:
    export = table.export(tmp_path / "out", {"results.txt": b"abc"})
    receipts = {r.path: r for r in upload(export, plugged(tmp_path / "stick"))}
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert receipts["results.txt"] == Receipt("results.txt", digest, sent=True)
    assert (tmp_path / "stick" / HEAD).stat().st_mode & 0o777 == 0o644
