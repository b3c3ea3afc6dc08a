"""Files of nets, in whole numbers: what native code plays."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardmill.train.corpus import SIDE, ZONE
from cardmill.train.net import Net, Weights

KIND = "cardmill.net.1"

FINE, BETWEEN, COARSE = 1 << 12, 1 << 6, 1 << 10
"""By what weights, numbers between layers, and weights of layers are multiplied."""

TENSORS: dict[str, tuple[int, str]] = {
    "facts": (FINE, "I16"),
    "cards": (FINE, "I16"),
    "card_bias": (FINE, "I32"),
    "card_rows": (FINE, "I16"),
    "cells": (FINE, "I16"),
    "row_bias": (FINE, "I32"),
    "first": (COARSE, "I16"),
    "globals": (COARSE, "I16"),
    "first_bias": (COARSE * BETWEEN, "I32"),
    "second": (COARSE, "I16"),
    "second_bias": (COARSE * BETWEEN, "I32"),
    "last": (COARSE, "I16"),
    "last_bias": (COARSE * BETWEEN, "I32"),
}
"""By what each tensor is multiplied, and what numbers it has."""

HALVES = {
    "card_bias": FINE // BETWEEN // 2,
    "row_bias": FINE // BETWEEN // 2,
    "first_bias": COARSE // 2,
    "second_bias": COARSE // 2,
}
"""Half of what is cut off after each layer, by its bias."""

TYPES: dict[str, np.dtype[Any]] = {"I16": np.dtype("<i2"), "I32": np.dtype("<i4")}

Numbers = NDArray[Any]
"""Whole numbers of 16 or 32 bits."""


@dataclass(frozen=True, slots=True)
class File:
    """What is in a file of a net."""

    notes: dict[str, str]
    tensors: dict[str, Numbers]

    @classmethod
    def of(cls, net: Net) -> File:
        """A net, rounded."""
        ids = net.language.cards
        weights = net.weights()
        # A number of a card that is none has no row.
        weights["cards"] = weights["cards"][[bool(each) for each in ids]]
        tensors = {name: _rounded(weights[name], *how) for name, how in TENSORS.items()}
        # Numbers between layers are cut off and not rounded: on average that takes half of one away.
        for name, half in HALVES.items():
            tensors[name] += half
        named = {name: "\n".join(inputs) for name, inputs in net.inputs.items()}
        notes = {"kind": KIND, "zone": ZONE, "side": SIDE, "zones": str(net.zones)}
        return cls(notes | named | {"cards": "\n".join(filter(None, ids))}, tensors)

    @classmethod
    def read(cls, path: str | PathLike[str]) -> File:
        """Reads one."""
        data = Path(path).read_bytes()
        try:
            (length,) = struct.unpack_from("<Q", data)
            told = json.loads(data[8 : 8 + length])
            notes = told.pop("__metadata__")
            if notes["kind"] != KIND:
                raise ValueError(f"kind {notes['kind']!r}")
            tensors: dict[str, Numbers] = {}
            for name, (_, kind) in TENSORS.items():
                start, end = told[name]["data_offsets"]
                found = np.frombuffer(data[8 + length + start : 8 + length + end], TYPES[kind])
                tensors[name] = found.reshape(told[name]["shape"])
        except (struct.error, KeyError, TypeError, ValueError) as problem:
            raise ValueError(f"{fspath(path)}: {problem}; expected a net of kind {KIND!r}") from problem
        return cls(notes, tensors)

    def write(self, path: str | PathLike[str]) -> None:
        """Writes it; who reads the file meanwhile finds the one that was there."""
        told: dict[str, object] = {"__metadata__": self.notes}
        parts: list[bytes] = []
        end = 0
        for name, numbers in self.tensors.items():
            part = numbers.astype(TYPES[TENSORS[name][1]]).tobytes()
            offsets = [end, end + len(part)]
            told[name] = {"dtype": TENSORS[name][1], "shape": numbers.shape, "data_offsets": offsets}
            end += len(part)
            parts.append(part)
        head = json.dumps(told).encode()
        head += b" " * (-len(head) % 8)
        beside = Path(f"{fspath(path)}.part")
        beside.write_bytes(struct.pack("<Q", len(head)) + head + b"".join(parts))
        beside.replace(path)

    def weights(self) -> Weights:
        """The weights that were rounded."""
        return {
            name: (numbers - HALVES.get(name, 0)) / TENSORS[name][0]
            for name, numbers in self.tensors.items()
        }

    def names(self) -> Mapping[str, list[str]]:
        """What inputs and cards are called."""
        return {name: self.notes[name].split("\n") for name in ("cells", "facts", "globals", "cards")}


def _rounded(weights: NDArray[np.float64], by: int, kind: str) -> Numbers:
    """Weights as whole numbers, in rows."""
    most = 2 ** (8 * TYPES[kind].itemsize - 1)
    numbers = np.clip(np.round(weights * by), -most, most - 1)
    rows = numbers if numbers.ndim < 3 else numbers.reshape(-1, numbers.shape[-1])
    return rows.astype(TYPES[kind])
