"""What one entry makes of the match in play, and of its hand."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from table_firmware.controller.record import Committed, Hand, Match, Record, deal_of, terms
from table_firmware.fairness.deal import Batch, deal_hand
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.records import batch_header, by_seat
from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import settled_by
from table_firmware.rules.match import HandRecord, Standing
from table_firmware.rules.notation import from_plain
from table_firmware.rules.round import HandEnded, HandResult
from table_firmware.rules.said import Event

VOID: Final = HandResult((0,) * 4, (0,) * 4, (0,) * 4, (0, 0), "", False, ("void",))
"""The result on show of a hand that an operator declared void."""


def fold_in_match(
    record: Record,
    match: Match,
    entry: Entry,
    secrets: Batch | None,
    private: Mapping[str, Any] | None,
) -> Match:
    """The match after one more entry; secrets and private as for `folding.fold`."""
    d = entry.d
    match entry.k:
        case "batch" | "event" | "contrib":
            return _fold_commitment(match, entry)
        case "hand":
            return replace(match, hand=Hand(d["h"], match.first + d["h"], by_seat(d["cuts"])))
        case "void":
            return _void(match, d["h"], entry.i + 1)
        case "reveal" | "reveal_sealed":
            return _reveal(match, d["h"], entry.i + 1)
        case "match_end":
            ranking = tuple(from_plain(Standing, line) for line in d["ranking"])
            return replace(match, ranking=ranking, over=True)
        case "batch_end":
            return replace(match, closed=True) if match.over else _between_batches(match)
        case "epoch":
            return replace(match, rotated=match.closed)
    if match.hand is None or d.get("h") != match.hand.h:
        return match
    return _fold_in_hand(record, match, match.hand, entry, secrets, private)


def _fold_commitment(match: Match, entry: Entry) -> Match:
    """The secrets of the match, its contributions, or both at once: those of an event."""
    d = entry.d
    if entry.k != "contrib":
        header, b = batch_header(d["BH"]), bytes.fromhex(d["B"])
        batch = Committed(
            header.bid,
            b,
            header.n,
            d["noise"],
            d.get("reveal_at", "match"),
            d.get("beacon_round", 0),
            d.get("origin", ""),
            d.get("sitting", 0),
        )
        match = replace(match, batch=batch, batch_size=entry.i + 1)
    if entry.k != "batch":
        match = replace(match, contributions=by_seat(d["seats"]), k=bytes.fromhex(d["K"]))
    return match


def _between_batches(match: Match) -> Match:
    """A new batch will follow; the hands played, their places and who leads stay."""
    return replace(
        match,
        first=match.begun,
        batch=None,
        batch_size=0,
        contributions=None,
        k=b"",
        hand=None,
        voids=(),
        reveals=(),
    )


def _void(match: Match, h: int, size: int) -> Match:
    """The index counts for nobody (001 §11), even if its result was logged: it can never be
    checked. But who was away in it was away (000 §40.4)."""
    voids, hand = (*match.voids, h), match.hand
    if hand is None:
        return replace(match, voids=voids, last=None)
    lost = h < hand.h or (h == hand.h and hand.ended)
    hands = match.hands[:-1] if lost else match.hands
    if hand.h == h and not hand.ended and hand.result is not None:
        hands = (*hands, _hand_record(match, hand))
    result = hand.result if hand.result and not lost else VOID
    ended = replace(hand, ended=True, result=result, end_size=size)
    return replace(match, voids=voids, hand=ended, hands=hands, last=None)


def _reveal(match: Match, h: int, size: int) -> Match:
    hand = match.hand
    if hand is not None and hand.h == h:
        hand = replace(hand, reveal_size=size)
    return replace(match, hand=hand, reveals=(*match.reveals, h))


def _fold_in_hand(
    record: Record,
    match: Match,
    hand: Hand,
    entry: Entry,
    secrets: Batch | None,
    private: Mapping[str, Any] | None,
) -> Match:
    d = entry.d
    match entry.k:
        case "draw":
            leader, trump = settled_by(terms(match, hand.number), d["draws"])
            hand = replace(hand, draws=d["draws"], leader=leader, trump=trump)
        case "deal":
            away = frozenset(seat for seat in Seat if record.chairs[seat].lost)
            hand = _opened(match, replace(hand, dealt=True, away=away), secrets)
        case "act":
            state, result = hand.state, hand.result
            for plain in d["events"]:
                event = _event(plain, private)
                result = event.result if isinstance(event, HandEnded) else result
                state = None if state is None else match.game.evolve(state, event)
            acts, stood_in = hand.acts + 1, _stood_in(hand.stood_in, d)
            hand = replace(hand, state=state, result=result, acts=acts, stood_in=stood_in)
        case "hand_end":
            done = _hand_record(match, hand)
            hand = replace(hand, ended=True, end_size=entry.i + 1)
            match = replace(match, hands=(*match.hands, done), last=done)
    return replace(match, hand=hand)


def _opened(match: Match, hand: Hand, secrets: Batch | None) -> Hand:
    if secrets is None or match.batch is None or secrets.b != match.batch.b:
        return hand
    dealt = deal_hand(secrets, match.k, hand.h, hand.cuts, match.game.DEALING)
    deal = deal_of(match, hand, dealt)
    places = match.game.places(match.options, deal)
    moves = None if places == tuple(Seat) else places
    return replace(hand, moves=moves, state=match.game.opening(match.options, deal))


def _stood_in(
    before: tuple[tuple[str, ...], ...], d: Mapping[str, Any]
) -> tuple[tuple[str, ...], ...]:
    """What the table has done for each seat since it last acted itself, after one more act."""
    action = d["action"]
    if "seat" not in action:
        return before
    seat = Seat[action["seat"]]
    alone = action["by"] in ("timeout", "managed")
    done = (*before[seat], d["events"][0]["kind"]) if alone else ()
    return (*before[:seat], done, *before[seat + 1 :])


def _event(plain: Mapping[str, Any], private: Mapping[str, Any] | None) -> Event:
    if plain["kind"] == "gave":
        plain = {**plain, "cards": list(private["cards"]) if private else []}
    event: Event = from_plain(Event, dict(plain))
    return event


def _hand_record(match: Match, hand: Hand) -> HandRecord:
    assert hand.result is not None
    seats = {seat: match.places[seat] for seat in match.game.PLAYERS}
    away = tuple(sorted(seats[seat] for seat in hand.away if seat in seats))
    return HandRecord(seats, hand.result, away)
