"""What is shown of a hand in play: cards, piles, the choice of readings, what may be done."""

from typing import Final

from table_firmware.rules.cards import PAIRS, Card, Seat, pair_of
from table_firmware.rules.round import (
    AskGive,
    AskPlay,
    Combination,
    Exchanged,
    Reading,
    SeatView,
    Sense,
)
from table_firmware.wire.messages import View
from ui_kiosk import present_call
from ui_kiosk.choice import Choice, arranged, sense_of
from ui_kiosk.local import Local, chosen_cards, hidden, slots_of
from ui_kiosk.model import (
    Button,
    Pile,
    PlayedLine,
    PlayedPanel,
    ReadingOption,
    Swap,
    TableBody,
)
from ui_kiosk.present_help import help_panel, opener
from ui_kiosk.press import choice_of, held_heavies, marked, may, open_hints, reading_of
from ui_kiosk.rounds import cards_of
from ui_kiosk.speech import (
    face_text,
    name_text,
    own_text,
    place_text,
    play_text,
    seat_text,
    side_of,
    type_text,
)
from ui_kiosk.text import text
from ui_kiosk.widgets.fan import CardFace

MOST_TYPES: Final = 6
"""More types than these are not all named: the line must be read at arm's length."""
RAREST: Final = 3


def table(view: View, hand: SeatView, local: Local) -> TableBody:
    """The table with the own hand; what would tell of covered cards is not said."""
    say = local.language
    shut = hidden(view, local)
    sense = sense_of(view, hand)
    choice = choice_of(view, local)
    played = sum(len(move.play.cards) for move in hand.played if move.play is not None)
    waited = isinstance(view.ask, AskPlay)
    asked = waited and not shut
    return TableBody(
        cards=_backs(hand.hand) if shut else _hand(view, hand, sense, local),
        piles=_piles(view, hand, sense, say),
        swaps=_swaps(hand, sense, say),
        laid=_laid(hand, sense, shut),
        prompt=_prompt(view, hand, say, shut),
        readings=_options(view, hand, choice, local) if asked else (),
        readings_title=text(say, "play.readings"),
        played=Button("panel:played", text(say, "button.played", n=played), tone="quiet"),
        panel=_panel(hand, sense, say, played, waited) if local.panel == "played" else None,
        help=opener(view.game, say),
        help_panel=help_panel(view, hand.trump, local),
        caught=_caught_text(hand, say),
        call=present_call.button(view, local),
        cover=_cover(view, local),
        covered=text(say, f"cover.{_cover(view, local)}") if shut and hand.hand else "",
    )


def _cover(view: View, local: Local) -> str:
    if present_call.paused(view):
        return "shut"
    if local.private:
        return "hold"
    return "tap" if local.covered else "open"


def _laid(hand: SeatView, sense: Sense, shut: bool) -> tuple[CardFace, ...]:
    """What lies in the middle: the own card for the partner, face down where the hand is covered;
    or what lies open for all."""
    if hand.laid and shut:
        return _backs(hand.laid)
    return _plain(hand.laid or _open(hand), hand, sense)


def _backs(cards: tuple[Card, ...]) -> tuple[CardFace, ...]:
    return (CardFace(None),) * len(cards)


def buttons(view: View, local: Local) -> tuple[Button, ...]:
    """What may be done, the main thing last."""
    say = local.language

    def button(act: str, tone: str = "plain") -> Button:
        return Button(act, text(say, f"button.{act}"), may(view, local, act), tone)

    own = (Button("sort", text(say, "button.sort")),)
    clear = _clear(view, local)
    phase = view.round.phase if view.round is not None else "over"
    if phase == "exchange":
        return (*own, _twice(view, local, "keep", "plain"), _twice(view, local, "give", "main"))
    if phase != "play":
        return own
    known = isinstance(view.ask, AskPlay) if hidden(view, local) else bool(open_hints(view))
    hint = Button("hint", text(say, "button.hint"), known)
    hints = (hint,) if view.hints else ()
    play = _twice(view, local, "play", "main")
    return (*own, clear, *hints, button("pass"), play)


def _twice(view: View, local: Local, act: str, tone: str) -> Button:
    """A button that says so when it waits for its second touch."""
    armed = local.armed == act
    told = text(local.language, "button.again" if armed else f"button.{act}")
    return Button(act, told, may(view, local, act), "main" if armed else tone)


