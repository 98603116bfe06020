package originaldqn

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// sheet is a table of the cases of a part. Cases that differ in nothing named by make one row, with a column for each figure; or, where
// figures lie down, one column, with a row for each.
type sheet struct {
	name, part, title string
	by                []string // dimensions
	down              bool
	figures           []figure
	note              string
}

// figure is one that cases have, the head above it, and what the document states of it. An empty head is the name.
type figure struct{ name, head, stated string }

var sheets = []sheet{
	{
		name: "networks", part: structures, by: []string{"model"},
		title: "The program's four networks; the document states convolutions of 3×3 with ReLU, a flattened layer, dense layers and 729 outputs without activation",
		figures: of("parameters", "convolutions", "convolutions of 3×3", "channels", "ReLU", "residual blocks", "flattened layers", "dense layers",
			"ends in a dense layer", "outputs"),
		note: "Layers that are used more than once count once. Residual blocks: with convolutions of 3×3 in cnn1, of 1×1 in cnn3, layers of attention in transformer1.",
	},
	{
		name: "settings", part: values, down: true, title: "Settings of the program without arguments, and what the document states",
		figures: []figure{
			{"gamma", "discount γ", "0.99"},
			{"lr", "learning rate", "10⁻⁴ to 10⁻³"},
			{"AdamW with AMSGrad", "", "Adam"},
			{"weight_decay", "weight decay", ""},
			{"smooth L1", "smooth L1 loss", "smooth L1; mean squared error in the plan"},
			{"memory_capacity", "transitions kept", "10,000 to 100,000"},
			{"batch_size", "batch", "32 to 128"},
			{"target_update", "episodes between copies of the target", "1000 steps, for instance"},
			{"eps_start", "ε at first", "high initially"},
			{"ε after one move at 1", "", "decaying over time"},
			{"eps_end", "ε at least", ""},
			{"masking", "mask", "a parameter --masking"},
			{"reward_shaping", "reward shaping", ""},
			{"level 1, least givens", "", "70"},
			{"level 1, most givens", "", "80"},
			{"level 2, least givens", "", "50"},
			{"level 2, most givens", "", "75"},
			{"level 3, least givens", "", "25"},
			{"level 3, most givens", "", "55"},
			{"level 4, least givens", "", "no level"},
			{"level 4, most givens", "", "no level"},
			{"level 1, share to pass", "", ""},
			{"level 1, episodes looked at", "", ""},
			{"test_games", "games in the test", ""},
			{"transfers in a step of learning", "", "none: it stays on the GPU"},
		},
		note: "Transfers: from the sample of the replay buffer to the loss, with a device that holds no numbers in the place of a card.",
	},
	{
		name: "environment", part: moves, by: []string{"givens"}, down: true,
		title: "The program's environment and mask, by givens of the puzzles, and what the document states of 10 empty cells (71 givens)",
		figures: []figure{
			{"reward right, fills 0 lines or boxes", "reward: right, fills no line or box", "+10"},
			{"reward right, fills 1 lines or boxes", "reward: right, fills one", "+10"},
			{"reward right, fills 2 lines or boxes", "reward: right, fills two", "+10"},
			{"reward right, fills 3 lines or boxes", "reward: right, fills three", "+10"},
			{"reward right, solves", "reward: right, fills three and solves", "+100"},
			{"reward breaks a rule", "reward: breaks a rule", "−5"},
			{"reward keeps the rules", "reward: is wrong, keeps the rules", "−5"},
			{"reward on a given", "reward: on a given", "−10"},
			{"reward on a digit played", "reward: on a digit played", "−10"},
			{"ends breaks a rule", "episodes ended: breaks a rule", "each"},
			{"ends keeps the rules", "episodes ended: is wrong, keeps the rules", "each"},
			{"ends on a given", "episodes ended: on a given", ""},
			{"ends on a digit played", "episodes ended: on a digit played", ""},
			{"boards with 719 pointless actions", "", "each"},
			{"pointless actions", "", "719 a board"},
			{"actions the mask leaves", "", ""},
			{"of these pointless", "", "none"},
			{"of these on filled cells", "", "none"},
			{"illegal values", "", ""},
			{"of these −1e10 in greedy choices", "", "each"},
			{"of these −1e10 in targets", "", "each"},
			{"illegal random moves", "", "none"},
			{"illegal greedy moves", "", "none"},
			{"masks that floats make differently", "", "subtle errors"},
			{"wrong moves that leave a solution", "", "none"},
			{"moves", "", ""},
			{"steps that give something else", "", "none"},
			{"boards wrongly changed", "", "none"},
			{"ends at another moment", "", "none"},
		},
		note: "Every action on each puzzle, then a way to its solution. Rewards: mean, and least and most where they differ. A move is pointless if it is penalised.",
	},
	{
		name: "stored", part: storage, by: []string{"masking", "commit"}, down: true, title: "What the program's training stores and learns from, by random moves, with and without the mask",
		figures: []figure{
			{"extra steps", "episodes, each with an extra step", ""},
			{"solved", "", ""},
			{"transitions", "", ""},
			{"moves on filled cells", "", "most, without the mask"},
			{"board before as it was", "", "each"},
			{"board after as it was", "", "each"},
			{"board before is board after", "", ""},
			{"right moves", "", ""},
			{"right moves into a cell that the board before has filled", "", "none"},
			{"boards off the solution", "", "none"},
			{"targets beyond 10,000", "", ""},
			{"of another reward or goal in the extra step", "", "called hindsight replay"},
			{"steps of learning", "", ""},
			{"copies of the target", "", ""},
			{"level ups", "", ""},
		},
		note: "At commit c45ab82, the document's, boards are stored as views of the environment's own, which goes on changing until the next reset: before and after each move is the last board of the episode. " +
			"At d00d4bb, before boards were integers all along, they are copies. " +
			"Targets: with a network of ours, of the transitions as they are stored, when the episode ends; no return is beyond 10,000.",
	},
	{
		name: "generator", part: making, by: []string{"givens", "commit"},
		title: "Puzzles of the program's generator; the document states far fewer calls of the counter by chunks, a search that finds the key cell, and that one cell at a time is infeasible",
		figures: []figure{
			{"as asked for", "", ""},
			{"one solution", "", ""},
			{"calls", "", ""},
			{"calls again", "again", ""},
			{"calls one by one", "", ""},
			{"keys", "", ""},
			{"keys one by one", "", ""},
			{"keys without need", "", ""},
			{"as one by one", "", ""},
			{"24 keys and 64 calls", "", ""},
			{"time", "", ""},
			{"log of time one by one over time", "one by one takes", ""},
		},
		note: "Means per puzzle, with the least and the most. Again: calls for a board that was asked about before. A key is a cell that was tried and left; without need: there is one solution without it. " +
			"One by one: the same grids and orders, a cell at a time, by a loop of ours; as one by one: puzzles that are the same. Commit 28deb19 is before the chunks; its counter was ours. " +
			"Time: of the processor, with 95 % intervals of a slice; one by one takes so many times as long with the program's counter, geometric mean.",
	},
	{
		name: "difficult", part: difficult, by: []string{"commit"}, figures: of("as expected", "blanks", "calls", "keys", "time"),
		title: "The difficult case in the program's own test; the document states 54 blanks, 64 calls, 24 key cells, over 10 minutes before and about 840 ms after",
		note:  "Mean by a clock, nothing else at work, with a 95 % interval. Commit 5c3d73a is the last before the counter was improved, which profile full alone runs; c45ab82 is the document's.",
	},
	{
		name: "counter", part: counting, by: []string{"blanks", "commit"}, figures: of("one solution", "median nodes", "median time", "time", "time per node"),
		title: "The counter on boards with one solution, before and after; the document states that the fewest candidates first prune dramatically",
		note:  "The same boards at both commits. By a clock, nothing else at work; 95 % intervals, of medians by order, where there are more than five boards.",
	},
	{
		name: "solvers", part: solving, by: []string{"givens"}, title: "The program's two solvers, of which the document says nothing: times on the board of its main function, and puzzles solved",
		figures: of("solve_brute time", "solve_eliminator time", "solve_brute right on puzzles", "solve_eliminator right on puzzles"),
		note:    "Means with 95 % intervals, by a clock, nothing else at work.",
	},
	{
		name: "density", part: densities, down: true, title: "Share of a puzzle's givens that are key cells, and its rise from one given more; the document states that the density rises as givens fall",
		figures: byGivens(), note: "The program's generator on the same grids and orders; a rise is the mean of differences paired by grid, with the widest 95 % interval of a slice.",
	},
	{
		name: "pipeline", part: workers, by: []string{"workers"}, down: true, figures: byLevel(),
		title: "Puzzles by the program's workers, level after level; the document states changes without interrupting and a trainer that is never left waiting",
		note: "The queue is full when the level changes, as while a slower trainer learns. Late: puzzles of another level that come after the change. Waits of a trainer that only takes, " +
			"by a clock, nothing else at work; means with 95 % intervals.",
	},
	{
		name: "steps", part: steps, by: []string{"model", "commit"}, figures: of("time to learn from a batch", "time to choose"),
		title: "A step of learning with the mask, batches of 128; the document states 30-50% for batches in the place of loops, on a graphics card",
		note:  "On a processor, two threads, by a clock, nothing else at work: means with 95 % intervals. The network tiny is one dense layer of ours, so that all else shows. Commit d00d4bb: boards as floats; fa4e930: as integers, with loops; c45ab82, the document's: with batches.",
	},
	{
		name: "gradients", part: slopes, by: []string{"model", "commit"}, figures: of("vanish or are not finite", "norm", "largest target", "checksum"),
		title: "Gradients with the mask written in place (c71d2a7) and added (d00d4bb, c45ab82); the document states that writing it in place halts all learning",
		note:  "The same batches of 128 transitions, each board by itself, one thread. The checksum is of all gradients, to the bit. Targets of what training really stores are in the table of that.",
	},
	{
		name: "train", part: training, by: []string{"model", "masking", "episodes"}, title: "Short trainings by the program's main function, then its test; the document states no rate",
		figures: of("solved", "level reached", "moves", "moves on filled cells", "training time", "share of time waiting for puzzles", "share of time learning",
			"right first moves before", "right first moves after", "solved in the test", "score in the test", "peak memory"),
		note: "One run each, on a processor, two threads, nothing else at work; too short to say what is learned. Masking on: --masking --reward_shaping; off: the default. No episodes: the test alone. " +
			"First moves: on boards with 25 to 79 givens that are held out. The network is in its training mode in the test.",
	},
}

