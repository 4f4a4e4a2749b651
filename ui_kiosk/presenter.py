"""From a view and the screen's own state to what is shown. Pure, and without Kivy."""

from dataclasses import replace

from table_firmware.rules.cards import PAIRS, Seat, pair_of
from table_firmware.rules.claiming import AskDiscard
from table_firmware.rules.match import MODES
from table_firmware.rules.round import AskCut, AskDigits, AskGive, AskPlay, SeatView
from table_firmware.wire.messages import Service, View
from ui_kiosk import (
    faults,
    present_before,
    present_partners,
    present_result,
    present_round,
    present_service,
    present_settings,
    present_tiles,
    unshown,
)
from ui_kiosk.local import Local
from ui_kiosk.model import Body, FaultBody, ScreenModel
from ui_kiosk.model_parts import Badge, ClockFace, Top
from ui_kiosk.present_badge import PAUSES, badge
from ui_kiosk.present_bubble import bubble
from ui_kiosk.present_buttons import buttons, language, utility
from ui_kiosk.present_message import message
from ui_kiosk.present_settings import opener, settings
from ui_kiosk.present_taken import taken
from ui_kiosk.rounds import cards_of, tiles_of
from ui_kiosk.speech import game_text, level_text, points_text, rank_text, seat_text, tenths_text
from ui_kiosk.text import coded, text

WAITED_FOR = (AskCut, AskDigits, AskGive, AskPlay, AskDiscard)
"""What rings. A tile of 跑胡子 that may be claimed does not: that would tell what is in a hand."""
NOTICE_ON = PAUSES
TOLD = ("protocol", "replaced", "stopping")
"""Farewells that say why there is no line."""


def present(view: View, local: Local, service: Service | None = None) -> ScreenModel:
    """The screen for a view. service: what the technician sees, if this seat is his.

    A view that does not hold together, or is of a game that this screen does not know, is told as a
    fault: the other seats play on, and the next view may be shown again.
    """
    try:
        return _present(view, local, service)
    except Exception as error:  # a line may say whatever fits its types
        unshown.tell("a view cannot be shown", error)
        return _stopped(local, "view-unknown")


def _present(view: View, local: Local, service: Service | None) -> ScreenModel:
    say = local.language
    title, told, tone = message(view, local)
    badges = tuple(badge(view, say, seat) for seat in Seat)
    return ScreenModel(
        name=_name(view, service),
        language=say,
        title=title,
        message=told,
        tone=tone,
        top=_top(view, say),
        badges=badges,
        clock=_clock(view),
        buttons=buttons(view, local),
        utility=utility(view, local),
        notice=text(say, "notice") if view.stage in NOTICE_ON else "",
        body=_body(view, local, service, badges),
        settings=settings(local, view),
        pad=present_service.pad(view, local) or present_settings.pad(view, local),
        taken=taken(view, local),
        asked=type(view.ask).__name__ if isinstance(view.ask, WAITED_FOR) else "",
        bubble=bubble(view, local),
    )


def _name(view: View, service: Service | None) -> str:
    """Which of the screens."""
    if view.stage == "service" and not _serving(view, service):
        return "fault"
    if view.stage == "round" and tiles_of(view) is not None:
        return "tiles"
    tiled = view.stage == "hand_result" and present_tiles.plays(view.game)
    return "tile_result" if tiled else view.stage


def _serving(view: View, service: Service | None) -> bool:
    """The service screen is shown here, unless a screen is to be touched."""
    told = view.service
    return service is not None and told is not None and told.mine and told.touch is None


def present_lost(local: Local, farewell: str = "", *, answering: bool = True) -> ScreenModel:
    """The screen while there is no connection: nothing that was private stays on it. answering: it
    may still come back by itself; else the staff are to know, unless the table has said why."""
    if not answering and farewell not in TOLD:
        return _stopped(local, "table-silent")
    say = local.language
    waits = text(say, "lost.text" if local.met else "first.text")
    told = coded(say, "farewell", farewell) if farewell else waits
    return ScreenModel(
        name="lost",
        language=say,
        title=text(say, "lost.title" if local.met else "first.title"),
        message="",
        tone="plain",
        top=Top(game_text(say, "chinpok"), "", "", "", "", (), "", ""),
        badges=(),
        clock=None,
        buttons=(),
        utility=(language(say), opener(say)),
        notice=text(say, "notice"),
        body=FaultBody(told),
        settings=settings(local, None),
    )


def present_upright(local: Local) -> ScreenModel:
    """The screen is higher than wide: nothing else can be shown on it."""
    told = _stopped(local, "portrait")
    return replace(told, name="upright", utility=told.utility[:1])


