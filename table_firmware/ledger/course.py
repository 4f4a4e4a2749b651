"""The order of a match in the log (`deal1`; V12 to V15): what may follow what, and what is due.

Feed it every entry in order, together with the tree as it was before that entry.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from table_firmware.fairness.deal import NOTHING, hand_hash
from table_firmware.fairness.encoding import BadField
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.events import Event, Events, Played, Sitting
from table_firmware.ledger.opening import freeze, opened_batch, opened_event, opened_match
from table_firmware.ledger.progress import is_next, is_over, is_spare
from table_firmware.ledger.records import (
    ABNORMAL,
    DONE,
    NOT_COUNTED,
    OPEN,
    VOID,
    Batch,
    Hand,
    Match,
    by_seat,
    check_levels,
    check_ranking,
    places,
    playing,
    said_result,
    terms,
)
from table_firmware.ledger.redealing import deal_again, drawn, revealed_secret
from table_firmware.ledger.replay import Act
from table_firmware.ledger.report import Ranking, Refusal, demand
from table_firmware.ledger.thinking import Thinking
from table_firmware.ledger.tree import Tree
from table_firmware.rules.cards import Seat
from table_firmware.rules.match import MODES, HandRecord, is_won


class Course:
    """Follows matches. `kept` are the batches that `keep` asks for, by bid, to hold receipts
    against. known: events whose logs were given."""

    def __init__(self, origin: str, keep: frozenset[bytes], known: Iterable[Event] = ()) -> None:
        self._origin, self._keep = origin, keep
        self._match: Match | None = None
        self._hand: Hand | None = None
        self._events, self._thinking = Events(known), Thinking()
        self._organised = False
        self.kept: dict[bytes, Batch] = {}
        self.rankings: list[Ranking] = []
        self.hands = self.matches = self.voids = self.sealed = self.batches = 0
        self._rules: Mapping[str, Callable[[Entry, str], None]] = {
            "event_open": self._open_event,
            "event": self._take_event,
            "contrib": self._contrib,
            "hand": self._begin_hand,
            "draw": self._draw,
            "deal": self._deal,
            "act": self._act,
            "hand_end": self._end_hand,
            "reveal": self._reveal,
            "reveal_sealed": self._reveal_sealed,
            "seating": self._seating,
            "match": self._begin_match,
            "match_end": self._end_match,
            "batch_end": self._end_batch,
            "void": self._void,
        }

    def follow(self, entry: Entry, before: Tree) -> None:
        """Refusal V12 to V15 if this entry cannot come next or does not agree."""
        where = f"entry {entry.i}"
        self._thinking.follow(entry)
        try:
            if entry.k == "batch":
                self._begin_batch(entry, where, before)
            elif entry.k in self._rules:
                self._rules[entry.k](entry, where)
        except BadField as error:
            raise Refusal("V13", where, str(error)) from None

    def remarks(self) -> list[str]:
        """What stands unfinished at the end of the log, and what could not be checked."""
        found = []
        if self._hand is not None:
            count = len(self._hand.acts)
            found.append(
                f"hand {self._hand.number} is unfinished: its {count} acts cannot be ruled yet"
            )
        if self._match is not None:
            event = "the event is not closed: its decks are withheld"
            found.append(event if self._match.organised else "the last match is unfinished")
        if self.voids:
            found.append(f"void indices: {self.voids}")
        if self.sealed:
            found.append(f"sealed reveals: {self.sealed}; V14 was not checked for them")
        return [*found, *self._events.remarks()]

    @property
    def sittings(self) -> Sequence[Sitting]:
        """The matches that were played with the deals of an event."""
        return self._events.sittings

    # -------------------------------------------------------------- match and batch

    def _begin_match(self, entry: Entry, where: str) -> None:
        demand(self._match is None, "V12", where, "a match begins within a match")
        demand(not self._organised, "V12", where, "a match in the log of an event")
        self._match = opened_match(entry.d, where)

    def _open_event(self, entry: Entry, where: str) -> None:
        demand(not self._organised and not self.matches, "V12", where, "not the log of one event")
        demand(self._match is None, "V12", where, "an event within a match")
        self._organised = True
        self._match = opened_event(entry.d, where)

    def _take_event(self, entry: Entry, where: str) -> None:
        match = self._open_match(where)
        fresh = match.batch is None and not match.hands_before and not match.ended
        demand(fresh and not match.organised, "V12", where, "no event can begin here")
        self._take_batch(match, self._events.begin(match, entry, where))

    def _open_match(self, where: str) -> Match:
        if self._match is None:
            raise Refusal("V12", where, "there is no match")
        return self._match

    def _open_batch(self, where: str) -> Batch:
        batch = self._open_match(where).batch
        if batch is None:
            raise Refusal("V12", where, "there is no batch")
        return batch

    def _begin_batch(self, entry: Entry, where: str, before: Tree) -> None:
        match = self._open_match(where)
        demand(match.batch is None and not match.ended, "V12", where, "this batch comes too early")
        self._take_batch(match, opened_batch(match, entry, self._origin, before, where))

    def _take_batch(self, match: Match, batch: Batch) -> None:
        match.batch = batch
        self.batches += 1
        if batch.header.bid in self._keep:
            self.kept[batch.header.bid] = batch

    def _contrib(self, entry: Entry, where: str) -> None:
        freeze(self._open_batch(where), entry.d, where)

    def _end_batch(self, entry: Entry, where: str) -> None:
        match, batch = self._open_match(where), self._open_batch(where)
        demand(self._hand is None, "V12", where, "a batch ends within a hand")
        needed = range(len(batch.fate) if batch.sitting and match.ended else batch.header.n)
        for h in needed:
            done = h in batch.settled
            demand(done, "V12", where, f"index {h} was neither revealed nor declared void")
        fates = list(batch.fate.values())
        counts = {"played": fates.count(DONE), "void": fates.count(VOID)}
        counts["unused"] = batch.header.n - sum(counts.values())
        demand(counts == entry.d, "V12", where, f"the counts should be {counts}")
        # Else a table could pass over a deal that it does not like.
        right = match.ended or match.organised or not counts["unused"]
        demand(right, "V12", where, "a batch is followed by another before all of it was played")
        match.batch, match.hands_before = None, match.hands_before + len(fates)
        self._close(match)

    def _end_match(self, entry: Entry, where: str) -> None:
        match = self._open_match(where)
        demand(self._hand is None, "V12", where, "a match ends within a hand")
        demand(not match.ended and not match.organised, "V12", where, "no match can end here")
        demand(is_over(match), "V13", where, "no pair has won, and hands are left to play")
        standings = check_ranking(match, entry.d["ranking"], where)
        self.rankings.append(Ranking(standings, match.ranked))
        check_levels(match, entry.d.get("levels"), where)
        match.ended = True
        if match.batch is not None and match.batch.sitting:
            self._events.end()
        self.matches += 1
        self._close(match)

    def _close(self, match: Match) -> None:
        if (match.ended or match.organised) and match.batch is None:
            self._match = None

    def _seating(self, entry: Entry, where: str) -> None:
        match, said = self._open_match(where), entry.d["places"]
        if self._hand is not None:
            self._move(self._in_hand(entry, where), said, where)
            match.seats = self._hand.moved or match.seats
            return
        offset = match.batch.first_number if match.batch else match.hands_before
        right = {seat.name: who for seat, who in places(match, offset + entry.d["h"]).items()}
        demand(right == said, "V13", where, f"the places should be {right}")

    def _move(self, hand: Hand, said: Mapping[str, str], where: str) -> None:
        """People change places after the deal. Whether they had to, its reveal tells."""
        fresh = bool(hand.commits) and not hand.acts and hand.moved is None
        demand(fresh, "V12", where, "places change within a hand")
        same = sorted(said.values()) == sorted(hand.seats.values())
        demand(same, "V13", where, "these are not the players of the hand")
        hand.moved = {seat: said[seat.name] for seat in Seat}

    # -------------------------------------------------------------- one hand

    def _begin_hand(self, entry: Entry, where: str) -> None:
        match, batch = self._open_match(where), self._open_batch(where)
        h = entry.d["h"]
        demand(bool(batch.k) and not match.ended, "V12", where, "a hand before the contributions")
        demand(not match.organised, "V12", where, "a hand in the log of an event")
        left = batch.first_number + h < MODES[match.mode].hands
        demand(left, "V12", where, "the mode has no such hand")
        demand(self._hand is None, "V12", where, "a hand begins within a hand")
        demand(is_next(batch, h), "V12", where, "not the next index")
        demand(not is_won(match.mode, match.records), "V13", where, "the match has been won")
        at_once = batch.reveal_at != "hand" or all(
            done in batch.revealed for done, fate in batch.fate.items() if fate == DONE
        )
        demand(at_once, "V12", where, "the last hand was not revealed")
        cuts = by_seat(entry.d["cuts"])
        free = cuts == NOTHING or not batch.sitting
        demand(free, "V13", where, "the deck of an event is not cut")
        t = hand_hash(batch.b, batch.k, h, cuts, len(match.game.DEALING.deck))
        demand(t.hex() == entry.d["T"], "V13", where, "T does not follow from B, K, h and the cuts")
        number = batch.first_number + h
        match.seats = places(match, number)
        self._hand = Hand(h, t, number + 1, terms(match, number), cuts, match.seats)
        batch.fate[h], batch.hands[h] = OPEN, self._hand

    def _in_hand(self, entry: Entry, where: str) -> Hand:
        hand = self._hand
        if hand is None or hand.h != entry.d["h"]:
            raise Refusal("V12", where, f"{entry.k} of a hand that is not open")
        return hand

    def _draw(self, entry: Entry, where: str) -> None:
        hand, batch = self._in_hand(entry, where), self._open_batch(where)
        demand(hand.draws is None, "V12", where, "a second draw")
        hand.draws = drawn(self._open_match(where), batch, hand, entry.d, where)
        hand.a = bytes.fromhex(entry.d["A"])

    def _deal(self, entry: Entry, where: str) -> None:
        hand = self._in_hand(entry, where)
        demand(hand.draws is not None, "V12", where, "a deal before the draw")
        demand(not hand.commits, "V12", where, "a second deal")
        hand.commits, hand.open = tuple(entry.d["E"]), entry.d.get("open", {})
        hand.dealt_at = entry.i

    def _act(self, entry: Entry, where: str) -> None:
        hand = self._in_hand(entry, where)
        demand(bool(hand.commits), "V12", where, "an act before the deal")
        hand.acts.append(Act(entry.i, entry.d))

    def _end_hand(self, entry: Entry, where: str) -> None:
        hand, match = self._in_hand(entry, where), self._open_match(where)
        demand(bool(hand.commits), "V12", where, "a hand ends before the deal")
        hand.end = entry
        said = said_result(entry.d, where)
        demand(match.game.ends_so(said), "V13", where, "these are no places of a hand")
        record = HandRecord(playing(match, hand.moved or hand.seats), said)
        match.records.append(record)
        match.last = record
        batch = self._open_batch(where)
        batch.fate[hand.h] = DONE
        self._hand = None
        if batch.sitting:
            millis = self._thinking.millis
            self._events.add(Played(hand.h, hand.seats, record.seats, said, millis))
            self._rule_at_once(batch, hand, where)

    def _void(self, entry: Entry, where: str) -> None:
        match, batch, h = self._open_match(where), self._open_batch(where), entry.d["h"]
        current = self._hand is not None and self._hand.h == h
        next_one = self._hand is None and (is_next(batch, h) or is_spare(match, batch, h))
        lost = batch.fate.get(h) == DONE and h not in batch.settled
        demand(current or next_one or lost, "V12", where, "this index cannot become void")
        if self._hand is not None and current and entry.d["reason"] == ABNORMAL:
            seats = playing(match, self._hand.moved or self._hand.seats)
            match.records.append(HandRecord(seats, NOT_COUNTED))
        if self._hand is not None and current and batch.sitting:
            self._rule_at_once(batch, self._hand, where)
        batch.fate[h], self._hand = VOID, None if current else self._hand
        match.last = None
        if lost:
            match.records.pop()  # its result can never be checked, and counts for nobody
        self.voids += 1

    # -------------------------------------------------------------- reveals

    def _reveal(self, entry: Entry, where: str) -> None:
        batch = self._open_batch(where)
        demand(not batch.sitting, "V12", where, "the decks of an event are revealed in its own log")
        h = self._check_reveal(batch, entry, where)
        s = revealed_secret(batch, h, entry.d, where)
        batch.revealed.add(h)
        hand = batch.hands.get(h)
        if hand is not None:
            hand.s, hand.revealed_at = s, entry.i
            self._deal_again(batch, hand, where)
            if batch.header.bid not in self._keep:
                del batch.hands[h]
            hand.acts.clear()

    def _rule_at_once(self, batch: Batch, hand: Hand, where: str) -> None:
        """A hand of an event is over; its secrets are in the event's log, if anywhere."""
        s = self._events.secret(batch, hand)
        if s is not None:
            hand.s = s
            self._deal_again(batch, hand, where)
        hand.acts.clear()

    def _check_reveal(self, batch: Batch, entry: Entry, where: str) -> int:
        h: int = entry.d["h"]
        demand(h < batch.header.n, "V12", where, "no such index")
        demand(h not in batch.revealed, "V12", where, "a second reveal")
        fate = batch.fate.get(h)
        demand(fate != OPEN, "V12", where, "a reveal within the hand")
        if fate is None:
            over = self._hand is None and bool(batch.k)
            demand(over, "V12", where, "an unused index is revealed within a hand")
        unused = "unused" in entry.d
        demand(unused == (fate is None), "V12", where, "`unused` says otherwise than the log")
        return h

    def _reveal_sealed(self, entry: Entry, where: str) -> None:
        batch, h = self._open_batch(where), entry.d["h"]
        demand(batch.reveal_at == "audit", "V12", where, "this batch is revealed openly")
        right = h < batch.header.n and h not in batch.revealed and batch.fate.get(h) != OPEN
        demand(right, "V12", where, "this index cannot be revealed now")
        batch.revealed.add(h)
        if batch.header.bid not in self._keep:
            batch.hands.pop(h, None)
        self.sealed += 1

    def _deal_again(self, batch: Batch, hand: Hand, where: str) -> None:
        self.hands += deal_again(self._open_match(where), batch, hand, where)
