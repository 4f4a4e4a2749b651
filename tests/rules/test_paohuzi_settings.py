"""What an operator may set in 跑胡子, and what the 名堂 of each preset count."""

from typing import Any

import pytest

from table_firmware.rules.claiming import Meld
from table_firmware.rules.games import paohuzi
from table_firmware.rules.games.paohuzi import CHOICES, Options
from table_firmware.rules.games.paohuzi.names import COUNTS, PRESETS, Facts, Name, counts, fan
from tests.paohuzi import FACE, tiles


def test_without_settings_every_default_holds() -> None:
    assert paohuzi.options({}) == Options()
    defaults = {key: allowed[0] for key, (allowed, _) in CHOICES.items()}
    assert paohuzi.in_force({}) == {**defaults, "mingtang": []}


@pytest.mark.parametrize("key", CHOICES)
def test_each_value_that_is_built_can_be_set_and_stands_in_the_log(key: str) -> None:
    for value in CHOICES[key][0]:
        made = paohuzi.options({key: value})
        assert getattr(made, key, value) == value
        assert paohuzi.in_force({key: value})[key] == value
        assert paohuzi.options(paohuzi.in_force({key: value})) == made


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("min_huxi", 16, "min_huxi = 16: must be 15, 10, 18 .*起胡"),
        ("zimo_plus_tun", True, "zimo_plus_tun = True: must be 1, 0"),
        ("mingtang_preset", "Z", "mingtang_preset"),
        ("san_ti_wu_kan", True, "must be False .PH-17"),
        ("stink_when", "possible", "must be 'declined' .PH-08"),
        ("base_score", 1, "跑胡子 has no such option"),
    ],
)
def test_what_is_not_built_is_refused_with_key_value_and_clause(
    key: str, value: object, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        paohuzi.options({key: value})


LINE = {"name": "hong", "count": "red", "least": 8, "most": 80, "fan": 2, "more": 1}


@pytest.mark.parametrize("key", ["win_on_discard", "must_win"])
def test_what_may_be_so_or_not_is_not_so_by_default_and_may_be(key: str) -> None:
    assert [getattr(paohuzi.options({key: value}), key) for value in (True, False)] == [True, False]
    assert getattr(paohuzi.options({}), key) is False


def test_the_whole_table_of_names_can_be_written_anew() -> None:
    made = paohuzi.options({"mingtang": [LINE, {**LINE, "name": "x", "count": "big", "fan": 3}]})
    assert made.table == (Name("hong", "red", 8, 80, 2, 1), Name("x", "big", 8, 80, 3, 1))
    plain = {key: value for key, value in LINE.items() if key != "more"}
    assert paohuzi.options({"mingtang": [plain]}).table == (Name("hong", "red", 8, 80, 2),)
    assert paohuzi.in_force({"mingtang": [plain]})["mingtang"] == [plain]
    assert paohuzi.options({"mingtang": []}).table == PRESETS["A"]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("A", "must be a list"),
        ([7], "each line needs name, count"),
        ([{"name": "x"}], "each line needs name, count, least, most, fan, and"),
        ([{key: value for key, value in LINE.items() if key != "fan"}], "each line needs"),
        ([{**LINE, "colour": 1}], "each line needs"),
        ([{**LINE, "name": 3}], "name must be ASCII"),
        ([{**LINE, "name": "红胡"}], "name must be ASCII"),
        ([{**LINE, "count": "gold"}], "count must be one of red"),
        ([{**LINE, "fan": True}], "numbers must lie"),
        ([{**LINE, "least": -1}], "numbers must lie"),
        ([{**LINE, "most": 81}], "numbers must lie"),
    ],
)
def test_a_wrong_line_is_refused(rows: Any, words: str) -> None:
    with pytest.raises(ValueError, match=f"mingtang: .*{words}.*附录五"):
        paohuzi.options({"mingtang": rows})


def test_every_line_of_every_preset_counts_something_that_is_counted() -> None:
    for table in PRESETS.values():
        assert {line.count for line in table} <= set(COUNTS)
        assert len({line.name for line in table}) == len(table)


def hand(*groups: str) -> list[Meld]:
    """`kind:tiles`, as they are written in full."""
    found = (text.split(":") for text in groups)
    return [Meld(kind, tiles(signs)) for kind, signs in found]


def named(preset: str, melds: list[Meld], facts: Facts = Facts()) -> dict[str, int]:  # noqa: B008
    """Each name with what it is worth alone."""
    found = counts(melds, facts)
    return {line.name: fan([line], found)[0] for line in PRESETS[preset] if fan([line], found)[1]}


BLACK = "shun:四五六"


@pytest.mark.parametrize(
    ("red", "expected"),
    [
        (0, {"hei_hu": 5}),
        (1, {"dian_hu": 3}),
        (2, {}),
        (9, {}),
        (10, {"hong_hu": 2}),
        (12, {"hong_hu": 2}),
        (13, {"hong_wu": 4}),
        (20, {"hong_wu": 4}),
    ],
)
def test_preset_a_counts_red_tiles(red: int, expected: dict[str, int]) -> None:
    melds = [Meld("shun", (FACE["二"],) * red + (FACE["一"],) * (21 - red))]
    assert named("A", melds) == expected


