"""The notebook runs, and has the outputs that it should have."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

NOTEBOOK = Path(__file__).parents[1] / "examples" / "first_steps.ipynb"


def outputs(notebook: Any) -> list[Any]:
    """What its cells show, by cell. In how many pieces printed text comes is a matter of chance."""

    def shown(cell: Any) -> tuple[str, list[Any]]:
        printed = "".join(output.text for output in cell.outputs if output.output_type == "stream")
        return printed, [output.data for output in cell.outputs if output.output_type != "stream"]

    return [shown(cell) for cell in notebook.cells if cell.cell_type == "code"]


def test_the_notebook_has_its_outputs() -> None:
    kept = nbformat.read(NOTEBOOK, as_version=4)
    played = nbformat.read(NOTEBOOK, as_version=4)
    place = {"metadata": {"path": str(NOTEBOOK.parent)}}
    nbclient.NotebookClient(played, timeout=120, resources=place, coalesce_streams=True).execute()
    if os.environ.get("CARDMILL_BLESS") == "1":
        for cell in played.cells:
            cell.metadata.pop("execution", None)
        played.metadata["language_info"] = {"name": "python"}
        nbformat.write(played, NOTEBOOK)
    else:
        assert outputs(played) == outputs(kept), "CARDMILL_BLESS=1 writes the outputs anew"
