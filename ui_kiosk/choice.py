"""What can be done with a hand: the readings of a selection, the arrangements.

Everything is computed from what the seat may know, with the rules of its game.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from table_firmware.rules.cards import BIG_JOKER, SUITS, Card, natural_value
from table_firmware.rules.games import by_version
from table_firmware.rules.round import Combination, Reading, SeatView
from table_firmware.rules.sense import Sense
from table_firmware.wire.messages import View
from ui_kiosk import tile_hand
from ui_kiosk.local import Groups, Local, slots
from ui_kiosk.model_parts import Slot
from ui_kiosk.rounds import cards_of, tiles_of

ACE = 14


@dataclass(frozen=True, slots=True)
class Choice:
    """What a selection may be played as. readings: the default one first; empty if none may be.

    problem: empty, or why there is none: `choose_cards`, `not_a_combination`, `does_not_beat`;
    the last with the `strongest` reading, which is still too weak: of the type that is asked for,
    if there is one.
    """

    readings: tuple[Reading, ...]
    problem: str = ""
    strongest: Reading | None = None


def sense_of(view: View, hand: SeatView) -> Sense:
    """What cards are in the game that is played; ValueError for a game that this screen does not
    know."""
    game = by_version(view.game)
    if game is None:
        raise ValueError(f"no rules of {view.game}")
    sense = game.sense(hand)
    assert sense is not None
    return sense


def choose(cards: tuple[Card, ...], sense: Sense, to_beat: Reading | None) -> Choice:
    """What the selected cards may be played as (000 §10.4, CP-12 to CP-14)."""
    if not cards:
        return Choice((), "choose_cards")
    known = sense.readings(cards, None)
    if not known:
        return Choice((), "not_a_combination")
    good = sense.readings(cards, to_beat)
    asked = (each for each in known if to_beat is not None and each.type == to_beat.type)
    return Choice(good, "" if good else "does_not_beat", next(asked, known[0]))


@lru_cache(maxsize=8)
def heavies(hand: tuple[Card, ...], sense: Sense) -> tuple[Combination, ...]:
    """The whole bombs and the like of a hand, rising; then those that take wilds: with one before
    with two, rising, and one alone of those that differ in nothing but the number of wilds."""
    whole = sense.heavies(hand)
    return (*whole, *_with_wilds(hand, sense, whole)) if any(map(sense.wild, hand)) else whole


def _with_wilds(
    hand: tuple[Card, ...], sense: Sense, whole: tuple[Combination, ...]
) -> list[Combination]:
    highest = Reading("single", natural_value(Card(BIG_JOKER)), 1)
    known = {(play.reading.type, play.reading.key): play.reading.size for play in whole}
    found: dict[tuple[str, int], tuple[int, Combination]] = {}
    for play in sense.hints(hand, highest):  # no single beats it, so these are heavy
        reading, kind = play.reading, (play.reading.type, play.reading.key)
        wilds = sum(map(sense.wild, play.cards))
        if reading.size <= known.get(kind, 0) or not _stand_in(play, sense):
            continue
        if sense.readings(play.cards, None)[0] != reading:
            continue  # the same cards are more than that
        if kind not in found or wilds < found[kind][0]:
            found[kind] = wilds, play
    return [play for _, play in sorted(found.values(), key=lambda each: each[0])]


def _stand_in(play: Combination, sense: Sense) -> bool:
    """Whether a wild stands for another card."""
    asked = play.cards, play.reading
    return sense.arrange(*asked) != sense.stands_for(*asked)


# ------------------------------------------------------------------ arrangements


def arranged(
    hand: tuple[Card, ...], sense: Sense, order: str, own: Groups = ()
) -> tuple[tuple[Slot, int], ...]:
    """The hand from left to right in an order of `local.ORDERS`, each card with its group; or in
    the player's `own` groups, with the cards that are in none of them by rank behind these."""
    if order == "own":
        return _own(hand, sense, own)
    counts = Counter(_group_of(card, sense, "rank") for card in hand)

    def place(slot: Slot) -> tuple[object, ...]:
        card, number = slot
        by_rank = (-sense.worth(card), SUITS.find(card[0]), number)
        if order == "suit":
            return (not _joker(card), SUITS.find(card[0]), -sense.in_suit(card), number)
        if order == "count":
            return (-counts[_group_of(card, sense, "rank")], *by_rank)
        return by_rank

    ordered = sorted(slots(hand), key=place)
    return tuple(
        zip(ordered, _numbered(_group_of(s[0], sense, order) for s in ordered), strict=True)
    )


def laid_out(view: View, local: Local) -> tuple[tuple[Slot, int], ...]:
    """The own hand of a view as it lies on the screen, each card with its group."""
    hand, tiles = cards_of(view), tiles_of(view)
    if tiles is not None:
        return tile_hand.arranged(tiles.hand, local.order, local.own)
    if hand is None:
        return ()
    return arranged(hand.hand, sense_of(view, hand), local.order, local.own)


def _own(hand: tuple[Card, ...], sense: Sense, own: Groups) -> tuple[tuple[Slot, int], ...]:
    held = frozenset(slots(hand))
    named = [(slot, number) for number, group in enumerate(own) for slot in group if slot in held]
    known = {slot for slot, _ in named}
    rest = arranged(hand, sense, "rank")
    return (*named, *((s, len(own) + number) for s, number in rest if s not in known))


def regrouped(
    hand: tuple[Card, ...], sense: Sense, local: Local, picked: frozenset[Slot], gap: int
) -> Groups:
    """The player's own groups after he has put cards down as a group before the card at `gap`."""
    shown = arranged(hand, sense, local.order, local.own)
    carried = [slot for slot, _ in shown if slot in picked]
    groups: list[list[Slot]] = []
    last: int | None = None
    for place, (slot, number) in enumerate(shown):
        if place == gap:
            groups.append(carried)
            last = None
        if slot not in picked:
            if number != last:
                groups.append([])
                last = number
            groups[-1].append(slot)
    if gap >= len(shown):
        groups.append(carried)
    return tuple(tuple(group) for group in groups if group)


def _joker(card: Card) -> bool:
    return natural_value(card) > ACE


def _group_of(card: Card, sense: Sense, order: str) -> str:
    if order == "suit":
        return "joker" if _joker(card) else card[0]
    return card if _joker(card) else str(sense.worth(card))


def _numbered(names: Iterable[str]) -> list[int]:
    numbers: list[int] = []
    last: str | None = None
    for name in names:
        numbers.append((numbers[-1] + (name != last)) if numbers else 0)
        last = name
    return numbers
