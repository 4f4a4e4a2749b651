"""What a player of cards is told in a hand, and what may be done."""

from typing import Final

from table_firmware.rules.cards import Card, Seat, pair_of
from table_firmware.rules.round import AskGive, AskPlay, Exchanged, Reading, SeatView
from table_firmware.wire.messages import View
from ui_kiosk.choice import sense_of
from ui_kiosk.local import Local, chosen_cards, hidden
from ui_kiosk.model_parts import Button
from ui_kiosk.press import choice_of, holds_heavy, may, open_hints, reading_of
from ui_kiosk.rounds import cards_of
from ui_kiosk.speech import (
    choice_text,
    face_text,
    family,
    name_text,
    own_text,
    place_text,
    play_text,
    seat_text,
)
from ui_kiosk.text import text
from ui_kiosk.tricks import passers

FINAL: Final = frozenset({"chinpok"})
"""Games in which who has passed plays no more in the trick, whatever an operator sets (000 §22.1):
the players of others expect that they may."""


def buttons(view: View, local: Local) -> tuple[Button, ...]:
    """What may be done, the main thing last."""
    say = local.language
    order = text(say, f"button.sort_{local.order}")
    own = (Button("sort", f"{text(say, 'button.sort')}\n{order}"),)
    clear = Button("clear", text(say, "button.clear"), bool(local.selected))
    phase = view.round.phase if view.round is not None else "over"
    if view.places[view.seat].managed:
        return own
    if phase == "exchange":
        return (*own, _twice(view, local, "keep", "plain"), _twice(view, local, "give", "main"))
    if phase != "play":
        return own
    known = isinstance(view.ask, AskPlay) if hidden(view, local) else bool(open_hints(view))
    hint = Button("hint", text(say, "button.hint"), known)
    hints = (hint,) if view.hints else ()
    only = known is False and view.hints  # nothing else can be done, and the line says so
    tone = "main" if only and may(view, local, "pass") else "plain"
    pass_ = Button("pass", text(say, "button.pass"), may(view, local, "pass"), tone)
    return (*own, *_heavy(view, local), clear, *hints, pass_, _twice(view, local, "play", "main"))


def _twice(view: View, local: Local, act: str, tone: str) -> Button:
    """A button that says so when it waits for its second touch."""
    armed = local.armed == act
    told = text(local.language, "button.again" if armed else f"button.{act}")
    return Button(act, told, may(view, local, act), "main" if armed else tone)


def _heavy(view: View, local: Local) -> tuple[Button, ...]:
    """The next bomb of the hand; none where it holds none, or may not tell."""
    if hidden(view, local) or not holds_heavy(view):
        return ()
    return (Button("heavy", own_text(local.language, "button.heavy", view.game)),)


def seat_status(view: View, say: str, seat: Seat) -> tuple[str, str] | None:
    """What a seat is doing in the hand: text and tone, None for nothing to say."""
    hand = cards_of(view)
    if hand is None:
        return None
    if seat in hand.out:
        return place_text(say, hand.out.index(seat) + 1), "good"
    if hand.phase == "exchange":
        key = "declined" if seat in hand.gave else "thinking"
        return text(say, f"state.{key}"), "plain"
    if hand.turn == seat:
        return text(say, "state.turn"), "turn"
    if seat in passers(hand):
        return text(say, "state.passed"), "plain"
    if hand.phase == "show" and hand.leader == seat:
        return text(say, "state.leads"), "plain"
    return None


def message(view: View, local: Local) -> tuple[str, str]:
    """The line above the buttons, with its tone."""
    hand = cards_of(view)
    say = local.language
    if hand is None:
        return "", "plain"
    if hand.phase == "over":
        return text(say, "play.over"), "plain"
    if view.places[view.seat].managed and view.seat not in hand.out:
        return "", "plain"  # `present_taken` says it
    if hand.phase != "play":
        tone = "good" if isinstance(view.ask, AskGive) else "plain"
        return _exchange_message(view, hand, local), tone
    if isinstance(view.ask, AskPlay):
        return _turn_message(view, hand, local)
    if view.seat in hand.out:
        place = place_text(say, hand.out.index(view.seat) + 1)
        return text(say, "play.out", place=place), "good"
    if hand.turn is None:
        return "", "plain"
    seat = seat_text(say, hand.turn)
    if view.seat in hand.passed and family(view.game) in FINAL:
        return text(say, "play.wait_passed", seat=seat), "plain"
    return text(say, "play.caught" if caught(hand) else "play.wait", seat=seat), "plain"


