"""A table that writes whole matches into a real log, out of the real deal and the real rules.

It is also the example of the order of entries: see `Table.play_match`.
"""

import os
import random  # noqa: TID251
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from table_firmware.fairness.deal import (
    NOTHING,
    Batch,
    Contribution,
    Dealt,
    HandSecret,
    Header,
    deal_hand,
    hand_secret,
    mix,
)
from table_firmware.fairness.receipts import (
    Receipt,
    SignedRoot,
    commit_receipt,
    hand_receipt,
    seat_receipt,
    to_digits,
)
from table_firmware.ledger.audit import audit
from table_firmware.ledger.bindings import receipt_root
from table_firmware.ledger.entries import SIGNED, hide
from table_firmware.ledger.export import export
from table_firmware.ledger.journal import SEGMENT
from table_firmware.ledger.keys import KeyFolder, SoftwareKey
from table_firmware.ledger.log import Log
from table_firmware.ledger.report import Report
from table_firmware.rules.cards import Seat
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import MODES, HandRecord, Standing, next_leader, rank, seating
from table_firmware.rules.notation import to_plain
from table_firmware.rules.round import (
    Gave,
    Give,
    HandEnded,
    HandResult,
    Managed,
    Pass,
    Play,
    Proceed,
    TimedOut,
)
from table_firmware.rules.said import Action, Event

CANONICAL: dict[str, Any] = {"sort_keys": True, "separators": (",", ":")}
ORIGIN = "club.example/table-1/simulated"
CHINPOK = GAMES["chinpok"]
BY = {Managed: "managed", TimedOut: "timeout", Proceed: "system"}


