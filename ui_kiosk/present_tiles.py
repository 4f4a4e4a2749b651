"""What is shown of a hand of 跑胡子: three players with their melds, the open tile, the own hand.

The next to act (下家) stands at the right and the one before (上家) at the left, wherever the
fourth place is; the place that only watches sees all three.
"""

from typing import Final

from table_firmware.rules.cards import Card, Seat
from table_firmware.rules.claiming import AskClaim, AskDiscard, Meld, Open
from table_firmware.rules.claiming import View as TileView
from table_firmware.rules.games.paohuzi.tiles import PLAYERS, right
from table_firmware.wire.messages import View
from ui_kiosk import present_call, present_cover, press_tiles, tile_hand
from ui_kiosk.local import Local, cover, hidden
from ui_kiosk.model_parts import Badge, Button, ReadingOption
from ui_kiosk.model_tiles import Group, OpenTile, TilesBody, TileSide
from ui_kiosk.present_help import help_panel, opener
from ui_kiosk.present_tile_turn import thrown, waiting
from ui_kiosk.rounds import tiles_of
from ui_kiosk.speech import family, group_text, seat_text, tile_text
from ui_kiosk.text import text
from ui_kiosk.widgets.fan import CardFace

FAMILY: Final = "paohuzi"
HEAVY: Final = frozenset({"ti", "pao", "wei", "chou_wei"})
A_PAGE: Final = 6
"""Ways to eat that are shown at once: seldom are there more, at the most some twenty."""
SIZE: Final = {"ti": 4, "pao": 4}
"""Tiles of a meld that is not of three; of 偎, 臭偎 and 提 others see fewer faces (PH-24)."""


def plays(game: str) -> bool:
    """Whether the game is this one."""
    return family(game) == FAMILY


def players(view: View) -> tuple[Seat, ...]:
    """The seats that play: in 跑胡子 the fourth only watches (PH-25)."""
    return PLAYERS if plays(view.game) else tuple(Seat)


def takes_part(view: View) -> bool:
    """Whether this place plays."""
    return view.seat in players(view)


def missing(view: View) -> bool:
    """Whether somebody is wanting who would play."""
    return any(view.places[seat].who == "empty" for seat in players(view))


def side(own: Seat, seat: Seat) -> str:
    """Where a player stands on the screen of `own`."""
    if own not in PLAYERS:
        return {Seat.E: "right", Seat.N: "bottom", Seat.W: "left"}.get(seat, "top")
    if seat == own:
        return "bottom"
    return "right" if seat == right(own) else "left" if seat in PLAYERS else "top"


def relation(own: Seat, seat: Seat, say: str) -> str:
    """下家 and 上家; nothing is said at the place that only watches."""
    if Seat.S in (own, seat):
        return text(say, "seat.watch") if seat == Seat.S else ""
    key = {"bottom": "me", "right": "right", "left": "left"}[side(own, seat)]
    return text(say, f"seat.{key}")


def table(view: View, hand: TileView, local: Local, badges: tuple[Badge, ...]) -> TilesBody:
    """The table with the own hand; what would tell of covered tiles is not said."""
    say, shut = local.language, hidden(view, local)
    return TilesBody(
        cards=_backs(len(hand.hand)) if shut else _own(view, hand, local),
        sides=tuple(_side(hand, badges[seat], say, shut) for seat in PLAYERS),
        open=_open(hand, say, shut) if hand.open is not None else None,
        stock=text(say, "tiles.stock", n=hand.stock),
        choice=_choice(view, local),
        choice_title=_which(hand, say),
        back=Button("close", text(say, "button.back")) if _choosing(view, local) else None,
        more=_more(view, local),
        help=opener(view.game, say),
        help_panel=help_panel(view, "", local),
        call=present_call.button(view, local),
        cover=cover(view, local),
        covered=present_cover.covered(view, local) if shut and hand.hand else "",
        watching="" if view.seat in PLAYERS else text(say, "tiles.watching"),
        ended=ended(hand, say),
    )


def _which(hand: TileView, say: str) -> str:
    tile = "" if hand.open is None else tile_text(say, hand.open.tile)
    return text(say, "tiles.which", tile=tile)


