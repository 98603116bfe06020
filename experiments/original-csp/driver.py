"""Observes the CSP document's program, which is imported from the folder that is named first; then the dimensions of one case."""

import contextlib
import io
import random
import statistics
import sys
import time
from os import path

from observing import dims, folder, mean, say

sys.path.insert(0, path.join(folder, "src"))

import arc3  # noqa: E402, the program's own modules
import back_track  # noqa: E402
import make_constrain  # noqa: E402
import sudoku_generator  # noqa: E402

SAMPLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def network():
    """The program's constraint graph."""
    graph = [[] for _ in range(81)]
    make_constrain.make_constrain(graph)
    return graph


def domains_of(board):
    return [{digit} if digit else set(range(1, 10)) for digit in board]


def solutions(board, most):
    """Counts solutions up to a bound, by a search of ours: the cell with the fewest digits first."""
    used = [0] * 27
    for cell, digit in enumerate(board):
        if digit:
            for unit in units(cell):
                used[unit] |= 1 << digit

    def search():
        best, fewest = None, 10
        for cell, digit in enumerate(board):
            if not digit:
                a, b, c = units(cell)
                free = 0b1111111110 & ~(used[a] | used[b] | used[c])
                if free.bit_count() < fewest:
                    best, fewest = (cell, free), free.bit_count()
        if best is None:
            return 1
        cell, free = best
        found = 0
        for digit in range(1, 10):
            if free >> digit & 1 and found < most:
                board[cell] = digit
                for unit in units(cell):
                    used[unit] |= 1 << digit
                found += search()
                for unit in units(cell):
                    used[unit] &= ~(1 << digit)
                board[cell] = 0
        return found

    return search()


def units(cell):
    row, column = divmod(cell, 9)
    return row, 9 + column, 18 + row // 3 * 3 + column // 3


def structure():
    graph = network()
    sizes = [len(neighbours) for neighbours in graph]
    expected = all(
        set(graph[a]) == {b for b in range(81) if b != a and set(units(a)) & set(units(b))} and len(graph[a]) == len(set(graph[a]))
        for a in range(81)
    )
    say("cells", len(graph), "cells")
    say("neighbours.min", min(sizes), "cells")
    say("neighbours.max", max(sizes), "cells")
    say("arcs", sum(sizes), "arcs")
    say("as the rules have it", int(expected), "graphs")


def made(number):
    """A puzzle of the level by the program's generator, which begins at a seed of its own, and what that printed."""
    random.seed(9_000_011 + number)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        board = sudoku_generator.generate_sudoku(dims["level"])
    return board, printed.getvalue()


def generator():
    """Puzzles of a level, a slice of them."""
    count, slice_number = int(dims["puzzles"]), int(dims["slice"])
    givens, times, proper, settled, fallbacks, errors = [], [], 0, 0, 0, 0
    for k in range(count):
        begin = time.process_time()
        board, printed = made(slice_number * count + k)
        times.append(time.process_time() - begin)
        fallbacks += "Could not generate" in printed
        errors += printed.count("Error in generation")
        givens.append(sum(1 for digit in board if digit))
        settled += sudoku_generator.has_unique_solution_ac3(list(board))
        proper += solutions(list(board), 2) == 1
    say("givens.min", min(givens), "givens", count)
    say("givens.mean", statistics.fmean(givens), "givens", count)
    say("givens.max", max(givens), "givens", count)
    say("one solution", proper, "puzzles", count)
    say("by AC-3 alone", settled, "puzzles", count)
    say("fallbacks", fallbacks, "puzzles", count)
    say("failed attempts", errors, "attempts", count)
    mean("time", times)


def sample():
    """The sample board of the document under the program's AC-3, first counted and then timed."""
    board = [int(c) if c != "." else 0 for c in SAMPLE]
    graph = network()
    counts = {"revisions": 0, "reductions": 0}
    plain = arc3.revise

    def counted(xi, xj, domains):
        before = len(domains[xi])
        revised = plain(xi, xj, domains)
        counts["revisions"] += 1
        counts["reductions"] += before - len(domains[xi])
        return revised

    domains = domains_of(board)
    arc3.revise = counted
    try:
        consistent = arc3.ac3(graph, domains)
    finally:
        arc3.revise = plain
    singles = sum(1 for domain in domains if len(domain) == 1)
    say("givens", sum(1 for digit in board if digit), "givens")
    say("consistent", int(consistent), "boards")
    say("arcs revised", counts["revisions"], "arcs")
    say("values struck", counts["reductions"], "values")
    say("cells settled", singles, "cells")
    say("singletons made", singles - sum(1 for digit in board if digit), "cells")

    rounds = int(dims["rounds"])
    first, whole = [], []
    for _ in range(rounds):
        domains = domains_of(board)
        begin = time.perf_counter()
        arc3.ac3(graph, domains)
        first.append(time.perf_counter() - begin)
        cells = list(board)  # the program searches through all cells that were empty, whatever AC-3 has settled
        begin = time.perf_counter()
        back_track.back_track(cells, domains, graph)
        whole.append(first[-1] + time.perf_counter() - begin)
    mean("AC-3 time", first)
    mean("solve time", whole)


def times():
    """Puzzles of a level of the program's own, solved by the program: AC-3 first, and its search on what that leaves."""
    count = int(dims["puzzles"])
    graph = network()
    first, whole, left_open, solved = [], [], 0, 0
    for k in range(count):
        board, _ = made(k)
        domains = domains_of(board)
        begin = time.perf_counter()
        arc3.ac3(graph, domains)
        first.append(time.perf_counter() - begin)
        left_open += sum(1 for d in domains if len(d) > 1)
        board = list(board)
        begin = time.perf_counter()
        solved += back_track.back_track(board, domains, graph)
        whole.append(first[-1] + time.perf_counter() - begin)
    say("solved", solved, "puzzles", count)
    say("cells left by AC-3", left_open, "cells", count)
    mean("AC-3 time", first)
    mean("solve time", whole)


{"structure": structure, "generator": generator, "sample": sample, "times": times}[dims["part"]]()
