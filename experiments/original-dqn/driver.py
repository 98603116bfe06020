"""Observes the DQN document's program, which is imported from the folder that is named first; then the dimensions of one case."""

import contextlib
import copy
import io
import math
import random
import re
import resource
import statistics
import sys
import time
import zlib
from collections import Counter, defaultdict

from observing import dims, folder, mean, median, say, solutions

sys.path.insert(0, folder)

import numpy as np  # noqa: E402
import sudoku  # noqa: E402, the program's own module

if hasattr(sudoku, "count_blanks"):
    count_blanks = sudoku.count_blanks
    sudoku.count_blanks = lambda board: int(count_blanks(board))  # NumPy 2.4 counts in an integer without bit_length

# Each network's class, at the document's commit and at earlier ones.
NETWORKS = {
    "cnn1": ("DQNSolverCNN1", "DQNSolver1"),
    "cnn2": ("DQNSolverCNN2", "DQNSolver2"),
    "cnn3": ("DQNSolverCNN3", "DQNSolver"),
    "transformer1": ("DQNSolverTransformer",) * 2,
}


def spread(figure, values, unit):
    """Says an exact mean, the least and the most."""
    for name, value in (figure, statistics.fmean(values)), (figure + ".min", min(values)), (figure + ".max", max(values)):
        say(name, value, unit, len(values))


def quiet():
    """Keeps what the program prints apart from the observations; its workers are forks and keep theirs, too."""
    return contextlib.redirect_stdout(io.StringIO())


@contextlib.contextmanager
def replaced(owner, name, function):
    """Has another function in the place of the program's, for a while."""
    plain = getattr(owner, name)
    setattr(owner, name, function)
    try:
        yield plain
    finally:
        setattr(owner, name, plain)


@contextlib.contextmanager
def profiled(event, wanted, keep):
    """Calls keep with the frame of each call, or each return, of functions of these names."""
    sys.setprofile(lambda frame, happened, _: keep(frame) if happened == event and frame.f_code.co_name in wanted else None)
    try:
        yield
    finally:
        sys.setprofile(None)


def agent():
    """The program's module of the agent, and torch."""
    import rl_sudoku
    import torch

    torch.set_num_threads(2)
    return rl_sudoku, torch


def network(rl, name, device="cpu"):
    now, before = NETWORKS[name]
    return (getattr(rl, now, None) or getattr(rl, before))((9, 9), 729, device).to(device)


def tiny(torch):
    """A network of ours with the right inputs and outputs, where it does not matter which."""
    net = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(810, 729))
    net.device = torch.device("cpu")
    return net


def learn(rl, torch, net, goal, transitions, masking=True):
    """The program's step of learning, by an optimiser that changes nothing."""
    rl.optimize_model(net, goal, torch.optim.SGD(net.parameters(), 0.0), transitions, 0.99, masking)


def count_of(board, most=2):
    """How many solutions a board has, up to a bound, by a search of ours."""
    return len(solutions([int(digit) for digit in np.ravel(board)], most))


def grid(seed):
    """A solved grid of the program's, and the order in which its generator will try the cells, if it is called next."""
    random.seed(seed)
    solution, state, order = sudoku.generate_solved_sudoku(), random.getstate(), list(np.ndindex(9, 9))
    random.shuffle(order)
    random.setstate(state)
    return solution, order


def one_by_one(solution, order, blanks, count=count_of):
    """Takes cells away one by one as long as one solution is left: the board, how many had to stay, the counts asked for."""
    board, gone, asked = solution.copy(), 0, 0
    for place in order:
        if gone == blanks:
            break
        board[place], asked = 0, asked + 1
        if count(board) == 1:
            gone += 1
        else:
            board[place] = solution[place]
    return board, asked - gone, asked


