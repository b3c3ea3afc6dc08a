"""What the documents show runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = [
    (document, number, code)
    for document in ("README.md", "docs/python.md")
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", (ROOT / document).read_text(), re.S))
]


@pytest.mark.parametrize("document, number, code", EXAMPLES)
def test_examples_run(document: str, number: int, code: str) -> None:
    for module in ("gymnasium", "pettingzoo", "ray"):
        if re.search(rf"\b{module}\b", code):
            pytest.importorskip(module)
    exec(compile(code, f"{document}, example {number}", "exec"), {"__name__": "__main__"})
