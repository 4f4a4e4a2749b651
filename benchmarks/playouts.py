"""Whole hands at random: on the packed core, and through the public API of the game."""

from random import Random  # noqa: TID251  # seeded: the same hands every time

from table_firmware.rules.cards import RANKS, Seat
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.groups import groups
from table_firmware.rules.holding import Holding
from table_firmware.rules.listing import Plays
from table_firmware.rules.packed import pack
from table_firmware.rules.round import Action, Give, Pass, Play, Proceed, Reading

OPTIONS = chinpok.options({})
AFTER = [
    [
        next((seat % 4 for seat in range(turn + 1, turn + 5) if waiting >> seat % 4 & 1), None)
        for waiting in range(16)
    ]
    for turn in range(4)
]
"""Who acts after a seat, by that seat and the set of those who may still act, a bit each."""


def deal(seed: int) -> Deal:
    """A seeded deal."""
    chance = Random(seed)
    ids = list(range(108))
    chance.shuffle(ids)
    draws = {"trump": chance.randrange(13), "leader": chance.randrange(4)}
    hands = chinpok.DEALING.hands(ids, draws)
    deck = chinpok.DEALING.deck
    return Deal(tuple(tuple(deck[number] for number in hand) for hand in hands), draws)


def packed_deal(seed: int) -> tuple[list[int], str, int]:
    """The same deal packed: hands, trump, leader."""
    dealt = deal(seed)
    trump = RANKS[dealt.draws["trump"]]
    return [pack(hand, trump) for hand in dealt.hands], trump, dealt.draws["leader"]


class Table:
    """Four packed hands, with just enough of the rules to end a round; for the core alone.

    playing: the seats that hold cards and have not passed, a bit each.
    """

    __slots__ = ("hands", "out", "over", "playing", "to_beat", "turn", "winner")

    def __init__(self, dealt: list[int], leader: int) -> None:
        self.hands = dealt.copy()
        self.out: list[int] = []
        self.over = False
        self.playing = 15
        self.to_beat: Reading | None = None
        self.turn = self.winner = leader

    def act(self, play: tuple[int, Reading] | None) -> None:
        """Lay a play, or pass."""
        turn, hands = self.turn, self.hands
        if play is None:
            self.playing &= ~(1 << turn)
        else:
            cards, self.to_beat = play
            hands[turn] -= cards
            self.winner = turn
            if not hands[turn]:
                self._out(turn)
        winner = self.winner
        following = AFTER[turn][self.playing & ~(1 << winner)]
        if following is None:
            following = winner if hands[winner] else (winner + 2) % 4
            self.playing = sum(1 << seat for seat in range(4) if hands[seat])
            self.to_beat = None
        self.turn = following

    def _out(self, seat: int) -> None:
        """Over when three are out, or two partners."""
        self.playing &= ~(1 << seat)
        self.out.append(seat)
        self.over = len(self.out) > 2 or (len(self.out) == 2 and sum(self.out) % 2 == 0)


def by_play(dealt: list[int], trump: str, leader: int, seed: int) -> int:
    """A hand with any play or pass as likely as any other; returns its actions."""
    random = Random(seed).random
    table = Table(dealt, leader)
    actions = 0
    while not table.over:
        actions += 1
        plays = Plays(table.hands[table.turn], trump, table.to_beat)
        number = int(random() * (len(plays) + (table.to_beat is not None)))
        table.act(plays.packed(number) if number < len(plays) else None)
    return actions


def by_reading(dealt: list[int], trump: str, leader: int, seed: int) -> int:
    """A hand with any reading or pass as likely as any other, then any cards of the reading."""
    random = Random(seed).random
    table = Table(dealt, leader)
    actions = 0
    while not table.over:
        actions += 1
        to_beat = table.to_beat
        hand = Holding(table.hands[table.turn], trump)
        found = groups(hand, to_beat)
        number = int(random() * (len(found) + (to_beat is not None)))
        if number < len(found):
            reading, kind = found[number]
            sets = kind.expand(hand, reading)
            table.act((sets[int(random() * len(sets))], reading))
        else:
            table.act(None)
    return actions


def through_the_api(dealt: Deal, seed: int) -> int:
    """A hand as in `by_play` through `view`, `plays`, `decide` and `evolve`."""
    return len(recorded(dealt, seed))


def recorded(dealt: Deal, seed: int) -> list[Action]:
    """The actions of such a hand; nobody exchanges."""
    random = Random(seed).random
    state = chinpok.opening(OPTIONS, dealt)
    actions: list[Action] = []
    while state.phase != "over":
        action = _any(state, len(actions), random())
        for event in chinpok.decide(state, action):
            state = chinpok.evolve(state, event)
        actions.append(action)
    return actions


def replayed(dealt: Deal, actions: list[Action]) -> chinpok.State:
    """The end of a recorded hand, every action ruled again."""
    state = chinpok.opening(OPTIONS, dealt)
    for action in actions:
        for event in chinpok.decide(state, action):
            state = chinpok.evolve(state, event)
    return state


def _any(state: chinpok.State, done: int, chance: float) -> Action:
    if state.phase == "exchange":
        return Give(Seat(done), ())
    if state.phase == "show":
        return Proceed()
    seat = state.tricks.turn
    view = chinpok.view(state, seat)
    plays = chinpok.plays(view)
    number = int(chance * (len(plays) + (view.to_beat is not None)))
    if number == len(plays):
        return Pass(seat)
    play = plays[number]
    return Play(seat, play.cards, play.reading)
