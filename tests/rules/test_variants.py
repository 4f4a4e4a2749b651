"""The readings that may be chosen instead of the usual ones (CP-07, CP-13 to CP-17, CP-25)."""

from collections.abc import Iterator
from itertools import combinations as subsets
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_firmware.rules import combinations, variants
from table_firmware.rules.cards import FACES, RANKS, Card, Seat, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games import chinpok
from table_firmware.rules.round import Combination, IllegalAction, Managed, Play, Reading, Variant
from tests.examples import about

USUAL = Variant()
LOWEST_ONLY = Variant(manual_lower=False)
PLAIN = Variant(under_declare=True)
NO_JOKERS = Variant(joker_pair=False)
NATURAL = Variant(trump_tier=False)
some_variants = st.builds(
    Variant,
    manual_lower=st.booleans(),
    type_order=st.permutations(USUAL.type_order).map(tuple),
    under_declare=st.booleans(),
    joker_pair=st.booleans(),
    trump_tier=st.booleans(),
    suit_order=st.permutations("CDSH").map("".join),
)
trumps = st.sampled_from(RANKS)
few_faces = [
    Card(face)
    for face in [
        "S3",
        "H3",
        "C3",
        "D4",
        "S4",
        "H5",
        "S5",
        "S6",
        "H6",
        "S7",
        "C7",
        "H9",
        "S9",
        "D9",
        "BJ",
        "LJ",
    ]
]
hands = (
    st.lists(st.sampled_from(few_faces), min_size=1, max_size=8)
    .filter(lambda faces: max(map(faces.count, faces)) < 3)
    .map(lambda faces: tuple(sorted(faces)))
)


def said(found: tuple[Reading, ...]) -> list[tuple[str, int]]:
    return [(one.type, one.key) for one in found]


def read(faces: str, trump: str, variant: Variant | None) -> list[tuple[str, int]]:
    return said(variants.classify(cards(faces), trump, variant))


@given(hands, trumps)
@settings(deadline=None)
def test_the_defaults_spelt_out_are_the_usual_readings(hand: tuple[Card, ...], trump: str) -> None:
    assert variants.classify(hand, trump, USUAL) == combinations.classify(hand, trump)
    usual = combinations.plays(hand, trump, None)
    assert set(variants.plays(hand, trump, None, USUAL)) == set(usual)
    assert variants.minimal(hand, trump, None, USUAL) == combinations.minimal(hand, trump, None)
    assert variants.managed(hand, trump, None, USUAL) == combinations.managed(hand, trump, None)
    for to_beat in {play.reading for play in usual}:
        asked = hand, trump, to_beat
        assert variants.minimal(*asked, USUAL) == combinations.minimal(*asked)
        assert variants.managed(*asked, USUAL) == combinations.managed(*asked)


