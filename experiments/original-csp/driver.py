"""Observes the CSP document's program, which is imported from the folder that is named first; then the dimensions of one case."""

import contextlib
import copy
import io
import random
import resource
import statistics
import sys
import time
import timeit
import types
from collections import deque
from os import path

from observing import dims, folder, mean, median, say, solutions, units

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
        proper += len(solutions(board, 2)) == 1
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


def proper(seed):
    """A puzzle with one solution from which no given can be taken, past AC-3 as a rule."""
    r = random.Random(seed)
    board = [0] * 81
    for box in (0, 30, 60):  # the boxes on the diagonal
        for cell, digit in zip([box + 9 * i + j for i in range(3) for j in range(3)], r.sample(range(1, 10), 9)):
            board[cell] = digit
    back_track.back_track(board, domains_of(board), network())
    for cell in r.sample(range(81), 81):
        digit, board[cell] = board[cell], 0
        if len(solutions(board, 2)) > 1:
            board[cell] = digit
    return board


def solved(board, graph, limit=None):
    """Whether the program fills a board rightly, and how many times it runs AC-3 for that."""
    cells, domains, runs = list(board), domains_of(board), 0
    plain = back_track.ac3

    def counted(*arguments):
        nonlocal runs
        runs += 1
        if limit and runs > limit:
            raise TimeoutError
        return plain(*arguments)

    back_track.ac3 = counted
    try:
        found = arc3.ac3(graph, domains) and back_track.back_track(cells, domains, graph)
    except TimeoutError:
        return None, runs
    finally:
        back_track.ac3 = plain
    right = all(g in (0, d) for g, d in zip(board, cells)) and all({cells[c] for c in range(81) if u in units(c)} == set(range(1, 10)) for u in range(27))
    return bool(found) and right, runs


def peers_of(cell):
    """The neighbours of a cell, worked out when they are asked for."""
    row, column = divmod(cell, 9)
    found = [row * 9 + c for c in range(9) if c != column] + [r * 9 + column for r in range(9) if r != row]
    top, side = row // 3 * 3, column // 3 * 3
    return found + [r * 9 + c for r in range(top, top + 3) for c in range(side, side + 3) if r != row and c != column]


class Front(list):
    """A list from whose front is taken, as a queue."""

    def popleft(self):
        return self.pop(0)


class Peers:
    """A constraint graph that stores nothing."""

    def __len__(self):
        return 81

    def __getitem__(self, cell):
        return peers_of(cell)


