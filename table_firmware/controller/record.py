"""What the log says of the table: everything that must survive a power cut, and nothing else.

`fold` adds one entry to it. Timers, ready flags and links are not here: they live in `Table` and
begin anew after a restart. Past matches fold without their secrets; then `Hand.state` stays None.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from table_firmware.fairness.deal import NOTHING as NO_CUTS
from table_firmware.fairness.deal import Batch, Contribution, Dealt, deal_hand
from table_firmware.ledger.calls import Call, call_of, over_match
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.records import batch_header, by_seat
from table_firmware.ledger.survey import DISCARDED
from table_firmware.ledger.upkeep import Upkeep, upkeep_of
from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Deal, Terms, settled_by
from table_firmware.rules.game import Game
from table_firmware.rules.games import by_version
from table_firmware.rules.match import (
    HOUSE_PLAYERS,
    MODES,
    Before,
    HandRecord,
    Standing,
    moved,
    seating,
)
from table_firmware.rules.notation import from_plain
from table_firmware.rules.round import HandEnded, HandResult
from table_firmware.rules.said import Event

CLEARED: Final = "cleared"
VOID: Final = HandResult((0,) * 4, (0,) * 4, (0,) * 4, (0, 0), "", False, ("void",))
"""The result on show of a hand that an operator declared void."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Who has a seat (`empty`, `guest`, a house player, or a member's pid) and how he fares.

    lost: disconnected (CP-53). managed: in 托管 by his own will or after time-outs (CP-55).
    timeouts: in a row.
    """

    who: str = "empty"
    lost: bool = False
    managed: bool = False
    timeouts: int = 0

    @property
    def human(self) -> bool:
        """A person has this seat."""
        return self.who not in ("empty", *HOUSE_PLAYERS)

    @property
    def automatic(self) -> bool:
        """The system acts for this seat (000 §40.1)."""
        return self.who in HOUSE_PLAYERS or self.lost or self.managed


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand in play. `h` counts from 0 as the batch does, `number` as the match does; `leader`
    and `trump` are settled by the draw, in games that draw them.

    cuts: where players cut the deck (`deal1` §5).
    moves: where the player of each seat goes after the deal, None if he has gone or nobody does;
    came_from: by seat, where its player was when the cards were dealt.
    acts: how many decisions were logged; away: seats disconnected at some time in this hand.
    ended: by `hand_end` or `void`. end_size and reveal_size: of the log with its end and with its
    reveal, 0 before.
    """

    h: int
    number: int
    cuts: tuple[Contribution, ...] = NO_CUTS
    draws: Mapping[str, int] | None = None
    leader: Seat | None = None
    trump: str = ""
    dealt: bool = False
    moves: tuple[Seat, ...] | None = None
    came_from: tuple[Seat, ...] = tuple(Seat)
    state: Any = field(default=None, repr=False)
    acts: int = 0
    away: frozenset[Seat] = frozenset()
    result: HandResult | None = None
    ended: bool = False
    end_size: int = 0
    reveal_size: int = 0

    @property
    def revealed(self) -> bool:
        """Its secrets are in the log."""
        return self.reveal_size > 0


@dataclass(frozen=True, slots=True)
class Committed:
    """What was published of the batch. reveal_at: `hand`, `match` or `audit` (`deal1` §6). event:
    whose deals they are, if not the table's own; sitting: how often it plays them (§12)."""

    bid: bytes
    b: bytes
    n: int
    noise: str
    reveal_at: str = "hand"
    beacon_round: int = 0
    event: str = ""
    sitting: int = 0


