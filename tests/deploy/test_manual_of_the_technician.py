"""The technician's manual names every area, every step and every verb there is."""

import re

import pytest

from table_firmware.cli import parser
from table_firmware.service.acceptance import steps
from table_firmware.service.checks import AREAS
from tests.deploy.conftest import CHECKOUT

PAGES = {"en": "docs/technician.md", "zh": "docs/technician.zh-CN.md"}


def page(language: str) -> str:
    return (CHECKOUT / PAGES[language]).read_text("utf-8")


@pytest.mark.parametrize("language", PAGES)
def test_every_area_has_its_line(language: str) -> None:
    assert tuple(re.findall(r"(?m)^\| `([a-z]+)` \|", page(language))) == AREAS


@pytest.mark.parametrize("language", PAGES)
def test_every_step_is_listed_in_its_order(language: str) -> None:
    lines = re.findall(r"(?m)^\d+\. (.*)$", page(language))
    assert len(lines) == len(steps())
    for line, step in zip(lines, steps(), strict=True):
        assert line.startswith((step.zh if language == "zh" else step.en)[0]), line


@pytest.mark.parametrize("language", PAGES)
def test_every_command_of_the_page_can_be_typed(language: str) -> None:
    commands = re.findall(r"(?m)^(?:sudo )?tablectl ([^#\n]*)", page(language))
    assert len(commands) >= 7
    for command in commands:
        assert parser().parse_args(command.split()).verb
