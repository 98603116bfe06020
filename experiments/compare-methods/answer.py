"""Has a document's program answer puzzles one by one. The program is imported or started from the folder that is named first.

They come from a file, a line each, the digits parted by commas and 0 for none; the answers go to a file beside it: seconds, how it ended and
the grid, if there is one. What a puzzle may take is bounded by a clock.
"""

import math
import os
import select
import signal
import subprocess
import sys
import time
import types
from os import path
from unittest import mock

from observing import dims, folder, say

CAP = float(dims["cap"])


class Late(Exception):
    pass


def ring(*_):
    raise Late


def csp():
    """The solver: AC-3, then the search with AC-3 after each assignment, as its window calls them. It fills one grid, or says that there is none."""
    sys.path.insert(0, path.join(folder, "src"))
    import arc3
    import back_track
    import make_constrain

    graph = [[] for _ in range(81)]
    make_constrain.make_constrain(graph)

    def answer(board):
        cells, domains = list(board), [{digit} if digit else set(range(1, 10)) for digit in board]
        found = arc3.ac3(graph, domains) and back_track.back_track(cells, domains, graph)
        return ("found", cells) if found else ("none", None)

    return answer


def tensor():
    """The network of all checks and of recursion, one pass after the other with what its recursion remembers, until it says solved; 1,000 at most."""
    pen = mock.MagicMock(**{"textbbox.return_value": (0, 0, 0, 0)})  # what draws and shows is not needed
    sys.modules["PIL"] = types.SimpleNamespace(
        Image=mock.MagicMock(), ImageDraw=types.SimpleNamespace(Draw=lambda *_: pen), ImageFont=types.SimpleNamespace(truetype=lambda _name, size: size)
    )
    sys.modules["cv2"] = mock.MagicMock()
    sys.path.insert(0, folder)
    import numpy
    import sudoku_nn
    import torch
    from sudoku_nn import sudoku_fun

    def reshape(array, shape=None, newshape=None):
        return numpy.reshape(array, newshape if shape is None else shape)

    sudoku_fun.np = types.SimpleNamespace(**{**vars(numpy), "reshape": reshape})  # numpy 2.4 has lost the name newshape
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    network = sudoku_nn.SudokuRecursionPasses(torch.float32, torch.device("cpu"), passes=1, remove_doubles=True).eval()
    control, plain = network.sudoku_recursion, network.sudoku_recursion.create_masks
    control.register_forward_hook(lambda _module, _given, out: setattr(control, "create_masks", lambda _: out[1:]))

    def answer(board):
        control.create_masks = plain
        mask = sudoku_nn.sudoku_to_mask([bytes(48 + digit if digit else 46 for digit in board)], dtype=torch.float32)
        for _ in range(1000):
            mask, (solved, _) = network(mask)
            if solved.item() == 1:
                return "found", [1 + digit for digit in mask.reshape(9, 81).argmax(0).tolist()]
        return "open", None

    return answer


class Minigrid:
    """The binary, started once and given boards one after the other; again after one that it did not end."""

    def __init__(self):
        self.child = None

    def __call__(self, board):
        if self.child is None:
            program = path.join(folder, "target", "release", "solve")
            self.child = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            return self.ask(board)
        except (Late, BrokenPipeError):
            self.child.kill()
            self.child.communicate()
            self.child = None
            raise

    def ask(self, board):
        self.child.stdin.write(f"{math.isqrt(len(board))} {','.join(map(str, board))}\n".encode())
        self.child.stdin.flush()
        out, rest = self.child.stdout.fileno(), b""
        while True:
            select.select([out], [], [])
            chunk = os.read(out, 1 << 20)
            if not chunk:
                raise BrokenPipeError
            rest += chunk
            at = rest.find(b"=== END")
            if at < 0:
                rest = rest[-8:]  # where the mark may have begun
            elif rest.endswith(b"\n"):
                solutions = rest[at:].split()[2:-1]
                name = ("none", "unique", "multiple")[min(2, len(solutions))]
                return name, list(map(int, solutions[0].split(b","))) if solutions else None


answer = {"csp": csp, "tensor": tensor, "minigrid": Minigrid}[dims["program"]]()
with open(dims["file"]) as file:
    puzzles = [[int(digit) for digit in line.split(",")] for line in file]
signal.signal(signal.SIGALRM, ring)
with open(dims["file"] + ".answers", "w") as out:
    for number, puzzle in enumerate([puzzles[0], *puzzles]):  # the first warms up, and is not noted
        begin = time.perf_counter()
        signal.setitimer(signal.ITIMER_REAL, CAP if number else 10 * CAP)
        try:
            ended, grid = answer(puzzle)
        except Late:
            ended, grid = "late", None
        except (BrokenPipeError, RecursionError, MemoryError):
            ended, grid = "open", None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        took = time.perf_counter() - begin
        if number:
            print(took, ended, ",".join(map(str, grid or [])) or "-", file=out)
say("answered", len(puzzles), "puzzles")
