"""How things are said in either language: ranks, scores, types, seats, codes."""

from table_firmware.rules.cards import RANKS, Seat
from table_firmware.rules.round import Reading
from ui_kiosk.model import SIDES
from ui_kiosk.text import text

ACE = 14


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


def seat_text(language: str, seat: Seat) -> str:
    """东 北 西 南."""
    return text(language, f"seat.{seat.name}")


def pair_text(language: str, pair: str) -> str:
    """东西 or 南北."""
    return text(language, f"seat.{pair}")


def place_text(language: str, place: int) -> str:
    """头游 二游 三游 下游 for 1 to 4."""
    return text(language, f"place.{place}")


def type_text(language: str, reading: Reading) -> str:
    """The name of a combination, a bomb with its size, a pure one marked (000 §14)."""
    if reading.type == "bomb":
        return text(language, f"type.bomb_{reading.size}")
    name = text(language, f"type.{reading.type}")
    return f"{name} · {text(language, 'type.pure')}" if reading.pure else name


def play_text(language: str, reading: Reading) -> str:
    """A play as it is to be beaten: its type, and the rank that decides (000 §14.3, §41.3)."""
    name = type_text(language, reading)
    if reading.type == "four_jokers":
        return name
    key = reading.key
    if key > ACE:
        return f"{name} {text(language, f'rank.{key}')}"
    return f"{name} {rank_text(RANKS[key - 2])}"


def noise_text(language: str, noise: str) -> str:
    """The name of the random source, as it must stand beside every commitment."""
    if noise == "simulated":
        return text(language, "noise.simulated")
    return text(language, "noise.name", name=noise)


def side_of(own: Seat, seat: Seat) -> str:
    """Where a seat stands on the own screen: the next one to act sits to the right."""
    return SIDES[(seat - own) % 4]
