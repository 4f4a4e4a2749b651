"""The window of a test: shows a widget, is touched, is looked at."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from kivy.animation import Animation
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor, Fbo, Translate
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glFinish, glReadPixels
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider
from kivy.uix.widget import Widget
from PIL import Image, ImageChops

from ui_kiosk.fonts import register
from ui_kiosk.frugal import spare
from ui_kiosk.theme import FELT

ROUNDED = 1
"""Of 255: the edge of a letter may be rounded otherwise where less of its box is drawn."""
PICTURES = Path(__file__).resolve().parents[2] / "out" / "screenshots"


def shown(root: Widget) -> Image.Image:
    """What a widget looks like in the window. The bare colour of that shines through the edges of
    letters; blended with nothing, as by `export_as_image`, these are thinner than players see."""
    picture = Fbo(size=root.size, with_stencilbuffer=True)
    with picture:
        ClearColor(*FELT)
        ClearBuffers()
        Translate(-root.x, -root.y, 0)
    with _apart(root):
        picture.add(root.canvas)
        try:
            picture.draw()
        except Exception:
            picture.release()  # or all that follows is drawn into it
            raise
        finally:
            picture.remove(root.canvas)
    return upright(picture.size, picture.texture.pixels)


def upright(size: tuple[int, int], pixels: bytes) -> Image.Image:
    """What was drawn, whose first line is the lowest one."""
    drawn = Image.frombytes("RGBA", size, pixels).convert("RGB")
    return drawn.transpose(Image.Transpose.FLIP_TOP_BOTTOM)


@contextmanager
def _apart(widget: Widget) -> Iterator[None]:
    """A canvas belongs to one other at a time: meanwhile it is not in that of its parent."""
    above = next(
        (each for each in _canvases(widget.parent) if widget.canvas in each.children), None
    )
    if above is None:
        yield
        return
    place = above.indexof(widget.canvas)
    above.remove(widget.canvas)
    try:
        yield
    finally:
        above.insert(place, widget.canvas)


def _canvases(widget: Widget | None) -> Iterator[Any]:
    """In which the widgets below may be; to ask for those before and after would make them."""
    if widget is not None:
        yield widget.canvas
        if widget.canvas.has_before:
            yield widget.canvas.before
        if widget.canvas.has_after:
            yield widget.canvas.after


def keep(picture: Image.Image, name: str) -> Path:
    """Writes a picture to out/screenshots."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = PICTURES / f"{name}.png"
    picture.save(path, compress_level=1)
    return path


