"""What is settled before the first hand (`deal1`; V12, V13, V15): rules, players, batch, digits.

Everything here raises Refusal at the first thing that does not agree.
"""

from collections.abc import Mapping
from typing import Any

from table_firmware.fairness import merkle
from table_firmware.fairness.deal import Header, mix
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.records import Batch, Match, batch_header, by_seat
from table_firmware.ledger.report import Refusal, demand
from table_firmware.ledger.tree import Tree
from table_firmware.rules.game import Game
from table_firmware.rules.games import by_version
from table_firmware.rules.match import HOUSE_PLAYERS, MODES, seating


def rules_of(d: Mapping[str, Any], where: str) -> tuple[Game, Any]:
    """The game and its options that a `match` or an event is played by; Refusal V13."""
    game = by_version(d["game"])
    if game is None:
        raise Refusal("V13", where, f"no rules of {d['game'][:40]!r} are known here")
    demand(d["mode"] in MODES, "V13", where, f"no mode {d['mode'][:40]!r}")
    try:
        options = game.options(d["options"])
    except ValueError as error:
        raise Refusal("V13", where, str(error)) from None
    offered = d["mode"] in game.modes(options)
    demand(offered, "V13", where, f"mode {d['mode']} is not offered under these options")
    return game, options


def opened_match(d: Mapping[str, Any], where: str) -> Match:
    """The match that a `match` entry begins."""
    game, options = rules_of(d, where)
    empty = [seat.name for seat in game.PLAYERS if d["seats"][seat.name] == "empty"]
    demand(not empty, "V13", where, f"nobody plays at {''.join(empty)}")
    seats = seating(d["mode"], 1)
    house = {who: d["seats"][seat.name] for seat, who in seats.items()}
    house = {who: kind for who, kind in house.items() if kind in HOUSE_PLAYERS}
    demand(not (house and d["ranked"]), "V13", where, "a match with a house player is ranked")
    training = not game.ranks(options, d["mode"])
    demand(not (training and d["ranked"]), "V13", where, "a training game is ranked")
    return Match(game, options, d["mode"], bool(d["ranked"]), house, seats)


def opened_event(d: Mapping[str, Any], where: str) -> Match:
    """The deals of an event, in its own log: as a match that nobody plays there."""
    game, options = rules_of(d, where)
    return Match(game, options, d["mode"], ranked=False, organised=True)


def opened_batch(match: Match, entry: Entry, origin: str, before: Tree, where: str) -> Batch:
    """The batch of a `batch` entry in the log of this name; before: the tree without the entry."""
    d = entry.d
    header = batch_header(d["BH"])
    _check_place(header, match, d, origin, before, where)
    if match.organised:
        whole = header.n == MODES[match.mode].hands and not match.hands_before
        demand(whole, "V12", where, "not one batch with all hands of the event")
        demand(d["reveal_at"] == "match", "V12", where, "an event is revealed at its end")
    leaves = tuple(bytes.fromhex(leaf) for leaf in d["leaves"])
    demand(len(leaves) == header.n, "V13", where, "not N leaves")
    r = merkle.root(leaves)
    demand(r.hex() == d["R"], "V13", where, "R is not the root of the leaves")
    b = header.b(r)
    demand(b.hex() == d["B"], "V13", where, "B does not follow from BH and R")
    return Batch(
        header, match.game.DEALING, r, b, leaves,
        d["reveal_at"], d["beacon_round"], match.hands_before, entry.i,
    )  # fmt: skip


def _check_place(
    header: Header, match: Match, d: Mapping[str, Any], origin: str, before: Tree, where: str
) -> None:
    demand(header.origin == origin, "V15", where, "the batch is of another table")
    demand(header.game == match.game.VERSION, "V15", where, "the batch is of another game")
    demand(header.bid.hex() == d["bid"], "V15", where, "bid is not the one in BH")
    place = (header.prev_size, header.prev_root) == (len(before), before.root())
    demand(place, "V15", where, "the batch was made for another place in the log")
    named = "simulated" in origin or "simulated" not in d["noise"]
    demand(named, "V15", where, "simulated noise at a table whose name does not say so")


def freeze(batch: Batch, d: Mapping[str, Any], where: str) -> None:
    """The contributions of a `contrib` entry; from here on they stand."""
    demand(not batch.k, "V12", where, "contributions after they were frozen")
    given = by_seat(d["seats"])
    for each in given:
        beacon = each.mode != 4 or int.from_bytes(each.data[:8], "big") == batch.beacon_round
        demand(beacon, "V13", where, "not the beacon round that the batch announced")
    k = mix(batch.b, given)
    demand(k.hex() == d["K"], "V13", where, "K does not follow from the contributions")
    batch.contributions, batch.k = given, k
