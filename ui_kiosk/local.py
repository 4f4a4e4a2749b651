"""What a seat's screen remembers by itself: language, selection, arrangement, open panel.

All of it is lost with the process and none of it matters to the table.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from table_firmware.rules.cards import Card
from table_firmware.rules.match import HOUSE_PLAYERS
from table_firmware.rules.round import AskGive, Reading
from table_firmware.rules.said import Ask
from table_firmware.wire.messages import Refused, View
from ui_kiosk.model_parts import Slot
from ui_kiosk.prefs import PLAIN, Prefs
from ui_kiosk.rounds import tiles_of

ORDERS = ("rank", "suit", "count")
Groups = tuple[tuple[Slot, ...], ...]


@dataclass(frozen=True, slots=True)
class Local:
    """The screen's own state.

    reading: the one the player chose for the selected cards, None for the default one.
    hint: which of the hints is selected, -1 for none; heavy: which of the bombs. sent: number of
    the view on which the last intent was made; until a newer view or a refusal comes, no second
    one is sent. armed: the act that was touched once and waits for a second touch.
    page, leaf: of the service screen; pin: what was typed of it.
    member: the settings are those of a member who typed his number here; number: what was typed
    of one.
    manual: address of the manual of faults, empty if there is none.
    own: the groups into which the player has put his cards, shown in the order `own`.
    private: the hand lies covered unless a finger is held on it; held: one is. covered: the player
    has covered it himself, or a pause has, until he touches it.
    light: the backlight in per cent, None if there is none to be set; fixed: it may not be.
    met: the table has been heard of since this screen began.
    passing: what is remembered for some seconds, each until when (`passing`).
    """

    language: str = "zh"
    order: str = "rank"
    selected: frozenset[Slot] = frozenset()
    reading: Reading | None = None
    hint: int = -1
    panel: str = ""
    typed: str = ""
    heavy: int = -1
    armed: str = ""
    prefs: Prefs = PLAIN
    refused: Refused | None = None
    sent: int = 0
    page: str = "contacts"
    leaf: int = 0
    pin: str = field(default="", repr=False)
    member: bool = False
    number: str = field(default="", repr=False)
    manual: str = ""
    own: Groups = ()
    private: bool = False
    held: bool = False
    covered: bool = False
    light: int | None = None
    fixed: bool = False
    met: bool = False
    passing: tuple[tuple[str, float], ...] = ()


def orders(local: Local) -> tuple[str, ...]:
    """The orders that 理牌 goes through."""
    return (*ORDERS, "own") if local.own else ORDERS


def paused(view: View) -> bool:
    """Whether play stands still by consent of the table."""
    return view.call is not None and view.call.paused


def housed(view: View) -> bool:
    """Whether the table plays at this seat: its cards are nobody's to look at."""
    return view.places[view.seat].who in HOUSE_PLAYERS


def hidden(view: View, local: Local) -> bool:
    """Whether the own cards lie face down."""
    if paused(view) or housed(view):
        return True
    return not local.held if local.private else local.covered


def cover(view: View, local: Local) -> str:
    """How the hand answers to a finger, as `HandView` knows it."""
    if paused(view) or housed(view):
        return "shut"
    if local.private:
        return "hold"
    return "tap" if local.covered else "open"


def slots(hand: tuple[Card, ...]) -> tuple[Slot, ...]:
    """The cards of a hand, each with its number among equal faces."""
    seen: Counter[Card] = Counter()
    found = []
    for card in hand:
        found.append((card, seen[card]))
        seen[card] += 1
    return tuple(found)


def slots_of(cards: tuple[Card, ...]) -> frozenset[Slot]:
    """The slots that hold these cards: of equal faces the first ones."""
    return frozenset(slots(cards))


def chosen_cards(local: Local) -> tuple[Card, ...]:
    """The selected cards, sorted by their notation."""
    return tuple(sorted(card for card, _ in local.selected))


def select(local: Local, chosen: frozenset[Slot]) -> Local:
    """Another selection; a reading, a hint and a refusal belonged to the former one."""
    return replace(local, selected=chosen, reading=None, hint=-1, heavy=-1, armed="", refused=None)


def alone(local: Local, language: str, prefs: Prefs) -> Local:
    """What a screen keeps when its line breaks: how it looks, and that a hand is covered."""
    order = "rank" if local.order == "own" else local.order
    kept = Local(language, order, covered=local.covered, prefs=prefs)
    return replace(kept, manual=local.manual, private=local.private, met=local.met)


def peeked(local: Local, opened: bool) -> Local:
    """A finger lies on the covered cards, or does no more. As a touch of a card it answers nothing
    that a button had asked."""
    return replace(local, held=opened, covered=False, armed="" if opened else local.armed)


