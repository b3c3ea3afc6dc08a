"""Games on many machines, by actors of Ray (https://ray.io).

What a game does depends on the arguments of its run and on its number, and on nothing else. So games
are played in chunks, wherever there is room, and put together by their numbers: chunks that are played
twice, and workers that are lost, change nothing.
"""

from __future__ import annotations

import dataclasses
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray
from ray.exceptions import ObjectLostError, RayActorError

from cardmill.arena import Deck
from cardmill.cards import MOST_THREADS, Edits, decks as ready, several, within
from cardmill.run import Agent, Run, seated, simulate

SMALLEST = 16
"""Games of a chunk, at least; a worker's first chunk, from which its speed is known."""

Chunk = tuple[int, int]
"""The number of its first game, and how many there are."""


class Workers:
    """Actors of Ray that play the games of a run.

    Ray is started if it is not running (`ray.init()`). Decks and policies are sent along: other
    machines need Ray and this package, of the same version.
    """

    def __init__(
        self,
        count: int,
        decks: Sequence[Deck] | None = None,
        agents: Agent | Sequence[Agent] = ("greedy", "greedy"),
        *,
        seed: int = 0,
        against: Sequence[Deck] = (),
        edits: Edits = (),
        max_rounds: int | None = None,
        threads: int = 1,
        chunk: int | None = None,
        seconds: float = 2.0,
        losses: int = 3,
    ) -> None:
        """Starts the actors.

        count: how many of them there are.
        decks, agents, seed, against, edits, max_rounds: as `cardmill.simulate` takes them.
        threads: of each actor; it asks Ray for as many processors.
        chunk: games that are handed to an actor together; as many as it plays in `seconds` if it is
            left out.
        losses: how often a chunk is handed out again whose worker was lost.
        """
        within("threads", threads, 1, MOST_THREADS)
        if count < 1 or (chunk is not None and chunk < 1):
            raise ValueError(f"{count} workers, chunk {chunk}; expected 1 at least")
        own = _resolved(ready() if decks is None else several("decks", decks))
        field = _resolved(several("against", against))
        policies = seated(agents)
        # What is wrong with the arguments is raised here, and what things are called is told here.
        self._nothing = simulate(
            own,
            policies,
            0,
            seed=seed,
            against=field,
            edits=edits,
            max_rounds=max_rounds,
            threads=1,
        )
        self._files = ray.put(_contents([*own, *field]))
        self._arguments = ray.put(
            {
                "decks": own,
                "against": field,
                "edits": self._nothing.edits,
                "agents": [_sent(agent) for agent in policies],
                "seed": seed,
                "max_rounds": max_rounds,
                "threads": threads,
            }
        )
        self._threads = threads
        self._chunk = chunk
        self._seconds = seconds
        self._losses = losses
        self.actors = [self._actor() for _ in range(count)]

    def _actor(self) -> Any:
        return ray.remote(Player).options(num_cpus=self._threads).remote(self._files, self._arguments)

    def play(self, games: int, *, first: int = 0) -> Run:
        """Plays so many games of the run from one on: the `Run` that `cardmill.simulate` gives."""
        return Run.merge([self._nothing, *self.parts(games, first=first)])

    def parts(self, games: int, *, first: int = 0) -> Iterator[Run]:
        """The same games in parts, as they come."""
        for _, played in self._played(first, games, None):
            yield dataclasses.replace(self._nothing, games=played)

    def write(self, games: int, folder: str | PathLike[str], *, first: int = 0) -> list[Path]:
        """Plays the same games, and has each chunk written to a Parquet file of a folder that all
        workers share. The files in the order of their games; each is as `cardmill simulate --out`
        writes it."""
        place = Path(folder).absolute()
        place.mkdir(parents=True, exist_ok=True)
        if any(place.glob("*.parquet")):
            raise ValueError(f"{place}: it has games of another run; expected a folder without any")
        return [path for _, path in sorted(self._played(first, games, str(place)))]

    def close(self) -> None:
        """Ends the actors."""
        for actor in self.actors:
            ray.kill(actor)
        self.actors = []

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _played(self, first: int, games: int, folder: str | None) -> Iterator[tuple[int, Any]]:
        """The number of the first game of each chunk with what came of it, as chunks are done."""
        if not self.actors:
            raise ValueError("these workers are closed")
        if first < 0 or games < 0:
            raise ValueError(f"{games} games from {first}; expected no negative numbers")
        due, end = first, first + games
        again: deque[tuple[Chunk, int]] = deque()
        sizes = [self._chunk or SMALLEST for _ in self.actors]
        working: dict[Any, tuple[int, Chunk, int]] = {}
        idle = list(range(len(self.actors)))
        while True:
            while idle and (again or due < end):
                if again:
                    chunk, lost = again.popleft()
                else:
                    chunk, lost = (due, self._share(sizes[idle[-1]], end - due)), 0
                    due += chunk[1]
                worker = idle.pop()
                working[self.actors[worker].play.remote(chunk, folder)] = (worker, chunk, lost)
            if not working:
                return
            done, _ = ray.wait(list(working))
            worker, chunk, lost = working.pop(done[0])
            idle.append(worker)
            try:
                played, took = ray.get(done[0])
            except (RayActorError, ObjectLostError) as error:
                self.actors[worker] = self._actor()
                if lost >= self._losses:
                    raise RuntimeError(
                        f"games {chunk[0]} to {sum(chunk) - 1}: {lost + 1} workers were lost"
                    ) from error
                again.append((chunk, lost + 1))
                continue
            if self._chunk is None:
                # The first games to end are few and short: a chunk grows step by step.
                fitting = int(chunk[1] * self._seconds / max(took, 1e-9))
                sizes[worker] = min(max(fitting, SMALLEST), 8 * max(chunk[1], sizes[worker]))
            yield chunk[0], played

    def _share(self, size: int, left: int) -> int:
        """Games of the next chunk: towards the end all workers get some."""
        if self._chunk is None:
            size = min(size, max(-(-left // len(self.actors)), SMALLEST))
        return min(size, left)


class Player:
    """What an actor does."""

    def __init__(self, files: Mapping[Path, bytes], arguments: Mapping[str, Any]) -> None:
        """Puts the files where they are read from."""
        self._folder = tempfile.TemporaryDirectory(prefix="cardmill-")
        for path, content in files.items():
            place = self._place(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        self._arguments = dict(arguments)
        for side in ("decks", "against"):
            decks = arguments[side]
            self._arguments[side] = [self._place(deck) if isinstance(deck, Path) else deck for deck in decks]

    def _place(self, path: Path) -> Path:
        """Files lie to each other as they do where they come from: one that is given twice is one."""
        return Path(self._folder.name) / path.relative_to(path.anchor)

    def play(self, chunk: Chunk, folder: str | None) -> tuple[NDArray[Any] | Path, float]:
        """Plays a chunk; its games or the file that they are in, and the seconds that it took."""
        begun = time.perf_counter()
        first, count = chunk
        out = None if folder is None else Path(folder) / f"games-{first:012}.parquet"
        run = simulate(games=count, first=first, out=out, **self._arguments)
        took = time.perf_counter() - begun
        return (run.games if out is None else out), took


def _resolved(decks: Sequence[Deck]) -> list[str | Path]:
    """Files and folders by their full paths; names stay names."""
    return [Path(deck).resolve() if Path(deck).exists() else fspath(deck) for deck in decks]


def _contents(decks: Sequence[str | Path]) -> dict[Path, bytes]:
    """What is in the files among some decks, and in those of folders."""
    paths = [deck for deck in decks if isinstance(deck, Path)]
    files = [file for path in paths for file in (path.iterdir() if path.is_dir() else [path])]
    return {file: file.read_bytes() for file in files if file.is_file()}


def _sent(agent: Agent) -> str | bytes:
    """An agent as other machines know it."""
    if isinstance(agent, bytes):
        return agent
    name = fspath(agent)
    return Path(name).read_bytes() if name.endswith(".onnx") else name
