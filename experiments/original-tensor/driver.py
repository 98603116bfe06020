"""Observes the tensor document's program, which is imported from the folder that is named first; then the dimensions of one case."""

import ast
import contextlib
import gc
import inspect
import io
import itertools
import math
import resource
import statistics
import sys
import time
import types
from collections import Counter
from os import path
from unittest import mock

import numpy
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from observing import dims, folder, say, solutions

sys.path.insert(0, folder)

# Stand-ins for the libraries that draw and show: what is drawn is seen in what they are asked for.
PEN = mock.MagicMock(**{"textbbox.return_value": (0, 0, 0, 0)})
sys.modules["PIL"] = types.SimpleNamespace(
    Image=mock.MagicMock(), ImageDraw=types.SimpleNamespace(Draw=lambda *_: PEN), ImageFont=types.SimpleNamespace(truetype=lambda _name, size: size)
)
sys.modules["cv2"] = mock.MagicMock(**{"waitKey.return_value": 0})

import sudoku_nn  # noqa: E402, the program's own modules
import sudoku_stuff  # noqa: E402
from sudoku_nn import recursion_fun, sudoku_fun, sudoku_passes  # noqa: E402


def reshape(array, shape=None, newshape=None):
    return numpy.reshape(array, newshape if shape is None else shape)