def filler(label: str, n: int) -> bytes:
    """`n` bytes that look like noise and are the same in every run."""
    blocks = (sha256(f"{label}|{i}".encode()).digest() for i in range(-(-n // 32)))
    return b"".join(blocks)[:n]


@dataclass
class Table:
    """Writes a log as a table does. quick: everybody is managed, for tests that need no play.
    keys: copies of all keys, such as a thief would have who came early enough."""

    state: Path
    seed: int = 1
    quick: bool = False
    random: Callable[[int], bytes] = os.urandom  # noqa: TID251
    log: Log = field(init=False)
    segment: int = SEGMENT
    m: int = 0
    receipts: list[Receipt] = field(default_factory=list)
    keys: dict[int, SoftwareKey] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.start()

    # ---------------------------------------------------------- runs

    def start(self) -> None:
        self.log = Log.open(self.state, ORIGIN, self.random, segment=self.segment)
        self.m = 0
        boot = {"fw": "00" * 32, "os": "test", "noise": "simulated", "counter": 0, "clean": 1}
        self.put("boot", {**boot, "torn": self.log.torn})
        self.rotate()

    def rotate(self) -> None:
        self.m += 1
        self.log.rotate_epoch(self.m)
        folder = KeyFolder(self.state / "keys", ORIGIN, self.random)
        number = len(self.keys)
        while (key := folder.epoch(number)) is not None:
            self.keys[number] = key
            number += 1

    def restart(self) -> None:
        self.log.close()
        self.start()

    def put(self, kind: str, d: Mapping[str, Any]) -> None:
        self.m += 1
        self.log.append(kind, d, self.m)
        if kind in SIGNED:
            self.log.checkpoint()

    def root(self) -> SignedRoot:
        return receipt_root(self.log.checkpoint())

    # ---------------------------------------------------------- a match

    def play_match(
        self, mode: str = "1B", hands: int | None = None, spare: int = 0, lost: int = 0
    ) -> None:
        """lost: hands whose secrets are lost after the others, so that the match ends.

        match batch* contrib* (hand draw* deal* act… hand_end* reveal*)… void… reveal…* match_end
        batch_end epoch_end* epoch*"""
        played = MODES[mode].hands if hands is None else hands
        self.begin_match(mode)
        self.commit(played + lost + spare)
        self.contribute()
        records: list[HandRecord] = []
        for h in range(played):
            records.append(self.play_hand(mode, h, records[-1] if records else None))
        for h in range(played, played + lost):
            self.put("void", {"h": h, "reason": "vault_lost", "os": ""})
        for h in range(played + lost, played + lost + spare):
            self.put("reveal", {**self.secret_fields(h), "unused": 1})
        self.end_match(mode, records, {"played": played, "void": lost, "unused": spare})

    def begin_match(self, mode: str) -> None:
        seats = {"E": "guest", "N": "guest", "W": "0011223344556677", "S": "guest"}
        fields = {"match": f"m{self.log.size}", "game": CHINPOK.VERSION, "mode": mode}
        self.put("match", {**fields, "seats": seats, "options": {}, "ranked": 0})

    def commit(self, n: int, reveal_at: str = "hand") -> None:
        self.batch = self.make_batch(n)
        fields = {
            "bid": self.batch.bid.hex(),
            "BH": self.batch.bh.hex(),
            "R": self.batch.r.hex(),
            "B": self.batch.b.hex(),
            "leaves": [leaf.hex() for leaf in self.batch.leaves],
        }
        policy = {"reveal_at": reveal_at, "beacon_round": 7, "noise": "simulated"}
        self.put("batch", {**fields, **policy})
        self.receipts.append(commit_receipt(self.batch, self.root()))

    def make_batch(self, n: int) -> Batch:
        size, root = self.log.size, self.log.root
        bid = filler(f"bid{self.seed}{size}", 16)
        header = Header(ORIGIN, CHINPOK.VERSION, bid, size, root, n)
        secrets = tuple(self.secret(header, h) for h in range(n))
        return Batch(ORIGIN, CHINPOK.VERSION, bid, size, root, secrets)

    def secret(self, header: Header, h: int) -> HandSecret:
        label = f"{self.seed}|{header.prev_size}|{h}"
        return hand_secret(header.hb, h, filler("hw" + label, 320), filler("os" + label, 64))

    def contribute(self) -> None:
        beacon = Contribution(4, (7).to_bytes(8, "big") + filler("beacon", 32))
        self.given = (Contribution(1, b"314159"), Contribution(), beacon, Contribution())
        self.k = mix(self.batch.b, self.given)
        self.put("contrib", {"seats": by_seat(self.given), "K": self.k.hex()})

    def end_match(self, mode: str, records: list[HandRecord], counts: Mapping[str, int]) -> None:
        ranking = [to_plain(Standing, line) for line in rank(mode, records)]
        self.put("match_end", {"ranking": ranking})
        self.put("batch_end", counts)
        self.rotate()

    # ---------------------------------------------------------- a hand

    def play_hand(self, mode: str, h: int, last: HandRecord | None) -> HandRecord:
        seats = seating(mode, h + 1)
        if h and seats != seating(mode, h):
            places = {seat.name: player for seat, player in seats.items()}
            self.put("seating", {"h": h, "places": places})
        dealt = self.deal(h)
        leader = next_leader(last, seats)
        result = self.play_out(h, dealt, leader)
        self.end_hand(h, result)
        self.put("reveal", self.secret_fields(h))
        cuts = NOTHING
        root = self.root()
        self.receipts.append(hand_receipt(self.batch, self.given, h, cuts, dealt, root))
        self.receipts.append(seat_receipt(self.batch, self.given, h, cuts, dealt, Seat.W, root))
        return HandRecord(seats, result)

    def begin_hand(self, h: int) -> Dealt:
        dealt = deal_hand(self.batch, self.k, h, NOTHING, CHINPOK.DEALING)
        self.put("hand", {"h": h, "cuts": by_seat(NOTHING), "T": dealt.t.hex()})
        return dealt

    def deal(self, h: int) -> Dealt:
        dealt = self.begin_hand(h)
        a = self.batch.secrets[h].a.hex()
        self.put("draw", {"h": h, "A": a, "draws": dict(dealt.draws)})
        commits = [commit.hex() for commit in dealt.commits]
        self.put("deal", {"h": h, "E": commits})
        return dealt

    def play_out(
        self,
        h: int,
        dealt: Dealt,
        leader: Seat | None,
        acts: int = 9999,
        pause: tuple[int, Callable[[], None]] | None = None,
    ) -> HandResult:
        """At most `acts` decisions; after number `pause[0]`, `pause[1]` is done."""
        state = CHINPOK.opening(CHINPOK.options({}), Deal(dealt.hands, dealt.draws, leader))
        result = HandResult((), (), (), (0, 0), "", False)
        for number in range(acts):
            if pause and number == pause[0]:
                pause[1]()
            action = self.choose(state)
            if action is None:
                break
            events = CHINPOK.decide(state, action)
            self.act(h, action, events)
            for event in events:
                state = CHINPOK.evolve(state, event)
                result = event.result if isinstance(event, HandEnded) else result
        return result

    def choose(self, state: Any) -> Action | None:
        clock = CHINPOK.clock(state)
        if clock is None:
            return None
        if not clock.seats:
            return Proceed()
        seat = clock.seats[0]
        view = CHINPOK.view(state, seat)
        if clock.name == "exchange":
            # South stays silent: North's card goes back unseen.
            return TimedOut(seat) if seat is Seat.S else Give(seat, (view.hand[0],))
        if self.quick or self.chance.random() < 0.3:
            return Managed(seat)
        plays = CHINPOK.plays(view)
        if not plays:
            return Pass(seat)
        play = self.chance.choice(plays)
        return Play(seat, play.cards, play.reading)

    def act(self, h: int, action: Action, events: Sequence[Event]) -> None:
        plain = {**to_plain(Action, action), "by": BY.get(type(action), "player")}
        d = {"h": h, "action": plain, "events": [to_plain(Event, event) for event in events]}
        gave = [event.cards for event in events if isinstance(event, Gave)]
        if gave:
            d = {**hide(d), "p": self.log.keep_private({"cards": list(gave[0])})}
        self.put("act", d)

    def end_hand(self, h: int, result: HandResult) -> None:
        fields = to_plain(HandResult, result)
        del fields["double_down"]
        self.put("hand_end", {"h": h, "marks": [], **fields})

    def secret_fields(self, h: int) -> dict[str, Any]:
        secret = self.batch.secrets[h]
        return {"h": h, "S": secret.s.hex(), "hw": secret.hw.hex(), "os": secret.os.hex()}

    # ---------------------------------------------------------- export

    def files(self) -> dict[str, bytes]:
        shown = {
            f"receipts/{number:03d}.txt": to_digits(receipt).encode() + b"\n"
            for number, receipt in enumerate(self.receipts)
        }
        return {"results.txt": b"A C\n", **shown}

    def export(self, destination: Path, files: Mapping[str, bytes] | None = None) -> Path:
        self.m += 1
        export(self.log, destination, self.files() if files is None else files, self.m)
        return destination

    def policy(self) -> str:
        return self.log.policy.read_text()

    def receipt_root(self, size: int) -> SignedRoot:
        return receipt_root(self.log.checkpoints()[size])


def by_seat(given: Sequence[Contribution]) -> dict[str, Any]:
    return {
        s.name: {"mode": c.mode, "data": c.data.hex()} for s, c in zip(Seat, given, strict=True)
    }


@dataclass
class Whole:
    """A finished match and its export, made once; tests copy what they change."""

    table: Table
    folder: Path
    policy: str

    def verify(self, folder: Path | None = None) -> Report:
        return audit(folder or self.folder, self.policy)

    def copy(self, destination: Path) -> Path:
        shutil.copytree(self.folder, destination)
        return destination


def failed(report: Report) -> str:
    """The number of the check that failed; each report has at most one."""
    assert report.refusal is not None, "\n".join(report.lines())
    assert not report.ok
    bad = [check.number for check in report.checks if check.status == "failed"]
    assert bad == [report.refusal.check]
    return report.refusal.check


def edited(whole: Any, folder: Path, path: str, edit: Callable[[bytes], bytes]) -> str:
    target = whole.copy(folder / "out") / path
    target.write_bytes(edit(target.read_bytes()))
    return failed(whole.verify(folder / "out"))
