"""Batches of decisions of many tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardmill import _cardmill
from cardmill._cardmill import Ended
from cardmill.cards import Array, arrays, decks as ready

Deck = str | PathLike[str]
Level = Literal["seat", "public", "omniscient"]

LEAVE = -1
"""The choice by which a game is over as it stands; nobody has won it."""

COLUMNS: dict[str, Any] = {
    "table": np.uint32,
    "seat": np.uint8,
    "game": np.uint64,
    "step": np.uint32,
    "options": np.uint16,
    "reward": np.float32,
    "start": np.bool_,
    "ended": np.bool_,
}
"""What a row tells beside its observation."""


class IllegalAction(ValueError):
    """An action that its row does not offer."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Agents of which one is drawn for each game, in proportion to whole weights."""

    agents: Sequence[tuple[str, int]]


Seat = str | Pool


@dataclass(frozen=True, slots=True)
class Rows:
    """Decisions that wait for their answers, a row each.

    The arrays are written over by the `recv` after the next.
    """

    table: NDArray[np.uint32]
    seat: NDArray[np.uint8]
    """Who is asked."""
    game: NDArray[np.uint64]
    step: NDArray[np.uint32]
    """Decisions taken before; (game, step) names a decision for ever."""
    options: NDArray[np.uint16]
    """How many actions are legal: the first so many."""
    reward: NDArray[np.float32]
    """What this seat got since its last row."""
    start: NDArray[np.bool_]
    """The first row of this seat in the game."""
    ended: NDArray[np.bool_]
    """The last row of a game (`hold=True`); whatever is answered begins the next."""
    obs: dict[str, Array]
    """The observation by the names of `schema()`; empty without `observe`."""
    ends: list[Ended]
    """Games that ended since the last batch."""

    def __len__(self) -> int:
        return len(self.table)


