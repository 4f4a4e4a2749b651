"""A hand that counts for nobody, and whatever else the table can say of a hand, on every screen."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import AWAY_HAND, SCENES, VOID_HAND

from table_firmware import demo_words
from table_firmware.config.play import Play
from table_firmware.controller.inbox import Ordered
from table_firmware.rules.cards import PAIRS, Seat
from table_firmware.rules.games import GAMES
from table_firmware.rules.match import HOUSE_PLAYERS, Standing
from table_firmware.rules.round import HandResult
from table_firmware.wire.messages import View
from tests.controller.desk import QUICK, Desk
from ui_kiosk.local import Local
from ui_kiosk.model import ResultBody, ScreenModel
from ui_kiosk.prefs import Prefs
from ui_kiosk.presenter import present
from ui_kiosk.text import LANGUAGES, text

E, N, W, S = Seat


def shown(view: View) -> Iterator[ScreenModel]:
    """The screen in each language, that of a match with and without the titles of 双扣."""
    for language in LANGUAGES:
        for titles in {False, view.stage == "match_result"}:
            yield present(view, Local(language=language, prefs=Prefs(titles=titles)))


def told(view: View) -> list[ResultBody]:
    bodies = [model.body for model in shown(view)]
    assert all(isinstance(body, ResultBody) for body in bodies)
    return [body for body in bodies if isinstance(body, ResultBody)]


# ------------------------------------------------------------------ void hands


def settings(game: str, mode: str, **more: Any) -> Play:
    rules = GAMES[game]
    options = more.get("options", {})
    modes = tuple(rules.modes(rules.options(options)))
    return replace(QUICK, game=game, mode=mode, modes=modes, **more)


LEVELS: Final = {"upgrade_mode": True}
TABLES: Final[Mapping[str, Play]] = {
    **{
        f"{game}-{mode}": settings(game, mode)
        for game, rules in GAMES.items()
        for mode in tuple(rules.modes(rules.options({})))
    },
    "chinpok-U": settings("chinpok", "U", options=LEVELS),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_a_hand_that_is_declared_void_says_so_on_all_four_screens(name: str) -> None:
    """On a table that is played, of every game and mode, when its first cards are dealt."""
    play = TABLES[name]
    desk = Desk(play)
    desk.to_round(E, N, mode=play.mode)
    declare_void(desk)
    assert desk.stage == "hand_result"
    for seat in Seat:
        view = desk.view(seat)
        check_void(view, "result.void_staff")
        watches = seat not in GAMES[play.game].PLAYERS
        assert set(view.receipts or {}) == {"hand", *(() if watches else ("seat",))}
    desk.wait_until(lambda: desk.stage != "hand_result")
    for seat in Seat:
        list(shown(desk.view(seat)))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_void_declared_at_any_moment_of_a_hand_is_shown(game: str) -> None:
    """While people move or read what was dealt, and some turns into the play; then the next hand
    goes on."""
    mode = GAMES[game].modes(GAMES[game].options({}))[-1]
    desk = Desk(settings(game, mode))
    desk.begin(E, N, mode=mode)
    for turns in (0, 1, 9):
        dealt, acts = desk.kinds().count("deal"), len(desk.acts())
        goes_on(desk, "deal", dealt + 1)
        goes_on(desk, "act", acts + turns)
        declare_void(desk)
        for seat in Seat:
            check_void(desk.view(seat), "result.void_staff")


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["settle", "play_on", "void"])
def test_what_becomes_of_a_hand_whose_player_is_gone_is_shown(rule: str) -> None:
    play = settings("chinpok", "1A", options={"abnormal_rule": rule}, settle=30_000)
    play = replace(play, timers=replace(QUICK.timers, house=3_000))
    desk = Desk(play)
    desk.to_round(E, N, mode="1A")
    desk.want(E, "manage")
    desk.unlink(N)
    desk.wait_until(lambda: desk.stage == "hand_result")
    view = desk.view(E)
    if rule == "void":
        check_void(view, "result.void_away")
    for body in told(view):
        early = {text(language, "result.abnormal") for language in LANGUAGES}
        assert (body.mark in early) == (rule == "settle")
        assert bool(body.rows) == (rule != "void")
    desk.wait_until(lambda: desk.stage == "match_result")
    for seat in Seat:
        told(desk.view(seat))


def goes_on(desk: Desk, kind: str, count: int) -> None:
    """Until so many entries of a kind, or of any, are logged."""
    desk.wait_until(lambda: sum(kind in ("", each) for each in desk.kinds()) >= count)


def declare_void(desk: Desk) -> None:
    match = desk.table.record.match  # as `tablectl operator void` asks for it
    assert match is not None
    desk.tell(Ordered("void", {"h": match.open_index, "reason": "test", "os": ""}))
    assert desk.kinds()[-1] in ("void", "reveal")


def check_void(view: View, why: str) -> None:
    assert view.result is not None
    for body in told(view):
        language = LANGUAGES[body.winner == text("en", "result.void")]
        assert body.winner == text(language, "result.void")
        assert body.note == text(language, why)
        assert (body.head, body.rows, body.groups, body.sums) == ((), (), (), ())
        assert {row.cells[3] for row in body.pairs} <= {
            text(language, "result.running"),
            text(language, "result.plays_level"),
            "",
        }


def test_who_was_away_too_long_is_the_reason_of_a_hand_that_the_rules_make_void() -> None:
    for view in (SCENES["hand-result"], SCENES["sk-result"], SCENES["pz-result"]):
        check_void(replace(view, result=AWAY_HAND), "result.void_away")
        check_void(replace(view, result=VOID_HAND), "result.void_staff")


def test_after_void_hands_alone_nobody_is_ranked_first() -> None:
    for body in told(SCENES["match-void"]):
        assert body.mark in {text(language, "result.none_scored") for language in LANGUAGES}
        assert {row.cells[0] for row in body.rows} == {"-"}


# ------------------------------------------------------------------ whatever can be said

WHO: Final = ("empty", "guest", "member", *HOUSE_PLAYERS, "unforeseen")
STAGES: Final = ("hand_result", "match_result")
TENTHS = st.integers(-500, 6000)
FOUR = st.tuples(*[st.integers(0, 27)] * 4)
PLACES = st.one_of(
    st.permutations((1, 2, 3, 4)).map(tuple),
    st.sampled_from(((0, 0, 0, 0), (1, 4, 2, 4), (4, 1, 4, 2), (1, 0, 0, 0))),
)


@st.composite
def results(draw: st.DrawFn) -> HandResult:
    place = draw(PLACES)
    first = 0 not in place and draw(st.booleans())  # a pair wins where both have a place
    winner = "" if not first else next(p for p in PAIRS if Seat(place.index(1)) in PAIRS[p])
    marks = draw(st.sets(st.sampled_from(("abnormal", "void", "escape", "unforeseen"))))
    tenths = draw(st.tuples(*[TENTHS] * 4))
    pairs = (tenths[0] + tenths[2], tenths[1] + tenths[3])
    return HandResult(place, draw(FOUR), tenths, pairs, winner, draw(st.booleans()), tuple(marks))


@st.composite
def standings(draw: st.DrawFn) -> Standing:
    who = draw(st.sampled_from((("A",), ("B",), ("A", "C"), ("B", "D"))))
    few = st.integers(0, 12)
    unfinished = draw(st.booleans())
    rank = 0 if unfinished else draw(st.integers(1, 4))
    counts = (draw(few), draw(few), draw(few))
    return Standing(who, rank, counts[0], draw(TENTHS), *counts[1:], draw(few), unfinished)


@given(
    st.sampled_from([name for name in SCENES if SCENES[name].stage in STAGES]),
    results(),
    st.lists(standings(), max_size=4),
    st.tuples(*[st.sampled_from(WHO)] * 4),
    st.booleans(),
    st.booleans(),
)
def test_the_result_screens_have_a_word_for_whatever_the_table_can_say(
    name: str,
    result: HandResult,
    ranked: list[Standing],
    who: tuple[str, ...],
    practice: bool,
    without_round: bool,
) -> None:
    view = SCENES[name]
    places = tuple(
        replace(place, who=each, managed=practice)
        for place, each in zip(view.places, who, strict=True)
    )
    view = replace(view, result=result, standings=tuple(ranked), places=places, practice=practice)
    for model in shown(replace(view, round=None) if without_round else view):
        body = model.body
        assert isinstance(body, ResultBody)
        if "void" in result.marks and view.stage == "hand_result":
            assert not body.rows
            assert body.winner in {text(language, "result.void") for language in LANGUAGES}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_view_of_a_played_hand_has_its_words(game: str) -> None:
    """A hand of somebody who is played for, seen by one of the four in turn."""
    mode = GAMES[game].modes(GAMES[game].options({}))[0]
    desk, seen = Desk(settings(game, mode)), set()
    desk.begin(E, mode=mode)
    desk.want(E, "manage")
    while desk.stage != "hand_result":
        size = len(desk.entries)
        goes_on(desk, "", size + 1)
        view = desk.view(Seat(size % 4))
        seen.add(view.stage)
        assert view.stage in demo_words.STAGES
        assert view.round is None or view.round.phase in demo_words.PHASES
        if size % 3 == 0:
            list(shown(view))
    assert {"draw", "round"} <= seen
