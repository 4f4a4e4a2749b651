"""The panel of settings: one line a choice, all its values side by side."""

from ui_kiosk.local import Local
from ui_kiosk.model import Button, Choice, SettingsPanel
from ui_kiosk.prefs import SWITCHES
from ui_kiosk.text import LANGUAGES, text


def opener(say: str) -> Button:
    """The small button that opens the panel."""
    return Button("panel:settings", text(say, "button.settings"), tone="quiet")


def settings(local: Local, linked: bool = True) -> SettingsPanel | None:
    """The open panel; None while it is closed. linked: there is a table to serve."""
    if local.panel != "settings":
        return None
    say = local.language
    return SettingsPanel(
        title=text(say, "settings.title"),
        choices=(_languages(say), *(_switch(local, name) for name in SWITCHES)),
        close=Button("close", text(say, "button.close"), tone="main"),
        service=Button("panel:pin", text(say, "button.service"), tone="quiet") if linked else None,
    )


def _languages(say: str) -> Choice:
    buttons = (
        Button(f"set:language={each}", text(each, "language.own"), chosen=each == say)
        for each in LANGUAGES
    )
    return Choice(text(say, "settings.language"), tuple(buttons))


def _switch(local: Local, name: str) -> Choice:
    say = local.language
    on = getattr(local.prefs, name)
    buttons = (
        Button(f"set:{name}={k}", text(say, f"settings.{name}_{k}"), chosen=on == bool(k))
        for k in (0, 1)
    )
    return Choice(text(say, f"settings.{name}"), tuple(buttons))