func of(names ...string) (out []figure) {
	for _, name := range names {
		out = append(out, figure{name: name})
	}
	return out
}

func byGivens() (out []figure) {
	for givens := 45; givens > 23; givens-- {
		out = append(out, of(fmt.Sprintf("%d givens", givens), fmt.Sprintf("%d givens less %d", givens, givens+1))...)
	}
	return out
}

func byLevel() (out []figure) {
	for _, level := range []string{"Super Easy", "Easy", "Medium", "Hard"} {
		out = append(out, of(level+", in the queue at the change", level+", late, of another level", level+", wait with the queue empty", level+", longest wait")...)
	}
	return out
}

func tables(set record.Set) (out []lab.Table) {
	for _, s := range sheets {
		if groups := set.Measured().Where(s.part).GroupBy(s.by...); len(groups) > 0 {
			out = append(out, s.table(groups))
		}
	}
	return out
}

func (s sheet) table(groups []record.Group) lab.Table {
	t := lab.Table{Name: s.name, Title: s.title, Notes: []string{s.note}, Columns: slices.Clone(s.by)}
	stated := slices.ContainsFunc(s.figures, func(f figure) bool { return f.stated != "" })
	if s.down {
		t.Columns = []string{"figure"}
	}
	columns := make([][]string, len(groups)) // of cells: what tells the group apart, then its figures
	for i, g := range groups {
		var label []string
		for _, d := range g.Dims {
			columns[i] = append(columns[i], d.Value)
			label = append(label, d.Name+" "+d.Value)
		}
		for _, f := range s.figures {
			columns[i] = append(columns[i], cell(g.Set, f.name))
		}
		if s.down {
			t.Columns = append(t.Columns, cmp.Or(strings.Join(label, ", "), "the program"))
		}
	}
	if s.down && stated {
		t.Columns = append(t.Columns, "document")
	}
	for i, f := range s.figures {
		head := cmp.Or(f.head, f.name)
		if !s.down {
			t.Columns = append(t.Columns, head)
			continue
		}
		row := []string{head}
		for _, column := range columns {
			row = append(row, column[len(s.by)+i])
		}
		if strings.Join(row[1:], "") == "–" {
			continue
		}
		if stated {
			row = append(row, f.stated)
		}
		t.Add(row...)
	}
	if !s.down {
		for _, column := range columns {
			t.Add(column...)
		}
	}
	return t
}

