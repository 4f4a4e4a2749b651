"""Games whose partners change, or that have none (003, 004, 002)."""

from table_firmware.rules.cards import Seat
from table_firmware.rules.match import MODES, HandRecord, moved, seating
from table_firmware.rules.partners import opposite, places, rank, seated
from table_firmware.rules.round import HandResult

E, N, W, S = Seat
PERSONS = dict(zip(Seat, "ABCD", strict=True))
RESULT = HandResult((1, 3, 2, 4), (0, 0, 0, 5), (40, -20, 20, -40), (60, -60), "EW", True)


def test_without_partners_nobody_moves() -> None:
    assert places(None, None) == (E, N, W, S)


def test_the_second_comes_to_sit_opposite_the_first() -> None:
    assert opposite(E, N) == (E, W, N, S)
    assert opposite(S, W) == (E, W, N, S)
    assert opposite(E, W) == opposite(E, E) == (E, N, W, S)
    assert seated("abcd", opposite(E, N)) == ("a", "c", "b", "d")


def test_who_moved_sits_at_the_new_place() -> None:
    assert list(moved(PERSONS, opposite(E, N)).items()) == list(zip(Seat, "ACBD", strict=True))


def test_where_nobody_rotates_everybody_stays_where_he_sits() -> None:
    places = dict(zip(Seat, "ACBD", strict=True))
    assert seating("P4", 3, places) == places
    assert seating("P4", 3) == seating("P4", 1)
    assert seating("3", 5, places) == seating("3", 5) != seating("3", 1)


def test_who_was_away_in_every_hand_is_ranked_all_the_same() -> None:
    hands = [HandRecord(PERSONS, RESULT, ("D", "A"))] * 4
    table = rank(None, "P4", hands)
    assert [(line.who, line.rank, line.tenths) for line in table] == [
        *((("A",), 1, 160), (("C",), 2, 80), (("B",), 3, -80), (("D",), 4, -160)),
    ]


def test_such_matches_are_of_four_eight_or_twelve_hands_and_count_points_by_person() -> None:
    modes = [MODES[mode] for mode in ("P4", "P8", "P12")]
    assert [(one.hands, one.individual, one.points) for one in modes] == [
        (number, True, True) for number in (4, 8, 12)
    ]
