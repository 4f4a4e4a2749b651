"""The result screens: where each tenth came from, and the ranking."""

from dataclasses import replace
from typing import Final

from table_firmware.rules.cards import PAIRS, Seat, pair_of
from table_firmware.rules.games.chinpok.scoring import BASE
from table_firmware.rules.games.shuangkou import titles
from table_firmware.rules.match import MODES, Standing
from table_firmware.rules.round import HandResult
from table_firmware.wire.messages import View
from ui_kiosk import (
    present_levels,
    present_partners,
    present_reward,
    present_tile_result,
    present_tiles,
)
from ui_kiosk.local import Local
from ui_kiosk.model import Bar, ResultBody, TableRow
from ui_kiosk.model_parts import Button, Code
from ui_kiosk.present_people import named, own
from ui_kiosk.speech import (
    family,
    noise_text,
    pair_text,
    place_text,
    points_text,
    tenths_text,
)
from ui_kiosk.text import text

CHINPOK: Final = "chinpok"
"""The game whose scores are taken apart by places; others tell their points."""

LEGEND: Final = (
    Bar(2, 0, 6, "plain"),
    Bar(3, 0, 6, "good"),
    Bar(4, -6, 0, "alert"),
    Bar(5, -4, 0, "alert"),
    Bar(5, 0, 4, "plain"),
    Bar(5, 4, 8, "good"),
)
"""Before each name of a column how its numbers look in the bars of the scores."""


def hand_result(view: View, local: Local) -> ResultBody:
    """Places and scores of a hand, each score taken apart (000 §30.1)."""
    say = local.language
    result = view.result
    codes = _codes(view, say)
    void = is_void(result)
    head, rows, pairs = _void_tables(view, say) if void else _tables(view, result, say)
    tiles = present_tiles.plays(view.game) and not void
    barred = any(row.bars for row in rows)
    return ResultBody(
        winner=text(say, "result.void") if void else _winner(view, result, say),
        mark=text(say, "result.abnormal") if _settled_early(result) else "",
        head=head,
        rows=rows,
        pairs=pairs,
        codes=tuple(codes.values()),
        open_codes=tuple(
            Button(f"panel:{kind}", text(say, f"button.{kind}_receipt"), tone="quiet")
            for kind in codes
        ),
        enlarged=_enlarged(codes, local.panel, say),
        close=Button("close", text(say, "button.close")),
        groups=present_tile_result.groups(view, say) if tiles else (),
        sums=present_tile_result.sums(view, say) if tiles else (),
        note=_why_void(result, say) if void else "",
        legend=LEGEND if barred else (),
        reason=_reason(result, barred, say) if result else "",
    )


def _reason(result: HandResult, barred: bool, say: str) -> str:
    """Why there was a reward, or why a side counts other points than it has captured."""
    return present_reward.why(result, say) if barred else present_partners.why(result, say)


def is_void(result: HandResult | None) -> bool:
    """The hand counts for nobody: an operator or the rules said so, so it has no places."""
    return result is not None and "void" in result.marks


def _settled_early(result: HandResult | None) -> bool:
    return result is not None and "abnormal" in result.marks and not is_void(result)


def _why_void(result: HandResult | None, say: str) -> str:
    """A void hand that is abnormal had a player who was away too long (CP-27)."""
    away = result is not None and "abnormal" in result.marks
    return text(say, "result.void_away" if away else "result.void_staff")


def _void_tables(
    view: View, say: str
) -> tuple[tuple[str, ...], tuple[TableRow, ...], tuple[TableRow, ...]]:
    """Nothing of the hand; what the pairs have so far stays."""
    if view.levels is not None:
        return (), (), present_levels.pair_rows(view, view.levels, say)
    running = view.running or {}
    kept = tuple(
        TableRow(
            (pair_text(say, pair), "", "", text(say, "result.running"), tenths_text(running[pair])),
            pair == pair_of(view.seat),
        )
        for pair in PAIRS
        if pair in running
    )
    return (), (), kept


