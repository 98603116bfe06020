"""Observes the graph network document's program, which is imported from the folder that is named first; then the dimensions of one case."""

import ast
import contextlib
import importlib
import inspect
import io
import itertools
import math
import random
import re
import resource
import runpy
import signal
import statistics
import subprocess
import sys
import time
import tomllib
import warnings
from pathlib import Path

import numpy as np
import torch
from observing import dims, folder, mean, say, solutions, units

ROOT = Path(folder)
sys.path.insert(0, folder)
sys.stdout = sys.stderr  # what the program prints is no observation
warnings.simplefilter("ignore")
torch.set_num_threads(2 if dims["part"] in ("solver", "speed", "step", "train") else 1)  # cases that are timed have the machine alone

LORE = (  # three of 17 givens, the last of them made against search from the first cell on; and three that were called the hardest
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    "000000000000003085001020000000507000004000100090000000500000073002010000000040009",
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    "100000002090400050006000700050903000000070000000850040700000600030009080002000001",
)


def says(unit, n=1, exact=True, **figures):
    """Says figures of one unit, whose names have lines for spaces."""
    for name, value in figures.items():
        say(name.replace("_", " "), value, unit, n, exact)


def fails(run, words=""):
    """Whether a call ends in an error; one without these words is an error of ours."""
    try:
        run()
    except Exception as error:
        if words not in str(error):
            raise
        return 1
    return 0


def timed(run, rounds):
    run()
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
    return times


# Puzzles of ours, each from its seed: a random solution, dug as long as it stays the only one.


UNITS = [units(cell) for cell in range(81)]


def made(number, givens):
    """A puzzle of so many givens, or of more where each is needed for one solution; and its solution."""
    rng = random.Random(9_000_011 + number)
    solution = list(solutions([0] * 81, 1, lambda digits: [d for d in rng.sample(range(1, 10), 9) if d in digits])[0])
    puzzle = list(solution)
    for cell in rng.sample(range(81), 81):
        if 81 - puzzle.count(0) > givens:
            puzzle[cell] = 0
            if len(solutions(puzzle, 2)) > 1:
                puzzle[cell] = solution[cell]
    return puzzle, solution


def several(puzzle):
    """A puzzle less its first givens, as many as leave more than one solution."""
    puzzle = list(puzzle)
    while len(solutions(puzzle, 2)) < 2:
        puzzle[next(c for c in range(81) if puzzle[c])] = 0
    return puzzle


def puzzles(name, first, count):
    if name in ("examples", "lore"):  # the first are the program's own
        texts = LORE if name == "lore" else [t for f in ("easy1.sdk", "puzzles_sample.txt") for t in (ROOT / "examples" / f).read_text().split()]
        read = [[int(c) for c in text] for text in texts[first : first + count]]
        return [(puzzle, list(solutions(puzzle, 1)[0])) for puzzle in read]
    least, most = {"easy": (36, 40), "train": (30, 40), "minimal": (0, 0)}[name]
    return [made(k, least + k % (most - least + 1)) for k in range(first, first + count)]


def grids(boards):
    n = math.isqrt(len(boards[0]))
    return torch.tensor(boards, dtype=torch.long).view(-1, n, n)


def right(answer, puzzle):
    answer = [int(x) for x in answer.flatten()]
    seen = {(unit, digit) for cell, digit in enumerate(answer) for unit in UNITS[cell]}
    return set(answer) <= set(range(1, 10)) and len(seen) == 243 and all(g in (0, a) for g, a in zip(puzzle, answer))


def program(name):
    return importlib.import_module("src." + name)


def network(name="standard", size=9, **more):
    gnn = program("models.gnn")
    torch.manual_seed(1)
    if name in ("attention", "candidates"):
        more["use_" + name] = True
    return {"lightweight": gnn.LightweightSudokuGNN, "hybrid": gnn.HybridSudokuGNN}.get(name, gnn.SudokuGNN)(size, **more)


def solver_of(model):
    return program("inference").HybridSolver(model, device="cpu")


def trainer_of(model, **more):
    return program("training").GNNTrainer(model, device="cpu", checkpoint_dir="checkpoints", **more)


def weights(module):
    return sum(p.numel() for p in module.parameters())