@pytest.mark.parametrize(("preset", "twelve_red"), [("B", 5), ("B_small", 4)])
def test_preset_b_counts_more_for_each_above(preset: str, twelve_red: int) -> None:
    melds = [Meld("shun", (FACE["二"],) * 12 + (FACE["四"],) * 9)]
    found = named(preset, melds)
    assert found["hong_hu"] == twelve_red
    assert found["xiao_zi_hu"] == {"B": 15, "B_small": 13}[preset]
    assert set(found) == {"hong_hu", "xiao_zi_hu"}


def test_preset_b_names_by_what_happened() -> None:
    facts = Facts(heaven=True, last=True, lone=True, untouched=True)
    found = named("B", hand(BLACK, "kan:贰贰贰"), facts)
    assert found == {"tian_hu": 6, "hai_hu": 6, "ting_hu": 6, "shua_hou": 8}
    assert named("B", hand(BLACK, "kan:贰贰贰"), Facts(earth=True)) == {"di_hu": 6}


def test_preset_b_big_tiles_and_hands_without_runs() -> None:
    big = [Meld("kan", (FACE["肆"],) * 20)]
    assert named("B", big) == {"hei_hu": 8, "da_zi_hu": 10, "dui_zi_hu": 8}


@pytest.mark.parametrize(
    ("melds", "expected"),
    [
        (hand("kan:二二二", BLACK), {"san_bian": 3}),
        (hand("pao:二二二二", BLACK), {"si_bian": 4}),
        (hand("kan:二二二", "wei:柒柒柒", BLACK), {"shuang_piao": 2}),
        (hand("kan:二二二", "wei:柒柒柒", "peng:四四四", BLACK), {"shuang_piao": 2}),
        (hand("kan:二二二", "wei:柒柒柒", "shun:七八九"), {}),
        (hand("kan:二二二", "shun:贰柒拾", BLACK), {}),
        (hand("kan:二二二", "wei:柒柒柒", "jiang:拾拾", BLACK), {}),
        (hand("kan:二二二", "peng:四四四"), {"san_bian": 3, "peng_peng_hu": 5}),
        (hand("shun:二三四", "shun:四五六"), {"dian_hu": 4}),
    ],
)
def test_preset_c_names_of_few_red_tiles(melds: list[Meld], expected: dict[str, int]) -> None:
    assert named("C", melds) == expected


def test_preset_c_counts_sizes_from_eighteen_on() -> None:
    assert named("C", [Meld("shun", (FACE["肆"],) * 19)]) == {"hei_hu": 5, "shi_ba_da": 6}
    assert named("C", [Meld("shun", (FACE["四"],) * 18)]) == {"hei_hu": 5, "shi_ba_xiao": 5}
    eleven = [Meld("shun", (FACE["二"],) * 6 + (FACE["七"],) * 5 + (FACE["肆"],))]
    assert named("C", eleven) == {"shi_hong": 3}


def test_red_tiles_of_several_faces_or_beside_runs_are_not_alone() -> None:
    mixed = counts(hand("kan:二二二", "shun:七八九"), Facts())
    assert (mixed["red"], mixed["one_red"], mixed["red_sets"]) == (4, 0, 0)


def test_names_add_and_without_any_the_factor_is_one() -> None:
    found = counts(hand(BLACK, "kan:贰贰贰"), Facts(heaven=True, last=True))
    assert fan(PRESETS["B"], found) == (12, ("tian_hu", "hai_hu"))
    assert fan(PRESETS["A"], found) == (1, ())


ALL_NAMES = """
    tian_hu heaven 1 1 {sky}
    di_hu earth 1 1 {sky}
    hai_hu last 1 1 {sky}
    ting_hu untouched 1 1 {sky}
    hong_hu red 10 80 {red} 1
    hei_hu red 0 0 {black}
    dian_hu red 1 1 {sky}
    da_zi_hu big 18 80 {black} 1
    xiao_zi_hu small 16 80 {small} 1
    dui_zi_hu runs 0 0 {black}
    shua_hou lone 1 1 {black}
"""
PRINTED = {
    "A": """
        hong_hu red 10 12 2
        hong_wu red 13 80 4
        dian_hu red 1 1 3
        hei_hu red 0 0 5
    """,
    "B": ALL_NAMES.format(sky=6, red=3, black=8, small=10),
    "B_small": ALL_NAMES.format(sky=4, red=2, black=6, small=8),
    "C": """
        hei_hu red 0 0 5
        dian_hu red 1 1 4
        san_bian one_red 3 3 3
        si_bian one_red 4 4 4
        shuang_piao red_sets 2 2 2
        shi_hong red 10 80 2 1
        shi_ba_da big 18 80 5 1
        shi_ba_xiao small 18 80 5 1
        peng_peng_hu runs 0 0 5
        tian_hu heaven 1 1 5
        di_hu earth 1 1 5
    """,
}
"""As the restored tables print them: name, what is counted, from, to, factor, more for each."""


def test_the_presets_are_as_printed() -> None:
    assert PRINTED.keys() == PRESETS.keys()
    for key, text in PRINTED.items():
        lines = [line.split() for line in text.split("\n") if line.strip()]
        assert [Name(name, count, *map(int, numbers)) for name, count, *numbers in lines] == list(
            PRESETS[key]
        )