class Arena:
    """Tables whose decisions come in batches, in an order that depends on seed and choices alone.

    Table t plays the games t, t + tables, t + 2 * tables, ... of the seed.
    """

    def __init__(
        self,
        decks: Sequence[Deck] | None = None,
        *,
        against: Sequence[Deck] = (),
        tables: int = 512,
        seed: int = 0,
        seats: Sequence[Seat] = ("external", "external"),
        shuffle_seats: bool = False,
        min_rows: int | None = None,
        threads: int = 1,
        observe: bool = True,
        level: Level = "seat",
        entities: int = 128,
        actions: int = 64,
        reward: Literal["win", "score"] = "win",
        max_rounds: int | None = None,
        max_decisions: int | None = None,
        games: int | None = None,
        hold: bool = False,
        out: Mapping[str, Array] | Sequence[Mapping[str, Array]] | None = None,
    ) -> None:
        """Deals the first games.

        decks: names (`decks()`), files or folders; all that come with the cards if it is left out.
            They play in every combination, as `cardmill simulate` pairs them.
        against: decks that those play instead of each other.
        seats: "external", the name of an agent, or a `Pool`, for each seat; they change places from
            game to game with `shuffle_seats`.
        min_rows: rows of a batch, at least; a quarter of the tables if it is left out.
        threads: with more than one, tables are moved between `send` and `recv`.
        entities, actions: rows of an observation. Where there are more options, the last action shows
            the others.
        reward: 1, -1 or 0 at the end, or by how much the own score moves against the other.
        max_rounds, max_decisions: games are over as they stand after so many.
        games: how many games are played; `recv` gives no rows when there are no more.
        hold: a game that has ended gives a last row, and the next begins when that is answered.
        out: arrays to write to, or several such sets in turn; `buffers()` makes such a set.
        """
        if reward not in ("win", "score"):
            raise ValueError(f"reward {reward!r}; expected 'win' or 'score'")
        self.tables = tables
        self.entities = entities
        self.actions = actions
        self.observes = observe
        self._core = _cardmill.Arena(
            list(ready() if decks is None else decks),
            list(against),
            tables=tables,
            seed=seed,
            threads=threads,
            batch=max(1, tables // 4) if min_rows is None else min_rows,
            seats=[_seat(seat) for seat in seats],
            moves=shuffle_seats,
            score=reward == "score",
            actions=actions,
            rounds=max_rounds,
            decisions=max_decisions,
            games=games,
            holds=hold,
            level=level,
        )
        self._rows = self._core.most_rows()
        if out is None:
            sets: list[Mapping[str, Array]] = [self.buffers(), self.buffers()]
        else:
            sets = [out] if isinstance(out, Mapping) else list(out)
        if not sets:
            raise ValueError("out: expected one set of arrays at least")
        self._sets = [(dict(arrays), self._lend(arrays)) for arrays in sets]
        self._turn = 0

    def buffers(self) -> dict[str, Array]:
        """A set of arrays that batches can be written to."""
        columns = {name: np.zeros(self._rows, dtype) for name, dtype in COLUMNS.items()}
        seen = arrays(self._rows, self.entities, self.actions) if self.observes else {}
        return {**columns, **seen}

    def _lend(self, arrays: Mapping[str, Array]) -> _cardmill.Buffers:
        rows, entities, actions = self._rows, self.entities, self.actions
        return _cardmill.Buffers(dict(arrays), rows, entities, actions, self.observes)

    def _told(self, count: int) -> Rows:
        arrays, _ = self._sets[self._turn]
        columns = {name: arrays[name][:count] for name in COLUMNS}
        obs = {name: array[:count] for name, array in arrays.items() if name not in COLUMNS}
        return Rows(**columns, obs=obs, ends=self._core.ended())

    def recv(self) -> Rows:
        """The next batch; no rows when all games were played."""
        self._turn = (self._turn + 1) % len(self._sets)
        return self._told(self._core.recv(self._sets[self._turn][1]))

    def send(self, choice: ArrayLike) -> None:
        """Answers the oldest batch that is not answered: an action, or `LEAVE`, for each row."""
        choices = _integers(choice)
        self._core.send(choices)

    def send_logits(
        self, logits: ArrayLike, temperature: float = 1.0
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Answers by actions drawn from logits [n, any]; those of actions that are not there are not
        heard. The same decision with the same logits draws the same action in whatever batch it
        comes. Returns the actions and the logarithms of their probabilities."""
        array = np.ascontiguousarray(logits, np.float32)
        choices, logarithms = self._core.draw_by(array, temperature)
        self._core.send(choices)
        return choices, logarithms

    def draw(self, agent: str = "random") -> NDArray[np.int32]:
        """Actions for the oldest batch as an agent in native code would choose them (`"greedy"`), at
        random if none is named: if all are sent, the games are those that
        `cardmill simulate --agents` plays with it."""
        return self._core.draw(agent)

    def begin(self, tables: Sequence[int] | NDArray[Any]) -> Rows:
        """Begins the next games on tables with a last row in the last batch; its rows again, with
        those of the new games."""
        return self._told(self._core.begin([int(table) for table in tables], self._sets[self._turn][1]))

    def reset(self, seed: int) -> None:
        """Begins anew with the first games of a seed."""
        self._core.reset(seed)

    @property
    def digest(self) -> tuple[int, str]:
        """How many games were played in order from the first on, and their digest, which is what
        `cardmill simulate` prints if the choices are the same."""
        return self._core.digest()

    @property
    def decisions(self) -> int:
        """Decisions of the games that have ended, agents' included."""
        return self._core.decisions()


def _seat(seat: Seat) -> list[tuple[str, int]] | None:
    if isinstance(seat, Pool):
        return [(agent, weight) for agent, weight in seat.agents]
    return None if seat == "external" else [(seat, 1)]


def _integers(choice: ArrayLike) -> NDArray[np.int32]:
    array = np.asarray(choice)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"expected integers [n], not {array.dtype} {list(array.shape)}")
    if array.dtype != np.int32 and array.size and (array.max() > 2**31 - 1 or array.min() < -(2**31)):
        raise ValueError("there is no such option")
    return np.ascontiguousarray(array, np.int32)


def sample(mask: NDArray[np.int8], seed: int | np.random.Generator | None = None) -> NDArray[np.int64]:
    """A legal action for each row of masks [n, A], uniformly; 0 where none is legal."""
    rng = np.random.default_rng(seed)
    counts = mask.sum(axis=1, dtype=np.int64)
    # Legal actions are the first ones of a row.
    chosen: NDArray[np.int64] = (rng.random(len(counts)) * counts).astype(np.int64)
    return chosen
