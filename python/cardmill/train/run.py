"""A run: generations of a net, each learned from games of those before it."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch

from cardmill.train import record
from cardmill.train.corpus import Corpus
from cardmill.train.file import File
from cardmill.train.games import Games, wilson
from cardmill.train.learner import Learner, Settings
from cardmill.train.net import Net
from cardmill.train.page import page
from cardmill.train.positions import Language, Positions
from cardmill.train.record import Record

CHANGED = "cards or observations have changed since the run began; begin another, with --start"

WINDOW = 5
"""Generations that are learned from if nothing is said."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What decides which net comes of a run on a machine."""

    games: Games
    settings: Settings
    each: int
    """Games of a generation."""
    judged: int
    """Games by which each net is judged."""
    window: int = WINDOW
    """Generations that are learned from."""
    overlap: bool = False
    """Whether the games of the next generation are played while a net learns; it has not played them then,
    but the one before it."""

    def told(self) -> dict[str, Any]:
        """It as plain data."""
        return asdict(self)

    @classmethod
    def of(cls, told: dict[str, Any]) -> Plan:
        """The plan that was told."""
        games, settings = Games(**told["games"]), Settings(**told["settings"])
        return cls(**{**told, "games": games, "settings": settings})


class Run:
    """A run in its folder."""

    def __init__(self, folder: Path, plan: Plan, *, device: str, threads: int) -> None:
        """Begins one, or goes on with that in the folder, by its plan."""
        self.folder = folder
        self.plan = plan
        self.device = device
        self.records: list[Record] = []
        # One thread learns and one makes batches: matrices are small, and several threads would wait for
        # each other. So the net does not depend on how many there are.
        self.playing = max(1, threads - 2) if plan.overlap else threads
        self._started = time.perf_counter()
        self._parts: list[Positions] = []
        self._language: Language | None = None
        self._learner: Learner | None = None
        self._state: dict[str, Any] | None = None
        self._start: Path | None = None
        for name in ("nets", "positions"):
            (folder / name).mkdir(parents=True, exist_ok=True)

    @staticmethod
    def plan_of(folder: Path) -> Plan | None:
        """The plan of the run in a folder, if there is one."""
        path = folder / "checkpoint.pt"
        return Plan.of(torch.load(path, weights_only=True)["plan"]) if path.exists() else None

    def begin(self, start: Path | None) -> None:
        """Begins from nothing, or from a net or a checkpoint."""
        for name in ("nets", "positions"):
            shutil.rmtree(self.folder / name)
            (self.folder / name).mkdir()
        if start is not None:
            self._start = self.folder / "nets" / "start.net"
            shutil.copyfile(player_of(start), self._start)

    def resume(self) -> None:
        """Goes on after the last generation that is whole."""
        state = torch.load(self.folder / "checkpoint.pt", weights_only=True)
        self.records = [Record(**told) for told in state["records"]]
        self._started = time.perf_counter() - self.records[-1].seconds
        start = self.folder / "nets" / "start.net"
        self._start = start if start.exists() else None
        last = self.records[-1].generation
        for generation in range(max(0, last - self.plan.window + 1), last + 1):
            self._parts.append(Positions.load(self._positions(generation)))
        self._state = state

    def go(self, seconds: float, generations: int | None, tell: Callable[[Record], None]) -> None:
        """Goes through generations, as many as are told or fit into the time."""
        torch.set_num_threads(1)
        waiting: Future[Found] | None = None
        longest = 0.0
        while True:
            generation = len(self.records)
            now = time.perf_counter() - self._started
            if generation == generations or (generation and now + longest > seconds):
                return
            clock = time.perf_counter()
            found = self._play(generation) if waiting is None else waiting.result()
            if self.plan.overlap:
                waiting = later(partial(self._play, generation + 1))
            played = time.perf_counter() - clock
            record = self._learn(generation, found, played)
            longest = max(longest, time.perf_counter() - clock)
            tell(record)

    def _player(self, generation: int) -> Path | None:
        """The net that plays the games of a generation."""
        net = generation - (2 if self.plan.overlap else 1)
        return self._net(net) if net >= 0 else self._start

    def _play(self, generation: int) -> Found:
        """The games of a generation."""
        clock, first = time.perf_counter(), generation * self.plan.each
        found = self.plan.games.positions(self._player(generation), first, self.plan.each, self.playing)
        played = time.perf_counter()
        positions = Positions.of(found)
        positions.save(self._positions(generation))
        return Found(Language.of(found), positions, played - clock, time.perf_counter() - played)

    def _learn(self, generation: int, found: Found, waited: float) -> Record:
        """A net learns from the last generations, and is judged."""
        clock, plan = time.perf_counter(), self.plan
        self._parts = [*self._parts, found.positions][-plan.window :]
        corpus = Corpus(found.language, self._parts, self.device)
        learner = self._ready(found.language, corpus)
        if plan.settings.trust < 1 and (generation > 0 or self._start):
            corpus.aim(learner.net.values(corpus), plan.settings.trust)
        read = time.perf_counter() - clock
        lesson = learner.learn(corpus, plan.games.seed * 1_000_003 + generation)
        net = self._net(generation)
        File.of(learner.net).write(net)
        clock = time.perf_counter()
        won, judged = plan.games.judge(net, plan.judged, self.playing)
        low, high = wilson(won, judged)
        record = Record(
            generation=generation,
            seconds=time.perf_counter() - self._started,
            games=plan.each,
            positions=len(found.positions),
            learned=lesson.positions,
            loss=lesson.loss,
            right=lesson.right,
            rival=plan.games.rival,
            won=won,
            judged=judged,
            share=won / max(1, judged),
            low=low,
            high=high,
            played_a_second=plan.each / found.played,
            learned_a_second=lesson.positions / lesson.seconds,
            play=waited if plan.overlap else found.played,
            read=read + (0.0 if plan.overlap else found.read),
            learn=lesson.seconds,
            judge=time.perf_counter() - clock,
        )
        self._keep(record, learner, found.language)
        return record

    def _ready(self, language: Language, corpus: Corpus) -> Learner:
        """Who learns: begun if nobody has learned yet."""
        if self._learner is not None and self._language is not None:
            if language.schema != self._language.schema or language.cards != self._language.cards:
                raise ValueError(CHANGED)
            return self._learner
        torch.manual_seed(self.plan.games.seed)
        net = Net(language, corpus, self.device)
        state = self._state
        if state is not None:
            if state["schema"] != language.schema or state["cards"] != language.cards:
                raise ValueError(CHANGED)
            net.restore(state["net"])
        elif self._start is not None:
            file = File.read(self._start)
            net.adopt(file.weights(), file.names())
        self._language, self._learner = language, Learner(net, self.plan.settings)
        if state is not None:
            self._learner.optimizer.load_state_dict(state["optimizer"])
        return self._learner

    def _keep(self, last: Record, learner: Learner, language: Language) -> None:
        """Writes what has come of a generation. The checkpoint is last: what it knows of is there."""
        self.records.append(last)
        record.write(self.records, self.folder)
        title = f"{self.folder.name}: {', '.join(self.plan.games.decks)}, seed {self.plan.games.seed}"
        (self.folder / "run.html").write_text(page(title, self.records))
        shutil.copyfile(self._net(last.generation), self.folder / "player.net.part")
        (self.folder / "player.net.part").replace(self.folder / "player.net")
        beside = self.folder / "checkpoint.pt.part"
        state = {
            "plan": self.plan.told(),
            "records": [asdict(each) for each in self.records],
            "net": learner.net.state(),
            "optimizer": learner.optimizer.state_dict(),
            "schema": language.schema,
            "cards": language.cards,
        }
        torch.save(state, beside)
        beside.replace(self.folder / "checkpoint.pt")
        self._positions(last.generation - self.plan.window).unlink(missing_ok=True)

    def _net(self, generation: int) -> Path:
        return self.folder / "nets" / f"{generation:04}.net"

    def _positions(self, generation: int) -> Path:
        return self.folder / "positions" / f"{generation:04}.npz"


@dataclass(frozen=True, slots=True)
class Found:
    """The games of a generation."""

    language: Language
    positions: Positions
    played: float
    read: float
    """Seconds in which they were played, and in which positions were made small."""


def player_of(start: Path) -> Path:
    """The file of a net: itself, or the player beside a checkpoint."""
    return start if start.suffix == ".net" else start.parent / "player.net"


def later(work: Callable[[], Found]) -> Future[Found]:
    """Does something in a thread that nobody waits for who leaves."""
    future: Future[Found] = Future()

    def do() -> None:
        try:
            future.set_result(work())
        except BaseException as problem:
            future.set_exception(problem)

    threading.Thread(target=do, daemon=True).start()
    return future
