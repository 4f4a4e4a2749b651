"""The order of a match in the log, and its deals made again (`deal1`; V12 to V15).

Feed it every entry in order, together with the tree as it was before that entry.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from table_firmware.fairness import merkle
from table_firmware.fairness.deal import (
    NOTHING,
    Header,
    commit_s,
    conditioning,
    dealt_from,
    draws_from,
    hand_hash,
    leaf_from,
    mix,
)
from table_firmware.fairness.encoding import BadField
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.events import Event, Events, Played, Sitting, Thinking
from table_firmware.ledger.records import (
    ABNORMAL,
    DONE,
    NOT_COUNTED,
    OPEN,
    VOID,
    Batch,
    Hand,
    Match,
    batch_header,
    by_seat,
    check_levels,
    check_ranking,
    places,
    playing,
    said_result,
    terms,
)
from table_firmware.ledger.replay import Act, rule_again
from table_firmware.ledger.report import Ranking, Refusal, demand
from table_firmware.ledger.tree import Tree
from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games import by_version
from table_firmware.rules.match import HOUSE_PLAYERS, MODES, HandRecord, is_won, moved, seating


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
        d = entry.d
        game, options = _rules(d, where)
        empty = [seat.name for seat in game.PLAYERS if d["seats"][seat.name] == "empty"]
        demand(not empty, "V13", where, f"nobody plays at {''.join(empty)}")
        practice = not set(HOUSE_PLAYERS).isdisjoint(d["seats"].values())
        demand(
            not (practice and d["ranked"]), "V13", where, "a match with a house player is ranked"
        )
        training = not game.ranks(options, d["mode"])
        demand(not (training and d["ranked"]), "V13", where, "a training game is ranked")
        seats = seating(d["mode"], 1)
        planners = (who for seat, who in seats.items() if d["seats"][seat.name] == "planner")
        ranked = bool(d["ranked"])
        self._match = Match(game, options, d["mode"], ranked, frozenset(planners), seats)

    def _open_event(self, entry: Entry, where: str) -> None:
        demand(not self._organised and not self.matches, "V12", where, "not the log of one event")
        demand(self._match is None, "V12", where, "an event within a match")
        game, options = _rules(entry.d, where)
        self._organised = True
        self._match = Match(game, options, entry.d["mode"], ranked=False, organised=True)

    def _take_event(self, entry: Entry, where: str) -> None:
        match = self._open_match(where)
        fresh = match.batch is None and not match.hands_before and not match.ended
        demand(fresh and not match.organised, "V12", where, "no event can begin here")
        match.batch = self._events.begin(match, entry, where)
        self.batches += 1
        if match.batch.header.bid in self._keep:
            self.kept[match.batch.header.bid] = match.batch

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
        match, d = self._open_match(where), entry.d
        demand(match.batch is None and not match.ended, "V12", where, "this batch comes too early")
        header = batch_header(d["BH"])
        self._check_place(header, match, d, where, before)
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
        match.batch = Batch(
            header, match.game.DEALING, r, b, leaves,
            d["reveal_at"], d["beacon_round"], match.hands_before, entry.i,
        )  # fmt: skip
        self.batches += 1
        if header.bid in self._keep:
            self.kept[header.bid] = match.batch

    def _check_place(
        self, header: Header, match: Match, d: Mapping[str, Any], where: str, before: Tree
    ) -> None:
        demand(header.origin == self._origin, "V15", where, "the batch is of another table")
        demand(header.game == match.game.VERSION, "V15", where, "the batch is of another game")
        demand(header.bid.hex() == d["bid"], "V15", where, "bid is not the one in BH")
        place = (header.prev_size, header.prev_root) == (len(before), before.root())
        demand(place, "V15", where, "the batch was made for another place in the log")
        named = "simulated" in self._origin or "simulated" not in d["noise"]
        demand(named, "V15", where, "simulated noise at a table whose name does not say so")

    def _contrib(self, entry: Entry, where: str) -> None:
        batch = self._open_batch(where)
        demand(not batch.k, "V12", where, "contributions after they were frozen")
        given = by_seat(entry.d["seats"])
        for each in given:
            beacon = each.mode != 4 or int.from_bytes(each.data[:8], "big") == batch.beacon_round
            demand(beacon, "V13", where, "not the beacon round that the batch announced")
        k = mix(batch.b, given)
        demand(k.hex() == entry.d["K"], "V13", where, "K does not follow from the contributions")
        batch.contributions, batch.k = given, k

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
        demand(_is_over(match), "V13", where, "no pair has won, and hands are left to play")
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
        demand(_is_next(batch, h), "V12", where, "not the next index")
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
        a = bytes.fromhex(entry.d["A"])
        committed = leaf_from(batch.header.hb, hand.h, a, b"")
        right = not batch.leaves or batch.leaves[hand.h][:32] == committed
        demand(right, "V13", where, "A is not the committed one")
        draws = draws_from(a, hand.t, self._open_match(where).game.DEALING)
        demand(draws == entry.d["draws"], "V13", where, "the draws do not follow from A and T")
        trump = hand.terms.trump
        fixed = entry.d.get("trump", "") == trump
        demand(fixed, "V13", where, f"the match decides this trump: {trump or 'none'}")
        hand.a, hand.draws = a, draws

    def _deal(self, entry: Entry, where: str) -> None:
        hand = self._in_hand(entry, where)
        demand(hand.draws is not None, "V12", where, "a deal before the draw")
        demand(not hand.commits, "V12", where, "a second deal")
        hand.commits, hand.open = tuple(entry.d["E"]), entry.d.get("open", {})

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
        next_one = self._hand is None and (_is_next(batch, h) or _is_spare(match, batch, h))
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
        batch, d = self._open_batch(where), entry.d
        demand(not batch.sitting, "V12", where, "the decks of an event are revealed in its own log")
        h = self._check_reveal(batch, entry, where)
        s = bytes.fromhex(d["S"])
        hb = batch.header.hb
        a, from_noise = conditioning(hb, h, bytes.fromhex(d["hw"]), bytes.fromhex(d["os"]))
        demand(from_noise == s, "V14", where, "S does not come from the noise")
        committed = leaf_from(hb, h, a, commit_s(hb, h, s)) == batch.leaves[h]
        demand(committed, "V13", where, "the secrets are not the ones committed to")
        batch.revealed.add(h)
        hand = batch.hands.get(h)
        if hand is not None:
            hand.s = s
            self._make_again(batch, hand, where)
            if batch.header.bid not in self._keep:
                del batch.hands[h]
            hand.acts.clear()

    def _rule_at_once(self, batch: Batch, hand: Hand, where: str) -> None:
        """A hand of an event is over; its secrets are in the event's log, if anywhere."""
        s = self._events.secret(batch, hand)
        if s is not None:
            hand.s = s
            self._make_again(batch, hand, where)
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

    def _make_again(self, batch: Batch, hand: Hand, where: str) -> None:
        match = self._open_match(where)
        if hand.draws is None:
            return
        dealt = dealt_from(batch.header.hb, hand.h, hand.t, hand.a, hand.s, match.game.DEALING)
        commits = tuple(commit.hex() for commit in dealt.commits)
        agree = not hand.commits or commits == hand.commits
        demand(agree, "V13", where, f"hand {hand.number}: E does not follow from S")
        deal = hand.terms.deal(dealt.hands, dealt.draws)
        self._check_deal(match, hand, deal, dealt.hands_ids, where)
        seats = (hand.moved or hand.seats).items()
        planners = [seat.name for seat, who in seats if who in match.planners]
        result = rule_again(match.game, match.options, deal, hand.acts, planners)
        if hand.end is not None:
            agrees = result == said_result(hand.end.d, where)
            demand(agrees, "V13", f"entry {hand.end.i}", "not the result that the rules give")
            self.hands += 1

    def _check_deal(
        self,
        match: Match,
        hand: Hand,
        deal: Deal,
        ids: Sequence[Sequence[int]],
        where: str,
    ) -> None:
        """What was said to lie open, and who was said to have changed places, if it was dealt."""
        shown = dict(match.game.lies_open(match.options, deal, ids))
        agree = not hand.commits or shown == hand.open
        demand(agree, "V13", where, f"hand {hand.number}: other cards lie open")
        sat = moved(hand.seats, match.game.places(match.options, deal))
        right = (hand.moved or hand.seats) == sat and hand.moved != hand.seats
        demand(
            right or not hand.commits,
            "V13",
            where,
            f"hand {hand.number}: the places should be {_told(sat)}",
        )


def _rules(d: Mapping[str, Any], where: str) -> tuple[Game, Any]:
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


def _told(seats: Mapping[Seat, str]) -> dict[str, str]:
    return {seat.name: who for seat, who in seats.items()}


def _is_over(match: Match) -> bool:
    """A match goes on until it is won (001 §10) or has no hand left, or the secrets of those that
    were left are lost (`deal1` §8): else a table could end it when it likes the ranking."""
    begun = match.hands_before + (len(match.batch.fate) if match.batch else 0)
    played = begun >= MODES[match.mode].hands
    return played or is_won(match.mode, match.records) or _is_lost(match.batch)


def _is_lost(batch: Batch | None) -> bool:
    """No index is open, and the last is one of those whose secrets nobody has."""
    if batch is None:
        return False
    last, closed = batch.header.n - 1, batch.settled == set(range(batch.header.n))
    return closed and batch.fate.get(last) == VOID and last not in batch.revealed


def _is_spare(match: Match, batch: Batch, h: int) -> bool:
    """The match ended without this index."""
    return match.ended and h < batch.header.n and h not in batch.fate and h not in batch.revealed


def _is_next(batch: Batch, h: int) -> bool:
    return h == len(batch.fate) < batch.header.n and h not in batch.revealed
