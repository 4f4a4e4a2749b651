"""Ruling a hand again from its revealed deal (V13): the same questions, the same answers?

What lay face down in the exchange is not in the log. Where a pair exchanged, the cards became
public with it; where it did not, no card changed hands and what was laid cannot matter: it is
ruled as declined.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from table_firmware.ledger.entries import canonical, without_cards
from table_firmware.ledger.report import Refusal, demand
from table_firmware.rules.cards import PAIRS
from table_firmware.rules.dealing import Deal
from table_firmware.rules.game import Game
from table_firmware.rules.notation import from_plain, to_plain
from table_firmware.rules.round import Exchanged, Gave, Give, HandEnded, HandResult, IllegalAction
from table_firmware.rules.said import Action, Event

BY: Final[Mapping[str, str]] = {
    "play": "player",
    "pass": "player",
    "give": "player",
    "claim": "player",
    "discard": "player",
    "timed_out": "timeout",
    "managed": "managed",
    "proceed": "system",
    "settle": "system",
}
"""Who is said to act, by kind of action; at a planner's seat `house` instead of `player`."""

ALONE: Final[Mapping[str, str]] = {"house": "managed", "planner": "house"}
"""Who is said to act at the seat of each kind of house player, and nobody else: he is never out of
time, and never gone."""
_NOBODY: Final[Mapping[str, str]] = {}


@dataclass(frozen=True, slots=True)
class Act:
    """An `act` entry: its index in the log and its fields."""

    i: int
    d: Mapping[str, Any]


def rule_again(
    game: Game,
    options: Any,
    deal: Deal,
    acts: Sequence[Act],
    house: Mapping[str, str] = _NOBODY,
) -> HandResult | None:
    """The result of the hand, None if it did not end; Refusal V13 at the first difference.

    house: which kind of house player sits at a seat, by the letter of the seat.
    """
    state, result = game.opening(options, deal), None
    laid = _laid(acts)
    for act in acts:
        action = _action(act, laid, house)
        try:
            events = game.decide(state, action)
        except IllegalAction as error:
            raise Refusal("V13", f"entry {act.i}", f"the rules refuse it: {error.code}") from None
        _compare(act, action, events)
        for event in events:
            state = game.evolve(state, event)
            result = event.result if isinstance(event, HandEnded) else result
    return result


def _laid(acts: Sequence[Act]) -> dict[str, list[str]]:
    """The cards that changed hands, by the letter of the seat that gave each."""
    found: dict[str, list[str]] = {}
    for act in acts:
        for plain in act.d["events"]:
            if plain["kind"] == "exchanged":
                exchanged = _exchanged(act, plain)
                for pair, cards in (("EW", exchanged.EW), ("NS", exchanged.NS)):
                    for seat, card in zip(PAIRS[pair], cards or (), strict=False):
                        found[seat.name] = [card]
    return found


def _exchanged(act: Act, plain: Mapping[str, Any]) -> Exchanged:
    try:
        event: Exchanged = from_plain(Exchanged, {k: v for k, v in plain.items() if k != "kind"})
    except ValueError as error:
        raise Refusal("V13", f"entry {act.i}", f"event: {error}") from None
    return event


def _action(act: Act, laid: Mapping[str, list[str]], house: Mapping[str, str]) -> Action:
    where = f"entry {act.i}"
    plain = dict(act.d["action"])
    by, kind = plain.pop("by"), plain["kind"]
    seat = plain["seat"] if isinstance(plain.get("seat"), str) else ""
    who, right = house.get(seat, ""), BY.get(kind)
    right = "house" if right == "player" and who == "planner" else right
    demand(right == by, "V13", where, f"{kind} is said to be by {by}")
    demand(by == ALONE.get(who, by), "V13", where, f"{kind} at the seat of a house player")
    if kind == "give":
        demand("cards" not in plain, "V13", where, "a hidden card stands in the log")
        plain["cards"] = laid.get(seat, [])
    try:
        action: Action = from_plain(Action, plain)
    except ValueError as error:
        raise Refusal("V13", where, f"action: {error}") from None
    return action


def _compare(act: Act, action: Action, events: Sequence[Event]) -> None:
    ruled = [without_cards(to_plain(Event, event), "gave") for event in events]
    same = canonical(ruled) == canonical(act.d["events"])  # in Python, True == 1
    demand(same, "V13", f"entry {act.i}", "the rules rule otherwise than the log says")
    hides = isinstance(action, Give) or any(isinstance(event, Gave) for event in events)
    demand(hides == ("p" in act.d), "V13", f"entry {act.i}", "`p` stands for a hidden part only")
