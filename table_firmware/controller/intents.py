"""What players want, and whether they may have it now."""

from collections.abc import Callable, Mapping
from typing import Final

from table_firmware.controller.outcome import NOTHING, Outcome, log, refuse
from table_firmware.controller.record import Hand
from table_firmware.controller.scene import Scene
from table_firmware.controller.steps import act_entry, hand_entry, seat_change
from table_firmware.fairness.deal import BEACON, DIGITS, Contribution, check_contributions
from table_firmware.fairness.deal import NOTHING as NO_CONTRIBUTIONS
from table_firmware.rules.cards import Seat
from table_firmware.rules.claiming import AskClaim, Claim, Discard, in_threes
from table_firmware.rules.match import HOUSE_PLAYERS
from table_firmware.rules.round import (
    AskCut,
    AskDigits,
    AskReady,
    AskSit,
    Give,
    IllegalAction,
    Managed,
    Pass,
    Play,
    Proceed,
)
from table_firmware.rules.said import Action
from table_firmware.wire.messages import Intent, Refused

LEAST_DIGITS: Final = 6
MOST_DIGITS: Final = 20


def intend(scene: Scene, seat: Seat, intent: Intent, stale: bool) -> Outcome:
    """What follows from an intent. stale: it was made on a view whose ask is no longer open."""
    answer = _INTENTS.get(intent.act)
    if answer is None:
        return refuse(intent.view, "not-now")
    return answer(scene, seat, intent, stale)


# ------------------------------------------------------------------ the lobby


def sit(scene: Scene, seat: Seat, intent: Intent, _stale: bool = False) -> Outcome:
    """Take a free seat."""
    if not isinstance(scene.ask(seat), AskSit):
        return refuse(intent.view, "not-now")
    return log(seat_change(seat, "sat"))


def _stand(scene: Scene, seat: Seat, intent: Intent, _stale: bool) -> Outcome:
    free_to_go = scene.current is None or scene.current.closed
    if not free_to_go or not scene.chair(seat).human:
        return refuse(intent.view, "not-now")
    return log(seat_change(seat, "left"))


def _plays(scene: Scene, seat: Seat) -> bool:
    """A person sits here, and not only to watch."""
    return seat in scene.players and scene.chair(seat).human


def _mode(scene: Scene, seat: Seat, intent: Intent, _stale: bool) -> Outcome:
    known = intent.value in scene.play.modes
    if scene.stage != "lobby" or not _plays(scene, seat) or not known:
        return refuse(intent.view, "not-now")
    if scene.mode != intent.value:
        scene.mode = intent.value
        scene.ready.clear()  # nobody is ready for a match he has not heard of
    return NOTHING


def _house(scene: Scene, seat: Seat, intent: Intent, stale: bool) -> Outcome:
    kind = intent.value or scene.play.house_players
    known = kind == "house" or (kind in HOUSE_PLAYERS and scene.game.PLANS)
    if scene.stage != "lobby" or not _plays(scene, seat) or not known:
        return refuse(intent.view, "not-now")
    if stale:
        return refuse(intent.view, "stale-view")
    scene.house = kind
    scene.ready.add(seat)
    return NOTHING


def ready(scene: Scene, seat: Seat, intent: Intent, stale: bool = False) -> Outcome:
    """Ready to begin, or to go on."""
    if not isinstance(scene.ask(seat), AskReady):
        return refuse(intent.view, "not-now")
    if stale:
        return refuse(intent.view, "stale-view")
    scene.ready.add(seat)
    return NOTHING


def _scan(scene: Scene, seat: Seat, _intent: Intent, _stale: bool) -> Outcome:
    """A code of the result lies open here: time for a phone, also for whoever was ready."""
    if scene.stage == "hand_result" and _plays(scene, seat):
        scene.scanning = True
        scene.ready.discard(seat)
    return NOTHING


# ------------------------------------------------------------------ the match


def _digits(scene: Scene, seat: Seat, intent: Intent, stale: bool) -> Outcome:
    if not isinstance(scene.ask(seat), AskDigits):
        return refuse(intent.view, "not-now")
    if stale:
        return refuse(intent.view, "stale-view")
    text = intent.value
    fits = LEAST_DIGITS <= len(text) <= MOST_DIGITS and text.isascii() and text.isdigit()
    if text and not fits:
        return refuse(intent.view, "bad-digits")
    scene.digits[seat] = text
    return NOTHING


