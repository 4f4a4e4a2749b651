"""Cards as they lie on the table."""

from functools import lru_cache

from table_firmware.rules.cards import Card
from table_firmware.rules.round import Combination
from table_firmware.rules.sense import Sense
from ui_kiosk.widgets.fan import CardFace


def plain(cards: tuple[Card, ...], trump: str, sense: Sense) -> tuple[CardFace, ...]:
    """Cards that nobody has selected."""
    return tuple(CardFace(each, trump=each[1] == trump, wild=sense.wild(each)) for each in cards)


@lru_cache(maxsize=128)
def laid_out(trump: str, sense: Sense, play: Combination) -> tuple[CardFace, ...]:
    """A play, in the order of its reading."""
    return plain(sense.arrange(play.cards, play.reading), trump, sense)


@lru_cache(maxsize=128)
def read_as(trump: str, sense: Sense, play: Combination) -> tuple[CardFace, ...]:
    """A play in that order, each wild as the card that it stands for, marked."""
    real = sense.arrange(play.cards, play.reading)
    seen = sense.stands_for(play.cards, play.reading)
    return tuple(
        CardFace(face, trump=face[1] == trump, wild=sense.wild(own))
        for own, face in zip(real, seen, strict=True)
    )
