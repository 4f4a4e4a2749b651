"""Whole hands at random, any play or pass as likely as any other."""

from random import Random  # noqa: TID251  # seeded: the same hands every time

from table_firmware.rules.cards import RANKS, Seat
from table_firmware.rules.games import chinpok
from table_firmware.rules.listing import Plays
from table_firmware.rules.packed import pack
from table_firmware.rules.round import Action, Deal, Give, Pass, Play, Proceed, Reading

OPTIONS = chinpok.options({})


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


def on_the_core(dealt: list[int], trump: str, leader: int, seed: int) -> int:
    """A hand of packed sets, with just enough of the rules to end it; returns its actions."""
    random = Random(seed).random
    hands = dealt.copy()
    out: list[int] = []
    passed: set[int] = set()
    to_beat: Reading | None = None
    turn = winner = leader
    actions = 0
    while len(out) < 3 and not (len(out) == 2 and (out[0] - out[1]) % 2 == 0):
        actions += 1
        plays = Plays(hands[turn], trump, to_beat)
        number = int(random() * (len(plays) + (to_beat is not None)))
        if number < len(plays):
            cards, to_beat = plays.packed(number)
            hands[turn] -= cards
            winner = turn
            if not hands[turn]:
                out.append(turn)
        else:
            passed.add(turn)
        others = [(turn + step) % 4 for step in (1, 2, 3)]
        waiting = [seat for seat in others if hands[seat] and seat not in passed | {winner}]
        if waiting:
            turn = waiting[0]
        else:
            turn = winner if hands[winner] else (winner + 2) % 4
            to_beat, passed = None, set()
    return actions


def through_the_api(dealt: Deal, seed: int) -> int:
    """The same through `view`, `plays`, `decide` and `evolve`, nobody exchanging."""
    random = Random(seed).random
    state = chinpok.opening(OPTIONS, dealt)
    actions: list[Action] = [*(Give(seat, ()) for seat in Seat), Proceed()]
    done = 0
    while state.phase != "over":
        action = actions[done] if done < len(actions) else _any(state, random())
        for event in chinpok.decide(state, action):
            state = chinpok.evolve(state, event)
        done += 1
    return done


def _any(state: chinpok.State, chance: float) -> Action:
    seat = state.tricks.turn
    view = chinpok.view(state, seat)
    plays = chinpok.plays(view)
    number = int(chance * (len(plays) + (view.to_beat is not None)))
    if number == len(plays):
        return Pass(seat)
    play = plays[number]
    return Play(seat, play.cards, play.reading)
