"""The graphics driver and the allocator, where Kivy does not reach them."""

import ctypes
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

UNUSED_BUFFERS: Final = (6, 7)
"""SDL_GL_DEPTH_SIZE and SDL_GL_STENCIL_SIZE."""
VIDEO: Final = 0x20
"""SDL_INIT_VIDEO."""
EGL_DRAW: Final = 0x3059
EGL_LARGEST_PBUFFER: Final = 0x3058
EGL_BUFFER_AGE: Final = 0x313D
UNSAID: Final = -1
ARENA_MAX: Final = -8
"""M_ARENA_MAX of glibc."""


def share_one_arena() -> None:
    """The threads of a renderer would each keep room of their own, 5 MB; these share it. To be
    called before there are any."""
    _allocator("mallopt")(ARENA_MAX, 1)


def want_colours_alone() -> None:
    """The next window has no room for depths and stencils, which no screen draws: 4 MB at
    1280x800. To be called after Kivy has asked for them, before it makes the window."""
    for buffer in UNUSED_BUFFERS:
        _sdl().SDL_GL_SetAttribute(buffer, 0)


def room() -> tuple[int, int] | None:
    """The pixels that the first display has for windows, bars and docks left out; None if there is
    none. To be called before Kivy makes its window."""
    place, library = (ctypes.c_int * 4)(), _sdl()
    if library.SDL_InitSubSystem(VIDEO):
        return None
    found = library.SDL_GetDisplayUsableBounds(0, place) == 0
    library.SDL_QuitSubSystem(VIDEO)
    return (place[2], place[3]) if found else None


def buffer_age() -> int:
    """How many pictures ago the buffer of the window was drawn that is drawn into now, 1 for the
    last one; 0 if that is not known (EGL 1.5 §3.10, EGL_EXT_buffer_age)."""
    library = _egl()
    if library is None or not (surface := library.eglGetCurrentSurface(EGL_DRAW)):
        return 0
    if _asked(library, surface, EGL_LARGEST_PBUFFER) is not None:
        return 1  # it is a window's without a display, and has no other buffer
    return max(0, _asked(library, surface, EGL_BUFFER_AGE) or 0)


def _asked(library: Any, surface: int, attribute: int) -> int | None:
    """An attribute of a surface; None if such surfaces do not have it: then nothing is said."""
    found = ctypes.c_int(UNSAID)
    display = library.eglGetCurrentDisplay()
    known = library.eglQuerySurface(display, surface, attribute, ctypes.byref(found))
    return found.value if known and found.value != UNSAID else None


def forget_compiler() -> None:
    """Frees what the driver's compiler of shaders has built up, 7 MB, and gives the room back. The
    next shader takes it 5 ms more."""
    _release()()
    _allocator("malloc_trim")(0)


@cache
def _sdl() -> Any:
    """The library that Kivy's window is linked with; to import that would make the window."""
    import kivy

    (linked,) = Path(kivy.__file__).parent.glob("core/window/_window_sdl2*.so")
    library = ctypes.CDLL(str(linked))
    library.SDL_GL_GetProcAddress.restype = ctypes.c_void_p
    return library


@cache
def _egl() -> Any:
    """The library by which windows of a kiosk and windows without a display are made."""
    try:
        library = ctypes.CDLL("libEGL.so.1")
    except OSError:
        return None
    library.eglGetCurrentDisplay.restype = ctypes.c_void_p
    library.eglGetCurrentSurface.restype = ctypes.c_void_p
    library.eglQuerySurface.argtypes = (
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_int,
        ctypes.POINTER(ctypes.c_int),
    )
    return library


@cache
def _release() -> Callable[[], Any]:
    found = _sdl().SDL_GL_GetProcAddress(b"glReleaseShaderCompiler")
    return ctypes.CFUNCTYPE(None)(found) if found else lambda: None


@cache
def _allocator(name: str) -> Callable[..., Any]:
    """A function of glibc; another allocator is left alone."""
    return getattr(ctypes.CDLL(None), name, lambda *_: None)
