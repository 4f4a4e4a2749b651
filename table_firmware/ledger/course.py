"""The order of a match in the log, and its deals made again (`deal1`; V12 to V15).

Feed it every entry in order, together with the tree as it was before that entry.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from table_firmware.fairness import merkle
from table_firmware.fairness.deal import (
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
from table_firmware.ledger.records import (
    ABNORMAL,
    NOT_COUNTED,
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
from table_firmware.rules.games import by_version
from table_firmware.rules.match import HOUSE_PLAYERS, MODES, HandRecord, is_won, moved, seating
from table_firmware.rules.round import Deal

_OPEN, _DONE, _VOID = "open", "done", "void"


class Course:
    """Follows matches. `kept` are the batches that `keep` asks for, by bid, to hold receipts
    against."""

    def __init__(self, origin: str, keep: frozenset[bytes]) -> None:
        self._origin, self._keep = origin, keep
        self._match: Match | None = None
        self._hand: Hand | None = None
        self.kept: dict[bytes, Batch] = {}
        self.rankings: list[Ranking] = []
        self.hands = self.matches = self.voids = self.sealed = self.batches = 0
        self._rules: Mapping[str, Callable[[Entry, str], None]] = {
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
            found.append("the last match is unfinished")
        if self.voids:
            found.append(f"void indices: {self.voids}")
        if self.sealed:
            found.append(f"sealed reveals: {self.sealed}; V14 was not checked for them")
        return found

    # -------------------------------------------------------------- match and batch

    def _begin_match(self, entry: Entry, where: str) -> None:
        demand(self._match is None, "V12", where, "a match begins within a match")
        d = entry.d
        game = by_version(d["game"])
        if game is None:
            raise Refusal("V13", where, f"no rules of {d['game'][:40]!r} are known here")
        demand(d["mode"] in MODES, "V13", where, f"no mode {d['mode'][:40]!r}")
        empty = [seat.name for seat in game.PLAYERS if d["seats"][seat.name] == "empty"]
        demand(not empty, "V13", where, f"nobody plays at {''.join(empty)}")
        practice = not set(HOUSE_PLAYERS).isdisjoint(d["seats"].values())
        demand(
            not (practice and d["ranked"]), "V13", where, "a match with a house player is ranked"
        )
        try:
            options = game.options(d["options"])
        except ValueError as error:
            raise Refusal("V13", where, str(error)) from None
        offered = d["mode"] in game.modes(options)
        demand(offered, "V13", where, f"mode {d['mode']} is not offered under these options")
        training = not game.ranks(options, d["mode"])
        demand(not (training and d["ranked"]), "V13", where, "a training game is ranked")
        seats = seating(d["mode"], 1)
        planners = (who for seat, who in seats.items() if d["seats"][seat.name] == "planner")
        ranked = bool(d["ranked"])
        self._match = Match(game, options, d["mode"], ranked, frozenset(planners), seats)

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
        for h in range(batch.header.n):
            settled = h in batch.revealed or batch.fate.get(h) == _VOID
            demand(settled, "V12", where, f"index {h} was neither revealed nor declared void")
        fates = list(batch.fate.values())
        counts = {"played": fates.count(_DONE), "void": fates.count(_VOID)}
        counts["unused"] = batch.header.n - sum(counts.values())
        demand(counts == entry.d, "V12", where, f"the counts should be {counts}")
        # Else a table could pass over a deal that it does not like.
        right = match.ended or not counts["unused"]
        demand(right, "V12", where, "a batch is followed by another before all of it was played")
        match.batch, match.hands_before = None, match.hands_before + len(fates)
        self._close(match)

    def _end_match(self, entry: Entry, where: str) -> None:
        match = self._open_match(where)
        demand(self._hand is None, "V12", where, "a match ends within a hand")
        demand(not match.ended, "V12", where, "the match has ended already")
        demand(_is_over(match), "V13", where, "no pair has won, and hands are left to play")
        standings = check_ranking(match, entry.d["ranking"], where)
        self.rankings.append(Ranking(standings, match.ranked))
        check_levels(match, entry.d.get("levels"), where)
        match.ended = True
        self.matches += 1
        self._close(match)

    def _close(self, match: Match) -> None:
        if match.ended and match.batch is None:
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
        left = batch.first_number + h < MODES[match.mode].hands
        demand(left, "V12", where, "the mode has no such hand")
        demand(self._hand is None, "V12", where, "a hand begins within a hand")
        demand(_is_next(batch, h), "V12", where, "not the next index")
        demand(not is_won(match.mode, match.records), "V13", where, "the match has been won")
        at_once = batch.reveal_at != "hand" or all(
            done in batch.revealed for done, fate in batch.fate.items() if fate == _DONE
        )
        demand(at_once, "V12", where, "the last hand was not revealed")
        cuts = by_seat(entry.d["cuts"])
        t = hand_hash(batch.b, batch.k, h, cuts, len(match.game.DEALING.deck))
        demand(t.hex() == entry.d["T"], "V13", where, "T does not follow from B, K, h and the cuts")
        number = batch.first_number + h
        match.seats = places(match, number)
        self._hand = Hand(h, t, number + 1, terms(match, number), cuts, match.seats)
        batch.fate[h], batch.hands[h] = _OPEN, self._hand

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
        demand(batch.leaves[hand.h][:32] == committed, "V13", where, "A is not the committed one")
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
        self._open_batch(where).fate[hand.h] = _DONE
        self._hand = None

    def _void(self, entry: Entry, where: str) -> None:
        match, batch, h = self._open_match(where), self._open_batch(where), entry.d["h"]
        current = self._hand is not None and self._hand.h == h
        next_one = self._hand is None and (_is_next(batch, h) or _is_spare(match, batch, h))
        lost = batch.fate.get(h) == _DONE and h not in batch.revealed
        demand(current or next_one or lost, "V12", where, "this index cannot become void")
        if self._hand is not None and current and entry.d["reason"] == ABNORMAL:
            seats = playing(match, self._hand.moved or self._hand.seats)
            match.records.append(HandRecord(seats, NOT_COUNTED))
        batch.fate[h], self._hand = _VOID, None if current else self._hand
        match.last = None
        if lost:
            match.records.pop()  # its result can never be checked, and counts for nobody
        self.voids += 1

    # -------------------------------------------------------------- reveals

    def _reveal(self, entry: Entry, where: str) -> None:
        batch, d = self._open_batch(where), entry.d
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

    def _check_reveal(self, batch: Batch, entry: Entry, where: str) -> int:
        h: int = entry.d["h"]
        demand(h < batch.header.n, "V12", where, "no such index")
        demand(h not in batch.revealed, "V12", where, "a second reveal")
        fate = batch.fate.get(h)
        demand(fate != _OPEN, "V12", where, "a reveal within the hand")
        if fate is None:
            over = self._hand is None and bool(batch.k)
            demand(over, "V12", where, "an unused index is revealed within a hand")
        unused = "unused" in entry.d
        demand(unused == (fate is None), "V12", where, "`unused` says otherwise than the log")
        return h

    def _reveal_sealed(self, entry: Entry, where: str) -> None:
        batch, h = self._open_batch(where), entry.d["h"]
        demand(batch.reveal_at == "audit", "V12", where, "this batch is revealed openly")
        right = h < batch.header.n and h not in batch.revealed and batch.fate.get(h) != _OPEN
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
    void = {h for h, fate in batch.fate.items() if fate == _VOID}
    closed = void | batch.revealed == set(range(batch.header.n))
    return closed and batch.header.n - 1 not in batch.revealed


def _is_spare(match: Match, batch: Batch, h: int) -> bool:
    """The match ended without this index."""
    return match.ended and h < batch.header.n and h not in batch.fate and h not in batch.revealed


def _is_next(batch: Batch, h: int) -> bool:
    return h == len(batch.fate) < batch.header.n and h not in batch.revealed