def design():
    """The document's choices and what they were chosen over, in Python: by themselves, and in the program with one of them exchanged."""
    rounds = int(dims["rounds"])
    flat, square = [7] * 81, [[7] * 9 for _ in range(9)]
    digits, values, graph = list(range(1, 10)), set(range(1, 10)), network()
    arcs = [(a, b) for a in range(81) for b in graph[a]]

    def drained(queue):
        while queue:
            queue.popleft()

    def stripped(domain, remove):
        for digit in (5, 1, 9, 3, 7):
            remove(domain, digit)

    board = [int(c) if c != "." else 0 for c in SAMPLE]

    def propagated(queue, peers):
        arc3.deque = queue
        try:
            arc3.ac3(peers, domains_of(board))
        finally:
            arc3.deque = deque

    pairs = {
        "a cell read in rows of rows, over in a flat list": (lambda: [square[c // 9][c % 9] for c in range(81)], lambda: [flat[c] for c in range(81)], 200),
        "a cell read in rows of rows by row and column, over in a flat list": (
            lambda: [square[r][c] for r in range(9) for c in range(9)], lambda: [flat[r * 9 + c] for r in range(9) for c in range(9)], 200),
        "a value looked for in a list, over in a set": (lambda: [d in digits for d in range(1, 10)], lambda: [d in values for d in range(1, 10)], 1000),
        "values taken out of a list, over out of a set": (lambda: stripped(list(digits), list.remove), lambda: stripped(set(values), set.discard), 500),
        "arcs taken from the front of a list, over of a deque": (lambda: drained(Front(arcs)), lambda: drained(deque(arcs)), 5),
        "neighbours worked out, over looked up": (lambda: [peers_of(c) for c in range(81)], lambda: [graph[c] for c in range(81)], 20),
        "AC-3 with a list as its queue, over a deque": (lambda: propagated(Front, graph), lambda: propagated(deque, graph), 2),
        "AC-3 with neighbours worked out, over looked up": (lambda: propagated(deque, Peers()), lambda: propagated(deque, graph), 2),
    }  # fmt: skip
    for name, (other, chosen, number) in pairs.items():
        ratios = [timeit.timeit(other, number=number) / timeit.timeit(chosen, number=number) for _ in range(rounds)]
        median(name, ratios, "times")
    puzzles, limit = [proper(k) for k in range(int(dims["puzzles"]))], 2000
    right, runs = zip(*(solved(p, graph) for p in puzzles))
    say("puzzles past AC-3", sum(r > 0 and not sudoku_generator.has_unique_solution_ac3(p) for p, r in zip(puzzles, runs)), "puzzles", len(puzzles))
    say("deep copies: solved rightly", sum(right), "puzzles", len(puzzles))
    say("runs of AC-3 in the search", sum(runs), "runs", len(puzzles))
    back_track.copy = types.SimpleNamespace(deepcopy=list)
    shallow = [solved(p, graph, limit)[0] for p in puzzles]
    back_track.copy = copy
    say("shallow copies: solved rightly", sum(map(bool, shallow)), "puzzles", len(puzzles))
    plain = back_track.select_unassigned_variable
    back_track.select_unassigned_variable = lambda cells, _domains: cells.index(0) if 0 in cells else -1
    fixed = [solved(p, graph, limit) for p in puzzles]
    back_track.select_unassigned_variable = plain
    say("fixed order: solved within 2,000 runs of AC-3", sum(map(bool, (f[0] for f in fixed))), "puzzles", len(puzzles))
    say("fixed order: runs of AC-3 in the search, at most 2,001 each", sum(f[1] for f in fixed), "runs", len(puzzles))
    say("fixed order: puzzles with more runs", sum(f[1] > r for f, r in zip(fixed, runs)), "puzzles", len(puzzles))


def resident():
    """What is in memory now, in bytes, where the system tells it."""
    try:
        with open("/proc/self/statm") as f:
            return int(f.read().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def memory():
    """Hard puzzles made and solved one after the other: what is in memory, and how it grows after the first ten."""
    count, graph, at = int(dims["puzzles"]), network(), []
    begin = resident()
    for k in range(count):
        board, _ = made(k)
        solved(board, graph)
        at.append(resident())
    say("puzzles made and solved", len(at), "puzzles", count, False)
    say("before the first", begin, "B", 1, False)
    say("most", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, "B", count, False)
    late = at[10:]
    if len(late) > 2:
        x, y = statistics.fmean(range(len(late))), statistics.fmean(late)
        slope = sum((i - x) * (v - y) for i, v in enumerate(late)) / sum((i - x) ** 2 for i in range(len(late)))
        say("growth for each puzzle after ten", slope, "B", len(late), False)


def fallback():
    """What the generator hands over when all its attempts fail: at the board, and at the check of each puzzle."""
    full = [(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)]

    def filled(board, *_):
        board[:] = full
        return True

    for name, search, unique in (("no board", lambda *_: False, None), ("no puzzle", filled, lambda _board: False)):
        plain = sudoku_generator.back_track, sudoku_generator.has_unique_solution_ac3
        sudoku_generator.back_track, sudoku_generator.has_unique_solution_ac3 = search, unique or plain[1]
        boards = []
        with contextlib.redirect_stdout(io.StringIO()):
            for k in range(2):
                random.seed(k)
                boards.append(sudoku_generator.generate_sudoku("Hard"))
        sudoku_generator.back_track, sudoku_generator.has_unique_solution_ac3 = plain
        say(f"{name}: givens handed over", sum(map(bool, boards[0])), "givens")
        say(f"{name}: the same board each time", int(boards[0] == boards[1]), "boards")


{"structure": structure, "design": design, "memory": memory, "fallback": fallback, "generator": generator, "sample": sample, "times": times}[dims["part"]]()