def _contribute(scene: Scene, seat: Seat, intent: Intent, stale: bool) -> Outcome:
    """A contribution that is not typed (`deal1` §4): `2:`, `3:` or `4:` and its data in hex."""
    match = scene.current
    if not isinstance(scene.ask(seat), AskDigits) or match is None or match.batch is None:
        return refuse(intent.view, "not-now")
    if stale:
        return refuse(intent.view, "stale-view")
    given = _read_contribution(intent.value)
    if given is None or (given.mode == BEACON and not _announced(given, match.batch.beacon_round)):
        return refuse(intent.view, "bad-digits")
    scene.given[seat] = given
    return NOTHING


def _read_contribution(text: str) -> Contribution | None:
    mode, _, data = text.partition(":")
    if mode not in ("2", "3", "4") or not data.isalnum() or not data.islower() | data.isdigit():
        return None
    try:
        given = Contribution(int(mode), bytes.fromhex(data))
        check_contributions((given, *NO_CONTRIBUTIONS[1:]))
    except ValueError:
        return None
    return given


def _announced(given: Contribution, beacon_round: int) -> bool:
    """A beacon counts only with the round that was announced before it was drawn."""
    return beacon_round > 0 and int.from_bytes(given.data[:8], "big") == beacon_round


def _cut(scene: Scene, seat: Seat, intent: Intent, stale: bool) -> Outcome:
    """A place in the deck, or nothing (`deal1` §5)."""
    ask = scene.ask(seat)
    if not isinstance(ask, AskCut):
        return refuse(intent.view, "not-now")
    if stale:
        return refuse(intent.view, "stale-view")
    places = {"", *map(str, range(ask.cards))}
    if intent.value not in places:
        return refuse(intent.view, "bad-cut")
    return begin_hand(scene, seat, intent.value)


def begin_hand(scene: Scene, seat: Seat | None = None, place: str = "") -> Outcome:
    """The next hand of the batch begins, cut by a seat if there is a place."""
    match = scene.current
    assert match is not None
    assert match.batch is not None
    cut = Contribution(DIGITS, place.encode("ascii")) if place else Contribution()
    cuts = [cut if each == seat else Contribution() for each in Seat]
    return log(hand_entry(match, match.batch, match.next_h, cuts))


def _manage(scene: Scene, seat: Seat, intent: Intent, _stale: bool) -> Outcome:
    return _change_managed(scene, seat, intent, managed=True)


def _unmanage(scene: Scene, seat: Seat, intent: Intent, _stale: bool) -> Outcome:
    return _change_managed(scene, seat, intent, managed=False)


def _change_managed(scene: Scene, seat: Seat, intent: Intent, *, managed: bool) -> Outcome:
    match, chair = scene.current, scene.chair(seat)
    if match is None or match.over or not _plays(scene, seat) or chair.managed == managed:
        return refuse(intent.view, "not-now")
    return log(seat_change(seat, "managed" if managed else "returned"))


def _give(scene: Scene, seat: Seat, intent: Intent, stale: bool) -> Outcome:
    return _act(scene, Give(seat, intent.cards), intent, stale)


def _play(scene: Scene, seat: Seat, intent: Intent, stale: bool) -> Outcome:
    return _act(scene, Play(seat, intent.cards, intent.reading), intent, stale)


def _pass(scene: Scene, seat: Seat, intent: Intent, stale: bool) -> Outcome:
    return _act(scene, Pass(seat), intent, stale)


def _discard(scene: Scene, seat: Seat, intent: Intent, stale: bool) -> Outcome:
    if len(intent.cards) != 1:
        return refuse(intent.view, "not-in-hand")
    return _act(scene, Discard(seat, intent.cards[0]), intent, stale)


def _claim(scene: Scene, seat: Seat, intent: Intent, stale: bool) -> Outcome:
    """An answer to an open tile stays in memory until the time of all is over; the last one
    counts (PH-21)."""
    hand = _hand_of(scene, seat)
    if hand is None and not (stale and _ended(scene)):
        return refuse(intent.view, "not-now")
    try:
        claim = Claim(seat, intent.value, in_threes(intent.cards))
    except ValueError:
        return refuse(intent.view, "not-open-to-you")
    if hand is None or stale:
        return refuse(intent.view, "taken" if _taken(scene, claim) else "too-late")
    try:
        scene.game.check(hand.state, claim)
    except IllegalAction as illegal:
        return refuse(intent.view, illegal.code)
    scene.answer(seat, claim)
    return NOTHING