sudoku_fun.np = types.SimpleNamespace(**{**vars(numpy), "reshape": reshape})  # numpy 2.4 has lost the name newshape
torch.set_num_threads(int(dims.get("threads", 1)))
torch.set_grad_enabled(False)
FLOAT, DEVICE = torch.float32, torch.device("cpu")
CHECKS = {  # the checks of a pass by the program's names, in its order, and the rule and the units that the name promises
    "remove_box": ("eliminate", "box"),
    "digits_in_one_line_at_box_h": ("confine", "row"),
    "digits_in_one_line_at_box_v": ("confine", "column"),
    "uniq_h": ("only", "row"),
    "uniq_v": ("only", "column"),
    "uniq_box": ("only", "box"),
    "doubles_h": ("naked pairs", "row"),
    "doubles_v": ("naked pairs", "column"),
    "doubles_box": ("naked pairs", "box"),
}
UNITS = {
    "row": [[9 * a + b for b in range(9)] for a in range(9)],
    "column": [[9 * b + a for b in range(9)] for a in range(9)],
    "box": [[27 * (a // 3) + 3 * (a % 3) + 9 * (b // 3) + b % 3 for b in range(9)] for a in range(9)],
}
BOX = [cell // 27 * 3 + cell % 9 // 3 for cell in range(81)]


def mean_time(figure, times, puzzles):
    """Says the mean of seconds per puzzle with its 95 % interval, by the normal distribution."""
    mean, half = statistics.fmean(times) / puzzles, 1.96 * statistics.stdev(times) / math.sqrt(len(times)) / puzzles
    say(figure, mean, "s per puzzle", len(times), False, (max(0.0, mean - half), mean + half))


def read(first=0, count=None):
    """Puzzles of the case's set, which lies in the program's folder."""
    with open(path.join(folder, "data", dims["set"]), "rb") as file:
        found = [line.strip() for line in file if line.strip() and not line.startswith(b"#")]
    return found[first:] if count is None else found[first : first + count]


def slice_of_set():
    count = int(dims["puzzles"])
    return read(int(dims.get("slice", 0)) * count, count)


def masks(puzzles):
    return sudoku_nn.sudoku_to_mask(list(puzzles), dtype=FLOAT)


def build(recursion=True, doubles=True, passes=1):
    network = sudoku_nn.SudokuRecursionPasses if recursion else sudoku_nn.SudokuPasses
    return network(FLOAT, DEVICE, passes=passes, remove_doubles=doubles).eval()


class Search:
    """The program's network, called pass by pass: what its recursion remembers is handed on to the next call."""

    def __init__(self, puzzles, recursion=True, doubles=True):
        self.network, self.mask, self.rows = build(recursion, doubles), masks(puzzles), torch.arange(len(puzzles))
        self.recursion = recursion
        if recursion:
            control = self.network.sudoku_recursion
            self.memory = control.create_masks(self.mask)
            control.create_masks = lambda _: self.memory
            control.register_forward_hook(self.keep)

    def keep(self, _module, given, out):
        self.given, self.out, self.memory = given, out, out[1:]

    def go(self):
        self.mask, (solved, failed) = self.network(self.mask)
        return solved.flatten() == 1, failed.flatten() > 0

    def only(self, which):
        self.mask, self.rows = self.mask[which], self.rows[which]
        if self.recursion:
            self.memory = tuple(m[which] for m in self.memory)


def same(a, b):
    """How many puzzles have the same candidates."""
    return (a == b).flatten(1).all(1).sum()


def right(puzzles, mask):
    """Which answers are full valid grids that keep their givens: a check of ours."""
    bits = mask.reshape(len(puzzles), 9, 81).numpy()
    grid = bits.argmax(1) + 1
    ok = (bits.sum(1) == 1).all(1)
    for units in UNITS.values():
        ok &= (numpy.sort(grid[:, units], axis=2) == numpy.arange(1, 10)).all((1, 2))
    return ok & numpy.array([all(c in (46, 48, g + 48) for c, g in zip(p, line)) for p, line in zip(puzzles, grid.tolist())], bool)


def plain(rule, kind, board):
    """What a rule leaves of a board, 81 sets of digits as bits, in one kind of unit: loops of ours, all strikes at once."""
    left = list(board)
    for unit in UNITS[kind]:
        places = [[c for c in unit if board[c] >> d & 1] for d in range(9)]
        if rule == "eliminate":
            settled = sum({board[c] for c in unit if board[c].bit_count() == 1})
            for c in unit:
                left[c] &= ~settled if board[c].bit_count() != 1 else 511
        elif rule == "only":
            once = sum(1 << d for d in range(9) if len(places[d]) == 1)
            for c in unit:
                left[c] &= once if board[c] & once else 511
        elif rule == "naked pairs":
            for pair, times in Counter(board[c] for c in unit if board[c].bit_count() == 2).items():
                for c in unit:
                    left[c] &= ~pair if times == 2 and board[c] != pair else 511
        elif rule == "hidden pairs":
            for a in range(9):
                for b in range(a):
                    if len(places[a]) == 2 and places[a] == places[b]:
                        for c in places[a]:
                            left[c] &= 1 << a | 1 << b
        elif rule == "confine":  # a digit that has places in one line only of a box goes from the rest of that line
            for d in range(9):
                alone = {b for b in {BOX[c] for c in places[d]} if all(c in unit for c in UNITS["box"][b] if board[c] >> d & 1)}
                for c in places[d]:
                    left[c] &= ~(1 << d) if alone and BOX[c] not in alone else 511
    return left


def solved(puzzle):
    """At most two solutions of a puzzle, each as 81 digits as bits."""
    board = [c - 48 if c in b"123456789" else 0 for c in puzzle]
    return [[1 << digit - 1 for digit in found] for found in solutions(board, 2)]


def boards(mask):
    """The candidates as 81 sets of digits as bits, the form that the loops of ours take."""
    return torch.einsum("ndc,d->nc", mask.reshape(len(mask), 9, 81), 2.0 ** torch.arange(9)).int().tolist()


def struck(before, after):
    return sum((a & ~b).bit_count() for a, b in zip(before, after))


class Watch(TorchDispatchMode):
    """Shows every operation of torch, with what it takes and gives, to a function."""

    def __init__(self, see):
        super().__init__()
        self.see = see

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        self.see(func.overloadpacket.__name__, args, out[0] if isinstance(out, tuple) else out)
        return out


KINDS = {  # torch's words for operations that compute, and the document's, where it has any
    "convolution": "convolution", "relu": "ReLU", "max_pool2d_with_indices": "max-pooling", "max_unpool2d": "inverse of max-pooling",
    "mul": "multiplication", "add": "addition and subtraction", "sub": "addition and subtraction", "neg": "addition and subtraction",
    "fmin": "minimum and maximum", "fmax": "minimum and maximum", "clamp": "clamping", "lerp": "lerp", "abs": "absolute value",
    "amax": "maximum of a puzzle", "upsample_nearest2d": "nearest upsampling",
}  # fmt: skip
MOVES = ("expand", "view", "unsqueeze", "squeeze", "transpose", "clone", "_unsafe_view", "alias", "detach")


def structure():
    network = build()
    convolutions = [m for m in gc.get_objects() if type(m) is torch.nn.Conv2d]  # torch itself lists those that a module holds
    weights = torch.cat([w.flatten() for m in convolutions for w in (m.weight, m.bias)])
    say("convolutions", len(convolutions), "convolutions")
    say("weights", len(weights), "weights")
    say("weights that torch lists", sum(p.numel() for p in network.parameters()), "weights")
    say("weights.min", weights.min(), "value", len(weights))
    say("weights.max", weights.max(), "value", len(weights))
    say("weights that are no whole number", (weights != weights.round()).sum(), "weights", len(weights))
    names = [n for m in (sudoku_fun, recursion_fun, sudoku_passes) for n in ast.walk(ast.parse(inspect.getsource(m)))]
    learned = ("backward", "optim", "load", "load_state_dict")
    say("names of training or loading", sum(getattr(n, "attr", getattr(n, "id", "")) in learned for n in names), "names")
    say("calls of Iterate2D", sum(isinstance(n, ast.Call) and getattr(n.func, "id", "") == "Iterate2D" for n in names), "calls")
    say("shape as stated", tuple(masks([b"." * 81] * 7).shape) == (7, 9, 9, 9), "shapes")
    remembered = network.sudoku_recursion.create_masks(masks([b"." * 81]))
    say("memory of the recursion", sum(m.nbytes for m in remembered), "bytes per puzzle")
    say("pairs of digits", network.doubles_v.encode_permutations.out_channels, "pairs")
    for kind, shape in (("rows", (1, 9)), ("columns", (9, 1)), ("boxes", (3, 3))):
        doubles = (network.doubles_h, network.doubles_v, network.doubles_box)
        say("checks of doubles in " + kind, sum(d.sum_downsample36.select_sum_conv.kernel_size == shape for d in doubles), "checks")
    for name in ("SudokuPasses", "SudokuRecursionPasses"):
        say(name + ": passes", inspect.signature(getattr(sudoku_nn, name)).parameters["passes"].default, "passes")
    with open(path.join(folder, "nn_speed_test.py"), encoding="utf-8") as file:
        source = file.read()
    calls = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "speed_test"]
    for argument in calls[-1].keywords:
        say("speed test: " + argument.arg, argument.value.value, "value")
    say("speed test: on a graphics card", source.count('\n    device = torch.device("cuda"'), "devices")
    for name in ("puzzles0_kaggle_275.gif", "puzzles2_17_clue_19.png", "puzzles3_magictour_top1465_30.gif"):
        say("picture is there: " + name, path.exists(path.join(folder, "readme", name)), "files")


def operations():
    """What each module of a pass computes for a puzzle, and whether Python reads a value of a tensor there, while one puzzle is searched."""
    search, seen, steps = Search(slice_of_set()), {}, []
    network, passes = search.network, int(dims["passes"])

    def see(op, args, out):
        counted = isinstance(out, torch.Tensor) and op not in MOVES
        adds = out.numel() * args[1][0].numel() if op == "convolution" else 0
        kind = KINDS.get(op, "another operation") if counted else ""
        steps.append((kind, adds, out.numel() if counted and not adds else 0, op == "_local_scalar_dense"))

    for _ in range(passes):
        search.go()
        memory, given = search.memory, {name: (search.mask,) for name in (*CHECKS, "sudoku_solved")} | {"sudoku_recursion": search.given}
        for name, arguments in given.items():
            steps.clear()
            with Watch(see):
                getattr(network, name)(*arguments)
            seen.setdefault(name, []).append(tuple(steps))
        search.memory = memory
    for name, runs in seen.items():
        for kind in (*dict.fromkeys(KINDS.values()), "another operation"):
            say(f"{name}: {kind}", sum(step[0] == kind for step in runs[0]), "operations", passes)
        say(f"{name}: sequences of operations", len(set(runs)), "sequences", passes)
        say(f"{name}: values read by Python", sum(step[3] for run in runs for step in run), "values", passes)
        say(f"{name}: multiply-adds", sum(step[1] for step in runs[0]), "multiply-adds", passes)
        say(f"{name}: numbers otherwise computed", sum(step[2] for step in runs[0]), "numbers", passes)


def checks():
    """Each check against loops of ours, on the boards that the passes go through without guessing."""
    puzzles, seen, n = slice_of_set(), Counter({"hidden singles": 0, "hidden singles left": 0}), 0
    network, rowwise = build(recursion=False), sudoku_nn.SudokuDigitsDoubles("h", dtype=FLOAT, device=DEVICE)
    mask = masks(puzzles)
    answers = [[sum(set(digits)) for digits in zip(*solved(puzzle))] for puzzle in puzzles]  # the digits of one solution, or of two
    while len(mask):
        n += len(mask)
        passed = [boards(mask)]
        for name, (rule, kind) in CHECKS.items():
            units, before = (kind,), passed[-1]
            if name == "doubles_h":
                half, units = before, ("row", "column")
                for board, after in zip(before, boards(rowwise(mask))):
                    seen["doubles built for rows: boards as by loops, row"] += plain(rule, "row", board) == after
            mask = getattr(network, name)(mask)
            passed.append(boards(mask))
            for board, after, answer in zip(before, passed[-1], answers):
                for unit in units:
                    seen[f"{name}: boards as by loops, {unit}"] += plain(rule, unit, board) == after
                seen[name + ": boards with strikes"] += board != after
                seen[name + ": strikes"] += struck(board, after)
                seen["strikes of a digit of a solution"] += sum((a & b & ~c).bit_count() for a, b, c in zip(answer, board, after))
                if (rule, units[-1]) == ("naked pairs", "column"):
                    seen["cells of 1, 8 and 9 that a column leaves 9"] += (385, 256) in zip(board, after)
        for start, middle, end in zip(passed[0], half, passed[-1]):
            for unit in (unit for units in UNITS.values() for unit in units):
                for d in (1 << d for d in range(9)):
                    places = [c for c in unit if start[c] & d]
                    for c in (c for c in places if start[c] == d):
                        seen["naked singles"] += 1
                        seen["naked singles left"] += any(end[o] & d for o in unit if o != c)
                    if len(places) == 1 and start[places[0]] != d:
                        seen["hidden singles"] += 1
                        seen["hidden singles left"] += end[places[0]] != d
            for rule in ("naked pairs", "hidden pairs"):
                for kind in UNITS:
                    target = plain(rule, kind, middle)
                    seen[f"{rule}, {kind}: strikes by loops"] += struck(middle, target)
                    seen[f"{rule}, {kind}: strikes of these done"] += sum((a & ~b & ~c).bit_count() for a, b, c in zip(middle, target, end))
        moving = [k for k, board in enumerate(passed[0]) if board != passed[-1][k]]
        mask, answers = mask[moving], [answers[k] for k in moving]
    seen["strikes"] = sum(seen[name + ": strikes"] for name in CHECKS)
    for figure, count in sorted(seen.items()):
        say(figure, count, next(word for word in ("boards", "singles", "cells", "strikes") if word in figure), n)


def iterate():
    """Iterate2D on random arrays, half of them with ties."""
    count, generator = int(dims["arrays"]), torch.Generator().manual_seed(1)
    values = torch.stack([torch.randperm(99, generator=generator)[:81].reshape(1, 9, 9) for _ in range(count)]).float()
    values[::2] = torch.randint(0, 12, values[::2].shape, generator=generator).float()
    flat = values.flatten(1)
    ordered = flat.sort(1, descending=True).values
    iterator, pooled, mask, index = sudoku_nn.Iterate2D(9), [], None, None
    iterator.max_unpool.register_forward_hook(lambda _module, _given, out: pooled.append(out.flatten(1) > 0))
    good, alone, late, given = torch.ones(count) > 0, torch.ones(count) > 0, torch.zeros(count) > 0, flat < 0
    for step in range(81):
        mask, index, data = iterator(values, mask, index)
        now, some = mask.flatten(1) > 0, ordered[:, step] > 0
        fresh = now & ~given
        good &= ~some | (fresh.sum(1) == 1) & (pooled.pop() == fresh).all(1) & ((flat * fresh).sum(1) == ordered[:, step])
        good &= data.flatten() == ordered[:, step]
        alone &= ~some | (now.sum(1) == 1)
        late |= ~some & fresh.any(1)
        given = now
    say("arrays with ties", ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] > 0)).any(1).sum(), "arrays", count)
    say("one new element a call, the largest left", good.sum(), "arrays", count)
    say("mask returned holds that element alone", alone.sum(), "arrays", count)
    say("a zero is marked after the last", late.sum(), "arrays", count)


