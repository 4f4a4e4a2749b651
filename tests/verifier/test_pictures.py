"""Codes as the screens show them, read by a program that is not ours and by the page."""

import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import segno
from PIL import Image, ImageFilter

from table_firmware.fairness.receipts import Receipt, to_digits
from table_firmware.rules.cards import Seat
from tests.verifier.chromium import Chromium, Tab, chromium
from tests.verifier.conftest import PAGE
from tests.verifier.table import Match, new_match

pytestmark = pytest.mark.slow

ADDRESS: Final = "https://club.example/v#"


def texts_of(match: Match) -> dict[str, str]:
    """What is scanned of each kind, with and without a club's address."""
    receipts: dict[str, Receipt] = {
        "commit": match.commit,
        "hand": match.hand,
        "seat": match.seat(Seat.S),
    }
    plain = {kind: to_digits(receipt) for kind, receipt in receipts.items()}
    return plain | {f"{kind} after an address": ADDRESS + text for kind, text in plain.items()}


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return texts_of(new_match(40))


def drawn(text: str, path: Path, scale: int = 6) -> Path:
    """A code as a seat's screen draws it: the digits in numeric mode, level L."""
    address, mark, digits = text.rpartition("#")
    parts: Any = [address + mark, digits] if mark else digits
    code = segno.make(parts, error="L", boost_error=False)
    code.save(str(path), scale=scale)
    return path


def test_an_independent_decoder_reads_every_kind(texts: dict[str, str], tmp_path: Path) -> None:
    for kind, text in texts.items():
        path = drawn(text, tmp_path / f"{kind}.png")
        read = subprocess.run(
            ["zbarimg", "--raw", "--quiet", path], capture_output=True, text=True, check=True
        )
        assert read.stdout == text + "\n", kind


def shown_after_file(page: Tab, path: Path, field: str = "#file") -> str:
    page.run("forget()")
    page.run("tell('')")
    page.give_file(field, path)
    page.until("document.getElementById('verdict') || by_id('message').textContent")
    shown: str = page.run("state.shown")
    return shown


def test_the_page_reads_every_kind_from_a_picture_file(
    page: Tab, texts: dict[str, str], tmp_path: Path
) -> None:
    for kind, text in texts.items():
        path = drawn(text, tmp_path / f"{kind}.png")
        assert shown_after_file(page, path) == text.rpartition("#")[2], kind


def photographed(path: Path, target: Path) -> Path:
    """A phone's picture of a screen: larger, turned, slanted, soft, on a grey ground, JPEG."""
    code = Image.open(path).convert("L").resize((1000, 1000), Image.Resampling.LANCZOS)
    ground = Image.new("L", (2400, 1800), 96)
    ground.paste(code, (700, 400))
    turned = ground.rotate(7, Image.Resampling.BICUBIC, fillcolor=96)
    slant = (1, 0.04, -40, 0.02, 1, -20, 1e-5, 2e-5)
    seen = turned.transform(turned.size, Image.Transform.PERSPECTIVE, slant, fillcolor=96)
    seen.filter(ImageFilter.GaussianBlur(1.2)).save(target, quality=70)
    return target


def test_the_page_reads_a_photograph(page: Tab, texts: dict[str, str], tmp_path: Path) -> None:
    for kind in ("commit", "hand"):
        plain = drawn(texts[kind], tmp_path / "code.png")
        photo = photographed(plain, tmp_path / f"{kind}.jpg")
        assert shown_after_file(page, photo) == texts[kind], kind


DETECTOR: Final = """(answer) => {
  globalThis.BarcodeDetector = class {
    static async getSupportedFormats() { return ["qr_code"]; }
    async detect() {
      if (answer === null) throw new Error("not today");
      return answer ? [{ rawValue: answer }] : [];
    }
  };
}"""


def test_the_browsers_own_detector_is_asked_first(
    page: Tab, texts: dict[str, str], tmp_path: Path
) -> None:
    path = drawn(texts["commit"], tmp_path / "code.png")
    page.call(DETECTOR, texts["hand"])
    assert shown_after_file(page, path) == texts["hand"]
    for useless in ("", None):
        page.call(DETECTOR, useless)
        assert shown_after_file(page, path) == texts["commit"]


def test_a_picture_without_a_code_is_told_to_have_none(page: Tab, tmp_path: Path) -> None:
    empty = tmp_path / "empty.png"
    Image.new("L", (600, 400), 200).save(empty)
    assert shown_after_file(page, empty) == ""
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG and no more")
    assert shown_after_file(page, broken) == ""


def test_the_text_files_of_an_export_are_read(
    page: Tab, texts: dict[str, str], tmp_path: Path
) -> None:
    paths = []
    for kind in ("commit", "hand"):
        paths.append(tmp_path / f"{kind}.txt")
        paths[-1].write_text(texts[kind] + "\n")
    assert shown_after_file(page, paths[0], "#texts") == texts["commit"]
    page.give_file("#texts", paths[1])
    page.until(f"state.shown === '{texts['hand']}'")
    assert page.run("state.held.size") == 2
    policy = tmp_path / "policy"
    policy.write_text(new_match(40).table.policy)
    page.give_file("#texts", policy)
    page.until("state.keys.length === 1")


def film(code: Path, target: Path) -> Path:
    """A film of a code, as a camera gives it: 1280x720, uncompressed."""
    frame = Image.new("L", (1280, 720), 150)
    frame.paste(Image.open(code).convert("L").resize((620, 620)), (330, 50))
    colour = bytes([128]) * (640 * 360 * 2)
    head = b"YUV4MPEG2 W1280 H720 F10:1 Ip A1:1 C420jpeg\n"
    target.write_bytes(head + (b"FRAME\n" + frame.tobytes() + colour) * 3)
    return target


@pytest.fixture
def filming(texts: dict[str, str], tmp_path: Path) -> Path:
    return film(drawn(texts["hand"], tmp_path / "code.png"), tmp_path / "film.y4m")


def test_the_camera_finds_the_code(texts: dict[str, str], filming: Path, tmp_path: Path) -> None:
    flags = (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={filming}",
    )
    with chromium(tmp_path / "profile", *flags) as browser, browser.tab() as tab:
        tab.open(PAGE.as_uri())
        tab.run("document.getElementById('camera').click()")
        tab.until("document.getElementById('verdict')")
        assert tab.run("state.shown") == texts["hand"]
        assert tab.run("by_id('film').hidden")
        assert tab.run("by_id('video').srcObject") is None


def test_where_the_page_may_not_film_it_asks_for_a_picture(
    browser: Chromium, addresses: dict[str, str]
) -> None:
    with browser.tab() as tab:
        tab.open(addresses["plain"])
        assert tab.run("[by_id('camera').hidden, by_id('no_camera').hidden]") == [True, False]
        tab.open(addresses["secure"])
        assert tab.run("[by_id('camera').hidden, by_id('no_camera').hidden]") == [False, True]
