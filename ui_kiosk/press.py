"""What a touch does: the screen's own state changes, or an intent goes to the table, or both.

Pure: the same view, state and touch always give the same answer.
"""

from collections.abc import Iterable
from dataclasses import replace

from table_firmware.rules.games.paohuzi.tiles import PLAYERS
from table_firmware.rules.match import HOUSE_PLAYERS
from table_firmware.rules.round import (
    AskCut,
    AskDigits,
    AskGive,
    AskPlay,
    AskReady,
    AskSit,
    Combination,
    Reading,
)
from table_firmware.wire.messages import Intent, Recall, Refused, Tend, View
from ui_kiosk import passing, press_tiles, tile_hand
from ui_kiosk.choice import Choice, choose, heavies, regrouped, sense_of
from ui_kiosk.local import Local, chosen_cards, orders, paused, select, slots, slots_of
from ui_kiosk.model_parts import Slot
from ui_kiosk.passing import KEPT, followed, lasts
from ui_kiosk.rounds import cards_of, tiles_of
from ui_kiosk.text import other_language

Outcome = tuple[Local, Intent | Tend | Recall | None]

PLAIN_INTENTS = frozenset(
    {"sit", "stand", "ready", "pass", "manage", "unmanage", "call", "withdraw", "agree"}
)
DIGIT_KEYS = frozenset("0123456789")


INTENTS = frozenset({"mode", "house", "digits", "give", "keep", "play", "decline", "cut", "no_cut"})
"""Buttons whose intent carries something, or is named otherwise."""
SERVICE = frozenset({"pin", "tend", "page", "leaf"})
MOST_PIN = 12
MOST_NUMBER = 12
TWICE = frozenset({"give", "keep", "call", "manage"})
"""Acts that others see at once, or that cannot be taken back: they need a second touch; a touch of
a card or button between begins anew. So does the play that empties the hand, unless one card is
all there is to choose."""


def press(view: View, local: Local, act: str, now: float = 0.0) -> Outcome:
    """A button was touched. Acts: an intent's name, or one of the screen's own. now: in seconds,
    for what an impatient finger may not do at once."""
    if twice(view, local, act) and may(view, local, act) and local.armed != act:
        return replace(local, armed=act), None
    local, intent = _pressed(view, replace(local, armed=""), act)
    return (local if intent is None else followed(local, act, now)), intent


def turned(local: Local, panel: str) -> Local:
    """Another panel, or none: what was typed on a pad is nobody else's."""
    return replace(local, panel=panel, leaf=0, pin="", number="")


def twice(view: View, local: Local, act: str) -> bool:
    """Whether an act needs a second touch."""
    return act in TWICE or (act == "play" and _empties(view, local))


def _empties(view: View, local: Local) -> bool:
    return view.round is not None and 1 < len(local.selected) == len(view.round.hand)


def _pressed(view: View, local: Local, act: str) -> Outcome:
    name, _, value = act.partition(":")
    if name in SERVICE:
        return _serve(local, name, value)
    if name == "number":
        return _recall(local, value)
    if press_tiles.answers(view, name):
        return press_tiles.answer(view, local, act)
    if name in PLAIN_INTENTS or name in INTENTS:
        return _intent(view, local, name, value)
    if name == "panel" and value in (view.receipts or ()):
        return replace(local, panel=value), Intent(view.number, "scan")
    mine = adjusted(local, act)
    return (mine if mine is not None else _own(view, local, name, value)), None


def _serve(local: Local, name: str, value: str) -> Outcome:
    """The technician's touches: the pad of his PIN, the pages, and what he wants of the table."""
    match name, value:
        case "pin", "enter":
            return replace(local, pin="", refused=None), Tend("pin", local.pin)
        case "pin", "erase":
            return replace(local, pin=local.pin[:-1]), None
        case "pin", digit if digit in DIGIT_KEYS and len(local.pin) < MOST_PIN:
            return replace(local, pin=local.pin + digit, refused=None), None
        case "page", page:
            return replace(local, page=page, leaf=0), None
        case "leaf", _:
            return replace(local, leaf=local.leaf + 1), None
        case "tend", wish:
            act, _, what = wish.partition("=")
            page = "found" if act in ("examine", "noise") else local.page
            return replace(local, leaf=0, page=page), Tend(act, what)
    return local, None


def _recall(local: Local, key: str) -> Outcome:
    """The pad of the member number; its end, or giving it up, is told to the table."""
    match key:
        case "enter" if local.number:
            return replace(local, number="", panel="settings"), Recall(local.number)
        case "forget":
            return local, Recall()
        case "erase":
            return replace(local, number=local.number[:-1]), None
        case digit if digit in DIGIT_KEYS and len(local.number) < MOST_NUMBER:
            return replace(local, number=local.number + digit), None
    return local, None


