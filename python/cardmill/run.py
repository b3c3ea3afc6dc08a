"""Games of a run, played in native code."""

from __future__ import annotations

import atexit
import hashlib
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardmill import _cardmill
from cardmill.arena import Deck
from cardmill.cards import MOST_ROUNDS, MOST_TABLES, MOST_THREADS, Edits, decks as ready, listed, several, within

Agent = str | PathLike[str] | bytes
"""A name, the file of a policy (.onnx), or what is in such a file."""

GAME = np.dtype(
    [
        ("game", np.uint64),
        ("decks", np.uint16, (2,)),
        ("first", np.uint8),
        ("winner", np.int8),
        ("scores", np.int16, (2,)),
        ("rounds", np.uint16),
        ("decisions", np.uint32),
        ("cut", np.bool_),
        ("quarantined", np.bool_),
        ("digest", np.uint64),
    ]
)
"""What is kept of a game."""


@dataclass(frozen=True, slots=True)
class Run:
    """Games of one seed, in the order of their numbers."""

    seed: int
    names: list[str]
    """What the decks are called, or the positions."""
    agents: tuple[str, str]
    """Who played, by seat."""
    edits: tuple[str, ...]
    """Changes of cards that they were played with."""
    games: NDArray[Any]
    """A record for each game, with these fields:

    game: its number in the run of the seed.
    decks: by seat, the place in `names`; of a position, twice the same.
    first: the seat that went first.
    winner: the seat that won, or was ahead in a game that was cut; -1 if none did.
    scores: by seat.
    rounds: rounds begun.
    decisions: of both seats.
    cut: it was over with the last round of `max_rounds`.
    quarantined: it was set aside by a fault of the engine, and counts for nobody.
    digest: of all choices and the final state.
    """

    def __len__(self) -> int:
        return len(self.games)

    @property
    def digest(self) -> str:
        """The digest of the games; what `cardmill simulate` prints for those from the first on."""
        return _cardmill.digest(np.ascontiguousarray(self.games["digest"]))

    @property
    def decisions(self) -> int:
        """Decisions of all games."""
        return int(self.games["decisions"].sum(dtype=np.uint64))

    @property
    def quarantined(self) -> int:
        """Games that were set aside."""
        return int(self.games["quarantined"].sum())

    def matrix(self) -> NDArray[np.float64]:
        """How often the deck of a row won against that of a column, where a draw is half a win;
        nothing (NaN) where they did not meet. A deck that met itself has what seat 0 won there."""
        counted = self.games[~self.games["quarantined"]]
        first, second = counted["decks"].T
        won = np.select([counted["winner"] == 0, counted["winner"] == 1], [1.0, 0.0], 0.5)
        size = len(self.names)
        wins, met = np.zeros((size, size)), np.zeros((size, size))
        np.add.at(wins, (first, second), won)
        np.add.at(met, (first, second), 1)
        other = first != second
        np.add.at(wins, (second[other], first[other]), 1 - won[other])
        np.add.at(met, (second[other], first[other]), 1)
        shares = np.full((size, size), np.nan)
        np.divide(wins, met, out=shares, where=met > 0)
        return shares

    @classmethod
    def merge(cls, parts: Iterable[Run]) -> Run:
        """Parts of one run as one; a game that is in several of them is there once.

        Raises a `ValueError` if there are no parts, they are of different runs, or a game is in two of
        them that did not go alike.
        """
        all_parts = list(parts)
        if not all_parts:
            raise ValueError("expected one part of a run at least")
        one = all_parts[0]
        for part in all_parts:
            for what in ("seed", "names", "agents", "edits"):
                if getattr(part, what) != getattr(one, what):
                    raise ValueError(
                        f"parts of different runs: {what} {getattr(one, what)!r} and {getattr(part, what)!r}"
                    )
        games = np.concatenate([part.games for part in all_parts])
        games = games[np.argsort(games["game"], kind="stable")]
        again = np.zeros(len(games), np.bool_)
        again[1:] = games["game"][1:] == games["game"][:-1]
        apart = again.copy()
        apart[1:] &= games["digest"][1:] != games["digest"][:-1]
        if apart.any():
            raise ValueError(f"game {games['game'][apart][0]} did not go alike in two parts")
        return cls(one.seed, one.names, one.agents, one.edits, games[~again])


def simulate(
    decks: Sequence[Deck] | None = None,
    agents: Agent | Sequence[Agent] = ("greedy", "greedy"),
    games: int = 1000,
    *,
    first: int = 0,
    seed: int = 0,
    against: Sequence[Deck] = (),
    edits: Edits = (),
    max_rounds: int | None = None,
    threads: int | None = None,
    tables: int = 32,
    out: str | PathLike[str] | None = None,
) -> Run:
    """Plays games in native code: those that `cardmill simulate` plays with the same arguments.

    decks: names (`decks()`), files or folders; those of `decks()` if it is left out. They
        play in every combination, and games go round the combinations.
    agents: one for both seats, or one for each.
    games: how many in all, of all combinations together (`cardmill simulate --games` is for each).
    first: the number of the first one. Any part of a run can be played by itself.
    against: decks that those play instead of each other.
    edits: changes of cards for all games, as `cardmill whatif` takes them: `"SOR_164 cost+1"`.
    max_rounds: games are over as they stand after so many; None or 0 is no limit, as for `--rounds`.
    threads: 1 to 1024; one for each core if it is left out.
    tables: tables of a thread. Nothing but speed depends on it, or on threads.
    out: a file (.parquet or .csv) that the games are also written to, as `cardmill simulate --out`
        does.
    """
    if threads is not None:
        within("threads", threads, 1, MOST_THREADS)
    if max_rounds is not None:
        within("rounds", max_rounds, 0, MOST_ROUNDS)
    within("tables", tables, 1, MOST_TABLES)
    players = seated(agents)
    names, called, columns = _cardmill.simulate(
        ready() if decks is None else several("decks", decks),
        several("against", against),
        agents=[_named(player) for player in players],
        edits=listed(edits),
        games=games,
        first=first,
        seed=seed,
        threads=threads,
        tables=tables,
        rounds=max_rounds,
        out=out,
    )
    played = np.empty(len(columns["game"]), GAME)
    for name, column in columns.items():
        played[name] = column.reshape(played[name].shape)
    first_name, second_name = [
        Path(name).name if isinstance(player, bytes) else name
        for player, name in zip(players, called, strict=True)
    ]
    return Run(seed, names, (first_name, second_name), tuple(listed(edits)), played)


def seated(agents: Agent | Sequence[Agent]) -> list[Agent]:
    """The agent of each seat."""
    return [agents, agents] if isinstance(agents, str | bytes | PathLike) else list(agents)


def _named(agent: Agent) -> str:
    """What the program calls an agent. It reads policies from files: those that are given as bytes are
    put into one."""
    if not isinstance(agent, bytes):
        return fspath(agent)
    path = _folder() / f"{hashlib.sha256(agent).hexdigest()[:16]}.onnx"
    if not path.exists():
        path.write_bytes(agent)
    return str(path)


@cache
def _folder() -> Path:
    """The folder of this process for policies."""
    folder = tempfile.TemporaryDirectory(prefix="cardmill-")
    atexit.register(folder.cleanup)
    return Path(folder.name)
