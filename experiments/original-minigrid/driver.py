"""Observes the minigrid document's program, which a person built in the folder that is named first; then the dimensions of one case."""

import itertools
import math
import os
import random
import re
import select
import statistics
import subprocess
import tempfile
import time
from collections import Counter
from os import path

from observing import dims, folder, median, say, solutions, units

# Known puzzles with one solution: of 17 givens, and of 21 to 24 that are known as hard.
KNOWN = {
    "9x9-17": """
000000012003600000000007000410020000000500300700000600280000040000300500000000000
000000012008030000000000040120500000000004700060000000507000300000620000000100000
000000012000035000000600070700000300000400800100000000000120000080000040050000600
000000010400000000020000000000050407008000300001090000300400200050100000000806000
000000010400000000020000000000050604008000300001090000300400200050100000000807000
000000012040050000000009000070600400000100000000000050000087500601000300200000000
000000012050400000000000030700600400001000000000080000920000800000510700000003000
000000012300000060000040000900000500000001070020000000000350400001400800060000000
000000012400090000000000050070200000600000400000108000018000000000030700502000000
000000012500008000000700000600120000700000450000030000030000800000500700020000000
000000012700060000000000050080200000600000400000109000019000000000030800502000000
000000012800040000000000060090200000700000400000501000015000000000030900602000000
400000805030000000000700000020000060000080400000010000000603070500200000104000000
000000000000003085001020000000507000004000100090000000500000073002010000000040009""".split(),
    "9x9-hard": """
800000000003600000070090200050007000000045700000100030001000068008500010090000400
100007090030020008009600500005300900010080002600004000300000010040000007007000300
000000039000001005003050800008090006070002000100400000009080050020000600400700000
100000002090400050006000700050903000000070000000850040700000600030009080002000001
850002400720000009004000000000107002305000900040000000000080070017000000000036040
000000012000000003002300400001800005060070800000009000008500000900040500470006000""".split(),
}
# What begins the line of each step, in the order in which they are printed. Phase 2 generates until it prints its first count.
MARKS = {
    "phase 1": b"=== PHASE 1",
    "phase 2": b"=== PHASE 2",
    "phase 2, printing": b"\nMinigrid 0: ",
    "phase 3": b"=== PHASE 3",
    "phase 4": b"=== PHASE 4",
    "phase 5": b"=== PHASE 5",
    "end": b"=== END",
}
SMALL = 5000  # edges of a graph that is made again
SEVERAL = 100  # solutions that are listed at most


