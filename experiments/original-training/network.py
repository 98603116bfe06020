"""Trains the graph network document's network by the program's own trainer for a time: as built, and less what the diagram leaves out.

The program is imported from the folder that is named first. Its training as published ends in an error at the first batch, since it asks the
library for class 9 of 0 to 8; so its data sets give the digits of solutions less one. Parts of the network give way in memory alone.
"""

import importlib
import itertools
import random
import resource
import sys
import time

import torch
from observing import dims, folder, say, solutions

sys.path.insert(0, folder)
sys.stdout = sys.stderr  # what the program prints is no observation
torch.set_num_threads(2)


def program(name):
    return importlib.import_module("src." + name)


def made(number, givens):
    """A puzzle of so many givens with one solution, and that solution, from a number of ours."""
    rng = random.Random(19_000_000 + number)
    solution = list(solutions([0] * 81, 1, lambda digits: [d for d in rng.sample(range(1, 10), 9) if d in digits])[0])
    puzzle = list(solution)
    for cell in rng.sample(range(81), 81):
        if 81 - puzzle.count(0) > givens:
            puzzle[cell] = 0
            if len(solutions(puzzle, 2)) > 1:
                puzzle[cell] = solution[cell]
    return puzzle, solution


class Plain(torch.nn.Module):
    """An update whose node's own state is taken off beforehand, since the layer adds it afterwards: no residual path is left."""

    def __init__(self, update, width):
        super().__init__()
        self.update, self.width = update, width

    def forward(self, both):  # the node's state, and what its neighbours say
        return self.update(both) - both[..., : self.width]


def network():
    torch.manual_seed(int(dims["seed"]))
    model = program("models.gnn").SudokuGNN(9)
    layer = model.message_passing.mp_layer
    if dims["normalisation"] == "no":
        layer.layer_norm = torch.nn.Identity()
    if dims["residual"] == "no":
        layer.update_net = Plain(layer.update_net, model.hidden_dim)
    return model


class Batches:
    """Batches of a loader of the program, again and again, until a time is over; at points the network is looked at."""

    def __init__(self, loader, look, seconds):
        self.loader, self.look, self.seconds = loader, look, seconds
        self.boards = self.steps = 0

    def __len__(self):
        return max(1, self.steps)

    def __iter__(self):
        self.begin, away = time.perf_counter(), 0.0
        for batch in itertools.chain.from_iterable(itertools.repeat(self.loader)):
            begin = time.perf_counter()
            if begin - self.begin - away > self.seconds:
                self.took = begin - self.begin - away
                return
            if self.steps in POINTS:
                self.look(f"steps={self.steps}", begin - self.begin - away)
                away += time.perf_counter() - begin
            self.steps, self.boards = self.steps + 1, self.boards + len(batch[0])
            yield batch


POINTS = {0, *(m * 10**k for k in range(1, 6) for m in (1, 2, 5))}  # steps
data = program("data.dataset").SudokuDataset
published = data.__getitem__
data.__getitem__ = lambda self, index: (lambda puzzle, solution: (puzzle, solution - 1))(*published(self, index))
trainer = program("training").GNNTrainer(network(), device="cpu", checkpoint_dir="checkpoints")
pool = [made(k, int(dims["givens"])) for k in range(int(dims["puzzles"]))]  # the last tenth is held out
torch.manual_seed(int(dims["seed"]))
boards = [torch.tensor([b[i] for b in pool]).view(-1, 9, 9) for i in (0, 1)]
loader, held = program("data").create_curriculum_dataloaders(*boards, batch_size=int(dims["batch"]), curriculum_stage=2, num_workers=0)


def look(name, seconds):
    state = torch.get_rng_state()
    seen = trainer.validate(held)
    trainer.model.train()
    torch.set_rng_state(state)
    for figure, key, unit in (("loss", "loss", "loss"), ("right cells", "cell_accuracy", "%"), ("whole boards", "grid_accuracy", "%")):
        say(f"{name} {figure}", seen[key], unit, len(held.dataset), False)
    say(f"{name} seconds", seconds, "s", 1, False)
    print(name, seen, round(seconds), file=sys.stderr, flush=True)


batches = Batches(loader, look, 60 * float(dims["minutes"]))
seen = trainer.train_epoch(batches)
look("at the end", batches.took)
say("steps", batches.steps, "steps", 1, False)
say("weights", sum(p.numel() for p in trainer.model.parameters()), "weights")
say("boards", batches.boards, "boards", 1, False)
say("boards per second", batches.boards / batches.took, "boards/s", batches.steps, False)
say("loss of training", seen["loss"], "loss", batches.steps, False)
say("peak memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, "bytes", 1, False)
