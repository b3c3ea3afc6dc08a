"""What the documents show runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = (
    "README.md",
    "docs/guide/train-a-player.md",
    "docs/python.md",
    "docs/environments.md",
    "python/src/lib.rs",
)


def text(document: str) -> str:
    """The text of a document; of Rust, its doc comments are one."""
    return re.sub(r"^//! ?", "", (ROOT / document).read_text(), flags=re.M)


EXAMPLES = [
    (document, number, code)
    for document in DOCUMENTS
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", text(document), re.S))
]


@pytest.mark.parametrize("document, number, code", EXAMPLES)
def test_examples_show_something(
    document: str, number: int, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("gymnasium", "pettingzoo", "pyspiel", "ray"):
        if re.search(rf"\b{module}\b", code):
            pytest.importorskip(module)
    told = []
    # Whoever copies one sees what somebody else sees.
    for _ in range(2 if "seed=" in code else 1):
        exec(compile(code, f"{document}, example {number}", "exec"), {"__name__": "__main__"})
        told.append(capsys.readouterr().out)
    assert told[0] and told[0] == told[-1]
