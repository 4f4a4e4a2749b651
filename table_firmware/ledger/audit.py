"""Is this export what a table wrote, and did the table keep to the rules? (`tlog1` §5)

First the bytes (V1 to V8: notes, signatures, tree, tiles, files), then the meaning (V4, V9 to
V15: entries in order, epochs, deals made again, every ruling made again). The first failure ends
the verification: nothing after it can be trusted. The folder may come from anybody: every way
in which it can be wrong is a failed check, never an exception.
"""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Final

from table_firmware.ledger.bindings import Receipts
from table_firmware.ledger.calls import Calls
from table_firmware.ledger.chronicle import Chronicle
from table_firmware.ledger.course import Course
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.events import Event
from table_firmware.ledger.export import IDENTITY, RECEIPTS
from table_firmware.ledger.exported import (
    CHECKPOINTS,
    ENTRIES,
    HEAD,
    all_leaves,
    decoded,
    leaves_of,
    own_keys,
    read_note,
    read_notes,
)
from table_firmware.ledger.folder import Folder, folders_of
from table_firmware.ledger.identities import Change, Identities, change_of
from table_firmware.ledger.notes import (
    ED25519,
    Checkpoint,
    Note,
    Verifier,
)
from table_firmware.ledger.operators import Operators
from table_firmware.ledger.policy import Policy, parse_policy
from table_firmware.ledger.report import TITLES, Check, Refusal, Report, demand
from table_firmware.ledger.tree import (
    TILE,
    Tree,
    bundles,
    leaf_hash,
    tile_path,
    tiles,
)
from table_firmware.ledger.upkeep import Suspension
from table_firmware.plural import singular

_MISSING: Final = "{} entries, but {} bundles (pruned? then verify where they were brought to)"
NO_POLICY: Final = (
    "key taken from the export: consistency only, not origin"
    " · 密钥取自导出文件：仅验证一致性，不验证来源"
)


def audit(
    directory: Path,
    policy: str | None = None,
    receipts: Sequence[str] = (),
    among: Collection[str] | None = None,
    epoch0: str = "",
    events: Sequence[Event] = (),
    follow: Callable[[Entry], None] = lambda _: None,
) -> Report:
    """Verify the export in `directory`.

    policy: text of a C2SP `tlog-policy`; without one the key is taken from the export. receipts:
    QR payloads (decimal digits) that people were shown, beside those in the export. among: the
    files that belong to it, if other people keep theirs in the same folder. epoch0: the key that
    the table began with, if a club has enrolled it (`enrolment`). events: those whose deals the
    table may have played, out of their own logs (`organised`). follow: is given each entry that
    no check has refused yet, in order; what it makes of them counts only if the report is `ok`.
    """
    inquiry = _Inquiry(policy, receipts, epoch0, events, follow)
    try:
        inquiry.run(directory, among)
    except Refusal as refusal:
        return inquiry.report(refusal)
    return inquiry.report(None)