def _stopped(local: Local, word: str) -> ScreenModel:
    """The fault of this screen that the catalogue calls so."""
    found = faults.entry(local.language, word)
    assert found is not None
    ask, link = text(local.language, "fault.ask"), found.leads_to(local.manual)
    body = FaultBody(found.text, found.code, ask, found.remedy, link)
    title = text(local.language, f"fault.{word}")
    return replace(present_lost(local), title=title, body=body)


# ------------------------------------------------------------------ frame


def _top(view: View, say: str) -> Top:
    playing = view.stage in ("round", "hand_result", "draw", "move")
    hand = cards_of(view)
    trump = hand.trump if hand is not None else view.trump
    trick = hand.trick_number if hand is not None else 0
    word, big = text(say, "card.trump"), rank_text(trump)
    if hand is not None and hand.open:
        word, big = present_partners.chip(hand, say)
    return Top(
        title=game_text(say, view.game),
        hand=_hand(view, say) if playing else "",
        trick=_trick(view, trick, say) if trick and view.stage == "round" else "",
        trump=big if playing else "",
        trump_word=word,
        score=_score(view, say),
        practice=text(say, "top.practice") if view.practice else "",
        saving=text(say, "state.saving") if view.saving else "",
    )


def _trick(view: View, number: int, say: str) -> str:
    hand = cards_of(view)
    note = present_partners.trick_note(hand, say) if hand is not None else ""
    told = text(say, "top.trick", trick=number)
    return f"{told} · {note}" if note else told


def _hand(view: View, say: str) -> str:
    """Its number; how many there will be is not known where levels decide."""
    if view.levels is not None:
        return text(say, "top.hand_open", hand=view.hand)
    return text(say, "top.hand", hand=view.hand, hands=view.hands)


def _score(view: View, say: str) -> tuple[tuple[str, str, bool], ...]:
    """The running score or the levels, own side marked; by seat where the mode counts by
    player."""
    if view.levels is not None:
        mine = pair_of(view.seat)
        return tuple(
            (text(say, f"seat.{pair}_short"), level_text(level), pair == mine)
            for pair, level in zip(PAIRS, view.levels.level, strict=True)
        )
    running = view.running or {}
    own = view.places[view.seat].player
    if set(running) <= set(PAIRS):
        mine = pair_of(view.seat)
        return tuple(
            (text(say, f"seat.{pair}_short"), tenths_text(points), pair == mine)
            for pair, points in running.items()
        )
    return tuple(
        (
            _seat_of_player(view, player, say),
            points_text(points, MODES[view.mode].points),
            player == own,
        )
        for player, points in running.items()
    )


def _seat_of_player(view: View, player: str, say: str) -> str:
    at = [seat for seat in Seat if view.places[seat].player == player]
    return seat_text(say, at[0]) if at else player


def _clock(view: View) -> ClockFace | None:
    clock = view.clock
    if clock is None or clock.full_ms <= 0:
        return None
    # Where nobody in particular is waited for, it runs for whoever has something to do.
    mine = view.seat in clock.seats if clock.seats else view.ask is not None
    return ClockFace(view.number, clock.left_ms, clock.full_ms, mine)


# ------------------------------------------------------------------ bodies


def _body(view: View, local: Local, service: Service | None, badges: tuple[Badge, ...]) -> Body:
    say = local.language
    match view.stage:
        case "service" if service is not None and _serving(view, service):
            return present_service.body(local, service)
        case "service":
            return present_service.suspended(view, say)
        case "lobby":
            return present_before.lobby(view, local)
        case "digits":
            return present_before.digits(view, local)
        case "cut":
            return present_before.cut(view, local)
        case "draw" | "move":
            return present_before.draw(view, say)
        case "round" if view.round is not None:
            return _round(view, local, badges)
        case "hand_result":
            return present_result.hand_result(view, local)
        case "match_result":
            return present_result.match_result(view, local)
        case _:
            return _fault(view, say, local.manual)


def _round(view: View, local: Local, badges: tuple[Badge, ...]) -> Body:
    match view.round:
        case SeatView() as cards:
            return present_round.table(view, cards, local)
        case tiles:
            assert tiles is not None
            return present_tiles.table(view, tiles, local, badges)


def _fault(view: View, say: str, manual: str) -> FaultBody:
    ask, known = text(say, "fault.ask"), faults.entry(say, view.fault)
    if known is None:  # it can at least be read out to the staff
        return FaultBody(text(say, "fault.unknown"), view.fault, ask)
    return FaultBody(known.text, known.code, ask, known.remedy, known.leads_to(manual))
