"""Learning: a net follows what came of positions."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from cardmill.train.corpus import Corpus
from cardmill.train.net import Net

LEAST = 128
"""The fewest positions of a step, if there are so many."""

DECAY = 1e-2
"""How fast weights fade that nothing asks for."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a net learns."""

    epochs: float = 2.0
    """How often each position is learned from in a generation."""
    rate: float = 2e-3
    batch: int = 2048
    """The most positions of a step; fewer where there are not enough for 200 steps an epoch."""
    trust: float = 0.85
    """What weight outcomes have beside what the net of the generation before said of later positions."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What came of learning."""

    positions: int
    """Positions that were learned from, each as often as it was."""
    seconds: float
    loss: float
    """On held-out games, against outcomes."""
    right: float
    """How often the net and the outcome of a held-out position are on one side."""


class Learner:
    """A net and how it moves."""

    def __init__(self, net: Net, settings: Settings) -> None:
        """Begins to move."""
        self.net = net
        self.settings = settings
        weights = [value for name, value in net.parameters.items() if not name.endswith("_bias")]
        biases = [value for name, value in net.parameters.items() if name.endswith("_bias")]
        groups = [{"params": weights, "weight_decay": DECAY}, {"params": biases, "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=settings.rate, betas=(0.9, 0.99), fused=True)

    def learn(self, corpus: Corpus, seed: int) -> Lesson:
        """Learns from a corpus; what is drawn is drawn from the seed."""
        clock, settings, net = time.perf_counter(), self.settings, self.net
        torch.manual_seed(seed)
        chosen = _chosen(corpus.learned, settings, np.random.default_rng(seed))
        weights = list(net.parameters.values())
        for step, batch in enumerate(corpus.batches(chosen)):
            done = step / len(chosen)
            for group in self.optimizer.param_groups:
                group["lr"] = settings.rate * min(1.0, 0.05 + 20 * done) * (1 - done) + 1e-6
            logits = net.logits(corpus, batch, known=net.draw_known())
            loss = functional.binary_cross_entropy_with_logits(logits, batch.targets)
            self.optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(weights, 1.0)
            self.optimizer.step()
        if net.device != "cpu":
            torch.cuda.synchronize()
        seconds = time.perf_counter() - clock
        lost, right = judged(net, corpus)
        return Lesson(sum(map(len, chosen)), seconds, lost, right)


def judged(net: Net, corpus: Corpus) -> tuple[float, float]:
    """The loss on held-out games, and how often the net is on the side of the outcome."""
    held_out = corpus.held_out
    blocks = np.array_split(held_out, max(1, -(-len(held_out) // 8192)))
    with torch.no_grad():
        found = [net.logits(corpus, batch).cpu() for batch in corpus.batches(blocks)]
    logits, outcomes = torch.cat(found), torch.from_numpy(corpus.outcomes[held_out])
    loss = functional.binary_cross_entropy_with_logits(logits, outcomes)
    return float(loss), float(((logits > 0) == (outcomes > 0.5)).float().mean())


def _chosen(
    learned: NDArray[np.intp], settings: Settings, drawn: np.random.Generator
) -> list[NDArray[np.intp]]:
    """The positions of each batch. Those of a batch are in order, since memory is read in order."""
    size = min(settings.batch, max(LEAST, len(learned) // 200), len(learned))
    steps = max(1, int(settings.epochs * len(learned) / size))
    each = len(learned) // size
    chosen: list[NDArray[np.intp]] = []
    while len(chosen) < steps:
        mixed = drawn.permutation(learned)[: each * size].reshape(each, size)
        chosen += list(np.sort(mixed, axis=1))
    return chosen[:steps]
