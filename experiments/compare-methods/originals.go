package comparemethods

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/original"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

//go:embed answer.py
var answerText []byte

// program is a document's program that answers puzzle by puzzle, as published. The programs of the other two documents are published
// without weights, so that they have nothing to answer with.
type program struct {
	name     string // the document's id
	beside   string // the method of ours that answers the same puzzles before and after it
	original original.Program
	driver   original.Driver
	sizes    []Size // for the full profile
}

// asked are the sets that the programs are put to, with fewer puzzles than the methods have, since the cap ends many.
var asked = []string{"own-4x4", "own-easy", "own-hard", "own-minimal", "own-16x16", "17clue", "magictour", "forum-1106", "norvig-10k"}

var programs = []program{
	{
		"csp", "csp",
		original.Program{Name: "csp", Commit: "25c18bcab5d631d96e62881e85d0cb634d8f8a41"},
		original.Driver{Text: answerText},
		at(0, 20, 0, 0),
	},
	{
		"minigrid", "minigrid-parallel",
		original.Program{Name: "minigrid", Commit: "4d00adec696b6098ce331d62041752faddd966b3"},
		original.Driver{Text: answerText, Binary: "target/release/solve"},
		at(20, 20, 10, 0),
	},
	{
		"tensor", "tensor",
		original.Program{Name: "tensor", Commit: "c8bf7f4586c16b3dfe2c4c5769b29c2a89fdd402"},
		original.Driver{Text: answerText, Modules: []string{"numpy", "torch"}},
		at(0, 20, 0, 0),
	},
}

// row is its name among the methods.
func (p program) row() string { return p.name + " document's program" }

// programCases are those of a set of puzzles. A profile that has every family put to so many puzzles has the programs put to as many.
func programCases(cfg Config, s corpus.Set, p lab.Profile) (out []lab.Case) {
	for _, of := range programs {
		n := Family{Sizes: of.sizes}.puzzles(s.Side)
		if p != lab.Full {
			n = min(n, cfg.Families[0].puzzles(s.Side))
		}
		if n > 0 && slices.Contains(asked, s.ID) && (p != lab.Smoke || !slow(of.name)) {
			out = append(out, lab.Case{
				Kind: onSets, Dims: []record.Dim{record.D("set", s.ID), record.D("family", of.row())}, Corpus: s.ID, Limit: n, Timed: true, Original: &of.original,
				Run: func(ctx context.Context, r *lab.Run) error { return onProgram(ctx, cfg, of, r) },
			})
		}
	}
	return out
}

// onProgram has the document's program answer puzzles between two rounds of ours.
func onProgram(ctx context.Context, cfg Config, of program, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	puzzles := corpus.Boards(items)
	truths, err := begin(cfg, puzzles, r)
	if err != nil {
		return err
	}
	beside := func(round string) error {
		answers, _, err := answersOf(ctx, cfg, of.name, of.beside, puzzles)
		if err != nil {
			return fmt.Errorf("compare-methods: %s: %w", of.beside, err)
		}
		if err := truths.judgeAll(ctx, puzzles, answers); err != nil {
			return err
		}
		var times []float64
		right := 0
		for _, a := range answers {
			times = append(times, a.seconds)
			right += stats.Indicator[int](a.outcome == solved)
		}
		median, err := stats.Quantiles(times, 0.5)
		if err != nil {
			return err
		}
		r.Noisy("beside median "+round, median[0], "s", len(puzzles))
		r.Noisy("beside solved "+round, float64(right), "puzzles", len(puzzles))
		return nil
	}
	if err := beside("before"); err != nil {
		return err
	}
	answers, versions, err := of.answers(ctx, cfg, puzzles)
	if err != nil {
		return err
	}
	r.Text("versions", versions)
	if err := truths.judgeAll(ctx, puzzles, answers); err != nil {
		return err
	}
	if n := keep(r, of.row(), answers, spending{}); n > 0 {
		r.Cap(fmt.Sprintf("ended by a limit, and counted as not solved: %d", n))
	}
	return beside("after")
}

