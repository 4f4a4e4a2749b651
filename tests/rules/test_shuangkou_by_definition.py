"""双扣 against a slow definition: every wild tries all ranks, every subset is a play."""

import random  # noqa: TID251  (seeded; only the choice of what is tried)
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from table_firmware.rules.cards import FACES, Card, cards
from table_firmware.rules.games.shuangkou import arranging
from table_firmware.rules.games.shuangkou.finding import groups
from table_firmware.rules.games.shuangkou.readings import WILDS, beats, readings
from table_firmware.rules.round import Combination, Reading
from table_firmware.rules.takes import Takes
from tests.examples import about

RANKS = "3456789TJQKA2"
"""From the lowest; a card of rank number n has the value n + 3."""

LADDER: list[tuple[str, int, int]] = [
    *(("bomb", 1, 4), ("bomb", 1, 5)),
    *(("jokers", 0, 6), ("bomb", 1, 6)),
    *(("jokers", 0, 7), ("serial", 3, 7), ("bomb", 1, 7)),
    *(("serial", 3, 8), ("serial", 4, 8), ("bomb", 1, 8)),
    *(("serial", 3, 9), ("serial", 4, 9), ("serial", 5, 9), ("bomb", 1, 9)),
    *(("serial", 3, 10), ("serial", 4, 10), ("serial", 5, 10), ("serial", 6, 10)),
    ("bomb", 1, 10),
    *(("serial", 3, 11), ("bomb", 1, 11), ("serial", 3, 12), ("bomb", 1, 12)),
]
"""表格2 from the smallest: type, groups, level."""

Wilds = tuple[Card, ...]

# ------------------------------------------------------------------ the slow definition


def rung(reading: Reading) -> int:
    """The place in 表格2, -1 for what is no bomb."""
    match reading.type:
        case "bomb":
            return LADDER.index(("bomb", 1, reading.size))
        case "jokers":
            return LADDER.index(("jokers", 0, {3: 6, 4: 7}[reading.size]))
        case "serial":
            return LADDER.index(("serial", reading.more[0], reading.more[1]))
    return -1


def natural(counts: Counter[str], shown: set[str], unequal: bool) -> Reading | None:
    """What cards are that are all just what they show; `shown` are the ranks not made by wilds."""
    size = sum(counts.values())
    values = sorted(RANKS.index(rank) + 3 for rank in counts)
    if len(counts) == 1:
        name = ["", "single", "pair", "triple"][size] if size < 4 else "bomb"
        return Reading(name, values[0], size)
    if len(values) < 3 or values != list(range(values[0], values[0] + len(values))):
        return None
    least, most, number = min(counts.values()), max(counts.values()), len(values)
    if least >= 4:
        whole = shown == set(counts) and (unequal or least == most)
        return Reading("serial", values[-1], size, more=(number, least + number)) if whole else None
    names = {(1, True): "straight", (2, True): "tube", (3, True): "plate"}
    name = names.get((least, least == most and "2" not in counts), "")
    return Reading(name, values[-1], size) if name and (least > 1 or number >= 5) else None


def definition(some: Sequence[Card], wilds: Wilds, unequal: bool) -> set[Reading]:
    jokers = [card for card in some if card in ("LJ", "BJ")]
    ranks = [card[1] for card in some if card not in ("LJ", "BJ")]
    if not ranks:
        kinds: dict[tuple[str, ...], tuple[str, int]]
        kinds = {("LJ",): ("single", 16), ("BJ",): ("single", 17)}
        kinds |= {("LJ", "LJ"): ("pair", 16), ("BJ", "BJ"): ("pair", 17)}
        if len(jokers) in (3, 4):
            return {Reading("jokers", 0, len(jokers))}
        kind = kinds.get(tuple(jokers))
        return {Reading(*kind, len(jokers))} if kind else set()
    if not all(joker in wilds for joker in jokers):
        return set()
    return tried("".join(sorted(ranks)), len(jokers), unequal)


@cache
def tried(ranks: str, wild: int, unequal: bool) -> set[Reading]:
    """Every wild as every rank; of neighbouring bombs of one set the larger level holds."""
    found = set()
    for stand_ins in combinations_with_replacement(RANKS, wild):
        if what := natural(Counter([*ranks, *stand_ins]), set(ranks), unequal):
            found.add(what)
    return {
        reading
        for reading in found
        if not any(
            other.type == reading.type == "serial" and better(other, reading) for other in found
        )
    }


