"""What requests about games that are nothing but laying cards have in common."""

from collections import Counter

from table_firmware.rules.batch.fields import Fields
from table_firmware.rules.cards import Card
from table_firmware.rules.game import Game


def family(game: Game) -> str:
    """The name that the editions of a game share: `shuangkou` of 百变 and 千变."""
    return game.KEY.partition("-")[0]


def check_deck(fields: Fields, key: str, game: Game, held: tuple[Card, ...]) -> None:
    """BadRequest unless one deck of the game has all these cards."""
    copies = len(game.DEALING.deck) // len(set(game.DEALING.deck))
    if any(count > copies for count in Counter(held).values()):
        raise fields.bad(key, f"more than {copies} cards of one face")


def cards(fields: Fields, key: str, game: Game) -> tuple[Card, ...]:
    """A list of cards that one deck of the game has."""
    held = fields.any_cards(key)
    check_deck(fields, key, game, held)
    return held
