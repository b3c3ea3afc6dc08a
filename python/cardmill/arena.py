"""Batches of decisions of many tables."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from os import PathLike
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardmill import _cardmill
from cardmill._cardmill import Ended
from cardmill.cards import (
    MOST_DECISIONS,
    MOST_ROUNDS,
    MOST_TABLES,
    MOST_THREADS,
    Array,
    Edits,
    arrays,
    decks as ready,
    listed,
    several,
    within,
)
from cardmill.pool import Pool

Deck = str | PathLike[str]
Level = Literal["seat", "public", "omniscient"]
Layout = Literal["padded", "packed"]

MOST_OPTIONS = 2**16 - 1
"""Options that a row can have."""

Out = Mapping[str, Array] | Sequence[Mapping[str, Array]] | None

LEAVE = -(2**31)
"""The choice by which a game is over as it stands; nobody has won it."""

BLOCK = 64
"""Tables that are moved together. More of them wait out of the cache for each other."""

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
    """How many actions are legal: the first so many. The last row of a game that was cut shows what was
    asked then."""
    reward: NDArray[np.float32]
    """What this seat got since its last row."""
    start: NDArray[np.bool_]
    """The first row of this seat in the game."""
    ended: NDArray[np.bool_]
    """The last row of a game (`hold=True`); whatever is answered begins the next."""
    obs: dict[str, Array]
    """The observation by the names of `schema()`; empty without `observe`. What begins with `critic_`
    tells what is hidden, and is there with `critic` alone."""
    ends: list[Ended]
    """Games that ended since the last batch."""

    def __len__(self) -> int:
        return len(self.table)


@dataclass(frozen=True, slots=True)
class Shown:
    """What an arena writes of its decisions; `Arena` says what each means."""

    tables: int
    observe: bool
    level: Level
    entities: int
    actions: int
    history: int
    critic: bool
    layout: Layout


class Arena:
    """Tables whose decisions come in batches, in an order that depends on seed and choices alone.

    Table t plays the games t, t + tables, t + 2 * tables, ... of the seed.
    """

    def __init__(
        self,
        decks: Sequence[Deck] | None = None,
        *,
        against: Sequence[Deck] = (),
        edits: Edits = (),
        tables: int | None = None,
        seed: int = 0,
        seats: Sequence[Seat] = ("external", "external"),
        shuffle_seats: bool = False,
        min_rows: int | None = None,
        threads: int = 1,
        observe: bool = True,
        level: Level = "seat",
        entities: int = 128,
        actions: int = 64,
        history: int = 0,
        critic: bool = False,
        layout: Layout = "padded",
        reward: Literal["win", "score"] = "win",
        max_rounds: int | None = None,
        max_decisions: int | None = None,
        games: int | None = None,
        hold: bool = False,
        out: Out = None,
    ) -> None:
        """Deals the first games.

        decks: names (`decks()`), files or folders; those of `decks()` if it is left out.
            They play in every combination, as `cardmill simulate` pairs them.
        against: decks that those play instead of each other.
        edits: changes of cards for all games, as `cardmill whatif` takes them: `"SOR_164 cost+1"`.
        tables: 64 if it is left out, which is the fastest; with threads 128 for each.
        seats: "external", the name of an agent, or a `Pool`, for each seat; they change places from
            game to game with `shuffle_seats`.
        min_rows: rows of a batch, at least; a quarter of the tables if it is left out.
        threads: 1 to 1024; with more than one, tables are moved between `send` and `recv`. They do not
            survive a fork of the process.
        entities, actions: rows of an observation. Where there are more options, the last action shows
            the others. In packed arrays all are shown, and these are what there is room for on the
            average; an arena makes room for more where its own arrays are full.
        history: so many of the last choices, as the seat knows them: `events` of an observation.
        critic: what somebody sees from whom nothing is hidden, for whoever judges positions in
            training: `critic_cards`, `critic_entities` and `critic_globals`, without options.
        layout: "packed" has as many rows as there are, one decision after the other;
            `entity_offsets` and `action_offsets` tell where each begins.
        reward: 1, -1 or 0 at the end, or by how much the own score moves against the other.
        max_rounds: games are over as they stand after so many; None or 0 is no limit.
        max_decisions: they are after so many, at least 1, as soon as somebody outside is asked.
        games: how many games are played; `recv` gives no rows when there are no more.
        hold: a game that has ended gives a last row, and the next begins when that is answered.
        out: arrays to write to, or several such sets in turn; `buffers()` makes such a set.
        """
        if reward not in ("win", "score"):
            raise ValueError(f"reward {reward!r}; expected 'win' or 'score'")
        if layout not in ("padded", "packed"):
            raise ValueError(f"layout {layout!r}; expected 'padded' or 'packed'")
        within("threads", threads, 1, MOST_THREADS)
        if tables is None:
            tables = BLOCK if threads == 1 else 2 * BLOCK * threads
        within("tables", tables, 1, MOST_TABLES)
        if max_rounds is not None:
            within("rounds", max_rounds, 0, MOST_ROUNDS)
        if max_decisions is not None:
            within("decisions", max_decisions, 1, MOST_DECISIONS)
        seated = several("seats", seats)
        self.edits = tuple(listed(edits))
        """Changes of cards that it is played with."""
        core = _cardmill.Arena(
            ready() if decks is None else several("decks", decks),
            several("against", against),
            edits=list(self.edits),
            tables=tables,
            seed=seed,
            threads=threads,
            batch=max(1, tables // 4) if min_rows is None else min_rows,
            seats=[_seat(seat) for seat in seated],
            moves=shuffle_seats,
            score=reward == "score",
            actions=MOST_OPTIONS if layout == "packed" else actions,
            history=history,
            rounds=max_rounds,
            decisions=max_decisions,
            games=games,
            holds=hold,
            level=level,
        )
        shown = Shown(tables, observe, level, entities, actions, history, critic, layout)
        self._set_up(core, seated, shown, out)

    def _set_up(self, core: _cardmill.Arena, seats: list[Seat], shown: Shown, out: Out) -> None:
        self._core = core
        self.shown = shown
        self.seats = seats
        """Who plays; pools among them learn."""
        self._pools = [seat for seat in seats if isinstance(seat, Pool)]
        self._drawn_from = self._changes()
        self._rows = core.most_rows()
        self._grows = out is None
        if out is None:
            sets: list[Mapping[str, Array]] = [self.buffers(), self.buffers()]
        else:
            sets = [out] if isinstance(out, Mapping) else list(out)
        if not sets:
            raise ValueError("out: expected one set of arrays at least")
        self._sets = [(dict(arrays), self._lend(arrays)) for arrays in sets]
        self._turn = 0

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return self.shown.tables

    def buffers(self) -> dict[str, Array]:
        """A set of arrays that batches can be written to."""
        columns = {name: np.zeros(self._rows, dtype) for name, dtype in COLUMNS.items()}
        shown = self.shown
        if not shown.observe:
            return columns
        return columns | arrays(
            self._rows,
            shown.entities,
            shown.actions,
            history=shown.history,
            critic=shown.critic,
            packed=shown.layout == "packed",
        )

    def _lend(self, arrays: Mapping[str, Array]) -> _cardmill.Buffers:
        shown = self.shown
        return _cardmill.Buffers(
            dict(arrays),
            rows=self._rows,
            observe=shown.observe,
            critic=shown.observe and shown.critic,
            packed=shown.layout == "packed",
            entities=shown.entities,
            actions=shown.actions,
            history=shown.history,
        )

    def _told(self, tell: Callable[[_cardmill.Buffers], int]) -> Rows:
        try:
            count = tell(self._sets[self._turn][1])
        except BufferError:
            if not self._grows:
                raise
            self._grow()
            return self._told(self._core.tell)
        arrays, _ = self._sets[self._turn]
        columns = {name: arrays[name][:count] for name in COLUMNS}
        seen = {name: array for name, array in arrays.items() if name not in COLUMNS}
        obs = {name: array[: _filled(seen, name, count)] for name, array in seen.items()}
        ends = self._core.ended()
        for pool in self._pools:
            for end in ends:
                pool.learn(end)
        return Rows(**columns, obs=obs, ends=ends)

    def _changes(self) -> list[int]:
        return [pool.changes for pool in self._pools]

    def _seat_anew(self) -> None:
        """Lets the games that are dealt next be drawn from the pools as they are now."""
        if self._changes() != self._drawn_from:
            self._core.seat([_seat(seat) for seat in self.seats])
            self._drawn_from = self._changes()

    def _grow(self) -> None:
        """Makes room for twice as many packed rows in the arrays whose turn it is."""
        arrays = dict(self._sets[self._turn][0])
        for name, array in arrays.items():
            if _offsets(name) in arrays:
                arrays[name] = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
        self._sets[self._turn] = (arrays, self._lend(arrays))

    def recv(self) -> Rows:
        """The next batch; no rows when all games were played."""
        self._turn = (self._turn + 1) % len(self._sets)
        return self._told(self._core.recv)

    def send(self, choice: ArrayLike) -> None:
        """Answers the oldest batch that is not answered: an action, or `LEAVE`, for each row."""
        choices = _integers(choice)
        self._seat_anew()
        self._core.send(choices)

    def send_logits(
        self, logits: ArrayLike, temperature: float = 1.0
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Answers by actions drawn from logits [n, any]; those of actions that are not there are not
        heard. One for each action there is, [sum of `options`], does, too, as packed arrays have them. The same decision with the same logits draws the same action in whatever batch it
        comes. Returns the actions and the logarithms of their probabilities."""
        array = np.ascontiguousarray(logits, np.float32)
        choices, logarithms = self._core.draw_by(array, temperature)
        self._seat_anew()
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
        chosen = [int(table) for table in tables]
        self._seat_anew()
        return self._told(lambda buffers: self._core.begin(chosen, buffers))

    def fork(
        self, src: ArrayLike, dst: ArrayLike, *, key: int = 0, exact: bool = False
    ) -> Rows:
        """Copies the games of some tables, or of one, onto other tables of the last batch; its rows
        again, with those of the copies. What was played at `dst` is left; a copy is the next game of its table. It
        draws other random numbers from here on, by the key and its number, so that it does not tell the
        future; an exact one goes on as its original does. Hidden cards stay where they are."""
        return self._copy(src, dst, None, None if exact else key)

    def determinize(self, src: ArrayLike, dst: ArrayLike, seat: int, *, key: int = 0) -> Rows:
        """As `fork`, in worlds that the player at a seat cannot rule out: what is hidden from the seat
        is dealt anew, by what it knows, the key and the number of the copy, and by nothing else."""
        return self._copy(src, dst, seat, key)

    def _copy(self, src: ArrayLike, dst: ArrayLike, seat: int | None, key: int | None) -> Rows:
        sides = np.broadcast_arrays(*(_integers(np.atleast_1d(tables)) for tables in (src, dst)))
        pairs = [(int(source), int(target)) for source, target in zip(*sides, strict=True)]
        self._seat_anew()
        return self._told(lambda buffers: self._core.copy(pairs, seat, key, buffers))

    def save(self) -> bytes:
        """The arena as bytes, for the same version and cards: all games, settings and pools. Policies
        are saved by the names of their files."""
        seats = [seat.written() if isinstance(seat, Pool) else seat for seat in self.seats]
        return self._core.save(json.dumps({"seats": seats, "shown": asdict(self.shown)}))

    @classmethod
    def load(
        cls, data: bytes, *, edits: Edits = (), threads: int | None = None, out: Out = None
    ) -> Arena:
        """An arena that goes on as the one that was saved, with the same edits and, if they are named,
        other threads, to the same digests. Batches that were not answered come again."""
        core, notes = _cardmill.Arena.load(data, listed(edits), threads)
        told = json.loads(notes)
        shown = Shown(**told["shown"])
        core.show(shown.level)
        arena = cls.__new__(cls)
        arena.edits = tuple(listed(edits))
        seats = [Pool.read(seat) if isinstance(seat, dict) else seat for seat in told["seats"]]
        arena._set_up(core, seats, shown, out)
        # They may have learned since a game was dealt.
        arena._drawn_from = []
        return arena

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (type(self), self.save(), self.edits)

    def reset(self, seed: int) -> None:
        """Begins anew with the first games of a seed; pools forget what they were told."""
        for pool in self._pools:
            pool.forget()
        self._seat_anew()
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