class _Inquiry:
    def __init__(
        self,
        policy: str | None,
        receipts: Sequence[str],
        epoch0: str,
        events: Sequence[Event],
        follow: Callable[[Entry], None],
    ) -> None:
        self._policy_text, self._shown, self._epoch0 = policy, receipts, epoch0
        self._events, self._follow = events, follow
        self._passed: dict[str, str] = {}
        self._tree = Tree()
        self._course: Course | None = None
        self._origin = ""
        self._entries = 0
        self._remarks: list[str] = [] if policy is not None else [NO_POLICY]

    def run(self, directory: Path, among: Collection[str] | None) -> None:
        folder = Folder(directory, among=among)
        note, head = read_note(folder, HEAD)
        self._origin = head.origin
        policy, signing = self._trust(folder, head, note)
        demand(note.by(signing), "V2", HEAD, f"no valid signature by {signing.name}")
        quorum = policy is None or policy.witnessed(note)
        demand(quorum, "V2", HEAD, "the witness quorum has not signed")
        notes = read_notes(folder, note, head)
        self._passed["V1"] = f"{len(notes)} notes"
        for path, (_, checkpoint) in notes.items():
            demand(checkpoint.origin == self._origin, "V3", path, "is of another log")
        self._check_bytes(folder, head)
        changes, listed = _declared(folder, head.size)
        identities = _identities(changes, head.size, signing)
        _check_identities(notes, identities, policy)
        for path in folder.under(RECEIPTS):  # before a stranger's are read
            _check_listed(folder, path, listed)
        receipts = self._check_history(folder, notes, head, identities, policy)
        chronicle, course = self._check_meaning(folder, head, receipts)
        self._check_keys(folder, notes, chronicle, policy, identities)
        _check_beside(folder, listed)
        self._passed["V7"] = f"{len(folder.files)} files"
        bound = receipts.check_batches(course.kept)
        self._passed["V15"] = f"{course.batches} batches, {bound} receipts"
        self._remarks += course.remarks()

    def _trust(
        self, folder: Folder, head: Checkpoint, note: Note
    ) -> tuple[Policy | None, Verifier]:
        """Whose signature must stand on the newest checkpoint (V3)."""
        if self._policy_text is None:
            identity = own_keys(folder)[0]
            demand(identity.name == head.origin, "V3", IDENTITY, "the key is of another log")
            self._passed["V3"] = f"{head.origin}, by its own word"
            return None, identity
        try:
            policy = parse_policy(self._policy_text)
        except ValueError as error:
            raise Refusal("V3", "policy", str(error)) from None
        named = [key for key in policy.logs if key.name == head.origin]
        demand(bool(named), "V3", HEAD, f"the policy does not name {head.origin}")
        lines = {(line.name, line.id) for line in note.signatures}
        signing = [key for key in named if (key.name, key.id) in lines and key.kind == ED25519]
        demand(bool(signing), "V2", HEAD, "no signature by a key of the policy")
        for key in named:
            in_hardware = key.kind == ED25519 or note.by(key)
            demand(in_hardware, "V2", HEAD, "no valid signature by the key of the TPM")
        self._passed["V3"] = head.origin
        return policy, signing[0]

    # -------------------------------------------------------------- bytes

    def _check_bytes(self, folder: Folder, head: Checkpoint) -> None:
        stored = sum(1 for _ in folder.under(ENTRIES))
        enough = head.size <= TILE * stored
        demand(enough, "V5", HEAD, _MISSING.format(head.size, stored))
        for number, width in bundles(head.size):
            self._check_bundle(folder, number, width)
        self._entries = len(self._tree)
        root = self._tree.root() == head.root
        demand(root, "V5", HEAD, "the root does not follow from the entries")
        self._passed["V5"] = f"{head.size} entries"
        expected = {HEAD} | set(folder.under(CHECKPOINTS))
        expected |= {f"log/{tile_path('entries', *place)}" for place in bundles(head.size)}
        for level, number, width in tiles(head.size):
            path = f"log/{tile_path(level, number, width)}"
            computed = self._tree.tile(level, number, width)
            same = folder.read(path, len(computed)) == computed
            demand(same, "V6", path, "is not the computed tile")
            expected.add(path)
        self._passed["V6"] = f"{sum(1 for _ in tiles(head.size))} tiles"
        for path in folder.under("log/"):
            demand(path in expected, "V7", path, "does not belong to a log of this size")
        for path in sorted(folder.directories - folders_of(folder.files)):
            raise Refusal("V7", path, "is an empty folder")

    def _check_bundle(self, folder: Folder, number: int, width: int) -> None:
        path = f"log/{tile_path('entries', number, width)}"
        leaves = leaves_of(folder, number, width)
        demand(len(leaves) == width, "V5", path, f"holds {len(leaves)} entries, not {width}")
        hashes = folder.read(f"log/{tile_path(0, number, width)}", 32 * TILE)
        for place, leaf in enumerate(leaves):
            digest = leaf_hash(leaf)
            same = digest == hashes[32 * place : 32 * place + 32]
            demand(same, "V6", f"entry {TILE * number + place}", "differs from its stored hash")
            self._tree.append(digest)

    def _check_history(
        self,
        folder: Folder,
        notes: dict[str, tuple[Note, Checkpoint]],
        head: Checkpoint,
        identities: Identities,
        policy: Policy | None,
    ) -> Receipts:
        for path, (_, checkpoint) in notes.items():
            self._check_root(checkpoint.size, checkpoint.root, path)
            named = path in (HEAD, f"log/checkpoints/{checkpoint.size}")
            demand(named, "V8", path, f"is the checkpoint of size {checkpoint.size}")
        newest = f"log/checkpoints/{head.size}"
        kept = newest in notes and notes[newest][0] == notes[HEAD][0]
        demand(kept, "V8", newest, "is not the newest checkpoint")

        def keys(size: int) -> list[Verifier]:
            found = identities.at(size)
            return [key for key in found if policy is None or policy.believes(key, size)]

        receipts = Receipts(folder, self._shown, self._origin, keys, self._events)
        for where, cp in receipts.roots():
            self._check_root(cp.size, cp.root, where)
        self._passed["V8"] = f"{len(notes) - 1} checkpoints, {receipts.count} receipts"
        return receipts

    def _check_root(self, size: int, root: bytes, where: str) -> None:
        fits = size <= len(self._tree) and self._tree.root(size) == root
        demand(fits, "V8", where, f"signs another history of {size} entries")

    # -------------------------------------------------------------- meaning

    def _check_meaning(
        self, folder: Folder, head: Checkpoint, receipts: Receipts
    ) -> tuple[Chronicle, Course]:
        chronicle = Chronicle(self._origin)
        course = self._course = Course(self._origin, receipts.bids, self._events)
        operators, suspension, calls = Operators(self._origin), Suspension(), Calls()
        before = Tree()
        for raw in all_leaves(folder, head.size):
            entry = decoded(raw, len(before))
            chronicle.follow(entry)
            course.follow(entry, before)
            operators.follow(entry)
            suspension.follow(entry)
            calls.follow(entry)
            self._follow(entry)  # last: of what the others have not refused
            before.append(leaf_hash(raw))
        self._remarks += [*operators.remarks(), *suspension.remarks(), *calls.remarks()]
        self._passed["V4"] = f"{head.size} entries"
        self._passed["V11"] = ""
        self._passed["V12"] = f"{course.matches} matches"
        self._passed["V13"] = f"{course.hands} hands"
        self._passed["V14"] = ""
        return chronicle, course

    def _check_keys(
        self,
        folder: Folder,
        notes: dict[str, tuple[Note, Checkpoint]],
        chronicle: Chronicle,
        policy: Policy | None,
        identities: Identities,
    ) -> None:
        witnesses = list(policy.witnesses.values()) if policy else []
        named = policy.logs if policy else own_keys(folder)
        in_hardware = [key for key in named if key.kind != ED25519]
        known = [
            *identities.keys,
            *in_hardware,
            *witnesses,
            *(epoch.verifier for epoch in chronicle.epochs),
        ]
        names = {(key.name, key.id): key for key in known}
        for path, (note, checkpoint) in notes.items():
            chronicle.check_signature(checkpoint.size, note, path)
            for line in note.signatures:
                key = names.get((line.name, line.id))
                unread = "a signature line that no key here can verify"
                demand(key is not None and note.by(key), "V7", path, unread)
        chronicle.check_beginning(self._epoch0)
        sizes = {checkpoint.size for _, checkpoint in notes.values()}
        chronicle.check_closings(sizes)
        chronicle.check_signed(sizes)
        self._passed["V2"] = f"{len(notes)} checkpoints"
        self._passed["V9"] = ""
        self._passed["V10"] = f"{len(chronicle.epochs)} epochs"
        self._remarks += chronicle.remarks()

    # -------------------------------------------------------------- verdict

    def report(self, refusal: Refusal | None) -> Report:
        checks = tuple(self._check(number, refusal) for number in TITLES)
        course = self._course
        return Report(
            origin=self._origin,
            entries=self._entries,
            hands=course.hands if course else 0,
            matches=course.matches if course else 0,
            rankings=tuple(course.rankings) if course else (),
            sittings=tuple(course.sittings) if course else (),
            checks=checks,
            remarks=tuple(self._remarks),
            refusal=refusal,
        )

    def _check(self, number: str, refusal: Refusal | None) -> Check:
        if refusal is not None and refusal.check == number:
            return Check(number, "failed", f"{refusal.where}: {refusal.why}")
        if number in self._passed:
            return Check(number, "ok", singular(self._passed[number]))
        return Check(number, "not-checked", "")


