"""Calls for the operator in the log, and the pauses that the auditor sees to."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.ledger.calls import FROZEN, Call, Calls, call_of, led
from table_firmware.ledger.entries import Entry
from table_firmware.ledger.fields import check_fields
from table_firmware.ledger.report import Refusal

Fact = tuple[str, dict[str, Any]]


def acted(*acts: str) -> list[Fact]:
    """The entries of some acts, each as `call E`."""
    now, facts = Call(), []
    for act, _, seat in (each.partition(" ") for each in acts):
        following = led(now, act, seat)
        assert following is not None, act
        now = following
        check_fields("call", now.fields(act, seat))
        facts.append(("call", now.fields(act, seat)))
    return facts


def followed(*facts: Fact) -> Calls:
    book = Calls()
    for i, (k, d) in enumerate(facts):
        book.follow(Entry(1, i, k, 0, d))
    return book


PAUSED = ("call E", "agree N", "begin")


def test_a_call_a_pause_and_its_end_are_remarked() -> None:
    book = followed(*acted("call E", "call N", "agree S", "begin"))
    assert book.now == Call(("E", "N"), True)
    assert book.remarks()[-1] == "play is paused"
    whole = followed(*acted(*PAUSED, "agree E", "agree N", "end"), ("act", {}))
    assert whole.now == Call()
    assert whole.remarks() == [
        "the staff were called: 1",
        "play was paused by consent of the table: 1",
    ]
    assert Calls().remarks() == []


def test_who_withdraws_takes_his_consent_along() -> None:
    book = followed(*acted("call E", "call N", "agree S", "withdraw E"))
    assert book.now == Call(("N",), False, ("N", "S"))
    assert followed(*acted("call E", "agree S", "withdraw E")).now == Call()


def test_who_agreed_may_call_too() -> None:
    assert followed(*acted("call E", "agree N", "call N")).now.agreed == ("E", "N")


def test_a_new_match_begins_without_consent() -> None:
    book = followed(*acted("call E"), ("match", {}))
    assert book.now == Call(("E",))


@pytest.mark.parametrize("kind", sorted(FROZEN))
def test_v12_nothing_is_played_during_a_pause(kind: str) -> None:
    followed((kind, {}), *acted(*PAUSED))
    with pytest.raises(Refusal, match="V12 at entry 3"):
        followed(*acted(*PAUSED), (kind, {}))


@pytest.mark.parametrize(
    ("before", "act", "seat"),
    [
        ((), "agree", "E"),
        ((), "begin", ""),
        ((), "end", ""),
        ((), "withdraw", "E"),
        ((), "call", ""),
        (("call E",), "call", "E"),
        (("call E",), "agree", "E"),
        (("call E",), "begin", "E"),
        (("call E",), "withdraw", "N"),
        (PAUSED, "call", "S"),
        (PAUSED, "withdraw", "E"),
        (PAUSED, "begin", ""),
        (PAUSED, "end", "E"),
        (PAUSED, "sing", ""),
    ],
)
def test_v12_an_act_that_cannot_come_now(before: tuple[str, ...], act: str, seat: str) -> None:
    facts = acted(*before)
    state = call_of(facts[-1][1]) if facts else Call()
    assert led(state, act, seat) is None
    with pytest.raises(Refusal, match="V12"):
        followed(*facts, ("call", state.fields(act, seat)))


def test_v12_an_act_leads_to_one_state_only() -> None:
    (k, d), *_ = acted("call E")
    with pytest.raises(Refusal, match="not what this act"):
        followed((k, d | {"agreed": ["E", "N"]}))


SEATS = st.lists(st.sampled_from(["E", "N", "W", "S"]), unique=True).map(tuple)


@given(st.builds(Call, SEATS, st.booleans(), SEATS))
def test_the_last_entry_is_enough_to_stand_there_again(state: Call) -> None:
    assert call_of(state.fields("agree", "E")) == state
