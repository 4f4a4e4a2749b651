"""What a claim in 跑胡子 would lay is seen before it is touched, and every tile says its number to
those who do not read its character."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from glass import Glass
from tile_scenes import CHI, SCENES, states
from tile_scenes import playing as shown_to
from tile_screen import ZH, body, round_of

from table_firmware.rules.cards import TILES, Card
from table_firmware.rules.claiming import AskClaim
from table_firmware.rules.games.paohuzi.tiles import PLAYERS
from table_firmware.wire.messages import View
from ui_kiosk import press_tiles
from ui_kiosk.local import Local, slots_of
from ui_kiosk.presenter import present
from ui_kiosk.press import press
from ui_kiosk.speech import group_text
from ui_kiosk.text import LANGUAGES, text
from ui_kiosk.widgets.tile_sheet import BESIDE, HEAD, TileSheet


def asked() -> Iterator[tuple[View, AskClaim]]:
    """Every question about an open tile in two hands; of ways to eat also each alone."""
    for seed in range(2):
        for state in states(seed):
            for seat in PLAYERS:
                view = shown_to(state, seat)
                if isinstance(ask := view.ask, AskClaim) and round_of(view).open is not None:
                    yield view, ask
                    for way in ask.chi:
                        alone = replace(ask, chi=(way,))
                        yield replace(view, ask=alone), alone


def test_the_tiles_that_a_claim_would_lay_are_marked_in_the_hand() -> None:
    seen = Counter[str]()
    for view, ask in asked():
        open_ = round_of(view).open
        assert open_ is not None
        cards = body(present(view, ZH)).cards
        marked = Counter(face.card for face in cards if face.marked)
        laid = Counter[str | None]()
        if ask.peng:
            laid |= Counter({open_.tile: 2})
        if len(ask.chi) == 1:
            ways = Counter(tile for group in ask.chi[0] for tile in group)
            laid |= ways - Counter((open_.tile,))
        assert marked == laid
        seen.update({"peng": ask.peng, "eat": bool(laid) and not ask.peng, "none": not laid})
        covered, _ = press(view, ZH, "cover")
        assert not any(face.marked for face in body(present(view, covered)).cards)
    assert min(seen.values()) > 0
    assert len(seen) == 3


@pytest.mark.parametrize("say", LANGUAGES)
def test_a_claim_names_the_tiles_that_it_would_lay_or_in_how_many_ways(say: str) -> None:
    told = Counter[str]()
    for view, ask in asked():
        buttons = present(view, Local(say)).buttons
        labels = {button.act: button.text.split("\n") for button in buttons}
        open_ = round_of(view).open
        assert open_ is not None
        if ask.peng:
            assert labels["claim:peng"][1] == group_text(say, (open_.tile,) * 3)
        if "chi:0" in labels:
            assert labels["chi:0"][1] == group_text(say, ask.chi[0][0])
        if "panel:chi" in labels:
            assert labels["panel:chi"][1] == text(say, "tiles.ways", n=len(ask.chi))
        told.update(labels.keys())
    assert {"claim:peng", "chi:0", "panel:chi"} <= told.keys()


def test_a_group_is_named_by_characters_or_by_numbers() -> None:
    eaten = CHI.ask
    assert isinstance(eaten, AskClaim)
    names = [(group_text("zh", way[0]), group_text("en", way[0])) for way in eaten.chi]
    for (zh, en), way in zip(names, eaten.chi, strict=True):
        assert len(zh) == 3
        assert en.split() == [tile[1:] for tile in way[0]]


@pytest.mark.parametrize("wide", [32, 64, 128])
def test_the_head_of_every_tile_shows_its_number_to_who_does_not_read_it(
    glass: Glass, wide: int
) -> None:
    """Of a tile under another one only the head is seen."""
    assert glass
    english, chinese = TileSheet(wide, "en"), TileSheet(wide, "zh")
    numbers = {tile: beside(english, tile) for tile in TILES}
    assert all(any(ink) for ink in numbers.values())
    small = [numbers[tile] for tile in TILES if tile[0] == "s"]
    assert len(set(small)) == 10
    assert not [tile for tile in TILES if beside(chinese, tile) == numbers[tile]]


def beside(sheet: TileSheet, tile: str) -> tuple[bool, ...]:
    """Where there is ink of the number beside the character, pixel by pixel."""
    ((left, low, right, top), _) = sheet.face(tile)[0]
    texture = sheet.texture
    wide, high = texture.size
    x0, y0 = round(min(left, right) * wide), round(max(low, top) * high)
    half = round(sheet.width * 0.12)
    across, down = sheet.width * BESIDE[0], sheet.width * BESIDE[1]
    assert down + half < sheet.width * HEAD
    pixels = bytes(texture.pixels)
    found = []
    for row in range(-half, half):
        y = round(y0 - down + row)
        for column in range(-half, half):
            at = 4 * (y * wide + round(x0 + across + column))
            found.append(sum(pixels[at : at + 3]) < 2 * 255)
    return tuple(found)


def test_a_covered_hand_does_not_tell_that_it_holds_a_kan() -> None:
    view, said = SCENES["pz-kan"], text("zh", "refused.kan-stays")
    hand = round_of(view).hand
    local = press_tiles.tapped(view, round_of(view), ZH, slots_of(kan(hand)))
    assert present(view, local).message == said
    covered, _ = press(view, local, "cover")
    assert said not in present(view, covered).message


def kan(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    return (next(tile for tile in hand if hand.count(tile) == 3),)
