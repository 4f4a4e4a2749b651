"""Everything the table knows at this moment: the record of the log, and what passes with time.

What passes (links, timers, ready flags) is begun anew after a restart; nobody loses more by it
than a few seconds on a clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from table_firmware.config.play import Play
from table_firmware.controller.bench import Bench
from table_firmware.controller.event import Loaded
from table_firmware.controller.pace import Pace
from table_firmware.controller.pause import Pause
from table_firmware.controller.presence import NEVER, Presence
from table_firmware.controller.record import Chair, Hand, Match, Record
from table_firmware.fairness.deal import Batch, Contribution
from table_firmware.fairness.receipts import SignedRoot
from table_firmware.ledger.events import Event
from table_firmware.rules.cards import Seat
from table_firmware.rules.claiming import AskClaim, AskDiscard, Claim
from table_firmware.rules.game import Game
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import HOUSE_PLAYERS
from table_firmware.rules.round import AskCut, AskDigits, AskPlay, AskReady, AskSit
from table_firmware.rules.said import Ask, HandView

BOARD_SILENCE: Final = 1_000
RETURN: Final = 20_000
"""Milliseconds that a screen has after a start before its seat counts as gone: it starts again
with the table, and nobody's cards are played for that (`deal1` §8)."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What is being waited for: a timer's name, whose turn it is, and a key that changes when the
    clock must start again."""

    name: str
    seats: tuple[Seat, ...]
    key: tuple[object, ...]


@dataclass(slots=True, eq=False)
class Scene:
    """The table now. Only `Table` and the functions it calls change it."""

    play: Play
    noise: str
    record: Record = field(default_factory=Record)
    secrets: Batch | None = field(default=None, repr=False)
    vault_lost: bool = False
    operators: bool = False
    presences: tuple[Presence, ...] = field(default_factory=lambda: tuple(Presence() for _ in Seat))
    boards_silent_at: dict[Seat, int] = field(default_factory=dict)
    mode: str = ""
    house: str = ""
    ready: set[Seat] = field(default_factory=set)
    digits: dict[Seat, str] = field(default_factory=dict)
    given: dict[Seat, Contribution] = field(default_factory=dict)
    cutting: bool = False
    moving: bool = False
    scanning: bool = False
    came_at: int | None = None
    dismissed: bool = False
    lost_since: dict[Seat, int] = field(default_factory=dict)
    dealt_at: int = 0
    waiting: Wait | None = None
    since: int = 0
    answers: dict[Seat, Claim | None] = field(default_factory=dict, repr=False)
    heard: dict[Seat, int] = field(default_factory=dict)
    opened_at: int = 0
    paused_at: int = 0
    signed: dict[int, SignedRoot] = field(default_factory=dict)
    receipts: tuple[int, Mapping[str, str]] | None = None
    pace: Pace = field(default_factory=Pace)
    pause: Pause = field(default_factory=Pause)
    bench: Bench = field(default_factory=Bench)
    loaded: Loaded | None = None
    usual: Play | None = None
    sights: tuple[object, dict[Seat, HandView]] = field(
        default_factory=lambda: (None, {}), repr=False
    )

    def __post_init__(self) -> None:
        if self.loaded is not None:
            self.usual, self.play = self.play, self.loaded.over(self.play)
            self.mode = self.play.mode

    @property
    def event(self) -> Event | None:
        """The event that is played now, or that the next match will play."""
        match = self.current
        if self.loaded is None or (match and not self.plays_event):
            return None
        return self.loaded.event

    @property
    def plays_event(self) -> bool:
        """The match in play, or the last one, is that of the loaded event."""
        batch, loaded = self.record.match and self.record.match.batch, self.loaded
        if not batch or loaded is None:
            return False
        return (batch.b, batch.sitting) == (loaded.event.b, loaded.sitting)

    @property
    def match_is_over(self) -> bool:
        """The match and its epoch have ended."""
        return self.record.match is not None and self.record.match.rotated

    def end_event(self) -> None:
        """Its match is over: the next one is the table's own again."""
        if self.usual is not None:
            self.play, self.usual, self.loaded = self.usual, None, None
            self.mode = self.play.mode

    # -------------------------------------------------------------- what is going on

    @property
    def fault(self) -> str:
        """Why the table stands still until an operator comes; empty if it does not."""
        if self.awaits_void:
            return "vault-lost"
        return self.record.noise_fault

    @property
    def awaits_void(self) -> bool:
        """The secrets are gone, and only an operator may say that the open hands are void."""
        match = self.record.match
        if not self.vault_lost or not self.operators or match is None or match.closed:
            return False
        return match.open_index is not None

    @property
    def game(self) -> Game:
        """The game of the match in play, or the one that would be played."""
        match = self.current
        return match.game if match else GAMES[self.play.game]

    @property
    def current(self) -> Match | None:
        """The match in play or on show, None in the lobby."""
        match = self.record.match
        return None if match is None or (match.closed and self.dismissed) else match

    @property
    def hand(self) -> Hand | None:
        """The hand in play or just played."""
        match = self.current
        return match.hand if match else None

    @property
    def stage(self) -> str:
        """As in `wire.messages.View`."""
        if self.record.upkeep.on:
            return "service"
        if self.fault:
            return "fault"
        match = self.current
        if match is None:
            return "lobby"
        if match.over:
            return "match_result"
        if self.cutter is not None:
            return "cut"
        if match.contributions is None or match.hand is None:
            return "digits"
        if match.hand.ended:
            return "hand_result"
        if not match.hand.dealt or match.hand.moves is not None:
            return "draw"
        return "move" if self.moving else "round"

    @property
    def cutter(self) -> Seat | None:
        """Who is asked to cut the deck of the hand that begins now: seat after seat, hand by hand,
        in the order of play. Nobody cuts for one who does not act for himself."""
        match = self.current
        if not self.play.cuts or match is None or match.over or match.contributions is None:
            return None
        begins = match.hand is None or (match.settled and (self.cutting or match.reseated))
        if not begins or match.begun >= match.hands_in_all:
            return None
        seat = self.players[match.begun % len(self.players)]
        chair = self.record.chairs[seat]
        return seat if chair.human and not chair.automatic else None

    def chair(self, seat: Seat) -> Chair:
        """Who has this seat, house players of the lobby included."""
        chair = self.record.chairs[seat]
        if self.current is not None or chair.human or seat not in self.players:
            return chair
        return Chair(self.house or "empty")

    @property
    def practice(self) -> bool:
        """The match is not ranked: a house player takes part (CP-53), or it is a training game."""
        house = any(self.chair(seat).who in HOUSE_PLAYERS for seat in Seat)
        match = self.current
        options = match.options if match else self.game.options(self.play.options)
        return house or not self.game.ranks(options, match.mode if match else self.mode)

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play; whoever sits at another one watches."""
        return self.game.PLAYERS

    @property
    def attending(self) -> tuple[Seat, ...]:
        """The seats of people who play and act for themselves."""
        return tuple(s for s in self.players if self.chair(s).human and not self.chair(s).automatic)

    @property
    def unseen(self) -> bool:
        """Only house players play: how long the table waits tells nobody anything."""
        return not any(self.chair(seat).human for seat in self.players)

    @property
    def house_at(self) -> int | None:
        """When house players take the free seats of the lobby; None if they will not."""
        if self.came_at is None or not self.play.house_after or self.stage != "lobby":
            return None
        filled = all(self.chair(seat).who != "empty" for seat in self.players)
        return None if filled else self.came_at + self.play.house_after

    def gone_at(self, seat: Seat) -> int:
        """When this seat counts, or will count, as disconnected (CP-53)."""
        if self.presences[seat].heard_at is None:  # not back since the start
            return 0 if self.record.chairs[seat].lost else self.opened_at + RETURN
        silent = self.boards_silent_at.get(seat)
        board = NEVER if silent is None else silent + BOARD_SILENCE
        return min(self.presences[seat].silent_at, self._left_at(seat), board)

    def _left_at(self, seat: Seat) -> int:
        """When his time to come back runs out. In the midst of a window it waits for the end, so
        that who stays because he has answered cannot be told from who has not (PH-21)."""
        vacated = self.presences[seat].vacated_at
        if vacated is None or not self.trusts(f"seat_{seat.name}"):
            return NEVER
        left = vacated + self.play.leave
        return NEVER if self.secret and left > self.since else left

    @property
    def secret(self) -> bool:
        """Seats answer now, and nobody may know who has (PH-21)."""
        hand = self.hand
        if hand is None or hand.state is None or hand.ended:
            return False
        clock = self.game.clock(hand.state)
        return clock is not None and clock.name == "claim"

    def trusts(self, role: str) -> bool:
        """Whether what this contact says counts: it is neither muted nor found unwell."""
        contact = self.bench.contacts.get(role)
        return role not in self.record.upkeep.muted and not (contact and contact.fault)

    def away(self, seat: Seat) -> bool:
        """The sensor says that the player has left his chair."""
        vacated = self.presences[seat].vacated_at is not None
        return vacated and self.chair(seat).human and self.trusts(f"seat_{seat.name}")

    def stood_in(self, seat: Seat) -> tuple[str, ...]:
        """What the table has done for a person since he last acted or answered himself. The log
        does not tell of an answer that came to nothing: a restart tells him once more."""
        hand = self.hand
        if hand is None or not self.chair(seat).human:
            return ()
        return hand.stood_in[seat][self.heard.get(seat, 0) :]

    def answer(self, seat: Seat, answer: Claim | None) -> None:
        """A seat has answered in secret; the last answer counts (PH-21)."""
        self.answers[seat] = answer
        self.heard[seat] = len(self.hand.stood_in[seat]) if self.hand else 0

    def close_answers(self) -> None:
        """The time for secret answers is over: whoever gave one is there."""
        self.answers.clear()
        for presence in self.presences:
            presence.tell()
        told = self.hand.stood_in if self.hand else ((),) * 4
        self.heard = {seat: n for seat, n in self.heard.items() if n <= len(told[seat])}

    # -------------------------------------------------------------- what is asked

    def ask(self, seat: Seat) -> Ask | None:
        """What this seat is asked now. A seat the system acts for is asked nothing in a hand."""
        if self.record.call.on:
            return None
        chair, stage = self.chair(seat), self.stage
        if stage == "round":
            hand = None if chair.automatic else self.hand
            return self.seen(hand, seat).ask if hand and hand.state is not None else None
        match stage:
            case "lobby" if not chair.human:
                return AskSit(self.play.modes, self.mode)
            case "move" if seat in self.movers:
                return AskReady()
            case "lobby" | "hand_result" | "match_result" if chair.human and seat in self.players:
                return None if seat in self.ready else AskReady()
            case "digits" if seat in self.undecided:
                return AskDigits()
            case "cut" if seat == self.cutter:
                return AskCut(len(self.game.DEALING.deck))
        return None

    def seen(self, hand: Hand, seat: Seat) -> HandView:
        """What the game shows this seat of a hand in play, found once for each state of it."""
        if self.sights[0] is not hand.state:
            self.sights = hand.state, {}
        sights = self.sights[1]
        if seat not in sights:
            sights[seat] = self.game.view(hand.state, seat)
        return sights[seat]

    @property
    def movers(self) -> tuple[Seat, ...]:
        """The new seats of people who change places and have not said yet that they sit there."""
        if self.hand is None:
            return ()
        moved = (seat for seat in self.attending if self.hand.came_from[seat] != seat)
        return tuple(seat for seat in moved if seat not in self.ready)

    @property
    def undecided(self) -> tuple[Seat, ...]:
        """Who has not typed digits yet, nor declined."""
        match = self.current
        if match is None or match.batch is None or match.contributions is not None:
            return ()
        decided = self.digits.keys() | self.given.keys()
        # Who is away for a moment keeps his say: the fairness of the deal rests on his digits.
        asked = (seat for seat in Seat if self.chair(seat).human and not self.chair(seat).managed)
        return tuple(seat for seat in asked if seat not in decided)

    def ask_key(self, ask: Ask | None) -> tuple[object, ...]:
        """Of what a view asks: equal for two views of a seat exactly when an answer to one is an
        answer to the other."""
        hand = self.hand
        at = hand.acts if hand and isinstance(ask, AskPlay | AskClaim | AskDiscard) else 0
        match = self.current
        which = (match.id, match.batch_size) if match else (self.mode, 0)
        return self.stage, *which, hand.number if hand else 0, at, ask

    def wait(self) -> Wait | None:
        """What the clock shows."""
        match, hand = self.current, self.hand
        match self.stage:
            case "digits" if match and match.batch:
                return Wait("digits", self.undecided, ("digits", match.id, match.first))
            case "cut" if match and self.cutter is not None:
                return Wait("cut", (self.cutter,), ("cut", match.id, match.begun))
            case "draw" if hand and hand.draws and not hand.dealt:
                return Wait("draw", (), ("draw", hand.number))
            case "move" if hand:
                return Wait("move", self.movers, ("move", hand.number))
            case "round" if hand and hand.state is not None:
                return self._wait_in_round(hand)
            case "hand_result" if match and hand and match.settled:
                return Wait("result", self._unready, ("result", hand.number))
            case "match_result" if match and match.rotated:
                return Wait("match_result", self._unready, ("match_result", match.id))
        return None

    @property
    def _unready(self) -> tuple[Seat, ...]:
        """Who has yet to say that he has seen a result. Where nobody acts for himself, those are
        asked for whom the table plays and who are there."""
        there = [s for s in self.players if self.chair(s).human and not self.chair(s).lost]
        return tuple(seat for seat in self.attending or there if seat not in self.ready)

    def _wait_in_round(self, hand: Hand) -> Wait | None:
        clock = self.game.clock(hand.state)
        if clock is None:
            return None
        # In the exchange one clock runs for all; each turn and each open tile has its own.
        turn = hand.acts if clock.name in ("play", "claim") else 0
        return Wait(clock.name, clock.seats, (clock.name, hand.number, turn))

    def full(self, name: str) -> int:
        """The whole time of a clock in ms, 0 without limit."""
        timers = self.play.timers
        if self.unseen and name in ("result", "match_result"):
            return min(timers.draw, timers.full(name))
        if self.scanning:
            return max(timers.code, timers.full(name))
        return timers.house if name == "claim" and self.unseen else timers.full(name)

    def restart_clock(self, now: int) -> None:
        """Start the clock again if another thing is waited for than before."""
        if self.record.suspended:
            return  # what was waited for is waited for afterwards
        wait = self.wait()
        if (wait and wait.key) != (self.waiting and self.waiting.key):
            self.since, self.scanning = now, False
            self.ready.clear()
        self.waiting = wait
