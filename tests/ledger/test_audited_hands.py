"""Hands of every game, played at random and written as a table writes them, ruled again by the
auditor, who finds it if one event of any of them is another."""

import json
from collections.abc import Iterator
from random import Random  # noqa: TID251  (seeded; only the choice of what is tried)
from typing import Any

import pytest

from table_firmware.controller.steps import act_entry
from table_firmware.ledger.replay import BY, Act, rule_again
from table_firmware.ledger.report import Refusal
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.games import GAMES
from table_firmware.rules.notation import kind_name
from table_firmware.rules.round import HandEnded
from tests.contracts.rounds import Round, begin

pytestmark = pytest.mark.no_cover


def dealt(game: Game, chance: Random) -> Deal:
    ids = list(range(len(game.DEALING.deck)))
    chance.shuffle(ids)
    draws = {label: chance.randrange(n) for label, n in game.DEALING.draws}
    deck, hands = game.DEALING.deck, game.DEALING.hands(ids, draws)
    return Deal(tuple(tuple(deck[number] for number in hand) for hand in hands), draws)


def logged(played: Round, chance: Random) -> list[Act]:
    """The acts of a whole hand, as the log holds them."""
    acts: list[Act] = []
    while not played.over:
        before = len(played.events)
        played.step(chance.randrange(1000))
        action = played.actions[-1]
        by = BY[kind_name(type(action))]
        draft = act_entry(0, action, by, played.events[before:])
        d = {**draft.d, "p": "00" * 32} if draft.private is not None else draft.d
        acts.append(Act(len(acts), json.loads(json.dumps(d))))
    return acts


def forged(acts: list[Act], chance: Random) -> list[Act]:
    """One event fewer, somewhere."""
    at = chance.choice([number for number, act in enumerate(acts) if len(act.d["events"]) > 0])
    events = acts[at].d["events"][:-1]
    changed: dict[str, Any] = {**acts[at].d, "events": events}
    return [*acts[:at], Act(at, changed), *acts[at + 1 :]]


def check(key: str, seed: int) -> None:
    game, chance = GAMES[key], Random(seed)
    played = begin(game, dealt(game, chance))
    acts = logged(played, chance)
    end = played.events[-1]
    assert isinstance(end, HandEnded)
    assert rule_again(game, game.options({}), played.deal, acts) == end.result
    with pytest.raises(Refusal) as refusal:
        rule_again(game, game.options({}), played.deal, forged(acts, chance))
    assert refusal.value.check == "V13"


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_random_hands_are_ruled_again(key: str) -> None:
    for seed in range(2):
        check(key, seed)


def twins(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    """Each place in events, with its kind of place, that holds what Python takes for a number and
    for true or false alike."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        here = (*path, key) if isinstance(key, str) else path
        if isinstance(item, dict | list):
            yield from twins(item, here)
        elif item in (0, 1) and not isinstance(item, str):
            yield here, value, key


@pytest.mark.parametrize("key", GAMES)
def test_what_is_no_number_is_not_what_the_rules_say(key: str) -> None:
    """In Python True equals 1; a verifier in another language would see another log."""
    game, chance = GAMES[key], Random(1)
    played = begin(game, dealt(game, chance))
    acts = logged(played, chance)
    places = {path: (at, holder) for act in acts for path, holder, at in twins(act.d["events"])}
    assert places
    for at, holder in places.values():
        right = holder[at]
        holder[at] = bool(right) if type(right) is int else int(right)
        with pytest.raises(Refusal, match="rule otherwise"):
            rule_again(game, game.options({}), played.deal, acts)
        holder[at] = right
    assert rule_again(game, game.options({}), played.deal, acts) is not None


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(100))
@pytest.mark.parametrize("key", GAMES)
def test_ten_thousand_random_hands_are_ruled_again(key: str, hundred: int) -> None:
    for seed in range(hundred * 100, hundred * 100 + 100):
        check(key, seed)