def match_result(view: View, local: Local) -> ResultBody:
    """The ranking of the match (000 §36)."""
    say = local.language
    return ResultBody(
        winner="",
        mark=_match_mark(view, say),
        head=_head(say, "rank", "who", "wins", _unit(view), *_details(view, local)),
        rows=tuple(_standing_row(view, each, local) for each in view.standings),
        pairs=(),
        codes=(),
        open_codes=(),
        enlarged=None,
        close=Button("close", text(say, "button.close")),
    )


def _match_mark(view: View, say: str) -> str:
    if not _scored(view):
        return text(say, "result.none_scored")
    return text(say, "top.practice_long") if view.practice else ""


def _scored(view: View) -> bool:
    """Whether any hand counted for anybody: after void hands alone none did."""
    return any(each.wins or each.tenths or each.firsts for each in view.standings)


def _head(say: str, *keys: str) -> tuple[str, ...]:
    return tuple(text(say, f"result.{key}") for key in keys)


def _details(view: View, local: Local) -> tuple[str, ...]:
    """What else is told of a standing: no places and no cards left where nobody goes out; the
    title of 双扣, for who wants it, in the place of the second places."""
    if present_tiles.plays(view.game):
        return ()
    return "firsts", "title" if _titled(view, local) else "seconds", "leftovers"


def _titled(view: View, local: Local) -> bool:
    return local.prefs.titles and family(view.game) == "shuangkou"


def _title(standing: Standing, say: str) -> str:
    """The name of the level of so many points (003 表格1)."""
    return text(say, f"level.{titles.level(standing.tenths // 10)}")


def _unit(view: View) -> str:
    return "total" if view.levels is None else "level"


def _tables(
    view: View, result: HandResult | None, say: str
) -> tuple[tuple[str, ...], tuple[TableRow, ...], tuple[TableRow, ...]]:
    """The head and rows of the seats, and the rows of the pairs."""
    if present_tiles.plays(view.game):
        return present_tile_result.head(say), present_tile_result.rows(view, say), ()
    if view.levels is not None:
        rows = present_levels.seat_rows(view, result, say) if result else ()
        return present_levels.head(say), rows, present_levels.pair_rows(view, view.levels, say)
    if result is not None and family(view.game) != CHINPOK:
        head, rows, pairs = present_partners.tables(view, result, say)
        alone = MODES[view.mode].individual
        return head, rows, pairs if alone else _pair_rows(view, result, say)
    head = _head(say, "seat", "place", "base", "reward", "left", "score")
    if result is None:
        return head, (), ()
    return head, _seat_rows(view, result, say), _pair_rows(view, result, say)


def _winner(view: View, result: HandResult | None, say: str) -> str:
    """Who has won and how, and whether that is this player."""
    won = _won(view, result, say)
    mine = result is not None and own(view, view.seat) and result.winner == pair_of(view.seat)
    short = " · " not in won  # there is no room for three
    return f"{won} · {text(say, 'result.you_won')}" if won and mine and short else won


def _won(view: View, result: HandResult | None, say: str) -> str:
    if present_tiles.plays(view.game):
        return present_tile_result.winner(view, say)
    if result is None:
        return ""
    if present_partners.known(view.game):
        return present_partners.winner(result, view.game, say)
    if not result.winner:
        return text(say, "result.nobody")
    won = text(say, "result.winner", pair=pair_text(say, result.winner))
    return f"{won} · {text(say, 'place.double_down')}" if result.double_down else won


def _seat_rows(view: View, result: HandResult, say: str) -> tuple[TableRow, ...]:
    order = sorted(Seat, key=lambda seat: (result.place[seat], seat))
    return tuple(_seat_row(view, result, seat, say) for seat in order)


def _seat_row(view: View, result: HandResult, seat: Seat, say: str) -> TableRow:
    place = result.place[seat]
    base = BASE[place]
    held = result.left[seat]
    left = held if place == 4 else 0
    total = result.position_tenths[seat]
    reward = total - base + left
    mine = own(view, seat)
    return TableRow(
        (
            named(view, seat, say),
            place_text(say, place),
            tenths_text(base),
            f"+{tenths_text(reward)}" if reward else tenths_text(0),
            f"{held} (-{tenths_text(left)})" if left else str(held),
            tenths_text(total),
        ),
        mine,
        _bars(base, reward, left),
    )


