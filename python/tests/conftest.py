"""What tests share."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from cardmill import Arena, Rows

GOLDEN = Path(__file__).parents[2] / "tests" / "golden" / "ci-digest.txt"
"""Trail and digest of `cardmill simulate luke vader --games 200 --seed 7 --agents random`."""

SEED = 7


def play(arena: Arena, games: int) -> dict[int, str]:
    """The digests of games by number; the choices are those of the agent `random`."""
    digests: dict[int, str] = {}
    while len(digests) < games:
        rows: Rows = arena.recv()
        digests |= {end.game: end.digest for end in rows.ends}
        if len(rows) == 0:
            break
        arena.send(arena.draw())
    return digests


@functools.cache
def digests(opponent: str = "external", shuffle: bool = False) -> dict[int, str]:
    """The games of luke against vader, whose digest as a run is that of the golden file if both
    seats choose as `random` does."""
    seats = ("external", opponent)
    arena = Arena(
        ["luke", "vader"], seed=SEED, tables=64, games=200, seats=seats, shuffle_seats=shuffle, observe=False
    )
    return play(arena, 200)


@pytest.fixture
def golden() -> str:
    return GOLDEN.read_text().split()[-1]
