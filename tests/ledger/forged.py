"""A folder of forged exports, each named by its attack, for every verifier there is.

    python -m tests.ledger.forged DEST

DEST then holds `policy` (the log that a verifier should trust), `manifest.json` (what each must
be refused for, as `V1` to `V15`) and `exports/<attack>`. They are made from small real matches.
"""

import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from table_firmware.fairness.receipts import CommitReceipt, HandReceipt, SeatReceipt, to_digits
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.notes import parse_note, signed
from table_firmware.ledger.tree import Tree, leaf_hash
from tests.ledger.forgery import forge, plain, sign
from tests.ledger.lies import LIES
from tests.ledger.scripted import Table, Whole

HEAD: Final = "log/checkpoint"
OLD: Final = "log/checkpoints/2"

Attack = Callable[[Whole, Path], object]
"""Makes the forged export at the path, from a real one."""


# ------------------------------------------------------------------ changes of one file


def _edit(path: str, change: Callable[[bytes], bytes]) -> Attack:
    def attack(whole: Whole, folder: Path) -> None:
        target = whole.copy(folder) / _named(folder, path)
        target.write_bytes(change(target.read_bytes()))

    return attack


def _named(folder: Path, path: str) -> str:
    """The first file that fits, for the last tiles, whose names tell their width."""
    found = sorted(folder.glob(path))
    return found[0].relative_to(folder).as_posix() if found else path


def _gone(path: str) -> Attack:
    def attack(whole: Whole, folder: Path) -> None:
        (whole.copy(folder) / _named(folder, path)).unlink()

    return attack


def _added(path: str, content: bytes = b"x") -> Attack:
    def attack(whole: Whole, folder: Path) -> None:
        target = whole.copy(folder) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    return attack


def _bit(place: int) -> Callable[[bytes], bytes]:
    return lambda raw: raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :][: len(raw)]