def batches():
    """Puzzles side by side against the same puzzles one at a time."""
    network, largest, cases = build(passes=16), int(dims["largest"]), int(dims["puzzles"])
    mask = masks(read(0, largest))
    one = torch.cat([network(mask[k : k + 1])[0] for k in range(cases)])
    compared = equal = 0
    for size in (2**k for k in range(largest.bit_length())):
        many = network(mask[:size])[0]
        say(f"side by side: {size}", len(many), "puzzles")
        compared, equal = compared + len(many[:cases]), equal + same(many[:cases], one[:size])
    say("answers equal", equal, "answers", compared)


def forms():
    """Additions, subtractions, minima, maxima and clampings of a run, each also made of convolution and ReLU alone."""
    puzzles, passes, relu, seen = slice_of_set(), int(dims["passes"]), torch.nn.functional.relu, Counter()

    def add(a, b, sign=1.0):
        a, b = torch.broadcast_tensors(*(torch.as_tensor(x, dtype=FLOAT) for x in (a, b)))
        pair = torch.stack([a.flatten(), b.flatten()])[None, :, None]
        return torch.nn.functional.conv2d(pair, torch.tensor([[[[1.0]], [[sign]]]])).reshape(a.shape)

    def sub(a, b):
        return add(a, b, -1.0)

    made = {
        "add": add,
        "sub": sub,
        "fmin": lambda a, b: sub(a, relu(sub(a, b))),
        "fmax": lambda a, b: add(a, relu(sub(b, a))),
        "clamp": lambda a, low, high: add(sub(relu(sub(a, low)), relu(sub(a, high))), low),
    }
    usual = build(passes=passes)(masks(puzzles))[0]

    def both(name, kept):
        def call(*args):
            first, second = kept(*args), made[name](*args)
            seen[name] += 1
            seen[name + " same"] += torch.equal(first, second)
            return second

        return call

    network, mask = build(passes=passes), masks(puzzles)
    with contextlib.ExitStack() as stack:
        for name in made:
            stack.enter_context(mock.patch.object(torch, name, both(name, getattr(torch, name))))
        again = network(mask)[0]
    for name in made:
        say(name + ": the same", seen[name + " same"], "tensors", seen[name])
    say("answers the same", same(usual, again), "puzzles", len(puzzles))


