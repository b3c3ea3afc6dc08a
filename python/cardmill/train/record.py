"""What is told of a run: a row a generation."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Record:
    """What came of a generation."""

    generation: int
    seconds: float
    """Since the run began, without pauses."""
    games: int
    positions: int
    """Positions that were kept of its games."""
    learned: int
    """Positions that were learned from, each as often as it was, of the last generations."""
    loss: float
    """On held-out games, against outcomes."""
    right: float
    """How often the net and the outcome of a held-out position are on one side."""
    rival: str
    """Whom it was judged against."""
    won: int
    judged: int
    """Games against the rival that it won, and that it was judged by."""
    share: float
    low: float
    high: float
    """The share won, with its interval (95 %)."""
    played_a_second: float
    """Games of self-play."""
    learned_a_second: float
    """Positions learned from, in a second of learning."""
    play: float
    """Seconds in which it waited for self-play."""
    read: float
    """Seconds in which positions were read and joined."""
    learn: float
    """Seconds in which it learned."""
    judge: float
    """Seconds in which it was judged."""

    def __str__(self) -> str:
        return (
            f"generation {self.generation}, {self.seconds:.0f} s: {self.positions} positions of "
            f"{self.games} games; loss {self.loss:.4f}, right {self.right:.3f}; {self.won} of {self.judged} "
            f"against {self.rival}, {self.share:.1%} ({self.low:.1%} to {self.high:.1%}); "
            f"{self.learned_a_second:.0f} positions learned a second; play {self.play:.1f} s, "
            f"read {self.read:.1f}, learn {self.learn:.1f}, judge {self.judge:.1f}"
        )


def write(records: Sequence[Record], folder: Path) -> None:
    """Writes a table of them: Parquet where there is pyarrow, else CSV."""
    columns = {field.name: [getattr(record, field.name) for record in records] for field in fields(Record)}
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        with open(folder / "log.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, list(columns))
            writer.writeheader()
            writer.writerows(asdict(record) for record in records)
    else:
        parquet.write_table(pyarrow.table(columns), folder / "log.parquet")
