"""Writes the golden values of the statistics' tests with SciPy, from the formulas of docs/method/statistics.md.

    python3 -m venv v && v/bin/pip install scipy==1.17.1 && v/bin/python src/analysis/golden/make.py
"""

from pathlib import Path

import numpy as np
from scipy.integrate import quad
from scipy.optimize import brentq, linprog
from scipy.special import betaln, logsumexp
from scipy.stats import median_abs_deviation, theilslopes

HERE = Path(__file__).parent
VALUES = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
LEAST, MOST, SMALL, MIXED = 0.001, 0.995, 0.05, 64


def mixture():
    ends = np.geomspace(LEAST, MOST, MIXED + 1)
    shares = np.sqrt(ends[1:] * ends[:-1])
    weights = np.diff(ends) / (shares + SMALL)
    return shares, weights / weights.sum()


SHARES, WEIGHTS = mixture()


def log_wealth(counts, mean, share, side):
    """Of one who bets this share of what he can on one side."""
    fraction = side * share / (1 + side * mean)
    return counts @ np.log1p(fraction * (VALUES - mean))


def evidence(counts, mean):
    both = [
        [np.log(w / 2) + log_wealth(counts, mean, s, side) for s, w in zip(SHARES, WEIGHTS)]
        for side in (1, -1)
    ]
    return logsumexp(both)


def continuous(counts, mean):
    """The same with the sum over bets as an integral."""
    top = max(log_wealth(counts, mean, s, side) for s in SHARES for side in (1, -1))
    whole = np.log((MOST + SMALL) / (LEAST + SMALL))

    def density(share):
        both = sum(np.exp(log_wealth(counts, mean, share, side) - top) for side in (1, -1))
        return both / 2 / (share + SMALL) / whole

    return top + np.log(quad(density, LEAST, MOST, limit=500)[0])


def interval(counts, confidence=0.95):
    mean = counts @ VALUES / max(counts.sum(), 1)
    enough = -np.log(1 - confidence)
    excess = lambda m: evidence(counts, m) - enough
    ends = []
    for end in (-1 + 1e-9, 1 - 1e-9):
        ends.append(brentq(excess, end, mean) if excess(end) > 0 else np.sign(end))
    return ends


def main():
    cases = [
        (0, 0, 0, 0, 0),
        (1, 0, 9, 0, 4),
        (23, 0, 222, 0, 5),
        (161, 0, 3227, 0, 112),
        (12, 0, 953, 0, 35),
        (1111, 0, 15523, 0, 966),
        (0, 0, 1250, 0, 0),
        (10, 22, 900, 40, 28),
        (875, 0, 34222, 0, 903),
        (5000, 0, 90000, 0, 5000),
    ]
    lines = ["least,less,zero,more,most,mean,evidence,continuous,low,high"]
    for case in cases:
        counts = np.array(case, dtype=float)
        low, high = interval(counts)
        for mean in (0.0, 0.02, -0.1):
            found = evidence(counts, mean), continuous(counts, mean)
            row = [*case, mean, *found, low, high]
            lines.append(",".join(f"{x:.9g}" if isinstance(x, float) else str(x) for x in row))
    (HERE / "betting.csv").write_text("\n".join(lines) + "\n")

    # Robbins' mixture over the chance of a sign, spread evenly.
    lines = ["down,up,evidence"]
    for down, up in [(0, 0), (3, 9), (112, 161), (161, 112), (966, 1111), (0, 30)]:
        value = betaln(1 + up, 1 + down) + (up + down) * np.log(2)
        lines.append(f"{down},{up},{value:.9g}")
    (HERE / "signs.csv").write_text("\n".join(lines) + "\n")

    # The mix that no row of a game beats: the greatest value v with (p P)_j >= v for all j.
    lines = ["size,shares,mix"]
    random = np.random.default_rng(7)
    for size in (2, 3, 4, 5, 6, 6, 9, 12):
        over = random.uniform(-0.2, 0.2, (size, size))
        shares = np.round(0.5 + np.triu(over, 1) - np.triu(over, 1).T, 4)
        bounds = [(0, 1)] * size + [(None, None)]
        found = linprog(
            c=[0] * size + [-1],
            A_ub=np.hstack([-shares.T, np.ones((size, 1))]),
            b_ub=np.zeros(size),
            A_eq=[[1] * size + [0]],
            b_eq=[1],
            bounds=bounds,
            method="highs",
        )
        row = [size, *shares.ravel(), *found.x[:size]]
        lines.append(",".join(f"{x:.12g}" for x in row))
    (HERE / "mixes.csv").write_text("\n".join(lines) + "\n")

    # Lines through points of which some are far off, and three times their normal median distance.
    lines = ["slope,intercept,reach,points"]
    for size in (5, 6, 12, 27):
        x = random.integers(-3, 5, size).astype(float)
        y = np.round(0.7 * x + random.standard_t(2, size), 4)
        found = theilslopes(y, x)
        rest = y - found.slope * x - found.intercept
        reach = 3 * median_abs_deviation(rest, center=lambda a, axis: 0.0, scale="normal")
        row = [found.slope, found.intercept, reach, *np.column_stack([x, y]).ravel()]
        lines.append(",".join(f"{value:.12g}" for value in row))
    (HERE / "lines.csv").write_text("\n".join(lines) + "\n")


main()