def renewed(local: Local, old: View | None, new: View) -> Local:
    """The state for a new view: the selection stays as far as the cards are still there."""
    local = local if local.met else replace(local, met=True)
    if (covered := _covered(local, old, new)) != local.covered:
        local = replace(local, covered=covered)
    if old is None or old.round is None or new.round is None or old.hand != new.hand:
        order = "rank" if local.order == "own" else local.order
        kept = replace(select(local, frozenset()), own=(), order=order)
        return replace(kept, panel=_panel(local, old, new), typed=_typed(local, old, new), sent=0)
    if local.own:
        local = replace(local, own=_still_grouped(local, old.round.hand, new.round.hand))
    if _has_given(old.round.ask, new.round.ask) or old.round.phase == "exchange" != new.round.phase:
        local = select(local, frozenset())  # what was chosen for the partner is not to be played
    if table_acted(old, new):
        local = select(local, frozenset())  # a card that stays up looks as if it were played
    if _another_tile(old, new):  # a touch that was meant for the last one may not tell of this one
        closed = "" if local.panel == "chi" else local.panel
        return replace(select(local, frozenset()), panel=closed, sent=0)
    chosen = local.selected
    left = _still_selected(local, old.round.hand, new.round.hand) if chosen else chosen
    if left != chosen or old.round.ask != new.round.ask:
        local = replace(local, hint=-1, heavy=-1, reading=None, refused=None)
    if left is chosen and not local.sent:
        return local
    return replace(local, selected=left, sent=0)


def table_acted(old: View | None, new: View) -> tuple[str, ...]:
    """The kinds of what the table has done for this seat since the view before."""
    if not new.stood_in:
        return ()
    told = Counter(new.stood_in)
    if old is not None and old.hand == new.hand:
        told -= Counter(old.stood_in or {})
    return tuple(told)


def _has_given(old: Ask | None, new: Ask | None) -> bool:
    """Whether this seat has laid a card for its partner, or none."""
    return isinstance(old, AskGive) and not isinstance(new, AskGive)


def _another_tile(old: View, new: View) -> bool:
    """Whether 跑胡子 has gone on to another tile, or to another question."""
    before, now = tiles_of(old), tiles_of(new)
    if before is None or now is None:
        return False
    return (before.open, before.ask, before.stock) != (now.open, now.ask, now.stock)


def _covered(local: Local, old: View | None, new: View) -> bool:
    """A pause covers all hands, and who leaves his chair covers his own; a new hand begins open.
    What was covered when the line broke is covered when it stands again."""
    if paused(new) or (_away(new) and not _away(old)):
        return True
    return local.covered and (old is None or old.hand == new.hand)


def _away(view: View | None) -> bool:
    """Whether the player is not in his chair, as far as its sensor tells; a view may have no
    places."""
    return view is not None and any(place.away for place in view.places[view.seat :][:1])


def _panel(local: Local, old: View | None, new: View) -> str:
    same = old is not None and (old.stage, old.hand) == (new.stage, new.hand)
    return local.panel if same or local.panel in ("settings", "pin", "member") else ""


def _typed(local: Local, old: View | None, new: View) -> str:
    same = old is not None and old.stage == new.stage and old.commitment == new.commitment
    return local.typed if same else ""


def _still_grouped(local: Local, old: tuple[Card, ...], new: tuple[Card, ...]) -> Groups:
    """The own groups without the cards that are gone: of equal faces those that were selected."""
    gone, seen = Counter(old) - Counter(new), Counter[Card]()
    mine = [slot for group in local.own for slot in group]
    for slot in sorted(mine, key=lambda slot: slot not in local.selected):
        if gone[slot[0]] > 0:
            gone[slot[0]] -= 1
            mine.remove(slot)
    left, groups = frozenset(mine), []
    for group in local.own:
        kept = []
        for face, number in group:
            if (face, number) in left:
                kept.append((face, seen[face]))
                seen[face] += 1
        groups.append(tuple(kept))
    return tuple(group for group in groups if group)


def _still_selected(local: Local, old: tuple[Card, ...], new: tuple[Card, ...]) -> frozenset[Slot]:
    gone = Counter(old) - Counter(new)
    held = Counter(new)
    kept: set[Slot] = set()
    for face, count in Counter(card for card, _ in local.selected).items():
        wanted = min(count - gone[face], held[face])
        mine = sorted(slot for slot in local.selected if slot[0] == face and slot[1] < held[face])
        spare = [(face, n) for n in range(held[face]) if (face, n) not in local.selected]
        kept.update((mine + spare)[: max(0, wanted)])
    return frozenset(kept)
