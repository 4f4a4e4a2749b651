"""What the log must say next, from what it says already, and the words of each entry.

`due` needs no input, no time and no chance: cut off between any two entries, the table goes on
with byte-equal ones (`deal1` §8). The order is that of `ledger.entries`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from table_firmware.controller.record import (
    Committed,
    Hand,
    Match,
    Record,
    deal_of,
    places_after_deal,
    terms,
)
from table_firmware.fairness.deal import (
    NOTHING,
    Batch,
    Contribution,
    Dealt,
    deal_hand,
    hand_hash,
    mix,
)
from table_firmware.ledger.entries import hide
from table_firmware.rules.cards import Seat
from table_firmware.rules.match import MODES, Standing, levels, seating
from table_firmware.rules.notation import to_plain
from table_firmware.rules.round import Fact, Gave, HandResult
from table_firmware.rules.said import Action, Event
from table_firmware.rules.upgrade import spelt


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry to append. private: what its `p` shall stand for, kept outside the tree first."""

    kind: str
    d: Mapping[str, Any]
    private: Mapping[str, Any] | None = None


def due(
    record: Record,
    secrets: Batch | None,
    auto_manage_after: int,
    vault_lost: bool = False,
    awaits_void: bool = False,
    awaits_cut: bool = False,
) -> Draft | None:
    """The entry that must follow now, None while the table waits for somebody or some time."""
    match = record.match
    if match is None or match.closed:
        return None
    for seat, chair in zip(Seat, record.chairs, strict=True):
        if chair.human and not chair.managed and 0 < auto_manage_after <= chair.timeouts:
            return seat_change(seat, "managed")
    if vault_lost and match.open_index is not None:
        return None if awaits_void else void_entry(match.open_index, "vault_lost")
    if match.over:
        return _due_after_match(match, secrets)
    if vault_lost and match.lost:
        return match_end_entry(match)
    if match.batch is None and match.places != places_of(match, 0):
        return seating_entry(match, 0)
    if secrets is None or match.batch is None or match.contributions is None or awaits_cut:
        return None
    if match.hand is None:
        return hand_entry(match, match.batch, 0)
    return _due_in_hand(match, match.batch, match.hand, secrets)


def _due_in_hand(match: Match, batch: Committed, hand: Hand, secrets: Batch) -> Draft | None:
    if hand.draws is None:
        return draw_entry(match, hand, secrets)
    if hand.moves is not None and not hand.ended:
        return _seating(hand.h, places_after_deal(match, hand))
    if match.settled:
        if match.reseated:
            return hand_entry(match, batch, hand.h + 1)
        return _due_reveal(match, batch, secrets)
    if hand.ended:
        return reveal_entry(secrets, hand.h)
    if hand.result is None:
        return None
    if "void" in hand.result.marks:
        return void_entry(hand.h, "abnormal")
    return hand_end_entry(hand.h, hand.result)


def places_of(match: Match, h: int) -> Mapping[Seat, str]:
    """Who sits where when hand `h` of the batch is dealt, or of the one to come."""
    return seating(match.mode, match.first + h + 1, match.places)


def _due_reveal(match: Match, batch: Committed, secrets: Batch) -> Draft | None:
    """After the last hand, what was kept back until the match is over, and the indices of the
    batch that nobody played (`deal1` §6)."""
    if match.begun < match.hands_in_all:
        return None
    kept = (h for h in range(batch.n) if h not in match.reveals)
    h = next(kept, None)
    return None if h is None else reveal_entry(secrets, h, unused=h >= match.next_h)


def _due_after_match(match: Match, secrets: Batch | None) -> Draft | None:
    """What is still secret is revealed, hands that were not needed among it (`deal1` §6)."""
    h = match.open_index
    if h is None:
        return batch_end_entry(match)
    return None if secrets is None else reveal_entry(secrets, h, unused=h >= match.next_h)


# ------------------------------------------------------------------ the words of each entry


def dealt_hand(match: Match, hand: Hand, secrets: Batch) -> Dealt:
    """The hand as the secrets, the contributions and the cuts fix it."""
    return deal_hand(secrets, match.k, hand.h, hand.cuts, match.game.DEALING)


def seat_change(seat: Seat, change: str) -> Draft:
    """The `seat` entry."""
    return Draft("seat", {"seat": seat.name, "change": change})


def batch_entry(secrets: Batch, noise: str, reveal_at: str, beacon_round: int) -> Draft:
    """The commitment to all secrets of a match, and when they will be revealed."""
    return Draft(
        "batch",
        {
            "bid": secrets.bid.hex(),
            "BH": secrets.bh.hex(),
            "R": secrets.r.hex(),
            "B": secrets.b.hex(),
            "leaves": [leaf.hex() for leaf in secrets.leaves],
            "reveal_at": reveal_at,
            "beacon_round": beacon_round,
            "noise": noise,
        },
    )


