"""One thing has one word, whoever speaks of it: screens, command lines, pages and manuals."""

import re
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
SPEAKERS = ("table_firmware", "ui_kiosk", "hal", "deploy", "docs", "README.zh-CN.md")
KINDS = {".toml", ".py", ".md", ".js", ".html", ".sh", ".svg"}
SECRET, OTHER = "秘密值", re.compile(r"(?<!秘)密值")


def said() -> dict[str, str]:
    """Every file that is shown or read, by its path."""
    found = [path for each in SPEAKERS for path in (CHECKOUT / each, *(CHECKOUT / each).rglob("*"))]
    files = [path for path in found if path.suffix in KINDS and path.is_file()]
    return {path.relative_to(CHECKOUT).as_posix(): path.read_text("utf-8") for path in files}


def test_the_secret_of_a_deal_is_called_by_one_word() -> None:
    texts = said()
    naming = {path for path, text in texts.items() if SECRET in text}
    assert naming > {"docs/fairness.zh-CN.md", "table_firmware/ledger/report.py"}
    assert {"deploy/verifier/index.html", "table_firmware/service/checks.toml"} <= naming
    assert [path for path, text in texts.items() if OTHER.search(text)] == []