def precision():
    """The range of every number that is computed in a run, and the run with all of them held to fewer bits."""
    puzzles, passes = slice_of_set(), int(dims["passes"])
    low, high, two = {}, {}, {}

    def run(change=None):
        search, place = Search(puzzles), 0

        def see(op, _args, out):
            nonlocal place
            if op not in KINDS or op == "upsample_nearest2d":  # which gives the same numbers again
                return
            place += 1
            if change is not None:
                out.copy_(change(out))
                return
            a, b = (float(x) for x in out.aminmax())
            low[place], high[place] = min(low.get(place, a), a), max(high.get(place, b), b)
            two[place] = two.get(place, set()) | {a, b} | (set() if ((out == a) | (out == b)).all() else {"more"})

        for _ in range(passes):
            place = 0
            with Watch(see):
                search.go()
        return search.mask

    usual, n = run(), len(puzzles)
    say("results", len(low), "results of a pass", n)
    for bits in (8, 4):
        half = 2 ** (bits - 1)
        say(f"results in int{bits}", sum(-half <= low[p] and high[p] < half for p in low), "results of a pass", len(low))
        say(f"answers the same in int{bits}, cut off", same(run(lambda x: x.clamp(-half, half - 1)), usual), "puzzles", n)
        say(f"answers the same in int{bits}, wrapped", same(run(lambda x: torch.remainder(x + half, 2 * half) - half), usual), "puzzles", n)
    say("results of two values", sum(len(values) <= 2 for values in two.values()), "results of a pass", len(low))
    say("results.min", min(low.values()), "value", len(low))
    say("results.max", max(high.values()), "value", len(low))
    try:
        sudoku_nn.SudokuPasses(torch.int8, DEVICE)
        built = 1
    except RuntimeError:  # as weights, torch takes no whole numbers
        built = 0
    say("networks of dtype int8 that can be built", built, "networks")