def adjusted(local: Local, act: str) -> Local | None:
    """After a touch that concerns the screen alone, with or without a view; None: it does not."""
    match act.partition(":"):
        case "language", _, _:
            return replace(local, language=other_language(local.language))
        case "close", _, _:
            return turned(local, "")
        case "panel", _, "settings":
            return turned(local, "" if local.panel == "settings" else "settings")
        case "cover", _, _:
            return replace(local, covered=not local.covered)
        case "set", _, setting:
            return _set(local, *setting.split("=", 1))
    return None


def _set(local: Local, name: str, value: str) -> Local:
    if name == "language":
        return replace(local, language=value)
    return replace(local, prefs=local.prefs.changed(name, int(value)))


def tapped(view: View, local: Local, changed: Iterable[Slot]) -> Local:
    """Cards of the hand were touched or swiped over: each changes between selected and not."""
    if view.round is None:
        return local
    tiles = tiles_of(view)
    if tiles is not None:
        return press_tiles.tapped(view, tiles, local, changed)
    known = frozenset(slots(view.round.hand))
    return select(local, (local.selected ^ frozenset(changed)) & known)


def dropped(view: View, local: Local, card: Slot, gap: int) -> Local:
    """A card of the hand was carried to another place, before the card at `gap`, and the selected
    ones with it: from now on they are a group."""
    hand, tiles = cards_of(view), tiles_of(view)
    if tiles is not None:
        return tile_hand.dropped(tiles.hand, local, card, gap)
    if hand is None:
        return local
    picked = local.selected | {card}
    own = regrouped(hand.hand, sense_of(view, hand), local, picked, gap)
    return replace(select(local, frozenset()), order="own", own=own)


def refused(view: View, local: Local, told: Refused) -> Local:
    """The table refused an intent: the reason stays until the next touch of a card."""
    if told.view > view.number:
        return local
    return replace(passing.refused(local), refused=told, sent=0)


def marked(view: View, local: Local) -> frozenset[Slot]:
    """The cards of the smallest legal play, after a refusal that named it (000 §39.2)."""
    play = local.refused.minimal if local.refused is not None else None
    return slots_of(play.cards) if play is not None and view.round is not None else frozenset()


def choice_of(view: View, local: Local) -> Choice:
    """What the selected cards may be played as against the trick on the table."""
    table = cards_of(view)
    if table is None:
        return Choice((), "choose_cards")
    return choose(chosen_cards(local), sense_of(view, table), table.to_beat)


def reading_of(choice: Choice, local: Local) -> Reading | None:
    """The reading that 出牌 will name: the chosen one, else the default one."""
    if local.reading in choice.readings:
        return local.reading
    return choice.readings[0] if choice.readings else None


def open_hints(view: View) -> tuple[Combination, ...]:
    """What 提示 can show now; nothing unless it is this seat's turn."""
    table = cards_of(view)
    if table is None or not isinstance(view.ask, AskPlay):
        return ()
    return sense_of(view, table).hints(table.hand, view.ask.to_beat)


def held_heavies(view: View) -> tuple[Combination, ...]:
    """The bombs and the like that the own hand holds, those with wilds last, whoever's turn it is;
    none for whom the table plays."""
    table = cards_of(view)
    if table is None or table.phase != "play" or view.places[view.seat].managed:
        return ()
    return heavies(table.hand, sense_of(view, table))


def holds_heavy(view: View) -> bool:
    """Whether there are any; those with wilds are only looked for where there are no others."""
    table = cards_of(view)
    if table is None or table.phase != "play" or view.places[view.seat].managed:
        return False
    return bool(sense_of(view, table).heavies(table.hand)) or bool(held_heavies(view))


def may(view: View, local: Local, act: str) -> bool:
    """Whether an intent makes sense now: the button for it is enabled."""
    if (paused(view) and act != "agree") or lasts(local, KEPT + act):
        return False
    return local.sent < view.number and (_may_answer(view, local, act) or _may_always(view, act))


