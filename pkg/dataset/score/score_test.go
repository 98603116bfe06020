package score_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/dataset/predictions"
	"sudokulab/pkg/dataset/score"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/making"
	"sudokulab/pkg/solver"
)

// minimal makes puzzles with their solutions.
func minimal(t *testing.T, count int) (puzzles, solutions []board.Board) {
	t.Helper()
	cfg := making.DefaultConfig(9)
	cfg.Minimal, cfg.Seed = true, 3
	s, err := making.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Distinct(t.Context(), 0, count, 1)
	if err != nil {
		t.Fatal(err)
	}
	by := engine.Bitboard(engine.DefaultBitboard())
	for p, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		res, err := by.Solve(t.Context(), p.Board, solver.Limits{})
		if err != nil || res.Status != solver.Unique {
			t.Fatal(res.Status, err)
		}
		puzzles, solutions = append(puzzles, p.Board), append(solutions, res.Grid)
	}
	return puzzles, solutions
}

func sequence(puzzles []board.Board) iter.Seq2[format.Puzzle, error] {
	return func(yield func(format.Puzzle, error) bool) {
		for _, b := range puzzles {
			if !yield(format.Puzzle{Board: b}, nil) {
				return
			}
		}
	}
}

// pairing pairs the rows of a text.
func pairing(t *testing.T, name, text string) *predictions.Pairing {
	t.Helper()
	f, err := predictions.Open(strings.NewReader(text), predictions.Options{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	p, err := predictions.Pair(t.Context(), f, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func quick() score.Config {
	cfg := score.DefaultConfig()
	cfg.Bootstrap.Resamples = 200
	return cfg
}

// scored scores texts, each a file of a system of its own.
func scored(t *testing.T, cfg score.Config, jobs int, puzzles []board.Board, texts ...string) *score.Report {
	t.Helper()
	var entrants []score.Entrant
	for i, text := range texts {
		name := string(rune('A' + i))
		entrants = append(entrants, score.Entrant{Name: name, Files: []*predictions.Pairing{pairing(t, name+".txt", text)}})
	}
	return run(t, cfg, jobs, puzzles, entrants)
}

func run(t *testing.T, cfg score.Config, jobs int, puzzles []board.Board, entrants []score.Entrant) *score.Report {
	t.Helper()
	var engines []solver.Solver
	for range jobs {
		engines = append(engines, engine.Wide(engine.DefaultWide()))
	}
	r, err := score.Run(t.Context(), score.Set{Name: "test", Puzzles: sequence(puzzles)}, entrants, engines, cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// changed returns the line of a grid with other digits in the first cells that a puzzle leaves blank, or in its first givens.
func changed(puzzle, grid board.Board, blanks, givens int) string {
	out := grid.Clone()
	for c := range out.Cells() {
		left := &blanks
		if puzzle.At(c) != 0 {
			left = &givens
		}
		if *left > 0 {
			*left--
			out.Set(c, out.At(c)%9+1)
		}
	}
	return out.String()
}

// TestFigures: what was planted is counted, in all and by band, the same by any number of workers.
func TestFigures(t *testing.T) {
	puzzles, solutions := minimal(t, 40)
	blanks, givens := 0, 0
	var lines []string
	for i, p := range puzzles {
		lines = append(lines, solutions[i].String())
		blanks += 81 - p.Filled()
		givens += p.Filled()
	}
	lines[3] = changed(puzzles[3], solutions[3], 2, 0)
	lines[4] = changed(puzzles[4], solutions[4], 0, 3)
	lines[5] = strings.Repeat("0", 81)
	lines[6] = "123"
	lines[7] = ""
	lines = lines[:38] // two are missing
	text := strings.Join(lines, "\n") + "\n"
	r := scored(t, quick(), 1, puzzles, text)
	f := r.Systems[0].Scores[0]
	if f.Puzzles != 40 || f.Answered != 35 || f.Solved.Successes != 33 || f.Altered != 1 || f.Cells.Under != int64(blanks) || f.Units.Under != 40*27 {
		t.Errorf("%+v", f.Figures)
	}
	lost := 2
	for _, i := range []int{5, 6, 7, 38, 39} {
		lost += 81 - puzzles[i].Filled()
		givens -= puzzles[i].Filled()
	}
	if f.Cells.Over != int64(blanks-lost) || f.Givens.Over != 3 || f.Givens.Under != int64(givens) {
		t.Errorf("%d cells right, want %d; givens %+v", f.Cells.Over, blanks-lost, f.Givens)
	}
	if i := f.Cells.Interval; i == nil || !i.Contains(f.Cells.Value) || i.Low == i.High {
		t.Errorf("interval %v of %v", i, f.Cells.Value)
	}
	file := r.Systems[0].Files[0]
	if file.Missing != 2 || file.Malformed != 2 || !strings.Contains(r.Bad(), "2 missing answers, 2 malformed answers") || file.SHA256 == "" {
		t.Errorf("%+v, %q", file, r.Bad())
	}
	for _, by := range []string{"technique", "givens"} {
		puzzles, solved, right := 0, 0, int64(0)
		for _, b := range f.Bands {
			if b.By == by {
				puzzles += b.Puzzles
				solved += b.Solved.Successes
				right += b.Cells.Over
			}
		}
		if puzzles != 40 || solved != 33 || right != f.Cells.Over {
			t.Errorf("bands by %s: %d puzzles, %d solved, %d right", by, puzzles, solved, right)
		}
	}
	if again := scored(t, quick(), 3, puzzles, text); !cmp.Equal(marshalled(t, r), marshalled(t, again)) {
		t.Error("by three workers the report differs")
	}
	var page bytes.Buffer
	if err := errors.Join(r.Text(&page), r.Markdown(&page)); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"Predictions scored on test, 40 puzzles", "82.50 %", "What is wrong in A.txt", "3 cells, want", "an empty line", "**Solved, by the number of givens"} {
		if !strings.Contains(page.String(), words) {
			t.Errorf("%q is not in\n%s", words, &page)
		}
	}
}

func marshalled(t *testing.T, r *score.Report) string {
	t.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestSeveralSolutions: any solution counts, and all its cells are right; a puzzle without a solution cannot be solved.
func TestSeveralSolutions(t *testing.T) {
	several, none, full := board.MustParse("12..34..21..43.."), board.MustParse("11.............."), board.MustParse("1234341221434321")
	puzzles := []board.Board{several, several, several, none, full}
	answers := []string{"1234341221434321", "1243342121344312", "1234341221344321", "1234341221434321", "1234341221434321"}
	r := scored(t, quick(), 1, puzzles, strings.Join(answers, "\n")+"\n")
	if r.Set.Several != 3 || r.Set.None != 1 || r.Set.Unique != 1 {
		t.Errorf("%+v", r.Set)
	}
	f := r.Systems[0].Scores[0]
	if f.Solved.Successes != 3 || f.Cells.Under != 3*8+14 || f.Cells.Over < 8+8 || f.Cells.Over >= 3*8 {
		t.Errorf("%+v", f.Figures)
	}
	var names []string
	for _, b := range f.Bands {
		names = append(names, b.Band)
	}
	if want := []string{"no blank cell", "several solutions", "no solution", "2 givens", "8 givens", "16 givens"}; !cmp.Equal(names, want) {
		t.Errorf("bands %q, want %q", names, want)
	}
	var page bytes.Buffer
	if err := r.Text(&page); err != nil || !strings.Contains(page.String(), "3 puzzles of the set have several solutions: any of them counts") {
		t.Errorf("%v in\n%s", err, &page)
	}
}

// TestWays: first, majority and best stay apart, and a vote that is missing keeps its place.
func TestWays(t *testing.T) {
	puzzles, solutions := minimal(t, 4)
	wrong := func(i, cells int) string { return changed(puzzles[i], solutions[i], cells, 0) }
	text := fmt.Sprintf(`{"answers": [%q, %q, %q]}
{"answers": [%q, %q, %q]}
{"answers": [%q, null]}
{"answers": []}
`, wrong(0, 1), solutions[0], solutions[0], wrong(1, 2), wrong(1, 1), wrong(1, 2), wrong(2, 3))
	r := scored(t, quick(), 1, puzzles, text)
	s := r.Systems[0]
	if s.Least != 1 || s.Most != 3 || s.Answers != 7 || len(s.Scores) != 3 {
		t.Fatalf("%+v", s)
	}
	blanks := s.Scores[0].Cells.Under
	none := int64(81 - puzzles[3].Filled())
	for i, want := range []struct {
		way    score.Way
		solved int
		off    int64
	}{{score.First, 0, 1 + 2 + 3}, {score.Majority, 1, 2 + 3}, {score.Best, 1, 1 + 3}} {
		got := s.Scores[i]
		if got.Way != want.way || got.Solved.Successes != want.solved || got.Cells.Over != blanks-none-want.off {
			t.Errorf("%s: %d solved, %d cells of %d", got.Way, got.Solved.Successes, got.Cells.Over, blanks)
		}
	}
	// The same answers as files.
	var files []*predictions.Pairing
	for v := range 3 {
		var lines []string
		for i := range puzzles {
			lines = append(lines, [][]string{
				{wrong(0, 1), solutions[0].String(), solutions[0].String()}, {wrong(1, 2), wrong(1, 1), wrong(1, 2)}, {wrong(2, 3), "", ""}, {"0", "x", ""},
			}[i][v])
		}
		files = append(files, pairing(t, fmt.Sprint(v), strings.Join(lines, "\n")+"\n"))
	}
	votes := run(t, quick(), 1, puzzles, []score.Entrant{{Name: "votes", Files: files}}).Systems[0]
	for i := range s.Scores {
		if a, b := s.Scores[i].Figures, votes.Scores[i].Figures; !cmp.Equal(a, b) {
			t.Errorf("%s: %+v in a list, %+v in files", s.Scores[i].Way, a, b)
		}
	}
	if votes.Least != 3 || votes.Most != 3 || votes.Answers != 7 {
		t.Errorf("%+v", votes)
	}
}

// TestComparison: pairs are counted, the test is McNemar's, and the words name both.
func TestComparison(t *testing.T) {
	puzzles, solutions := minimal(t, 30)
	text := func(wrong ...int) string {
		var b strings.Builder
		for i := range puzzles {
			if slices.Contains(wrong, i) {
				fmt.Fprintln(&b, changed(puzzles[i], solutions[i], 1, 0))
			} else {
				fmt.Fprintln(&b, solutions[i])
			}
		}
		return b.String()
	}
	c := scored(t, quick(), 1, puzzles, text(0, 1, 2, 3, 4, 5, 6, 7), text(7, 8)).Comparisons[0]
	if c.OnlyFirst != 1 || c.OnlySecond != 7 || c.Both != 21 || c.Neither != 1 || math.Abs(c.P-18.0/256) > 1e-12 { // 2·(1 + 8)/2⁸
		t.Errorf("%+v", c)
	}
	if math.Abs(c.Solved.Value-0.2) > 1e-12 || c.Cells.Over != 6 || !c.Solved.Interval.Contains(0.2) {
		t.Errorf("%+v %+v", c.Solved, c.Cells)
	}
	for _, words := range []string{"B solves 6 more of the 30 puzzles than A", "A alone 1, B alone 7", "p = 0.0703", "no difference is shown", "solved +20.00 ["} {
		if !strings.Contains(c.Words, words) {
			t.Errorf("%q is not in %q", words, c.Words)
		}
	}
}

// TestRemarks: answers that are systematically something else are named, and scored as they are.
func TestRemarks(t *testing.T) {
	puzzles, solutions := minimal(t, 30)
	lines := func(of func(i int) string) string {
		var all []string
		for i := range puzzles {
			all = append(all, of(i))
		}
		return strings.Join(all, "\n") + "\n"
	}
	fromZero := func(i int) string {
		return strings.Map(func(r rune) rune { return r - 1 }, solutions[i].String())
	}
	for says, text := range map[string]string{
		"count from 0: in 30 of 30":                          lines(fromZero),
		"shifted: 29 of 30 keep the givens of the next":      lines(func(i int) string { return solutions[(i+1)%30].String() }),
		"shifted: 29 of 30 keep the givens of the puzzle be": lines(func(i int) string { return solutions[(i+29)%30].String() }),
		"look like answers to another set":                   lines(func(i int) string { return solutions[(i*7+5)%30].String() }),
		"this program does not copy them":                    lines(func(i int) string { return changed(puzzles[i], solutions[i], 0, 2) }),
		"no rows, want an answer for each puzzle":            "",
		"most rows name a puzzle or an index":                "index,answer\n" + strings.Repeat("99,"+solutions[0].String()+"\n", 5),
		"say --index-base 1":                                 "index,answer\n1," + solutions[0].String() + "\n",
	} {
		r := scored(t, quick(), 1, puzzles, text)
		if !strings.Contains(strings.Join(r.Remarks, "\n"), says) {
			t.Errorf("%q, want %q in it", r.Remarks, says)
		}
		if n := r.Systems[0].Scores[0].Solved.Successes; n > 1 {
			t.Errorf("%s: %d solved", says, n)
		}
	}
	if r := scored(t, quick(), 1, puzzles, lines(func(i int) string { return solutions[i].String() })); len(r.Remarks) > 0 || r.Bad() != "" {
		t.Errorf("right answers: %q, %q", r.Remarks, r.Bad())
	}
}

// TestBaselines: the bounded searches are what the engine finds within each bound, and left out where the set is large.
func TestBaselines(t *testing.T) {
	puzzles, solutions := minimal(t, 60)
	hard := board.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	puzzles, solutions = append(puzzles, hard), append(solutions, hard)
	text := ""
	for _, s := range solutions {
		text += s.String() + "\n"
	}
	cfg := quick()
	cfg.Guesses = []int64{1, 2, 3, 5, 8, 128}
	r := scored(t, cfg, 1, puzzles, text)
	if len(r.Baselines) != 3+len(cfg.Guesses) {
		t.Fatalf("%d baselines", len(r.Baselines))
	}
	search := engine.WideConfig{Name: "search"}
	search.Order = "fewest"
	for i, most := range cfg.Guesses {
		want := 0
		for _, p := range puzzles {
			res, err := engine.Wide(search).Solve(t.Context(), p, solver.Limits{Solutions: 1, Nodes: most})
			if err != nil {
				t.Fatal(err)
			}
			if res.Status == solver.Found {
				want++
			}
		}
		got := r.Baselines[3+i]
		if got.Solved.Successes != want || got.Answered != want || got.Name != fmt.Sprintf("singles and search, %d guesses", most) {
			t.Errorf("%s: %d solved, want %d", got.Name, got.Solved.Successes, want)
		}
	}
	easy := 0
	for _, b := range r.Systems[0].Scores[0].Bands {
		if b.Band == "naked singles" || b.Band == "hidden singles" {
			easy += b.Puzzles
		}
	}
	if got := r.Baselines[2].Solved.Successes; got != easy {
		t.Errorf("singles solve %d, the bands say %d", got, easy)
	}
	cfg.Baselines = 60
	if r := scored(t, cfg, 1, puzzles, text); len(r.Baselines) > 0 || !strings.Contains(strings.Join(r.Remarks, ""), "no baselines") {
		t.Errorf("%d baselines, %q", len(r.Baselines), r.Remarks)
	}
}

// TestCalibration: cells are counted by the probability of their likeliest digit, and the error is the sum over bins.
func TestCalibration(t *testing.T) {
	puzzle := board.MustParse("12..341221434321")
	var data bytes.Buffer
	data.WriteString("\x93NUMPY\x01\x00v\x00")
	head := "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 16, 4), }"
	data.WriteString(head + strings.Repeat(" ", 117-len(head)) + "\n")
	for _, sure := range []float32{0.7, 0.4} { // right and, by a tie that the least digit wins, wrong
		for c, d := range board.MustParse("1234341221434321").Cells() {
			p := [4]float32{0.1, 0.1, 0.1, 0.1}
			p[d-1] = 0.7
			if c == 2 && sure == 0.4 {
				p = [4]float32{0.4, 0.1, 0.4, 0.1}
			}
			if err := binary.Write(&data, binary.LittleEndian, p); err != nil {
				t.Fatal(err)
			}
		}
	}
	r := scored(t, quick(), 1, []board.Board{puzzle, puzzle}, data.String())
	k := r.Systems[0].Calibration
	if k == nil || k.Puzzles != 2 || k.Cells != 4 || math.Abs(k.Error-(3*0.3+0.4)/4) > 1e-6 || math.Abs(k.Confidence-2.5/4) > 1e-6 || k.Right != 0.75 {
		t.Fatalf("%+v", k)
	}
	if b := k.Bins[10]; b.Cells != 3 || b.Right != 3 || math.Abs(b.Confidence-0.7) > 1e-6 {
		t.Errorf("%+v", b)
	}
	if b := k.Bins[6]; b.Cells != 1 || b.Right != 0 { // 0.4 is the upper bound of a bin, and half a digit above it in single precision
		t.Errorf("%+v", b)
	}
	var page bytes.Buffer
	if err := r.Text(&page); err != nil || !strings.Contains(page.String(), "Expected calibration error 0.3250") {
		t.Errorf("%v\n%s", err, &page)
	}
}

// TestRefused: what is nothing to score, or to score with, is an error, and so is a set that fails.
func TestRefused(t *testing.T) {
	puzzles, _ := minimal(t, 2)
	by := []solver.Solver{engine.Bitboard(engine.DefaultBitboard())}
	entrant := []score.Entrant{{Name: "a", Files: []*predictions.Pairing{pairing(t, "a", "")}}}
	set := score.Set{Name: "s", Puzzles: sequence(puzzles)}
	bad := quick()
	bad.Guesses = []int64{3, 2}
	fails := score.Set{Name: "s", Puzzles: func(yield func(format.Puzzle, error) bool) { yield(format.Puzzle{}, errors.New("torn")) }}
	for says, call := range map[string]func() (*score.Report, error){
		"want a set":     func() (*score.Report, error) { return score.Run(t.Context(), set, nil, by, quick(), nil) },
		"an engine":      func() (*score.Report, error) { return score.Run(t.Context(), set, entrant, nil, quick(), nil) },
		"rising numbers": func() (*score.Report, error) { return score.Run(t.Context(), set, entrant, by, bad, nil) },
		"resamples":      func() (*score.Report, error) { return score.Run(t.Context(), set, entrant, by, score.Config{}, nil) },
		"torn":           func() (*score.Report, error) { return score.Run(t.Context(), fails, entrant, by, quick(), nil) },
		"holds no puzzle": func() (*score.Report, error) {
			return score.Run(t.Context(), score.Set{Name: "s", Puzzles: sequence(nil)}, entrant, by, quick(), nil)
		},
		"context canceled": func() (*score.Report, error) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			return score.Run(ctx, set, entrant, by, quick(), nil)
		},
	} {
		if _, err := call(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q in it", err, says)
		}
	}
}

// TestRecords: a record holds a system's figures with what they come from, and no bands.
func TestRecords(t *testing.T) {
	puzzles, solutions := minimal(t, 3)
	r := scored(t, quick(), 1, puzzles, solutions[0].String()+"\n", "\n")
	all := r.Records(score.Program{Name: "p", Commit: "c"}, "first", "second")
	if len(all) != 2 || all[0].Note != "first" || all[1].Note != "second" || r.Records(score.Program{})[1].Note != "" || all[0].Schema != score.Schema || all[0].Set.SHA256 == "" || all[0].System.Scores[0].Solved.Successes != 1 || all[0].System.Scores[0].Bands != nil || all[0].Program.Commit != "c" {
		t.Errorf("%+v", all)
	}
	if len(r.Systems[0].Scores[0].Bands) == 0 {
		t.Error("the report has lost its bands")
	}
}