// cell writes a figure of some cases by its unit: the mean by how many things it was taken over, with its ends, where it has any or is a time or
// a share; otherwise the sum, and of how many, where they are counted.
func cell(set record.Set, figure string) string {
	sum, n, low, high, unit := 0.0, 0, math.Inf(1), math.Inf(-1), ""
	mean := 0.0
	for _, r := range set {
		if !lab.Lacks(r, figure) {
			m, _ := r.Metric(figure)
			sum, mean, n, unit = sum+m.Value, mean+m.Value*float64(m.N), n+m.N, m.Unit
			for _, ends := range [][2]string{{".low", ".high"}, {".min", ".max"}} {
				if !lab.Lacks(r, figure+ends[0]) {
					low, high = min(low, r.Value(figure+ends[0])), max(high, r.Value(figure+ends[1]))
				}
			}
		}
	}
	if n == 0 {
		return "–"
	}
	write := map[string]func(float64) string{
		"s": lab.Seconds, "share": lab.Percent, "nepers": func(log float64) string { return fmt.Sprintf("%.2f ×", math.Exp(log)) },
		"bytes": func(b float64) string { return lab.Number(math.Round(b/(1<<20))) + " MiB" }, "CRC-32": func(sum float64) string { return fmt.Sprintf("%08x", uint32(sum)) },
	}[unit]
	if write == nil {
		write = lab.Number
	}
	if low <= high || unit == "s" || unit == "share" {
		text := write(mean / float64(n))
		if low < high {
			text += " (" + write(low) + " to " + write(high) + ")"
		}
		return text
	}
	if n > len(set) && slices.Contains([]string{"puzzles", "boards", "moves", "batches", "episodes"}, unit) {
		return write(sum) + " of " + lab.Number(float64(n))
	}
	return write(sum)
}
