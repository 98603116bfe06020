"""Trains the DQN document's agent by the program's own main function for a time, and observes what it learns on the way.

The program is imported from the folder that is named first. Its training is ended as a person ends it, by an interrupt, and its test follows.
"""

import contextlib
import copy
import io
import math
import random
import re
import resource
import sys
import time

from observing import dims, folder, say, solutions

sys.path.insert(0, folder)

import sudoku  # noqa: E402, the program's own modules

blanks_of = sudoku.count_blanks
sudoku.count_blanks = lambda board: int(blanks_of(board))  # NumPy 2.4 counts in an integer without bit_length

import numpy as np  # noqa: E402
import rl_sudoku as rl  # noqa: E402
import torch  # noqa: E402

torch.set_num_threads(1)  # the two trainings of a network run side by side, a core each
MASKED = dims["command"] == "listed"
POINTS = {0, *(m * 10**k for k in range(1, 6) for m in (1, 2, 5))}  # episodes


def held_out(count):
    """Boards of ours with 2 to 56 empty cells and one solution each, of the program's solved grids."""
    boards = []
    for k in range(count):
        random.seed(16_000_000 + k)
        solution = sudoku.generate_solved_sudoku()
        board, empty = solution.copy(), 0
        for place in random.sample(list(np.ndindex(9, 9)), 81):
            if empty == 2 + k % 55:
                break
            board[place] = 0
            if len(solutions(board.ravel().tolist(), 2)) == 1:
                empty += 1
            else:
                board[place] = solution[place]
        boards.append((board, solution))
    return boards


class Observed:
    """What training has come to, looked at before an episode begins."""

    def __init__(self, boards, seconds):
        self.boards, self.seconds = boards, seconds
        self.begin, self.looking = time.perf_counter(), 0.0
        self.episodes = self.moves = self.filled = self.solved = self.learned = 0
        self.printed = io.StringIO()

    def play(self):
        """Greedy games on the held-out boards to the first mistake, with the program's mask; and right first moves with that mask, among empty cells, and of all."""
        state, net = torch.get_rng_state(), copy.deepcopy(self.net).eval()
        seen = dict.fromkeys(("right", "moves", "solved", "with the mask", "on empty cells", "of all"), 0)

        def good(values, board, solution):
            r, c, d = rl.action_decode(int(values.argmax()))
            return bool(board[r, c] == 0 and solution[r, c] == d), (r, c, d)

        for start, solution in self.boards:
            board, going = start.copy(), True
            while going and (board == 0).any():
                with torch.no_grad():
                    values = net(rl.state_to_one_hot(torch.from_numpy(board)).unsqueeze(0))[0]
                if (board == start).all():
                    seen["of all"] += good(values, board, solution)[0]
                    empty = torch.from_numpy(np.repeat(board.ravel() == 0, 9))  # actions are numbered by cell, then digit
                    seen["on empty cells"] += good(values.masked_fill(~empty, -math.inf), board, solution)[0]
                values[~rl.generate_legal_mask_gpu(torch.from_numpy(board))] = -math.inf
                going, (r, c, d) = good(values, board, solution)
                seen["with the mask"] += going and bool((board == start).all())
                seen["moves"] += 1
                seen["right"] += going
                board[r, c] = d
            seen["solved"] += going
        torch.set_rng_state(state)
        return seen

    def level(self):
        return 1 + self.printed.getvalue().count("Curriculum Level Up")

    def look(self, name):
        begin = time.perf_counter()
        seen, boards = self.play(), len(self.boards)
        took = begin - self.begin - self.looking
        for figure, value, unit, n in (
            ("right", seen["right"] / seen["moves"], "share", seen["moves"]), ("solved", seen["solved"], "games", boards),
            *((f"right first moves {which}", seen[which] / boards, "share", boards) for which in ("with the mask", "on empty cells", "of all")),
            ("moves", self.moves, "moves", 1), ("moves on filled cells", self.filled, "moves", max(1, self.moves)),
            ("episodes solved", self.solved, "episodes", max(1, self.episodes)), ("steps of learning", self.learned, "steps", 1),
            ("level", self.level(), "levels", 1), ("seconds", took, "s", 1),
        ):  # fmt: skip
            say(f"{name} {figure}", value, unit, n, False)
        print(f"{name}: {self.moves} moves, {self.solved} solved; {seen}, level {self.level()}, {took:.0f} s", file=sys.stderr, flush=True)
        self.looking += time.perf_counter() - begin

    def reset(self, env):
        if self.episodes in POINTS:
            self.look(f"episodes={self.episodes}")
        self.episodes += 1
        return self.plain_reset(env)

    def step(self, env, action):
        if self.moves and time.perf_counter() - self.begin - self.looking > self.seconds:
            raise KeyboardInterrupt
        given = self.plain_step(env, action)
        self.moves += 1
        self.filled += given[1] == -10
        self.solved += bool(given[2])
        return given

    def optimised(self, *args):
        self.learned += bool(args[3])
        return self.plain_optimise(*args)

    def train(self, args, env, net, *rest):
        self.net, self.begin = net, time.perf_counter()
        self.plain_reset, rl.SudokuEnv.reset = rl.SudokuEnv.reset, lambda env: self.reset(env)
        self.plain_step, rl.SudokuEnv.step = rl.SudokuEnv.step, lambda env, action: self.step(env, action)
        self.plain_optimise, rl.optimize_model = rl.optimize_model, lambda *given: self.optimised(*given)
        try:
            rc = self.plain_train(args, env, net, *rest)
        finally:
            rl.SudokuEnv.reset, rl.SudokuEnv.step, rl.optimize_model = self.plain_reset, self.plain_step, self.plain_optimise
        say("episodes", self.episodes, "episodes", 1, False)
        self.look("at the end")
        return rc

    def run(self):
        argv = ["rl_sudoku.py", "--model", dims["model"], "--seed", dims["seed"]]
        sys.argv = argv + ["--masking", "--reward_shaping"] * MASKED  # as in the author's list of runs, or as by default
        self.plain_train, rl.train = rl.train, self.train
        with contextlib.redirect_stdout(self.printed):
            rc = rl.main()
        if rc:
            sys.exit(f"the program ended with {rc}: {self.printed.getvalue()[-300:]}")


observed = Observed(held_out(int(dims["boards"])), 60 * float(dims["minutes"]))
observed.run()
text = observed.printed.getvalue()
won, games = map(int, re.search(r"Puzzles Solved: (\d+) / (\d+)", text).groups())
scores = re.findall(r"Final Capability Score: (\S+)", text)
say("episodes by default", rl.MAX_EPISODES, "episodes")
say("score in training", float(scores[0]), "blanks", 1, False)
say("solved in the test", won, "puzzles", games, False)
say("score in the test", float(scores[-1]), "blanks", games, False)
usage, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
say("processor time", usage.ru_utime + usage.ru_stime, "s", 1, False)
say("processor time of the workers", workers.ru_utime + workers.ru_stime, "s", 1, False)
say("peak memory", usage.ru_maxrss * 1024, "bytes", 1, False)
