"""The technician's screen: every page in both languages, and what its touches want."""

from dataclasses import replace
from pathlib import Path

import pytest
from chinpok_views import base, playing
from glass import Glass, contact_sheet, keep, shown
from test_screens import SIZES, problems, visible

from table_firmware.rules.cards import Seat
from table_firmware.service.checks import AREAS
from table_firmware.wire.messages import (
    Contact,
    Finding,
    InService,
    Lamp,
    Place,
    Refused,
    Said,
    Service,
    Tend,
    Up,
    View,
)
from ui_kiosk.backlight import LEAST, Backlight, looked, stepped
from ui_kiosk.local import Local
from ui_kiosk.motion import News, news
from ui_kiosk.present_service import FIELDS
from ui_kiosk.presenter import present
from ui_kiosk.screens.seat import SeatScreen
from ui_kiosk.screens.service import ServiceScreen
from ui_kiosk.widgets.service import COLUMNS, LINES

STEPS = (0, 1, 2, 5, 10, 20, 50)
CONTACTS = tuple(
    Contact(f"{kind}_{seat.name}", level, f"GPIO {line}", changes)
    for line, (kind, seat, level, changes) in enumerate(
        (kind, seat, kind == "seat" and seat != Seat.W, 3 * seat)
        for kind in ("seat", "button")
        for seat in Seat
    )
)
BAD = replace(CONTACTS[1], fault="chatters", muted=True, bounces=(0, 0, 0, 1, 2, 9, 1), longest=63)
GOOD = replace(CONTACTS[4], bounces=(12, 3, 0, 1, 0, 0, 0), longest=7)
LOST = replace(CONTACTS[6], known=False)
FINDINGS = (
    Finding(
        "machine",
        "warning",
        "TBL-241",
        Said("温度", "Temperature"),
        Said("主板过热：81.5 °C".ljust(80, "热"), "the computer is hot: 81.5 °C " + 35 * "hot "),
        Said("检查风扇和通风口，".ljust(80, "清"), "check the fan and the vents " + 28 * "dust "),
    ),
    *(
        Finding("machine", level, "", Said(zh, en), Said(*[f"{zh_text} {n}"] * 2), Said("", ""))
        for n, (level, zh, en, zh_text) in enumerate(
            [
                ("ok", "内存", "Memory", "1.2 GB"),
                ("info", "供电", "Supply", "vcgencmd"),
                ("fault", "存储", "Storage", "p95 812 ms"),
            ]
        )
    ),
)
SERVICE = Service(
    contacts=(
        *(CONTACTS[0], BAD, *CONTACTS[2:4], GOOD, CONTACTS[5], LOST, CONTACTS[7]),
        Contact("service", True, "/dev/table/seat-W 8"),
    ),
    steps=STEPS,
    lamps=tuple(Lamp(f"lamp_{s.name}", f"GPIO {20 + s}", s == Seat.N) for s in Seat),
    areas=AREAS,
    findings=FINDINGS,
    panels={Seat.E: "/dev/input/table/seat-N", Seat.N: "/dev/input/table/seat-E"},
)


def served(mine: bool = True, free: bool = False, touch: Seat | None = None) -> View:
    return base("service", running=None, service=InService(mine, free, touch))


PAGES: dict[str, tuple[View, Service | None, tuple[str, ...]]] = {
    "contacts": (served(), SERVICE, ("page:contacts",)),
    "bounce": (served(), SERVICE, ("page:bounce",)),
    "touch": (served(), SERVICE, ("page:touch",)),
    "wipe": (served(), SERVICE, ("page:wipe",)),
    "display": (served(), SERVICE, ("page:display",)),
    "dim": (served(), SERVICE, ("page:display", "light:-10")),
    "locked": (served(), SERVICE, ("page:display", "light:-10")),
    "field": (served(), SERVICE, ("page:field=red",)),
    "checks": (served(), SERVICE, ("page:checks",)),
    "noise": (served(), replace(SERVICE, fault="noise-missing"), ("page:checks",)),
    "found": (served(), SERVICE, ("tend:examine=machine",)),
    "busy": (served(), replace(SERVICE, findings=(), busy="noise"), ("tend:examine=noise",)),
    "bare": (served(), Service(), ("page:contacts",)),
    "wait": (served(mine=False), None, ()),
    "free": (served(mine=False, free=True), None, ()),
    "touch-here": (served(touch=Seat.E), SERVICE, ()),
    "touch-there": (served(mine=False, touch=Seat.N), None, ()),
    "pin": (base("lobby", running=None), None, ("panel:pin", *["pin:7"] * 4)),
    "settings": (playing(), None, ("panel:settings",)),
}


class Locked(Backlight):
    """One that this program may not write."""

    def set(self, percent: int) -> bool:
        return percent < 0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "max_brightness").write_text("255\n")
    (tmp_path / "brightness").write_text("153\n")
    return tmp_path