def _ended(scene: Scene) -> bool:
    """The hand has ended in which the seat saw an open tile."""
    return scene.stage != "round" and scene.hand is not None and scene.hand.state is not None


def _taken(scene: Scene, claim: Claim) -> bool:
    """The tile that a claim came too late for has gone to another."""
    assert scene.hand is not None
    try:
        scene.game.check(scene.hand.state, claim)
    except IllegalAction as illegal:
        return illegal.code == "taken"
    return False  # another tile is open by now


def _decline(scene: Scene, seat: Seat, intent: Intent, stale: bool) -> Outcome:
    if not isinstance(scene.ask(seat), AskClaim):
        return refuse(intent.view, "not-now")
    if stale:
        return refuse(intent.view, "too-late")
    scene.answer(seat, None)
    return NOTHING


def _hand_of(scene: Scene, seat: Seat) -> Hand | None:
    """The hand in which the seat may act for itself now."""
    hand, chair = scene.hand, scene.chair(seat)
    if scene.stage != "round" or hand is None or hand.state is None:
        return None
    if seat not in scene.players or chair.automatic or chair.who == "empty":
        return None
    return hand


def _act(
    scene: Scene, action: Give | Play | Pass | Discard, intent: Intent, stale: bool
) -> Outcome:
    """A refusal changes nothing and costs nothing (000 §39.3)."""
    hand = _hand_of(scene, action.seat)
    if hand is None:
        return refuse(intent.view, "not-now")
    try:
        events = scene.game.decide(hand.state, action)
    except IllegalAction as illegal:
        view = scene.game.view(hand.state, action.seat)
        smallest = scene.game.minimal(view) if scene.play.hints else None
        return Outcome(refused=Refused(intent.view, illegal.code, smallest))
    if stale:
        return refuse(intent.view, "stale-view")
    return log(act_entry(hand.h, action, "player", events))


def act_for(scene: Scene, action: Action, by: str) -> Outcome:
    """An action that no player took: a time-out, a managed seat, the end of showing."""
    hand = scene.hand
    assert hand is not None
    return log(act_entry(hand.h, action, by, scene.game.decide(hand.state, action)))


def play_for(scene: Scene, seat: Seat) -> Outcome:
    """What the system does for a seat: a planner chooses from the seat's own view, the others
    are managed (000 §40)."""
    hand = scene.hand
    assert hand is not None
    if scene.chair(seat).who != "planner":
        return act_for(scene, Managed(seat), "managed")
    chosen = scene.game.choose(scene.game.view(hand.state, seat))
    assert chosen is not None
    return act_for(scene, chosen, "house")


def settle(scene: Scene) -> Outcome:
    """What the time of all has come to: the one action that follows from the answers."""
    hand = scene.hand
    assert hand is not None
    found = (_answer(scene, hand, seat) for seat in scene.players)
    answers = [answer for answer in found if answer is not None]
    action = scene.game.settle(hand.state, answers)
    return act_for(scene, action, _by(scene, action))


def _answer(scene: Scene, hand: Hand, seat: Seat) -> Action | None:
    """What a seat has answered; where the system acts for it, what a planner chooses from the
    seat's own view, or that it is managed. Who has answered before he left has answered."""
    if seat in scene.answers:
        return scene.answers[seat]
    if not scene.chair(seat).automatic:
        return None
    if scene.chair(seat).who != "planner":
        return Managed(seat)
    view = scene.game.view(hand.state, seat)
    return scene.game.choose(view) if view.ask is not None else None


def _by(scene: Scene, action: Action) -> str:
    match action:
        case Proceed():
            return "system"
        case Managed():
            return "managed"
        case Claim(seat) if scene.chair(seat).who == "planner":
            return "house"
    return "player"


_INTENTS: Final[Mapping[str, Callable[[Scene, Seat, Intent, bool], Outcome]]] = {
    "sit": sit,
    "stand": _stand,
    "mode": _mode,
    "house": _house,
    "ready": ready,
    "scan": _scan,
    "digits": _digits,
    "contribute": _contribute,
    "cut": _cut,
    "manage": _manage,
    "unmanage": _unmanage,
    "give": _give,
    "play": _play,
    "pass": _pass,
    "claim": _claim,
    "decline": _decline,
    "discard": _discard,
}
