"""How a verb of `tablectl` is named: with its help in Chinese and English, and what it does."""

import argparse
from argparse import Namespace
from collections.abc import Callable
from typing import TypeAlias

from table_firmware.line import Line
from table_firmware.service.faults import told


class Words(Line):
    """The words of `tablectl`."""

    @staticmethod
    def tell(detail: str) -> str:
        """With the code of the catalogue."""
        return told("line-refused", detail)


Verb = Callable[[Namespace], int]
"""Obeys a line; the exit status."""
Verbs: TypeAlias = "argparse._SubParsersAction[Words]"
"""Where verbs are added."""


def add_verb(verbs: Verbs, name: str, words: str, verb: Verb) -> Words:
    """Add a verb; what it takes is added to the answer."""
    added = verbs.add_parser(name, help=words, description=words)
    added.set_defaults(verb=verb, words_of=added)
    return added


def add_group(verbs: Verbs, name: str, words: str) -> Verbs:
    """Add a word that has verbs of its own behind it."""
    added = verbs.add_parser(name, help=words, description=words)
    return added.add_subparsers(metavar="VERB", required=True)
