"""From a view and the screen's own state to what is shown. Pure, and without Kivy."""

from dataclasses import replace

from table_firmware.rules.cards import PAIRS, Seat, pair_of
from table_firmware.rules.games import by_version
from table_firmware.rules.games.paohuzi.words import AskDiscard
from table_firmware.rules.match import HOUSE_PLAYERS, MODES
from table_firmware.rules.round import AskCut, AskDigits, AskGive, AskPlay, AskReady, SeatView
from table_firmware.wire.messages import Service, View
from ui_kiosk import (
    faults,
    present_before,
    present_call,
    present_partners,
    present_result,
    present_round,
    present_service,
    present_settings,
    present_tiles,
)
from ui_kiosk.lesson import teaches
from ui_kiosk.local import Local, hidden
from ui_kiosk.model import Body, FaultBody, ScreenModel
from ui_kiosk.model_parts import Badge, Button, ClockFace, Top
from ui_kiosk.present_badge import PAUSES, badge
from ui_kiosk.present_settings import opener, settings
from ui_kiosk.press import may
from ui_kiosk.rounds import cards_of, tiles_of
from ui_kiosk.speech import (
    level_text,
    points_text,
    rank_text,
    seat_text,
    tenths_text,
)
from ui_kiosk.text import coded, text, texts

WAITED_FOR = (AskCut, AskDigits, AskGive, AskPlay, AskDiscard)
"""What rings. A tile of 跑胡子 that may be claimed does not: that would tell what is in a hand."""
NOTICE_ON = PAUSES