def _loaded(kind: type[Arena], data: bytes, edits: tuple[str, ...]) -> Arena:
    return kind.load(data, edits=edits)


def _seat(seat: Seat) -> list[tuple[str, int]] | None:
    if isinstance(seat, Pool):
        return seat.agents
    return None if seat == "external" else [(seat, 1)]


def _integers(choice: ArrayLike) -> NDArray[np.int32]:
    array = np.asarray(choice)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"expected integers [n], not {array.dtype} {list(array.shape)}")
    if array.dtype != np.int32 and array.size and (array.max() > 2**31 - 1 or array.min() < -(2**31)):
        raise ValueError("there is no such option")
    return np.ascontiguousarray(array, np.int32)


def _offsets(name: str) -> str:
    """What the array is called that tells where the rows of a packed array begin."""
    prefix = "critic_" if name.startswith("critic_") else ""
    rows = {"cards": "entity", "entities": "entity", "actions": "action"}.get(name.removeprefix(prefix))
    return f"{prefix}{rows}_offsets"


def _filled(seen: Mapping[str, Array], name: str, count: int) -> int:
    """How many rows of an array have something of so many decisions."""
    if name.endswith("_offsets"):
        return count + 1
    offsets = seen.get(_offsets(name))
    return count if offsets is None else int(offsets[count])


_seeds: list[int] = []
"""The two numbers that were given to `sample` last."""


def sample(
    mask: NDArray[np.int8] | NDArray[np.int32], seed: int | np.random.Generator | None = None
) -> NDArray[np.int64]:
    """A legal action for each row of masks [n, A], or for each decision of packed arrays by their
    `action_offsets` [n + 1], uniformly; 0 where none is legal.

    seed: a `Generator` that goes on from call to call, or a number for this call alone: with the same
        number the same places are drawn again.
    """
    if isinstance(seed, int | np.integer):
        if _seeds == [seed, seed]:
            warnings.warn(
                f"sample draws the same places again with the seed {seed}; expected a generator that goes "
                f"on: rng = numpy.random.default_rng({seed})",
                stacklevel=2,
            )
        _seeds[:] = [*_seeds[-1:], int(seed)]
    rng = np.random.default_rng(seed)
    counts = np.diff(mask).astype(np.int64) if mask.ndim == 1 else mask.sum(axis=1, dtype=np.int64)
    # Legal actions are the first ones of a row.
    chosen: NDArray[np.int64] = (rng.random(len(counts)) * counts).astype(np.int64)
    return chosen
