"""What is shown of a hand of cards in play: the own hand, piles, swaps, the choice of readings."""

from functools import lru_cache
from typing import Final

from table_firmware.rules.cards import PAIRS, Card, Seat, pair_of
from table_firmware.rules.round import AskGive, AskPlay, Combination, SeatView
from table_firmware.rules.sense import Sense
from table_firmware.wire.messages import View
from ui_kiosk import present_call, present_cover, present_played
from ui_kiosk.choice import Choice, arranged, sense_of
from ui_kiosk.local import Groups, Local, chosen_cards, cover, hidden, slots_of
from ui_kiosk.model_parts import Button, ReadingOption, Slot
from ui_kiosk.model_table import Pile, Swap, TableBody
from ui_kiosk.present_help import help_panel, opener, plainest_first
from ui_kiosk.present_laid import plain, read_as
from ui_kiosk.present_turn import caught, sure, swapped
from ui_kiosk.press import choice_of, marked, open_hints, reading_of
from ui_kiosk.speech import choice_text, name_text, seat_text, side_of, type_text
from ui_kiosk.text import text
from ui_kiosk.tricks import last_winner, passers
from ui_kiosk.widgets.fan import CardFace

MOST_TYPES: Final = 6
"""More types than these are not all named: the line must be read at arm's length."""
NAMED: Final = 3


def table(view: View, hand: SeatView, local: Local) -> TableBody:
    """The table with the own hand; what would tell of covered cards is not said."""
    say = local.language
    shut = hidden(view, local)
    sense = sense_of(view, hand)
    choice = choice_of(view, local)
    asked = isinstance(view.ask, AskPlay) and not shut
    readings = _options(view, hand, choice, local) if asked else ()
    return TableBody(
        cards=_backs(hand.hand) if shut else _hand(view, hand, sense, local),
        piles=_piles(view, hand, sense, say),
        swaps=_swaps(hand, sense, say),
        laid=_laid(hand, sense, shut),
        laid_word=_laid_word(hand, say),
        prompt="" if readings else _prompt(view, hand, local, shut),  # they lie over it
        readings=readings,
        readings_title=text(say, "play.readings"),
        played=Button("panel:played", text(say, "button.played", n=present_played.count(hand))),
        panel=present_played.panel(view, hand, local),
        help=opener(view.game, say),
        help_panel=help_panel(view, hand.trump, local),
        caught=_caught_text(hand, say),
        over=max(0, hand.trick_number - 1),
        won=_won_text(hand, say),
        call=present_call.button(view, local),
        cover=cover(view, local),
        covered=present_cover.covered(view, local) if shut and hand.hand else "",
    )


def _laid(hand: SeatView, sense: Sense, shut: bool) -> tuple[CardFace, ...]:
    """What lies in the middle: the own card for the partner, face down where the hand is covered;
    or what lies open for all."""
    if hand.laid and shut:
        return _backs(hand.laid)
    return plain(hand.laid or _open(hand), hand.trump, sense)


def _laid_word(hand: SeatView, say: str) -> str:
    """What the cards in the middle are, which nobody has played."""
    if hand.laid:
        return text(say, "exchange.laid")
    return text(say, "move.laid") if _open(hand) else ""


def _backs(cards: tuple[Card, ...]) -> tuple[CardFace, ...]:
    return (CardFace(None),) * len(cards)


def _giving(local: Local) -> str:
    """What to do; once it was done, that it is asked once more: who leans back gives nothing."""
    say = local.language
    asked = sure(local)
    return f"{asked}\n{text(say, 'exchange.confirm')}" if asked else text(say, "exchange.title")


def _prompt(view: View, hand: SeatView, local: Local, shut: bool) -> str:
    """What the bare felt says: nothing lies on it, and this seat is asked."""
    say = local.language
    if isinstance(view.ask, AskGive):
        return text(say, "exchange.title") if shut else _giving(local)
    if isinstance(view.ask, AskPlay) and hand.to_beat is None:
        won = "_won" if last_winner(hand) == hand.seat else ""
        told = _open_types(view, say, won) if view.hints and not shut else ""
        return told or text(say, f"play.lead{won}")
    return ""