def files():
    """A set as the program reads it, and by ours."""
    file, every = path.join(folder, "data", dims["set"]), read()
    try:
        taken = len(sudoku_stuff.get_puzzle(file, idx="all"))
    except AssertionError:  # at a line that is no puzzle
        taken = 0
    givens = [sum(c in b"123456789" for c in puzzle) for puzzle in every]
    some = slice_of_set()
    say("puzzles", len(every), "puzzles")
    say("puzzles that the program reads at once", taken, "puzzles", len(every))
    say("givens.min", min(givens), "givens", len(every))
    say("givens.max", max(givens), "givens", len(every))
    say("one solution", sum(len(solved(puzzle)) == 1 for puzzle in some), "puzzles", len(some))


def solve():
    """Puzzles solved by so many passes. What is solved is left out of the passes that follow."""
    puzzles, recursion, doubles, most = slice_of_set(), dims["recursion"] == "yes", dims["doubles"] == "yes", int(dims["passes"])
    n, search = len(puzzles), Search(puzzles, recursion, doubles)
    guesses, returns, took, good, wrong, begin = torch.zeros(n), torch.zeros(n), [], torch.zeros(n, dtype=torch.bool), 0, time.process_time()
    failed = torch.zeros(n, dtype=torch.bool)
    for done in range(1, most + 1):
        if len(search.rows):
            solved, failed = search.go()
            if recursion:
                move = (search.out[2] - search.given[3]).flatten()
                guesses[search.rows] += move == 2
                returns[search.rows] += move == -2
            if solved.any():
                ids = search.rows[solved]
                ok = torch.from_numpy(right([puzzles[k] for k in ids], search.mask[solved]))
                good[ids], wrong = ok, wrong + int((~ok).sum())
                took += [done] * len(ids)
                search.only(~solved)
                failed = failed[~solved]
        if done in (4, 16, 32, 50, 100, 200, 500, 1000):
            say(f"right after {done}", good.sum(), "puzzles", n)
            say(f"wrong after {done}", wrong, "puzzles", n)
            say(f"in contradiction after {done}", failed.sum(), "puzzles", n)
    say("processor time per puzzle", (time.process_time() - begin) / n, "s", n, False)
    few = Search(puzzles[:20], recursion, doubles)
    for _ in range(16):
        few.go()
    say("as in one call of 16 passes", same(few.mask, build(recursion, doubles, 16)(masks(puzzles[:20]))[0]), "puzzles", len(puzzles[:20]))
    if took:
        say("passes.median", statistics.median(took), "passes", len(took))
        say("passes.mean", statistics.fmean(took), "passes", len(took))
        say("passes.max", max(took), "passes", len(took))
    if recursion:
        say("left open by the checks", (guesses > 0).sum(), "puzzles", n)
        say("left open by the checks and right", (good & (guesses > 0)).sum(), "puzzles", n)
        say("guesses", guesses.sum(), "guesses", n)
        say("returns", returns.sum(), "returns", n)