def graph():
    """The graph and the features of boards of a size, and the network that is made for it."""
    n = int(dims["size"])
    gnn = program("models.gnn")
    g = gnn.GraphBuilder.create(n)
    edges = list(zip(*g.edge_index.tolist()))
    wanted = {edge for cell in range(n * n) for unit in units(cell, n) for edge in ((cell, n * n + unit), (n * n + unit, cell))}
    degree = np.bincount(g.edge_index[0].numpy()).tolist()
    says("nodes", cells=g.n_cells, constraints=g.n_constraints, nodes=g.num_nodes)
    says("edges", edges_each_way=len(edges), edges_both_ways_as_one=len({frozenset(edge) for edge in edges}))
    says("nodes", n * n, least_constraints_of_a_cell=min(degree[: n * n]), most_constraints_of_a_cell=max(degree[: n * n]))
    says("graphs", as_the_rules_have_it=int(set(edges) == wanted and len(edges) == len(wanted)), kept=int(gnn.GraphBuilder.create(n) is g))
    boards = torch.arange(n + 1).view(-1, 1, 1).expand(-1, n, n).contiguous()  # every cell with every content
    features = gnn.create_node_features(boards, n, g.n_cells, g.n_constraints)
    off = 0
    for content, cell in itertools.product(range(n + 1), range(n * n)):
        row, column = divmod(cell, n)
        expected = (content / n, float(content > 0), row / n, column / n, (units(cell, n)[2] - 2 * n) / n)
        off += max(abs(a - b) for a, b in zip(features[content, cell].tolist(), expected)) > 1e-6
    say("feature rows", features.shape[1], "rows")
    say("feature columns", features.shape[2], "columns")
    say("features off", off, "cells", (n + 1) * n * n)
    says("of 1", features.numel(), least_feature=features.min().item(), greatest_feature=features.max().item())
    say("features of constraints other than 0", int((features[:, n * n :] != 0).sum()), "numbers", (n + 1) * 3 * n * 5)
    say("place of the last row", features[0, n * n - 1, 2].item(), "of 1", 1, False)
    rng = random.Random(n)
    board = [rng.choice((0, 0, rng.randint(1, n))) for _ in range(n * n)]
    candidates = gnn.CandidateEncoder.compute_candidates(grids([board]), n).view(n * n, n)
    seen = {(unit, d) for cell, d in enumerate(board) for unit in units(cell, n)}
    possible = [[int(not board[c] and not any((u, d) in seen for u in units(c, n))) for d in range(1, n + 1)] for c in range(n * n)]
    say("candidates off", int((candidates != torch.tensor(possible)).sum()), "digits", n**3)
    nine, own = network(), network(size=n)
    words = "invalid for input of size" if n != 9 else ""
    say("errors of the network for 9", fails(lambda: nine(boards), words), "calls")
    say("digits of the network for this size", own.eval()(boards).shape[-1], "digits")
    say("weights of the network for this size", weights(own), "weights")
    shapes = {name: w.shape for name, w in nine.state_dict().items()}
    say("tensors of another shape than for 9", sum(w.shape != shapes[k] for k, w in own.state_dict().items()), "tensors", len(shapes))


def plain(model, puzzle, residual):
    """A network's scores in numpy: with the residual path and norm of a round, or without them, as the document draws a round."""
    w = {k: v.double().numpy() for k, v in model.state_dict().items()}

    def linear(x, name):
        return x @ w[name + ".weight"].T + w[name + ".bias"]

    def norm(x, name):
        centred = x - x.mean(-1, keepdims=True)
        return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * w[name + ".weight"] + w[name + ".bias"]

    def mlp(x, name):
        return linear(np.maximum(linear(x, name + ".0"), 0), name + ".3")

    source, target = np.array([edge for c in range(81) for u in UNITS[c] for edge in ((c, 81 + u), (81 + u, c))]).T
    layer = "message_passing.mp_layer."
    h = norm(mlp(program("models.gnn").create_node_features(puzzle, 9, 81, 27)[0].double().numpy(), "encoder"), "encoder.4")
    for _ in range(model.num_iterations):
        total = np.zeros_like(h)
        np.add.at(total, target, mlp(np.concatenate([h[source], h[target]], 1), layer + "message_net"))
        new = mlp(np.concatenate([h, total / np.bincount(target)[:, None]], 1), layer + "update_net")
        h = norm(h + new, layer + "layer_norm") if residual else new
    return mlp(h[:81], "decoder")


