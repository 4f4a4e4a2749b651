"""The graphics driver and the allocator, where Kivy does not reach them."""

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, Final

UNUSED_BUFFERS: Final = (6, 7)
"""SDL_GL_DEPTH_SIZE and SDL_GL_STENCIL_SIZE."""
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


def forget_compiler() -> None:
    """Frees what the driver's compiler of shaders has built up, 7 MB, and gives the room back. The
    next shader takes it 5 ms more."""
    _release()()
    _allocator("malloc_trim")(0)


@cache
def _sdl() -> Any:
    """The library that Kivy's window was linked with."""
    from kivy.core.window import _window_sdl2

    library = ctypes.CDLL(_window_sdl2.__file__)
    library.SDL_GL_GetProcAddress.restype = ctypes.c_void_p
    return library


@cache
def _release() -> Callable[[], Any]:
    found = _sdl().SDL_GL_GetProcAddress(b"glReleaseShaderCompiler")
    return ctypes.CFUNCTYPE(None)(found) if found else lambda: None


@cache
def _allocator(name: str) -> Callable[..., Any]:
    """A function of glibc; another allocator is left alone."""
    return getattr(ctypes.CDLL(None), name, lambda *_: None)