def generator():
    """Puzzles with a number of givens that is asked for. The generator asks a counter of ours, which notes the questions; then its own."""
    wanted, count = int(dims["givens"]), int(dims["puzzles"])
    seen, same, proper, agree, times, ratios = defaultdict(list), 0, 0, 0, [], []
    for k in range(count):
        solution, order = grid(11_000_000 + int(dims["slice"]) * count + k)
        state, asked = random.getstate(), []

        def ask(board, count_limit=2):
            caller = sys._getframe(1)  # the program asks at one line about a chunk and at another while it searches in one
            asked.append((caller.f_lineno, len(caller.f_locals.get("chunk", ())), board.tobytes()))
            return count_of(board, count_limit)

        with quiet(), replaced(sudoku, "count_solutions", ask):
            puzzle = sudoku.get_unique_sudoku(solution, wanted)
        board, needed, steps = one_by_one(solution, order, 81 - wanted)
        end = 81 if np.count_nonzero(puzzle) > wanted else max(n for n, place in enumerate(order) if not puzzle[place])
        keys, loose, test = 0, 0, solution.copy()
        for place in order[:end]:  # a key that is none: one solution without it, and without all that went before
            test[place] = 0
            if puzzle[place]:
                keys, loose = keys + 1, loose + (count_of(test) == 1)
                test[place] = solution[place]
        first, failed, past, size, calls = min(line for line, _, _ in asked), 0, 0, 0, 0
        for line, chunk, _ in [*asked, (min(asked)[0], 0, b"")]:
            if line != first:
                calls += 1
                continue
            if calls:
                failed, past = failed + 1, past + (size > 1 and max(0, calls - math.ceil(math.log2(size))))
            size, calls = chunk, 0
        for name, value in (
            ("givens", int(np.count_nonzero(puzzle))), ("calls", len(asked)), ("calls again", len(asked) - len({board for _, _, board in asked})),
            ("calls one by one", steps), ("keys", keys), ("keys one by one", needed), ("keys without need", loose), ("chunks that failed", failed),
            ("calls past halvings of 2 or more", past),
        ):  # fmt: skip
            seen[name].append(value)
        same += np.array_equal(puzzle, board)
        proper += count_of(puzzle) == 1
        if dims["counter"] == "own":
            random.setstate(state)
            with quiet():
                begin = time.process_time()
                again = sudoku.get_unique_sudoku(solution, wanted)
                times.append(time.process_time() - begin)
            agree += np.array_equal(puzzle, again)
            begin = time.process_time()
            one_by_one(solution, order, 81 - wanted, sudoku.count_solutions)
            ratios.append(math.log((time.process_time() - begin) / times[-1]))
    for name, values in seen.items():
        spread(name, values, name.split()[0])
    say("as asked for", seen["givens"].count(wanted), "puzzles", count)
    say("one solution", proper, "puzzles", count)
    say("as one by one", same, "puzzles", count)
    say("20 keys or more", sum(keys >= 20 for keys in seen["keys"]), "puzzles", count)
    say("24 keys and 64 calls", list(zip(seen["keys"], seen["calls"])).count((24, 64)), "puzzles", count)
    if times:
        say("as by our counter", agree, "puzzles", count)
        mean("time", times)
        median("median time", times)
        say("longest time", max(times), "s", count, False)
        mean("log of time one by one over time", ratios, "nepers")


def density():
    """The share of a puzzle's givens that are keys, in the program's puzzles of the same grids and orders with fewer and fewer givens."""
    shares = defaultdict(dict)
    for k in range(int(dims["puzzles"])):
        solution, _ = grid(13_000_000 + int(dims["slice"]) * int(dims["puzzles"]) + k)
        state = random.getstate()
        for wanted in range(45, 23, -1):
            random.setstate(state)
            with quiet(), replaced(sudoku, "count_solutions", lambda board, count_limit=2: count_of(board, count_limit)):
                puzzle = sudoku.get_unique_sudoku(solution, wanted)
            if np.count_nonzero(puzzle) == wanted:
                boards = [puzzle * (np.arange(81).reshape(9, 9) != cell) for cell in np.flatnonzero(puzzle)]
                shares[wanted][k] = sum(count_of(board) != 1 for board in boards) / wanted
    for wanted, here in shares.items():
        say(f"{wanted} givens", statistics.fmean(here.values()), "share", len(here))
        rises = [share - shares[wanted + 1][k] for k, share in here.items() if k in shares.get(wanted + 1, ())]
        if rises:
            mean(f"{wanted} givens less {wanted + 1}", rises, "share")