def _clear(view: View, local: Local) -> Button:
    """重选; while nothing is selected, or a bomb was, the next bomb of the hand instead."""
    say = local.language
    shut = hidden(view, local)
    if not shut and held_heavies(view) and (not local.selected or local.heavy >= 0):
        return Button("heavy", own_text(say, "button.heavy", view.game))
    return Button("clear", text(say, "button.clear"), bool(local.selected))


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
    if seat in hand.passed:
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
    if view.places[view.seat].managed:
        return text(say, "play.managed"), "alert"
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
    key = "play.caught" if _caught(hand) else "play.wait"
    return text(say, key, seat=seat_text(say, hand.turn)), "plain"


def _exchange_message(view: View, hand: SeatView, local: Local) -> str:
    say = local.language
    if hand.phase == "show":
        return text(say, "exchange.shown")
    if isinstance(view.ask, AskGive):
        return _sure(local) or text(say, "exchange.rule")
    return text(say, "exchange.waiting" if hand.laid else "exchange.kept")


def _sure(local: Local) -> str:
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
    if reading is not None:
        return text(say, "play.will_play", type=type_text(say, reading, view.game)), "good"
    if choice.problem == "does_not_beat" and choice.strongest is not None:
        told = type_text(say, choice.strongest, view.game)
        return text(say, "play.does_not_beat", type=told), "alert"
    if choice.problem == "not_a_combination":
        return text(say, "play.not_a_combination"), "alert"
    if view.hints and not open_hints(view):
        return text(say, "play.nothing"), "good"
    return _asked(view, hand, say), "good"


def _asked(view: View, hand: SeatView, say: str) -> str:
    if hand.to_beat is not None:
        return text(say, "play.follow", play=play_text(say, hand.to_beat, view.game))
    lead = text(say, "play.lead")
    return f"{text(say, 'play.catch')} · {lead}" if _caught(hand) else lead


def _blind_message(view: View, hand: SeatView, local: Local) -> tuple[str, str]:
    """Of covered cards no more is said than how many are selected."""
    say, chosen = local.language, len(local.selected)
    return (text(say, "play.chosen", n=chosen) if chosen else _asked(view, hand, say)), "good"


def _prompt(view: View, hand: SeatView, say: str, shut: bool) -> str:
    """What the bare felt says: nothing lies on it, and this seat is asked."""
    if isinstance(view.ask, AskGive):
        return text(say, "exchange.title")
    if isinstance(view.ask, AskPlay) and hand.to_beat is None:
        if _caught(hand):
            return text(say, "play.catch")
        return _open_types(view, say) if view.hints and not shut else text(say, "play.lead")
    return ""


def _open_types(view: View, say: str) -> str:
    """The types that this seat can lead (000 §41.3); of many, the rarest by name."""
    types = list(dict.fromkeys(play.reading.type for play in open_hints(view)))
    many = len(types) > MOST_TYPES
    named = types[-RAREST:] if many else types
    names = text(say, "play.comma").join(name_text(say, each, view.game) for each in named)
    if not names:
        return text(say, "play.lead")
    return text(say, "play.many_types" if many else "play.types", types=names, count=len(types))


def _caught(hand: SeatView) -> bool:
    """Whether the lead has come by 接风: the last play was the partner's last (000 §22.2)."""
    last = [move for move in hand.played if move.play is not None][-1:]
    if hand.trick or not last or hand.turn is None:
        return False
    return last[0].seat in hand.out and last[0].seat.partner == hand.turn


def _caught_text(hand: SeatView, say: str) -> str:
    if hand.turn is None or not _caught(hand):
        return ""
    return text(say, "play.caught", seat=seat_text(say, hand.turn))


# ------------------------------------------------------------------ cards


def _face(each: Card, hand: SeatView, sense: Sense) -> CardFace:
    return CardFace(each, trump=each[1] == hand.trump, wild=sense.wild(each))


def _plain(cards: tuple[Card, ...], hand: SeatView, sense: Sense) -> tuple[CardFace, ...]:
    return tuple(_face(each, hand, sense) for each in cards)


def _open(hand: SeatView) -> tuple[Card, ...]:
    """What lies open, until the first card is played: for those who are not asked to lead."""
    bare = hand.trick_number == 1 and not hand.trick and hand.ask is None
    return tuple(face for _, face in hand.open) if bare else ()


