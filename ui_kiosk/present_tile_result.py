"""The result of a hand of 跑胡子: the hand that was won, how it counts, and the raw scores."""

from table_firmware.rules.cards import Seat
from table_firmware.rules.claiming import Meld, Result
from table_firmware.rules.games.paohuzi import huxi
from table_firmware.rules.games.paohuzi.tiles import PLAYERS, RED
from table_firmware.wire.messages import View
from ui_kiosk.model import DrawBody, TableRow
from ui_kiosk.model_tiles import Group
from ui_kiosk.present_people import named, own
from ui_kiosk.rounds import tiles_of
from ui_kiosk.speech import points_text, seat_text
from ui_kiosk.text import text
from ui_kiosk.widgets.fan import CardFace


def result_of(view: View) -> Result | None:
    """How the hand ended, as its own rules say it."""
    tiles = tiles_of(view)
    return None if tiles is None else tiles.result


def winner(view: View, say: str) -> str:
    """Who has won, or 荒庄."""
    result = result_of(view)
    if result is None:
        return ""
    if result.winner is None:
        return text(say, "tiles.nobody")
    return text(say, "tiles.won", seat=seat_text(say, result.winner))


def groups(view: View, say: str) -> tuple[Group, ...]:
    """The hand that was won, each 门子 with its 胡息."""
    result = result_of(view)
    return tuple(_group(meld, say) for meld in result.melds) if result else ()


def _group(meld: Meld, say: str) -> Group:
    return Group(
        tuple(map(CardFace, meld.tiles)), text(say, f"meld.{meld.kind}"), str(huxi.value(meld))
    )


def sums(view: View, say: str) -> tuple[str, ...]:
    """How the hand counts: 胡息, red tiles, 囤, and each 名堂."""
    result = result_of(view)
    if result is None or result.winner is None:
        return ()
    red = sum(tile in RED for meld in result.melds for tile in meld.tiles)
    return (
        text(say, "tiles.huxi", n=result.huxi),
        text(say, "tiles.red", n=red),
        text(say, "tiles.tun", n=result.tun),
        text(say, "tiles.fan", n=result.fan),
        *(text(say, f"fan.{name}") for name in result.names),
    )


def head(say: str) -> tuple[str, ...]:
    """Of the table of the three players."""
    return tuple(text(say, f"result.{key}") for key in ("seat", "dealer", "points", "running"))


def rows(view: View, say: str) -> tuple[TableRow, ...]:
    """The raw score of each player, and what he has so far."""
    result = result_of(view)
    scores = result.scores if result else _shared(view)
    return tuple(_row(view, seat, scores[seat], say) for seat in PLAYERS) if scores else ()


def _shared(view: View) -> tuple[int, ...]:
    """From what all games tell, where the view has no round any more."""
    return tuple(ten // 10 for ten in view.result.position_tenths) if view.result else ()


def _row(view: View, seat: Seat, score: int, say: str) -> TableRow:
    result, mine = result_of(view), own(view, seat)
    deals = result is not None and result.dealer == seat
    so_far = (view.running or {}).get(view.places[seat].player)
    return TableRow(
        (
            named(view, seat, say),
            text(say, "tiles.dealer") if deals else "",
            f"+{score}" if score > 0 else str(score),
            "" if so_far is None else points_text(so_far, whole=True),
        ),
        mine,
    )


def draw(view: View, say: str) -> DrawBody:
    """Who deals, before the tiles are dealt."""
    drawn = (view.draws or {}).get("dealer")
    dealer = view.leader if view.leader is not None else Seat(drawn or 0)
    mine = own(view, dealer)
    first = view.hand == 1
    return DrawBody(
        trump_word=text(say, "tiles.first_dealer" if first else "tiles.next_dealer"),
        trump=seat_text(say, dealer),
        shown=(),
        shown_text=text(say, "tiles.order"),
        leader_word=text(say, "tiles.order_word"),
        leader=text(say, "tiles.you_deal" if mine else "tiles.deals", seat=seat_text(say, dealer)),
        note="",
        digits="",
    )