def present(view: View, local: Local, service: Service | None = None) -> ScreenModel:
    """The screen for a view. service: what the technician sees, if this seat is his."""
    say = local.language
    title, message, tone = _message(view, local)
    badges = tuple(badge(view, say, seat) for seat in Seat)
    return ScreenModel(
        name=_name(view, service),
        language=say,
        title=title,
        message=message,
        tone=tone,
        top=_top(view, say),
        badges=badges,
        clock=_clock(view),
        buttons=_pause_button(view, local) or _buttons(view, local),
        utility=_utility(view, local),
        notice=text(say, "notice") if view.stage in NOTICE_ON else "",
        body=_body(view, local, service, badges),
        settings=settings(local),
        pad=present_service.pad(local) or present_settings.pad(local),
        asked=type(view.ask).__name__ if isinstance(view.ask, WAITED_FOR) else "",
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


def present_lost(local: Local, farewell: str = "") -> ScreenModel:
    """The screen while there is no connection: nothing that was private stays on it."""
    say = local.language
    told = coded(say, "farewell", farewell) if farewell else text(say, "lost.text")
    return ScreenModel(
        name="lost",
        language=say,
        title=text(say, "lost.title"),
        message="",
        tone="plain",
        top=Top(_game("chinpok", say), "", "", "", "", (), "", ""),
        badges=(),
        clock=None,
        buttons=(),
        utility=(language(say), opener(say)),
        notice=text(say, "notice"),
        body=FaultBody(told),
        settings=settings(local, linked=False),
    )


def present_upright(local: Local) -> ScreenModel:
    """The screen is higher than wide: nothing else can be shown on it."""
    found = faults.entry(local.language, "portrait")
    assert found is not None
    body = FaultBody(found.text, found.code, "", found.remedy, found.leads_to(local.manual))
    told = present_lost(local)
    title = text(local.language, "fault.portrait")
    return replace(told, name="upright", title=title, utility=told.utility[:1], body=body)


# ------------------------------------------------------------------ frame


def _game(key: str, say: str) -> str:
    name = key.partition("/")[0]
    return texts(say).get(f"game.{name}", name)


def _top(view: View, say: str) -> Top:
    playing = view.stage in ("round", "hand_result", "draw", "move")
    hand = cards_of(view)
    trump = hand.trump if hand is not None else view.trump
    trick = hand.trick_number if hand is not None else 0
    word, big = text(say, "card.trump"), rank_text(trump)
    if hand is not None and hand.open:
        word, big = present_partners.chip(hand, say)
    return Top(
        title=_game(view.game, say),
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
    mine = not clock.seats or view.seat in clock.seats
    return ClockFace(view.number, clock.left_ms, clock.full_ms, mine)


# ------------------------------------------------------------------ messages


def _message(view: View, local: Local) -> tuple[str, str, str]:
    """Title, message and its tone."""
    say = local.language
    title, message, tone = _stage_message(view, local)
    called = present_call.message(view, say)
    if called and (view.stage != "round" or present_call.paused(view)):
        message, tone = called, "alert"
    if local.refused is not None:
        told = coded(say, "refused", local.refused.code)
        if local.refused.minimal is not None and view.stage == "round":
            told = f"{told}{'。' if say == 'zh' else '. '}{text(say, 'play.show_minimal')}"
        return title, told, "alert"
    return title, message, tone


def _stage_message(view: View, local: Local) -> tuple[str, str, str]:
    say = local.language
    match view.stage:
        case "round":
            return "", *_round_message(view, local)
        case "hand_result" | "match_result" if view.minutes and not _own_ready(view):
            key = "hand_title" if view.stage == "hand_result" else "match_title"
            return text(say, f"result.{key}", hand=view.hand), _reminder(view, say), "alert"
        case "hand_result" | "match_result":
            seen = text(say, f"result.{'seen' if _own_ready(view) else 'next'}")
            key = "hand_title" if view.stage == "hand_result" else "match_title"
            return text(say, f"result.{key}", hand=view.hand), seen, "plain"
        case "lobby":
            return _lobby_message(view, say)
        case "digits":
            return text(say, "digits.title"), _digits_message(view, say), "plain"
        case "cut":
            return present_before.cut_title(view, say), "", "plain"
        case "draw":
            return "", "", "plain"
        case "move":
            return "", present_partners.moving(view, say), "good"
        case "service":
            return present_service.title(view, say), "", "plain"
        case _:
            return text(say, "fault.title"), "", "alert"


def _seated(view: View) -> bool:
    return view.places[view.seat].who not in ("empty", *HOUSE_PLAYERS)


def _own_ready(view: View) -> bool:
    return view.places[view.seat].ready


def _reminder(view: View, say: str) -> str:
    return text(say, "pace.reminder", minutes=view.minutes)


def _lobby_message(view: View, say: str) -> tuple[str, str, str]:
    if view.clock is not None and view.clock.name == "rest":
        return text(say, "lobby.title"), text(say, "pace.rest"), "alert"
    note = text(say, "top.practice_long") if view.practice else ""
    note = _reminder(view, say) if view.minutes else note
    if not _seated(view):
        return text(say, "lobby.title"), note, "plain"
    waits = _own_ready(view) or not present_tiles.takes_part(view)
    key = "lobby.waiting" if waits else "lobby.seated"
    return text(say, key), note, "plain"


def _digits_message(view: View, say: str) -> str:
    if isinstance(view.ask, AskDigits):
        return ""
    typed = (view.digits or {}).get(view.seat)
    if typed is None:
        return text(say, "digits.waiting")
    return text(say, "digits.typed", digits=typed) if typed else text(say, "digits.declined")


# ------------------------------------------------------------------ buttons


def language(say: str) -> Button:
    """The button that changes to the other language."""
    return Button("language", text(say, "language.other"), tone="quiet")


def _utility(view: View, local: Local) -> tuple[Button, ...]:
    """Small buttons at the top: language or 盖牌, settings, 托管, and 呼叫 where no felt has it."""
    say = local.language
    if view.stage == "round" and not present_tiles.takes_part(view):
        return language(say), opener(say)
    open_hand = view.stage == "round" and not local.private
    found = [_cover(view, local) if open_hand else language(say), opener(say)]
    call = present_call.button(view, local)
    if view.stage == "lobby" and teaches(view.game):
        found.append(Button("learn", text(say, "button.learn"), tone="quiet"))
    if view.stage != "round" and call is not None:
        found.append(call)
    if view.stage == "round":
        act = "unmanage" if view.places[view.seat].managed else "manage"
        shown = Button(act, text(say, f"button.{act}"), may(view, local, act), "quiet")
        found.append(shown)
    return tuple(found)


def _cover(view: View, local: Local) -> Button:
    key = "uncover" if hidden(view, local) else "cover"
    shown = text(local.language, f"button.{key}")
    return Button("cover", shown, not present_call.paused(view), "quiet")


def _pause_button(view: View, local: Local) -> tuple[Button, ...]:
    paused = present_call.paused(view) and view.stage != "service"
    return (present_call.going_on(view, local),) if paused else ()


def _buttons(view: View, local: Local) -> tuple[Button, ...]:
    say = local.language

    def button(act: str, key: str = "", tone: str = "plain") -> Button:
        shown = text(say, f"button.{key or act}")
        return Button(act, shown, may(view, local, act.partition(":")[0]), tone)

    match view.stage:
        case "lobby":
            return tuple(button(*each) for each in _lobby_buttons(view))
        case "digits":
            return button("decline"), button("digits", tone="main")
        case "cut" if isinstance(view.ask, AskCut):
            return button("no_cut"), button("cut", tone="main")
        case "hand_result" | "match_result":
            return (button("ready", "next", "main"),)
        case "move":
            shown = text(say, "button.seated")
            asked = isinstance(view.ask, AskReady)
            return (Button("ready", shown, may(view, local, "ready"), "main"),) if asked else ()
        case "round":
            return _round_buttons(view, local)
        case "service":
            return present_service.buttons(view, say)
        case _:
            return ()


def _lobby_buttons(view: View) -> tuple[tuple[str, str, str], ...]:
    """Act, key of its text and tone of each; who only watches is not waited for."""
    if not _seated(view):
        return (("sit", "", "main"),)
    if not present_tiles.takes_part(view):
        return (("stand", "", "plain"),)
    called = ((f"house:{kind}", kind, "plain") for kind in _offered(view))
    return ("stand", "", "plain"), *called, ("ready", "", "main")


def _offered(view: View) -> tuple[str, ...]:
    """The kinds of house players: a coach only where the game has one."""
    game = by_version(view.game)
    plans = game is not None and game.PLANS
    return tuple(kind for kind in HOUSE_PLAYERS if plans or kind != "planner")


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


def _round_message(view: View, local: Local) -> tuple[str, str]:
    tiled = tiles_of(view) is not None
    return present_tiles.message(view, local) if tiled else present_round.message(view, local)


def _round_buttons(view: View, local: Local) -> tuple[Button, ...]:
    tiled = tiles_of(view) is not None
    return present_tiles.buttons(view, local) if tiled else present_round.buttons(view, local)


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