// answers asks the program.
func (p program) answers(ctx context.Context, cfg Config, puzzles []board.Board) (_ []answer, versions string, err error) {
	folder, err := p.original.Find(ctx)
	if err != nil {
		return nil, "", err
	}
	dir, err := os.MkdirTemp("", "sudokulab-answers-")
	if err != nil {
		return nil, "", fmt.Errorf("compare-methods: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	var text strings.Builder
	for _, b := range puzzles {
		for i, d := range b.Cells() {
			if i > 0 {
				text.WriteByte(',')
			}
			text.WriteString(strconv.Itoa(int(d)))
		}
		text.WriteByte('\n')
	}
	file := filepath.Join(dir, "puzzles")
	if err := atomicfile.WriteBytes(file, []byte(text.String())); err != nil {
		return nil, "", fmt.Errorf("compare-methods: %w", err)
	}
	bounds := original.Bounds{Time: time.Minute + time.Duration(len(puzzles)+10)*2*cfg.Cap, Memory: 24 << 30} // torch reserves much
	seen, err := p.driver.Run(ctx, folder, bounds, map[string]string{"program": p.name, "file": file, "cap": strconv.FormatFloat(cfg.Cap.Seconds(), 'g', -1, 64)})
	if err != nil {
		return nil, "", err
	}
	said, err := atomicfile.ReadFile(file+".answers", int64(len(text.String())+100*len(puzzles)))
	if err != nil {
		return nil, "", fmt.Errorf("%w left no answers: %w", original.ErrDriver, err)
	}
	answers, err := readAnswers(string(said), puzzles)
	var all []string
	for name, version := range seen.Versions {
		all = append(all, name+" "+version)
	}
	slices.Sort(all)
	return answers, strings.Join(all, ", "), err
}

// readAnswers reads one line a puzzle: seconds, how it ended, and the grid or a dash.
func readAnswers(said string, puzzles []board.Board) ([]answer, error) {
	lines := strings.Split(strings.TrimSuffix(said, "\n"), "\n")
	if len(lines) != len(puzzles) {
		return nil, fmt.Errorf("%w left %d answers, want %d", original.ErrDriver, len(lines), len(puzzles))
	}
	ended := map[string]answer{
		"found": {outcome: solved, status: solver.Found}, "unique": {outcome: solved, status: solver.Unique, proved: true},
		"multiple": {outcome: solved, status: solver.Multiple, proved: true}, "none": {outcome: solved, status: solver.Unsat, proved: true},
		"late": {outcome: capped, late: true}, "open": {outcome: open},
	}
	answers := make([]answer, len(puzzles))
	for i, line := range lines {
		fields := strings.Fields(line)
		bad := func(what string) error {
			return fmt.Errorf("%w left, in line %d, %.60q: %s", original.ErrDriver, i+1, line, what)
		}
		if len(fields) != 3 {
			return nil, bad("want seconds, an end and a grid")
		}
		a, known := ended[fields[1]]
		seconds, err := strconv.ParseFloat(fields[0], 64)
		if !known || err != nil || !(seconds > 0) {
			return nil, bad("want seconds above 0 and an end that is known")
		}
		a.seconds = seconds
		if has := fields[2] != "-"; has != (a.status != solver.Unsat && a.outcome == solved) {
			return nil, bad("want a grid where one is found")
		} else if has && !right(puzzles[i], fields[2]) {
			a.outcome, a.proved = wrong, false
		}
		answers[i] = a
	}
	return answers, nil
}

// right reports whether digits parted by commas solve a puzzle.
func right(puzzle board.Board, digits string) bool {
	var cells []uint8
	for text := range strings.SplitSeq(digits, ",") {
		d, err := strconv.ParseUint(text, 10, 8)
		if err != nil {
			return false
		}
		cells = append(cells, uint8(d))
	}
	grid, err := board.FromCellsOn(puzzle.Shape(), cells)
	return err == nil && board.CheckSolution(puzzle, grid) == nil
}

// programsTable puts the documents' programs beside ours.
func programsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "programs", Title: "Three documents' programs, as published, and the lab's own method on the same puzzles, before and after them in the same case",
		Columns: []string{"Set", "Document", "Puzzles", "Solved by the program", "by ours", "Wrong, by the program", "Median, the program", "ours", "Ratio", "Ours, after over before"},
		Notes: []string{
			"The programs of csp and tensor find one solution, that of minigrid finds all; ours of csp and minigrid prove that there is no second one. Times include the way to the program. Ratio: of the medians, ours from both rounds; a cap ends both. " +
				"csp: AC-3, then search with AC-3 after each assignment. tensor: pass after pass until it says solved, 1,000 at most, on one thread. minigrid: with as many threads as there are cores.",
			"The programs of the DQN and the graph network document are published without weights: there is nothing that would answer. Trainings by them: experiment original-training.",
		},
	}
	for _, r := range set.Measured().Where(onSets, record.Any("set"), record.Any("family")) {
		i := slices.IndexFunc(programs, func(p program) bool { return p.row() == r.Dim("family") })
		if i < 0 {
			continue
		}
		p := programs[i]
		n, v := tried(r, p.row()), func(what string) float64 { return r.Value(figureOf(p.row(), what)) }
		before, after := r.Value("beside median before"), r.Value("beside median after")
		t.Add(r.Dim("set"), p.name, lab.Number(n), lab.Share(v("solved"), n), lab.Share(r.Value("beside solved before"), n), lab.Number(v("wrong")), lab.Seconds(v("median")),
			lab.Seconds((before+after)/2), fmt.Sprintf("%.3g", 2*v("median")/(before+after)), fmt.Sprintf("%.2f", after/before))
	}
	return t
}