def sets(hand: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    found = (set_ for size in range(1, len(hand) + 1) for set_ in subsets(hand, size))
    return iter(dict.fromkeys(tuple(sorted(each)) for each in found))


@given(hands, trumps, some_variants, st.data())
@settings(deadline=None, max_examples=about(60))
def test_the_plays_are_all_sets_with_a_reading_that_beats(
    hand: tuple[Card, ...], trump: str, variant: Variant, data: st.DataObject
) -> None:
    every = [
        Combination(set_, reading)
        for set_ in sets(hand)
        for reading in variants.classify(set_, trump, variant)
    ]
    to_beat = data.draw(st.none() | st.sampled_from([play.reading for play in every]))
    legal = [p for p in every if to_beat is None or combinations.beats(p.reading, to_beat)]
    found = variants.plays(hand, trump, to_beat, variant)
    assert sorted(found, key=repr) == sorted(legal, key=repr)
    smallest = variants.minimal(hand, trump, to_beat, variant)
    assert (smallest is None) == (not legal)
    assert smallest is None or smallest in legal
    by_system = variants.managed(hand, trump, to_beat, variant)
    assert by_system is None or by_system in legal


@given(hands, trumps, some_variants)
@settings(deadline=None, max_examples=about(60))
def test_the_rules_accept_each_play_and_no_other_reading(
    hand: tuple[Card, ...], trump: str, variant: Variant
) -> None:
    options = chinpok.Options(exchange=False, variant=variant)
    draws = {"trump": RANKS.index(trump), "leader": 0}
    state = chinpok.opening(options, Deal((hand, hand, hand, hand), draws))
    view = chinpok.view(state, Seat.E)
    open_ = {(play.cards, play.reading) for play in chinpok.plays(view)}
    for cards_, reading in open_:
        assert chinpok.decide(state, Play(Seat.E, cards_, reading))
        for other in combinations.classify(cards_, trump):
            if (cards_, other) not in open_:
                with pytest.raises(IllegalAction, match="bad-reading"):
                    chinpok.decide(state, Play(Seat.E, cards_, other))
    assert chinpok.minimal(view) is not None
    assert chinpok.decide(state, Managed(Seat.E))


def test_cp_14_without_lower_readings_only_what_no_other_one_beats_may_be_named() -> None:
    wild = "S3 S4 S5 S6 H2"
    assert read(wild, "2", USUAL) == [
        ("straight_flush", 7), ("straight_flush", 6), ("straight", 7), ("straight", 6)
    ]  # fmt: skip
    assert read(wild, "2", LOWEST_ONLY) == [("straight_flush", 7)]
    assert read("S6 C6 S7 C7 H2 H2", "2", LOWEST_ONLY) == [("plate", 7), ("tube", 8)]


def test_cp_13_the_order_of_types_decides_the_default() -> None:
    tubes_first = Variant(type_order=("tube", "plate", "straight", "full_house"))
    six = "S6 C6 S7 C7 H2 H2"
    assert read(six, "2", USUAL)[0] == ("plate", 7)
    assert read(six, "2", tubes_first) == [("tube", 8), ("tube", 7), ("plate", 7)]


def test_cp_15_five_natural_cards_of_a_suit_may_be_called_a_straight() -> None:
    natural = "S3 S4 S5 S6 S7"
    assert read(natural, "9", USUAL) == [("straight_flush", 7)]
    assert read(natural, "9", PLAIN) == [("straight_flush", 7), ("straight", 7)]
    asked = cards(natural), Reading("straight", 7, 5), "9"
    assert variants.usual(*asked, PLAIN) == Reading("straight_flush", 7, 5)
    assert variants.usual(*asked[:1], Reading("straight_flush", 7, 5), "9", PLAIN).key == 7


def test_cp_17_jokers_may_be_kept_out_of_full_houses() -> None:
    assert read("S7 C7 D7 LJ LJ", "2", USUAL) == [("full_house", 7)]
    assert read("S7 C7 D7 LJ LJ", "2", NO_JOKERS) == []
    assert read("LJ LJ", "2", NO_JOKERS) == [("pair", 16)]
    assert read("S7 C7 D7 S3 C3", "2", NO_JOKERS) == [("full_house", 7)]


def test_cp_07_the_triple_of_a_full_house_may_count_by_nature() -> None:
    trumps_over = "S7 C7 D7 S3 C3"
    assert read(trumps_over, "7", USUAL) == [("full_house", 15)]
    assert read(trumps_over, "7", NATURAL) == [("full_house", 7)]
    eights = Reading("full_house", 8, 5)
    hand = cards(trumps_over)
    assert combinations.minimal(hand, "7", eights) is not None
    assert variants.minimal(hand, "7", eights, NATURAL) is None
    assert variants.plays(hand, "7", Reading("full_house", 6, 5), NATURAL)
    lies = variants.usual(hand, Reading("full_house", 7, 5), "7", NATURAL)
    assert combinations.arrange(hand, lies, "7") == cards("C7 D7 S7 C3 S3")


def test_cp_25_of_equal_singles_the_system_plays_the_earlier_suit() -> None:
    hand = cards("S4 C4 D4 H4 H7 S7 BJ")
    lowest = {
        order: variants.minimal(hand, "7", None, Variant(suit_order=order))
        for order in ("CDSH", "HSDC")
    }
    assert [play and play.cards for play in lowest.values()] == [("C4",), ("H4",)]
    wild_last = variants.managed(cards("H7 S7 BJ"), "7", None, Variant(suit_order="HSDC"))
    assert wild_last is not None
    assert wild_last.cards == ("S7",)
    jokers = variants.minimal(cards("BJ LJ"), "7", None, Variant(suit_order="HSDC"))
    assert jokers is not None
    assert jokers.cards == ("LJ",)
    assert variants.minimal((), "7", None, Variant(suit_order="HSDC")) is None


def test_cp_26_a_managed_seat_follows_in_kind_and_spends_a_bomb_only_to_go_out() -> None:
    bomb, king = cards("C4 D4 H4 S4"), Reading("single", 13, 1)
    whole = Combination(bomb, Reading("bomb", 4, 4))
    assert variants.managed(bomb, "7", king, PLAIN) == whole
    assert variants.managed(bomb, "7", None, PLAIN) == whole
    assert variants.managed((*bomb, *cards("S3")), "7", king, PLAIN) is None
    assert variants.managed(bomb, "7", Reading("bomb", 5, 4), PLAIN) is None
    ace = Combination(cards("SA"), Reading("single", 14, 1))
    assert variants.managed((*bomb, *cards("SA BJ")), "7", king, PLAIN) == ace
    wild = cards("H2 S4 S5 S6 S7")
    flush, straight = Reading("straight_flush", 7, 5), Reading("straight", 7, 5)
    lowest = variants.managed(wild, "2", Reading("pair", 13, 2), PLAIN)
    assert lowest == Combination(wild, flush)
    assert variants.managed(wild, "2", None, PLAIN) == Combination(wild, straight)
    threes = Reading("bomb", 3, 4)
    assert variants.managed((*bomb, *cards("S5")), "7", threes, PLAIN) is None


def test_a_card_laid_as_another_reading_lies_as_the_usual_one() -> None:
    natural = cards("S7 S6 S5 S4 S3")
    options = chinpok.options({"under_declare_sf": True})
    state = chinpok.opening(
        chinpok.Options(exchange=False, variant=options.variant),
        Deal((natural, cards("D9"), cards("D9"), cards("D9")), {"trump": 7, "leader": 0}),
    )
    first, *_ = chinpok.decide(state, Play(Seat.E, natural, Reading("straight", 7, 5)))
    assert first.cards == cards("S3 S4 S5 S6 S7")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("key", "value", "variant"),
    [
        ("allow_manual_lower", False, LOWEST_ONLY),
        ("under_declare_sf", True, PLAIN),
        ("fullhouse_joker_pair", False, NO_JOKERS),
        ("fullhouse_trump_tier", False, NATURAL),
        ("auto_suit_order", "HSDC", Variant(suit_order="HSDC")),
        (
            "default_type_order",
            ["tube", "plate", "straight", "full_house"],
            Variant(type_order=("tube", "plate", "straight", "full_house")),
        ),
    ],
)
def test_a_setting_is_a_variant_and_the_default_is_none(
    key: str, value: Any, variant: Variant
) -> None:
    assert chinpok.options({key: value}).variant == variant
    assert chinpok.options({key: chinpok.in_force({})[key]}).variant is None
    assert chinpok.ranks(chinpok.options({key: value}), "2")


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("auto_suit_order", "CDS", "must be 'CDSH' in any order .*CP-25"),
        ("default_type_order", ["tube"], "must be .*'plate', .* in any order .*CP-13"),
        ("fullhouse_joker_pair", "no", "must be True, False .*CP-17"),
    ],
)
def test_other_values_are_refused_with_key_value_and_what_it_may_be(
    key: str, value: Any, complaint: str
) -> None:
    with pytest.raises(ValueError, match=f"{key} = .*{complaint}"):
        chinpok.options({key: value})


def test_every_face_has_a_suit_in_the_order_or_is_a_joker() -> None:
    assert {face[0] for face in FACES} - set("CDSH") == {"B", "L"}
