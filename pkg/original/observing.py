"""What drivers share: the program's folder, the dimensions of the case, and how observations are written."""

import json
import math
import statistics
import sys

folder = sys.argv[1]
dims = dict(argument.split("=", 1) for argument in sys.argv[2:])
OUT = sys.stdout  # whatever a driver does with what its program prints


def say(figure, value, unit, n=1, exact=True, interval=None):
    line = {"dims": dims, "figure": figure, "value": float(value), "unit": unit, "n": int(n), "exact": exact}
    if interval is not None:
        line["low"], line["high"] = interval
    print(json.dumps(line), file=OUT)


def mean(figure, values, unit="s"):
    """Says a mean with its 95 % interval, by the normal distribution."""
    center, n = statistics.fmean(values), len(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(n) if n > 1 else 0.0
    say(figure, center, unit, n, False, (center - half, center + half) if n > 1 else None)


def median(figure, values, unit="s", exact=False):
    """Says a median with its 95 % interval by the order of the values, which fewer than six have not."""
    values, n = sorted(values), len(values)
    low, high = max(0, math.floor(n / 2 - 0.98 * math.sqrt(n))), min(n - 1, math.ceil(n / 2 + 0.98 * math.sqrt(n)) - 1)
    say(figure, statistics.median(values), unit, n, exact, (values[low], values[high]) if n > 5 else None)
