"""Cards and seats."""

import pytest

from table_firmware.rules.cards import FACES, TILES, Seat, card, cards, is_wild, pair_of, value


def test_play_goes_east_north_west_south() -> None:
    assert [seat.next for seat in Seat] == [Seat.N, Seat.W, Seat.S, Seat.E]


def test_partners_face_each_other_and_form_the_two_pairs() -> None:
    assert [seat.partner for seat in Seat] == [Seat.W, Seat.S, Seat.E, Seat.N]
    assert [pair_of(seat) for seat in Seat] == ["EW", "NS", "EW", "NS"]


def test_there_are_54_different_faces() -> None:
    assert len(set(FACES)) == 54
    assert FACES[:5] == ("S2", "H2", "C2", "D2", "S3")


def test_cards_are_read_from_one_text_or_from_many() -> None:
    assert cards("S7 HT LJ") == cards(["S7", "HT", "LJ"])


@pytest.mark.parametrize("text", ["", "7S", "S1", "X7", "JJ", "S77"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        card(text)


def test_the_trump_rank_stands_between_the_ace_and_the_jokers() -> None:
    ladder = [value(face, "7") for face in ("S2", "S6", "SA", "S7", "H7", "LJ", "BJ")]
    assert ladder == [2, 6, 14, 15, 15, 16, 17]


def test_a_joker_is_never_trump_though_its_letter_is_a_rank() -> None:
    assert value("LJ", "J") == 16
    assert value("BJ", "J") == 17
    assert value("SJ", "J") == 15


def test_only_the_heart_of_the_trump_rank_is_wild() -> None:
    assert [face for face in FACES if is_wild(face, "T")] == ["HT"]


def test_the_tiles_are_small_ones_to_tens_and_then_the_big_ones() -> None:
    small = "s1 s2 s3 s4 s5 s6 s7 s8 s9 s10"
    assert " ".join(TILES) == f"{small} {small.replace('s', 'b')}"
