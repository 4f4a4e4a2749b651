"""Playing on from a state with given actions, as far as the rules accept them."""

from collections.abc import Sequence
from typing import Any

from table_firmware.rules.game import Game
from table_firmware.rules.round import IllegalAction
from table_firmware.rules.said import Action, Event


def run(
    game: Game, state: Any, actions: Sequence[Action]
) -> tuple[Any, list[Event], dict[str, Any]]:
    """The state reached, what followed, and the fields `accepted` and `refused` of an answer: the
    first refused action ends it and changes nothing."""
    history: list[Event] = []
    for accepted, action in enumerate(actions):
        try:
            events = game.decide(state, action)
        except IllegalAction as refusal:
            refused = {"at": accepted, "code": refusal.code}
            return state, history, {"accepted": accepted, "refused": refused}
        for event in events:
            state = game.evolve(state, event)
        history += events
    return state, history, {"accepted": len(actions), "refused": None}