@dataclass(frozen=True, slots=True)
class Match:
    """The match in play, or the last one.

    first: how many hands were begun in earlier batches. hand: of the batch in play. batch_size: of
    the log with the batch. last: the hand before the present one, None if it was void.
    voids, reveals: indices of the batch that are void, and those whose secrets are in the log.
    over: the ranking is logged; closed: the end of the batch too; rotated: and the epoch's.
    """

    id: str
    game: Game
    mode: str
    options: Any
    places: Mapping[Seat, str]
    first: int = 0
    batch: Committed | None = None
    batch_size: int = 0
    contributions: tuple[Contribution, ...] | None = None
    k: bytes = b""
    hand: Hand | None = None
    hands: tuple[HandRecord, ...] = ()
    last: HandRecord | None = None
    voids: tuple[int, ...] = ()
    reveals: tuple[int, ...] = ()
    ranking: tuple[Standing, ...] = ()
    over: bool = False
    closed: bool = False
    rotated: bool = False

    @property
    def hands_in_all(self) -> int:
        """How many hands its mode has."""
        return MODES[self.mode].hands

    @property
    def open_index(self) -> int | None:
        """The first index that is neither revealed nor void; of an event, which reveals in its own
        log: that may still be played."""
        hands = self.batch.n if self.batch else 0
        done = {*self.voids, *self.reveals}
        if self.batch and self.batch.event:
            ended = self.next_h if self.hand is None or self.hand.ended else self.hand.h
            done |= set(range(hands if self.over else ended))
        return next((h for h in range(hands) if h not in done), None)

    @property
    def lost(self) -> bool:
        """No hand of the batch can be dealt any more, and nobody can tell what the last would
        have been: the match ends with the vault of its batch (`deal1` §8)."""
        last = self.batch.n - 1 if self.batch else 0
        return last in self.voids and last not in self.reveals

    @property
    def settled(self) -> bool:
        """The present hand has ended, and what must be revealed of it at once is revealed."""
        if self.hand is None or self.batch is None:
            return False
        later = self.batch.reveal_at == "match"
        return self.hand.revealed or (self.hand.ended and later)

    @property
    def next_h(self) -> int:
        """The index of the hand that comes after the present one."""
        return 0 if self.hand is None else self.hand.h + 1

    @property
    def begun(self) -> int:
        """How many hands of the match have begun."""
        return self.first + self.next_h

    @property
    def reseated(self) -> bool:
        """People already sit for the hand that has not begun yet (000 §28.3)."""
        return self.begun > 0 and self.places != seating(self.mode, self.begun, self.places)


@dataclass(frozen=True, slots=True)
class Record:
    """The table as the log tells it. size: entries so far. noise_fault: why there is no
    verifiable random source, until an operator's `config` entry says that it is repaired."""

    size: int = 0
    noise_fault: str = ""
    chairs: tuple[Chair, ...] = (Chair(),) * 4
    match: Match | None = None
    upkeep: Upkeep = field(default_factory=Upkeep)
    call: Call = field(default_factory=Call)

    @property
    def suspended(self) -> bool:
        """Play stands still: for service, or for a pause that the table has agreed to."""
        return self.upkeep.on or self.call.on


def fold(
    record: Record, entry: Entry, secrets: Batch | None, private: Mapping[str, Any] | None
) -> Record:
    """The record after one more entry.

    secrets: those of the batch in play, to deal its hands again. private: what the `p` of an
    `act` stands for.
    """
    record = replace(record, size=entry.i + 1)
    match entry.k:
        case "seat":
            return _fold_seat(record, Seat[entry.d["seat"]], entry.d["change"])
        case "match":
            return _fold_match(record, entry.d)
        case "act":
            record = _count_timeouts(record, entry.d["action"])
        case "service" | "call":
            return _fold_standing(record, entry)
        case "rng_fault" if entry.d["cause"] != DISCARDED:
            return replace(record, noise_fault=entry.d["cause"])
        case "config" if entry.d["changes"].get("noise_fault") == CLEARED:
            return replace(record, noise_fault="")
    match = record.match
    if match is None:
        return record
    if entry.k == "seating":
        return _fold_seating(record, match, entry.d)
    if entry.k == "batch_end" and match.over:
        chairs = tuple(replace(chair, managed=False, timeouts=0) for chair in record.chairs)
        record = replace(record, chairs=chairs)
    return replace(record, match=_fold_in_match(record, match, entry, secrets, private))


# ------------------------------------------------------------------ seats


def put(chairs: tuple[Chair, ...], seat: Seat, chair: Chair) -> tuple[Chair, ...]:
    """The chairs with another one at `seat`."""
    return (*chairs[:seat], chair, *chairs[seat + 1 :])


def _fold_seat(record: Record, seat: Seat, change: str) -> Record:
    chair = record.chairs[seat]
    match change:
        case "sat":
            chair = Chair("guest")
        case "left":
            chair = Chair()
        case "linked":
            chair = replace(chair, lost=False)
        case "lost":
            chair = replace(chair, lost=True)
            record = replace(record, match=_noting_away(record.match, seat))
        case "managed":
            chair = replace(chair, managed=True, timeouts=0)
        case "returned":
            chair = replace(chair, managed=False, timeouts=0)
    return replace(record, chairs=put(record.chairs, seat, chair))


def _noting_away(match: Match | None, seat: Seat) -> Match | None:
    if match is None or match.hand is None or not match.hand.dealt or match.hand.ended:
        return match
    return replace(match, hand=replace(match.hand, away=match.hand.away | {seat}))