def stack():
    """The memory of the recursion against a stack of ours that keeps the whole board at each guess."""
    figures = (
        "guesses", "guesses whose other digits get an odd number", "returns", "returns to the board kept, without the guess", "passes without either",
        "strikes below a guess", "strikes below a guess that get an even number", "strikes of a digit that has a number already",
    )  # fmt: skip
    puzzles, seen, deepest = slice_of_set(), Counter(), 0
    search, kept = Search(puzzles), [[] for _ in puzzles]
    for _ in range(int(dims["passes"])):
        solved, _ = search.go()
        (old, new, numbers, index), (board, after, then) = search.given, search.out
        strikes, level = (old - new) == 1, index.flatten()
        others = (new - board) == 1
        for k in (~solved).nonzero().flatten().tolist():
            row, move = int(search.rows[k]), int(then[k] - index[k])
            odd = int(level[k]) % 2 == 1
            seen["guesses"] += move == 2
            seen["returns"] += move == -2
            seen["passes without either"] += move == 0
            seen["strikes of a digit that has a number already"] += int((strikes[k] & (numbers[k] != 0)).sum())
            if move == 2:
                kept[row].append((new[k], board[k]))
                alone = torch.equal(after[k] == level[k], others[k]) and int(others[k].any(0).sum()) == 1
                seen["guesses whose other digits get an odd number"] += odd and alone
            elif move == -2:
                before, guess = kept[row].pop() if kept[row] else (board[k] * 0 - 1, board[k])
                seen["returns to the board kept, without the guess"] += torch.equal(board[k], before - guess * (before - guess).amax(0))
            if move >= 0 and level[k] > 1:
                seen["strikes below a guess"] += int(strikes[k].sum())
                seen["strikes below a guess that get an even number"] += odd * int((strikes[k] & (after[k] == level[k] - 1)).sum())
            deepest = max(deepest, len(kept[row]))
        if solved.all():
            break
        search.only(~solved)
    for figure in figures:
        say(figure, seen[figure], figure.split()[0], len(puzzles))
    say("most guesses at a time", deepest, "guesses", len(puzzles))


