"""Every lie that a table could write into its log, and the check that must find it."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from table_firmware.fairness.deal import conditioning
from table_firmware.ledger.keys import SoftwareKey
from tests.ledger.forgery import (
    Entries,
    at,
    changed,
    double,
    drop,
    insert,
    moved,
    nibble,
    put,
    renumbered,
    swap,
)
from tests.ledger.lies_of_play import (
    better_rank,
    better_result,
    ended_early,
    ended_in_the_lead,
    forgotten_act,
    malformed_action,
    malformed_exchange,
    malformed_rank,
    not_asked,
    open_gift,
    other_card,
    other_gift,
    p_for_nothing,
    p_missing,
    played_by_the_house,
    ranked_planner,
    ranked_practice,
    ranked_training,
    richer_though_away,
    said_by_another,
    seatless_gift,
    unknown_action,
)


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
UNUSED = {"k": "void", "d": {"h": 4, "reason": "x", "os": ""}}
EPOCH_END = {"k": "epoch_end", "d": {"e": 0}}
SEALED = {"k": "reveal_sealed", "d": {"h": 4, "sha256": "00" * 32}}
BOOT: dict[str, Any] = {
    "k": "boot",
    "d": {"fw": "00" * 32, "os": "x", "noise": "n", "counter": 0, "torn": 0, "clean": 1},
}


def passed_over(entries: Entries) -> Entries:
    """A deal that the table does not like is revealed as unused, and a new batch follows."""
    end, again = at(entries, "match_end"), at(entries, "batch_end")
    entries.remove(end)
    entries.remove(again)
    place = entries.index(at(entries, "epoch_end"))
    entries.insert(place, {**again, "m": again["m"]})
    return renumbered(entries)


def counting(counter: int, boot: int) -> dict[str, Any]:
    return {"k": "boot", "b": boot, "d": {**BOOT["d"], "counter": counter}}


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
    "the hardware counter went back": (
        insert("match_end", counting(3, boot=2), counting(2, boot=3)),
        "V11",
    ),
    "the log begins without a boot": (drop("boot"), "V11"),
    "time went back": (later_m, "V11"),
    # V12
    "no match": (drop("match"), "V12"),
    "a match in a match": (double("match"), "V12"),
    "no batch": (drop("batch"), "V12"),
    "a batch in a batch": (double("batch"), "V12"),
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
    "no reveal of the last hand": (drop("reveal", 3), "V12"),
    "no reveal of an unused index": (drop("reveal", 4), "V12"),
    "a second reveal": (double("reveal"), "V12"),
    "a reveal of no index": (put("reveal", "h", 9), "V12"),
    "a used index is called unused": (put("reveal", "unused", 1), "V12"),
    "a void of a revealed index": (insert("match_end", VOID), "V12"),
    "a void of an unused and revealed index": (insert("match_end", UNUSED), "V12"),
    "a void of a later index": (insert("hand", UNUSED), "V12"),
    "a sealed reveal of an open batch": (insert("match_end", SEALED), "V12"),
    "the hand ends before the deal": (moved("hand_end", "deal"), "V12"),
    "an unused index is revealed within a hand": (moved("reveal", "hand_end", 4), "V12"),
    "the match ends twice": (double("match_end"), "V12"),
    "the match ends within a hand": (
        insert("hand_end", {"k": "match_end", "d": {"ranking": []}}),
        "V12",
    ),
    "the batch ends within a hand": (
        insert("hand_end", {"k": "batch_end", "d": {"played": 0, "void": 0, "unused": 5}}),
        "V12",
    ),
    "the counts of the batch": (put("batch_end", "played", 1), "V12"),
    "an unused index before another batch": (passed_over, "V12"),
    "places change within a hand": (
        insert("hand_end", {"k": "seating", "d": {"h": 1, "places": PLACES}}),
        "V12",
    ),
    # V13
    "unknown rules": (put("match", "game", "poker/1"), "V13"),
    "an unknown mode": (put("match", "mode", "5"), "V13"),
    "an unknown option": (put("match", "options", {"jokers_wild": True}), "V13"),
    "practice that is ranked": (ranked_practice, "V13"),
    "practice with planners that is ranked": (ranked_planner, "V13"),
    "a person who acts as a planner": (played_by_the_house, "V13"),
    "a training game that is ranked": (ranked_training, "V13"),
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
    "the match ended too early": (ended_in_the_lead, "V13"),
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
