"""A whole hand as text: one line a fact, so that two records compare well line by line.

    game chinpok/1
    option managed_follow pass
    draw leader 0
    draw trump 7
    leads E
    hand E  S7 H7 LJ
    hand N  C3
    …
    E lays C3
    N lays -
    shown
    E plays S7 H7
    N plays H2 D9 as pair 9
    W passes
    S times out
    E is managed
    settled for S
    N claims chi s1 s2 s3 s3 s4 s5
    W discards b7

`draw` gives the number that was drawn (`deal1` §2), `leads` the leader whom an earlier hand has
decided, with `after double-down` where that was one or `after drawn 2` where nobody won so many,
and `trump` the rank that it decided; `-` stands for no card. A claim names what is laid, three by
three. A reading is its type and key, `of` and its size where that is not the number
of cards, `with` what else counts, and `pure`. Blank lines and what follows `#`
are not read.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from table_firmware.rules.cards import FACES, RANKS, TILES, Card, Seat
from table_firmware.rules.claiming import Claim, Discard, in_threes
from table_firmware.rules.dealing import Deal
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import Give, Managed, Pass, Play, Proceed, Reading, Settle, TimedOut
from table_firmware.rules.said import Action

_NONE: Final = "-"
_FACES: Final = frozenset((*FACES, *TILES))


@frozen
class Record:
    """What a hand began from and all that was done in it. `game` is the game's VERSION, `options`
    what its `options` was given."""

    game: str
    options: Mapping[str, str]
    deal: Deal
    actions: tuple[Action, ...]


def write(record: Record) -> str:
    """The record as text."""
    return "\n".join(_lines(record)) + "\n"


def parse(text: str) -> Record:
    """The record that `write` wrote; ValueError names the line that cannot be read."""
    found = _Parts()
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if words:
            try:
                found.take(words)
            except (ValueError, KeyError):
                raise ValueError(f"line {number} cannot be read: {line.strip()!r}") from None
    return found.record()


# ------------------------------------------------------------------ writing


def _lines(record: Record) -> Iterator[str]:
    deal = record.deal
    yield f"game {record.game}"
    yield from (f"option {key} {given}" for key, given in sorted(record.options.items()))
    yield from (f"draw {label} {number}" for label, number in sorted(deal.draws.items()))
    if deal.leader is not None:
        yield f"leads {deal.leader.name}"
    if deal.after_double_down:
        yield "after double-down"
    if deal.drawn:
        yield f"after drawn {deal.drawn}"
    if deal.trump:
        yield f"trump {deal.trump}"
    for seat in Seat:
        yield f"hand {seat.name}  {_some(deal.hands[seat])}"
    yield ""
    yield from map(_line, record.actions)


def _some(faces: tuple[Card, ...]) -> str:
    return " ".join(faces) or _NONE


def _line(action: Action) -> str:
    match action:
        case Play(seat, faces, reading):
            return f"{seat.name} plays {_some(faces)}{_as(reading, len(faces))}"
        case Pass(seat):
            return f"{seat.name} passes"
        case Give(seat, faces):
            return f"{seat.name} lays {_some(faces)}"
        case Claim(seat, what, groups):
            return " ".join(
                (seat.name, "claims", what, *(card for each in groups for card in each))
            )
        case Discard(seat, tile):
            return f"{seat.name} discards {tile}"
        case TimedOut(seat):
            return f"{seat.name} times out"
        case Managed(seat):
            return f"{seat.name} is managed"
        case Settle(seat):
            return f"settled for {seat.name}"
        case _:  # Proceed
            return "shown"


def _as(reading: Reading | None, number: int) -> str:
    if reading is None:
        return ""
    size = "" if reading.size == number else f" of {reading.size}"
    more = f" with {','.join(map(str, reading.more))}" if reading.more else ""
    return f" as {reading.type} {reading.key}{size}{more}{' pure' if reading.pure else ''}"


# ------------------------------------------------------------------ reading


class _Parts:
    """What has been read so far. Every line is taken once, actions in their order."""

    def __init__(self) -> None:
        self.game: str | None = None
        self.options: dict[str, str] = {}
        self.draws: dict[str, int] = {}
        self.leader: Seat | None = None
        self.after_double_down = False
        self.drawn = 0
        self.trump = ""
        self.hands: dict[Seat, tuple[Card, ...]] = {}
        self.actions: list[Action] = []

    def take(self, words: list[str]) -> None:
        match words:
            case ["game", game] if self.game is None:
                self.game = game
            case ["option", key, given] if key not in self.options:
                self.options[key] = given
            case ["draw", label, number] if label not in self.draws:
                self.draws[label] = int(number)
            case ["leads", seat] if self.leader is None:
                self.leader = Seat[seat]
            case ["after", "double-down"] if not self.after_double_down:
                self.after_double_down = True
            case ["after", "drawn", number] if not self.drawn and int(number) > 0:
                self.drawn = int(number)
            case ["trump", rank] if not self.trump and rank in tuple(RANKS):
                self.trump = rank
            case ["hand", seat, *faces] if Seat[seat] not in self.hands:
                self.hands[Seat[seat]] = _cards(faces)
            case _:
                self.actions.append(_action(words))

    def record(self) -> Record:
        if self.game is None or len(self.hands) < len(Seat):
            raise ValueError("the game or a seat's hand is missing")
        hands = tuple(self.hands[seat] for seat in Seat)
        decided = self.leader, self.trump, self.after_double_down, self.drawn
        deal = Deal(hands, self.draws, *decided)
        return Record(self.game, self.options, deal, tuple(self.actions))


def _cards(words: list[str]) -> tuple[Card, ...]:
    if not words:
        raise ValueError("no cards")
    return () if words == [_NONE] else _faces(words)


def _faces(words: list[str]) -> tuple[Card, ...]:
    if not _FACES.issuperset(words):
        raise ValueError("not a card")
    return tuple(map(Card, words))


def _action(words: list[str]) -> Action:
    match words:
        case ["shown"]:
            return Proceed()
        case ["settled", "for", seat]:
            return Settle(Seat[seat])
        case [seat, "passes"]:
            return Pass(Seat[seat])
        case [seat, "times", "out"]:
            return TimedOut(Seat[seat])
        case [seat, "is", "managed"]:
            return Managed(Seat[seat])
        case [seat, "lays", *faces]:
            return Give(Seat[seat], _cards(faces))
        case [seat, "claims", what, *faces]:
            return Claim(Seat[seat], what, in_threes(_faces(faces)))
        case [seat, "discards", face]:
            return Discard(Seat[seat], _faces([face])[0])
        case [seat, "plays", *rest]:
            return _play(Seat[seat], rest)
    raise ValueError("no such action")


def _play(seat: Seat, words: list[str]) -> Play:
    if "as" not in words:
        return Play(seat, _cards(words))
    at = words.index("as")
    faces = _cards(words[:at])
    match words[at + 1 :]:
        case [kind, key, *rest]:
            return Play(seat, faces, _reading(kind, int(key), rest, len(faces)))
    raise ValueError("no reading")


def _reading(kind: str, key: int, words: list[str], number: int) -> Reading:
    size, more = number, ""
    if words[:1] == ["of"]:
        size, words = int(words[1]), words[2:]
    if words[:1] == ["with"]:
        more, words = words[1], words[2:]
    if words not in ([], ["pure"]):
        raise ValueError("no such reading")
    counted = tuple(map(int, more.split(","))) if more else ()
    return Reading(kind, key, size, bool(words), counted)
