"""Positions of self-play, small enough to keep those of generations."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardmill.train.inputs import Inputs

BLOCK = 1 << 20
"""Rows that are looked at together."""


@dataclass(frozen=True, slots=True)
class Language:
    """What positions are written in: the inputs of a net, and the cards."""

    schema: str
    cards: list[str]
    """The ids of cards by number; no card has an empty one."""
    fact_numbers: NDArray[np.int16]
    """What is printed on each card."""

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Language:
        """That of what native code found."""
        language = cls(found["schema"], list(found["cards"]), np.array(found["fact_numbers"]))
        for name, array in (("cells", "entities"), ("facts", "facts"), ("globals", "globals")):
            if list(found[name]) != language.inputs(array).names:
                raise ValueError(f"the inputs {name!r} are not those of the schema")
        return language

    def inputs(self, array: str) -> Inputs:
        """The inputs of an array."""
        return Inputs(json.loads(self.schema), array)


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions of one generation. Few rows are different: each of these is kept once."""

    rows: NDArray[np.uint8]
    """Rows that are different: `entities`."""
    row_cards: NDArray[np.int16]
    """Their cards."""
    index: NDArray[np.uint32]
    """The rows of all positions, one position after another, by their places in `rows`."""
    counts: NDArray[np.uint8]
    """How many rows each position has."""
    globals: NDArray[np.int16]
    outcomes: NDArray[np.int8]
    """What came of it for the seat: 1 won, -1 lost, 0 neither."""
    games: NDArray[np.uint64]
    seats: NDArray[np.uint8]
    decisions: NDArray[np.uint32]

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Positions:
        """Those that native code found."""
        silent = Inputs(json.loads(found["schema"]), "entities").silent
        entities, row_cards = found["entities"], found["row_cards"]
        parts: list[tuple[NDArray[np.uint8], NDArray[np.int16]]] = []
        places: list[NDArray[np.intp]] = []
        for start in range(0, len(entities), BLOCK):
            rows = np.array(entities[start : start + BLOCK])
            # Two rows that differ in what is not read are alike.
            rows[:, silent] = 0
            cards = np.maximum(row_cards[start : start + BLOCK], 0)
            firsts, place = alike(rows, cards)
            parts.append((rows[firsts], cards[firsts]))
            places.append(place)
        rows = np.concatenate([rows for rows, _ in parts])
        cards = np.concatenate([cards for _, cards in parts])
        firsts, place = alike(rows, cards)
        starts = np.cumsum([0] + [len(rows) for rows, _ in parts])
        index = [place[start + part] for start, part in zip(starts, places, strict=False)]
        return cls(
            rows=rows[firsts],
            row_cards=cards[firsts],
            index=np.concatenate(index).astype(np.uint32),
            counts=np.array(found["counts"]),
            globals=np.array(found["global_numbers"]),
            outcomes=np.array(found["outcomes"]),
            games=found["games"].astype(np.uint64),
            seats=np.array(found["seats"]),
            decisions=found["decisions"].astype(np.uint32),
        )

    def __len__(self) -> int:
        return len(self.counts)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes them to a file, which is not there until it is whole."""
        beside = Path(f"{fspath(path)}.part")
        with open(beside, "wb") as file:
            np.savez(file, **{field.name: getattr(self, field.name) for field in fields(self)})
        beside.replace(path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Positions:
        """Reads them from a file."""
        with np.load(path) as file:
            return cls(**{field.name: file[field.name] for field in fields(cls)})


def alike(
    rows: NDArray[np.uint8], cards: NDArray[np.int16]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where rows that are different stand first, and by row which of these it is like. Rows are told
    apart by 64 bits: of a million, two would be taken for one in one of 30 million runs."""
    width = rows.shape[1] + 2
    words = np.zeros((len(rows), width + -width % 8), np.uint8)
    words[:, : rows.shape[1]] = rows
    words[:, rows.shape[1] : width] = np.ascontiguousarray(cards)[:, None].view(np.uint8)
    found = np.zeros(len(rows), np.uint64)
    for word in words.view(np.uint64).T:
        found = (found ^ word) * np.uint64(0x9E37_79B9_7F4A_7C15)
        found ^= found >> np.uint64(29)
    _, firsts, places = np.unique(found, return_index=True, return_inverse=True)
    return firsts, places
