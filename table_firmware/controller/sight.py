"""What one seat is shown. Nothing here may tell a seat what that seat may not know."""

from dataclasses import replace

from table_firmware.controller.record import Hand, Match
from table_firmware.controller.scene import Scene, typed
from table_firmware.controller.steps import dealt_hand
from table_firmware.fairness.deal import NOTHING, code26
from table_firmware.fairness.receipts import (
    SignedRoot,
    commit_receipt,
    hand_receipt,
    seat_receipt,
    to_digits,
)
from table_firmware.rules.cards import RANKS, Seat
from table_firmware.rules.match import MODES, rank, running
from table_firmware.wire.messages import Place, TimeLeft, View


def view(scene: Scene, seat: Seat, now: int) -> View:
    """The whole view of a seat, with number 0."""
    match = scene.current
    mode = match.mode if match else scene.mode
    base = View(
        number=0,
        seat=seat,
        stage=scene.stage,
        game=scene.game.VERSION,
        mode=mode,
        hand=scene.hand.h + 1 if scene.hand else 0,
        hands=MODES[mode].hands,
        places=tuple(_place(scene, other, now) for other in Seat),
        practice=any(scene.chair(other).who == "house" for other in Seat),
        noise=match.batch.noise if match and match.batch else scene.noise,
        ask=scene.ask(seat),
        clock=_clock(scene, now),
        fault=scene.fault,
    )
    return base if match is None or scene.fault else _in_match(scene, match, base)


def _place(scene: Scene, seat: Seat, now: int) -> Place:
    chair, match = scene.chair(seat), scene.current
    who = chair.who if chair.who in ("empty", "guest", "house") else "member"
    return Place(
        who=who,
        player=match.places[seat] if match else "",
        linked=scene.presences[seat].connected and scene.gone_at(seat) > now,
        managed=chair.human and chair.automatic,
        ready=who == "house" or seat in scene.ready,
    )


def _clock(scene: Scene, now: int) -> TimeLeft | None:
    wait = scene.wait()
    full = scene.play.timers.full(wait.name) if wait else 0
    if wait is None or not full:
        return None
    return TimeLeft(wait.name, max(0, scene.since + full - now), full, wait.seats)


def _in_match(scene: Scene, match: Match, base: View) -> View:
    base = replace(base, running=running(match.mode, match.hands))
    match base.stage:
        case "digits":
            return _digits(scene, match, base)
        case "match_result":
            return replace(base, standings=match.ranking, digits=typed(scene))
    assert match.hand is not None
    return _in_hand(scene, match, match.hand, base)


def _digits(scene: Scene, match: Match, base: View) -> View:
    """The commitment, and back to each player what he himself has typed."""
    own = {base.seat: scene.digits[base.seat]} if base.seat in scene.digits else None
    code = code26(match.batch.b) if match.batch else ""
    return replace(base, digits=own, commitment=code, receipts=_commit_receipt(scene, match))


def _in_hand(scene: Scene, match: Match, hand: Hand, base: View) -> View:
    trump = RANKS[hand.draws["trump"]] if hand.draws else ""
    base = replace(base, trump=trump, leader=hand.leader)
    if hand.state is not None:
        base = replace(base, round=match.game.view(hand.state, base.seat))
    match base.stage:
        case "draw":
            return replace(base, digits=typed(scene))
        case "hand_result":
            return replace(
                base,
                result=hand.result,
                standings=rank(match.mode, match.hands),
                digits=typed(scene),
                receipts=_hand_receipts(scene, match, hand, base.seat),
            )
    return base


# ------------------------------------------------------------------ receipts (deal1 §9)


def _signed_after(scene: Scene, size: int) -> SignedRoot | None:
    """The first checkpoint that covers `size` entries: the same one after a restart."""
    return scene.signed.get(min((at for at in scene.signed if at >= size), default=0))


def _commit_receipt(scene: Scene, match: Match) -> dict[str, str] | None:
    secrets = scene.secrets
    signed = _signed_after(scene, match.batch_size)
    if match.batch is None or secrets is None or signed is None:
        return None
    return {"commit": to_digits(commit_receipt(secrets, signed))}


def _hand_receipts(scene: Scene, match: Match, hand: Hand, seat: Seat) -> dict[str, str] | None:
    secrets = scene.secrets
    signed = _signed_after(scene, hand.reveal_size)
    if not hand.revealed or secrets is None or signed is None or match.contributions is None:
        return None
    dealt = dealt_hand(match, hand.h, secrets)
    facts = (secrets, match.contributions, hand.h, NOTHING, dealt)
    return {
        "hand": to_digits(hand_receipt(*facts, signed)),
        "seat": to_digits(seat_receipt(*facts, seat, signed)),
    }
