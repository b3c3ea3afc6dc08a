"""Gymnasium spaces of observations."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from cardmill.cards import arrays, schema


def observations(
    entities: int, actions: int, history: int = 0, critic: bool = False
) -> spaces.Dict:
    """Of one decision."""

    def box(name: str) -> spaces.Box:
        table = schema().tables[name.removeprefix("critic_")]
        shape = table.shape(E=entities, A=actions, H=history)
        if name == "mask":
            return spaces.Box(0, 1, shape, np.int8)
        limits = np.iinfo(table.dtype)
        low = 0 if table.name == "cards" else limits.min
        return spaces.Box(low, limits.max, shape, table.dtype.type)

    names = arrays(1, entities, actions, history=history, critic=critic)
    return spaces.Dict({name: box(name) for name in names})