def _exchange_message(view: View, hand: SeatView, local: Local) -> str:
    say = local.language
    if hand.phase == "show":
        own = swapped(hand.exchanged, pair_of(hand.seat))
        return text(say, "exchange.not_shown" if own is None else "exchange.shown")
    if isinstance(view.ask, AskGive):
        return sure(local) or text(say, "exchange.rule")
    return text(say, "exchange.waiting" if hand.laid else "exchange.kept")


def sure(local: Local) -> str:
    """What a second touch would do; empty while none is waited for."""
    match local.armed, chosen_cards(local):
        case "give", (given,):
            return text(local.language, "exchange.sure", card=face_text(local.language, given))
        case "keep", _:
            return text(local.language, "exchange.sure_keep")
    return ""


def _turn_message(view: View, hand: SeatView, local: Local) -> tuple[str, str]:
    say = local.language
    if hidden(view, local):
        return _blind_message(view, hand, local)
    choice = choice_of(view, local)
    reading = reading_of(choice, local)
    if reading is not None and local.armed == "play":
        return text(say, "play.sure_last"), "good"
    if reading is not None:
        told = choice_text(say, reading, choice.readings, view.game)
        return text(say, "play.will_play", type=told), "good"
    if choice.problem == "does_not_beat" and choice.strongest is not None:
        return _too_weak(view, hand, choice.strongest, say), "alert"
    if choice.problem == "not_a_combination":
        return text(say, "play.not_a_combination"), "alert"
    if view.hints and not open_hints(view):
        return text(say, "play.nothing"), "good"
    return _asked(view, hand, say), "good"


def _too_weak(view: View, hand: SeatView, strongest: Reading, say: str) -> str:
    """What does not beat what: without the standing play a player guesses why. Another type or
    number is not too low but of the wrong kind; a bomb is beaten by what is larger."""
    standing = hand.to_beat
    if standing is None or standing.type in sense_of(view, hand).heavy:
        return _too_low(view, strongest, standing, say)
    if strongest.type != standing.type:
        own, asked = (name_text(say, each.type, view.game) for each in (strongest, standing))
        return text(say, "play.other_type", type=own, asked=asked)
    if strongest.size != standing.size:
        return text(say, "play.other_size", n=strongest.size, asked=standing.size)
    return _too_low(view, strongest, standing, say)


def _too_low(view: View, own: Reading, standing: Reading | None, say: str) -> str:
    play = play_text(say, standing, view.game) if standing is not None else ""
    return text(say, "play.does_not_beat", type=play_text(say, own, view.game), play=play)


def _asked(view: View, hand: SeatView, say: str) -> str:
    if hand.to_beat is not None:
        laid = [move.seat for move in hand.trick if move.play is not None]
        whose = "_partner" if laid and laid[-1] == view.seat.partner else ""
        return text(say, f"play.follow{whose}", play=play_text(say, hand.to_beat, view.game))
    lead = text(say, "play.lead")
    return f"{text(say, 'play.catch')} · {lead}" if caught(hand) else lead


def _blind_message(view: View, hand: SeatView, local: Local) -> tuple[str, str]:
    """Of covered cards no more is said than how many are selected."""
    say, chosen = local.language, len(local.selected)
    return (text(say, "play.chosen", n=chosen) if chosen else _asked(view, hand, say)), "good"


def swapped(exchanged: Exchanged | None, pair: str) -> tuple[Card, Card] | None:
    """The cards that a pair has exchanged, None for none."""
    if exchanged is None:
        return None
    return exchanged.EW if pair == "EW" else exchanged.NS


def caught(hand: SeatView) -> bool:
    """Whether the lead has come by 接风: the last play was the partner's last (000 §22.2)."""
    last = [move for move in hand.played if move.play is not None][-1:]
    if hand.trick or not last or hand.turn is None:
        return False
    return last[0].seat in hand.out and last[0].seat.partner == hand.turn
