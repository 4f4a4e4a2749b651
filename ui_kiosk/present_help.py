"""The help of the play screen: the types with pictures, their order, and how a hand is scored."""

from collections.abc import Collection, Mapping
from typing import Final

from table_firmware.rules.cards import BIG_JOKER, RANKS, Card, card, cards
from table_firmware.wire.messages import View
from ui_kiosk import present_reward as reward
from ui_kiosk.local import Local
from ui_kiosk.model_parts import Button, HelpLine, HelpPanel
from ui_kiosk.present_head import panel_head
from ui_kiosk.speech import family, name_text, own_text
from ui_kiosk.text import text
from ui_kiosk.widgets.fan import CardFace

TYPES: Final = {
    "single": "SK",
    "pair": "S8 D8",
    "triple": "SJ HJ CJ",
    "full_house": "S6 H6 C6 SQ DQ",
    "straight": "S3 H4 C5 D6 S7",
    "tube": "S5 D5 H6 C6 S7 D7",
    "plate": "S8 H8 C8 S9 D9 C9",
    "bomb": "S4 H4 C4 D4 S4",
    "straight_flush": "D4 D5 D6 D7 D8",
    "four_jokers": "BJ BJ LJ LJ",
}
"""An example of each type, from the plainest on (000 §13)."""
OWN_TYPES: Final[Mapping[str, Mapping[str, str]]] = {
    "chinpok": TYPES,
    "shuangkou": {
        "single": "SK",
        "pair": "S8 D8",
        "triple": "SJ HJ CJ",
        "straight": "S3 H4 C5 D6 S7",
        "tube": "S5 D5 H6 C6 S7 D7",
        "plate": "S8 H8 C8 S9 D9 C9 ST HT CT",
        "bomb": "S4 H4 C4 D4",
        "serial": "S5 H5 C5 D5 S6 H6 C6 D6 S7 H7 C7 D7",
        "jokers": "BJ BJ LJ",
    },
    "sanchazi": {
        "single": "SK",
        "pair": "S8 D8",
        "triple": "SJ HJ CJ",
        "full_house": "S6 H6 C6 SQ DQ",
        "tube": "S5 D5 H6 C6 S7 D7",
        "plate": "S8 H8 C8 S9 D9 C9",
        "plate_tube": "S8 H8 C8 S9 D9 C9 SJ DJ SQ DQ",
        "bomb": "S4 H4 C4 D4",
        "cha": "S4 S4 S4",
    },
    "paohuzi": {
        "shun": "s4 s5 s6",
        "counting": "b2 b7 b10",
        "jiao": "s3 s3 b3",
        "peng": "b5 b5 b5",
        "kan": "s8 s8 s8",
        "wei": "b9 b9 b9",
        "pao": "s1 s1 s1 s1",
        "ti": "b4 b4 b4 b4",
        "jiang": "s6 s6",
    },
}
"""The same of every game, by family (003 2.2.1, 004 (3)); a game that is not here has no help."""
ORDER: Final = ("ranks", "wild", "exchange", "ladder", "pass", "catch", "end", "carry")
OWN_ORDER: Final[Mapping[str, tuple[str, ...]]] = {
    "chinpok": ORDER,
    "shuangkou": ("ranks", "wild", "partners", "ladder", "pass", "end", "carry"),
    "sanchazi": ("ranks", "partners", "ladder", "pass", "end", "carry"),
    "paohuzi": ("turn", "claims", "bi", "dead", "win", "carry"),
}
OWN_SCORES: Final[Mapping[str, tuple[str, ...]]] = {
    "chinpok": ("base", "reward", "left", "own_score", "pair_score"),
    "shuangkou": ("kou", "multiplier", "contribution", "total"),
    "sanchazi": ("captured", "counted", "tier", "lifted", "good_news"),
    "paohuzi": ("huxi", "tun", "fan", "total"),
}
"""How the words of a result and of the modes hang together (000 §34, 003 三, 004 玩家得分)."""
TABS: Final = ("types", "order", "scores")


def opener(game: str, say: str) -> Button | None:
    """The button on the felt; None where there is nothing to open."""
    if family(game) not in OWN_TYPES:
        return None
    return Button("panel:help-types", text(say, "button.help"), tone="quiet")


def help_panel(view: View, trump: str, local: Local) -> HelpPanel | None:
    """The open panel; None while it is closed."""
    name, _, tab = local.panel.partition("-")
    if name != "help":
        return None
    say = local.language
    return HelpPanel(
        head=panel_head(view, local, ""),
        tabs=tuple(
            Button(f"panel:help-{each}", text(say, f"help.{each}"), chosen=each == tab)
            for each in TABS
            if each != "scores" or view.levels is None  # they count no points
        ),
        lines=_lines(tab, view, trump, say),
        columns=2 if tab == "types" else 1,
    )


def _lines(tab: str, view: View, trump: str, say: str) -> tuple[HelpLine, ...]:
    if tab == "types":
        return _types(view.game, say)
    return _scores(view.game, say) if tab == "scores" else _order(view, trump, say)


def _scores(game: str, say: str) -> tuple[HelpLine, ...]:
    cases = {"reward": reward.all_cases(say)}
    return tuple(
        HelpLine(
            text(say, f"help.{name}_name"),
            (),
            cases.get(name) or own_text(say, f"help.{name}", game),
        )
        for name in OWN_SCORES[family(game)]
    )


def types_of(game: str) -> Mapping[str, str]:
    """An example of each type of a game."""
    return OWN_TYPES[family(game)]


def plainest_first(types: Collection[str], game: str) -> list[str]:
    """Types in the order of the help; behind them what it does not show."""
    known = [each for each in OWN_TYPES.get(family(game), ()) if each in types]
    return [*known, *sorted(set(types).difference(known))]


def _types(game: str, say: str) -> tuple[HelpLine, ...]:
    return tuple(
        HelpLine(
            name_text(say, name, game),
            tuple(CardFace(Card(face)) for face in example.split()),
            own_text(say, f"help.{name}", game),
        )
        for name, example in types_of(game).items()
    )


def _order(view: View, trump: str, say: str) -> tuple[HelpLine, ...]:
    wild = _shown(card("H" + trump), trump) if trump else CardFace(BIG_JOKER, wild=True)
    pictures = {"ranks": _ranks(trump) if trump else _plain_ranks(), "wild": (wild,)}
    return tuple(
        HelpLine(
            text(say, f"help.{name}_name"),
            pictures.get(name, ()),
            own_text(say, f"help.{name}", view.game),
        )
        for name in OWN_ORDER[family(view.game)]
    )


def _ranks(trump: str) -> tuple[CardFace, ...]:
    """Every rank of this hand, the highest first (000 §8.1)."""
    falling = [trump, *(rank for rank in reversed(RANKS) if rank != trump)]
    return tuple(_shown(face, trump) for face in cards(["BJ", "LJ", *("S" + r for r in falling)]))


def _plain_ranks() -> tuple[CardFace, ...]:
    """Every rank of a game without trump: the 2 above the ace."""
    falling = ["2", *(rank for rank in reversed(RANKS) if rank != "2")]
    return tuple(map(CardFace, cards(["BJ", "LJ", *("S" + rank for rank in falling)])))


def _shown(face: Card, trump: str) -> CardFace:
    own = face[1] == trump
    return CardFace(face, trump=own, wild=own and face[0] == "H")