def layers():
    """A network's layers, and what it computes with the weights it begins with."""
    from torch.utils.flop_counter import FlopCounterMode

    torch.set_grad_enabled(False)
    model = network(dims["model"]).eval()
    board = grids([made(0, 36)[0]])
    say("weights", weights(model), "weights")
    for part, module in model.named_children():
        name = part.replace("_", " ")
        say(f"weights of the {name}", weights(module), "weights")
        say(f"norms of the {name}", sum(isinstance(m, torch.nn.LayerNorm) for m in module.modules()), "layers")
        say(f"dropout of the {name}", max((m.p for m in module.modules() if isinstance(m, torch.nn.Dropout)), default=0), "share")
    rounds = []
    hook = getattr(model.message_passing, "mp_layer", model.message_passing).register_forward_hook(lambda _, inputs, output: rounds.append(output.shape))
    with FlopCounterMode(display=False) as counter:
        scores = model(board)
    hook.remove()
    says("rounds", rounds_by_default=model.num_iterations, rounds_made=len(rounds))
    says("rows", rows_of_the_states=rounds[-1][1], rows_of_the_scores=scores[0].numel() // scores.shape[-1])
    says("columns", columns_of_the_states=rounds[-1][2], columns_of_the_scores=scores.shape[-1])
    say("probabilities off 1", (scores.softmax(-1).sum(-1) - 1).abs().max().item(), "probability", 81, False)
    say("operations", counter.get_total_flops(), "operations")
    if dims["model"] == "hybrid":
        for p in model.cnn_preprocess.parameters():
            p.zero_()
        say("scores changed by its convolutions", int((model(board) != scores).sum()), "scores", scores.numel())
    if dims["model"] == "attention":
        model.graph.edge_index = model.graph.edge_index[:, :1]
        say("scores changed by all edges but one", int((model(board) != scores).sum()), "scores", scores.numel())
    if dims["model"] == "standard":
        for number in (1, 8, 32, 64):
            say(f"weights at {number} rounds", weights(network(num_iterations=number)), "weights")
        for name, residual in (("", True), (" without residual path and norm", False)):
            say(f"scores off plain loops{name}", float(np.abs(plain(model, board, residual) - scores.view(81, 9).numpy()).max()), "score", 729, False)


@contextlib.contextmanager
def labels_from_zero():
    """The program asks the library for class 9 of 0 to 8. Meanwhile its data sets give a solution's digits less one; nothing else is changed."""
    data = program("data.dataset").SudokuDataset
    published = data.__getitem__
    data.__getitem__ = lambda self, index: (lambda puzzle, solution: (puzzle, solution - 1))(*published(self, index))
    try:
        yield
    finally:
        data.__getitem__ = published


def trainer():
    """What the trainer, the loss and the data sets do, on few boards and small networks."""
    module, data, Loss = program("training.trainer"), program("data.dataset"), program("training").SudokuLoss
    defaults = {k: p.default for k, p in inspect.signature(module.GNNTrainer.train).parameters.items()}
    small = {"hidden_dim": 8, "num_iterations": 1}
    t = trainer_of(network(**small))
    group, stages = t.optimizer.param_groups[0], {f"epochs_of_stage_{k + 1}": e for k, e in enumerate(defaults["curriculum_epochs"])}
    say("AdamW", int(type(t.optimizer) is torch.optim.AdamW), "optimisers")
    says("factor", rate=group["lr"], weight_decay=group["weight_decay"], weight_of_violations=t.criterion.constraint_weight)
    says("epochs", **stages)
    say("boards of a batch", defaults["batch_size"], "boards")
    say("mixed precision on a processor", int(t.use_amp), "trainers")
    boards = [made(k, 30) for k in range(16)]
    puzzle, solution = grids([b[0] for b in boards]), grids([b[1] for b in boards])
    say("batches as published that end in an error", fails(lambda: t.train_epoch([(puzzle, solution)]), "out of bounds"), "batches")
    with torch.autocast("cpu", dtype=torch.bfloat16):
        say("passes in half precision that end in an error", fails(lambda: network(**small)(puzzle), "same scalar type"), "passes")

    # Trainings with labels from 0: what is asked for, and what is done.
    schedules, clipped, cosine, clip = [], [], module.CosineAnnealingLR, torch.nn.utils.clip_grad_norm_
    module.CosineAnnealingLR = lambda *a, **k: schedules.append(k) or cosine(*a, **k)
    torch.nn.utils.clip_grad_norm_ = lambda *a, **k: clipped.append(k)
    three, thirteen = ({"val_split": 0.25, "num_workers": 0, "curriculum_epochs": e} for e in ([1, 1, 1], [13, 0, 0]))
    with labels_from_zero():
        t.train(puzzle, solution, num_epochs=1, **three)
        other, still = trainer_of(network(**small)), trainer_of(network(**small), lr=0.0)
        other.load_checkpoint("checkpoints/policy.pt")
        other.train(puzzle, solution, **three)
        still.train(puzzle, solution, **thirteen)
    module.CosineAnnealingLR, torch.nn.utils.clip_grad_norm_ = cosine, clip
    say("epochs run where 1 is asked for and the stages have 3", t.current_epoch, "epochs")
    say("epochs after going on with a training of 3 that had ended", other.current_epoch, "epochs")
    say("epochs run of 13 without a gain", still.current_epoch, "epochs")
    says("schedules", 3, schedules_along_a_cosine=len(schedules), schedules_that_wait_for_a_plateau=int(hasattr(module, "ReduceLROnPlateau")))
    say("gradients clipped", len(clipped), "calls")

    # The loss, and its violation term by itself.
    target, empty, loss = solution - 1, (puzzle == 0).float(), Loss()
    torch.manual_seed(3)
    scores = torch.randn(16, 9, 9, 9, requires_grad=True)
    only, both = (torch.autograd.grad(x(scores, target, puzzle)[0], scores)[0] for x in (Loss(use_constraint_loss=False), loss))
    moved = only.abs().sum(-1) > 0
    say("givens with a gradient", int((moved & (puzzle > 0)).sum()), "cells", int((puzzle > 0).sum()))
    say("empty cells with a gradient", int((moved & (puzzle == 0)).sum()), "cells", int((puzzle == 0).sum()))
    say("numbers of the gradient that violations change", int((only != both).sum()), "numbers", scores.numel())
    say("violations with a gradient", int(loss._compute_constraint_loss(scores, empty).requires_grad), "terms")
    for weight in (0.05, 0.1, 0.5):
        info = Loss(constraint_weight=weight)(scores, target, puzzle)[1]
        say(f"sum off at {weight}", abs(info["total_loss"] - info["ce_loss"] - weight * info["constraint_loss"]), "loss", 16, False)
    wrong = target.clone()
    wrong[:, 0, :] = wrong[:, 0, 0:1]
    sure = [50.0 * torch.nn.functional.one_hot(x, 9) for x in (target, wrong)]
    for where, mask in (("empty boards", torch.ones_like(empty)), ("puzzles", empty)):
        for name, answer in (("right answers", sure[0]), ("a row of one digit", sure[1]), ("no preference", torch.zeros(16, 9, 9, 9))):
            say(f"violations, {where}: {name}", loss._compute_constraint_loss(answer, mask).item(), "loss", 16, False)

    # Stages of the curriculum on a pool of 17 to 45 givens, ten boards of each number.
    rng, pool = random.Random(5), []
    for k in range(290):
        pool.append(list(boards[k % 16][1]))
        for cell in rng.sample(range(81), 64 - k // 10):
            pool[-1][cell] = 0
    for stage in range(3):
        part = data.CurriculumDataset(grids(pool), grids(pool), curriculum_stage=stage)
        givens = [int((part[k][0] > 0).sum()) for k in range(len(part))]
        say(f"stage {stage + 1}: boards", len(part), "boards", 290)
        says("givens", len(part), **{f"stage {stage + 1}: fewest givens": min(givens), f"stage {stage + 1}: most givens": max(givens)})

    # Augmentation: which of the eight ways to lay a board carries its pattern of givens over.
    count, tally = int(dims["augmented"]), dict.fromkeys(("permuted", "turned", "transposed", "swapped", "wrong"), 0)
    both = data.SudokuDataset(puzzle, solution, augment=True)
    for k in range(count):
        (a, b), p, s = both[k % 16], puzzle[k % 16], solution[k % 16]
        laid = {(turns, over): [(torch.rot90(x, turns).T if over else torch.rot90(x, turns)) for x in (p, s)] for turns in range(4) for over in (0, 1)}
        way = next((w for w, (x, _) in laid.items() if torch.equal(x > 0, a > 0)), None)
        tally["swapped"] += way is None
        tally["turned"] += way is not None and way[0] > 0
        tally["transposed"] += way is not None and way[1]
        tally["permuted"] += way is not None and not torch.equal(laid[way][1], b)
        tally["wrong"] += not right(b, a.flatten().tolist())
    for name in ("permuted", "turned", "transposed", "swapped"):
        share = tally[name] / count
        half = 1.96 * math.sqrt(share * (1 - share) / count)
        say(f"boards {name}", share, "share", count, False, (share - half, share + half))
    say("boards that break a rule or their solution", tally["wrong"], "boards", count, False)


def started(name, *arguments, repaired=False):
    """Runs a script of the program with its folder on the path; the words with which it ended, or none where it ended well."""
    import pandas

    read, said, before = pandas.read_csv, io.StringIO(), sys.argv
    pandas.read_csv = lambda file: read(file, dtype=str)  # as pandas 2 reads 81 digits by itself
    sys.argv = [str(ROOT / "scripts" / name), *arguments]
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said), labels_from_zero() if repaired else contextlib.nullcontext():
            runpy.run_path(sys.argv[0], run_name="__main__")
        return ""
    except SystemExit as end:
        return said.getvalue() if end.code else ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    finally:
        pandas.read_csv, sys.argv = read, before


def commands():
    """The program's commands, and what its files hold and ask for."""
    easy = str(ROOT / "examples/easy1.sdk")
    row = ",".join("".join(map(str, board)) for board in puzzles("examples", 0, 1)[0]) + "\n"
    for name, head in (("a.csv", "puzzle,solution\n"), ("b.csv", "quizzes,solutions\n")):
        Path(name).write_text(head + 30 * row)
    alone = ("--dataset", "a.csv", "--num-workers", "0")  # processes that load boards talk over sockets, which a driver has none of
    quick = (*alone, "--num-iterations", "1", "--curriculum", "1", "1", "1")
    first = subprocess.run([sys.executable, "-B", ROOT / "scripts/train.py", "--dataset", "a.csv"], capture_output=True, text=True)
    kept = ("solve.py", "--puzzle", easy, "--checkpoint", "checkpoints/policy.pt", "--strategy", "backtrack")
    for figure, end, words in (  # in this order: weights that one keeps the next one reads
        ("train.py, as the guide has it", first.stderr if first.returncode else "", "No module named 'src'"),
        ("train.py, its folder on the path", started("train.py", *alone), "Target 9 is out of bounds"),
        ("train.py, columns as the other script reads them", started("train.py", "--dataset", "b.csv"), "puzzle"),
        ("train_gnn_complete.py", started("train_gnn_complete.py", "--data", "b.csv"), "No module named 'sudoku_ai'"),
        ("evaluate.py", started("evaluate.py", "--model", "x", "--puzzles", easy), "No module named 'sudoku_ai'"),
        ("solve.py, no weights", started("solve.py", "--puzzle", easy), "Checkpoint not found"),
        ("train.py, labels from 0", started("train.py", *quick, repaired=True), ""),
        ("solve.py, weights of that training", started(*kept), ""),
    ):
        if words not in end or bool(words) != bool(end):
            raise SystemExit(f"{figure} ended with {end[-300:]!r}, want {words!r}")
        say(f"{figure}: ends well", int(not end), "commands")
    torch.save({"model_state_dict": network(num_iterations=1).state_dict()}, "one.pt")
    say("rounds of a network of one, kept and loaded", program("models.gnn").load_pretrained_model("one.pt", "cpu").num_iterations, "rounds")

    files = [f for f in sorted(ROOT.rglob("*.py")) if ".git" not in f.relative_to(ROOT).parts]
    wanted, absent, configured = (ROOT / "requirements.txt").read_text().lower(), set(), set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
            for top in {n.split(".")[0] for n in names} - sys.stdlib_module_names:
                if top in ("yaml", "omegaconf"):
                    configured.add(file)
                elif not (ROOT / top).is_dir() and top.replace("_", "-") not in wanted:
                    absent.add(file)
    says("files", len(files), files_that_import_what_is_not_there=len(absent), files_that_read_a_configuration=len(configured))
    drawn = ("graph.py", "gnn_policy.py", "inference.py", "data.py", "gnn_trainer.py", "metrics.py", "multisize.py", "loss.py")
    say("files of the component diagram that are there", sum(any(f.name == d for f in files) for d in drawn), "files", len(drawn))
    entries = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"].values()
    say("commands of the package that load", sum(1 - fails(lambda e=e: importlib.import_module(e.split(":")[0]), "No module") for e in entries), "commands", len(entries))
    text = "".join(f.read_text(encoding="utf-8").lower() for f in files if "src" in f.parts)
    for word in ("dlx", "multisize", "multi-size"):
        say(f"the word {word} in the program", text.count(word), "words", len(files))
    listed = re.search(r"sizes: \[([\d, ]+)\]", (ROOT / "configs/model.yaml").read_text()).group(1).split(",")
    graphs = sum(1 - fails(lambda n=n: program("models.gnn").GraphBuilder.create(int(n)), "perfect square") for n in listed)
    say("sizes of the configuration that make a graph", graphs, "sizes", len(listed))
    say("puzzle sets and weights in the checkout", sum(f.suffix in (".csv", ".jsonl", ".pt", ".pth") for f in ROOT.rglob("*")), "files")


class Told(torch.nn.Module):
    """The program's network, run in full, whose scores then give way to the answer: certain in a share of the empty cells, the first ones."""

    def __init__(self, model, puzzle, answer, rounds):
        super().__init__()
        self.model, self.answer, self.most = model, grids([answer])[0], math.ceil(puzzle.count(0) / rounds)

    def forward(self, state):
        scores = torch.zeros_like(self.model(state))
        for b, i, j in (state == 0).nonzero()[: self.most]:
            scores[b, i, j, self.answer[i, j] - 1] = 50.0
        return scores


class Limit(Exception):
    pass


def ring(*_):
    raise Limit


def bounded(run):
    """Runs for as long as the case's limit allows, and returns nothing when it has ended that."""
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, float(dims["limit"]))
    try:
        return run()
    except Limit:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def solver():
    """A method of the solver on a set of puzzles, with the network untrained or told the answer."""
    count, passes, times = int(dims["puzzles"]), [0], []
    model = network()
    model.register_forward_hook(lambda *_: passes.__setitem__(0, passes[0] + 1))
    tally = dict.fromkeys(("right", "said solved", "said solved, and are not", "overwritten", "stopped", "iterative", "beam_search", "backtracking"), 0)
    everything = puzzles(dims["set"], int(dims["slice"]) * count, count)
    for puzzle, solution in everything:
        used = model if dims["network"] == "untrained" else Told(model, puzzle, solution, 1 if dims["strategy"] == "beam" else 10)
        hybrid, board = solver_of(used), grids([puzzle])[0]
        begin = time.perf_counter()
        end = bounded(lambda: hybrid.solve(board, strategy=dims["strategy"]))
        if end is None:
            tally["stopped"] += 1
            continue
        times.append(time.perf_counter() - begin)
        answer, info = end
        tally[info["strategy"]] += 1
        good = right(answer, puzzle)
        for name, more in (("right", good), ("said solved", info["success"]), ("said solved, and are not", info["success"] and not good)):
            tally[name] += more
        tally["overwritten"] += not torch.equal(board, grids([puzzle])[0])
    says("puzzles", len(everything), False, **tally, **{f"under {most} ms": sum(t < most / 1000 for t in times) for most in (50, 100)})
    say("empty cells", statistics.fmean(p.count(0) for p, _ in everything), "cells", len(everything))
    say("passes", passes[0] / len(everything), "passes", len(everything), False)
    if times:
        mean("time", times)
        say("median time", statistics.median(times), "s", len(times), False)


