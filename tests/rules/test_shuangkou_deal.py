"""双扣: how the cards are dealt, who are partners, where they sit and who leads, by decision."""

from table_firmware.rules.cards import FACE_NUMBER, Card, cards
from table_firmware.rules.dealing import Deal
from table_firmware.rules.games.shuangkou import baibian
from tests.laying_games import dealt, hands, opened
from tests.shuangkou import E, N, S, W


def test_sk_14_partners_are_the_two_who_hold_the_called_face() -> None:
    for seed in range(30):
        deal = dealt(baibian, seed)
        state = opened(baibian, deal)
        view = baibian.view(state, E)
        first, second = (seat for seat, _ in view.open)
        assert second in (first, first.partner)
        assert view.leader == first
        fixed = opened(baibian, deal, {"fixed_partners": True})
        assert baibian.view(fixed, E).places == ()
        assert fixed.tricks.hands == deal.hands


def test_sk_22_everybody_gets_27_cards_dealt_from_the_drawn_seat() -> None:
    dealt_to = baibian.DEALING.hands(list(range(108)), {"start": 1, "flip": 0})
    assert [hand[:2] for hand in dealt_to] == [(3, 7), (0, 4), (1, 5), (2, 6)]
    assert [len(hand) for hand in dealt_to] == [27] * 4
    assert baibian.DEALING.draws == (("start", 4), ("flip", 52))


def test_sk_25_the_leader_stays_and_the_other_holder_comes_opposite() -> None:
    held = hands(E="C2 D5", N="C2 D6", W="C9 C4", S="H3 H4")
    deal = Deal(held, {"start": 0, "flip": FACE_NUMBER["C2"]})
    assert baibian.places(baibian.options({}), deal) == (E, W, N, S)
    view = baibian.view(opened(baibian, deal), W)
    assert view.hand == cards("C2 D6")
    assert view.places == (E, W, N, S)
    assert (view.leader, view.open) == (E, ((E, Card("C2")), (W, Card("C2"))))
    told = baibian.lies_open(baibian.options({}), deal, ())
    assert told == {"face": FACE_NUMBER["C2"], "p1": 0, "p2": 1}


def test_sk_25_both_in_one_hand_or_already_opposite_and_nobody_moves() -> None:
    for held in (hands(N="C2 C2"), hands(E="C2", W="C2")):
        deal = Deal(held, {"start": 1, "flip": FACE_NUMBER["C2"]})
        assert baibian.places(baibian.options({}), deal) == (E, N, W, S)


def test_sk_26_the_copy_dealt_first_leads() -> None:
    held = hands(E="D5 C2", N="C2 D6", W="C9 C4", S="H3 H4")
    for start, first in ((0, N), (1, N)):
        deal = Deal(held, {"start": start, "flip": FACE_NUMBER["C2"]})
        assert opened(baibian, deal).leader == first
    second = Deal(hands(E="C2 D5", S="D5 C2"), {"start": 1, "flip": FACE_NUMBER["C2"]})
    told = baibian.lies_open(baibian.options({}), second, ())
    assert (told["p1"], told["p2"]) == (3, 6)
    late = hands(E="C2 D5", S="C2 D5")
    deal = Deal(late, {"start": 3, "flip": FACE_NUMBER["C2"]})
    assert opened(baibian, deal).leader == S