def _backs(count: int) -> tuple[CardFace, ...]:
    return tuple(CardFace(None, group=at // 3) for at in range(count))


def ended(hand: TileView, say: str) -> str:
    """胡 and by whom, or 荒庄; empty while the hand is played."""
    if hand.phase != "over" or hand.result is None:
        return ""
    if hand.result.winner is None:
        return text(say, "tiles.nobody")
    return text(say, "tiles.won", seat=seat_text(say, hand.result.winner))


# ------------------------------------------------------------------ tiles


def _own(view: View, hand: TileView, local: Local) -> tuple[CardFace, ...]:
    """The own hand; what the open tile would be laid with is pointed at."""
    dead, wanted = {*hand.no_chi, *hand.no_peng}, press_tiles.wanted(view)
    return tuple(
        CardFace(
            slot[0],
            selected=slot in local.selected,
            marked=slot in wanted,
            group=group,
            stamp="dead" if slot[0] in dead else "",
        )
        for slot, group in tile_hand.arranged(hand.hand, local.order, local.own)
    )


def _side(hand: TileView, badge: Badge, say: str, shut: bool) -> TileSide:
    seat = badge.seat
    mine = seat == hand.seat
    huxi = hand.own_huxi if mine and not shut else hand.huxi[seat]
    return TileSide(
        side=badge.side,
        badge=badge,
        dealer=text(say, "tiles.dealer") if seat == hand.dealer else "",
        huxi=text(say, "tiles.huxi", n=huxi),
        melds=tuple(_group(meld, say, mine and shut) for meld in hand.melds[seat]),
        row=tuple(map(CardFace, hand.rows[seat])),
        stuck=text(say, "tiles.stuck") if seat in hand.stuck else "",
    )


def _group(meld: Meld, say: str, shut: bool) -> Group:
    """A meld with as many backs as it has tiles that are not seen; of one's own, where the hand
    lies covered, as the others see it."""
    faces = meld.tiles[: {"wei": 0, "chou_wei": 1, "ti": 1}.get(meld.kind)] if shut else meld.tiles
    hidden_ = SIZE.get(meld.kind, 3) - len(faces)
    return Group(
        (*map(CardFace, faces), *(CardFace(None),) * hidden_),
        text(say, f"meld.{meld.kind}"),
        heavy=meld.kind in HEAVY,
    )


def _open(hand: TileView, say: str, shut: bool) -> OpenTile | None:
    open_ = hand.open
    if open_ is None:
        return None
    shut = shut and open_.taken and open_.kind != "liang"
    return OpenTile(
        face=CardFace(None if shut else open_.tile),
        side=side(hand.seat, open_.seat),
        number=_number(hand),
        told=_opened(hand, open_, say),
        note="" if shut else _note(hand, open_, say),
    )


def _opened(hand: TileView, open_: Open, say: str) -> str:
    """Who laid the open tile there."""
    if open_.seat == hand.seat and open_.kind in ("turned", "discard"):
        return text(say, f"tiles.you_{open_.kind}")
    return text(say, f"tiles.{open_.kind}", seat=seat_text(say, open_.seat))


def _number(hand: TileView) -> int:
    """Which open tile of the hand this is."""
    laid = sum(map(len, hand.rows)) + sum(map(len, hand.melds))
    return 100 * hand.stock + laid


def _note(hand: TileView, open_: Open, say: str) -> str:
    """臭牌, and a 跑 that comes by itself."""
    if isinstance(hand.ask, AskClaim) and hand.ask.pao:
        return text(say, "tiles.will_pao")
    if thrown(hand):
        return ""  # it is dead for who threw it: he knows
    if open_.tile in hand.no_chi and open_.tile in hand.no_peng:
        return text(say, "tiles.dead")
    if open_.tile in hand.no_chi:
        return text(say, "tiles.no_chi")
    return text(say, "tiles.no_peng") if open_.tile in hand.no_peng else ""


# ------------------------------------------------------------------ what may be done


def _choosing(view: View, local: Local) -> bool:
    return local.panel == "chi" and press_tiles.may(view, local, "chi")


def _choice(view: View, local: Local) -> tuple[ReadingOption, ...]:
    """Each way to eat, as the groups that are laid: the eaten one first, 比 behind it."""
    ask, hand = view.ask, tiles_of(view)
    if not isinstance(ask, AskClaim) or hand is None or hand.open is None:
        return ()
    if not _choosing(view, local):
        return ()
    chosen = local.hint if view.answered == "chi" else -1
    first = local.leaf % pages(ask) * A_PAGE
    return tuple(
        _option(groups, number, hand.open.tile, chosen == number, local.language)
        for number, groups in enumerate(ask.chi[first : first + A_PAGE], start=first)
    )


def pages(ask: AskClaim) -> int:
    """How many pages the ways to eat need."""
    return -(-len(ask.chi) // A_PAGE)


def _more(view: View, local: Local) -> Button | None:
    ask = view.ask
    if not isinstance(ask, AskClaim) or pages(ask) < 2:
        return None
    leaf = local.leaf % pages(ask) + 1
    return Button("leaf", text(local.language, "service.more", leaf=leaf, leaves=pages(ask)))


def _option(
    groups: tuple[tuple[Card, Card, Card], ...], number: int, tile: Card, chosen: bool, say: str
) -> ReadingOption:
    """One way to eat: the tile that is eaten is pointed at."""
    bi, eaten = len(groups) - 1, (0, groups[0].index(tile) if tile in groups[0] else -1)
    told = text(say, "tiles.chi_bi", n=bi) if bi else text(say, "button.chi")
    return ReadingOption(
        Button(f"chi:{number}", told, chosen=chosen),
        None,
        tuple(
            CardFace(tile, group=at, selected=(at, place) == eaten)
            for at, group in enumerate(groups)
            for place, tile in enumerate(group)
        ),
    )


def buttons(view: View, local: Local) -> tuple[Button, ...]:
    """理牌, and of 吃 碰 胡 过 what is open to this seat; or 打出."""
    say, hand = local.language, tiles_of(view)
    sort = (tile_hand.sorter(local),) if view.seat in PLAYERS else ()
    if view.places[view.seat].managed:
        return sort
    match view.ask:
        case AskDiscard():
            live = local.sent < view.number and press_tiles.may(view, local, "discard")
            return *sort, Button("discard", text(say, "button.discard"), live, "main")
        case AskClaim() if hand is not None and hand.phase == "claim":
            return *sort, *_claims(view, local)
    return sort


def _claims(view: View, local: Local) -> tuple[Button, ...]:
    say, live = local.language, local.sent < view.number
    ask = view.ask if isinstance(view.ask, AskClaim) else AskClaim()
    chi = "chi:0" if press_tiles.plain(ask) else "panel:chi"
    acts = ((chi, "chi"), ("claim:peng", "peng"), ("claim:hu", "hu"), ("decline", "let_go"))
    return tuple(
        Button(
            act,
            "\n".join(filter(None, (text(say, f"button.{key}"), _laid(view, ask, key, say)))),
            live,
            "main" if key == "hu" else "plain",
            chosen=view.answered == {"let_go": "decline"}.get(key, key),
        )
        for act, key in acts
        if press_tiles.may(view, local, "chi" if key == "chi" else act)
    )


def _laid(view: View, ask: AskClaim, key: str, say: str) -> str:
    """What a claim would lay, or in how many ways."""
    hand = tiles_of(view)
    if key == "chi" and not press_tiles.plain(ask):
        return text(say, "tiles.ways", n=len(ask.chi))
    if key == "chi":
        return group_text(say, ask.chi[0][0])
    return group_text(say, (hand.open.tile,) * 3) if key == "peng" and hand and hand.open else ""


# ------------------------------------------------------------------ what is said


def seat_status(hand: TileView, say: str, seat: Seat) -> tuple[str, str] | None:
    """What a player is doing: text and tone, None for nothing to say."""
    if seat not in PLAYERS or hand.phase == "over":
        return None
    if hand.phase == "discard" and hand.turn == seat:
        return text(say, "state.discards"), "turn"
    return None


def count_text(hand: TileView, say: str, seat: Seat) -> str:
    """How many tiles a player holds."""
    count = hand.counts[seat] if seat in PLAYERS else 0
    return text(say, "tiles.count", n=count) if count else ""


def message(view: View, local: Local) -> tuple[str, str]:
    """The line above the buttons, with its tone."""
    say, hand = local.language, tiles_of(view)
    if hand is None:
        return "", "plain"
    if over := ended(hand, say):
        return over, "good"
    if view.seat not in PLAYERS:
        opposite = seat_text(say, view.seat.partner)  # though he stands at the foot
        return text(say, "tiles.watch_note", seat=opposite), "plain"
    if view.places[view.seat].managed:
        return "", "plain"  # `present_taken` says it
    match view.ask:
        case AskDiscard():
            return _discard_message(view, local), "good"
        case AskClaim() as ask:
            return _claim_message(view, hand, ask, local)
    if hand.seat in hand.stuck:
        return text(say, "tiles.stuck_note"), "alert"
    return waiting(hand, say), "plain"


def _discard_message(view: View, local: Local) -> str:
    """What to do with which tile; of a covered one only that it is selected."""
    say, shut = local.language, hidden(view, local)
    if not local.selected:
        return text(say, "tiles.discard_look" if shut else "tiles.discard_one")
    if shut:
        return text(say, "play.chosen", n=len(local.selected))
    ((tile, _),) = local.selected
    return text(say, "tiles.discard_this", tile=tile_text(say, tile))


def _claim_message(view: View, hand: TileView, ask: AskClaim, local: Local) -> tuple[str, str]:
    say = local.language
    if hidden(view, local):
        return text(say, "tiles.look"), "plain"
    if view.answered:
        key = {"decline": "let_go"}.get(view.answered, view.answered)
        return text(say, "tiles.answered", what=text(say, f"button.{key}")), "good"
    if ask.hu or ask.peng or ask.chi:
        return text(say, "tiles.may"), "good"
    return waiting(hand, say), "plain"
