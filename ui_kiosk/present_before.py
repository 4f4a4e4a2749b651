"""What is shown before a hand is dealt: the lobby, the commitment and the digits, the draw."""

from dataclasses import replace

from table_firmware.rules.cards import PAIRS, Seat, card
from table_firmware.rules.games import by_version
from table_firmware.rules.match import MODES
from table_firmware.rules.round import AskCut, AskDigits
from table_firmware.wire.messages import View
from ui_kiosk import present_partners, present_tile_result, present_tiles
from ui_kiosk.local import Local
from ui_kiosk.model import CutBody, DigitsBody, DrawBody, LobbyBody
from ui_kiosk.model_parts import Button, Code
from ui_kiosk.present_buttons import offered
from ui_kiosk.present_people import own
from ui_kiosk.press import may
from ui_kiosk.speech import noise_text, pair_text, rank_text, relation_text, seat_text
from ui_kiosk.text import coded, text
from ui_kiosk.widgets.fan import CardFace


def lobby(view: View, local: Local) -> LobbyBody:
    """Who sits where, and which mode will be played."""
    say = local.language
    open_ = may(view, local, "mode")
    return LobbyBody(
        seat=_own_seat(view, say),
        mode_word=text(say, "lobby.mode"),
        mode=coded(say, "mode", view.mode),
        mode_note=_mode_note(view, say),
        modes=tuple(
            Button(f"mode:{mode}", coded(say, "mode", mode), open_, "quiet", mode == view.mode)
            for mode in view.modes
        ),
        hint=_hint(view, open_, say),
        event=_event(view, say),
    )


def _hint(view: View, open_: bool, say: str) -> str:
    """What may be done beside the main thing: nothing is said of what this seat cannot do."""
    if not present_tiles.takes_part(view):
        seats = text(say, "play.comma").join(
            seat_text(say, seat) for seat in present_tiles.players(view)
        )
        return text(say, "lobby.watch_hint", seats=seats)
    if open_:
        return _house_hint(view, say)
    return text(say, "lobby.sit_hint") if len(view.modes) > 1 else ""


def _house_hint(view: View, say: str) -> str:
    """Who may take the empty seats; nothing where there is none."""
    kinds = offered(view)
    if not kinds:
        return ""
    return text(say, "lobby.house_hint" if len(kinds) > 1 else "lobby.house_only")


def _event(view: View, say: str) -> str:
    """The commitment of the event whose deals are next, and that it is one."""
    if not view.event:
        return ""
    name = text(say, "lobby.event", event=view.event)
    code = text(say, "lobby.event_code", code=_in_groups(view.commitment, 5))
    return "\n".join((name, code, noise_text(say, view.noise)))


def _own_seat(view: View, say: str) -> str:
    return text(say, "lobby.your_seat", seat=seat_text(say, view.seat))


def _mode_note(view: View, say: str) -> str:
    mode = MODES.get(view.mode)
    if mode is None:
        return ""
    if mode.levels:
        return text(say, "mode.levels")
    if present_tiles.plays(view.game):
        return text(say, "mode.alone")
    if mode.points:
        return text(say, "mode.points")
    kind = "rotating" if mode.rotates else "single" if mode.individual else "fixed"
    note = text(say, f"mode.{kind}")
    return f"{note} · {text(say, 'mode.adults')}" if mode.adults else note


def digits(view: View, local: Local) -> DigitsBody:
    """The commitment of the table, and the pad for the player\'s own digits."""
    say = local.language
    ask = view.ask
    open_ = isinstance(ask, AskDigits) and local.sent < view.number
    limits = ask if isinstance(ask, AskDigits) else AskDigits()
    room = open_ and len(local.typed) < limits.most
    keys = [Button(f"digit:{key}", key, room) for key in "1234567890"]
    keys.append(Button("erase", text(say, "button.erase"), open_ and bool(local.typed)))
    typed = (view.digits or {}).get(view.seat, local.typed)
    return DigitsBody(
        typed=_in_groups(typed, 5),
        count=text(say, "digits.count", least=limits.least, most=limits.most, typed=len(typed)),
        why=text(say, "digits.why"),
        pin=text(say, "digits.pin"),
        commitment_word=text(say, "digits.commitment"),
        commitment=_in_groups(view.commitment, 5),
        code=Code(
            (view.receipts or {}).get("commit", ""),
            text(say, "digits.scan"),
            noise_text(say, view.noise),
        ),
        keys=tuple(keys),
    )