def _swap(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda raw: raw.replace(old, new, 1)


def _line(number: int, change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Change one line of a note: 0 to 2 the text, 4 and 5 the signatures."""

    def edit(raw: bytes) -> bytes:
        lines = raw.split(b"\n")
        lines[number] = change(lines[number])
        return b"\n".join(lines)

    return edit


def _without_line(number: int) -> Callable[[bytes], bytes]:
    def edit(raw: bytes) -> bytes:
        lines = raw.split(b"\n")
        del lines[number]
        return b"\n".join(lines)

    return edit


def _crossed(raw: bytes) -> bytes:
    """Each signature under the other's name."""
    note = parse_note(raw)
    one, two = note.signatures
    crossed = (replace(one, bytes=two.bytes), replace(two, bytes=one.bytes))
    return replace(note, signatures=crossed).encode()


def _cosigned(raw: bytes) -> bytes:
    stranger = SoftwareKey("stranger", bytes(32))
    note = parse_note(raw)
    line = signed(note.text, [(stranger.verifier, stranger.sign(note.text))])
    return raw + line[len(note.text) + 1 :]


def _other_base64(line: bytes) -> bytes:
    """The same bytes in a spelling whose unused bits are not zero."""
    return line[:-2] + bytes([line[-2] + 1]) + line[-1:]


# ------------------------------------------------------------------ changes of the folder


def _linked(whole: Whole, folder: Path) -> None:
    target = whole.copy(folder) / "results.txt"
    target.unlink()
    target.symlink_to("identity.vkey")


def _empty_folder(whole: Whole, folder: Path) -> None:
    (whole.copy(folder) / "log/tile/1").mkdir()


def _stale_tile(whole: Whole, folder: Path) -> None:
    """A partial tile of an earlier size, of this very log."""
    tile = next(whole.copy(folder).glob("log/tile/0/000.p/*"))
    width = int(tile.name)
    (tile.parent / str(width - 1)).write_bytes(tile.read_bytes()[:-32])


def _exchanged_files(whole: Whole, folder: Path) -> None:
    receipts = whole.copy(folder) / "receipts"
    one, two = receipts / "000.txt", receipts / "001.txt"
    raw = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(raw)


def _renamed(path: str, name: str) -> Attack:
    def attack(whole: Whole, folder: Path) -> None:
        (whole.copy(folder) / path).rename(folder / name)

    return attack


def _other_history(whole: Whole, folder: Path) -> None:
    tree = Tree()
    for number in range(4):
        tree.append(leaf_hash(b"%d" % number))
    (whole.copy(folder) / "log/checkpoints/4").write_bytes(sign(whole.table, tree, 4, 0))


def _newest_not_kept(whole: Whole, folder: Path) -> None:
    newest = max((whole.copy(folder) / "log/checkpoints").iterdir(), key=lambda p: int(p.name))
    newest.unlink()


def _closing_dropped(whole: Whole, folder: Path) -> None:
    end = next(e.i for e in whole.table.log.entries() if e.k == "epoch_end") + 1
    (whole.copy(folder) / f"log/checkpoints/{end}").unlink()


def _deal_unsigned(whole: Whole, folder: Path) -> None:
    end = next(e.i for e in whole.table.log.entries() if e.k == "deal") + 1
    (whole.copy(folder) / f"log/checkpoints/{end}").unlink()


# ------------------------------------------------------------------ a thief with keys


def _cut_but_kept(whole: Whole, folder: Path) -> None:
    """A2, but a later checkpoint was forgotten."""
    entries = plain(whole.table)
    forge(whole.table, folder, entries[:-1])
    shutil.copy(whole.folder / f"log/checkpoints/{len(entries)}", folder / "log/checkpoints")


def _cut_and_went_on(whole: Whole, folder: Path) -> None:
    """A3: cut in the first epoch and continued with a stolen later key."""
    entries = plain(whole.table)
    end = next(entry["i"] for entry in entries if entry["k"] == "epoch_end")
    forge(whole.table, folder, entries[:end], epochs=lambda _size: 1)


def _rewritten_with_current_key(whole: Whole, folder: Path) -> None:
    """A1: all that was signed in an old epoch is signed again with the current key."""
    entries = plain(whole.table)
    entries[-1]["m"] += 1
    forge(whole.table, folder, entries, epochs=lambda _size: 1)


def _renamed_key(whole: Whole, folder: Path) -> None:
    """A1b: the current key signs under the name of the old one."""
    keys = dict(whole.table.keys)
    whole.table.keys[0] = SoftwareKey(keys[0].name, keys[1].seed)
    forge(whole.table, folder, plain(whole.table))
    whole.table.keys.update(keys)


def _signed_before_any_epoch(whole: Whole, folder: Path) -> None:
    entries = plain(whole.table)
    ends = [entry["i"] + 1 for entry in entries if entry["k"] == "epoch_end"]
    forge(whole.table, folder, entries, sizes=[1, *ends, len(entries)])


def _edited_tree_old_head(whole: Whole, folder: Path) -> None:
    entries = plain(whole.table)
    entries[0]["d"]["os"] = "evil"
    forge(whole.table, folder, entries)
    shutil.copy(whole.folder / HEAD, folder / HEAD)


def _not_canonical(whole: Whole, folder: Path) -> None:
    entries: list[Any] = [*plain(whole.table)]
    entries[3] = json.dumps(entries[3], indent=0).encode()
    forge(whole.table, folder, entries)


def _another_identity(_: Whole, folder: Path) -> None:
    """The whole table is replaced: same name, same match, another key."""
    table = Table(folder.with_name(folder.name + ".state"))
    table.export(folder)
    table.log.close()
    shutil.rmtree(table.state)


def _receipt(change: Callable[[CommitReceipt, HandReceipt, SeatReceipt], Any]) -> Attack:
    """An export that the table itself made and signed, with a false receipt beside the log."""

    def attack(whole: Whole, folder: Path) -> None:
        commit, hand, seat = whole.table.receipts[:3]
        assert isinstance(commit, CommitReceipt)
        assert isinstance(hand, HandReceipt)
        assert isinstance(seat, SeatReceipt)
        text = change(commit, hand, seat)
        digits = text if isinstance(text, str) else to_digits(text)
        whole.table.export(folder, {"receipts/000.txt": digits.encode() + b"\n"})

    return attack


def _flipped(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


BYTES: Final[Mapping[str, tuple[Attack, str]]] = {
    "the checkpoint is missing": (_gone(HEAD), "V1"),
    "the checkpoint is empty": (_edit(HEAD, lambda _: b""), "V1"),
    "the checkpoint has a tail": (_edit(HEAD, lambda raw: raw + b"x\n"), "V1"),
    "the checkpoint has other line ends": (_edit(HEAD, _swap(b"\n", b"\r\n")), "V1"),
    "the size has a leading zero": (_edit(HEAD, _line(1, lambda s: b"0" + s)), "V1"),
    "the size has a sign": (_edit(HEAD, _line(1, lambda s: b"+" + s)), "V1"),
    "the root in another spelling": (_edit(HEAD, _line(2, _other_base64)), "V1"),
    "the root is too short": (_edit(HEAD, _line(2, lambda s: s[4:])), "V1"),
    "a fourth line is signed": (_edit(HEAD, _line(2, lambda s: s + b"\nmore")), "V1"),
    "no empty line": (_edit(HEAD, _without_line(3)), "V1"),
    "a hyphen for a dash": (_edit(HEAD, _swap("—".encode(), b"-")), "V1"),
    "an old checkpoint is no text": (_edit(OLD, lambda raw: raw + b"\xff\n"), "V1"),
    "the identity has not signed": (_edit(HEAD, _without_line(4)), "V2"),
    "the epoch has not signed": (_edit(OLD, _without_line(5)), "V2"),
    "a bit of the identity's signature": (_edit(OLD, _line(4, lambda s: _other(s, -9))), "V2"),
    "a bit of the epoch's signature": (_edit(OLD, _line(5, lambda s: _other(s, -9))), "V2"),
    "each signature under the other's name": (_edit(OLD, _crossed), "V2"),
    "another identity of the same name": (_another_identity, "V2"),
    "the current key renamed": (_renamed_key, "V2"),
    "another origin": (_edit(HEAD, _swap(b"table-1", b"table-2")), "V3"),
    "an old checkpoint of another origin": (_edit(OLD, _swap(b"table-1", b"table-2")), "V3"),
    "the last entry is cut short": (_edit("log/tile/entries/000.p/*", lambda raw: raw[:-1]), "V4"),
    "an entry in another spelling": (_not_canonical, "V4"),
    "an entry too many": (_edit("log/tile/entries/000.p/*", lambda raw: raw + b"\0\1x"), "V5"),
    "an edited tree under the old head": (_edited_tree_old_head, "V5"),
    "a byte of an entry": (_edit("log/tile/entries/000.p/*", _bit(700)), "V6"),
    "a stored hash": (_edit("log/tile/0/000.p/*", _bit(64)), "V6"),
    "a tile is cut short": (_edit("log/tile/0/000.p/*", lambda raw: raw[:-1]), "V6"),
    "a tile has a tail": (_edit("log/tile/0/000.p/*", lambda raw: raw + b"\0"), "V7"),
    "a tile is missing": (_gone("log/tile/0/000.p/*"), "V7"),
    "the entries are missing": (_gone("log/tile/entries/000.p/*"), "V5"),
    "a stale tile": (_stale_tile, "V7"),
    "a tile too many": (_added("log/tile/0/001"), "V7"),
    "a file in the log": (_added("log/notes"), "V7"),
    "a file beside the log": (_added("results-2.txt"), "V7"),
    "a hidden file": (_added(".hidden"), "V7"),
    "an empty folder": (_empty_folder, "V7"),
    "a link": (_linked, "V7"),
    "results that were edited": (_edit("results.txt", lambda raw: raw + b"B D\n"), "V7"),
    "results that are missing": (_gone("results.txt"), "V7"),
    "the key beside the log": (_edit("identity.vkey", _swap(b"table-1", b"table-2")), "V7"),
    "receipts under each other's name": (_exchanged_files, "V7"),
    "a cosignature of a stranger": (_edit(OLD, _cosigned), "V7"),
    "a checkpoint of another history": (_other_history, "V8"),
    "a checkpoint beyond the end": (_cut_but_kept, "V8"),
    "a checkpoint under another name": (_renamed(OLD, "log/checkpoints/02"), "V8"),
    "a checkpoint within an epoch is dropped": (_deal_unsigned, "V8"),
    "the newest checkpoint is not kept": (_newest_not_kept, "V8"),
    "an old match signed with the current key": (_rewritten_with_current_key, "V9"),
    "cut and went on with a stolen key": (_cut_and_went_on, "V9"),
    "signed before any epoch": (_signed_before_any_epoch, "V9"),
    "a closing checkpoint is dropped": (_closing_dropped, "V10"),
}
"""Attacks that a verifier without the rules of the game must find too."""


def _other(line: bytes, place: int) -> bytes:
    """The base64 digit at `place` is another one."""
    new = b"A" if line[place : place + 1] != b"A" else b"B"
    return line[:place] + new + line[place:][1:]


def _of(receipt: Any, **changes: Any) -> Any:
    return replace(receipt, **changes)


RECEIPTS: Final[Mapping[str, tuple[Attack, str]]] = {
    "a receipt that is none": (_receipt(lambda _c, _h, _s: "12345"), "V15"),
    "a receipt of another commitment": (_receipt(lambda c, _h, _s: _of(c, r=bytes(32))), "V15"),
    "a receipt of another batch": (
        _receipt(lambda c, _h, _s: _of(c, header=_of(c.header, bid=bytes(16)))),
        "V15",
    ),
    "a receipt of other cards": (
        _receipt(lambda _c, h, _s: _of(h, hand=_of(h.hand, commits=(bytes(32),) * 4))),
        "V15",
    ),
    "a receipt of another hand": (
        _receipt(lambda _c, h, _s: _of(h, hand=_of(h.hand, h=1))),
        "V15",
    ),
    "a receipt of another secret": (_receipt(lambda _c, h, _s: _of(h, s=_flipped(h.s))), "V15"),
    "a receipt of another leaf": (_receipt(lambda _c, _h, s: _of(s, cs=_flipped(s.cs))), "V15"),
    "a receipt that was not signed": (
        _receipt(lambda c, _h, _s: _of(c, checkpoint=_of(c.checkpoint, signature=bytes(64)))),
        "V8",
    ),
    "a receipt by another key": (
        _receipt(lambda c, _h, _s: _of(c, checkpoint=_of(c.checkpoint, key_id=bytes(4)))),
        "V8",
    ),
    "a receipt of another root": (
        _receipt(lambda c, _h, _s: _of(c, checkpoint=_of(c.checkpoint, root=bytes(32)))),
        "V8",
    ),
}


def write(destination: Path) -> dict[str, str]:
    """Make all of them; what each must be refused for, by its name."""
    destination.mkdir(parents=True)
    manifest: dict[str, str] = {}
    whole, bare = _whole(destination), _bare(destination)
    lies = {f"lie-{name}": (_lie(edit), check) for name, (edit, check) in LIES.items()}
    for source, attacks in ((whole, BYTES), (bare, lies), (whole, RECEIPTS)):
        for name, (attack, check) in attacks.items():
            folder = destination / "exports" / slug(name)
            folder.parent.mkdir(exist_ok=True)
            attack(source, folder)
            manifest[folder.name] = check
    for each in (whole, bare):
        each.table.log.close()
        shutil.rmtree(each.table.state.parent)
    (destination / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
    return manifest


def slug(name: str) -> str:
    """The name of an attack as that of a folder."""
    kept = "".join(letter if letter.isalnum() else "-" for letter in name.lower())
    return "-".join(part for part in kept.split("-") if part)


def policy_of(destination: Path, name: str) -> str:
    """Whom a verifier should trust: the lies are told by a table of their own."""
    return (destination / ("policy-lies" if name.startswith("lie-") else "policy")).read_text()


def _lie(edit: Callable[[Any], Any]) -> Attack:
    return lambda whole, folder: forge(whole.table, folder, edit(plain(whole.table)))


def _whole(destination: Path) -> Whole:
    table = Table(destination / "made-whole" / "state")
    table.play_match("1B", spare=1)
    (destination / "policy").write_text(table.policy())
    return Whole(table, table.export(destination / "made-whole" / "export"), table.policy())


def _bare(destination: Path) -> Whole:
    table = Table(destination / "made-bare" / "state", quick=True)
    table.play_match("2", spare=1)
    (destination / "policy-lies").write_text(table.policy())
    return Whole(table, table.export(destination / "made-bare" / "export", {}), table.policy())


if __name__ == "__main__":
    os.umask(0o022)
    print(f"{len(write(Path(sys.argv[1])))} forged exports: {sys.argv[1]}")
