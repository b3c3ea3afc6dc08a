"""The net: what a table is worth to a seat. `plugins/net` is the same in whole numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from cardmill.train.corpus import Batch, Corpus
from cardmill.train.positions import Language

CARD = 32
ROW = 32
FIRST = 64
SECOND = 32
"""Numbers that a card is known by, those that a row becomes, and those of the layers."""

FORGOTTEN = 1 / 3
"""How often it is kept from the net which card a card is, so that it reads what is printed."""


Weights = dict[str, NDArray[np.float64]]
"""What a file has, before it is rounded."""


class Net:
    """A net that is learned. A card is known by what is printed on it, and a little by which it is; a row
    becomes numbers by where it lies; those of a table are added up, and two layers follow."""

    def __init__(self, language: Language, corpus: Corpus, device: str = "cpu") -> None:
        """One that knows nothing; the sizes of inputs are those of the corpus."""
        self.language = language
        self.device = device
        self.inputs = {name: language.inputs(array).names for name, array in ARRAYS.items()}
        facts = language.inputs("facts").expand(torch.from_numpy(language.fact_numbers)).float()
        self.zones = corpus.zones
        self.scales = {
            "facts": _size(facts),
            "cells": _size(corpus.cells),
            "globals": _size(corpus.globals[:100_000].float()),
        }
        self.facts = facts
        cells, cards = len(self.inputs["cells"]), len(language.cards)

        def drawn(size: float, *shape: int) -> torch.Tensor:
            return torch.randn(*shape) * size

        self.parameters: dict[str, torch.Tensor] = {
            "facts": drawn(0.03, facts.shape[1], CARD),
            "cards": torch.zeros(cards, CARD),
            "card_bias": torch.zeros(CARD),
            "card_rows": drawn(0.2, self.zones, CARD, ROW),
            "cells": drawn(0.15, self.zones, cells, ROW),
            "row_bias": torch.zeros(self.zones, ROW),
            "first": drawn(0.03, self.zones * 2, ROW, FIRST),
            "globals": drawn(0.1, len(self.inputs["globals"]), FIRST),
            "first_bias": torch.zeros(FIRST),
            "second": drawn(0.12, FIRST, SECOND),
            "second_bias": torch.zeros(SECOND),
            "last": drawn(0.05, SECOND),
            "last_bias": torch.zeros(1),
        }
        self._place()

    def _place(self) -> None:
        """Puts everything where it is worked out."""
        self.facts = self.facts.to(self.device)
        self.scales = {name: scale.to(self.device) for name, scale in self.scales.items()}
        self.parameters = {
            name: weights.detach().to(self.device).requires_grad_()
            for name, weights in self.parameters.items()
        }

    def logits(self, corpus: Corpus, batch: Batch, *, known: torch.Tensor | None = None) -> torch.Tensor:
        """How surely each position of a batch of a corpus is won, before the logistic function.

        known: by card, 1 where the net may know which it is, else 0; all of them if it is left out.
        """
        at, scales = self.parameters, self.scales
        vectors = at["cards"] if known is None else at["cards"] * known[:, None]
        printed = self.facts @ (at["facts"] / scales["facts"][:, None])
        cards = torch.relu(printed + vectors + at["card_bias"])
        # By `embedding` and not by an index: its gradient is the same on any number of threads.
        own = functional.embedding(corpus.cards[batch.rows], cards)
        both = torch.cat([corpus.cells[batch.rows], own], dim=1)
        cells = at["cells"] / scales["cells"][:, None]
        weights = torch.cat([cells, at["card_rows"]], dim=1)
        # The first layer is a sum over rows: each different row goes through it once.
        terms: list[torch.Tensor] = []
        parts = both.split([sum(batch.groups[zone * 2 : zone * 2 + 2]) for zone in range(self.zones)])
        for zone, part in enumerate(parts):
            if len(part):
                rows = torch.relu(torch.addmm(at["row_bias"][zone], part, weights[zone]))
                sides = rows.split(batch.groups[zone * 2 : zone * 2 + 2])
                terms += [each @ at["first"][zone * 2 + side] for side, each in enumerate(sides)]
        first = functional.embedding_bag(batch.index, torch.cat(terms), batch.starts, mode="sum")
        tables = batch.globals @ (at["globals"] / scales["globals"][:, None])
        second = torch.relu(first + tables + at["first_bias"])
        last = torch.relu(second @ at["second"] + at["second_bias"])
        return last @ at["last"] + at["last_bias"]

    def draw_known(self) -> torch.Tensor:
        """Which cards the net may know for once."""
        known = torch.rand(len(self.language.cards)) >= FORGOTTEN
        return known.float().to(self.device)

    def values(self, corpus: Corpus) -> NDArray[np.float32]:
        """What share of the game each position of a corpus is worth."""
        blocks = np.array_split(np.arange(len(corpus)), -(-len(corpus) // 8192))
        with torch.no_grad():
            found = [
                torch.sigmoid(self.logits(corpus, batch)).cpu().numpy()
                for batch in corpus.batches(blocks)
            ]
        return np.concatenate(found)

    def weights(self) -> Weights:
        """What a file has of the net, before it is rounded."""
        found = {name: weights.detach().cpu().double() for name, weights in self.parameters.items()}
        for name, scale in self.scales.items():
            found[name] = found[name] / scale.cpu().double()[:, None]
        return {name: weights.numpy() for name, weights in found.items()}

    def adopt(self, weights: Weights, names: Mapping[str, list[str]]) -> None:
        """Begins with the weights of another net, whose inputs and cards have these names. What it does
        not know remains as it is."""
        own = self.weights()
        here = {**self.inputs, "cards": self.language.cards}
        for name, found in weights.items():
            if name in here:
                places = {each: place for place, each in enumerate(names[name])}
                known = [each for each in here[name] if each and each in places]
                targets, sources = [here[name].index(each) for each in known], [places[each] for each in known]
                groups = (*own[name].shape[:-2], -1, own[name].shape[-1])
                own[name][..., targets, :] = found.reshape(groups)[..., sources, :]
            elif found.size == own[name].size:
                own[name] = found.reshape(own[name].shape)
            else:
                raise ValueError(f"tensor {name!r} has {found.size} numbers; expected {own[name].size}")
        for name, scale in self.scales.items():
            own[name] = own[name] * scale.cpu().double().numpy()[:, None]
        self.parameters = {name: torch.from_numpy(found).float() for name, found in own.items()}
        self._place()

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps."""
        return {
            "parameters": {name: weights.detach().cpu() for name, weights in self.parameters.items()},
            "scales": {name: scale.cpu() for name, scale in self.scales.items()},
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Goes on from what a checkpoint kept."""
        self.parameters, self.scales = dict(state["parameters"]), dict(state["scales"])
        self._place()


ARRAYS = {"cells": "entities", "facts": "facts", "globals": "globals"}
"""The arrays that inputs come from, by what files call these."""


def _size(inputs: torch.Tensor) -> torch.Tensor:
    """How large inputs are, at least 1."""
    return inputs.square().mean(0).sqrt().clamp(min=1)