def difficult():
    """The program's own test: one grid, one order of cells and the puzzle that it expects."""
    calls, times, rounds = [], [], int(dims["rounds"])
    count = sudoku.count_solutions
    with replaced(sudoku, "count_solutions", lambda *a, **k: calls.append(1) or count(*a, **k)), quiet() as printed:
        for _ in range(rounds):
            begin = time.perf_counter()
            sudoku.test_get_unique_sudoku(debug=True)
            times.append(time.perf_counter() - begin)
    blanks, keys = re.findall(r"/ (\d+) blanks: \d+ calls to count_solutions\(\), (\d+) keys", printed.getvalue())[-1]
    say("as expected", len(re.findall(r"^PASS: ", printed.getvalue(), re.M)), "puzzles", rounds)
    say("blanks", int(blanks), "cells")
    say("calls", len(calls) // rounds, "calls")
    say("keys", int(keys), "cells")
    mean("time", times)


def counter():
    """The counter on boards with one solution; its nodes are counted in a run of their own."""
    count, times, nodes, ones = int(dims["puzzles"]), [], [], 0
    for k in range(count):
        board, _, _ = one_by_one(*grid(12_000_000 + k), int(dims["blanks"]))
        begin = time.perf_counter()
        ones += sudoku.count_solutions(board.copy(), 2) == 1
        times.append(time.perf_counter() - begin)
        calls = []
        with profiled("call", ("_solve", "_solve_recursive"), calls.append):
            sudoku.count_solutions(board.copy(), 2)
        nodes.append(len(calls))
    say("one solution", ones, "boards", count)
    median("median nodes", nodes, "nodes", True)
    median("median time", times)
    mean("time", times)
    say("time per node", sum(times) / sum(nodes), "s", sum(nodes), False)


def solvers():
    """The two solvers on the board that the program's main function gives them, and on puzzles from its grids."""
    boards, count = [], int(dims["puzzles"])
    with quiet(), replaced(sudoku, "test_get_unique_sudoku", lambda debug: None), replaced(sudoku, "count_solutions", lambda board: 1):
        with replaced(sudoku.Sudoku, "solver", lambda self, board, *_: boards.append((board, self.solution))):
            sudoku.main()
    puzzles = []
    for k in range(count):
        solution, order = grid(14_000_000 + k)
        puzzles.append((one_by_one(solution, order, 81 - int(dims["givens"]))[0], solution))
    for name in ("solve_brute", "solve_eliminator"):
        solve, times, right = getattr(sudoku, name), [], 0
        for _ in range(int(dims["rounds"])):
            begin = time.perf_counter()
            found = solve(boards[0][0])
            times.append(time.perf_counter() - begin)
            right += sudoku.arr_to_str(found) == boards[0][1]
        say(f"{name} right", right, "times", len(times))
        mean(f"{name} time", times)
        say(f"{name} right on puzzles", sum(np.array_equal(solve(board.copy()), solution) for board, solution in puzzles), "puzzles", count)


def structure():
    """A network as it is built."""
    rl, torch = agent()
    nn, net = torch.nn, network(rl, dims["model"])
    leaves = [layer for layer in net.modules() if not list(layer.children())]
    kinds, blocks = Counter(map(type, leaves)), Counter(type(layer).__name__ for layer in net.modules())
    convolutions = [layer for layer in leaves if isinstance(layer, nn.Conv2d)]
    outputs = net(rl.state_to_one_hot(torch.zeros(2, 9, 9)))
    say("parameters", sum(p.numel() for p in net.parameters()), "parameters")
    say("convolutions", len(convolutions), "layers")
    say("convolutions of 3×3", sum(c.kernel_size == (3, 3) for c in convolutions), "layers")
    say("channels", max((c.out_channels for c in convolutions), default=0), "channels")
    say("ReLU", kinds[nn.ReLU], "layers")
    say("residual blocks", sum(blocks[block] for block in ("ResidualBlock", "ReasoningBlock", "TransformerEncoderLayer")), "blocks")
    say("flattened layers", kinds[nn.Flatten], "layers")
    say("dense layers", sum(isinstance(layer, nn.Linear) for layer in leaves), "layers")
    say("ends in a dense layer", int(isinstance(leaves[-1], nn.Linear)), "networks")
    say("outputs", outputs.shape[1], "values")
    say("finite outputs", int(torch.isfinite(outputs).all()), "networks")


def settings():
    """What the program sets without an argument, and what a step of learning uses and moves."""
    rl, torch = agent()
    used, losses, moves, AdamW, SmoothL1Loss, tensor = {}, [], [], rl.optim.AdamW, torch.nn.SmoothL1Loss, torch.tensor
    with replaced(rl.optim, "AdamW", lambda p, **settings: used.update(settings) or AdamW(p, **settings)), quiet():
        with replaced(sys, "argv", ["rl_sudoku.py"]):
            args = vars(rl.parse_args()[0])
        with replaced(sys, "argv", ["rl_sudoku.py", "--episodes", "0", "--test_games", "0"]):
            rl.main()
    for name, value in args.items():
        if isinstance(value, (int, float)) and name != "workers":  # of which there are two fewer than processors, at least one
            say(name, float(value), "as set")
    say("the network is transformer1", int(args["model"] == "transformer1"), "networks")
    say("AdamW with AMSGrad", int(used["amsgrad"]), "optimisers")
    say("ε after one move at 1", rl.get_action(np.zeros((9, 9), np.int32), None, rl.gym.spaces.Discrete(729), 1.0, 0.05, args["eps_decay"])[1], "as set")
    for n, level in enumerate(rl.CURRICULUM_LEVELS, 1):
        for figure, value in zip(("least givens", "most givens", "share to pass", "episodes looked at"), (*level["clues"], level["solve_rate_threshold"], level["eval_window"])):
            if value is not None:
                say(f"level {n}, {figure}", value, "as set")

    class Moves(torch.utils._python_dispatch.TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            out = function(*args, **(kwargs or {}))
            moves.append(len({x.device for x in torch.utils._pytree.tree_leaves((args, out)) if isinstance(x, torch.Tensor)}) > 1)
            return out

    net, goal = (network(rl, "cnn2", torch.device("meta")) for _ in range(2))  # which holds no numbers, in the place of a card
    with replaced(torch, "tensor", lambda *a, device=None, **k: moves.append(device is not None) or tensor(*a, device=device, **k)):
        with replaced(torch.nn, "SmoothL1Loss", lambda: losses.append(1) or SmoothL1Loss()), Moves():
            learn(rl, torch, net, goal, batch(rl, torch, 8, 1))
    say("smooth L1", len(losses), "losses")
    say("transfers in a step of learning", sum(moves), "transfers")


def batch(rl, torch, count, seed):
    """Transitions of ours: a board with some cells open, and a right digit or now and then a wrong one; each board in a tensor for itself."""
    chance, out = random.Random(seed), []
    kind = torch.float32 if dims.get("commit") in ("c71d2a7", "d00d4bb") else torch.int32  # which the program kept at the time
    for _ in range(count):
        digits = chance.sample(range(1, 10), 9)
        solution = torch.tensor([[digits[(3 * r + r // 3 + c) % 9] for c in range(9)] for r in range(9)], dtype=kind)
        cells = chance.sample(range(81), chance.randint(1, 50))
        state = solution.clone()
        state.view(81)[cells] = 0
        (r, c), right, after = divmod(cells[0], 9), chance.random() < 0.9, state.clone()
        digit = int(solution[r, c])
        if right:
            after[r, c] = digit
        action = 81 * r + 9 * c + (digit - 1 if right else digit % 9)
        out.append(rl.Transition(state, action, 10.0 if right else -5.0, after, not right or len(cells) == 1, 1))
    return out


def environment():
    """Every move on puzzles with a number of givens, then a way to the solution in random order; masks and the agent's choices on these boards."""
    rl, torch = agent()
    wanted, count, chance, counts = int(dims["givens"]), int(dims["puzzles"]), random.Random(1), Counter()
    rewards, ends, transitions, masks, net = defaultdict(list), Counter(), [], [], tiny(torch)
    decoded = [rl.action_decode(action) for action in range(729)]
    with quiet():
        env = rl.SudokuEnv()

    def lines(board, r, c):
        return board[r], board[:, c], board[r // 3 * 3 : r // 3 * 3 + 3, c // 3 * 3 : c // 3 * 3 + 3]

    def step(kind, action):
        """One move, and what kind of move it was."""
        before = env.current_grid.copy()
        _, reward, solved, cut, info = given = env.step(action)
        rewards[kind].append(reward)
        ends[kind] += solved or cut
        right = kind.startswith("right")
        counts["moves"] += 1
        counts["steps that give something else"] += len(given) != 5 or not isinstance(info, dict) or given[0] is not env.current_grid
        counts["boards wrongly changed"] += int((env.current_grid != before).sum()) != right
        counts["ends at another moment"] += (solved, cut) != (kind == "right, solves", kind in ("keeps the rules", "breaks a rule"))

    for k in range(count):
        random.seed(15_000_000 + int(dims["slice"]) * count + k)
        with quiet():
            first = env.reset(options={"num_clues": wanted})
        start, solution, kinds = env.current_grid.copy(), env.solution_grid, []
        for action, (r, c, d) in enumerate(decoded):
            if start[r, c]:
                kinds.append("on a given")
            elif solution[r, c] == d:
                kinds.append("right")
                continue
            else:
                kinds.append("breaks a rule" if any(d in line for line in lines(start, r, c)) else "keeps the rules")
            step(kinds[-1], action)
            if kinds[-1] == "keeps the rules":
                start[r, c] = d
                counts["wrong moves that leave a solution"] += sudoku.count_solutions(start, 1)
                start[r, c] = 0
        kinds, mask = np.array(kinds), rl.generate_legal_mask(start)
        pointless = kinds != "right"
        counts["boards with 719 pointless actions"] += pointless.sum() == 719
        counts["pointless actions"] += pointless.sum()
        counts["actions the mask leaves"] += mask.sum()
        counts["of these pointless"] += (mask & pointless).sum()
        counts["of these on filled cells"] += (mask & (kinds == "on a given")).sum()
        counts["masks that floats make differently"] += not np.array_equal(rl.generate_legal_mask(start.astype(np.float32)), mask)
        # The places of the mask: a random move, a greedy one and, below, the target's values.
        counts["illegal random moves"] += not mask[rl.get_action(start, net, env.action_space, 1.0, 1.0, 1.0, True)[0]]
        counts["illegal values"] += (~mask).sum()

        def greedy(frame):
            counts["of these −1e10 in greedy choices"] += (frame.f_locals["masked_q"].numpy()[0][~mask] == -1e10).sum()

        with profiled("return", ("get_action",), greedy):
            counts["illegal greedy moves"] += not mask[rl.get_action(start, net, env.action_space, 0.0, 0.0, 1.0, True)[0]]
        transitions.append(rl.Transition(torch.from_numpy(start), 0, 10.0, torch.from_numpy(start), False, 1))
        masks.append(mask)
        way = list(zip(*np.nonzero(start == 0)))
        chance.shuffle(way)
        for r, c in way:
            filled = env.current_grid.copy()
            filled[r, c] = solution[r, c]
            done = sum(bool(line.all()) for line in lines(filled, r, c))
            step("right, solves" if (r, c) == way[-1] else f"right, fills {done} lines or boxes", rl.action_encode(r, c, solution[r, c]))
            step("on a digit played", rl.action_encode(r, c, chance.randint(1, 9)))

    def targets(frame):
        counts["of these −1e10 in targets"] += (frame.f_locals["masked_target_q"].numpy()[~np.array(masks)] == -1e10).sum()

    with profiled("return", ("optimize_model",), targets):
        learn(rl, torch, net, net, transitions)
    for kind, values in rewards.items():
        spread(f"reward {kind}", values, "reward")
        say(f"ends {kind}", int(ends[kind]), "moves", len(values))
    for name, value in counts.items():
        say(name, int(value), "counted", count)
    say("actions", int(env.action_space.n), "actions")
    say("actions that come back", sum(rl.action_encode(*move) == action for action, move in enumerate(decoded)), "actions", len(set(decoded)))
    say("parts that reset gives", len(first), "parts")


def stored():
    """What training stores and learns from, with every move random and nothing learned; puzzles are made when they are asked for, not by workers."""
    rl, torch = agent()
    counts, boards, net, goal = Counter(), [], tiny(torch), tiny(torch)
    move, optimise, load = rl.SudokuEnv.step, rl.optimize_model, goal.load_state_dict

    class Puzzles:
        def set_difficulty(self, *level):
            self.level = level

        def get_puzzle(self):
            solution, wanted = rl.generate_solved_sudoku(), random.randint(*self.level)
            return rl.get_unique_sudoku(solution, wanted), solution, wanted

    def step(env, action):
        before = env.current_grid.copy()
        given = move(env, action)
        boards.append((before, env.current_grid.copy(), env.solution_grid))
        counts["moves on filled cells"] += given[1] == -10
        counts["solved"] += given[2]
        return given

    def targets(frame):
        counts["targets beyond 10,000"] += int((frame.f_locals["expected_state_action_values"].abs() > 10_000).sum())

    def observed(net, goal, optimiser, transitions, gamma, masking):
        counts["steps of learning"] += bool(transitions)
        if transitions is not sys._getframe(1).f_locals["episode_transitions"]:
            return
        counts["extra steps"] += 1
        for t, kept, (before, after, solution) in zip(transitions, list(memory.memory)[-len(transitions) :], boards, strict=True):
            state, later, (r, c, _) = t.state.numpy(), t.next_state.numpy(), rl.action_decode(t.action)
            counts["transitions"] += 1
            counts["of another reward or goal in the extra step"] += any(a is not b for a, b in zip(t, kept))
            counts["board before as it was"] += np.array_equal(state, before)
            counts["board after as it was"] += np.array_equal(later, after)
            counts["board before is board after"] += np.array_equal(state, later)
            counts["right moves"] += t.reward >= 10
            counts["right moves into a cell that the board before has filled"] += t.reward >= 10 and state[r, c] > 0
            counts["boards off the solution"] += (later[later > 0] != solution[later > 0]).any()
        with profiled("return", ("optimize_model",), targets), replaced(rl, "optimize_model", optimise):
            learn(rl, torch, net, goal, transitions, masking)
        boards.clear()

    def copied(*given):
        counts["copies of the target"] += 1
        return load(*given)

    goal.load_state_dict = copied
    argv = ["rl_sudoku.py", "--episodes", dims["episodes"], "--eps_end", "1", "--eps_decay", "1"] + ["--masking"] * (dims["masking"] == "on")
    random.seed(42)
    with quiet() as printed, replaced(sys, "argv", argv), replaced(rl.SudokuEnv, "step", step), replaced(rl, "optimize_model", observed):
        args, _ = rl.parse_args()
        args.device, args.start_episode, args.curriculum_level, args.current_epsilon = torch.device("cpu"), 1, 0, args.eps_start
        memory = rl.ReplayBuffer(args.memory_capacity)
        env = rl.SudokuEnv(puzzle_generator=Puzzles()) if hasattr(rl, "PuzzleGenerator") else rl.SudokuEnv()
        env.action_space.seed(42)
        rl.train(args, env, net, goal, None, memory)
    for name, value in counts.items():
        say(name, int(value), "counted", args.episodes)
    say("level ups", printed.getvalue().count("Curriculum Level Up"), "levels", args.episodes)


def pipeline():
    """The workers' puzzles, level after level of the program's own: the queue is full when the level changes, as while a slower trainer learns."""
    rl, _ = agent()
    random.seed(42)
    count, seen, short, total, rows = int(dims["puzzles"]), set(), 0, 0, []
    source = rl.PuzzleGenerator(int(dims["workers"]), *rl.CURRICULUM_LEVELS[0]["clues"])
    with quiet():
        source.start()
        for level in rl.CURRICULUM_LEVELS:
            end = time.monotonic() + 120
            while source.puzzle_queue.qsize() <= 50 and time.monotonic() < end:
                time.sleep(0.05)
            source.set_difficulty(*level["clues"])
            full, late, at, waits = source.puzzle_queue.qsize(), 0, time.perf_counter(), []
            for _ in range(full + count):
                puzzle, _, wanted = source.get_puzzle()
                now = time.perf_counter()
                at = waits.append(now - at) or now
                late += not level["clues"][0] <= wanted <= level["clues"][1]
                seen.add(puzzle.tobytes())
                short += int(np.count_nonzero(puzzle)) != wanted
            total += full + count
            rows.append((level["name"], full, late, waits))
        source.stop()
    say("different puzzles", len(seen), "puzzles", total, False)
    say("with other givens than asked for", short, "puzzles", total, False)
    for name, full, late, waits in rows:
        say(f"{name}, in the queue at the change", full, "puzzles", exact=False)
        say(f"{name}, late, of another level", late, "puzzles", len(waits), False)
        mean(f"{name}, wait with the queue empty", waits[full:])
        say(f"{name}, longest wait", max(waits), "s", len(waits), False)


def steps():
    """Steps of learning on the same batches, and greedy choices, of a network, at the document's commit and before changes that it speaks of."""
    rl, torch = agent()
    rounds, learning, choosing = int(dims["rounds"]), [], []
    torch.manual_seed(1)
    net, goal = (tiny(torch) if dims["model"] == "tiny" else network(rl, dims["model"]) for _ in range(2))
    goal.eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rl.LR, amsgrad=True, weight_decay=rl.WEIGHT_DECAY)
    for n in range(rounds + 1):
        transitions = batch(rl, torch, rl.BATCH_SIZE, n)
        begin = time.perf_counter()
        rl.optimize_model(net, goal, optimiser, transitions, rl.GAMMA, True)
        middle = time.perf_counter()
        rl.get_action(transitions[0].state.numpy(), net, None, 0.0, 0.0, 1.0, True)
        choosing.append(time.perf_counter() - middle)
        learning.append(middle - begin)
    mean("time to learn from a batch", learning[1:])  # the first warms up
    mean("time to choose", choosing[1:])


def gradients():
    """The gradients of a network, before they are clipped, on one thread: with the mask written in place, at one commit, and added, at the next."""
    rl, torch = agent()
    torch.set_num_threads(1)
    norms, targets, checksum, clip = [], [], 0, torch.nn.utils.clip_grad_norm_
    for seed in range(int(dims["batches"])):
        torch.manual_seed(seed)
        net, goal, kept = network(rl, dims["model"]), network(rl, dims["model"]), []
        goal.eval()
        with replaced(torch.nn.utils, "clip_grad_norm_", lambda parameters, most: kept.extend(parameters)):
            with profiled("return", ("optimize_model",), lambda frame: targets.append(float(frame.f_locals["expected_state_action_values"].abs().max()))):
                learn(rl, torch, net, goal, batch(rl, torch, rl.BATCH_SIZE, seed))
        for p in kept:
            checksum = zlib.crc32(p.grad.numpy().tobytes(), checksum)
        norms.append(float(clip(kept, math.inf)))
    say("vanish or are not finite", sum(not 0 < norm < math.inf for norm in norms), "batches", len(norms), False)
    mean("norm", norms, "norm")
    say("largest target", max(targets), "reward", len(targets), False)
    say("checksum", checksum, "CRC-32", len(norms), False)


def train():
    """The program's main function with its own command line: training, then its test."""
    rl, torch = agent()
    masking, moves, rights, modes, held, took = dims["masking"] == "on", [], [], [], [], defaultdict(list)
    for k in range(int(dims["boards"])):
        solution, order = grid(16_000_000 + k)
        held.append((one_by_one(solution, order, 2 + k % 55)[0], solution))

    def right_moves(net):
        """The share of held-out boards on which the network's first move is right, as the program's test would have it; nothing is left changed."""
        state, net, right = torch.get_rng_state(), copy.deepcopy(net), 0
        for board, solution in held:
            with torch.no_grad():
                values = net(rl.state_to_one_hot(torch.from_numpy(board)).unsqueeze(0))[0]
            if masking:
                values[~rl.generate_legal_mask_gpu(torch.from_numpy(board))] = -math.inf
            r, c, d = rl.action_decode(int(values.argmax()))
            right += bool(board[r, c] == 0 and solution[r, c] == d)
        torch.set_rng_state(state)
        return right / len(held)

    def timed(function, name):
        def call(*args, **kwargs):
            begin = time.perf_counter()
            given = function(*args, **kwargs)
            took[name].append(time.perf_counter() - begin)
            return given

        return call

    training, testing, step = timed(rl.train, "training"), timed(rl.test, "test"), rl.SudokuEnv.step

    def observed(args, env, net, *rest):
        rights.append(right_moves(net))
        with replaced(rl.SudokuEnv, "step", lambda env, action: moves.append(step(env, action)) or moves[-1]):
            rc = training(args, env, net, *rest)
        rights.append(right_moves(net))
        return rc

    argv = ["rl_sudoku.py", "--model", dims["model"], "--episodes", dims["episodes"], "--seed", dims["seed"], "--test_games", dims["games"]]
    with contextlib.ExitStack() as stack:
        printed = stack.enter_context(quiet())
        for owner, name, function in (
            (sys, "argv", argv + ["--masking", "--reward_shaping"] * masking),  # as in the author's list of runs, or as by default
            (rl, "train", observed),
            (rl, "test", lambda args, env, net: modes.append(net.training) or testing(args, env, net)),
            (rl, "optimize_model", timed(rl.optimize_model, "learning")),
            (rl.PuzzleGenerator, "get_puzzle", timed(rl.PuzzleGenerator.get_puzzle, "waiting")),
        ):
            stack.enter_context(replaced(owner, name, function))
        rc = rl.main()
    text = printed.getvalue()
    if rc:
        sys.exit(f"the program ended with {rc}: {text[-300:]}")
    scores = re.findall(r"Final Capability Score: (\S+)", text)
    if moves:
        episodes, whole = len(took["waiting"]), took["training"][0]
        say("solved", int(re.search(r"Total Solved: (\d+)", text)[1]), "episodes", episodes, False)
        say("level reached", 1 + text.count("Curriculum Level Up"), "levels", episodes, False)
        say("score in training", float(scores[0]), "blanks", episodes, False)
        say("moves", len(moves), "moves", exact=False)
        say("moves on filled cells", sum(reward == -10 for _, reward, _, _, _ in moves), "moves", len(moves), False)
        say("training time", whole, "s", episodes, False)
        say("share of time waiting for puzzles", sum(took["waiting"]) / whole, "share", episodes, False)
        say("share of time learning", sum(took["learning"]) / whole, "share", len(took["learning"]), False)
        say("right first moves before", rights[0], "share", len(held), False)
        say("right first moves after", rights[1], "share", len(held), False)
    won, games = map(int, re.search(r"Puzzles Solved: (\d+) / (\d+)", text).groups())
    say("solved in the test", won, "puzzles", games, False)
    say("score in the test", float(scores[-1]), "blanks", games, False)
    say("test time", took["test"][0], "s", games, False)
    say("network in its training mode in the test", int(modes[0]), "networks", exact=False)
    say("peak memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, "bytes", exact=False)


parts = (structure, settings, environment, stored, generator, density, difficult, counter, solvers, pipeline, steps, gradients, train)
{part.__name__: part for part in parts}[dims["part"]]()
