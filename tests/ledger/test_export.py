"""Exports are whole or not there, and hold nothing that is superseded."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from table_firmware.ledger.audit import audit
from table_firmware.ledger.export import IDENTITY, export, is_plain_path
from table_firmware.ledger.faults import LedgerFault
from tests.ledger.scripted import Table

Tables = Callable[..., Any]


def files(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def test_an_export_has_the_layout_of_the_protocol(table: Table, tmp_path: Path) -> None:
    folder = table.export(tmp_path / "out", {"results.txt": b"x"})
    assert files(folder) == {
        "identity.vkey", "results.txt", "log/checkpoint", "log/checkpoints/2", "log/checkpoints/3",
        "log/tile/0/000.p/3", "log/tile/entries/000.p/3",
    }  # fmt: skip
    last = list(table.log.entries())[-1]
    assert last.k == "export"
    listed = {"results.txt": b"x", IDENTITY: table.log.identity.verifier.vkey.encode() + b"\n"}
    assert last.d["files"] == {path: sha256(raw).hexdigest() for path, raw in listed.items()}


def test_an_export_again_replaces_the_earlier_one(table: Table, tmp_path: Path) -> None:
    for content in (b"one", b"two"):
        folder = table.export(tmp_path / "out", {content.decode(): content})
    assert "log/tile/0/000.p/4" in files(folder)
    assert "log/tile/0/000.p/3" not in files(folder)
    assert "one" not in files(folder)
    assert {path.name for path in tmp_path.iterdir()} == {"out", "state"}
    assert audit(folder, table.policy()).ok


def test_an_export_into_an_empty_folder_works(table: Table, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    assert audit(table.export(tmp_path / "out"), table.policy()).ok


def test_an_export_does_not_replace_anything_else(table: Table, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "holiday.jpg").write_bytes(b"x")
    size = table.log.size
    with pytest.raises(LedgerFault, match="export-refused"):
        table.export(tmp_path / "out")
    assert files(tmp_path / "out") == {"holiday.jpg"}
    assert table.log.size == size


def test_an_export_does_not_replace_another_log(new_table: Tables, tmp_path: Path) -> None:
    one, other = new_table("one", quick=True), new_table("other", quick=True)
    folder = one.export(tmp_path / "out")
    with pytest.raises(LedgerFault, match="holds another log"):
        other.export(folder)
    assert audit(folder, one.policy()).ok


def test_a_power_cut_in_an_export_leaves_a_whole_one(table: Table, tmp_path: Path) -> None:
    folder = table.export(tmp_path / "out")
    draft, old = tmp_path / ".out.export-new", tmp_path / ".out.export-old"
    draft.mkdir()
    folder.rename(old)
    assert audit(table.export(folder), table.policy()).ok
    old.mkdir()
    assert audit(table.export(folder), table.policy()).ok
    assert not old.exists()
    assert not draft.exists()


def test_folders_of_other_people_beside_an_export_stay_as_they_are(
    table: Table, tmp_path: Path
) -> None:
    theirs = {tmp_path / f"out{end}": end for end in (".old", ".new", "~", ".bak")}
    for folder in theirs:
        folder.mkdir()
        (folder / "diary").write_text("mine")
    for _ in range(2):
        assert audit(table.export(tmp_path / "out"), table.policy()).ok
        assert [(folder / "diary").read_text() for folder in theirs] == ["mine"] * len(theirs)


@pytest.mark.parametrize("inside", ["", "journal", "journal/x", "keys/x", "x", "exports/../x"])
def test_no_export_is_put_among_the_files_of_a_table(
    table: Table, tmp_path: Path, inside: str
) -> None:
    before, size = files(table.state), table.log.size
    (tmp_path / "way").symlink_to(table.state)
    for way in (table.state, tmp_path / "way"):
        with pytest.raises(LedgerFault, match="lies in a table's own state folder"):
            table.export(way / inside)
    assert (files(table.state), table.log.size) == (before, size)
    (table.state / "exports").mkdir()
    assert audit(table.export(table.state / "exports" / "current"), table.policy()).ok


def test_an_export_lies_in_a_folder_that_is_there(table: Table, tmp_path: Path) -> None:
    size = table.log.size
    with pytest.raises(LedgerFault, match=f"target-missing: {tmp_path}/media/stick"):
        table.export(tmp_path / "media" / "stick" / "out")
    assert not (tmp_path / "media").exists()
    assert table.log.size == size


def test_the_folder_of_a_tables_own_exports_is_made_again(table: Table) -> None:
    folder = table.state / "exports" / "current"
    export(table.log, folder, {}, table.m, own=True)
    assert audit(folder, table.policy()).ok


def test_a_mount_point_is_no_place_for_an_export(table: Table) -> None:
    with pytest.raises(LedgerFault, match="name a folder in it"):
        table.export(Path("/proc"))


def test_an_export_goes_to_where_a_link_or_a_way_leads(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "out").symlink_to("there")
    table.export(tmp_path / "out")
    assert (tmp_path / "out").is_symlink()
    assert audit(tmp_path / "there", table.policy()).ok
    monkeypatch.chdir(tmp_path / "there")
    table.export(Path())
    assert audit(tmp_path / "there", table.policy()).ok


@pytest.mark.parametrize("path", ["log/tile/0/000", "log/tile/entries/000", "log/checkpoints/2"])
def test_an_export_made_anew_mends_what_was_damaged(
    table: Table, tmp_path: Path, path: str
) -> None:
    fill(table, 300)
    folder = table.export(tmp_path / "out", {})
    raw = (folder / path).read_bytes()
    (folder / path).write_bytes(raw[:-9] + bytes([raw[-9] ^ 1]) + raw[-8:])
    assert not audit(folder, table.policy()).ok
    table.m += 1
    export(table.log, folder, {}, table.m, anew=True)
    assert audit(folder, table.policy()).ok


def flipped(raw: bytes, place: int) -> bytes:
    return raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :]


def test_a_tables_own_export_whose_checkpoint_is_damaged_is_written_anew(
    table: Table, tmp_path: Path
) -> None:
    """Anything at all may have happened to it: it is gone, cut short, or has another bit."""
    folder = table.export(tmp_path / "out", {})
    head = folder / "log/checkpoint"
    whole = head.read_bytes()
    root = whole.index(b"\n", whole.index(b"\n") + 1) + 9
    other = b"B" if whole[root : root + 1] == b"A" else b"A"
    altered = whole[:root] + other + whole[root + 1 :]  # can be read, and nobody has signed it
    for damaged in (b"", whole[:40], altered, flipped(whole, root), bytes(len(whole))):
        (folder / "log/checkpoints/2").write_bytes(b"")
        head.write_bytes(damaged)
        table.m += 1
        export(table.log, folder, {}, table.m, own=True)
        assert audit(folder, table.policy()).ok
    head.write_bytes(altered)
    (folder / IDENTITY).unlink()
    export(table.log, folder, {}, table.m, own=True)
    assert audit(folder, table.policy()).ok
    head.unlink()
    export(table.log, folder, {}, table.m, own=True)
    assert audit(folder, table.policy()).ok
    export(table.log, folder, {}, table.m, own=True)  # nothing is damaged now
    assert audit(folder, table.policy()).ok


def test_a_tables_own_export_that_shows_another_log_is_kept(
    table: Table, new_table: Tables, tmp_path: Path
) -> None:
    """It may be the only proof that the log has lost something, or its last copy."""
    other = new_table("other", quick=True)
    folder = other.export(tmp_path / "out")
    before = files(folder)
    with pytest.raises(LedgerFault, match="holds another log"):
        export(table.log, folder, {}, table.m, own=True)
    assert files(folder) == before


@pytest.mark.parametrize("path", ["log/x", "log", "../x", "/x", "a//b", ".x", "x~", "é", "a\n", ""])
def test_a_file_beside_the_log_has_a_plain_name(table: Table, tmp_path: Path, path: str) -> None:
    with pytest.raises(LedgerFault, match="cannot be the name"):
        table.export(tmp_path / "out", {path: b""})


def test_a_path_has_few_parts() -> None:
    assert is_plain_path("/".join("abcdefgh"))
    assert not is_plain_path("/".join("abcdefghi"))


def test_a_long_log_has_full_tiles_and_bundles(table: Table, tmp_path: Path) -> None:
    for number in range(600):
        table.put("clock", {"unix": number, "src": "rtc", "unc": 0})
    folder = table.export(tmp_path / "out")
    found = files(folder)
    assert {
        "log/tile/0/000",
        "log/tile/0/001",
        "log/tile/0/002.p/91",
        "log/tile/1/000.p/2",
    } <= found
    bundle = (folder / "log/tile/entries/001").read_bytes()
    first = json.loads(bundle[2 : 2 + int.from_bytes(bundle[:2], "big")])
    assert first["i"] == 256
    assert audit(folder, table.policy()).ok


def test_a_medium_that_fails_is_reported(table: Table, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(LedgerFault, match="export-refused"):
        table.export(tmp_path / "file" / "out")


@pytest.mark.slow
def test_many_receipts_lie_together_in_few_files(table: Table, tmp_path: Path) -> None:
    table.play_match("1B")
    shown = table.files()
    many = {f"receipts/{n:05d}.txt": shown[f"receipts/{n % 3:03d}.txt"] for n in range(1000)}
    folder = table.export(tmp_path / "out", {"results.txt": b"x", **many})
    assert sorted(path.name for path in (folder / "receipts").iterdir()) == [
        f"{n:06d}.txt" for n in range(5)
    ]
    lines = b"".join(path.read_bytes() for path in sorted((folder / "receipts").iterdir()))
    assert lines == b"".join(many.values())
    report = audit(folder, table.policy())
    assert report.ok, report.verdict
    assert "1000 receipts" in "\n".join(report.lines())


def test_more_files_than_an_entry_can_name_are_refused(table: Table, tmp_path: Path) -> None:
    size = table.log.size
    with pytest.raises(LedgerFault, match="more than one entry can name"):
        table.export(tmp_path / "out", {f"file{n}": b"" for n in range(1000)})
    assert table.log.size == size


def inodes(folder: Path) -> dict[str, int]:
    return {path: (folder / path).stat().st_ino for path in files(folder)}


def fill(table: Table, size: int) -> None:
    while table.log.size < size:
        table.put("clock", {"unix": table.m, "src": "rtc", "unc": 0})
        if table.m % 50 == 0:
            table.log.checkpoint()


def test_a_later_export_writes_only_what_was_added(table: Table, tmp_path: Path) -> None:
    """Full tiles and old checkpoints keep their place on the medium."""
    fill(table, 600)
    before = inodes(table.export(tmp_path / "out", {"results.txt": b"x"}))
    fill(table, 800)
    folder = table.export(tmp_path / "out", {"results.txt": b"x"})
    after = inodes(folder)
    kept = {path for path in before if after.get(path) == before[path]}
    final = {path for path in before if path.startswith("log/") and ".p/" not in path}
    final.remove("log/checkpoint")
    assert {"log/tile/0/000", "log/tile/entries/001", "log/checkpoints/2"} <= final <= kept
    fresh = table.export(tmp_path / "fresh", {"results.txt": b"x"})
    assert all((folder / path).read_bytes() == (fresh / path).read_bytes() for path in final)
    assert audit(folder, table.policy()).ok
    assert audit(fresh, table.policy()).ok


def test_a_link_in_the_place_of_a_tile_is_not_kept(table: Table, tmp_path: Path) -> None:
    fill(table, 300)
    folder = table.export(tmp_path / "out", {})
    (folder / "log/tile/0/000").rename(tmp_path / "elsewhere")
    (folder / "log/tile/0/000").symlink_to(tmp_path / "elsewhere")
    folder = table.export(folder, {})
    assert not (folder / "log/tile/0/000").is_symlink()
    assert audit(folder, table.policy()).ok


def test_a_medium_that_knows_no_links_is_written_in_full(
    table: Table, tmp_path: Path, mocker: MockerFixture
) -> None:
    fill(table, 300)
    folder = table.export(tmp_path / "out", {})
    mocker.patch("os.link", side_effect=OSError(1, "Operation not permitted"))
    folder = table.export(folder, {})
    assert audit(folder, table.policy()).ok
