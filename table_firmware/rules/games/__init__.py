"""The games by key. A new game is one module here and one line in `_MODULES`."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from table_firmware.rules.game import Game

_MODULES: Final[Mapping[str, str]] = {
    "chinpok": "chinpok",
    "shuangkou-baibian": "shuangkou.baibian",
    "shuangkou-qianbian": "shuangkou.qianbian",
    "sanchazi": "sanchazi",
    "paohuzi": "paohuzi",
}

_TRIED: Final[dict[str, Game]] = {}
"""The games that `tried` makes known."""


class _Games(Mapping[str, Game]):
    """Loads a game when it is asked for: whoever plays one does not wait for the others."""

    def __getitem__(self, key: str) -> Game:
        if key in _TRIED:
            return _TRIED[key]
        module: Any = import_module(f"{__name__}.{_MODULES[key]}")
        game: Game = module
        return game

    def __iter__(self) -> Iterator[str]:
        return iter((*_MODULES, *_TRIED))

    def __len__(self) -> int:
        return len(_MODULES) + len(_TRIED)


GAMES: Final[Mapping[str, Game]] = _Games()


@contextmanager
def tried(game: Game) -> Iterator[None]:
    """Makes a game known that has no line in `_MODULES` yet, while the block runs."""
    if game.KEY in GAMES:
        raise ValueError(f"there is a game {game.KEY}")
    _TRIED[game.KEY] = game
    try:
        yield
    finally:
        del _TRIED[game.KEY]


def by_version(version: str) -> Game | None:
    """The game whose rules these are, None if they are not known here."""
    key, _, _ = version.rpartition("/")
    game = GAMES.get(key)
    return game if game is not None and version == game.VERSION else None