def faulty():
    """Boards that are no puzzles of one solution, given to the solver with a network of one round."""
    puzzle, solution = made(0, 36)
    cell, board = puzzle.index(0), grids([puzzle])
    twice, none, swapped = list(puzzle), list(puzzle), [solution[1], solution[0], *solution[2:]]
    twice[cell] = next(puzzle[c] for c in range(81) if puzzle[c] and set(UNITS[c]) & set(UNITS[cell]))
    legal = program("models.gnn").CandidateEncoder.compute_candidates(board, 9).view(81, 9)[cell]
    none[cell] = next(d for d in range(1, 10) if legal[d - 1] and d != solution[cell])
    for name, given in (("two equal givens", twice), ("no solution", none), ("several solutions", several(puzzle)), ("filled wrong", swapped), ("empty", [0] * 81)):
        for strategy in ("backtrack", "auto"):
            seen = dict.fromkeys(("error", "stopped", "said solved", "said valid", "right"), 0)
            try:
                end = bounded(lambda: solver_of(network(num_iterations=1)).solve(grids([given])[0], strategy=strategy))
                if end is None:
                    seen["stopped"] = 1
                else:
                    seen["said solved"], seen["said valid"], seen["right"] = end[1]["success"], end[1]["is_valid"], right(end[0], given)
            except Exception:
                seen["error"] = 1
            for figure, value in seen.items():
                say(f"{name}, {strategy}: {figure}", int(value), "boards", 1, name != "no solution")


