"""Policies of PyTorch as files that the program plays: `simulate --agents policy.onnx`."""

from __future__ import annotations

import json
from os import PathLike
from typing import Any

import onnx
import torch

from cardmill import _cardmill
from cardmill.cards import arrays, cards, several

INPUTS = ("cards", "entities", "globals", "actions", "mask")
"""What a policy can be given, by the names of `schema()`."""


def export(
    policy: torch.nn.Module,
    path: str | PathLike[str],
    *,
    entities: int = 128,
    actions: int = 64,
    inputs: tuple[str, ...] = INPUTS,
    notes: dict[str, str] | None = None,
) -> None:
    """Writes a policy as ONNX, for observations with so many entity and action rows.

    policy: takes `inputs` in this order, with as many decisions as there are, and returns logits
        [N, A] and what the game is worth to the player [N].
    notes: what else the file is to say of itself, such as how the policy was trained.
    """
    shapes = arrays(2, entities, actions)
    inputs = tuple(several("inputs", inputs))
    missing = [name for name in inputs if name not in shapes]
    if missing:
        raise ValueError(f"inputs {missing}; expected some of {list(shapes)}")
    outputs = ["logits", "value"]
    torch.onnx.export(
        policy.eval(),
        tuple(torch.from_numpy(shapes[name]) for name in inputs),
        path,
        input_names=list(inputs),
        output_names=outputs,
        opset_version=18,
        dynamic_axes={name: {0: "N"} for name in (*inputs, *outputs)},
        dynamo=False,
    )
    model = onnx.load(path)
    told, digest = _cardmill.schema()
    # By these the program finds out whether it shows what the policy was trained on.
    agreed = {
        "cardmill.schema": digest,
        "cardmill.columns": json.dumps(_columns(json.loads(told)), separators=(",", ":")),
        "cardmill.cards": "\n".join(cards().ids),
    }
    onnx.helper.set_model_props(model, agreed | (notes or {}))
    onnx.save(model, path)


def _columns(told: dict[str, Any]) -> dict[str, Any]:
    """A schema without words, and without what no policy is given."""
    arrays = [array for array in told["arrays"] if array["name"] in INPUTS]
    columns = [[{"name": c["name"], "values": c["values"]} for c in array["columns"]] for array in arrays]
    named = zip(arrays, columns, strict=True)
    return {"arrays": [{"name": array["name"], "columns": each} for array, each in named]}
