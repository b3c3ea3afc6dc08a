"""What a net learns from: the positions of some generations, in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cardmill.train.positions import Language, Positions, alike

SIDE = "controlled"
ZONE = "zone"
"""The columns of entity rows that say whose a card is, and where."""

HELD_OUT = 20
"""One game of so many is not learned from."""

AHEAD = 4
"""Batches that are made before they are asked for."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Positions as a net takes them: rows that are alike are worked out once."""

    rows: torch.Tensor
    """The different rows, by their places in the corpus, in the order of their groups."""
    groups: list[int]
    """How many of them lie in each place and are of each side."""
    index: torch.Tensor
    """The rows of all positions, by their places in `rows`."""
    starts: torch.Tensor
    """Where in `index` each position begins."""
    globals: torch.Tensor
    targets: torch.Tensor
    """What share of the game is won."""

    def __len__(self) -> int:
        return len(self.starts)

    def to(self, device: str) -> Batch:
        """The same on a device."""
        if device == "cpu":
            return self
        moved = [
            tensor.pin_memory().to(device, non_blocking=True)
            for tensor in (self.rows, self.index, self.starts, self.globals, self.targets)
        ]
        return Batch(moved[0], self.groups, *moved[1:])


class Corpus:
    """Positions of generations that are learned from together."""

    def __init__(
        self, language: Language, generations: Sequence[Positions], device: str = "cpu"
    ) -> None:
        """Joins them."""
        entities = language.inputs("entities")
        rows = np.concatenate([part.rows for part in generations])
        cards = np.concatenate([part.row_cards for part in generations])
        firsts, found = alike(rows, cards)
        self.zones = entities.values[ZONE]
        rows, cards = rows[firsts], cards[firsts]
        zone = np.minimum(rows[:, entities.places[ZONE]], self.zones - 1).astype(np.int64)
        group = zone * 2 + (rows[:, entities.places[SIDE]] == 0)
        order = np.argsort(group, kind="stable")
        rank = np.empty(len(order), np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        places = rank[found]
        self.cells = torch.from_numpy(entities.expand(rows[order]).astype(np.float32)).to(device)
        """The inputs of rows that are different."""
        self.cards = torch.from_numpy(cards[order].astype(np.int64)).to(device)
        """The cards of these rows."""
        self._group = group[order]
        starts = np.cumsum([0] + [len(part.rows) for part in generations])
        parts = zip(starts, generations, strict=False)
        self._index = np.concatenate([places[start:][part.index] for start, part in parts])
        self._counts = np.concatenate([part.counts for part in generations]).astype(np.int64)
        self._starts = np.cumsum(self._counts) - self._counts
        expand = language.inputs("globals").expand
        self.globals = np.concatenate([expand(part.globals) for part in generations])
        """The inputs of tables as a whole."""
        outcomes = np.concatenate([part.outcomes for part in generations])
        self.outcomes = outcomes.astype(np.float32) / 2 + np.float32(0.5)
        """What share of the game was won."""
        self.targets = self.outcomes
        """What is learned."""
        games = [part.games for part in generations]
        self._held = np.concatenate(games) % HELD_OUT == 0
        generation = np.repeat(np.arange(len(games)), [len(part) for part in games])
        seats = np.concatenate([part.seats for part in generations])
        decisions = np.concatenate([part.decisions for part in generations])
        self._order = np.lexsort((decisions, seats, np.concatenate(games), generation))
        names = np.stack([generation, np.concatenate(games), seats], axis=1)[self._order]
        self._last = np.ones(len(names), np.bool_)
        self._last[:-1] = (names[1:] != names[:-1]).any(axis=1)

    def __len__(self) -> int:
        return len(self._counts)

    @property
    def learned(self) -> NDArray[np.intp]:
        """The positions that are learned from."""
        return np.flatnonzero(~self._held)

    @property
    def held_out(self) -> NDArray[np.intp]:
        """The positions of games that are not learned from."""
        return np.flatnonzero(self._held)

    def aim(self, values: NDArray[np.float32], weight: float) -> None:
        """Mixes outcomes with what a net said of later positions of the same game and seat: the
        outcome has this weight in the last position, and each earlier one looks at the next so."""
        targets = self.outcomes.copy()
        # From the last of a game to the first, of all games together.
        ends = np.flatnonzero(self._last)
        begins = np.concatenate([[0], ends[:-1] + 1])
        for back in range(1, int((ends - begins).max(initial=0)) + 1):
            at = ends[ends - back >= begins] - back
            here, later = self._order[at], self._order[at + 1]
            targets[here] = (1 - weight) * values[later] + weight * targets[later]
        self.targets = targets

    def batch(self, chosen: NDArray[np.intp]) -> Batch:
        """These positions."""
        counts = self._counts[chosen]
        starts = np.cumsum(counts) - counts
        index = self._index[np.repeat(self._starts[chosen] - starts, counts) + np.arange(counts.sum())]
        used = np.zeros(len(self._group), np.bool_)
        used[index] = True
        rows = np.flatnonzero(used)
        rank = np.empty(len(used), np.int32)
        rank[rows] = np.arange(len(rows), dtype=np.int32)
        return Batch(
            rows=torch.from_numpy(rows),
            groups=np.bincount(self._group[rows], minlength=2 * self.zones).tolist(),
            index=torch.from_numpy(rank[index]),
            starts=torch.from_numpy(starts.astype(np.int32)),
            globals=torch.from_numpy(self.globals[chosen].astype(np.float32)),
            targets=torch.from_numpy(self.targets[chosen]),
        )

    def batches(self, chosen: Sequence[NDArray[np.intp]]) -> Iterator[Batch]:
        """A batch of each of these; some are made ahead, in a thread."""
        return ahead(self.batch, chosen)


def ahead(make: Callable[[Any], Batch], given: Sequence[Any]) -> Iterator[Batch]:
    """What is made of what is given, in its order; the next ones are made meanwhile."""
    with ThreadPoolExecutor(1) as pool:
        waiting: list[Future[Batch]] = []
        for each in given:
            waiting.append(pool.submit(make, each))
            if len(waiting) > AHEAD:
                yield waiting.pop(0).result()
        for future in waiting:
            yield future.result()
