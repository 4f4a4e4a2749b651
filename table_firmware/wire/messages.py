"""What a seat and the controller say to each other.

A seat is told what is asked of it and what it may know, always as one full view; it answers with
intents that name the view they were made on. Which seat speaks is the socket it came on, never a
field. All text is in the string tables of the seat: messages carry keys and codes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.frozen import frozen
from table_firmware.rules.match import Standing
from table_firmware.rules.round import Combination, HandResult, Reading
from table_firmware.rules.said import Ask, HandView
from table_firmware.rules.upgrade import Levels

PROTOCOL: Final = 1

# ------------------------------------------------------------------ seat to controller


@dataclass(frozen=True, slots=True)
class Hello:
    """First line on a connection: the protocol version and the name of the program."""

    protocol: int
    program: str


@dataclass(frozen=True, slots=True)
class Beat:
    """Sent once a second; three seconds of silence mean a dead screen (CP-53)."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What the player wants, made while looking at view number `view`.

    act: `sit`, `stand`, `mode` (value), `house` (fill the empty seats with house players and
    begin; value: `house` or `planner`, empty = as the table is set), `digits` (value, empty =
    declined), `cut` (value, empty = not cut), `ready`, `give` (cards, none = declined), `play`
    (cards, reading), `pass`, `claim` (value: `hu`, `peng` or `chi`; cards: the groups laid, one
    after another) and `decline` (claims nothing) until the time of all is over, when the last one
    counts, `discard` (one card), `manage` (托管 on), `unmanage` (取消托管), `call` (for the
    staff), `withdraw` (the call), `agree` (to a pause for a call, or to its end), `scan` (a code
    of the result is open on this screen).
    """

    view: int
    act: str
    cards: tuple[Card, ...] = ()
    reading: Reading | None = None
    value: str = ""


@dataclass(frozen=True, slots=True)
class Tend:
    """What the technician wants.

    act: `pin` (value: its digits) asks to enter service, or to move it to this seat; `claim`
    takes the screen of a table that the switch has put into service; `touched` (value: path of
    the panel, empty for a desktop window) says that a finger came down here while panels are
    matched. In service, from its seat alone: `lamp` (value: role; on and off in turn), `mute` and
    `unmute` (role of a contact), `examine` (an area of checks), `match` (begin to match panels
    with seats; again: give up), `noise` (to test a source that had a fault again), `leave`.
    """

    act: str
    value: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Recall:
    """A member number was typed at this seat, to find how he wants his screen; the table answers
    `Wishes`. Empty: no member is at this seat. It says nothing of who plays."""

    number: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Keep:
    """How the member at this seat wants his screen from now on: numbers under the screen's own
    names."""

    settings: Mapping[str, int]


Up = Hello | Beat | Intent | Tend | Recall | Keep

# ------------------------------------------------------------------ controller to seat


@frozen
class Place:
    """Who sits at a seat.

    who: `empty`, `guest`, `member`, `house` or `planner`. player: the letter A to D of the match
    record (000 §28.3), empty before a match. linked: the seat has a live screen and, as far as its
    sensor tells, somebody before it (CP-53). away: the sensor says that he has left the chair.
    """

    who: str
    player: str = ""
    linked: bool = False
    managed: bool = False
    ready: bool = False
    away: bool = False


@frozen
class TimeLeft:
    """The clock shown to all: `name` as in the timers, `rest` (000 §43.3) or `pause`, time left
    when the view was sent, and the full time, in milliseconds; `seats` are waited for (empty: all
    of them)."""

    name: str
    left_ms: int
    full_ms: int
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class InService:
    """The table is being served, and play suspended.

    mine: this seat is the technician's, and is sent `Service`. free: no seat is yet; a touch may
    `claim` it. touch: the screen of this seat is to be touched, so that panels are matched.
    """

    mine: bool = False
    free: bool = False
    touch: Seat | None = None


@dataclass(frozen=True, slots=True)
class Called:
    """The staff are called.

    seats: from which. paused: play stands still by consent of the table. agreed: the seats that
    have agreed to the pause, or, while it lasts, to its end; may_agree: this seat is asked.
    """

    seats: tuple[Seat, ...] = ()
    paused: bool = False
    agreed: tuple[Seat, ...] = ()
    may_agree: bool = False


@frozen
class View:
    """Everything one seat shows, always whole.

    stage: `lobby`, `digits`, `cut`, `draw` (what is drawn before the deal), `move` (after it, where
    people change places: no card is shown before they sit), `round`, `hand_result`,
    `match_result`, `fault` or `service`.
    number: grows by one with each view sent to this seat; an intent names it.
    ask: what is open to this seat; None while the system acts for it, whatever `round.ask` says.
    modes: those that may be chosen, in the lobby.
    hand: number of the hand from 1, 0 before the first; in the stages `digits` and `cut` of the
    one before; hands: in the match, at most.
    practice: the match is unranked: a house player takes part, or it is a training game.
    noise: name of the random source, shown wherever a commitment is shown (`simulated` on a desk).
    commitment: the 26 characters of B; present in stage `digits`, and for an event in the lobby,
    only, so that no view of a hand in play depends on hidden cards.
    digits: the seat's own in stage `digits`; everybody's, once frozen, in the stages between hands,
    each where he sits now.
    cutter: who is asked to cut in stage `cut`; in stage `draw` who has cut, and `cut` where.
    draws: what was drawn for the hand, from stage `draw` on; trump, leader: as settled by it, in
    games that draw them.
    came_from: in stage `move`, by seat, where its player sat; open: the cards that lie open.
    running: points so far in tenths, by pair or by player letter, as the mode counts.
    levels: instead of them in 升级 (001 §10): so far, and in the match result at its end.
    receipts: QR payloads (decimal digits) of this seat, by kind: `commit` in stage `digits`,
    `hand` and `seat` in `hand_result`.
    standings: so far in `hand_result`, final in `match_result`.
    fault: a code or word of the catalogue of faults, in stage `fault`.
    saving: the table is waiting for its disk; what is asked stays open.
    hints: the smallest play may be pointed out (000 §39.2).
    minutes: played at this table today, once the operator wants people reminded; 0 before (§43.3).
    event: the origin of the event whose deals are played, or will be in the next match.
    service: in stage `service`; then nothing of a hand is in the view.
    call: the staff are called.
    answered: what this seat has answered while all may answer in secret: empty, `decline`, or
    what it claims. Nobody is told of another's answer.
    stood_in: in stage `round`, what the table has done for this seat since its player last acted or
    answered himself in this hand, because it was out of time, away or managed: how often, by kind
    of event (`played`, `passed`, `gave`, `discarded`, `melded`).
    """

    number: int
    seat: Seat
    stage: str
    game: str
    mode: str
    hand: int
    hands: int
    places: tuple[Place, ...]
    practice: bool
    noise: str
    ask: Ask | None = None
    clock: TimeLeft | None = None
    round: HandView | None = None
    running: Mapping[str, int] | None = None
    levels: Levels | None = None
    result: HandResult | None = None
    standings: tuple[Standing, ...] = ()
    commitment: str = ""
    digits: Mapping[Seat, str] | None = None
    cutter: Seat | None = None
    cut: int | None = None
    trump: str = ""
    leader: Seat | None = None
    draws: Mapping[str, int] | None = None
    came_from: tuple[Seat, ...] = ()
    open: tuple[tuple[Seat, Card], ...] = ()
    receipts: Mapping[str, str] | None = None
    fault: str = ""
    saving: bool = False
    modes: tuple[str, ...] = ()
    hints: bool = True
    minutes: int = 0
    event: str = ""
    service: InService | None = None
    call: Called | None = None
    answered: str = ""
    stood_in: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """An intent was refused; nothing changed. `code` is a key of the string tables (rules codes
    and `stale-view`, `too-late`, `not-now`, `in-service`, `paused`; of a PIN `pin-wrong`,
    `pin-wait`, `pin-unset`); `minimal` is the smallest legal play to highlight (000 §39.2);
    `seconds`: another PIN is not looked at before."""

    view: int
    code: str
    minimal: Combination | None = None
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """A text that the table has in both languages."""

    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a check: level `ok`, `info`, `warning` or `fault`; code of the catalogue or
    empty; what was looked at, what was found, and what to do (empty: nothing)."""

    area: str
    level: str
    code: str
    title: Said
    text: Said
    remedy: Said


