"""What a hand of 跑胡子 is worth in a match, and what it decides for the next one."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from table_firmware.rules.cards import Seat
from table_firmware.rules.claiming import Result
from table_firmware.rules.dealing import Terms
from table_firmware.rules.games.paohuzi.hand import State
from table_firmware.rules.games.paohuzi.settings import Options
from table_firmware.rules.games.paohuzi.tiles import PLAYERS
from table_firmware.rules.match import Before, HandRecord
from table_firmware.rules.round import Fact, HandResult

_FIRST, _OTHERS = 1, 2


def worth(state: State, result: Result) -> HandResult:
    """The result as every game tells it."""
    held = [len(place.hand) for place in state.places]
    if result.winner is not None:
        held[result.winner] = 0
    return _told(result.winner, result.scores, held, tuple(_facts(result)))


def of_three(winner: Seat | None, loss: int) -> HandResult:
    """The result of a hand of which nothing is known but what the winner has from each of the
    others; nobody has anything after 荒庄."""
    scores = [2 * loss if seat == winner else -loss for seat in PLAYERS]
    return _told(winner, scores, [0] * len(PLAYERS), ())


def _told(
    winner: Seat | None, scores: Sequence[int], held: Sequence[int], facts: tuple[Fact, ...]
) -> HandResult:
    """The winner is first and the others second, after 荒庄 nobody has a place; each plays for
    himself, and the closed seat has nothing."""
    closed = (0,) * (len(Seat) - len(PLAYERS))
    return HandResult(
        place=(*(_place(winner, seat) for seat in PLAYERS), *closed),
        left=(*held, *closed),
        position_tenths=(*(10 * score for score in scores), *closed),
        pair_tenths=(0, 0),
        winner="",
        double_down=False,
        facts=facts,
    )


def _place(winner: Seat | None, seat: Seat) -> int:
    if winner is None:
        return 0
    return _FIRST if seat == winner else _OTHERS


def _facts(result: Result) -> Iterator[Fact]:
    """Who dealt; of a hand that was won what it counts."""
    yield Fact("dealer", (int(result.dealer),))
    if result.winner is not None:
        yield Fact("huxi", (result.huxi,))
        yield Fact("tun", (result.tun,))
        yield Fact("fan", (result.fan,))


def ends_so(result: HandResult) -> bool:
    """One of the three is first and the others are second, or it is 荒庄; no pair wins."""
    *playing, closed = result.place
    places = [0, 0, 0], [_FIRST, _OTHERS, _OTHERS]
    return not result.winner and not closed and sorted(playing) in places


def terms(_options: Options, before: Before) -> Terms:
    """The winner of the last hand deals, after 荒庄 the same as before; the drawn one at first and
    after a void hand (PH-26)."""
    last = before.last
    if last is None:
        return Terms()
    person = last.seats[_dealer(last)]
    dealer = next(seat for seat, player in before.seats.items() if player == person)
    nobody = takewhile(lambda hand: _FIRST not in hand.result.place, reversed(before.hands))
    return Terms(dealer, drawn=sum(1 for _ in nobody))


def _dealer(last: HandRecord) -> Seat:
    place = last.result.place
    if _FIRST in place:
        return Seat(place.index(_FIRST))
    dealt = next(fact.numbers for fact in last.result.facts if fact.name == "dealer")
    return Seat(dealt[0])