def _fold_standing(record: Record, entry: Entry) -> Record:
    if entry.k == "call":
        return replace(record, call=call_of(entry.d))
    fault = "" if entry.d["act"] == "noise" else record.noise_fault
    return replace(record, upkeep=upkeep_of(entry.d), noise_fault=fault)


def _count_timeouts(record: Record, action: Mapping[str, Any]) -> Record:
    if action["by"] not in ("player", "timeout") or "seat" not in action:
        return record
    seat = Seat[action["seat"]]
    chair = record.chairs[seat]
    count = chair.timeouts + 1 if action["by"] == "timeout" else 0
    return replace(record, chairs=put(record.chairs, seat, replace(chair, timeouts=count)))


def _fold_seating(record: Record, match: Match, d: Mapping[str, Any]) -> Record:
    """People change chairs; a screen that is lost stays where it is. Within a hand its seats are
    the new ones from here on."""
    places = {Seat[seat]: player for seat, player in d["places"].items()}
    was = {player: seat for seat, player in match.places.items()}
    hand = match.hand
    if hand is not None and hand.moves is not None:
        came_from = tuple(was[places[seat]] for seat in Seat)
        match = replace(match, hand=replace(hand, moves=None, came_from=came_from))
    before = {player: record.chairs[seat] for seat, player in match.places.items()}
    chairs = tuple(replace(before[places[seat]], lost=record.chairs[seat].lost) for seat in Seat)
    return replace(record, chairs=chairs, match=replace(match, places=places))


# ------------------------------------------------------------------ the match


def _fold_match(record: Record, d: Mapping[str, Any]) -> Record:
    game = by_version(d["game"])
    assert game is not None, "a log of rules that this program does not have"
    match = Match(d["match"], game, d["mode"], game.options(d["options"]), seating(d["mode"], 1))
    chairs = tuple(
        replace(chair, who=d["seats"][seat.name], managed=False, timeouts=0)
        for seat, chair in zip(Seat, record.chairs, strict=True)
    )
    return replace(record, chairs=chairs, match=match, call=over_match(record.call))


def _fold_in_match(
    record: Record,
    match: Match,
    entry: Entry,
    secrets: Batch | None,
    private: Mapping[str, Any] | None,
) -> Match:
    d = entry.d
    match entry.k:
        case "batch" | "event" | "contrib":
            return _fold_commitment(match, entry)
        case "hand":
            cuts = tuple(_contribution(d["cuts"][seat.name]) for seat in Seat)
            return replace(match, hand=Hand(d["h"], match.first + d["h"], cuts))
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


def _contribution(plain: Mapping[str, Any]) -> Contribution:
    return Contribution(plain["mode"], bytes.fromhex(plain["data"]))


# ------------------------------------------------------------------ the hand


def terms(match: Match, number: int) -> Terms:
    """What the hands so far decide for the hand of this number, counted from 0: nothing in an
    event, where each table plays the same hands."""
    if match.batch is not None and match.batch.sitting:
        return Terms()
    before = Before(match.mode, number + 1, match.places, match.hands, match.last)
    return match.game.terms(match.options, before)


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
            for plain in d["events"]:
                hand = _fold_event(match, hand, _event(plain, private))
            hand = replace(hand, acts=hand.acts + 1)
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


def deal_of(match: Match, hand: Hand, dealt: Dealt) -> Deal:
    """What the rules are told of the deal."""
    return terms(match, hand.number).deal(dealt.hands, dealt.draws)


def places_after_deal(match: Match, hand: Hand) -> dict[Seat, str]:
    """Who will sit where once people have moved."""
    return moved(match.places, hand.moves or tuple(Seat))


def _event(plain: Mapping[str, Any], private: Mapping[str, Any] | None) -> Event:
    if plain["kind"] == "gave":
        plain = {**plain, "cards": list(private["cards"]) if private else []}
    event: Event = from_plain(Event, dict(plain))
    return event


def _fold_event(match: Match, hand: Hand, event: Event) -> Hand:
    if isinstance(event, HandEnded):
        hand = replace(hand, result=event.result)
    if hand.state is None:
        return hand
    return replace(hand, state=match.game.evolve(hand.state, event))


def _hand_record(match: Match, hand: Hand) -> HandRecord:
    assert hand.result is not None
    seats = {seat: match.places[seat] for seat in match.game.PLAYERS}
    away = tuple(sorted(seats[seat] for seat in hand.away if seat in seats))
    return HandRecord(seats, hand.result, away)
