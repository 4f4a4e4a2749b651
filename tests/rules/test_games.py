"""Which games there are, and what each says of itself."""

import pytest

from table_firmware.rules.cards import Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import GAMES, by_version, tried
from tests.fifth_game import twelve

BUILT = {
    "chinpok": True,
    "shuangkou-baibian": False,
    "shuangkou-qianbian": False,
    "sanchazi": False,
    "paohuzi": True,
}
"""With whether its practice opponent plans."""


def test_every_game_is_known_by_its_key_and_its_version() -> None:
    assert list(GAMES) == list(BUILT)
    assert len(GAMES) == len(BUILT)
    for key, plans in BUILT.items():
        game = GAMES[key]
        assert (key, f"{key}/1", plans) == (game.KEY, game.VERSION, game.PLANS)
        assert by_version(f"{key}/1") is game


@pytest.mark.parametrize("version", ["chinpok/2", "chinpok", "whist/1", ""])
def test_of_other_versions_no_rules_are_known(version: str) -> None:
    assert by_version(version) is None


def test_a_game_that_is_tried_is_known_as_long_as_it_is_tried() -> None:
    with tried(twelve):
        assert GAMES["twelve"] is twelve
        assert list(GAMES) == [*BUILT, "twelve"]
        assert len(GAMES) == len(BUILT) + 1
        with pytest.raises(ValueError, match="there is a game twelve"), tried(twelve):
            pass
        assert by_version(twelve.VERSION) is twelve
    assert "twelve" not in GAMES


def test_a_game_that_has_its_line_is_not_tried() -> None:
    with pytest.raises(ValueError, match="there is a game chinpok"), tried(GAMES["chinpok"]):
        pass
    assert "chinpok" in GAMES


def test_in_chinpok_nobody_moves_and_no_card_lies_open() -> None:
    game = GAMES["chinpok"]
    deal = Deal((cards("S3"), cards("D9"), cards("C5"), cards("HK")), {"trump": 0, "leader": 0})
    assert game.places(game.options({}), deal) == tuple(Seat)
    assert game.lies_open(game.options({}), deal, ((4,), (30,), (14,), (45,))) == {}
