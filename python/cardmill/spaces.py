"""Gymnasium spaces of observations."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from cardmill.cards import schema


def observations(entities: int, actions: int) -> spaces.Dict:
    """Of one decision."""

    def box(name: str) -> spaces.Box:
        table = schema().tables[name]
        shape = table.shape(E=entities, A=actions)
        if name == "mask":
            return spaces.Box(0, 1, shape, np.int8)
        limits = np.iinfo(table.dtype)
        low = 0 if name == "cards" else limits.min
        return spaces.Box(low, limits.max, shape, table.dtype.type)

    return spaces.Dict({name: box(name) for name in ("cards", "entities", "globals", "actions", "mask")})
