"""What the README tells people to type exists."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from table_firmware.cli import parser

ROOT = Path(__file__).resolve().parents[2]
README = sorted(ROOT.glob("README*.md"))
PAGES = [*README, *sorted(ROOT.glob("docs/install*.md"))]


def targets() -> set[str]:
    said = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    return {line.split()[0] for line in said.stdout.splitlines()}


def commands(text: str) -> set[str]:
    """The targets of `make` in code, within a line or in a block."""
    code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL))
    return set(re.findall(r"\bmake ([a-z]+)", code))


def test_make_alone_lists_every_target() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    assert targets() == set(phony.split())


@pytest.mark.parametrize("readme", README, ids=lambda path: path.name)
def test_every_command_of_the_readme_is_a_target(readme: Path) -> None:
    named = commands(readme.read_text("utf-8"))
    assert {"demo", "test"} <= named
    assert named <= targets()


def lines_of_tablectl(text: str) -> list[list[str]]:
    """The words after `tablectl` of whole commands in code, without comments and pipes."""
    code = re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL)
    found = re.findall(r"tablectl ([a-z][^`\n|#]+)", "\n".join(code))
    return [shlex.split(line) for line in found]


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_tablectl_takes_every_line_that_a_page_shows(page: Path) -> None:
    lines = lines_of_tablectl(page.read_text("utf-8"))
    assert len(lines) >= 4
    for words in lines:
        assert callable(parser().parse_args(words).verb)


def test_both_readmes_are_there() -> None:
    assert [path.name for path in README] == ["README.md", "README.zh-CN.md"]


def test_the_service_of_changes_runs_the_test_command_of_the_readme() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text("utf-8")