def cut(view: View, local: Local) -> CutBody:
    """The deck, and where the player would cut it."""
    say = local.language
    asked = isinstance(view.ask, AskCut)
    cards = view.ask.cards if isinstance(view.ask, AskCut) else _deck(view.game)
    place = int(local.typed) if asked and local.typed else 0
    chosen = text(say, "cut.chosen", place=place) if place else text(say, "cut.touch")
    return CutBody(
        why=text(say, "cut.why"),
        chosen=chosen if asked else "",
        cards=cards,
        place=place,
        live=asked and local.sent < view.number,
    )


def _deck(game: str) -> int:
    """Cards of the deck that is shown to those who do not cut it."""
    rules = by_version(game)
    return len(rules.DEALING.deck) if rules else 0


def cut_title(view: View, say: str) -> str:
    """Who is to cut for which hand."""
    if isinstance(view.ask, AskCut) or view.cutter is None:
        return text(say, "cut.title", hand=view.hand + 1)
    return text(say, "cut.waiting", hand=view.hand + 1, seat=seat_text(say, view.cutter))


def _in_groups(typed: str, size: int) -> str:
    return " ".join(typed[at : at + size] for at in range(0, len(typed), size))


def draw(view: View, say: str) -> DrawBody:
    """Trump and first leader, or what the game draws instead; after it where people sit."""
    if view.stage == "move":
        return present_partners.move(view, say)
    if present_tiles.plays(view.game):
        body = present_tile_result.draw(view, say)
        return replace(body, digits=_typed_by_all(view, say), cut=_cut(view, say))
    if present_partners.known(view.game):
        body = present_partners.draw(view, say)
        return replace(body, digits=_typed_by_all(view, say), cut=_cut(view, say))
    if not view.trump:
        return _draw_of_leader(view, say)
    face = CardFace(card("H" + view.trump), trump=True, wild=True)
    return DrawBody(
        trump_word=text(say, "draw.trump"),
        trump=rank_text(view.trump),
        shown=(face,),
        shown_text=text(say, "draw.wild", rank=rank_text(view.trump)),
        leader_word=text(say, "draw.leader"),
        leader=_leader(view, say),
        note=_why_trump(view, say),
        digits=_typed_by_all(view, say),
        cut=_cut(view, say),
    )


def _draw_of_leader(view: View, say: str) -> DrawBody:
    """Who leads, and nothing else: the draw of a game without trump."""
    return DrawBody(
        trump_word=text(say, "draw.leader"),
        trump="" if view.leader is None else seat_text(say, view.leader),
        shown=(CardFace(None),),
        shown_text="",
        leader_word="",
        leader=_relation(view, say),
        note=_why_leader(view, say),
        digits=_typed_by_all(view, say),
        cut=_cut(view, say),
    )


def _why_leader(view: View, say: str) -> str:
    return text(say, "draw.event", event=view.event) if view.event else text(say, "draw.public")


def _relation(view: View, say: str) -> str:
    """What the leader is to this seat."""
    if view.leader is None:
        return ""
    if view.leader == view.seat:
        return text(say, "draw.you_lead") if own(view, view.seat) else ""
    return relation_text(say, view.seat, view.leader)


def _leader(view: View, say: str) -> str:
    if view.leader is None or own(view, view.leader):
        return _relation(view, say)
    return " · ".join(filter(None, (seat_text(say, view.leader), _relation(view, say))))


def _why_trump(view: View, say: str) -> str:
    """In 升级 it is a level (001 §10); else it has been drawn."""
    if view.event:
        return text(say, "draw.event", event=view.event)
    if view.levels is None:
        return text(say, "draw.committed")
    playing = view.levels.playing
    if playing is None:
        return text(say, "draw.first_level")
    return text(say, "draw.level", pair=pair_text(say, list(PAIRS)[playing]))


def _cut(view: View, say: str) -> str:
    if view.cutter is None or view.cut is None:
        return ""
    return text(say, "draw.cut", seat=seat_text(say, view.cutter), place=view.cut)


def _typed_by_all(view: View, say: str) -> str:
    """What each seat has added to the deal: public from here on (`deal1` §4)."""
    if view.digits is None:
        return ""
    told = (
        f"{seat_text(say, seat)} {view.digits.get(seat) or text(say, 'draw.no_digits')}"
        for seat in Seat
    )
    return f"{text(say, 'draw.digits')}:  {'   '.join(told)}"
