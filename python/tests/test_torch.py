"""Policies that leave Python say there what they said here; left out where there is no PyTorch."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cardmill import cards, schema

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

torch.set_num_threads(1)
EXAMPLE = Path(__file__).parents[1] / "examples" / "ppo.py"


@pytest.fixture(scope="module")
def ppo() -> Any:
    spec = importlib.util.spec_from_file_location("ppo", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = sys.modules["ppo"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_exported_policy_says_the_same(ppo: Any, tmp_path: Path) -> None:
    torch.manual_seed(1)
    net, path = ppo.Net(), tmp_path / "policy.onnx"
    for head in (net.logit, net.value):
        torch.nn.init.normal_(head.weight)
    ppo.export(net, path, entities=ppo.ENTITIES, actions=ppo.ACTIONS, notes={"cardmill.note": "untrained"})
    assert ppo.apart(net, str(path)) < 1e-4
    told = {prop.key: prop.value for prop in onnx.load(path).metadata_props}
    assert told["cardmill.schema"] == schema().digest
    assert told["cardmill.cards"].split("\n") == cards().ids
    columns = {array["name"]: array["columns"] for array in json.loads(told["cardmill.columns"])["arrays"]}
    assert [column["name"] for column in columns["globals"]] == [
        column.name for column in schema().tables["globals"].columns
    ]
    assert told["cardmill.note"] == "untrained"


def test_games_are_played_from_both_seats(ppo: Any) -> None:
    assert " of 4 against random (" in ppo.play(ppo.Net(), ["luke", "luke"], "random", 4, 7)
    low, high = ppo.wilson(60, 100)
    assert (round(low, 3), round(high, 3)) == (0.502, 0.691)


def test_tables_and_those_against_fit(ppo: Any, monkeypatch: Any, capsys: Any) -> None:
    found = []
    monkeypatch.setattr(ppo, "train", lambda args: found.append((args.tables, args.against)))

    def main(*given: str) -> None:
        monkeypatch.setattr(sys, "argv", ["ppo.py", "train", "policy.pt", *given])
        ppo.main()

    for given in ([], ["--tables", "128"], ["--tables", "1"], ["--tables", "300", "--against", "300"]):
        main(*given)
    assert found == [(512, 192), (128, 64), (1, 0), (300, 300)]
    for wrong in (["--tables", "128", "--against", "129"], ["--against", "-1"], ["--tables", "0"]):
        with pytest.raises(SystemExit):
            main(*wrong)
        assert "--tables" in capsys.readouterr().err