def _open_types(view: View, say: str, won: str) -> str:
    """The types that this seat can lead (000 §41.3), the plainest first; of many, only these.
    won: the end of the key where it leads because it won."""
    types = plainest_first({play.reading.type for play in open_hints(view)}, view.game)
    many = len(types) > MOST_TYPES
    named = types[:NAMED] if many else types
    names = text(say, "play.comma").join(name_text(say, each, view.game) for each in named)
    key = "many_types" if many else "types"
    return text(say, f"play.{key}{won}", types=names) if names else ""


def _caught_text(hand: SeatView, say: str) -> str:
    if hand.turn is None or not caught(hand):
        return ""
    return text(say, "play.caught", seat=seat_text(say, hand.turn))


def _won_text(hand: SeatView, say: str) -> str:
    winner = last_winner(hand)
    if winner is None or winner == hand.seat:
        return ""
    return text(say, "play.won", seat=seat_text(say, winner))


# ------------------------------------------------------------------ cards


def _open(hand: SeatView) -> tuple[Card, ...]:
    """What lies open, until the first card is played: for those who are not asked to lead."""
    bare = hand.trick_number == 1 and not hand.trick and hand.ask is None
    return tuple(face for _, face in hand.open) if bare else ()


def _hand(view: View, hand: SeatView, sense: Sense, local: Local) -> tuple[CardFace, ...]:
    pointed = marked(view, local) | slots_of(_received(hand))
    order, own = local.order, local.own
    return _faces(hand.hand, hand.trump, sense, order, own, local.selected, pointed)


@lru_cache(maxsize=4)
def _faces(
    hand: tuple[Card, ...],
    trump: str,
    sense: Sense,
    order: str,
    own: Groups,
    selected: frozenset[Slot],
    pointed: frozenset[Slot],
) -> tuple[CardFace, ...]:
    """Kept: while others play, the hand lies as it lay."""
    return tuple(
        CardFace(
            slot[0],
            trump=slot[0][1] == trump,
            wild=sense.wild(slot[0]),
            selected=slot in selected,
            marked=slot in pointed,
            group=group,
        )
        for slot, group in arranged(hand, sense, order, own)
    )


def _received(hand: SeatView) -> tuple[Card, ...]:
    """The card that came from the partner, while the exchange is shown."""
    pair = pair_of(hand.seat)
    both = swapped(hand.exchanged, pair) if hand.phase == "show" else None
    return () if both is None else (both[1 - PAIRS[pair].index(hand.seat)],)


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
    passed = seat in passers(hand) and not best
    return Pile(
        side=side_of(view.seat, seat),
        cards=read_as(hand.trump, sense, play) if play is not None and not passed else (),
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
        _option(view, hand, local, choice, number, reading == chosen)
        for number, reading in enumerate(choice.readings)
    )


def _option(
    view: View, hand: SeatView, local: Local, choice: Choice, number: int, chosen: bool
) -> ReadingOption:
    say, sense = local.language, sense_of(view, hand)
    reading = choice.readings[number]
    label = choice_text(say, reading, choice.readings, view.game)
    if number == 0:
        label = f"{label} ({text(say, 'play.standard')})"
    return ReadingOption(
        Button(f"reading:{number}", label, chosen=chosen),
        reading,
        read_as(hand.trump, sense, Combination(chosen_cards(local), reading)),
    )


def _swaps(hand: SeatView, sense: Sense, say: str) -> tuple[Swap, ...]:
    if hand.phase != "show" or hand.exchanged is None:
        return ()
    return tuple(_swap(pair, hand, sense, say) for pair in PAIRS)


def _swap(pair: str, hand: SeatView, sense: Sense, say: str) -> Swap:
    cards = swapped(hand.exchanged, pair)
    left, right = (seat_text(say, seat) for seat in PAIRS[pair])
    none = text(say, "exchange.none") if cards is None else ""
    return Swap(left, right, plain(cards or (), hand.trump, sense), none)