def _hand(view: View, hand: SeatView, sense: Sense, local: Local) -> tuple[CardFace, ...]:
    pointed = marked(view, local) | slots_of(_received(hand))
    return tuple(
        CardFace(
            slot[0],
            trump=slot[0][1] == hand.trump,
            wild=sense.wild(slot[0]),
            selected=slot in local.selected,
            marked=slot in pointed,
            group=group,
        )
        for slot, group in arranged(hand.hand, sense, local.order, local.own)
    )


def _received(hand: SeatView) -> tuple[Card, ...]:
    """The card that came from the partner, while the exchange is shown."""
    pair = pair_of(hand.seat)
    swapped = _swapped(hand.exchanged, pair) if hand.phase == "show" else None
    return () if swapped is None else (swapped[1 - PAIRS[pair].index(hand.seat)],)


def _swapped(exchanged: Exchanged | None, pair: str) -> tuple[Card, Card] | None:
    if exchanged is None:
        return None
    return exchanged.EW if pair == "EW" else exchanged.NS


def _laid_out(hand: SeatView, sense: Sense, play: Combination) -> tuple[CardFace, ...]:
    return _plain(sense.arrange(play.cards, play.reading), hand, sense)


def _piles(view: View, hand: SeatView, sense: Sense, say: str) -> tuple[Pile, ...]:
    latest: dict[Seat, Combination | None] = {}
    for move in hand.trick:
        latest[move.seat] = move.play or latest.get(move.seat)
    standing = [move.seat for move in hand.trick if move.play is not None][-1:]
    return tuple(
        _pile(view, hand, sense, say, seat, latest.get(seat), seat in standing)
        for seat in Seat
        if seat in latest
    )


def _pile(
    view: View,
    hand: SeatView,
    sense: Sense,
    say: str,
    seat: Seat,
    play: Combination | None,
    best: bool,
) -> Pile:
    passed = seat in hand.passed and not best
    return Pile(
        side=side_of(view.seat, seat),
        cards=_laid_out(hand, sense, play) if play is not None and not passed else (),
        label=type_text(say, play.reading, view.game) if play is not None and not passed else "",
        passed=text(say, "state.passed") if passed else "",
        best=best,
        heavy=play is not None and not passed and play.reading.type in sense.heavy,
    )


def _options(view: View, hand: SeatView, choice: Choice, local: Local) -> tuple[ReadingOption, ...]:
    """The readings to choose from, the default one first; nothing unless there are several."""
    if len(choice.readings) < 2:
        return ()
    chosen = reading_of(choice, local)
    return tuple(
        _option(view, hand, local, number, reading, reading == chosen)
        for number, reading in enumerate(choice.readings)
    )


def _option(
    view: View, hand: SeatView, local: Local, number: int, reading: Reading, chosen: bool
) -> ReadingOption:
    say, sense = local.language, sense_of(view, hand)
    cards = chosen_cards(local)
    real, seen = sense.arrange(cards, reading), sense.stands_for(cards, reading)
    label = type_text(say, reading, view.game)
    if number == 0:
        label = f"{label} ({text(say, 'play.standard')})"
    return ReadingOption(
        Button(f"reading:{number}", label, chosen=chosen),
        reading,
        tuple(
            CardFace(shown, trump=shown[1] == hand.trump, wild=sense.wild(own))
            for own, shown in zip(real, seen, strict=True)
        ),
    )


def _swaps(hand: SeatView, sense: Sense, say: str) -> tuple[Swap, ...]:
    if hand.phase != "show" or hand.exchanged is None:
        return ()
    return tuple(_swap(pair, hand, sense, say) for pair in PAIRS)


def _swap(pair: str, hand: SeatView, sense: Sense, say: str) -> Swap:
    cards = _swapped(hand.exchanged, pair)
    left, right = (seat_text(say, seat) for seat in PAIRS[pair])
    none = text(say, "exchange.none") if cards is None else ""
    return Swap(left, right, _plain(cards or (), hand, sense), none)


def _panel(hand: SeatView, sense: Sense, say: str, count: int, asked: bool) -> PlayedPanel:
    lines = tuple(
        PlayedLine(
            seat_text(say, move.seat),
            _laid_out(hand, sense, move.play),
        )
        for move in hand.played
        if move.play is not None
    )
    title = text(say, "played.title", n=count)
    return PlayedPanel(
        f"{title} · {text(say, 'help.your_turn')}" if asked else title,
        text(say, "played.none") if not lines else "",
        lines,
        Button("close", text(say, "button.close"), tone="plain"),
    )