def _by_seat(contributions: Sequence[Contribution]) -> dict[str, Any]:
    return {
        seat.name: {"mode": given.mode, "data": given.data.hex()}
        for seat, given in zip(Seat, contributions, strict=True)
    }


def contrib_entry(batch: Committed, contributions: Sequence[Contribution]) -> Draft:
    """What the seats added, frozen."""
    k = mix(batch.b, contributions)
    return Draft("contrib", {"seats": _by_seat(contributions), "K": k.hex()})


def hand_entry(
    match: Match, batch: Committed, h: int, cuts: Sequence[Contribution] = NOTHING
) -> Draft:
    """A hand begins: everything its deal depends on is now fixed."""
    t = hand_hash(batch.b, match.k, h, cuts, len(match.game.DEALING.deck))
    return Draft("hand", {"h": h, "cuts": _by_seat(cuts), "T": t.hex()})


def batch_end_entry(match: Match) -> Draft:
    """Every index of the batch is revealed or void; another batch follows unless the match is
    over."""
    void = len(match.voids)
    played = match.next_h - sum(h < match.next_h for h in match.voids)
    unused = (match.batch.n if match.batch else 0) - played - void
    return Draft("batch_end", {"played": played, "void": void, "unused": unused})


def seating_entry(match: Match, h: int) -> Draft:
    """People change seats before hand `h` of the batch, or of the one to come (000 §28.3)."""
    return _seating(h, places_of(match, h))


def _seating(h: int, places: Mapping[Seat, str]) -> Draft:
    return Draft("seating", {"h": h, "places": {seat.name: who for seat, who in places.items()}})


def draw_entry(match: Match, hand: Hand, secrets: Batch) -> Draft:
    """What is drawn for all to see, and the trump if the match decides it instead (001 §10)."""
    draws = dict(dealt_hand(match, hand, secrets).draws)
    d = {"h": hand.h, "A": secrets.secrets[hand.h].a.hex(), "draws": draws}
    trump = terms(match, hand.number).trump
    return Draft("draw", {**d, "trump": trump} if trump else d)


def deal_entry(match: Match, hand: Hand, secrets: Batch) -> Draft:
    """The commitments to the four hands of cards, and what the game has lie open of them."""
    dealt = dealt_hand(match, hand, secrets)
    d = {"h": hand.h, "E": [commit.hex() for commit in dealt.commits]}
    deal = deal_of(match, hand, dealt)
    shown = match.game.lies_open(match.options, deal, dealt.hands_ids)
    return Draft("deal", {**d, "open": dict(shown)} if shown else d)


def act_entry(h: int, action: Action, by: str, events: Sequence[Event]) -> Draft:
    """One decision. What is laid face down goes into the private part (000 §19.2)."""
    d: dict[str, Any] = {
        "h": h,
        "action": {**to_plain(Action, action), "by": by},
        "events": [to_plain(Event, event) for event in events],
    }
    laid = [event.cards for event in events if isinstance(event, Gave)]
    if laid:
        return Draft("act", hide(d), {"cards": list(laid[0])})
    return Draft("act", d)


def void_entry(h: int, reason: str) -> Draft:
    """An index that counts for nobody. No operator has signed it."""
    return Draft("void", {"h": h, "reason": reason, "os": ""})


def hand_end_entry(h: int, result: HandResult) -> Draft:
    """How the hand ended."""
    d = {
        "h": h,
        "place": list(result.place),
        "left": list(result.left),
        "position_tenths": list(result.position_tenths),
        "pair_tenths": list(result.pair_tenths),
        "winner": result.winner,
        "marks": list(result.marks),
    }
    facts = [to_plain(Fact, fact) for fact in result.facts]
    return Draft("hand_end", {**d, "facts": facts} if facts else d)


def reveal_entry(secrets: Batch, h: int, *, unused: bool = False) -> Draft:
    """The secrets of a hand that is over, or was not played, with the raw noise behind them
    (`deal1` §6)."""
    secret = secrets.secrets[h]
    d = {"h": h, "S": secret.s.hex(), "hw": secret.hw.hex(), "os": secret.os.hex()}
    return Draft("reveal", {**d, "unused": 1} if unused else d)


def match_end_entry(match: Match) -> Draft:
    """The ranking, and in a match of levels where it has led (001 §10)."""
    ranking = match.game.rank(match.options, match.mode, match.hands)
    d = {"ranking": [to_plain(Standing, line) for line in ranking]}
    reached = {"levels": spelt(levels(match.hands))} if MODES[match.mode].levels else {}
    return Draft("match_end", d | reached)
