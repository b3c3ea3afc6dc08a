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


class Corpus:
    """Positions of generations that are learned from together. All that batches are made of lies on the
    device that learns."""

    def __init__(
        self, language: Language, generations: Sequence[Positions], device: str = "cpu"
    ) -> None:
        """Joins them."""
        entities = language.inputs("entities")
        rows = np.concatenate([part.rows for part in generations])
        cards = np.concatenate([part.row_cards for part in generations])
        firsts, found = alike(rows, cards)
        self.device = device
        self.zones = entities.values[ZONE]
        rows, cards = rows[firsts], cards[firsts]
        zone = np.minimum(rows[:, entities.places[ZONE]], self.zones - 1).astype(np.int64)
        group = zone * 2 + (rows[:, entities.places[SIDE]] == 0)
        order = np.argsort(group, kind="stable")
        rank = np.empty(len(order), np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        places = rank[found]
        self.cells = entities.expand(self._there(rows[order])).float()
        """The inputs of rows that are different."""
        self.cards = self._there(cards[order].astype(np.int64))
        """The cards of these rows."""
        self._group = self._there(group[order])
        starts = np.cumsum([0] + [len(part.rows) for part in generations])
        parts = zip(starts, generations, strict=False)
        self._index = self._there(np.concatenate([places[start:][part.index] for start, part in parts]))
        counts = np.concatenate([part.counts for part in generations]).astype(np.int64)
        self._counts = self._there(counts)
        self._starts = self._there(np.cumsum(counts) - counts)
        tables = self._there(np.concatenate([part.globals for part in generations]))
        self.globals = language.inputs("globals").expand(tables)
        """The inputs of tables as a whole."""
        outcomes = np.concatenate([part.outcomes for part in generations])
        self.outcomes = outcomes.astype(np.float32) / 2 + np.float32(0.5)
        """What share of the game was won."""
        self.targets = self._there(self.outcomes)
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

    def _there(self, numbers: NDArray[Any]) -> torch.Tensor:
        """Numbers on the device that learns."""
        return torch.from_numpy(np.ascontiguousarray(numbers)).to(self.device)

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
        self.targets = self._there(targets)

    def batch(self, chosen: NDArray[np.intp]) -> Batch:
        """These positions."""
        at = self._there(chosen)
        counts = self._counts[at]
        starts = counts.cumsum(0) - counts
        shift = torch.repeat_interleave(self._starts[at] - starts, counts)
        index = self._index[shift + torch.arange(len(shift), device=self.device)].long()
        used = torch.zeros(len(self._group), dtype=torch.bool, device=self.device)
        used[index] = True
        rows = used.nonzero().squeeze(1)
        rank = torch.empty(len(used), dtype=torch.int32, device=self.device)
        rank[rows] = torch.arange(len(rows), dtype=torch.int32, device=self.device)
        return Batch(
            rows=rows,
            groups=torch.bincount(self._group[rows], minlength=2 * self.zones).tolist(),
            index=rank[index],
            starts=starts.int(),
            globals=self.globals[at].float(),
            targets=self.targets[at],
        )

    def batches(self, chosen: Sequence[NDArray[np.intp]]) -> Iterator[Batch]:
        """A batch of each of these; on a CPU some are made ahead, in a thread."""
        return ahead(self.batch, chosen) if self.device == "cpu" else map(self.batch, chosen)


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