def tools():
    """The solver's defaults; the metrics, with a solver of ours whose answers are known and with the program's; and the test for one solution."""
    metrics, core = program("utils.metrics"), program("core")
    count, rng, known = int(dims["grids"]), random.Random(3), [made(k, 36) for k in range(8)]

    class Given:
        def __init__(self, answer):
            self.answer = grids([answer])[0]

        def solve(self, _):
            return self.answer, {}

    off = dict.fromkeys(("cell accuracy", "grid accuracy", "rows without repeats", "columns without repeats", "boxes without repeats"), 0)
    for k in range(count):
        puzzle, solution = known[k % 8]
        empty, answer = [c for c in range(81) if not puzzle[c]], list(solution)
        for cell in rng.sample(empty, k % 20):
            answer[cell] = rng.randint(1, 9)
        m = metrics.evaluate_solver(Given(answer), [grids([puzzle])[0]], [grids([solution])[0]], verbose=False)
        whole = [len({d for c, d in enumerate(answer) if u in UNITS[c]}) == 9 for u in range(27)]
        truth = sum(answer[c] == solution[c] for c in empty) / len(empty), answer == solution, *(sum(whole[i : i + 9]) / 9 for i in (0, 9, 18))
        for name, said, true in zip(off, (m.cell_accuracy, m.grid_accuracy, m.row_satisfaction, m.col_satisfaction, m.box_satisfaction), truth):
            off[name] += abs(said - 100 * true) > 1e-6
    for name, value in off.items():
        say(f"{name}: off", value, "grids", count)
    hybrid = solver_of(network(num_iterations=1))
    says("by default", confidence_above=hybrid.confidence_threshold, rounds_of_refinement=hybrid.max_iterations, width_of_the_beam=hybrid.beam_width)
    say("calls for a single pass that end in an error", fails(lambda: hybrid.solve(grids([known[0][0]])[0], strategy="single"), "Unknown strategy"), "calls")
    m = metrics.evaluate_solver(hybrid, *([grids([b[i]])[0] for b in known] for i in (0, 1)), verbose=False)
    say("hybrid: cells evaluated", m.total_cells_evaluated, "cells", sum(p.count(0) for p, _ in known))
    says("%", 8, **{"hybrid: cell accuracy": m.cell_accuracy, "hybrid: grid accuracy": m.grid_accuracy})
    lines = ["".join(map(str, several(puzzle))) for puzzle, _ in known]
    say("several solutions called one", sum(core.has_unique_solution(core.Board(core.parse_line(x)))[0] for x in lines), "boards", 8)


