"""What the properties try with whatever they draw, here with cards that are given: no line of the
rules waits for a draw to be covered."""

from dataclasses import replace
from random import Random  # noqa: TID251

import pytest

from table_firmware.rules import climbing, combinations, variants
from table_firmware.rules.cards import RANKS, TILES, Seat, cards
from table_firmware.rules.claiming import Claim, Discard
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import paohuzi
from table_firmware.rules.record import Record, parse, write
from table_firmware.rules.round import (
    AskPlay,
    Combination,
    Give,
    HandResult,
    IllegalAction,
    Managed,
    Pass,
    Play,
    Proceed,
    Reading,
    Settle,
    TimedOut,
    Variant,
)
from tests.contracts.rounds import GAMES, LAYS, WITH_BOMBS, Round, begin, refused
from tests.laid import laid
from tests.laying_games import dealt


def tell(played: Round, seat: Seat) -> None:
    """What the seat that is asked to play is told of its cards is what the rules accept."""
    game, view = played.game, laid(played.view(seat))
    assert isinstance(view.ask, AskPlay)
    sense, to_beat = game.sense(view), view.ask.to_beat
    assert sense is not None
    hints = sense.hints(view.hand, to_beat)
    assert (hints[0] if hints else None) == game.minimal(view)
    for hint in hints:
        assert refused(played, Play(seat, hint.cards, hint.reading)) is None
    for play in (*hints, *sense.heavies(view.hand)):
        lies = sense.arrange(play.cards, play.reading)
        seen = sense.stands_for(play.cards, play.reading)
        assert sorted(lies) == sorted(play.cards)
        for one, other in zip(lies, seen, strict=True):
            assert one == other or sense.wild(one)
        assert sense.readings(play.cards, None)
        assert sense.readings(play.cards, to_beat) or play not in hints
    chosen = game.choose(view)
    assert chosen is not None
    assert refused(played, chosen) is None


@pytest.mark.slow
@LAYS
@pytest.mark.parametrize("seed", range(4))
def test_a_hand_is_played_to_its_end_by_what_a_screen_is_told(key: str, seed: int) -> None:
    game, chance = GAMES[key], Random(seed)
    played = begin(game, dealt(game, seed, 9))
    while not played.over:
        for seat in played.clock.seats:
            if isinstance(played.view(seat).ask, AskPlay):
                tell(played, seat)
        played.step(chance.randrange(1000))


@pytest.mark.parametrize("key", GAMES)
def test_everybody_has_a_place_and_each_card_its_rank(key: str) -> None:
    game = GAMES[key]
    deal = dealt(game, 1)
    places = game.places(game.options({}), deal)
    assert sorted(places) == list(Seat)
    sense = game.sense(begin(game, deal).view(Seat.E))
    if sense is not None:
        assert [sense.worth(joker) for joker in cards("LJ BJ")] == [16, 17]
        assert sense.in_suit(cards("C3")[0]) == 3
        assert "bomb" in sense.heavy or key not in WITH_BOMBS


def test_a_hand_of_trumps_is_told_in_its_suit_and_by_its_rank() -> None:
    game = GAMES["chinpok"]
    hands = cards("S9 H9 D3 D3 C5"), cards("D4"), cards("C6"), cards("HK")
    deal = Deal(hands, {"trump": RANKS.index("9"), "leader": 0})
    view = game.view(game.opening(game.options({}), deal), Seat.E)
    sense = game.sense(view)
    assert sense is not None
    nine, wild = cards("S9 H9")
    assert (sense.worth(nine), sense.in_suit(nine)) == (15, 9)
    assert (sense.wild(nine), sense.wild(wild)) == (False, True)
    assert sense.hints(cards("S4"), Reading("pair", 5, 2)) == ()
    of_four = [hint.reading for hint in sense.hints(cards("D3 D3 H9"), Reading("pair", 2, 2))]
    assert of_four == [Reading("pair", 3, 2)]


def test_how_a_hand_of_laying_can_end() -> None:
    nobody = HandResult((0,) * 4, (0,) * 4, (0,) * 4, (0, 0), "", False)
    assert climbing.ends_so(nobody)
    assert not climbing.ends_so(replace(nobody, winner="EW"))
    assert not climbing.ends_so(replace(nobody, place=(1, 2, 3, 3)))
    assert climbing.ends_so(replace(nobody, place=(1, 2, 3, 4), winner="EW"))
    with pytest.raises(IllegalAction, match="not-your-turn"):
        climbing.check(None, None)


def test_some_of_the_plays_are_those_at_their_places() -> None:
    listed = combinations.listing(cards("S3 H3 D4 C4"), "9", None)
    assert [*listed][1:3] == listed[1:3]


def test_a_record_with_everything_in_it_is_read_back() -> None:
    tiles = (TILES[0], TILES[1], TILES[2])
    record = Record(
        "chinpok/1",
        {"exchange": "off"},
        Deal((cards("S3"), (), cards("BJ"), cards("HK")), {"trump": 3}, Seat.N, "7", True, 2),
        (
            Give(Seat.E, cards("S3")),
            Give(Seat.W, ()),
            Play(Seat.E, cards("S3"), Reading("single", 3, 1)),
            Play(Seat.E, cards("S3 H3"), Reading("bomb", 3, 4, True, (7, 8))),
            Play(Seat.S, cards("BJ")),
            Pass(Seat.N),
            Claim(Seat.E, "chi", (tiles,)),
            Discard(Seat.E, tiles[0]),
            *(kind(Seat.W) for kind in (TimedOut, Managed, Settle)),
            Proceed(),
        ),
    )
    assert parse(write(record)) == record


def test_under_other_readings_the_system_follows_with_the_smallest_of_the_type() -> None:
    variant = Variant(trump_tier=False)
    hand = cards("S4 S4 S5 D5 C8 C8 S8 S8")
    pair = variants.managed(hand, "9", Reading("pair", 4, 2), variant)
    assert pair == Combination(cards("D5 S5"), Reading("pair", 5, 2))
    assert variants.managed(cards("S3 S4"), "9", Reading("pair", 4, 2), variant) is None
    bomb = variants.managed(cards("C8 C8 S8 S8"), "9", Reading("pair", 14, 2), variant)
    assert bomb is not None
    assert bomb.reading.type == "bomb"


def test_the_tile_of_the_dealer_lies_open() -> None:
    deal = Deal((TILES[:20], TILES[20:40], TILES[40:60], TILES[60:]), {"dealer": 0})
    ids = [range(20), range(20, 40), range(40, 60), range(60, 80)]
    assert paohuzi.lies_open(paohuzi.options({}), deal, ids) == {"liang": 60}
