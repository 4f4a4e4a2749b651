"""How things are said in either language: ranks, scores, types, seats, codes."""

from collections.abc import Sequence

from table_firmware.rules.cards import (
    BIG_JOKER,
    RANKS,
    SMALL_JOKER,
    TILES,
    Card,
    Seat,
    natural_value,
)
from table_firmware.rules.round import Reading
from ui_kiosk.model_parts import SIDES
from ui_kiosk.text import coded, text, texts

ACE = 14
SUIT_SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
SIGNS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"


def game_text(language: str, version: str) -> str:
    """A game by its name, from its key or the version of its rules; unknown ones by their key."""
    key = version.partition("/")[0]
    return coded(language, "game", key)


def rank_text(rank: str) -> str:
    """`T` is said 10; empty stays empty."""
    return "10" if rank == "T" else rank


def level_text(level: int) -> str:
    """A level of 升级 by its rank."""
    return rank_text(RANKS[level])


def tenths_text(tenths: int) -> str:
    """A score: 34 is `3.4`, -5 is `-0.5`."""
    sign = "-" if tenths < 0 else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"


def points_text(tenths: int, whole: bool) -> str:
    """A score in tenths; a game that counts in whole points shows none."""
    return str(tenths // 10) if whole and not tenths % 10 else tenths_text(tenths)


def relation_text(language: str, own: Seat, seat: Seat) -> str:
    """对家 and so on, where play goes on to the right."""
    relation = {"bottom": "me", "top": "partner"}.get(side := side_of(own, seat), side)
    return text(language, f"seat.{relation}")


def face_text(language: str, face: Card) -> str:
    """A card by name: suit and rank, or the joker."""
    if face in (BIG_JOKER, SMALL_JOKER):
        return text(language, f"rank.{natural_value(face)}")
    return text(language, f"suit.{face[0]}", rank=rank_text(face[1]))


def face_sign(face: Card) -> str:
    """A card as short as can be: the sign of its suit, and its rank."""
    return SUIT_SIGNS[face[0]] + rank_text(face[1])


def tile_text(language: str, tile: Card) -> str:
    """A tile of 跑胡子 by name: its character, or its size and number."""
    return text(language, f"tile.{tile}")


def group_text(language: str, tiles: Sequence[Card]) -> str:
    """The tiles of one group, as short as can be: their characters, or their numbers."""
    names = [tile_text(language, tile) for tile in tiles]
    shown = (name.split()[-1] for name in names)
    return text(language, "tiles.beside").join(shown)


def sign(tile: Card) -> str:
    """The character on a tile (PH-18)."""
    return SIGNS[TILES.index(tile)]


def seat_text(language: str, seat: Seat) -> str:
    """东 北 西 南."""
    return text(language, f"seat.{seat.name}")


def pair_text(language: str, pair: str) -> str:
    """东西 or 南北."""
    return text(language, f"seat.{pair}")


def place_text(language: str, place: int) -> str:
    """头游 二游 三游 下游 for 1 to 4; 0, where nobody has a place, is `-`."""
    return "-" if not place else text(language, f"place.{place}")


def family(game: str) -> str:
    """The family of a game's version, which shares its words: `shuangkou` of its two editions."""
    return game.partition("/")[0].partition("-")[0]


def own_text(language: str, key: str, game: str) -> str:
    """A text that the game has for itself, else the one of all games."""
    section, _, name = key.partition(".")
    return texts(language).get(f"{section}.{family(game)}_{name}") or text(language, key)


def name_text(language: str, type_: str, game: str = "") -> str:
    """The name of a type of combination."""
    return own_text(language, f"type.{type_}", game)


def type_text(language: str, reading: Reading, game: str = "") -> str:
    """The name of a combination, a bomb with its size, a pure one marked (000 §14)."""
    size = reading.more[1] if reading.type == "serial" else reading.size
    if reading.type in ("bomb", "jokers", "serial"):
        return name_text(language, f"{reading.type}_{size}", game)
    name = name_text(language, reading.type, game)
    return f"{name} · {text(language, 'type.pure')}" if reading.pure else name


def play_text(language: str, reading: Reading, game: str = "") -> str:
    """A play as it is to be beaten: its type, and the rank that decides (000 §14.3, §41.3), with
    that of what lies beside where both do."""
    name = type_text(language, reading, game)
    if reading.type in ("four_jokers", "jokers"):
        return name
    beside = () if reading.type == "serial" else reading.more
    keys = (reading.key, *beside)
    return " ".join((name, "+".join(_key_text(language, key, game) for key in keys)))


def choice_text(
    language: str, reading: Reading, readings: Sequence[Reading], game: str = ""
) -> str:
    """A combination among those that the same cards can be: by its type, and with its rank where
    the type alone does not tell it from another."""
    alike = [
        each
        for each in readings
        if type_text(language, each, game) == type_text(language, reading, game)
    ]
    return (play_text if len(alike) > 1 else type_text)(language, reading, game)


def _key_text(language: str, key: int, game: str) -> str:
    return own_text(language, f"rank.{key}", game) if key > ACE else rank_text(RANKS[key - 2])


def noise_text(language: str, noise: str) -> str:
    """The name of the random source, as it must stand beside every commitment."""
    if noise == "simulated":
        return text(language, "noise.simulated")
    return text(language, "noise.name", name=noise)


def side_of(own: Seat, seat: Seat) -> str:
    """Where a seat stands on the own screen: the next one to act sits to the right."""
    return SIDES[(seat - own) % 4]
