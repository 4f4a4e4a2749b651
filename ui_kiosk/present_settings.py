"""The panel of settings: one line a choice, all its values side by side."""

from table_firmware.wire.messages import View
from ui_kiosk.local import Local
from ui_kiosk.model import Choice, SettingsPanel
from ui_kiosk.model_parts import Button
from ui_kiosk.model_service import PinPad
from ui_kiosk.prefs import SWITCHES, VOLUMES
from ui_kiosk.present_head import panel_head
from ui_kiosk.speech import family
from ui_kiosk.text import LANGUAGES, text


def opener(say: str) -> Button:
    """The small button that opens the panel."""
    return Button("panel:settings", text(say, "button.settings"), tone="quiet")


def settings(local: Local, view: View | None) -> SettingsPanel | None:
    """The open panel; None while it is closed. Titles only where the game has some; without a view
    there is no table to serve."""
    if local.panel != "settings":
        return None
    say, linked = local.language, view is not None
    game = view.game if view is not None else ""
    return SettingsPanel(
        head=panel_head(view, local, text(say, "settings.title")),
        choices=(
            _languages(say),
            *(_choice(local, name, 2) for name in SWITCHES if _means(name, game)),
            _choice(local, "volume", VOLUMES),
            *((_whose(local),) if linked else ()),
        ),
        service=Button("panel:pin", text(say, "button.service"), tone="quiet") if linked else None,
    )


def _means(name: str, game: str) -> bool:
    """Whether a switch changes anything while this game is played."""
    return name != "titles" or family(game) == "shuangkou"


def pad(view: View, local: Local) -> PinPad | None:
    """The pad for a member number; None while it is closed."""
    if local.panel != "member":
        return None
    say = local.language
    keys = [Button(f"number:{digit}", digit) for digit in "123456789"]
    typed = bool(local.number)
    return PinPad(
        head=panel_head(view, local, text(say, "member.title"), tone="quiet"),
        why=text(say, "member.why"),
        typed=local.number,
        told="",
        keys=(
            *keys,
            Button("number:erase", text(say, "button.erase"), typed),
            Button("number:0", "0"),
            Button("number:enter", text(say, "button.enter"), typed, "main"),
        ),
    )


def _whose(local: Local) -> Choice:
    """Whose settings these are: of this seat, or of a member who types his number."""
    say = local.language
    seat = Button("number:forget", text(say, "member.seat"), chosen=not local.member)
    member = Button("panel:member", text(say, "member.member"), chosen=local.member)
    return Choice(text(say, "member.whose"), (seat, member))


def _languages(say: str) -> Choice:
    buttons = (
        Button(f"set:language={each}", text(each, "language.own"), chosen=each == say)
        for each in LANGUAGES
    )
    return Choice(text(say, "settings.language"), tuple(buttons))


def _choice(local: Local, name: str, values: int) -> Choice:
    say = local.language
    now = int(getattr(local.prefs, name))
    buttons = (
        Button(f"set:{name}={k}", text(say, f"settings.{name}_{k}"), chosen=now == k)
        for k in range(values)
    )
    return Choice(text(say, f"settings.{name}"), tuple(buttons))