def speed():
    """Times of a pass of a network, and of its phases for one board."""
    n, batch, rounds = int(dims["size"]), int(dims["batch"]), int(dims["rounds"])
    torch.set_grad_enabled(False)
    model, gnn, rng = network(dims["model"], n).eval(), program("models.gnn"), random.Random(4)
    board = grids([[rng.choice((0, rng.randint(1, n))) for _ in range(n * n)] for _ in range(batch)])
    times = timed(lambda: model(board), rounds)
    mean("time", times)
    say("median time", statistics.median(times), "s", rounds, False)
    say("boards per second", batch / statistics.fmean(times), "boards/s", rounds, False)
    if batch == 1 and dims["model"] == "standard":
        features = gnn.create_node_features(board, n, n * n, 3 * n)
        states = model.encoder(features)
        for name, run in (
            ("graph", lambda: (gnn.GraphBuilder.clear_cache(), gnn.create_sudoku_graph(n))),
            ("features", lambda: gnn.create_node_features(board, n, n * n, 3 * n)),
            ("encoder", lambda: model.encoder(features)),
            ("rounds", lambda: model.message_passing(states, model.graph.edge_index)),
            ("decoder", lambda: model.decoder(states[:, : n * n])),
            ("candidates", lambda: gnn.CandidateEncoder.compute_candidates(board, n)),
        ):
            mean(f"{name} time", timed(run, max(3, rounds // 5)))


def step():
    """A training step with labels from 0: its time, and what it holds."""
    batch, rounds = int(dims["batch"]), int(dims["rounds"])
    puzzle, solution = (grids([b] * batch) for b in made(0, 34))
    t = trainer_of(network())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    times = timed(lambda: t.train_epoch([(puzzle, solution - 1)]), rounds)
    mean("time", times)
    say("boards per second", batch / statistics.fmean(times), "boards/s", rounds, False)
    say("peak memory of the step", (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024, "bytes", 1, False)
    kept = {}

    def keep(tensor):
        kept[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        scores = t.model(puzzle)
    say("bytes kept for the gradient", sum(kept.values()), "bytes", 1, False)
    scores.sum().backward()
    of = list(t.model.parameters())
    features = program("models.gnn").create_node_features(puzzle, 9, 81, 27)
    state = [x for p in of for x in (t.optimizer.state[p]["exp_avg"], t.optimizer.state[p]["exp_avg_sq"])]
    for name, held in (("weights", of), ("gradients", [p.grad for p in of]), ("optimiser", state), ("puzzles", [puzzle]),
                       ("edges", [t.model.graph.edge_index]), ("features", [features]), ("states of a round", [t.model.encoder(features)])):
        say(f"bytes of the {name}", sum(x.numel() * x.element_size() for x in held), "bytes")


class Batches:
    """The batches of a loader of the program, again and again: so many of them at a time."""

    def __init__(self, loader, steps):
        self.steps, self.boards, self.batches = steps, 0, itertools.chain.from_iterable(itertools.repeat(loader))

    def __len__(self):
        return self.steps

    def __iter__(self):
        for batch in itertools.islice(self.batches, self.steps):
            self.boards += len(batch[0])
            yield batch


def train():
    """A short training by the program's trainer on puzzles of ours, all stages' at once, with labels from 0 and else as built."""
    steps, count, took = int(dims["steps"]), int(dims["puzzles"]), []
    t, pool = trainer_of(network()), puzzles("train", 0, count)
    torch.manual_seed(int(dims["seed"]))
    with labels_from_zero():
        loader, held = program("data").create_curriculum_dataloaders(*(grids([b[i] for b in pool]) for i in (0, 1)), batch_size=int(dims["batch"]), curriculum_stage=2, num_workers=0)
        batches = Batches(loader, math.ceil(steps / 10))
        parts = steps // batches.steps
        for k in range(-1, parts):
            if k >= 0:
                begin = time.perf_counter()
                seen = t.train_epoch(batches)
                took.append(time.perf_counter() - begin)
                if k in (0, parts - 1):
                    for figure, unit in (("loss", "loss"), ("ce_loss", "loss"), ("constraint_loss", "loss"), ("accuracy", "%")):
                        say(f"{'last' if k else 'first'} part: {figure.replace('_', ' ')}", seen[figure], unit, batches.steps, False)
            if k in (-1, parts - 1):
                seen = t.validate(held)
                for figure, unit in (("loss", "loss"), ("cell_accuracy", "%"), ("grid_accuracy", "%")):
                    say(f"{'before' if k < 0 else 'after'}: {figure.replace('_', ' ')}", seen[figure], unit, len(held.dataset), False)
    say("boards", batches.boards, "boards")
    say("boards per second", batches.boards / sum(took), "boards/s", len(took), False)


def cnn():
    """The convolutional network of the commit before."""
    model = importlib.import_module("sudoku_ai.policy").SudokuPolicyNet().eval()
    say("weights", weights(model), "weights")
    say("convolutions", sum(isinstance(m, torch.nn.Conv2d) for m in model.modules()), "layers")
    say("linear layers", sum(isinstance(m, torch.nn.Linear) for m in model.modules()), "layers")
    say("scores of a 9×9 board", model(torch.zeros(1, 10, 9, 9)).numel(), "scores")
    say("errors on a 16×16 board", fails(lambda: model(torch.zeros(1, 10, 16, 16)), "invalid for input of size"), "calls")


{f.__name__: f for f in (graph, layers, trainer, commands, solver, faulty, tools, speed, step, train, cnn)}[dims["part"]]()