def show(screen: SeatScreen, name: str, folder: Path) -> None:
    view, service, acts = PAGES[name]
    screen.lost()
    screen.light = {"dim": Backlight(folder), "locked": Locked(folder)}.get(name)
    screen.show(view)
    if service is not None:
        screen.serve(service)
    for act in acts:
        screen.press(act)
    if name == "pin":
        screen.refused(Refused(0, "pin-wrong", seconds=8))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "language"),
    [
        ("1280x800", "zh"),
        ("1280x800", "en"),
        ("960x540", "zh"),
        pytest.param("960x540", "en", marks=pytest.mark.soak),
    ],
)
def test_every_page_is_complete_and_legible(
    glass: Glass, folder: Path, size: str, language: str
) -> None:
    screen = SeatScreen(language=language)
    glass.show(screen, SIZES[size])
    found = []
    for name in PAGES:
        show(screen, name, folder)
        glass.lay_out()
        keep(shown(screen), f"service-{name}-{language}-{size}")
        found += [f"{name}: {problem}" for problem in problems(screen, language)]
    names = [f"service-{name}-{language}-{size}" for name in PAGES]
    contact_sheet(f"service-{language}-{size}", names)
    assert not found, "\n".join(found)


@pytest.fixture
def screen(glass: Glass) -> SeatScreen:
    found = SeatScreen(language="en")
    glass.show(found)
    sent.clear()
    found.send = sent.append
    return found


sent: list[Up] = []


def texts(screen: SeatScreen) -> str:
    return " | ".join(str(getattr(widget, "text", "")) for widget in visible(screen))


@pytest.mark.slow
def test_a_pin_is_typed_and_forgotten_and_never_shown(screen: SeatScreen) -> None:
    screen.show(playing())
    screen.press("panel:settings")
    screen.press("panel:pin")
    for key in ("3", "1", "9", "erase", "4", "1", "5", "9"):
        screen.press(f"pin:{key}")
    assert "314" not in texts(screen)
    assert "●●●●●●" in texts(screen)
    screen.press("pin:enter")
    assert sent == [Tend("pin", "314159")]
    assert screen.local.pin == ""
    screen.refused(Refused(0, "pin-wait", seconds=30))
    assert "Wait 30 s" in texts(screen)
    screen.press("pin:1")
    screen.press("close")
    assert (screen.local.pin, screen.local.panel) == ("", "")


@pytest.mark.slow
def test_whoever_is_let_in_sees_the_service_screen_and_it_goes_with_service(
    screen: SeatScreen,
) -> None:
    screen.show(playing())
    screen.press("panel:pin")
    screen.show(served())
    screen.serve(SERVICE)
    assert isinstance(screen.screen, ServiceScreen)
    assert screen.local.panel == ""
    names = []
    for view in (served(mine=False), playing()):
        screen.show(view)
        names.append(screen.model.name if screen.model else "")
    assert names == ["fault", "round"]


def test_the_pages_want_what_their_buttons_say(screen: SeatScreen) -> None:
    screen.show(served())
    screen.serve(replace(SERVICE, fault="noise-missing"))
    wanted = []
    for page in ("contacts", "bounce", "touch", "display", "checks"):
        screen.press(f"page:{page}")
        assert screen.model is not None
        buttons = [w.model for w in visible(screen) if getattr(w, "live", False)]
        wanted += [b.act for b in buttons if b.act.startswith("tend:")]
    for act in dict.fromkeys(wanted):
        screen.press(act)
    assert {each.act for each in sent if isinstance(each, Tend)} == {
        *("mute", "unmute", "lamp", "match", "examine", "noise", "leave")
    }
    assert Tend("unmute", "seat_N") in sent
    assert Tend("lamp", "lamp_W") in sent
    assert Tend("examine", "noise") in sent


@pytest.mark.slow
def test_bounces_stand_beside_level_and_line(screen: SeatScreen) -> None:
    screen.show(served())
    screen.serve(SERVICE)
    screen.press("page:bounce")
    told = texts(screen)
    for words in (
        "North sensor",
        "GPIO 1",
        "taken · chatters",
        "63 ms",
        "East button",
        "GPIO 4",
        "12",
    ):
        assert words in told
    later = replace(GOOD, bounces=(13, 3, 0, 1, 0, 0, 0))
    contacts = tuple(later if c.role == later.role else c for c in SERVICE.contacts)
    screen.serve(replace(SERVICE, contacts=contacts))
    assert "13" in texts(screen)