# ------------------------------------------------------------------ identity keys


def _declared(folder: Folder, size: int) -> tuple[list[Change], dict[str, Any]]:
    """What the log says that must be known before it is followed: the changes of its identity, and
    the files beside it with their SHA-256, by its last `export` entry."""
    changes: list[Change] = []
    listed: dict[str, Any] = {}
    for index, raw in enumerate(all_leaves(folder, size)):
        if b'"config"' in raw and b'"identity' in raw:
            changes += _change(decoded(raw, index))
        if b'"k":"export"' in raw:
            entry = decoded(raw, index)
            listed = entry.d["files"] if entry.k == "export" else listed
    return changes, listed


def _change(entry: Entry) -> list[Change]:
    try:
        change = change_of(entry)
    except ValueError as error:
        raise Refusal("V4", f"entry {entry.i}", str(error)) from None
    return [change] if change else []


def _identities(changes: list[Change], size: int, signing: Verifier) -> Identities:
    """The identity keys of the log, by what is under its newest checkpoint."""
    try:
        return Identities(changes, size, signing)
    except ValueError as error:
        raise Refusal("V2", HEAD, str(error)) from None


def _check_identities(
    notes: dict[str, tuple[Note, Checkpoint]], identities: Identities, policy: Policy | None
) -> None:
    """Each checkpoint is signed by the identity key of its size, and by no other one (V2, V9)."""
    for path, (note, checkpoint) in notes.items():
        size = checkpoint.size
        right = identities.at(size)
        for key in identities.keys:
            by = note.by(key)
            demand(by or key not in right, "V2", path, f"no valid signature by {key.name}")
            demand(not by or key in right, "V9", path, "signed by another identity than its own")
            believed = not by or policy is None or policy.believes(key, size)
            demand(believed, "V2", path, "signed by a key that was revoked before")
    for size in identities.double:
        path = f"log/checkpoints/{size}"
        demand(path in notes, "V2", path, "the change of the identity is not signed by both keys")


# ------------------------------------------------------------------ files beside the log


def _check_beside(folder: Folder, listed: dict[str, Any]) -> None:
    """Every file beside the log is in the last `export` entry, and the other way round."""
    found = {path for path in folder.files if not path.startswith("log/")}
    for path in sorted(found | listed.keys()):
        _check_listed(folder, path, listed)


def _check_listed(folder: Folder, path: str, listed: dict[str, Any]) -> None:
    demand(path in listed, "V7", path, "is not listed in the last export entry")
    demand(path in folder.files, "V7", path, "is missing")
    demand(folder.digest(path) == listed[path], "V7", path, "is not the file that was exported")