def better(left: Reading, right: Reading) -> bool:
    """On a lead: bombs by the table, then the top rank; of one top the rarer type."""
    order = ["single", "pair", "triple", "straight", "tube", "plate", "jokers", "bomb", "serial"]

    def place(reading: Reading) -> tuple[int, int, int]:
        return rung(reading), reading.key, order.index(reading.type)

    return place(left) > place(right)


def greater(left: Reading, right: Reading) -> bool:
    if rung(left) >= 0:
        return (rung(left), left.key) > (rung(right), right.key)
    return (left.type, left.size) == (right.type, right.size) and left.key > right.key


def every_play(hand: Sequence[Card], wilds: Wilds, to_beat: Reading | None) -> set[Combination]:
    """Every subset in the strongest reading that beats."""
    found = set()
    for size in range(1, len(hand) + 1):
        for some in {tuple(sorted(chosen)) for chosen in combinations(hand, size)}:
            best: Reading | None = None
            for reading in definition(some, wilds, len(wilds) == 2):
                if to_beat is None or greater(reading, to_beat):
                    best = reading if best is None or better(reading, best) else best
            if best is not None:
                found.add(Combination(some, best))
    return found


# ------------------------------------------------------------------ what is tried


@st.composite
def crowded(draw: st.DrawFn, least: int, most: int) -> tuple[Card, ...]:
    """Cards of few neighbouring ranks of two packs, often with jokers."""
    low, width = draw(st.integers(0, 12)), draw(st.integers(1, 7))
    pool = [Card(suit + rank) for rank in RANKS[low : low + width] for suit in "SHCD"] * 2
    jokers = [Card("LJ"), Card("BJ")] * 2
    wild = draw(st.lists(st.integers(0, 3), max_size=4, unique=True))
    size = draw(st.integers(least, most))
    rest = draw(st.permutations(pool))[: max(0, size - len(wild))]
    return (*rest, *(jokers[number] for number in wild))


