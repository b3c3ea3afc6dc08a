"""A page that shows a run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from cardmill.train.record import Record

WIDTH, HEIGHT, LEFT, BELOW = 560, 200, 46, 22
"""Of a figure, and what its axes need."""

STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #18212c; --soft: #556274; --line: #d5dce5;
  --a: #3d67a8; --b: #b83a12; --c: #08796b; --d: #7a5f00; }
@media (prefers-color-scheme: dark) { :root { --paper: #12171e; --ink: #e8edf3; --soft: #a3b0c0;
  --line: #36414f; --a: #8bb1ef; --b: #ff8a5c; --c: #3ecdb7; --d: #e0bd4a; } }
body { margin: 0 auto; padding: 2rem 1.25rem; max-width: 40rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .3rem; }
p { color: var(--soft); margin: .3rem 0; }
svg { width: 100%; overflow: visible; } text { fill: var(--soft); font: 12px system-ui, sans-serif; }
line { stroke: var(--line); } polyline { fill: none; stroke-width: 2; } polygon { fill-opacity: .2; }
.a { stroke: var(--a); fill: var(--a); } .b { stroke: var(--b); fill: var(--b); }
.c { stroke: var(--c); fill: var(--c); } .d { stroke: var(--d); fill: var(--d); }
polyline[class] { fill: none; } rect[class], polygon[class] { stroke: none; } b { font-weight: 600; }
span.a { color: var(--a); } span.b { color: var(--b); } span.c { color: var(--c); } span.d { color: var(--d); }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; width: 100%; }
td { white-space: nowrap; } th, td { text-align: right; padding: .15rem .4rem; border-bottom: 1px solid var(--line); }
"""

PARTS = (("play", "a"), ("read", "d"), ("learn", "b"), ("judge", "c"))
"""Where time goes, with colours."""


def page(title: str, records: Sequence[Record]) -> str:
    """The page of a run."""
    last = records[-1]
    key = ", ".join(f'<span class="{tone}">{name}</span>' for name, tone in PARTS)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{escape(title)}</title><style>{STYLE}</style>
<h1>{escape(title)}</h1>
<p>{escape(str(last))}</p>
<h2>Share won against {escape(last.rival)}</h2>
<p>By minutes of the run; the band has the true share in 95 of 100.</p>
{_curves(records, [(lambda of: of.share, "a")], lambda of: (of.low, of.high), _percent)}
<h2>Loss on held-out games</h2>
<p>Cross entropy against outcomes; <b>0.693</b> knows nothing.</p>
{_curves(records, [(lambda of: of.loss, "b")], None, lambda loss: f"{loss:.3f}")}
<h2>Where the time goes</h2>
<p>Seconds of each generation: {key}.</p>
{_bars(records)}
<h2>Generations</h2>
{_table(records)}
</html>
"""


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _curves(
    records: Sequence[Record],
    curves: Sequence[tuple[Callable[[Record], float], str]],
    band: Callable[[Record], tuple[float, float]] | None,
    told: Callable[[float], str],
) -> str:
    """Curves over the minutes of a run, the first with its band."""
    ends = [end for of in records for end in (band(of) if band else ())]
    numbers = [curve(of) for of in records for curve, _ in curves] + ends
    low, high = min(numbers), max(numbers)
    low, high = (low - 0.01, high + 0.01) if high - low < 1e-9 else (low, high)
    longest = records[-1].seconds

    def point(of: Record, number: float) -> str:
        across = LEFT + (WIDTH - LEFT) * of.seconds / longest
        down = (HEIGHT - BELOW) * (1 - (number - low) / (high - low))
        return f"{across:.1f},{down:.1f}"

    drawn = _axes(low, high, told, f"{longest / 60:.0f} min")
    if band:
        edges = [point(of, band(of)[1]) for of in records]
        edges += [point(of, band(of)[0]) for of in reversed(records)]
        drawn += f'<polygon class="{curves[0][1]}" points="{" ".join(edges)}"/>'
    for curve, tone in curves:
        points = [point(of, curve(of)) for of in records]
        drawn += f'<polyline class="{tone}" points="{" ".join(points)}"/>'
        for x, y in (each.split(",") for each in points):
            drawn += f'<circle class="{tone}" cx="{x}" cy="{y}" r="2.5"/>'
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{drawn}</svg>'


def _bars(records: Sequence[Record]) -> str:
    """Where the time of each generation went."""
    most = max(sum(getattr(of, name) for name, _ in PARTS) for of in records)
    wide = (WIDTH - LEFT) / len(records)
    drawn = _axes(0, most, lambda seconds: f"{seconds:.0f} s", f"{len(records)} generations")
    for place, of in enumerate(records):
        below = 0.0
        for name, tone in PARTS:
            tall = (HEIGHT - BELOW) * getattr(of, name) / most
            below += tall
            drawn += (
                f'<rect class="{tone}" x="{LEFT + wide * place:.1f}" y="{HEIGHT - BELOW - below:.1f}" '
                f'width="{wide * 0.8:.1f}" height="{tall:.1f}"/>'
            )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{drawn}</svg>'


def _axes(low: float, high: float, told: Callable[[float], str], across: str) -> str:
    """Lines at the ends and in the middle, and what is on them."""
    drawn = ""
    for part in (0.0, 0.5, 1.0):
        down = (HEIGHT - BELOW) * (1 - part)
        drawn += f'<line x1="{LEFT}" x2="{WIDTH}" y1="{down}" y2="{down}"/>'
        number = told(low + (high - low) * part)
        drawn += f'<text x="{LEFT - 6}" y="{down + 4}" text-anchor="end">{number}</text>'
    return drawn + f'<text x="{WIDTH}" y="{HEIGHT - 4}" text-anchor="end">{across}</text>'


def _table(records: Sequence[Record]) -> str:
    names = ("", "minutes", "games", "positions", "loss", "right", "won", "interval", "learned/s")
    rows = "".join(
        f"<tr><td>{of.generation}<td>{of.seconds / 60:.1f}<td>{of.games}<td>{of.positions}<td>{of.loss:.4f}"
        f"<td>{of.right:.3f}<td>{of.won} of {of.judged}<td>{of.low:.1%} to {of.high:.1%}"
        f"<td>{of.learned_a_second:.0f}"
        for of in records
    )
    return f"<table><tr>{''.join(f'<th>{name}' for name in names)}{rows}</table>"
