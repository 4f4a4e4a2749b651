"""The modules of the rules that `mutate` changes, and the tests that must notice."""

from typing import Final

_SEARCH: Final = (
    "tests/rules/test_hashes.py",
    "tests/rules/test_search.py",
    "tests/rules/test_straight_flushes.py",
    "tests/rules/test_smallest_plays.py",
    "tests/rules/test_arranging.py",
    "tests/rules/test_listing.py",
    "tests/rules/test_combinations_golden.py",
)
_CARDS: Final = (
    *_SEARCH,
    "tests/clauses/test_ch2_cards.py",
    "tests/clauses/test_ch3_combinations.py",
)
_HAND: Final = (
    "tests/rules/test_chinpok_hand.py",
    "tests/rules/test_batch_vectors.py",
    "tests/rules/test_chinpok_scoring.py",
    "tests/rules/test_chinpok_settings.py",
    "tests/rules/test_in_force.py",
    "tests/clauses/test_ch6_scoring.py",
    "tests/rules/test_random_hands.py",
)
_CHINPOK: Final = "games.chinpok"
_CHINPOK_PARTS: Final = ("course", "hand", "rulings", "scoring", "settings", "sight")
_PAOHUZI: Final = (
    *(
        f"tests/rules/test_paohuzi_{part}.py"
        for part in (
            *("deal", "melds", "eating", "claims", "discards", "winning", "scoring", "sight"),
            *("examples", "terms", "settings", "house", "by_definition"),
        )
    ),
    "tests/rules/test_batch_claiming.py",
    "tests/clauses/test_paohuzi_table.py",
)
_PAOHUZI_PARTS: Final = (
    *("course", "eating", "hand", "house", "huxi", "names", "offers", "rulings", "running"),
    *("score", "settings", "sight", "tiles", "ways", "winning", "words"),
)
_SHUANGKOU: Final = (
    *(
        f"tests/rules/test_shuangkou_{part}.py"
        for part in (
            *("combinations", "deal", "hand", "scoring", "settings", "perft"),
            *("examples", "by_definition"),
        )
    ),
    "tests/rules/test_batch_laying.py",
    "tests/clauses/test_laying_games.py",
)
_SHUANGKOU_PARTS: Final = (
    *("arranging", "finding", "hand", "readings", "scoring", "settings", "titles"),
)
_SANCHAZI: Final = (
    *(
        f"tests/rules/test_sanchazi_{part}.py"
        for part in (
            *("combinations", "deal", "hand", "leaving", "scoring", "settings", "perft"),
            *("examples", "by_definition"),
        )
    ),
    "tests/rules/test_batch_laying.py",
    "tests/clauses/test_laying_games.py",
)
_LAID_BY_OTHERS: Final = (
    "tests/rules/test_laying_sense.py",
    "tests/rules/test_batch_outcomes.py",
)
"""A screen that asks what cards are, and the practice opponent that plays."""

_LAYING: Final = (
    "tests/rules/test_laying_sense.py",
    *dict.fromkeys((*_SHUANGKOU, *_SANCHAZI)),
    "tests/rules/test_laying_random_hands.py",
)
_BATCH: Final = tuple(
    f"tests/rules/test_batch_{part}.py"
    for part in ("vectors", "claiming", "laying", "requests", "answers", "outcomes")
)
_EVERY_GAME: Final = (*_HAND, *_PAOHUZI, *_LAYING, "tests/rules/test_record.py", *_BATCH)
TESTS: Final[dict[str, tuple[str, ...]]] = {
    "upgrade": ("tests/rules/test_upgrade.py",),
    "match": (
        "tests/rules/test_match.py",
        "tests/rules/test_partners.py",
        "tests/rules/test_upgrade.py",
        "tests/clauses/test_ch6_scoring.py",
    ),
    _CHINPOK: ("tests/rules/test_games.py", "tests/rules/test_chinpok_sense.py", *_HAND),
    **{f"{_CHINPOK}.{part}": (*_HAND, "tests/rules/test_games.py") for part in _CHINPOK_PARTS},
    f"{_CHINPOK}.showing": ("tests/rules/test_chinpok_sense.py",),
    f"{_CHINPOK}.settings": (
        "tests/rules/test_chinpok_settings.py",
        *_HAND,
        "tests/rules/test_upgrade.py",
    ),
    "climbing": ("tests/rules/test_climbing.py", *_HAND),
    "cards": ("tests/rules/test_cards.py", *_CARDS),
    "shapes": _CARDS,
    "arranging": _SEARCH,
    "combinations": (*_CARDS, "tests/rules/test_chinpok_sense.py"),
    "readings": _CARDS,
    **dict.fromkeys(("packed", "holding", "ways", "sames", "runs", "flushes", "groups"), _SEARCH),
    "listing": ("tests/rules/test_listing.py",),
    "games": ("tests/rules/test_games.py",),
    "games.paohuzi": ("tests/rules/test_games.py", *_PAOHUZI),
    **{f"games.paohuzi.{part}": _PAOHUZI for part in _PAOHUZI_PARTS},
    "games.paohuzi.house": ("tests/rules/test_paohuzi_house.py", *_PAOHUZI),
    **{f"games.shuangkou.{part}": _SHUANGKOU for part in _SHUANGKOU_PARTS},
    "games.shuangkou.hand": (*_SHUANGKOU, *_LAID_BY_OTHERS),
    **{
        f"games.shuangkou.{game}": ("tests/rules/test_games.py", *_SHUANGKOU)
        for game in ("baibian", "qianbian")
    },
    "games.sanchazi": ("tests/rules/test_games.py", *_SANCHAZI),
    **{
        f"games.sanchazi.{part}": _SANCHAZI
        for part in ("finding", "hand", "leaving", "readings", "scoring", "settings")
    },
    "games.sanchazi.hand": (*_SANCHAZI, *_LAID_BY_OTHERS),
    "duplicate": ("tests/rules/test_duplicate.py", "tests/rules/test_paohuzi_scoring.py"),
    "notation": ("tests/rules/test_notation.py",),
    "frozen": ("tests/rules/test_frozen.py",),
    "laying": _LAYING,
    "claiming": ("tests/rules/test_claiming.py", *_PAOHUZI),
    "partners": ("tests/rules/test_partners.py", *_LAYING),
    "takes": ("tests/rules/test_takes.py", *_EVERY_GAME),
    "variants": ("tests/rules/test_variants.py", *_HAND),
    "record": ("tests/rules/test_record.py",),
    "choices": ("tests/rules/test_choices.py",),
    "dealing": ("tests/rules/test_dealing.py",),
    "said": ("tests/rules/test_record.py",),
    "round": (
        *("tests/rules/test_round.py", "tests/rules/test_notation.py"),
        *("tests/rules/test_frozen.py", *_LAYING, *_HAND),
    ),
    **{
        f"batch.{part}": _BATCH
        for part in (
            *("claiming", "fields", "laying", "operations"),
            *("readings", "records", "rounds", "running"),
        )
    },
    **{
        f"batch.{part}": (_BATCH[-1], *_BATCH[:-1])
        for part in ("comparing", "families", "outcomes")
    },
}
"""Modules of `table_firmware.rules` with the tests that are asked in turn, the quickest first."""
