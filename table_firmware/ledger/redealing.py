"""Draws and decks made again from what was revealed (`deal1`; V13, V14), and the hand ruled again.

Everything here raises Refusal at the first thing that does not agree.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from table_firmware.fairness.deal import commit_s, conditioning, dealt_from, draws_from, leaf_from
from table_firmware.ledger.records import Batch, Hand, Match, said_result
from table_firmware.ledger.replay import rule_again
from table_firmware.ledger.report import demand
from table_firmware.rules.dealing import Deal
from table_firmware.rules.match import moved


def drawn(
    match: Match, batch: Batch, hand: Hand, d: Mapping[str, Any], where: str
) -> Mapping[str, int]:
    """The draws of a `draw` entry, in the order of the game: they follow from A, and A was
    committed to if the leaves are known."""
    a = bytes.fromhex(d["A"])
    committed = leaf_from(batch.header.hb, hand.h, a, b"")
    right = not batch.leaves or batch.leaves[hand.h][:32] == committed
    demand(right, "V13", where, "A is not the committed one")
    draws = draws_from(a, hand.t, match.game.DEALING)
    demand(draws == d["draws"], "V13", where, "the draws do not follow from A and T")
    trump = hand.terms.trump
    fixed = d.get("trump", "") == trump
    demand(fixed, "V13", where, f"the match decides this trump: {trump or 'none'}")
    return draws


def revealed_secret(batch: Batch, h: int, d: Mapping[str, Any], where: str) -> bytes:
    """S of an index: it comes from the noise, and was committed to."""
    s, hb = bytes.fromhex(d["S"]), batch.header.hb
    a, from_noise = conditioning(hb, h, bytes.fromhex(d["hw"]), bytes.fromhex(d["os"]))
    demand(from_noise == s, "V14", where, "S does not come from the noise")
    committed = leaf_from(hb, h, a, commit_s(hb, h, s)) == batch.leaves[h]
    demand(committed, "V13", where, "the secrets are not the ones committed to")
    return s


def deal_again(match: Match, batch: Batch, hand: Hand, where: str) -> bool:
    """Deal a hand whose S is known and rule it again; whether a result was held against it."""
    if hand.draws is None:
        return False
    dealt = dealt_from(batch.header.hb, hand.h, hand.t, hand.a, hand.s, match.game.DEALING)
    commits = tuple(commit.hex() for commit in dealt.commits)
    agree = not hand.commits or commits == hand.commits
    demand(agree, "V13", where, f"hand {hand.number}: E does not follow from S")
    deal = hand.terms.deal(dealt.hands, dealt.draws)
    _check_deal(match, hand, deal, dealt.hands_ids, where)
    seats = (hand.moved or hand.seats).items()
    house = {seat.name: match.house[who] for seat, who in seats if who in match.house}
    result = rule_again(match.game, match.options, deal, hand.acts, house)
    if hand.end is None:
        return False
    agrees = result == said_result(hand.end.d, where)
    demand(agrees, "V13", f"entry {hand.end.i}", "not the result that the rules give")
    return True


def _check_deal(
    match: Match, hand: Hand, deal: Deal, ids: Sequence[Sequence[int]], where: str
) -> None:
    """What was said to lie open, and who was said to have changed places, if it was dealt."""
    shown = dict(match.game.lies_open(match.options, deal, ids))
    dealt = bool(hand.commits)
    agree = not dealt or shown == hand.open
    demand(agree, "V13", where, f"hand {hand.number}: other cards lie open")
    sat = moved(hand.seats, match.game.places(match.options, deal))
    right = (hand.moved or hand.seats) == sat and hand.moved != hand.seats
    told = {seat.name: who for seat, who in sat.items()}
    demand(not dealt or right, "V13", where, f"hand {hand.number}: the places should be {told}")
