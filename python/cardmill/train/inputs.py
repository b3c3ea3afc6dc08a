"""What the columns of observations put into a net."""

from __future__ import annotations

from typing import Any

import torch


class Inputs:
    """The inputs of the columns of an array: a number is one, a code is one for each of its values but
    the first, and so is a bit."""

    def __init__(self, schema: dict[str, Any], array: str) -> None:
        """Reads them from a schema (`cardmill.schema().text`, parsed)."""
        found = [each for each in schema["arrays"] if each["name"] == array]
        if not found:
            raise ValueError(f"expected an array {array!r} in the schema")
        self.names: list[str] = []
        """What inputs are called, as native code calls them."""
        self.places: dict[str, int] = {}
        """The places of the columns, by name."""
        self.values: dict[str, int] = {}
        """How many values a code has, by the name of its column."""
        self.silent: list[int] = []
        """Columns that put in nothing."""
        self._numbers: list[tuple[int, int]] = []
        self._codes: list[tuple[int, int, int]] = []
        self._bits: list[tuple[int, int, int]] = []
        for place, column in enumerate(found[0]["columns"]):
            self._read(place, column["name"], column["values"])

    def _read(self, place: int, name: str, values: Any) -> None:
        self.places[name] = place
        kind, told = next(iter(values.items())) if isinstance(values, dict) else (values, [])
        first = len(self.names)
        if kind == "number":
            self._numbers.append((place, first))
            self.names.append(name)
        elif kind in ("codes", "verbs"):
            self._codes.append((place, first, len(told) - 1))
            self.values[name] = len(told)
            self.names += [f"{name}={value}" for value in told[1:]]
        elif kind == "bits":
            self._bits.append((place, first, len(told)))
            self.names += [f"{name}.{bit}" for bit in told]
        else:
            self.silent.append(place)

    def __len__(self) -> int:
        return len(self.names)

    def expand(self, rows: torch.Tensor) -> torch.Tensor:
        """The inputs of rows, where the rows are."""
        out = torch.zeros((len(rows), len(self)), dtype=torch.int16, device=rows.device)
        if self._numbers:
            sources, targets = zip(*self._numbers, strict=True)
            out[:, list(targets)] = rows[:, list(sources)].short()
        for place, first, count in self._codes:
            values = torch.arange(1, count + 1, device=rows.device)
            out[:, first : first + count] = rows[:, place, None] == values
        for place, first, count in self._bits:
            bits = torch.arange(count, device=rows.device)
            out[:, first : first + count] = (rows[:, place, None].int() >> bits & 1).short()
        return out
