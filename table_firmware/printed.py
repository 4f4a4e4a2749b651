"""Pages to print, without anything outside them."""

import html
from collections.abc import Iterable, Sequence
from importlib.resources import files
from string import Template


def page(title: str, heading: str, parts: Iterable[str], checked: Iterable[str]) -> str:
    """A page. title: in the window's frame. parts: HTML; all else is text. checked: what the
    verification said."""
    template = files("table_firmware").joinpath("printed.html").read_text("utf-8")
    return Template(template).substitute(
        title=html.escape(title),
        heading=html.escape(heading),
        parts="\n".join(parts),
        checked="<br>".join(map(html.escape, checked)),
    )


def paragraph(text: str) -> str:
    """A paragraph."""
    return f"<p>{html.escape(text)}</p>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table under its heads."""
    lines = [_row("th", heads), *(_row("td", row) for row in rows)]
    return "\n".join(("<table>", *lines, "</table>"))


def _row(kind: str, cells: Iterable[str]) -> str:
    told = "".join(f"<{kind}>{html.escape(cell)}</{kind}>" for cell in cells)
    return f"<tr>{told}</tr>"
