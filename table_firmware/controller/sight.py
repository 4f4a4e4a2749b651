"""What one seat is shown. Nothing here may tell a seat what that seat may not know."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from table_firmware.controller import calling, service
from table_firmware.controller.record import Hand, Match
from table_firmware.controller.scene import Scene
from table_firmware.controller.steps import dealt_hand
from table_firmware.fairness.deal import NOTHING, Batch, code26
from table_firmware.fairness.receipts import (
    SignedRoot,
    commit_receipt,
    hand_receipt,
    seat_receipt,
    to_digits,
)
from table_firmware.ledger.bindings import receipt_root
from table_firmware.rules.cards import Seat
from table_firmware.rules.match import HOUSE_PLAYERS, MODES, levels, running, seating
from table_firmware.rules.round import SeatView
from table_firmware.wire.messages import Place, TimeLeft, View

PAUSES: Final = frozenset({"lobby", "hand_result", "match_result"})
"""The stages in which people have time for a reminder (000 §43.3)."""


def views(scene: Scene, now: int, numbers: Mapping[Seat, int]) -> list[View]:
    """The whole view of each of these seats, with the number given here."""
    playing = None if scene.fault or scene.record.upkeep.on else scene.current
    common = _common(scene, playing, now)
    return [
        View(
            number=number,
            seat=seat,
            ask=scene.ask(seat),
            service=service.shown(scene, seat),
            call=calling.shown(scene, seat),
            **(common | _in_match(scene, playing, common["stage"], seat) if playing else common),
        )
        for seat, number in numbers.items()
    ]


def _common(scene: Scene, playing: Match | None, now: int) -> dict[str, Any]:
    """The fields of a view that tell every seat the same."""
    match = scene.current
    mode = match.mode if match else scene.mode
    event = scene.event
    stage = scene.stage
    return {
        "stage": stage,
        "game": scene.game.VERSION,
        "mode": mode,
        "hand": match.begun if match else 0,
        "hands": MODES[mode].hands,
        "places": tuple(_place(scene, other, now) for other in Seat),
        "practice": scene.practice,
        "noise": _noise(scene, match),
        "clock": None if scene.record.upkeep.on else _clock(scene, now),
        "fault": scene.fault,
        "modes": scene.play.modes if stage == "lobby" else (),
        "hints": scene.play.hints,
        "event": event.origin if event else "",
        "commitment": code26(event.b) if event and stage == "lobby" else "",
        "minutes": scene.pace.reminder(scene.play.guard, now) if stage in PAUSES else 0,
        "levels": levels(playing.hands) if playing and MODES[mode].levels else None,
        "running": _running(scene, playing) if playing and not MODES[mode].levels else None,
    }


def _noise(scene: Scene, match: Match | None) -> str:
    """The random source of the deals in play, or of those to come."""
    if match and match.batch:
        return match.batch.noise
    return scene.event.noise if scene.event else scene.noise


def _place(scene: Scene, seat: Seat, now: int) -> Place:
    chair, match = scene.chair(seat), scene.current
    who = chair.who if chair.who in ("empty", "guest", *HOUSE_PLAYERS) else "member"
    return Place(
        who=who,
        player=match.places[seat] if match else "",
        linked=scene.presences[seat].connected and scene.gone_at(seat) > now,
        managed=chair.human and chair.automatic and seat in scene.players,
        ready=who in HOUSE_PLAYERS or seat in scene.ready,
        away=scene.away(seat),
    )


def _clock(scene: Scene, now: int) -> TimeLeft | None:
    resting = scene.pace.rest_left(scene.play.guard, now) if scene.stage == "lobby" else 0
    if resting:
        return TimeLeft("rest", resting, scene.play.guard.rest)
    if (at := scene.house_at) is not None:
        return TimeLeft("house", max(0, at - now), scene.play.house_after)
    wait = scene.wait()
    full = scene.full(wait.name) if wait else 0
    if wait is None or not full:
        return None
    return TimeLeft(wait.name, max(0, scene.since + full - now), full, wait.seats)


def _running(scene: Scene, match: Match) -> Mapping[str, int]:
    return running(match.mode, match.hands, (match.places[seat] for seat in scene.players))


def _in_match(scene: Scene, match: Match, stage: str, seat: Seat) -> dict[str, Any]:
    """The fields of a view that tell of the match in play."""
    match stage:
        case "digits":
            return _digits(scene, match, seat)
        case "cut":
            return {"cutter": scene.cutter, "digits": _typed(scene)}
        case "match_result":
            return {"standings": match.ranking, "digits": _typed(scene)}
    assert match.hand is not None
    return _in_hand(scene, match, match.hand, stage, seat)


def _digits(scene: Scene, match: Match, seat: Seat) -> dict[str, Any]:
    """The commitment, and back to each player what he himself has typed."""
    own = {seat: scene.digits[seat]} if seat in scene.digits else None
    code = code26(match.batch.b) if match.batch else ""
    return {"digits": own, "commitment": code, "receipts": _for(scene, seat)}


def _in_hand(scene: Scene, match: Match, hand: Hand, stage: str, seat: Seat) -> dict[str, Any]:
    seen = scene.seen(hand, seat) if hand.state is not None else None
    told: dict[str, Any] = {"trump": hand.trump, "leader": hand.leader, "draws": hand.draws}
    if stage == "move":
        shown = seen.open if isinstance(seen, SeatView) else ()
        return {**told, "came_from": hand.came_from, "open": shown}  # no hidden card before all sit
    told |= {"round": seen, "answered": _answered(scene, seat) if seen else ""}
    match stage:
        case "round":
            stood_in = scene.stood_in(seat)
            return {**told, "stood_in": dict(Counter(stood_in)) if stood_in else None}
        case "draw":
            cutter, cut = _cut(hand)
            return {**told, "digits": _typed(scene), "cutter": cutter, "cut": cut}
        case "hand_result":
            return {
                **told,
                "result": hand.result,
                "standings": match.game.rank(match.options, match.mode, match.hands),
                "digits": _typed(scene),
                "receipts": _for(scene, seat),
            }
    return told


def _answered(scene: Scene, seat: Seat) -> str:
    """The seat's own answer: nobody else learns even that there is one (PH-21)."""
    if seat not in scene.answers:
        return ""
    claim = scene.answers[seat]
    return "decline" if claim is None else claim.what