def contact_sheet(name: str, pictures: Sequence[str], across: int = 4, wide: int = 480) -> Path:
    """All pictures side by side, to be looked through in a minute."""
    with Image.open(PICTURES / f"{pictures[0]}.png") as first:
        high = round(wide * first.height / first.width)
    rows = -(-len(pictures) // across)
    sheet = Image.new("RGB", (across * wide, rows * high))
    for place, each in enumerate(pictures):
        with Image.open(PICTURES / f"{each}.png") as drawn:
            small = drawn.resize((wide, high), Image.Resampling.BOX)
        sheet.paste(small, (place % across * wide, place // across * high))
    path = PICTURES / f"{name}.png"
    sheet.save(path, compress_level=1)
    return path


class Finger(MotionEvent):  # type: ignore[misc]
    """One finger; positions are parts of the window's width and height."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args, is_touch=True, type_id="touch")

    def depack(self, args: Any) -> None:
        self.sx, self.sy = args
        self.profile = ["pos"]
        super().depack(args)


class Fingers(MotionEventProvider):  # type: ignore[misc]
    """Hands queued touches to the event loop, one frame at a time."""

    def __init__(self) -> None:
        super().__init__("test", "")
        self.waiting: list[tuple[str, Finger]] = []

    def update(self, dispatch_fn: Callable[[str, Finger], None]) -> None:
        waiting, self.waiting = self.waiting, []
        for kind, finger in waiting:
            dispatch_fn(kind, finger)


class Glass:
    """Drives the event loop frame by frame; positions in window pixels from the lower left."""

    def __init__(self) -> None:
        register()
        EventLoop.ensure_window()
        self.window = EventLoop.window
        self.fingers = Fingers()
        self._ids = count(1)
        self.now = 0.0
        EventLoop.add_input_provider(self.fingers)
        EventLoop.start()
        spare(self.window)
        self.root: Any = None

    def show(self, widget: Widget, size: tuple[int, int] = (1280, 800)) -> None:
        """Fills the window with a widget."""
        self.clear_widgets()
        self.window.size = size
        self.window.clearcolor = FELT
        self.root = widget
        self.window.add_widget(widget)
        self.settle()
        assert tuple(self.window.size) == size

    def settle(self, frames: int = 40) -> None:
        """Runs frames until nothing is left to draw."""
        for _ in range(frames):
            EventLoop.idle()
            if not self.window.canvas.needs_redraw and not self.fingers.waiting:
                return

    def lay_out(self) -> None:
        """Everything comes to its place; the window itself, which nobody sees, is not drawn."""
        for _ in range(3):
            Clock.tick()
            Clock.tick_draw()

    def frame(self) -> None:
        EventLoop.idle()

    def down(self, x: float, y: float, after: float = 1.0) -> Finger:
        """after: seconds since the last finger came down, as the finger itself tells."""
        finger = Finger("test", next(self._ids), self._part(x, y))
        self.now += after
        finger.time_start = self.now
        self.fingers.waiting.append(("begin", finger))
        self.frame()
        return finger

    def move(self, finger: Finger, x: float, y: float) -> None:
        finger.move(self._part(x, y))
        self.fingers.waiting.append(("update", finger))
        self.frame()

    def up(self, finger: Finger) -> None:
        finger.update_time_end()
        self.fingers.waiting.append(("end", finger))
        self.frame()

    def tap(self, x: float, y: float, after: float = 1.0) -> None:
        self.up(self.down(x, y, after))

    def touch_part(self, across: float, along: float) -> None:
        """Taps the panel itself, in parts of its width and height, whatever way it is turned."""
        finger = Finger("test", next(self._ids), (across, along))
        self.fingers.waiting.append(("begin", finger))
        self.frame()
        self.up(finger)

    def picture(self, name: str) -> Path:
        """Writes what the window shows to out/screenshots."""
        return keep(self.seen(), name)

    def seen(self) -> Image.Image:
        """What the window shows."""
        self.settle()
        return shown(self.root)

    def shot(self, change: Callable[[], None]) -> bytes:
        """The pixels of the window after a change."""
        change()
        self.settle()
        return shown(self.root).tobytes()

    def clear_widgets(self) -> None:
        """Takes away all that is shown. Nothing goes on moving: it would keep itself until it is
        where it was to go, even of a screen that was never in the window."""
        Animation.cancel_all(None)
        for child in self.window.children[:]:
            self.window.remove_widget(child)

    def clear(self) -> None:
        for finger in EventLoop.touches[:]:
            self.up(finger)
        self.clear_widgets()
        self.settle()
        EventLoop.remove_input_provider(self.fingers)

    def _part(self, x: float, y: float) -> tuple[float, float]:
        return x / self.window.width, y / self.window.height


def pixels(glass: Glass) -> Image.Image:
    """What stands on the display, read before it is put there, while it can be."""
    glFinish()
    size = tuple(glass.window.size)
    read = glReadPixels(0, 0, *size, GL_RGBA, GL_UNSIGNED_BYTE)
    return upright(size, bytes(read))


def looks_as_kivy_draws_it(glass: Glass) -> bool:
    """Whether the window shows what Kivy would draw of all that is in it."""
    parts = pixels(glass)
    glass.window.clear()
    glass.window.render_context.draw()  # the same moment, as Kivy would draw it
    apart = ImageChops.difference(parts, pixels(glass))
    return apart.point(lambda level: 255 * (level > ROUNDED)).getbbox() is None