def _may_answer(view: View, local: Local, act: str) -> bool:
    """Whether it answers what is asked of the seat."""
    if press_tiles.answers(view, act):
        return press_tiles.may(view, local, act)
    match view.ask, act:
        case (AskSit(), "sit") | (AskReady(), "ready") | (AskDigits(), "decline"):
            return True
        case AskCut(), "no_cut":
            return True
        case AskCut(), "cut":
            return bool(local.typed)
        case AskDigits(least, most), "digits":
            return least <= len(local.typed) <= most
        case AskGive(), "keep":
            return True
        case AskGive(count), "give":
            return len(local.selected) == count
        case AskPlay(to_beat), "pass":
            return to_beat is not None
        case AskPlay(), "play":
            return bool(choice_of(view, local).readings)
    return False


def seated(view: View) -> bool:
    """Whether a person sits here."""
    return view.places[view.seat].who not in ("empty", *HOUSE_PLAYERS)


def _may_always(view: View, act: str) -> bool:
    """Whether a seated player may do it without being asked."""
    own = view.places[view.seat]
    match act:
        case "stand" | "mode" | "house":
            return view.stage == "lobby" and seated(view)
        case "manage":
            return seated(view) and not own.managed and _in_play(view)
        case "unmanage":
            return own.managed
    return _may_call(view, act)


def calling(view: View) -> bool:
    """Whether the staff are called from this seat."""
    return view.call is not None and view.seat in view.call.seats


def _may_call(view: View, act: str) -> bool:
    """The operator can be called from any seat, taken or not."""
    match act:
        case "call":
            return view.stage != "service" and not calling(view)
        case "withdraw":
            return calling(view)
        case "agree":
            return view.call is not None and view.call.may_agree
    return False


def _in_play(view: View) -> bool:
    if view.stage != "round" or view.round is None or view.round.phase == "over":
        return False
    cards = cards_of(view)
    return view.seat not in cards.out if cards is not None else view.seat in PLAYERS


def _intent(view: View, local: Local, name: str, value: str) -> Outcome:
    if not may(view, local, name):
        return local, None
    sent = replace(local, sent=view.number, refused=None)
    cards = chosen_cards(local)
    match name:
        case "play":
            reading = reading_of(choice_of(view, local), local)
            return sent, Intent(view.number, "play", cards, reading)
        case "give":
            return sent, Intent(view.number, "give", cards)
        case "keep":
            return sent, Intent(view.number, "give")
        case "digits":
            return sent, Intent(view.number, "digits", value=local.typed)
        case "decline":
            return sent, Intent(view.number, "digits")
        case "mode" | "house":
            return sent, Intent(view.number, name, value=value)
        case "cut":
            return sent, Intent(view.number, "cut", value=local.typed)
        case "no_cut":
            return sent, Intent(view.number, "cut")
        case _:
            return sent, Intent(view.number, name)


def _own(view: View, local: Local, name: str, value: str) -> Local:
    match name:
        case "sort":
            return replace(local, order=_next_order(view, local))
        case "hint":
            return _next_hint(view, local)
        case "clear":
            return select(local, frozenset())
        case "reading":
            return _with_reading(view, local, int(value))
        case "panel":
            again = local.panel == value and not value.startswith("help")
            return turned(local, "" if again else value)
        case "heavy":
            return _next_heavy(view, local)
        case "digit":
            return _typed(view, local, value)
        case "place" if isinstance(view.ask, AskCut) and 0 < int(value) < view.ask.cards:
            return replace(local, typed=value)
        case "erase":
            return replace(local, typed=local.typed[:-1])
    return local


def _next_order(view: View, local: Local) -> str:
    if tiles_of(view) is not None:
        return tile_hand.next_order(local)
    known = orders(local)
    at = known.index(local.order) if local.order in known else -1
    return known[(at + 1) % len(known)]


def _next_hint(view: View, local: Local) -> Local:
    known = open_hints(view)
    if not known or not view.hints:
        return local
    number = (local.hint + 1) % len(known)
    play = known[number]
    chosen = select(local, slots_of(play.cards))
    return replace(chosen, hint=number, reading=play.reading)


def _next_heavy(view: View, local: Local) -> Local:
    """The bombs of the hand one after the other, as `heavies` has them, then the first again: a
    second touch never takes away what the first has chosen."""
    known = held_heavies(view)
    if not known:
        return local
    number = (local.heavy + 1) % len(known)
    chosen = select(local, slots_of(known[number].cards))
    return replace(chosen, heavy=number, reading=known[number].reading)


def _with_reading(view: View, local: Local, number: int) -> Local:
    readings = choice_of(view, local).readings
    return replace(local, reading=readings[number]) if number < len(readings) else local


def _typed(view: View, local: Local, key: str) -> Local:
    ask = view.ask
    if not isinstance(ask, AskDigits) or key not in DIGIT_KEYS or len(local.typed) >= ask.most:
        return local
    return replace(local, typed=local.typed + key)
