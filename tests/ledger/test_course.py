"""A table that signs everything as it should, but lies: what the auditor reads between the lines.

The forger here has every key, edits the entries, and signs all anew (`tlog1` §6, A1 and A5
without a receipt); the meaning of the entries alone must give him away.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from table_firmware.fairness.deal import conditioning
from table_firmware.fairness.receipts import CommitReceipt, to_digits
from table_firmware.ledger.audit import audit
from table_firmware.ledger.course import Course
from table_firmware.ledger.entries import decode
from table_firmware.ledger.keys import SoftwareKey
from table_firmware.ledger.report import Refusal, Report
from table_firmware.ledger.tree import Tree, leaf_hash

Entries = list[dict[str, Any]]


def at(entries: Entries, kind: str, number: int = 0) -> dict[str, Any]:
    """Entry `number` of a kind, to be edited in place."""
    return [entry for entry in entries if entry["k"] == kind][number]


def renumbered(entries: Entries) -> Entries:
    for index, entry in enumerate(entries):
        entry["i"] = index
    return entries


def drop(kind: str, number: int = 0) -> Callable[[Entries], Entries]:
    def edit(entries: Entries) -> Entries:
        entries.remove(at(entries, kind, number))
        return renumbered(entries)

    return edit


def double(kind: str, number: int = 0) -> Callable[[Entries], Entries]:
    def edit(entries: Entries) -> Entries:
        entry = at(entries, kind, number)
        entries.insert(entries.index(entry), json.loads(json.dumps(entry)))
        return renumbered(entries)

    return edit


def swap(kind: str, other: str) -> Callable[[Entries], Entries]:
    """The first entry of `kind` stands where the first of `other` stood, and the reverse; the
    times stay where they were."""

    def edit(entries: Entries) -> Entries:
        one, two = at(entries, kind), at(entries, other)
        one["k"], two["k"] = two["k"], one["k"]
        one["d"], two["d"] = two["d"], one["d"]
        return entries

    return edit


def insert(before: str, *kinds: dict[str, Any], number: int = 0) -> Callable[[Entries], Entries]:
    def edit(entries: Entries) -> Entries:
        place = entries.index(at(entries, before, number))
        model = entries[place]
        entries[place:place] = [{**model, **json.loads(json.dumps(kind))} for kind in kinds]
        return renumbered(entries)

    return edit


def put(kind: str, name: str, value: Any, number: int = 0) -> Callable[[Entries], Entries]:
    def edit(entries: Entries) -> Entries:
        at(entries, kind, number)["d"][name] = value
        return entries

    return edit


def nibble(kind: str, name: str, number: int = 0) -> Callable[[Entries], Entries]:
    """One hexadecimal digit of a field is another."""

    def edit(entries: Entries) -> Entries:
        d = at(entries, kind, number)["d"]
        d[name] = changed(d[name])
        return entries

    return edit


def changed(value: Any) -> Any:
    if isinstance(value, list):
        return [changed(value[0]), *value[1:]]
    return ("1" if value[0] == "0" else "0") + value[1:]


def swapped_digits(entries: Entries) -> Entries:
    seats = at(entries, "contrib")["d"]["seats"]
    seats["E"]["data"] = b"271828".hex()
    return entries


def other_beacon(entries: Entries) -> Entries:
    seats = at(entries, "contrib")["d"]["seats"]
    seats["W"]["data"] = "00" * 40
    return entries


def odd_contribution(entries: Entries) -> Entries:
    at(entries, "contrib")["d"]["seats"]["E"] = {"mode": 1, "data": b"abcdef".hex()}
    return entries


def other_draw(entries: Entries) -> Entries:
    draws = at(entries, "draw")["d"]["draws"]
    draws["trump"] = (draws["trump"] + 1) % 13
    return entries


def acts(entries: Entries, kind: str) -> Entries:
    return [e for e in entries if e["k"] == "act" and e["d"]["action"]["kind"] == kind]


def played(entries: Entries) -> dict[str, Any]:
    """The first act in which cards were laid."""
    return next(e for e in entries if e["k"] == "act" and e["d"]["events"][0]["kind"] == "played")


def other_card(entries: Entries) -> Entries:
    event = played(entries)["d"]["events"][0]
    event["cards"][0] = "S2" if event["cards"][0] != "S2" else "S3"
    return entries


def not_asked(entries: Entries) -> Entries:
    seats = {"E": "N", "N": "W", "W": "S", "S": "E"}
    action = played(entries)["d"]["action"]
    action["seat"] = seats[action["seat"]]
    return entries


def said_by_another(entries: Entries) -> Entries:
    played(entries)["d"]["action"]["by"] = "player"
    return entries


def unknown_action(entries: Entries) -> Entries:
    at(entries, "act")["d"]["action"]["kind"] = "peek"
    return entries


def malformed_action(entries: Entries) -> Entries:
    acts(entries, "proceed")[0]["d"]["action"]["seat"] = "E"
    return entries


def seatless_gift(entries: Entries) -> Entries:
    acts(entries, "give")[0]["d"]["action"]["seat"] = {}
    return entries


def open_gift(entries: Entries) -> Entries:
    acts(entries, "give")[0]["d"]["action"]["cards"] = ["S7"]
    return entries


def other_gift(entries: Entries) -> Entries:
    event = exchanged(entries)
    event["EW"] = ["S2", "S2"] if event["EW"][0] != "S2" else ["S3", "S3"]
    return entries


def malformed_exchange(entries: Entries) -> Entries:
    exchanged(entries)["EW"] = 5
    return entries


def exchanged(entries: Entries) -> dict[str, Any]:
    events = (e for entry in entries if entry["k"] == "act" for e in entry["d"]["events"])
    found: dict[str, Any] = next(e for e in events if e["kind"] == "exchanged")
    return found


def p_for_nothing(entries: Entries) -> Entries:
    acts(entries, "proceed")[0]["d"]["p"] = "00" * 32
    return entries


def p_missing(entries: Entries) -> Entries:
    del acts(entries, "give")[0]["d"]["p"]
    return entries


def forgotten_act(entries: Entries) -> Entries:
    entries.remove(played(entries))
    return renumbered(entries)


def ended_early(entries: Entries) -> Entries:
    last = [e for e in entries if e["k"] == "act" and e["d"]["h"] == 0][-1]
    entries.remove(last)
    return renumbered(entries)


def better_result(entries: Entries) -> Entries:
    tenths = at(entries, "hand_end")["d"]["position_tenths"]
    tenths[0] += 10
    return entries


def better_rank(entries: Entries) -> Entries:
    ranking = at(entries, "match_end")["d"]["ranking"]
    ranking[0]["tenths"] += 1
    return entries


def malformed_rank(entries: Entries) -> Entries:
    at(entries, "match_end")["d"]["ranking"][0]["rank"] = "first"
    return entries


def richer_though_away(entries: Entries) -> Entries:
    ranking = at(entries, "match_end")["d"]["ranking"]
    ranking[0] |= {"unfinished": True, "rank": 0, "tenths": 999}
    return entries


def ranked_practice(entries: Entries) -> Entries:
    at(entries, "match")["d"]["ranked"] = 1
    return entries


def other_noise(entries: Entries) -> Entries:
    """Other noise, and the S that comes from it: not what was committed to."""
    d = at(entries, "reveal")["d"]
    d["hw"] = changed(d["hw"])
    bh = bytes.fromhex(at(entries, "batch")["d"]["BH"])
    hb = sha256(bh).digest()
    d["S"] = conditioning(hb, 0, bytes.fromhex(d["hw"]), bytes.fromhex(d["os"]))[1].hex()
    return entries


def header(edit: Callable[[bytes], bytes]) -> Callable[[Entries], Entries]:
    def edited(entries: Entries) -> Entries:
        d = at(entries, "batch")["d"]
        d["BH"] = edit(bytes.fromhex(d["BH"])).hex()
        return entries

    return edited


def without_leaf(entries: Entries) -> Entries:
    at(entries, "batch")["d"]["leaves"].pop()
    return entries


def other_noise_name(entries: Entries) -> Entries:
    at(entries, "boot")["d"]["noise"] = "hwrng"
    return entries


def earlier_boot(entries: Entries) -> Entries:
    for entry in entries:
        entry["b"] = 5 if entry["i"] else 6
    return entries


def later_m(entries: Entries) -> Entries:
    at(entries, "match")["m"] += 1000
    return entries


def wrong_index(entries: Entries) -> Entries:
    entries[3]["i"] = 4
    return entries


def stray_field(entries: Entries) -> Entries:
    entries[3]["d"]["extra"] = 1
    return entries


VOID = {"k": "void", "d": {"h": 0, "reason": "x", "os": ""}}
UNUSED = {"k": "void", "d": {"h": 2, "reason": "x", "os": ""}}
EPOCH_END = {"k": "epoch_end", "d": {"e": 0}}
SEALED = {"k": "reveal_sealed", "d": {"h": 2, "sha256": "00" * 32}}
BOOT = {
    "k": "boot",
    "d": {"fw": "00" * 32, "os": "x", "noise": "n", "counter": 0, "torn": 0, "clean": 1},
}
PLACES = {"E": "A", "N": "D", "W": "C", "S": "B"}

LIES: dict[str, tuple[Callable[[Entries], Any], str]] = {
    # V4
    "another index": (wrong_index, "V4"),
    "an unknown field": (stray_field, "V4"),
    # V10
    "an epoch is missing": (drop("epoch"), "V10"),
    "an epoch is never ended": (drop("epoch_end"), "V10"),
    "an epoch is ended twice": (double("epoch_end"), "V10"),
    "an epoch is skipped": (put("epoch", "e", 1), "V10"),
    "the key is no key": (put("epoch", "vkey", "x", 1), "V10"),
    "the key has another name": (
        put("epoch", "vkey", SoftwareKey("x", bytes(32)).verifier.vkey),
        "V10",
    ),
    "the key was not pre-committed": (
        put(
            "epoch",
            "vkey",
            SoftwareKey("club.example/table-1/simulated/e/1", bytes(32)).verifier.vkey,
            1,
        ),
        "V10",
    ),
    "another epoch is ended": (put("epoch_end", "e", 1), "V10"),
    "a match between two epochs": (insert("match", EPOCH_END), "V10"),
    # V11
    "the boot counter went back": (earlier_boot, "V11"),
    "a boot that was already": (insert("match", BOOT), "V11"),
    "the log begins without a boot": (drop("boot"), "V11"),
    "time went back": (later_m, "V11"),
    # V12
    "no match": (drop("match"), "V12"),
    "a match in a match": (double("match"), "V12"),
    "no batch": (drop("batch"), "V12"),
    "no contributions": (drop("contrib"), "V12"),
    "contributions twice": (double("contrib"), "V12"),
    "contributions after the first hand": (swap("contrib", "hand"), "V12"),
    "no hand": (drop("hand"), "V12"),
    "a hand twice": (double("hand"), "V12"),
    "another index of the hand": (put("hand", "h", 1), "V12"),
    "no draw": (drop("draw"), "V12"),
    "a draw twice": (double("draw"), "V12"),
    "the deal before the draw": (swap("draw", "deal"), "V12"),
    "no deal": (drop("deal"), "V12"),
    "a deal twice": (double("deal"), "V12"),
    "an act of another hand": (put("act", "h", 1), "V12"),
    "the hand ends twice": (double("hand_end"), "V12"),
    "the hand never ends": (drop("hand_end"), "V12"),
    "a reveal within the hand": (swap("reveal", "hand_end"), "V12"),
    "no reveal before the next hand": (drop("reveal"), "V12"),
    "no reveal of the last hand": (drop("reveal", 1), "V12"),
    "no reveal of an unused index": (drop("reveal", 2), "V12"),
    "a second reveal": (double("reveal"), "V12"),
    "a reveal of no index": (put("reveal", "h", 9), "V12"),
    "a used index is called unused": (put("reveal", "unused", 1), "V12"),
    "a void of a revealed index": (insert("match_end", VOID), "V12"),
    "a void of an unused and revealed index": (insert("match_end", UNUSED), "V12"),
    "a void of a later index": (insert("hand", UNUSED), "V12"),
    "a sealed reveal of an open batch": (insert("match_end", SEALED), "V12"),
    "the match ends twice": (double("match_end"), "V12"),
    "the match ends within a hand": (
        insert("hand_end", {"k": "match_end", "d": {"ranking": []}}),
        "V12",
    ),
    "the batch ends within a hand": (
        insert("hand_end", {"k": "batch_end", "d": {"played": 0, "void": 0, "unused": 2}}),
        "V12",
    ),
    "the counts of the batch": (put("batch_end", "played", 1), "V12"),
    "places change within a hand": (
        insert("hand_end", {"k": "seating", "d": {"h": 1, "places": PLACES}}),
        "V12",
    ),
    # V13
    "unknown rules": (put("match", "game", "poker/1"), "V13"),
    "an unknown mode": (put("match", "mode", "5"), "V13"),
    "an unknown option": (put("match", "options", {"jokers_wild": True}), "V13"),
    "practice that is ranked": (ranked_practice, "V13"),
    "a header that is none": (put("batch", "BH", "00"), "V13"),
    "a header with another tag": (header(lambda bh: b"X" + bh[1:]), "V13"),
    "a header with something after it": (header(lambda bh: bh + b"\0"), "V13"),
    "a leaf": (nibble("batch", "leaves"), "V13"),
    "a leaf too few": (without_leaf, "V13"),
    "R": (nibble("batch", "R"), "V13"),
    "B": (nibble("batch", "B"), "V13"),
    "the digits of a player": (swapped_digits, "V13"),
    "digits that are none": (odd_contribution, "V13"),
    "another beacon": (other_beacon, "V13"),
    "K": (nibble("contrib", "K"), "V13"),
    "T": (nibble("hand", "T"), "V13"),
    "A": (nibble("draw", "A"), "V13"),
    "trump": (other_draw, "V13"),
    "a seat commitment": (nibble("deal", "E"), "V13"),
    "secrets that were not committed to": (other_noise, "V13"),
    "the places": (
        insert("hand", {"k": "seating", "d": {"h": 1, "places": {**PLACES, "E": "B"}}}, number=1),
        "V13",
    ),
    "a card that was not there": (other_card, "V13"),
    "another seat acted": (not_asked, "V13"),
    "another one acted": (said_by_another, "V13"),
    "an act that the rules do not know": (unknown_action, "V13"),
    "an act with a field too many": (malformed_action, "V13"),
    "a gift of no seat": (seatless_gift, "V13"),
    "a gift that lies open": (open_gift, "V13"),
    "other cards were exchanged": (other_gift, "V13"),
    "an exchange that is none": (malformed_exchange, "V13"),
    "a hidden part of an open act": (p_for_nothing, "V13"),
    "no hidden part of a hidden act": (p_missing, "V13"),
    "an act is left out": (forgotten_act, "V13"),
    "the hand ended too early": (ended_early, "V13"),
    "the result": (better_result, "V13"),
    "the ranking": (better_rank, "V13"),
    "a ranking that is none": (malformed_rank, "V13"),
    "points of one who was away": (richer_though_away, "V13"),
    # V14
    "noise": (nibble("reveal", "hw"), "V14"),
    "the noise of the system": (nibble("reveal", "os"), "V14"),
    "S": (nibble("reveal", "S"), "V14"),
    # V15
    "the bid": (nibble("batch", "bid"), "V15"),
    "a batch of another table": (header(lambda bh: bh.replace(b"table-1", b"table-2")), "V15"),
    "a batch of another game": (header(lambda bh: bh.replace(b"chinpok/1", b"chinpok/2")), "V15"),
    "a batch made for another place": (other_noise_name, "V15"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found_however_well_it_is_signed(bare: Any, tmp_path: Path, lie: str) -> None:
    edit, check = LIES[lie]
    report: Report = bare.forge(tmp_path / "out", edit(bare.plain()))
    assert report.refusal is not None, lie
    assert report.refusal.check == check, report.verdict
    assert report.refusal.where.startswith(("entry ", "epoch ")), report.verdict


def test_the_forger_is_not_found_where_he_changes_nothing(bare: Any, tmp_path: Path) -> None:
    report = bare.forge(tmp_path / "out", bare.plain())
    assert report.ok, report.verdict


def test_v4_an_entry_that_is_not_canonical(bare: Any, tmp_path: Path) -> None:
    entries = bare.plain()
    entries[3] = json.dumps(entries[3], indent=0).encode()
    assert bare.forge(tmp_path / "out", entries).refusal.check == "V4"


def test_simulated_noise_must_stand_in_the_name(bare: Any) -> None:
    """The forger cannot rename the table, so the rule is asked of the course itself."""
    with pytest.raises(Refusal, match="simulated noise") as refusal:
        follow_renamed(bare)
    assert refusal.value.check == "V15"


def follow_renamed(bare: Any) -> None:
    course, tree = Course("club.example/table-1", frozenset()), Tree()
    for leaf in bare.table.log.leaves():
        entry = decode(leaf)
        if entry.k == "batch":
            raw = bytes.fromhex(entry.d["BH"])
            name = raw.index(b"club")
            renamed = raw[: name - 2] + b"\0\x14club.example/table-1" + raw[name + 30 :]
            entry = replace(entry, d={**entry.d, "BH": renamed.hex()})
        course.follow(entry, tree)
        tree.append(leaf_hash(leaf))


def test_an_unfinished_mark_is_the_word_of_the_table(table: Any, tmp_path: Path) -> None:
    """Who was away too often is not in the rules: the earnings must still be right."""
    table.play_match("2")
    table.export(tmp_path / "real", {})
    entries = [json.loads(leaf) for leaf in table.log.leaves()]
    line = at(entries, "match_end")["d"]["ranking"][1]
    line |= {"unfinished": True, "rank": 0}
    table.forge(tmp_path / "out", entries)
    report = audit(tmp_path / "out", table.policy())
    assert report.ok, report.verdict


# ------------------------------------------------------------------ V9, V10: keys (A1 to A4)


def test_v9_a_checkpoint_by_the_key_of_another_epoch(bare: Any, tmp_path: Path) -> None:
    """A1: a thief with the current key edits an old match and signs everything again."""
    folder, entries = tmp_path / "out", bare.plain()
    bare.table.forge(folder, entries, epochs=lambda _size: 1)
    report = audit(folder, bare.policy)
    assert report.refusal is not None
    assert report.refusal.check == "V9"
    assert "not by club.example/table-1/simulated/e/0" in report.refusal.why


def test_v2_the_current_key_renamed_as_the_old_one(bare: Any, tmp_path: Path) -> None:
    """A1b: the key id gives it away."""
    folder, entries = tmp_path / "out", bare.plain()
    keys = dict(bare.table.keys)
    bare.table.keys[0] = SoftwareKey(keys[0].name, keys[1].seed)
    bare.table.forge(folder, entries)
    bare.table.keys.update(keys)
    report = audit(folder, bare.policy)
    assert report.refusal is not None
    assert report.refusal.check == "V2"


@pytest.mark.parametrize("size", [0, 1])
def test_v9_a_checkpoint_while_no_epoch_was_open(bare: Any, tmp_path: Path, size: int) -> None:
    folder, entries = tmp_path / "out", bare.plain()
    ends = [e["i"] + 1 for e in entries if e["k"] == "epoch_end"]
    bare.table.forge(folder, entries, sizes=[size, *ends, len(entries)])
    report = audit(folder, bare.policy)
    assert report.refusal is not None
    assert (report.refusal.check, report.refusal.where) == ("V9", f"log/checkpoints/{size}")


def test_v9_a_checkpoint_between_two_epochs(table: Any, tmp_path: Path) -> None:
    table.log.append("epoch_end", {"e": 0}, 9)
    table.restart()
    table.export(tmp_path / "real", {})
    entries = [json.loads(leaf) for leaf in table.log.leaves()]
    end = at(entries, "epoch_end")["i"] + 1
    table.forge(tmp_path / "out", entries, sizes=[end, end + 1, len(entries)])
    report = audit(tmp_path / "out", table.policy())
    assert report.refusal is not None
    assert (report.refusal.check, report.refusal.where) == ("V9", f"log/checkpoints/{end + 1}")


def test_v10_a_closing_checkpoint_is_dropped(bare: Any, tmp_path: Path) -> None:
    """A4."""
    folder = bare.copy(tmp_path / "out")
    end = next(e.i for e in bare.table.log.entries() if e.k == "epoch_end") + 1
    (folder / f"log/checkpoints/{end}").unlink()
    report = bare.verify(folder)
    assert report.refusal.check == "V10"


def test_a2_a_log_cut_at_an_old_checkpoint_is_not_found_without_a_receipt(
    table: Any, tmp_path: Path
) -> None:
    """The honest limit of §6; one later receipt finds it (A2b)."""
    table.play_match("1B")
    old = table.export(tmp_path / "old")
    table.play_match("1B")
    later = to_digits(table.receipts[-1])
    assert audit(old, table.policy()).ok
    report = audit(old, table.policy(), [later])
    assert report.refusal is not None
    assert report.refusal.check == "V8"


# ------------------------------------------------------------------ V15: receipts


def changed_receipts(whole: Any) -> list[Any]:
    commit, hand, seat = whole.table.receipts[:3]
    early = whole.table.receipt_root(2)
    other = replace(hand.hand, commits=(bytes(32), *hand.hand.commits[1:]))
    elsewhere = replace(hand.hand, h=1)
    return [
        replace(commit, r=bytes(32)),
        replace(commit, checkpoint=early),
        replace(commit, header=replace(commit.header, bid=bytes(16))),
        replace(commit, header=replace(commit.header, prev_size=1)),
        replace(hand, hand=other),
        replace(hand, hand=elsewhere),
        replace(hand, s=bytes(96)),
        replace(seat, hand=other),
        replace(seat, cs=bytes(32)),
    ]


@pytest.mark.parametrize("number", range(9))
def test_v15_a_receipt_that_is_not_of_this_log(whole: Any, number: int) -> None:
    receipt = changed_receipts(whole)[number]
    report = audit(whole.folder, whole.policy, [to_digits(receipt)])
    assert report.refusal is not None
    assert report.refusal.check == "V15", report.verdict


@pytest.mark.parametrize("text", ["", "1", "x" * 5000, "0" * 500, "é"])
def test_v15_a_receipt_that_is_none(whole: Any, text: str) -> None:
    report = audit(whole.folder, whole.policy, [text])
    assert report.refusal is not None
    assert (report.refusal.check, report.refusal.where) == ("V15", "receipt 1")


def test_v8_a_receipt_that_the_table_did_not_sign(whole: Any) -> None:
    commit = whole.table.receipts[0]
    assert isinstance(commit, CommitReceipt)
    cp = commit.checkpoint
    for bad in (replace(cp, signature=bytes(64)), replace(cp, key_id=bytes(4))):
        digits = to_digits(replace(commit, checkpoint=bad))
        report = audit(whole.folder, whole.policy, [digits])
        assert report.refusal is not None
        assert report.refusal.check == "V8"