def _bars(base: int, reward: int, charge: int) -> tuple[Bar, ...]:
    """The tenths of the score: for the place and of the reward from zero on, for cards left before
    it."""
    parts = (
        Bar(5, 0, base, "plain"),
        Bar(5, base, base + reward, "good"),
        Bar(5, -charge, 0, "alert"),
    )
    return tuple(part for part in parts if part.start < part.end)


def _pair_rows(view: View, result: HandResult, say: str) -> tuple[TableRow, ...]:
    """组积分, then the running score of the pair where the mode keeps one."""
    running = view.running or {}
    return tuple(
        TableRow(
            (
                pair_text(say, pair),
                text(say, "result.pair_score"),
                _made_up(view, result, pair, result.pair_tenths[number]),
                text(say, "result.running") if pair in running else "",
                tenths_text(running[pair]) if pair in running else "",
            ),
            pair == pair_of(view.seat),
        )
        for number, pair in enumerate(PAIRS)
    )


def _made_up(view: View, result: HandResult, pair: str, total: int) -> str:
    """What a pair has, and in ChinPok how both make it up; elsewhere it is no sum."""
    if family(view.game) != CHINPOK:
        return tenths_text(total)
    first, second = (result.position_tenths[seat] for seat in PAIRS[pair])
    sign = "-" if second < 0 else "+"
    return f"{tenths_text(first)} {sign} {tenths_text(abs(second))} = {tenths_text(total)}"


def _codes(view: View, say: str) -> dict[str, Code]:
    """The receipts that there are, each with what all of them are good for."""
    receipts = view.receipts or {}
    kinds = [kind for kind in ("seat", "hand") if kind in receipts]
    caption = "\n".join(text(say, f"result.scan_{kind}") for kind in kinds)
    noise = noise_text(say, view.noise)
    return {kind: Code(receipts[kind], caption, noise) for kind in kinds}


def _enlarged(codes: dict[str, Code], kind: str, say: str) -> Code | None:
    """A receipt over the whole screen, where there is room to say what it is good for and how."""
    code = codes.get(kind)
    if code is None:
        return None
    why = f"{text(say, f'result.why_{kind}')}\n\n{text(say, 'result.scan_how')}"
    return replace(code, caption=text(say, f"result.receipt_{kind}"), why=why)


def _standing_row(view: View, standing: Standing, local: Local) -> TableRow:
    say = local.language
    equal = [each for each in view.standings if each.rank == standing.rank]
    rank = str(standing.rank) if len(equal) == 1 else f"{standing.rank} {text(say, 'result.tied')}"
    own = view.places[view.seat].player
    unfinished = f" ({text(say, 'result.unfinished')})" if standing.unfinished else ""
    mine = own in standing.who
    return TableRow(
        (
            "-" if standing.unfinished or not _scored(view) else rank,
            _names(view, standing, say) + unfinished,
            str(standing.wins),
            _reached(view, standing, say),
            *(_detail(standing, each, say) for each in _details(view, local)),
        ),
        mine,
    )


def _detail(standing: Standing, name: str, say: str) -> str:
    match name:
        case "firsts":
            return str(standing.firsts)
        case "seconds":
            return str(standing.seconds)
        case "title":
            return _title(standing, say)
    return str(standing.left)


def _reached(view: View, standing: Standing, say: str) -> str:
    if view.levels is None:
        return points_text(standing.tenths, MODES[view.mode].points)
    return present_levels.level_of(view, view.levels, standing.who[0], say)


def _names(view: View, standing: Standing, say: str) -> str:
    return " + ".join(_name(view, player, say) for player in standing.who)


def _name(view: View, player: str, say: str) -> str:
    at = next((seat for seat in Seat if view.places[seat].player == player), None)
    return player if at is None else f"{player} {named(view, at, say)}"