class Process:
    """The program, started once and given boards one after the other."""

    def __init__(self, threads=None, trace=None):
        env = dict(os.environ) | ({"RAYON_NUM_THREADS": str(threads)} if threads else {})
        self.child = subprocess.Popen(
            [path.join(folder, "target", "release", "solve")], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=trace or subprocess.DEVNULL
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.kill()
        self.child.communicate()

    def peak(self):
        """The greatest resident memory so far, of the program alone, in bytes; a system that does not tell it has none."""
        try:
            with open(f"/proc/{self.child.pid}/status") as status:
                return int(re.search(r"VmHWM:\s*(\d+) kB", status.read())[1]) * 1024
        except (OSError, TypeError):
            return None

    def solve(self, board, seconds=math.inf, fillings=True, side=None):
        """One board. What is printed is kept, fillings only where asked for; the marks are stamped when they arrive."""
        self.child.stdin.write(f"{side or math.isqrt(len(board))} {','.join(map(str, board))}\n".encode())
        self.child.stdin.flush()
        out, text, rest, at, left = self.child.stdout.fileno(), [], b"", {}, list(MARKS)
        until, peak = time.perf_counter() + seconds, None
        while left:
            if seconds < math.inf and not select.select([out], [], [], max(0, until - time.perf_counter()))[0]:
                return Answer(b"".join(text) + rest, at, "time", self.peak())
            peak = seconds < math.inf and self.peak() or peak  # one that has ended has none
            chunk = os.read(out, 1 << 20)
            now = time.perf_counter()
            if not chunk:
                return Answer(b"".join(text) + rest, at, "fault", peak)
            rest += chunk
            begin = 0
            while left and (found := rest.find(MARKS[left[0]], begin)) >= 0:
                begin = found + 1
                at[left.pop(0)] = now
            cut = max(begin, rest.rfind(b"\n", 0, -1))  # a mark may arrive in parts
            if left and cut > 0:
                text.append(rest[:cut] if fillings else re.sub(rb"\n  P\d+:[^\n]*(?=\n|$)", b"", rest[:cut]))
                rest = rest[cut:]
        while not rest.endswith(b"\n"):
            rest += os.read(out, 1 << 20)
        return Answer(b"".join(text) + rest, at, "end", self.peak())


class Answer:
    def __init__(self, text, at, ended, peak):
        text = text.decode()
        number = lambda pattern: next((int(n) for n in re.findall(pattern, text)), None)  # noqa: E731
        self.ended, self.peak, self.reached = ended, peak, max((int(m[6]) for m in at if m.startswith("phase")), default=0)
        steps = list(MARKS)
        self.time = {a: at[b] - at[a] for a, b in zip(steps, steps[1:]) if b in at}
        if ended == "end":
            self.time["phase 2, generating"] = self.time["phase 2"]
            self.time["phase 2"] += self.time["phase 2, printing"]
            self.time["all phases"] = at["end"] - at["phase 1"]
        self.counts = [int(n) for n in re.findall(r"Minigrid \d+: (\d+) permutation", text)]
        listed = (tuple(map(int, f.replace("|", " ").split())) for f in re.findall(r"  P\d+: \[([^]]*)\]", text))
        self.fillings = [list(itertools.islice(listed, n)) for n in self.counts]
        self.vertices, self.edges = number(r"Total vertices: (\d+)"), number(r"Total edges found: (\d+)")
        self.passes, self.active = number(r"converged after (\d+)"), number(r"after pruning: (\d+)")
        self.left = [int(n) for n in re.findall(r"Minigrid \d+: (\d+) valid", text)]
        self.verdict = next(iter(re.findall("UNSOLVABLE|UNIQUE|AMBIGUOUS", text)), None)
        end = text[text.find("=== END") :].split()[2:] if ended == "end" else []
        self.solutions = [tuple(map(int, s.split(","))) for s in end[:-1]]
        if end:
            self.time["the call, by its own clock"] = float(end[-1])


def full(side, r):
    """A full grid: by a search, and of more than nine digits by shuffling lines and digits of a regular one."""
    if side <= 9:
        return list(solutions([0] * side * side, 1, lambda digits: r.shuffle(digits) or digits)[0])
    k = math.isqrt(side)
    mixed = lambda n: r.sample(range(n), n)  # noqa: E731
    rows, columns = ([k * band + line for band in mixed(k) for line in mixed(k)] for _ in range(2))
    digits = mixed(side)
    return [digits[(k * (a % k) + a // k + b) % side] + 1 for a in rows for b in columns]


def proper(side, givens, r):
    """A puzzle with one solution and so many givens: of a full grid digits are taken out, many at once first, while it has one."""
    while True:
        board, order, at, step = full(side, r), r.sample(range(side * side), side * side), 0, side * side
        over = side * side - givens
        while over and at < len(order):
            cells = order[at : at + min(step, over)]
            fewer = [0 if cell in cells else digit for cell, digit in enumerate(board)]
            if len(solutions(fewer, 2)) == 1:
                board, over, at = fewer, over - len(cells), at + len(cells)
            elif step > 1:
                step = max(1, len(cells) // 2)
            else:
                at += 1
        if not over:
            return board


def made(kind, number):
    """A board of a kind: known, the program's own, or made from a seed of its own."""
    if kind in KNOWN:
        return [int(c) for c in KNOWN[kind][number]]
    if kind in ("lib.rs", "app.py"):
        with open(path.join(folder, "src/lib.rs" if kind == "lib.rs" else kind)) as source:
            digits = re.findall(r"\d", "".join(re.findall(r"^\s*\[(\d(?:, \d){8})\],$", source.read(), re.M)))
        return [int(d) for d in digits]
    r = random.Random(f"{kind} {number}")
    side, what = re.match(r"(\d+)x\d+-(\w+)", kind).groups()
    side = int(side)
    if what.isdigit():
        return [0] * side**2 if what == "0" else full(side, r) if int(what) == side**2 else proper(side, int(what), r)
    givens = 2 * side**2 // 5
    while True:
        if what == "several":  # two solutions or more
            board = full(side, r)
            for cell in r.sample(range(side**2), side**2 - givens):
                board[cell] = 0
            if 2 <= len(solutions(board, SEVERAL)) < SEVERAL:
                return board
            continue
        board = proper(side, givens, r)  # none: a given becomes another digit, which no given of its units contradicts
        cell = r.choice([c for c, d in enumerate(board) if d])
        taken = {d for c, d in enumerate(board) if set(units(c, side)) & set(units(cell, side))}
        if others := sorted(set(range(1, side + 1)) - taken):
            board[cell] = r.choice(others)
            if not solutions(board, 1):
                return board


def numbers():
    count = int(dims["boards"])
    return range(int(dims.get("slice", 0)) * count, (int(dims.get("slice", 0)) + 1) * count)


def allowed(board):
    """For each box the fillings that repeat no given in row, column and box, by an enumeration of ours, and the number of its empty cells."""
    side = math.isqrt(len(board))
    of = [units(cell, side) for cell in range(len(board))]
    given = [{d for cell, d in enumerate(board) if d and unit in of[cell]} for unit in range(3 * side)]
    for box in range(side):
        found, empty = [()], 0
        for cell in (cell for cell in range(len(board)) if of[cell][2] == 2 * side + box):
            free = [board[cell]] if board[cell] else set(range(1, side + 1)).difference(*(given[unit] for unit in of[cell]))
            found = [f + (d,) for f in found for d in free if d not in f]
            empty += not board[cell]
        yield set(found), empty


class Graph:
    """The compatibility graph of fillings, made again from the rule that no line which two boxes share holds a digit twice."""

    def __init__(self, fillings):
        side = len(fillings)
        self.k = k = math.isqrt(side)
        self.vertices = [(box, f) for box in range(side) for f in fillings[box]]
        self.near, self.identical = [[] for _ in self.vertices], 0
        of = [[v for v, (b, _) in enumerate(self.vertices) if b == box] for box in range(side)]
        # The digits of all rows of a filling, and of all columns, as one number: a bit for each digit of each line.
        rows = [sum(1 << cell // k * side + d - 1 for cell, d in enumerate(f)) for _, f in self.vertices]
        columns = [sum(1 << cell % k * side + d - 1 for cell, d in enumerate(f)) for _, f in self.vertices]
        for a, b in dependent(side):
            lines = rows if a // k == b // k else columns
            self.identical += len(set(fillings[a]) & set(fillings[b]))  # if all shared lines are the same, the fillings are
            for v in of[a]:
                for w in of[b]:
                    if not lines[v] & lines[w]:
                        self.near[v].append(w)
                        self.near[w].append(v)
        self.edges = sum(map(len, self.near)) // 2

    def pruned(self, rule):
        """The vertices that are left by degrees in edges or in boxes, 2, 3 and 4 by the place, or by a supporter in each dependent box."""
        box = [b for b, _ in self.vertices]
        near = [Counter(box[w] for w in n) for n in self.near]
        ends, k = (0, self.k - 1), self.k

        def weak(v):
            least = 2 * (k - 1) if rule == "supporters" else 4 - (box[v] // k in ends) - (box[v] % k in ends)
            return (near[v].total() if rule == "edges" else sum(1 for n in near[v].values() if n)) < least

        left = set(range(len(box)))
        out = [v for v in left if weak(v)]
        while out:
            v = out.pop()
            if v in left:
                left.remove(v)
                for w in self.near[v]:
                    near[w][box[v]] -= 1
                    if w in left and weak(w):
                        out.append(w)
        return left


def dependent(side):
    """The pairs of boxes that share rows or columns."""
    k = math.isqrt(side)
    return [(a, b) for a, b in itertools.combinations(range(side), 2) if a // k == b // k or a % k == b % k]


def boards():
    """Boards of a kind, a slice of them: what the program makes of each, against enumerations and searches of ours."""
    total, spread, tried, n = Counter(), {}, {}, int(dims["boards"])
    with tempfile.TemporaryFile("a+b") as trace, Process(trace=trace) as program:
        for number in numbers():
            board = made(dims["kind"], number)
            side, k = math.isqrt(len(board)), math.isqrt(math.isqrt(len(board)))
            os.ftruncate(trace.fileno(), 0)
            a = program.solve(board)
            if a.ended != "end":
                raise SystemExit(f"the program ended at board {number}")
            trace.seek(0)
            lines = trace.read()
            found = solutions(board, SEVERAL)
            known = len(found) < SEVERAL
            used = {(b, tuple(s[(b // k * k + r) * side + b % k * k + c] for r in range(k) for c in range(k))) for s in found for b in range(side)}
            valid = sum(all(b in (0, d) for b, d in zip(board, s)) and solutions(s, 1) == [s] for s in a.solutions)
            small = a.edges <= SMALL
            g = Graph(a.fillings if small else [[]] * side)
            by = {rule: {g.vertices[v] for v in g.pruned(rule)} for rule in ("edges", "boxes", "supporters")}
            per_box = Counter(box for box, _ in by["edges"])
            for figure, value in {
                "boards: no solution": not found, "boards: one solution": len(found) == 1, "boards: several solutions": len(found) > 1,
                **{"boards: printed " + word: a.verdict == word for word in ("UNSOLVABLE", "UNIQUE", "AMBIGUOUS")},
                "boards: verdict right": a.verdict == ("UNSOLVABLE" if not found else "UNIQUE" if len(found) == 1 else "AMBIGUOUS"),
                "boards: number of solutions right": len(a.solutions) == len(found), "boards: all solutions known": known,
                "solutions: returned": len(a.solutions), "solutions: returned, valid": valid,
                "boards: more fillings than boxes": a.vertices > side, "boards: more fillings than boxes, solved": a.vertices > side and valid > 0,
                "boards: at most 180 fillings": a.vertices <= 180, "boards: fewer than 1,000 fillings": a.vertices < 1000,
                "boards: a box without filling": 0 in a.counts, "boards: graph emptied": a.active == 0,
                "boards: graph emptied, no solution": a.active == 0 and not found, "boards: one vertex a box": a.left == [1] * side,
                "boards: one vertex a box, one solution": a.left == [1] * side and len(found) == 1, "boards: within 10 passes": a.passes <= 10,
                "vertices: listed": a.vertices, "edges: joined": a.edges, "vertices: left": a.active, "lines: DEBUG": lines.count(b"\n"),
                "vertices: left that no solution uses": known and a.active - len(used), "boards: such vertices": known and a.active > len(used),
                "pairs: fillings of dependent boxes": sum(a.counts[x] * a.counts[y] for x, y in dependent(side)),
                "boards: graph made again": small, "boards: joined where no digit is shared": small and g.edges == a.edges,
                "boards: pruned as by edges": small and [per_box[box] for box in range(side)] == a.left,
                "edges: made again": g.edges, "edges: by identical sequences": g.identical, "vertices: made again": len(g.vertices),
                **{f"vertices: left by {rule}": len(left) for rule, left in by.items()},
                **{f"vertices: left by {rule} that no solution uses": known and len(left - used) for rule, left in by.items()},
                **{f"vertices: removed by {rule} that a solution uses": small and known and len(used - left) for rule, left in by.items()},
            }.items():  # fmt: skip
                total[figure] += int(value)
            for box, (listed, (mine, empty)) in enumerate(zip(a.fillings, allowed(board))):
                total["boxes: all"] += 1
                total["boxes: 1 to 20 fillings"] += 1 <= len(listed) <= 20
                total["boxes: as the masks allow"] += set(listed) == mine and len(listed) == len(mine)
                total["boxes: all fillings of the box alone"] += len(listed) == math.factorial(empty)
                total["fillings: by the box alone"] += math.factorial(empty)
                if box == 2:
                    tried.setdefault(empty, []).append(lines.count(b"  Trying digit "))
            for figure, value in {
                "vertices": a.vertices, "edges": a.edges, "passes": a.passes,
                "ratio: edges over pairs of vertices": 2 * a.edges / max(1, a.vertices * (a.vertices - 1)),
                "edges: per vertex": a.edges / max(1, a.vertices), "ratio: fillings over those of the fullest box": a.vertices / max(1, *a.counts),
            }.items():  # fmt: skip
                spread.setdefault(figure, []).append(value)
    for figure, value in total.items():
        say(figure, value, figure.partition(":")[0], n)
    for figure, values in spread.items():
        median(figure + ".median", values, figure.partition(":")[0], True)
        say(figure + ".max", max(values), figure.partition(":")[0], n)
    for empty, counts in sorted(tried.items()):
        say(f"digits: tried in box 2 with {empty} empty cells", statistics.fmean(counts), "digits", len(counts))


def times():
    """Boards of a kind, each by a process that is given it in several rounds: what each phase takes, and what the first adds to the memory."""
    seen, shares, each, peaks, more, over = {}, Counter(), [], [], [], []
    for number in numbers():
        board, rounds = made(dims["kind"], number), []
        with Process() as program:
            least = program.solve(full(4, random.Random(0))).peak
            for k in range(int(dims["rounds"])):
                a = program.solve(board)
                rounds.append(a.time)
                if k == 0 and a.peak:
                    peaks.append(a.peak)
                    more.append(a.peak - least)
                    over.append((a.peak - least) / max(len(board), a.vertices * len(a.counts), len(a.solutions) * len(board)))
        of = {step: statistics.median(r[step] for r in rounds) for step in rounds[0]}
        for step in of:  # of one board alone, its rounds are what a median is taken over
            seen.setdefault(step, []).extend([r[step] for r in rounds] if dims["boards"] == "1" else [of[step]])
        each.append(of["phase 3"] / max(1, sum(a.counts[x] * a.counts[y] for x, y in dependent(len(a.counts)))))
        for name in ("phase 2", "phase 2, generating"):
            shares[name + " longest"] += of[name] == max(of[name], *(of[f"phase {k}"] for k in (1, 3, 4, 5)))
            shares[name + " longer than phases 3 to 5"] += of[name] > of["phase 3"] + of["phase 4"] + of["phase 5"]
    for step, seconds in seen.items():
        median(step + ".median", seconds, "s")
    median("phase 3 for each pair of fillings.median", each, "s")
    for figure, value in shares.items():
        say(figure, value, "boards", int(dims["boards"]), False)
    for figure, values, unit in (("memory", peaks, "B"), ("memory above that of a 4×4 board", more, "B"), ("the same over the largest term", over, "ratio")):
        if values:
            median(figure + ".median", values, unit)


def cores():
    """Boards of a kind with one thread and with more, in rounds by turns: how many times as fast the phases are, over all rounds of a board."""
    gain, steps = {}, ("phase 2, generating", "phase 2", "phase 3", "all phases")
    for number in numbers():
        board, sums = made(dims["kind"], number), ({step: 0.0 for step in steps}, {step: 0.0 for step in steps})
        with Process(1) as one, Process(int(dims["threads"])) as more:
            for k in range(int(dims["rounds"]) + 1):
                for which in (0, 1) if k % 2 else (1, 0):
                    a = (one, more)[which].solve(board)
                    for step in steps if k else ():  # the first round starts the threads
                        sums[which][step] += a.time[step]
        for step in steps:
            gain.setdefault(step, []).append(sums[0][step] / max(sums[1][step], 1e-9))
    for step, ratios in gain.items():
        median("gain, " + step + ".median", ratios, "ratio")


def limits():
    """Boards of a kind that may take too long, each by a process of its own until a limit of seconds."""
    ends, vertices, peaks, took = Counter(), [], [], []
    for number in numbers():
        with Process() as program:
            a = program.solve(made(dims["kind"], number), float(dims["seconds"]), fillings=False)
        ends["ended" if a.ended == "end" else "ended by a fault" if a.ended == "fault" else f"stopped in phase {a.reached}"] += 1
        ends["ended within a gibibyte"] += a.ended == "end" and (a.peak or 0) <= 1 << 30
        took += [a.time["all phases"]] if a.ended == "end" else []
        vertices += [a.vertices] if a.vertices is not None else []
        peaks += [a.peak] if a.peak else []
    for figure in ("ended", "ended within a gibibyte", "ended by a fault", *(f"stopped in phase {k}" for k in range(1, 6))):
        say(figure, ends[figure], "boards", int(dims["boards"]), False)
    for figure, values, unit in (("vertices", vertices, "vertices"), ("memory", peaks, "B"), ("all phases", took, "s")):
        if values:
            median(figure + ".median", values, unit)
            say(figure + ".max", max(values), unit, len(values), False)


def structure():
    """What the program is made of, from its answers to full boards and to wrong ones, and from its files."""
    regular = lambda side, k: [(k * (c // side % k) + c // side // k + c % side) % side + 1 for c in range(side * side)]  # noqa: E731
    for k in (2, 3, 4, 5, 6):
        with Process() as program:
            a = program.solve(regular(k * k, k))
        say(f"full board of side {k * k} answered", int(a.ended == "end" and a.solutions == [tuple(regular(k * k, k))]), "boards")
        if a.edges is not None:  # with one filling in each box, there is an edge for each pair of boxes that is compared
            say(f"pairs of boxes compared, side {k * k}", a.edges, "pairs")
    board = regular(9, 3)
    wrong = {
        "a digit twice": (9, [1, 1] + [0] * 79), "side 8": (8, [0] * 64), "digit 10": (9, [10] + board[1:]),
        "app.py's board": (9, made("app.py", 0)), "app.py's call, side 81": (81, made("app.py", 0)),
    }  # fmt: skip
    for name, (side, cells) in wrong.items():
        with Process() as program:
            a = program.solve(cells, side=side)
        say(f"{name}: a fault", int(a.ended == "fault"), "boards")
        say(f"{name}: printed UNIQUE", int(a.verdict == "UNIQUE"), "boards")
        say(f"{name}: phase reached", a.reached, "phase")
    for name in ("lib.rs", "app.py"):
        say(f"givens in {name}", sum(1 for digit in made(name, 0) if digit), "givens")
    text = {}
    for name in ("src/lib.rs", "src/solver.rs", "src/types.rs", "benches/benchmark.rs", "Cargo.toml", "README.md"):
        with open(path.join(folder, name)) as source:
            text[name] = source.read()
    for figure, name, pattern, unit in (
        ("mask arrays", "src/solver.rs", r"_masks = vec!\[0u32;", "arrays"),
        ("public names of the crate", "src/lib.rs", r"(?m)^\s*pub ", "names"),
        ("measurements in the benchmark", "benches/benchmark.rs", "bench_function|bench_with_input|criterion_main", "calls"),
        ("bindings for Python, which app.py imports", "Cargo.toml", "pyo3", "dependencies"),
        ("writes of DEBUG lines", "src/solver.rs", r"eprintln!", "calls"),
    ):
        say(figure, len(re.findall(pattern, text[name])), unit)
    say("bits of a mask", int(re.search(r"row_masks = vec!\[0u(\d+)", text["src/solver.rs"])[1]), "bits")
    say("bits of a cell", int(re.search(r"pub cells: Vec<u(\d+)>", text["src/types.rs"])[1]), "bits")
    say("README", len(text["README.md"]), "characters")


{"structure": structure, "boards": boards, "times": times, "cores": cores, "limits": limits}[dims["part"]]()