@pytest.mark.slow
def test_the_brightness_of_a_panel_is_seen_and_set(screen: SeatScreen, folder: Path) -> None:
    screen.light = Backlight(folder)
    screen.show(served())
    screen.serve(SERVICE)
    screen.press("page:display")
    assert "60 %" in texts(screen)
    for _ in range(12):
        screen.press("light:-10")
    assert (folder / "brightness").read_text() == "26\n"
    assert f"{LEAST} %" in texts(screen)
    for _ in range(12):
        screen.press("light:10")
    assert (folder / "brightness").read_text() == "255\n"
    screen.light = Locked(folder)
    screen.press("light:-10")
    assert "100 % TBL-511" in texts(screen)
    screen.light = None
    screen.serve(SERVICE)
    assert "Darker" not in texts(screen)


def test_a_backlight_that_cannot_be_used_is_told_apart(tmp_path: Path) -> None:
    gone = Backlight(tmp_path / "none")
    assert (gone.percent, gone.set(50)) == (None, False)
    (tmp_path / "max_brightness").write_text("nonsense")
    assert not Backlight(tmp_path).set(50)
    (tmp_path / "max_brightness").write_text("31")
    (tmp_path / "brightness").mkdir()
    assert not Backlight(tmp_path).set(50)
    for light in (None, gone):
        assert looked(Local(light=7), light).light is None
        assert stepped(Local(light=7), light, 10).light is None


def test_without_findings_no_key_is_shown(screen: SeatScreen) -> None:
    screen.show(served())
    screen.serve(replace(SERVICE, findings=()))
    screen.press("tend:examine=link")
    assert "Choose what to examine." in texts(screen)
    assert "area_" not in texts(screen)


@pytest.mark.slow
def test_findings_are_shown_leaf_by_leaf(screen: SeatScreen) -> None:
    screen.show(served())
    screen.serve(SERVICE)
    screen.press("tend:examine=machine")
    assert "the computer is hot" in texts(screen)
    assert "p95 812 ms" not in texts(screen)
    screen.press("leaf")
    assert "p95 812 ms" in texts(screen)
    screen.press("leaf")
    assert "the computer is hot" in texts(screen)


def test_colours_follow_one_another_and_end(glass: Glass, screen: SeatScreen) -> None:
    screen.show(served())
    screen.serve(SERVICE)
    screen.press(f"page:field={next(iter(FIELDS))}")
    seen = []
    while screen.local.page.startswith("field"):
        seen.append(screen.local.page.partition("=")[2])
        glass.settle()
        glass.tap(640, 400)
    assert seen == list(FIELDS)
    assert screen.local.page == "display"


@pytest.mark.slow
def test_a_grid_is_wiped_square_by_square_by_several_fingers(
    glass: Glass, screen: SeatScreen
) -> None:
    screen.show(served())
    screen.serve(SERVICE)
    screen.press("page:wipe")
    glass.settle()
    assert isinstance(screen.screen, ServiceScreen)
    grid = screen.screen.grid
    first, second = glass.down(10, 10), glass.down(1270, 790)
    assert len(grid.fingers) == 2
    glass.picture("service-two-fingers-en-1280x800")
    glass.up(second)
    for line in range(LINES):
        for column in range(COLUMNS):
            glass.move(first, (column + 0.5) * 1280 / COLUMNS, (line + 0.5) * 800 / LINES)
    assert grid.whole
    glass.up(first)
    assert grid.fingers == {}
    screen.press("page:touch")
    assert not grid.open


def test_a_finger_anywhere_says_which_panel_this_is(glass: Glass, screen: SeatScreen) -> None:
    screen.panel = lambda: "/dev/input/table/seat-N"
    screen.show(served(mine=False, touch=Seat.N))
    glass.settle()
    glass.tap(300, 300)
    assert sent == [Tend("touched", "/dev/input/table/seat-N")]
    screen.show(served(mine=False))
    glass.settle()
    glass.tap(300, 300)
    assert len(sent) == 1


def test_giving_up_a_match_is_no_touch_of_a_panel(glass: Glass, screen: SeatScreen) -> None:
    screen.show(served(touch=Seat.N))
    screen.serve(SERVICE)
    glass.settle()
    (button,) = [w for w in visible(screen) if getattr(w, "live", False) and "up" in w.model.text]
    glass.tap(*button.center)
    assert sent == [Tend("match")]


def test_leaving_and_coming_back_is_news_at_the_table() -> None:
    def place(away: bool = False, linked: bool = True) -> View:
        there = Place("guest", "A", linked=True)
        he = replace(there, away=away, linked=linked)
        return replace(playing(), places=(there, he, there, there))

    here, up, gone = place(), place(away=True), place(away=True, linked=False)
    lost = place(linked=False)
    say = Local(language="en")
    told = [
        news(present(old, say), present(new, say))
        for old, new in ((here, up), (up, gone), (gone, here), (here, lost), (lost, here))
    ]
    left, back = News("North · Left seat"), News("North · is back")
    assert told == [None, left, back, News("North · Link lost"), back]
    assert [b.status for b in present(up, say).badges][1] == "Left seat"
