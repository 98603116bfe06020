"""A small recurrent relational network in PyTorch: trained on a set of sudokulab dataset make, and measured by sudokulab.

    python3 rrn.py train sudokulab-9-easy --minutes 10       learns from its train.csv, writes rrn.pt
    python3 rrn.py predict sudokulab-9-easy/test.csv          writes an answer a line, for sudokulab score
    python3 rrn.py serve                                     answers batches, for sudokulab bench --batch 64

The network is that of Palm, Paquet and Winther (2018), arXiv:1711.08028, section 3.2, in small. Each cell is a node that sends a
message to its 20 peers in every step, and says after every step which digit it is; the loss is on all of these. Other than
there: 32 numbers for a cell in place of 96, 8 steps of training in place of 32, a message of one hidden layer whose last,
linear one comes after the sum, no row and column of a cell as input, and digits renamed at random in each batch.
"""
import argparse
import csv
import json
import pathlib
import sys
import time

import torch
from torch import nn

HIDDEN, BATCH, LEARNT_STEPS, STEPS = 32, 16, 8, 16


def peers(cell):
    row, column = divmod(cell, 9)
    return [c for c in range(81) if c != cell
            and (c // 9 == row or c % 9 == column or (c // 27 == row // 3 and c % 9 // 3 == column // 3))]


PEERS = torch.tensor([p for cell in range(81) for p in peers(cell)])  # 20 for each cell


class RRN(nn.Module):
    """Shapes: cells first, so that the messages of a cell lie together. B boards, H numbers of a cell."""

    def __init__(self):
        super().__init__()
        self.digit = nn.Embedding(10, HIDDEN)  # 0 is an empty cell
        self.receiver, self.sender = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, HIDDEN, bias=False)
        self.message = nn.Linear(HIDDEN, HIDDEN)
        self.node = nn.LSTMCell(2 * HIDDEN, HIDDEN)
        self.answer = nn.Linear(HIDDEN, 9)

    def forward(self, boards, steps):
        """boards: 81×B. Yields the 81×B×9 scores of the digits after each step."""
        x = self.digit(boards)
        h, memory = x, torch.zeros_like(x)
        for _ in range(steps):
            pairs = self.receiver(h)[:, None] + self.sender(h)[PEERS].view(81, 20, *h.shape[1:])  # 81×20×B×H
            messages = self.message(torch.relu(pairs).sum(1))
            h, memory = self.node(torch.cat([x, messages], -1).flatten(0, 1), (h.flatten(0, 1), memory.flatten(0, 1)))
            h, memory = h.view_as(x), memory.view_as(x)
            yield self.answer(h)


def tensor(lines):
    """81×N numbers of grids in text, 0 for an empty cell."""
    return torch.tensor([[0 if c == "." else int(c) for c in line] for line in lines]).T


def column(file, name):
    with open(file, newline="", encoding="utf-8") as f:
        return [row[name] for row in csv.DictReader(f)]


def train(folder, model, seconds, seed):
    torch.manual_seed(seed)
    file = pathlib.Path(folder, "train.csv")
    puzzles, solutions = tensor(column(file, "puzzle")), tensor(column(file, "solution"))
    network = RRN()
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    start, used, batches = time.process_time(), 0.0, 0
    while used < 1:
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 * min(1, batches / 50 + 0.02) * (1 - used)
        some = torch.randint(puzzles.shape[1], (BATCH,))
        names = torch.cat([torch.zeros(BATCH, 1, dtype=torch.long), torch.rand(BATCH, 9).argsort(1) + 1], 1)
        given, right = (names.T.gather(0, x[:, some]) for x in (puzzles, solutions))
        losses = [nn.functional.cross_entropy(said.flatten(0, 1), right.flatten() - 1) for said in network(given, LEARNT_STEPS)]
        optimiser.zero_grad()
        (sum(losses) / LEARNT_STEPS).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1)
        optimiser.step()
        batches, used = batches + 1, (time.process_time() - start) / seconds
        if batches % 100 == 1 or used >= 1:
            print(f"batch {batches}, {used:.0%} of the time, last loss {losses[-1].item():.3f}", file=sys.stderr)
    torch.save(network.state_dict(), model)


def answers(network, lines):
    """A grid for each puzzle: its givens, and elsewhere the digit that the network finds likeliest."""
    if not lines:
        return []
    boards = tensor(lines)
    with torch.no_grad():
        *_, last = network(boards, STEPS)
    grids = torch.where(boards > 0, boards, last.argmax(-1) + 1)
    return ["".join(map(str, grid)) for grid in grids.T.tolist()]


def main():
    parser = argparse.ArgumentParser(description="A small recurrent relational network.")
    parser.add_argument("work", choices=["train", "predict", "serve"])
    parser.add_argument("set", nargs="?", help="train: the folder of the set; predict: a file with a column puzzle")
    parser.add_argument("--model", default="rrn.pt")
    parser.add_argument("--minutes", type=float, default=10, help="of processor time, to train for")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    if args.work != "serve" and args.set is None:
        parser.error(args.work + " wants a set")
    if args.work == "train":
        train(args.set, args.model, 60 * args.minutes, args.seed)
        return
    network = RRN()
    network.load_state_dict(torch.load(args.model, weights_only=True))
    if args.work == "predict":
        puzzles = column(args.set, "puzzle")
        for i in range(0, len(puzzles), BATCH):
            print("\n".join(answers(network, puzzles[i:i + BATCH])))
        return
    for line in sys.stdin:
        print(json.dumps({"answers": answers(network, json.loads(line)["puzzles"])}), flush=True)


if __name__ == "__main__":
    main()
