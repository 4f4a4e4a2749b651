"""Service in the log: play is suspended from its begin to its end, and the auditor sees to it."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_firmware.ledger.entries import Entry
from table_firmware.ledger.fields import check_fields
from table_firmware.ledger.report import Refusal
from table_firmware.ledger.upkeep import SUSPENDED, Suspension, Upkeep, upkeep_of

BY_SWITCH = Upkeep(on=True)
AT_EAST = Upkeep(on=True, seat="E")
PANELS = {"E": "/dev/input/table/seat-N", "N": "/dev/input/table/seat-E"}


def told(act: str, state: Upkeep, by: str = "switch") -> tuple[str, dict[str, Any]]:
    d = state.fields(act, by)
    check_fields("service", d)
    return "service", d


def followed(*facts: tuple[str, dict[str, Any]]) -> Suspension:
    book = Suspension()
    for i, (k, d) in enumerate(facts):
        book.follow(Entry(1, i, k, 0, d))
    return book


def test_a_whole_service_is_remarked() -> None:
    book = followed(
        told("refused", Upkeep(tries={"W": 1}), "pin"),
        told("refused", Upkeep(tries={"W": 1, "S": 1}), "pin"),
        told("begin", AT_EAST, "pin"),
        told("move", Upkeep(on=True, seat="N"), "pin"),
        told("mute", Upkeep(on=True, seat="N", muted=("seat_W",)), "screen"),
        told("noise", Upkeep(on=True, seat="N", muted=("seat_W",)), "screen"),
        told("panels", Upkeep(True, "N", ("seat_W",), {}, PANELS), "screen"),
        ("boot", {}),
        ("void", {}),
        told("end", Upkeep(muted=("seat_W",), panels=PANELS), "screen"),
        ("act", {}),
        told("unmute", Upkeep(panels=PANELS), "command"),
    )
    assert book.now == Upkeep(panels=PANELS)
    assert book.remarks() == [
        "play was suspended for service: 1",
        "wrong tries of the service PIN: 2",
    ]


def test_a_log_that_ends_in_service_says_so() -> None:
    book = followed(told("begin", BY_SWITCH))
    assert book.remarks() == ["play was suspended for service: 1", "the table is in service"]
    assert Suspension().remarks() == []


@pytest.mark.parametrize("kind", sorted(SUSPENDED))
def test_v12_nothing_is_played_while_the_table_is_in_service(kind: str) -> None:
    followed((kind, {}), told("begin", BY_SWITCH))
    with pytest.raises(Refusal, match="V12 at entry 1"):
        followed(told("begin", BY_SWITCH), (kind, {}))


@pytest.mark.parametrize(
    "second",
    [
        told("begin", BY_SWITCH),
        told("end", AT_EAST),
        told("end", Upkeep(muted=("seat_E",))),
        told("mute", AT_EAST),
        told("unmute", AT_EAST),
        told("refused", AT_EAST, "pin"),
        told("refused", replace(AT_EAST, tries={"W": 2}), "pin"),
        told("refused", replace(AT_EAST, tries={"W": 1, "S": 1}), "pin"),
        told("noise", BY_SWITCH, "screen"),
        ("service", {**told("refused", replace(AT_EAST, tries={"W": 1}), "pin")[1], "failed": 2}),
        told("move", Upkeep(on=True, seat="E", tries={"W": 3}), "pin"),
    ],
)
def test_v12_an_act_leads_where_it_must(second: tuple[str, dict[str, Any]]) -> None:
    with pytest.raises(Refusal, match="V12 at entry 1"):
        followed(told("begin", AT_EAST), second)


@pytest.mark.parametrize("act", ["end", "move", "panels", "noise"])
def test_v12_out_of_service_only_a_sensor_can_be_muted(act: str) -> None:
    with pytest.raises(Refusal, match="V12 at entry 0"):
        followed(told(act, Upkeep(), "command"))
    followed(told("mute", Upkeep(muted=("seat_E",)), "command"))


def test_wrong_tries_are_forgiven_by_the_pin_and_not_by_the_switch() -> None:
    failed = told("refused", Upkeep(tries={"W": 1}), "pin")
    followed(failed, told("begin", Upkeep(on=True, tries={"W": 1})))
    with pytest.raises(Refusal, match="V12"):
        followed(failed, told("begin", Upkeep(on=True)))
    with pytest.raises(Refusal, match="V12"):
        followed(failed, told("begin", Upkeep(on=True, tries={"W": 1}), "pin"))


@given(
    st.builds(
        Upkeep,
        st.booleans(),
        st.sampled_from(["", "E", "S"]),
        st.lists(st.sampled_from(["seat_E", "button_N"]), unique=True).map(tuple),
        st.dictionaries(st.sampled_from(["", *"ENWS"]), st.integers(0, 99)),
        st.dictionaries(st.sampled_from("ENWS"), st.just("/dev/input/event3")),
    )
)
def test_the_last_entry_is_enough_to_stand_there_again(state: Upkeep) -> None:
    assert upkeep_of(told("begin", state)[1]) == state


def test_a_log_that_did_not_tell_the_seats_apart_is_followed_still() -> None:
    def before(state: Upkeep, act: str) -> tuple[str, dict[str, Any]]:
        kind, d = told(act, state, "pin")
        return kind, {name: value for name, value in d.items() if name != "tries"}

    old = [before(Upkeep(tries={"": n}), "refused") for n in (1, 2)]
    for _, d in old:
        check_fields("service", d)
    assert followed(*old).now.failed == 2
    new = told("refused", Upkeep(tries={"": 2, "E": 1}), "pin")
    book = followed(*old, new, told("begin", AT_EAST, "pin"))
    assert (book.tries, book.now.failed) == (3, 0)
    with pytest.raises(ValueError, match="tries"):
        check_fields("service", {**new[1], "tries": {"X": 1}})
