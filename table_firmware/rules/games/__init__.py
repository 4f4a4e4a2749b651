"""The games by key. A new game is one module here and one line in `GAMES`."""

from collections.abc import Mapping
from typing import Final

from table_firmware.rules.games import chinpok
from table_firmware.rules.round import Game

GAMES: Final[Mapping[str, Game]] = {chinpok.KEY: chinpok}