def pictures():
    """The frames of the program's interactive mode, as it asks for them, against its tensors: for one puzzle of the set."""
    import sudoku_interactive as program

    now, seen, places = {}, Counter(), [(d, y, x) for d in range(9) for y in range(9) for x in range(9)]
    plain_draw, plain_frame = program.draw, program.DrawSudoku.draw_sudoku

    def draw(sudoku, mask, *args, back_mask=None, **more):
        now.update(mask=mask[0], stack={} if back_mask is None else {at: float(back_mask[0][at]) for at in places if back_mask[0][at]})
        plain_draw(sudoku, mask, *args, back_mask=back_mask, **more)
        now["last"] = mask[0]

    def frame(ds, *args, **more):
        PEN.reset_mock()
        plain_frame(ds, *args, **more)
        third = ds.cell_size // 3
        corner = {(ds.cell_pos(x, y)[0] + third * (d % 3), ds.cell_pos(x, y)[1] + third * (d // 3)): (d, y, x) for d, y, x in places}
        shown, squares = {}, {}
        for (x, y), red, green in ((call.args[0], *call.kwargs["fill"][:2]) for call in PEN.text.call_args_list if call.kwargs["font"] == third):
            shown[corner[x - third // 2, y - third // 2 - ds.offsety_sm]] = "back" if red else "struck" if green else "kept"
        for (x, y, *_), alpha in ((call.args[0], call.kwargs["fill"][3]) for call in PEN.rectangle.call_args_list if len(call.kwargs["fill"]) == 4):
            squares[corner[x - 1, y - 1]] = alpha
        mask, stack = now["mask"], now["stack"]
        last = now["last"] if more.get("use_prev_hints", True) and "last" in now else mask
        cells = ((mask.sum(0) % 9 > 1) | (last.sum(0) % 9 > 1)).tolist()
        there = ((mask + last) > 0).nonzero().tolist()
        want = {(d, y, x): "back" if not last[d, y, x] else "kept" if mask[d, y, x] else "struck" for d, y, x in there if cells[y][x]}
        seen["frames"] += 1
        seen["frames that show and mark the candidates of open cells"] += shown == want
        seen["strikes between frames"] += int((last > mask).sum())
        seen["strikes shown in colour"] += sum(mark == "struck" for mark in shown.values())
        seen["frames whose squares are the digits remembered"] += set(squares) == set(stack)
        seen["squares"] += len(squares)
        seen["squares that can be seen"] += sum(alpha > 0 for alpha in squares.values())
        seen["squares of odd numbers that can be seen"] += sum(squares.get(at, 0) > 0 and number % 2 == 1 for at, number in stack.items())
        seen["digits of odd numbers remembered"] += sum(number % 2 == 1 for number in stack.values())

    program.draw, program.DrawSudoku.draw_sudoku, program.device = draw, frame, DEVICE
    with contextlib.redirect_stdout(io.StringIO()):
        program.solve_interactive(read(int(dims["puzzle"]), 1)[0], draw_witout_press_key=True, draw_all_changes=True)
    for figure, count in seen.items():
        say(figure, count, figure.split()[0])


def speed():
    """Puzzles solved as in the program's test of speed, by a processor."""
    size, rounds = int(dims["batch"]), int(dims["rounds"])
    network = build(dims["recursion"] == "yes", dims["doubles"] == "yes", int(dims["passes"]))
    puzzles, times, done = list(itertools.islice(itertools.cycle(read()), size * rounds)), [], 0
    begin = time.perf_counter()
    parts = [masks(puzzles[k * size : (k + 1) * size]) for k in range(rounds)]
    say("time to make the tensor", (time.perf_counter() - begin) / len(puzzles), "s per puzzle", len(puzzles), False)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for part in [parts[0], *parts]:  # the first part twice, as the program does, to warm up
        begin = time.perf_counter()
        answer = network(part)[1][0]
        times.append(time.perf_counter() - begin)
        done += int(answer.sum()) if len(times) > 1 else 0
    mean_time("time", times[1:], size)
    say("time of the first run", times[0] / size, "s per puzzle", 1, False)
    say("solved", done, "puzzles", len(puzzles))
    say("peak memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MiB", 1, False)
    say("peak memory before", before / 1024, "MiB", 1, False)


def cost():
    """The time of each module of a pass, on the same batch."""
    size, rounds = int(dims["batch"]), int(dims["rounds"])
    search, times = Search(read(0, size)), {}
    for _ in range(4):
        search.go()
    for _ in range(rounds + 1):
        for name in (*CHECKS, "sudoku_recursion", "sudoku_solved"):
            arguments = search.given if name == "sudoku_recursion" else (search.mask,)
            begin = time.perf_counter()
            getattr(search.network, name)(*arguments)
            times.setdefault(name, []).append(time.perf_counter() - begin)
    for name, all_times in times.items():
        mean_time(name, all_times[1:], size)  # the first warms up


PARTS = (structure, operations, checks, iterate, batches, forms, precision, files, solve, stack, pictures, speed, cost)
{part.__name__: part for part in PARTS}[dims["part"]]()