@dataclass(frozen=True, slots=True)
class Contact:
    """A contact, live. line: the pin or channel it is wired to. changes: of its level since
    service began; bounces: how many of them bounced for how long, by the bins of
    `Service.steps` (none: no change was seen), longest: the longest of them in milliseconds.
    fault: `chatters`, `sticks` or empty. known: the board reports it now."""

    role: str
    level: bool
    line: str = ""
    changes: int = 0
    fault: str = ""
    muted: bool = False
    known: bool = True
    bounces: tuple[int, ...] = ()
    longest: int = 0


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp and whether the technician has it lit."""

    role: str
    line: str = ""
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Service:
    """What the technician's seat shows beside its view. It never holds a card, a key or a secret.

    areas: what can be examined; busy: the one that is, or empty; findings: of the one that was
    examined last. steps: milliseconds at which the bins of bounces begin. fault: of the random
    source, by its code or word, or empty. panels: the touch panel of a seat by its path, where it
    is not the usual one; matched: those of the match that is going on.
    """

    contacts: tuple[Contact, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    areas: tuple[str, ...] = ()
    busy: str = ""
    findings: tuple[Finding, ...] = ()
    steps: tuple[int, ...] = ()
    fault: str = ""
    panels: Mapping[Seat, str] = field(default_factory=dict)
    matched: Mapping[Seat, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Farewell:
    """The controller closes the connection: `code` says why (`protocol`, `replaced`, `bad-line`,
    `not-yours` (a process of another user), `stopping`)."""

    code: str


@dataclass(frozen=True, slots=True)
class Wishes:
    """Whether a member is known at this seat, and the settings that he last kept; sent after
    `Recall`, when people have changed seats, and on connecting if there is one. No settings: he
    has kept none."""

    member: bool
    settings: Mapping[str, int] = field(default_factory=dict)


Down = View | Service | Refused | Farewell | Wishes
