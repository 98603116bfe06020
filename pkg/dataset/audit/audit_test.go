package audit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/audit"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/making"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/symmetry"
)

// minimal makes puzzles, no two of which are twins.
func minimal(t *testing.T, seed uint64, count int) []board.Board {
	t.Helper()
	cfg := making.DefaultConfig(9)
	cfg.Minimal, cfg.Seed = true, seed
	s, err := making.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Distinct(t.Context(), 0, count, 1)
	if err != nil {
		t.Fatal(err)
	}
	var out []board.Board
	for p, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p.Board)
	}
	return out
}

// disguised returns a random twin of a board that is not the board.
func disguised(t *testing.T, rng *rand.Rand, b board.Board) board.Board {
	t.Helper()
	for {
		if twin := symmetry.Random(rng, b.Shape()).MustApply(b); !twin.Equal(b) {
			return twin
		}
	}
}

func audited(t *testing.T, keys int, training, test []board.Board) *audit.Report {
	t.Helper()
	cfg := audit.DefaultConfig()
	cfg.Keys.Keys, cfg.Keys.Folder = keys, t.TempDir()
	a, err := audit.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	j, err := audit.NewJudge(engine.Bitboard(engine.DefaultBitboard()), 0)
	if err != nil {
		t.Fatal(err)
	}
	for set, all := range [][]board.Board{training, test} {
		for i, b := range all {
			f, err := j.Judge(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			file := "a.txt"
			if i >= 10 {
				file = "b.txt"
			}
			if err := a.Add(audit.Set(set), file, f); err != nil {
				t.Fatal(err)
			}
		}
	}
	a.Unreadable(audit.Training, errors.New("a.txt:7: torn"))
	r, err := a.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPlanted: what was planted is found, each kind as often as it is there, also where keys do not fit into memory.
func TestPlanted(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	all := minimal(t, 3, 60)
	training, test := all[:40:40], all[40:]
	several := training[4].Clone()
	for c, digit := range several.Cells() {
		if digit != 0 {
			several.Cells()[c] = 0 // of a minimal puzzle
			break
		}
	}
	none := board.New(board.Standard())
	none.Cells()[0], none.Cells()[1] = 1, 1
	training = append(training,
		training[3], training[3], // repeated
		disguised(t, rng, training[5]), disguised(t, rng, training[6]), disguised(t, rng, training[6]), // twins
		several, none)
	test = append(append([]board.Board{}, test...),
		training[9],                    // there
		disguised(t, rng, training[8]), // there in disguise
		disguised(t, rng, training[8]), // the same puzzle once more
		disguised(t, rng, test[0]),     // a twin within the test, not in the training
		test[1],
	)
	r := audited(t, 1<<10, training, test)
	p := r.Training
	got := []int64{p.Puzzles, p.Unique, p.Several, p.None, p.Undecided, p.Unreadable, p.Identical, p.Twins, p.Unclassed}
	if want := []int64{47, 45, 1, 1, 0, 1, 2, 3, 0}; !cmp.Equal(got, want) {
		t.Errorf("training: %v, want %v", got, want)
	}
	if !cmp.Equal(p.SeveralAt, []audit.Place{{File: "b.txt", Puzzle: 36}}) || !cmp.Equal(p.NoneAt, []audit.Place{{File: "b.txt", Puzzle: 37}}) {
		t.Errorf("several at %v, none at %v", p.SeveralAt, p.NoneAt)
	}
	q := r.Test
	got = []int64{q.Puzzles, q.Unique, q.Identical, q.Twins}
	if want := []int64{25, 25, 1, 2}; !cmp.Equal(got, want) {
		t.Errorf("test: %v, want %v", got, want)
	}
	want := &audit.Leak{Classes: 22, Shared: 2, Identical: 1, Shown: []audit.Place{{File: "b.txt", Puzzle: 11}, {File: "b.txt", Puzzle: 12}}}
	if !cmp.Equal(r.Leak, want) {
		t.Errorf("leak: %+v, want %+v", r.Leak, want)
	}
	var sum int64
	for _, d := range p.Difficulty() {
		sum += d.Count
	}
	if sum != p.Unique {
		t.Errorf("%d puzzles have a difficulty, %d one solution", sum, p.Unique)
	}
	var text, again bytes.Buffer
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	if err := audited(t, 3, training, test).Text(&again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text.String(), again.String()); diff != "" {
		t.Errorf("with 3 keys in memory:\n%s", diff)
	}
	for _, words := range []string{"training: 47 puzzles of side 9", "a.txt:7: torn", "2 of the 22 different puzzles of the test", "puzzle 11 of b.txt"} {
		if !strings.Contains(text.String(), words) {
			t.Errorf("%q is not in\n%s", words, &text)
		}
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Training struct {
			Puzzles    int64
			Givens     []audit.Count
			Difficulty []audit.Count
		}
		Leak *audit.Leak
	}
	if err := json.Unmarshal(data, &back); err != nil || back.Training.Puzzles != 47 || len(back.Training.Givens) == 0 || !cmp.Equal(back.Leak, want) {
		t.Errorf("%s: %v", data, err)
	}
}

// TestGuesses: the guesses of a puzzle are in the band of its number.
func TestGuesses(t *testing.T) {
	hard, err := board.Parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	if err != nil {
		t.Fatal(err)
	}
	by := engine.Bitboard(engine.DefaultBitboard())
	res, err := by.Solve(t.Context(), hard, solver.Limits{Solutions: 2})
	if err != nil {
		t.Fatal(err)
	}
	if n := engine.GuessesOf(&res); n < 21 || n > 60 {
		t.Fatalf("%d guesses", n)
	}
	for _, d := range audited(t, 10, []board.Board{hard}, nil).Training.Difficulty() {
		if want := stats.Indicator[int64](d.Value == "guesses 21 to 60"); d.Count != want {
			t.Errorf("%+v, want %d", d, want)
		}
	}
}

// TestRefused: what cannot be audited is refused, and puzzles come in order.
func TestRefused(t *testing.T) {
	if _, err := audit.New(audit.Config{Shown: -1}); err == nil {
		t.Error("a configuration without keys")
	}
	if _, err := audit.NewJudge(nil, 0); err == nil {
		t.Error("a judge without an engine")
	}
	j, err := audit.NewJudge(engine.Bitboard(engine.DefaultBitboard()), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Judge(t.Context(), board.Board{}); err == nil {
		t.Error("no board")
	}
	f, err := j.Judge(t.Context(), minimal(t, 1, 1)[0])
	if err != nil {
		t.Fatal(err)
	}
	a, err := audit.New(audit.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Add(audit.Test, "a", f); err != nil {
		t.Fatal(err)
	}
	if err := a.Add(audit.Training, "a", f); err == nil {
		t.Error("a puzzle of the training after the test")
	}
	if err := errors.Join(a.Close(), a.Close()); err != nil {
		t.Error(err)
	}
}

// TestBand: a finding has the band that the report counts it in, and other puzzles than those with one solution have none.
func TestBand(t *testing.T) {
	j, err := audit.NewJudge(engine.Wide(engine.DefaultWide()), 0)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"12..34.....3..2.": "naked singles",
		"12..34..21..43..": "",
		"11..............": "",
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..": "guesses ", // so many as the engine needs
	} {
		f, grid, err := j.Rate(t.Context(), board.MustParse(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Band(); !strings.HasPrefix(got, want) || (got == "") != (want == "") || got != "" && !slices.Contains(audit.Bands(), got) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		if (f.Status == solver.Unsat) != grid.IsZero() {
			t.Errorf("%s: %v with the grid %v", text, f.Status, grid)
		}
	}
}
