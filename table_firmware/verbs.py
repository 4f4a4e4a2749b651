"""How a verb of `tablectl` is named: with its help in Chinese and English, and what it does."""

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TypeAlias

Verb = Callable[[Namespace], int]
"""Obeys a line; the exit status."""
Verbs: TypeAlias = "argparse._SubParsersAction[ArgumentParser]"
"""Where verbs are added."""


def add_verb(verbs: Verbs, name: str, words: str, verb: Verb) -> ArgumentParser:
    """Add a verb; what it takes is added to the answer."""
    added = verbs.add_parser(name, help=words, description=words)
    added.set_defaults(verb=verb)
    return added


def add_group(verbs: Verbs, name: str, words: str) -> Verbs:
    """Add a word that has verbs of its own behind it."""
    added = verbs.add_parser(name, help=words, description=words)
    return added.add_subparsers(metavar="VERB", required=True)
