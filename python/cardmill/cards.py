"""The cards, and what the columns of observations mean."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from os import PathLike
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cardmill import _cardmill

Array = NDArray[Any]

Edits = str | Sequence[str]
"""Changes of cards as `cardmill whatif` takes them, several with semicolons between them:
`"SOR_164 cost+1"`, `["SOR_164 cost+1; SOR_128 +Sentinel", "SOR_010 deploy_at=8"]`."""


def listed(edits: Edits) -> list[str]:
    """Edits one by one."""
    if isinstance(edits, str):
        return [edits] if edits else []
    return list(edits)


Item = TypeVar("Item")


def several(what: str, given: Iterable[Item]) -> list[Item]:
    """A list, which a single name is not, though it can be gone through letter by letter."""
    if isinstance(given, str | bytes | PathLike):
        raise TypeError(f"{what}={given!r}; expected a list")
    return list(given)


def within(what: str, number: int, least: int, most: int) -> int:
    """A number that must lie between two others."""
    if not least <= number <= most:
        raise ValueError(f"{number} {what}; expected {least} to {most}")
    return number


MOST_THREADS = 1024
MOST_TABLES = 65_536
MOST_ROUNDS = 2**16 - 1
MOST_DECISIONS = 2**32 - 1


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table of numbers."""

    name: str
    meaning: str
    values: Any
    """What it holds, as the schema tells it: a range, codes, bits, a row or a card."""


@dataclass(frozen=True, slots=True)
class Table:
    """An array of an observation, or the facts of cards."""

    name: str
    meaning: str
    dtype: np.dtype[Any]
    axis: str | None
    """E for entity rows, A for actions, H for events, C for cards; None for the decision itself."""
    width: int | None
    """Numbers of each; None where each is one number."""
    columns: tuple[Column, ...]

    def shape(self, **axes: int) -> tuple[int, ...]:
        """The shape for one decision, with so many of each axis (`E=128, A=64`)."""
        rows = () if self.axis is None else (axes[self.axis],)
        return rows if self.width is None else (*rows, self.width)


@dataclass(frozen=True, slots=True)
class Schema:
    """What observations are."""

    game: str
    digest: str
    """It differs between schemas that differ in more than words."""
    tables: dict[str, Table]

    def column(self, table: str, name: str) -> int:
        """The place of a column."""
        names = [column.name for column in self.tables[table].columns]
        return names.index(name)


@cache
def schema() -> Schema:
    """What observations are: every array with its columns."""
    text, digest = _cardmill.schema()
    told = json.loads(text)

    def table(array: dict[str, Any]) -> Table:
        columns = tuple(Column(**column) for column in array["columns"])
        dtype = np.dtype(array["dtype"])
        rest = {key: array[key] for key in ("name", "meaning", "axis", "width")}
        return Table(**rest, dtype=dtype, columns=columns)

    tables = {array["name"]: table(array) for array in told["arrays"]}
    return Schema(told["game"], digest, tables)


@dataclass(frozen=True, slots=True)
class Cards:
    """What is printed on the cards, by the numbers that observations have of them; 0 is no card."""

    ids: list[str]
    names: list[str]
    texts: list[str]
    facts: NDArray[np.int16]
    """[C, width]; `columns` tells what they are."""
    columns: tuple[Column, ...]

    def __len__(self) -> int:
        return len(self.ids)


def cards(edits: Edits = ()) -> Cards:
    """All cards, as they are or after edits; their numbers are the same."""
    return _cards(*listed(edits))


@cache
def _cards(*edits: str) -> Cards:
    ids, names, texts, facts = _cardmill.facts(edits)
    facts.flags.writeable = False
    return Cards(ids, names, texts, facts, schema().tables["facts"].columns)


def decks() -> list[str]:
    """The names of the decks that are played where none is named."""
    return _cardmill.decks()


def version() -> tuple[str, str]:
    """The version of the program, and the digest of its cards."""
    return _cardmill.version()


def arrays(
    rows: int,
    entities: int,
    actions: int,
    *,
    history: int = 0,
    critic: bool = False,
    packed: bool = False,
) -> dict[str, Array]:
    """Arrays for the observations of so many decisions; packed ones have room for so many rows of each
    on the average."""
    sizes = {"E": entities, "A": actions, "H": history}
    wanted = ("E", "A", "H" if history else None, None)

    def made(table: Table) -> Array:
        shape = table.shape(**sizes)
        if packed and table.axis in ("E", "A"):
            return np.zeros((rows * shape[0], *shape[1:]), table.dtype)
        return np.zeros((rows, *shape), table.dtype)

    tables = [table for table in schema().tables.values() if table.axis in wanted]
    if packed:
        tables = [table for table in tables if table.name != "mask"]
    found = {table.name: made(table) for table in tables}
    if packed:
        found |= {name: np.zeros(rows + 1, np.int32) for name in ("entity_offsets", "action_offsets")}
    if critic:
        found |= {f"critic_{name}": np.zeros_like(found[name]) for name in CRITIC if name in found}
    return found


CRITIC = ("cards", "entities", "entity_offsets", "globals")
"""What a critic sees, by the names of what a seat sees."""
