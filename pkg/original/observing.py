"""What drivers share: the program's folder, the dimensions of the case, how observations are written, and a search for solutions."""

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


def units(cell, side=9):
    """The row, the column and the box of a cell, numbered one after the other."""
    k = math.isqrt(side)
    row, column = divmod(cell, side)
    return row, side + column, 2 * side + row // k * k + column // k


def solutions(board, most, order=None):
    """Lists solutions up to a bound, by a search of ours: the cell with the fewest digits first, its digits as they come or in an order of the caller's."""
    side = math.isqrt(len(board))
    board, of, used, found = list(board), [units(cell, side) for cell in range(len(board))], [0] * (3 * side), []
    everything = (1 << side + 1) - 2
    for cell, digit in enumerate(board):
        if digit:
            for unit in of[cell]:
                if used[unit] >> digit & 1:
                    return []
                used[unit] |= 1 << digit

    def search(empty):
        best, fewest, options = None, side + 1, 0
        for cell in empty:
            a, b, c = of[cell]
            free = everything & ~(used[a] | used[b] | used[c])
            if free.bit_count() < fewest:
                best, fewest, options = cell, free.bit_count(), free
                if fewest < 2:
                    break
        if best is None:
            found.append(tuple(board))
            return
        digits = [digit for digit in range(1, side + 1) if options >> digit & 1]
        rest = [cell for cell in empty if cell != best]
        for digit in order(digits) if order else digits:
            if len(found) >= most:
                break
            board[best] = digit
            for unit in of[best]:
                used[unit] |= 1 << digit
            search(rest)
            for unit in of[best]:
                used[unit] &= ~(1 << digit)
        board[best] = 0

    search([cell for cell, digit in enumerate(board) if not digit])
    return found
