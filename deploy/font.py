"""Builds the table's font: the simplified Chinese face of Noto Sans CJK, cut to what is needed.

`python deploy/font.py [SOURCE_DIR] [OUTPUT_DIR]` (fonttools; Debian package fonts-noto-cjk).

Kivy opens only the first face of a collection, and that is the Japanese one: among GB2312 nearly
3000 characters would look foreign. Hence a font file of the SC face alone. It has its own name,
as the Open Font License asks of a modified version.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable

SOURCE = Path("/usr/share/fonts/opentype/noto")
OUTPUT = Path(__file__).resolve().parent.parent / "ui_kiosk" / "assets" / "fonts"
SC_FACE = 2
FAMILY = "Table Sans SC"
PROGRAMS = (
    *("maxZones", "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs"),
    *("maxStackElements", "maxSizeOfInstructions"),
)
SIGNS = (
    "♠♥♦♣♤♡♢♧←↑→↓↔↕↖↗↘↙⇐⇒⇦⇨✓★☆●○◎◉▲△▼▽◆◇■□▶◀▷◁◐◑⏎⚠"
    "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳❶❷❸❹❺❻❼❽❾❿…—–‑•·×÷±−≈≠≤≥∞°‰€£¥©™®½¼¾“”‘’«»‹›„§¶†‡"
    "，。！？；：、（）「」『』【】《》〈〉〔〕～％＋－＝／＼｜＃＆＊＠〇"
)


def gb2312() -> str:
    """Every character of GB/T 2312."""
    pairs = (bytes((row, cell)) for row in range(0xA1, 0xF8) for cell in range(0xA1, 0xFF))
    return "".join(pair.decode("gb2312", errors="ignore") for pair in pairs)


def wanted() -> str:
    """Every character the font has; `✗` is not among them, `×` is."""
    latin = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100))))
    return latin + gb2312() + SIGNS


def name_font(font: TTFont, style: str) -> None:
    """Gives the font its own family name, in every record that carries one."""
    postscript = FAMILY.replace(" ", "") + "-" + style
    names = {1: FAMILY, 2: style, 3: postscript, 4: f"{FAMILY} {style}", 6: postscript}
    font["name"].names = [r for r in font["name"].names if r.nameID in (0, 5, 13, 14)]
    for name_id, text in names.items():
        font["name"].setName(text, name_id, 3, 1, 0x409)


def draw_with_quadratics(font: TTFont) -> None:
    """Turns the outlines into TrueType's, a thousandth of the height exact.

    The program opens a font once for each size, and of this form that takes 0.2 MB less.
    """
    drawn = font.getGlyphSet()
    shapes = {}
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(drawn)
        drawn[name].draw(Cu2QuPen(pen, max_err=1.0, reverse_direction=True))
        shapes[name] = pen.glyph()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = font.getGlyphOrder(), shapes
    font["maxp"].tableVersion = 0x00010000
    for name in PROGRAMS:
        setattr(font["maxp"], name, 0)  # there are none
    font.recalcBBoxes = True
    font["post"].formatType, font["post"].extraNames, font["post"].mapping = 2.0, [], {}
    for cubic in ("CFF ", "VORG"):
        del font[cubic]
    font.sfntVersion = "\0\1\0\0"


def build(source: Path, output: Path, style: str) -> Path:
    """Writes one style and returns where."""
    options = subset.Options(hinting=False, layout_features=["kern"], name_IDs=["*"])
    options.font_number = SC_FACE
    font = subset.load_font(str(source / f"NotoSansCJK-{style}.ttc"), options)
    cutter = subset.Subsetter(options)
    cutter.populate(text=wanted())
    cutter.subset(font)
    if absent := set(wanted()) - set(map(chr, font.getBestCmap())):
        raise ValueError(f"the source has no {''.join(sorted(absent))}")
    name_font(font, style)
    draw_with_quadratics(font)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    target = output / f"TableSansSC-{style}.ttf"
    subset.save_font(font, str(target), options)
    return target


def main(source: str = str(SOURCE), output: str = str(OUTPUT)) -> None:
    """Builds both styles."""
    for style in ("Regular", "Bold"):
        target = build(Path(source), Path(output), style)
        print(f"{target}  {target.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