@st.composite
def shaped(draw: st.DrawFn) -> tuple[Card, ...]:
    """Nearly always a combination: a natural one with up to four cards turned into jokers."""
    copies = draw(st.sampled_from([1, 1, 2, 2, 3, 4, 4, 5, 6]))
    length = draw(st.integers(1, min(27 // copies, 8)))
    low = draw(st.integers(0, 13 - length))
    found = [
        Card(suit + rank)
        for rank in RANKS[low : low + length]
        for suit in "SHCDSHCD"[: copies + (copies > 3 and draw(st.integers(0, 2)))]
    ]
    jokers = draw(st.permutations(["LJ", "LJ", "BJ", "BJ"]))
    places = draw(st.lists(st.integers(0, len(found) - 1), max_size=4, unique=True))
    for place, joker in zip(places, jokers, strict=False):
        found[place] = Card(joker)
    assume(len(found) <= 27)
    return tuple(found)


some_wilds = st.sampled_from(list(WILDS.values()))
sets = st.one_of(crowded(1, 7), shaped())


@given(sets, some_wilds)
@settings(max_examples=about(150), deadline=None)
def test_a_set_has_exactly_the_readings_of_the_definition(
    some: tuple[Card, ...], wilds: Wilds
) -> None:
    found = readings(some, wilds)
    assert set(found) == definition(some, wilds, len(wilds) == 2)
    assert len(found) == len(set(found))
    assert all(better(one, other) for one, other in pairwise(found))


@given(sets, sets, some_wilds)
@settings(max_examples=about(60), deadline=None)
def test_beating_follows_the_table_and_is_strict(
    left: tuple[Card, ...], right: tuple[Card, ...], wilds: Wilds
) -> None:
    for one in readings(left, wilds):
        for other in readings(right, wilds):
            assert beats(one, other) == greater(one, other)
            assert not (beats(one, other) and beats(other, one))


@given(crowded(1, 7), shaped(), some_wilds, st.booleans())
@settings(max_examples=about(25), deadline=None)
def test_the_plays_of_a_hand_are_those_of_the_definition(
    hand: tuple[Card, ...], other: tuple[Card, ...], wilds: Wilds, leading: bool
) -> None:
    offered = readings(other, wilds)
    to_beat = offered[0] if offered and not leading else None
    found = list(Takes(groups(hand, wilds, to_beat)))
    assert len(found) == len(set(found))
    expected = every_play(hand, wilds, to_beat)
    assert set(found) == expected
    if to_beat is not None and expected:
        assert found[0] == min(expected, key=lambda play: smallness(play, wilds))


@pytest.mark.parametrize(
    ("ranks", "jokers", "wild", "to_beat"),
    [
        ("3333 4444 555", "BJ", "big", None),
        ("3333 444 5555 6", "BJ BJ", "big", Reading("bomb", 3, 6)),
        ("33333 4444 555", "LJ", "both", None),
        ("3333 4444 5", "LJ BJ BJ", "both", None),
        ("QQQQQ KKKK AA", "LJ BJ", "both", Reading("serial", 9, 12, more=(3, 7))),
        ("3344455667", "BJ", "both", Reading("tube", 5, 6)),
        ("333444555666", "BJ", "big", Reading("plate", 5, 9)),
        ("3456789TJQKA2", "", "none", Reading("straight", 9, 6)),
    ],
)
def test_a_hand_of_rare_plays_has_those_of_the_definition(
    ranks: str, jokers: str, wild: str, to_beat: Reading | None
) -> None:
    hand = (*held_of(ranks), *cards(jokers))
    wilds = WILDS[wild]
    assert set(Takes(groups(hand, wilds, to_beat))) == every_play(hand, wilds, to_beat)


def held_of(ranks: str) -> Iterator[Card]:
    seen = Counter[str]()
    for rank in ranks.replace(" ", ""):
        yield Card("SHCDSHCD"[seen[rank]] + rank)
        seen[rank] += 1


def smallness(play: Combination, wilds: Wilds) -> tuple[object, ...]:
    """The same type before bombs, then the smaller reading, fewer wilds, lower cards."""
    reading = play.reading
    wild = sum(card in wilds for card in play.cards if reading.type not in ("single", "jokers"))
    jokers = {"LJ": 13, "BJ": 14}
    faces = sorted(
        (jokers.get(card) or RANKS.index(card[1]), "CDSH".find(card[0])) for card in play.cards
    )
    return rung(reading), reading.key, reading.size, wild, faces


@given(sets, some_wilds)
@settings(max_examples=about(60), deadline=None)
def test_cards_lie_as_what_they_are_played_as(some: tuple[Card, ...], wilds: Wilds) -> None:
    for reading in readings(some, wilds):
        shown = arranging.arrange(some, reading)
        meant = arranging.stands_for(some, reading)
        assert Counter(shown) == Counter(some)
        assert all(a == b or a in wilds for a, b in zip(shown, meant, strict=True))
        ranks = [face[1] for face in meant if face not in ("LJ", "BJ")]
        if ranks:
            assert reading == natural(Counter(ranks), set(ranks), unequal=True)
            assert ranks == sorted(ranks, key=RANKS.index)


# ------------------------------------------------------------------ large hands


def large(seed: int, jokers: int) -> Iterator[tuple[tuple[Card, ...], Wilds, Reading | None]]:
    chance = random.Random(seed)
    for wilds in WILDS.values():
        deck = [face for face in FACES * 2 if face not in ("LJ", "BJ")]
        chance.shuffle(deck)
        wild = chance.sample(["LJ", "LJ", "BJ", "BJ"], jokers)
        hand = (*deck[: 27 - jokers], *map(Card, wild))
        offered = Takes(groups(tuple(deck[27:54]), wilds, None)).groups
        yield hand, wilds, chance.choice(offered).reading


@pytest.mark.parametrize("jokers", range(5))
def test_every_play_of_a_whole_hand_is_held_and_read_so(jokers: int) -> None:
    for hand, wilds, to_beat in large(jokers, jokers):
        held = Counter(hand)
        for asked in (None, to_beat):
            for group in groups(hand, wilds, asked):
                lowest = group.lowest
                assert Counter(lowest.cards) <= held
                good = [
                    reading
                    for reading in readings(lowest.cards, wilds)
                    if asked is None or beats(reading, asked)
                ]
                assert good[0] == lowest.reading


@pytest.mark.parametrize("kind", ["single", "pair", "triple", "straight", "tube", "plate", "bomb"])
def test_what_beats_among_the_leads_of_a_whole_hand_is_open_to_a_follower(kind: str) -> None:
    followed = set()
    for hand, wilds, _ in large(3, 3):
        leads = groups(hand, wilds, None)
        for to_beat in {group.reading for group in leads if group.reading.type == kind}:
            beating = {group for group in leads if beats(group.reading, to_beat)}
            followed |= {group.reading.type for group in beating}
            assert beating <= set(groups(hand, wilds, to_beat))
    assert kind in followed


def test_the_leads_stand_by_type_number_of_cards_and_top_and_bombs_by_the_table() -> None:
    order = ["single", "pair", "triple", "straight", "tube", "plate"]
    for hand, wilds, _ in large(3, 3):
        places = [
            (rung(lead), lead.key, lead.size)
            if lead.type not in order
            else (-1, order.index(lead.type), lead.size, lead.key)
            for lead in (group.reading for group in groups(hand, wilds, None))
        ]
        assert places == sorted(places)