def _cut(hand: Hand) -> tuple[Seat | None, int | None]:
    """Who has cut, and where."""
    cut = {seat: given.data for seat, given in zip(Seat, hand.cuts, strict=True) if given.mode}
    return next(((seat, int(place)) for seat, place in cut.items()), (None, None))


# ------------------------------------------------------------------ receipts (deal1 §9)


def receipts(scene: Scene) -> Mapping[str, str]:
    """The receipts on show, by name: `commit`, or `hand` and `E` to `S`, each for its seat."""
    match, secrets = scene.current, scene.secrets
    if match is None or match.batch is None or secrets is None:
        return {}
    match scene.stage:
        case "digits":
            return _made(scene, match.batch_size, partial(_commit, secrets))
        case "hand_result" if match.hand and match.settled:
            size = match.hand.reveal_size or match.hand.end_size
            make = partial(_of_hand, match, match.hand, secrets)
            if scene.event is not None:  # whose name the receipt has, his signature
                return _once(scene, size, partial(make, receipt_root(scene.event.checkpoint)))
            return _made(scene, size, make)
    return {}


def kept(scene: Scene) -> Mapping[str, str]:
    """The receipts on show that may lie in the export, where everybody reads them: those with
    cards only if the secrets of the hand are in the log for everybody."""
    match, shown = scene.current, receipts(scene)
    if match and match.hand and _opened(match, match.hand):
        return shown
    return {name: shown[name] for name in shown if name == "commit"}


def _opened(match: Match, hand: Hand) -> bool:
    """Everybody can read the secrets of the hand in the log."""
    return hand.revealed and match.batch is not None and match.batch.reveal_at != "audit"


def _made(
    scene: Scene, size: int, make: Callable[[SignedRoot], Mapping[str, str]]
) -> Mapping[str, str]:
    """Made once, with the first checkpoint that covers `size` entries: the same one after a
    restart."""
    signed = scene.signed.get(min((at for at in scene.signed if at >= size), default=0))
    if signed is None:
        return {}
    return _once(scene, signed.size, partial(make, signed))


def _once(scene: Scene, size: int, make: Callable[[], Mapping[str, str]]) -> Mapping[str, str]:
    if scene.receipts is None or scene.receipts[0] != size:
        scene.receipts = size, make()
    return scene.receipts[1]


def _commit(secrets: Batch, signed: SignedRoot) -> Mapping[str, str]:
    return {"commit": to_digits(commit_receipt(secrets, signed))}


def _of_hand(match: Match, hand: Hand, secrets: Batch, signed: SignedRoot) -> Mapping[str, str]:
    dealt = dealt_hand(match, hand, secrets)
    facts = (secrets, match.contributions or NOTHING, hand.h, hand.cuts, dealt)
    own = {seat.name: to_digits(seat_receipt(*facts, seat, signed)) for seat in match.game.PLAYERS}
    if not _opened(match, hand):
        return own  # the others' cards are not for everybody yet
    return {"hand": to_digits(hand_receipt(*facts, signed)), **own}


def _for(scene: Scene, seat: Seat) -> Mapping[str, str] | None:
    """The receipts of a seat; that of its cards by the seat to which they were dealt."""
    made = receipts(scene)
    own = {kind: made[kind] for kind in ("commit", "hand") if kind in made}
    dealt = scene.hand.came_from[seat].name if scene.hand else ""
    if dealt in made:
        own["seat"] = made[dealt]
    return own or None


def _typed(scene: Scene) -> Mapping[Seat, str] | None:
    """The digits of each person once they are frozen, where he sits now (000 §28.3)."""
    match = scene.current
    if match is None or match.contributions is None or (match.batch and match.batch.event):
        return None
    at_first = seating(match.mode, match.first + 1)
    now = {player: seat for seat, player in match.places.items()}
    return {
        now[at_first[seat]]: given.data.decode("ascii")
        for seat, given in zip(Seat, match.contributions, strict=True)
        if given.mode == 1
    }
