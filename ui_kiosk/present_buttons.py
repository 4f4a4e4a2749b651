"""What may be touched beside the body of a screen, whatever its game."""

from table_firmware.rules.games import by_version
from table_firmware.rules.match import HOUSE_PLAYERS
from table_firmware.rules.round import AskCut, AskReady
from table_firmware.wire.messages import View
from ui_kiosk import present_call, present_service, present_tiles, present_turn
from ui_kiosk.lesson import teaches
from ui_kiosk.local import Local, hidden, housed, paused
from ui_kiosk.model_parts import Button
from ui_kiosk.present_settings import opener
from ui_kiosk.present_taken import taken
from ui_kiosk.press import may, seated
from ui_kiosk.rounds import tiles_of
from ui_kiosk.text import text


def language(say: str) -> Button:
    """The button that changes to the other language."""
    return Button("language", text(say, "language.other"), tone="quiet")


def utility(view: View, local: Local) -> tuple[Button, ...]:
    """Small buttons at the top: language or 盖牌, settings, 托管 (which ends where
    it is told of), and 呼叫 where no felt has it."""
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
    if view.stage == "round" and taken(view, local) is None:
        found.append(_manage(view, local))
    return tuple(found)


def _manage(view: View, local: Local) -> Button:
    """托管, which asks once more, or 取消托管, which does not."""
    act = "unmanage" if view.places[view.seat].managed else "manage"
    armed = local.armed == act
    told = text(local.language, "button.again" if armed else f"button.{act}")
    return Button(act, told, may(view, local, act), "main" if armed else "quiet")


def _cover(view: View, local: Local) -> Button:
    key = "uncover" if hidden(view, local) else "cover"
    shown = text(local.language, f"button.{key}")
    return Button("cover", shown, not (paused(view) or housed(view)), "quiet")


def buttons(view: View, local: Local) -> tuple[Button, ...]:
    """What may be done at this stage, the main thing last; while play is paused, to go on."""
    if paused(view) and view.stage != "service":
        return (present_call.going_on(view, local),)
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
    if not seated(view):
        return (("sit", "", "main" if present_tiles.takes_part(view) else "plain"),)
    if not present_tiles.takes_part(view):
        return (("stand", "", "plain"),)
    called = ((f"house:{kind}", kind, "plain") for kind in offered(view))
    return ("stand", "", "plain"), *called, ("ready", "", "main")


def offered(view: View) -> tuple[str, ...]:
    """The kinds of house players that may take empty seats: a coach only where the game has one."""
    if not present_tiles.missing(view):
        return ()
    game = by_version(view.game)
    plans = game is not None and game.PLANS
    return tuple(kind for kind in HOUSE_PLAYERS if plans or kind != "planner")


def _round_buttons(view: View, local: Local) -> tuple[Button, ...]:
    tiled = tiles_of(view) is not None
    return present_tiles.buttons(view, local) if tiled else present_turn.buttons(view, local)
