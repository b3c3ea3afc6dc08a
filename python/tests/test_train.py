"""The trainer: what it keeps, what it learns, and that its files say what its nets say."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch")

from cardmill import _cardmill
from cardmill.train.__main__ import main
from cardmill.train.corpus import Corpus
from cardmill.train.file import File
from cardmill.train.inputs import Inputs
from cardmill.train.learner import Learner, Settings, judged
from cardmill.train.net import Net
from cardmill.train.positions import Language, Positions

torch.set_num_threads(1)
DECKS = ["luke", "vader"]


@pytest.fixture(scope="module")
def found() -> Mapping[str, Any]:
    return _cardmill.positions(
        DECKS, agents=[("greedy", 1)], games=1200, first=0, seed=1, share=100, curious=0, threads=1, tables=8
    )


@pytest.fixture(scope="module")
def corpus(found: Mapping[str, Any]) -> Corpus:
    return Corpus(Language.of(found), [Positions.of(found)])


@pytest.fixture(scope="module")
def net(found: Mapping[str, Any], corpus: Corpus) -> Net:
    """A net that has learned something."""
    torch.manual_seed(1)
    net = Net(Language.of(found), corpus)
    lesson = Learner(net, Settings(epochs=2)).learn(corpus, 1)
    assert lesson.positions == 2 * len(corpus.learned) // 128 * 128
    return net


def test_columns_put_in_what_they_say() -> None:
    columns = [
        {"name": "zone", "values": {"codes": ["none", "hand", "ground"]}},
        {"name": "damage", "values": {"number": [0, 255]}},
        {"name": "host", "values": "row"},
        {"name": "can", "values": {"bits": ["fly", "heal"]}},
    ]
    inputs = Inputs({"arrays": [{"name": "entities", "columns": columns}]}, "entities")
    assert inputs.names == ["zone=hand", "zone=ground", "damage", "can.fly", "can.heal"]
    assert (inputs.silent, inputs.values, inputs.places["can"]) == ([2], {"zone": 3}, 3)
    rows = np.array([[2, 7, 9, 2], [0, 0, 0, 3], [3, 200, 0, 0]], np.uint8)
    assert inputs.expand(torch.from_numpy(rows)).tolist() == [[0, 1, 7, 0, 1], [0, 0, 0, 1, 1], [0, 0, 200, 0, 0]]


def test_rows_that_are_alike_are_kept_once(found: Mapping[str, Any], tmp_path: Path) -> None:
    kept = Positions.of(found)
    rows = found["entities"].copy()
    rows[:, Inputs(json.loads(found["schema"]), "entities").silent] = 0
    assert np.array_equal(kept.rows[kept.index], rows)
    assert np.array_equal(kept.row_cards[kept.index], found["row_cards"])
    assert len(kept.rows) < len(rows) / 4
    kept.save(tmp_path / "positions.npz")
    again = Positions.load(tmp_path / "positions.npz")
    for name in Positions.__slots__:
        assert np.array_equal(getattr(again, name), getattr(kept, name)), name


def test_a_batch_has_the_rows_of_its_positions(found: Mapping[str, Any], corpus: Corpus) -> None:
    batch = corpus.batch(np.array([5, 3]))
    cells = corpus.cells[batch.rows[batch.index.long()]].numpy()
    starts = np.cumsum(found["counts"].astype(int)) - found["counts"]
    rows = [found["entities"][starts[at] : starts[at] + found["counts"][at]] for at in (5, 3)]
    entities = Inputs(json.loads(found["schema"]), "entities")
    expected = entities.expand(torch.from_numpy(np.concatenate(rows))).numpy()
    assert np.array_equal(cells, expected)
    assert batch.starts.tolist() == [0, int(found["counts"][5])]


def test_targets_mix_outcomes_with_what_was_said_later(found: Mapping[str, Any]) -> None:
    corpus = Corpus(Language.of(found), [Positions.of(found)])
    values = np.random.default_rng(1).random(len(corpus), np.float32)
    corpus.aim(values, 0.7)
    games: dict[tuple[int, int], list[int]] = {}
    for at, name in enumerate(zip(found["games"].tolist(), found["seats"].tolist(), strict=True)):
        games.setdefault(name, []).append(at)
    for places in games.values():
        places.sort(key=lambda at: int(found["decisions"][at]))
        target = (int(found["outcomes"][places[-1]]) + 1) / 2
        for here, later in zip(reversed(places), [None, *reversed(places)], strict=False):
            if later is not None:
                target = 0.7 * target + 0.3 * float(values[later])
            assert abs(corpus.targets[here] - target) < 1e-5


def test_it_learns(net: Net, corpus: Corpus) -> None:
    loss, right = judged(net, corpus)
    assert loss < 0.68 and right > 0.55
    assert corpus.held_out.size and not set(corpus.held_out) & set(corpus.learned)


def test_a_file_says_what_its_net_says(
    found: Mapping[str, Any], net: Net, corpus: Corpus, tmp_path: Path
) -> None:
    path = tmp_path / "player.net"
    File.of(net).write(path)
    chosen = np.random.default_rng(2).permutation(len(corpus))[:1000]
    with torch.no_grad():
        said = net.logits(corpus, corpus.batch(chosen)).numpy()
    whole = np.array([worth(path.read_bytes(), found, int(at)) for at in chosen]) / 65_536
    spread = said.max() - said.min()
    assert len(chosen) == 1000
    # Native code rounds down between layers, so that the farthest are twice as far.
    apart = np.abs(whole - said)
    assert np.quantile(apart, 0.9) < 0.01 * spread and apart.max() < 0.02 * spread
    first, second = np.random.default_rng(3).integers(0, 1000, (2, 100_000))
    agree = (said[first] > said[second]) == (whole[first] > whole[second])
    assert agree[first != second].mean() > 0.99


def test_a_net_begins_as_another(found: Mapping[str, Any], net: Net, corpus: Corpus, tmp_path: Path) -> None:
    File.of(net).write(tmp_path / "player.net")
    file = File.read(tmp_path / "player.net")
    other = Net(Language.of(found), corpus)
    other.adopt(file.weights(), file.names())
    again = File.of(other)
    assert again.notes == file.notes
    for name, numbers in file.tensors.items():
        assert np.abs(again.tensors[name].astype(int) - numbers.reshape(again.tensors[name].shape)).max() <= 1, name
    (tmp_path / "none.net").write_bytes(b"{}")
    with pytest.raises(ValueError, match="none.net.*expected a net of kind"):
        File.read(tmp_path / "none.net")


def test_a_run_that_is_resumed_comes_to_the_same(tmp_path: Path, capsys: Any) -> None:
    def train(folder: str, generations: int, *more: str) -> Path:
        given = ["--games", "30", "--judge", "10", "--threads", "1", "--lambda", "0.9", "--seed", "5"]
        out = tmp_path / folder
        assert main([str(out), "--decks", *DECKS, "--generations", str(generations), *given, *more]) == 0
        return out

    whole = train("whole", 2)
    train("part", 1)
    with pytest.raises(SystemExit):
        train("part", 2)
    assert "--resume goes on with it" in capsys.readouterr().err
    for wrong in (["--games", "19"], ["--threads", "0"], ["--lambda", "1.1"], ["--minutes", "0"], []):
        with pytest.raises(SystemExit):
            main([str(tmp_path / "none"), *(["--decks", *DECKS] if wrong else []), *wrong])
        assert "expected" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
    part = train("part", 2, "--resume")
    assert (whole / "player.net").read_bytes() == (part / "player.net").read_bytes()
    assert (whole / "nets" / "0000.net").read_bytes() != (part / "player.net").read_bytes()
    shown = (whole / "run.html").read_text()
    assert shown.count("<svg") == 3 and not re.search(r"<script|https?:|nan", shown)
    assert list(whole.glob("log.*"))
    assert "against greedy" in capsys.readouterr().out


def test_what_overlaps_comes_to_the_same(tmp_path: Path) -> None:
    files = []
    for folder, generations in (("whole", [3]), ("parts", [2, 3])):
        out = tmp_path / folder
        for count in generations:
            given = ["--games", "30", "--judge", "10", "--threads", "2", "--overlap", "--resume"]
            assert main([str(out), "--decks", *DECKS, "--generations", str(count), *given]) == 0
        files.append((out / "player.net").read_bytes())
    assert files[0] == files[1]


def test_a_best_response_is_measured_against_whom_it_exploits(tmp_path: Path, capsys: Any) -> None:
    given = ["--decks", *DECKS, "--generations", "2", "--games", "20", "--judge", "8", "--threads", "1"]
    assert main([str(tmp_path / "run"), *given, "--exploit", "look:worlds=2", "--look", "leaf=random"]) == 0
    assert "against look:worlds=2" in capsys.readouterr().out
    assert main([str(tmp_path / "wrong"), *given, "--exploit", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err


def worth(data: bytes, found: Mapping[str, Any], at: int) -> int:
    """What a file says of a position in whole numbers, worked out without the package or native code."""
    length = int.from_bytes(data[:8], "little")
    told = json.loads(data[8 : 8 + length])
    notes = told["__metadata__"]
    schema = {array["name"]: array["columns"] for array in json.loads(found["schema"])["arrays"]}

    def tensor(name: str) -> NDArray[np.int64]:
        start, end = told[name]["data_offsets"]
        kind = {"I16": "<i2", "I32": "<i4"}[told[name]["dtype"]]
        numbers = np.frombuffer(data[8 + length + start : 8 + length + end], kind).astype(np.int64)
        return numbers.reshape(told[name]["shape"])

    def inputs(array: str, names: str, row: NDArray[Any]) -> NDArray[np.int64]:
        given: dict[str, int] = {}
        for column, number in zip(schema[array], row.tolist(), strict=True):
            name, values = column["name"], column["values"]
            if values in ("row", "card"):
                continue
            if "number" in values:
                given[name] = number
            elif "bits" in values:
                given |= {f"{name}.{bit}": number >> place & 1 for place, bit in enumerate(values["bits"])}
            else:
                codes = next(iter(values.values()))
                given |= {f"{name}={code}": int(number == place) for place, code in enumerate(codes) if place}
        return np.array([given[name] for name in notes[names].split("\n")], np.int64)

    start = int(found["counts"][:at].astype(np.int64).sum())
    ids = notes["cards"].split("\n")
    places = [column["name"] for column in schema["entities"]]
    sums = np.zeros((int(notes["zones"]), 2, 32), np.int64)
    for place in range(start, start + int(found["counts"][at])):
        row, number = found["entities"][place], max(0, int(found["row_cards"][place]))
        printed = inputs("facts", "facts", found["fact_numbers"][number]) @ tensor("facts")
        card: NDArray[np.int64] = printed + tensor("card_bias")
        if found["cards"][number]:
            card = card + tensor("cards")[ids.index(found["cards"][number])]
        card = np.clip(card >> 6, 0, 32_767)
        zone, mine = int(row[places.index(notes["zone"])]), int(row[places.index(notes["side"])])
        cells = tensor("cells").reshape(len(sums), -1, 32)[zone]
        begins = (card @ tensor("card_rows").reshape(len(sums), 32, 32)[zone] >> 6) + tensor("row_bias")[zone]
        numbers = begins + inputs("entities", "cells", row) @ cells
        sums[zone, int(mine == 0)] += np.clip(numbers >> 6, 0, 32_767)
    table = inputs("globals", "globals", found["global_numbers"][at]) @ tensor("globals")
    first = tensor("first").reshape(-1, 64)
    layer: NDArray[np.int64] = np.minimum(sums, 32_767).ravel() @ first
    layer = (table << 6) + tensor("first_bias") + layer
    layer = np.clip(layer >> 10, 0, 32_767) @ tensor("second") + tensor("second_bias")
    return int(np.clip(layer >> 10, 0, 32_767) @ tensor("last") + tensor("last_bias")[0])
