package speedpeers

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/contest"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	r, ok := set.Case("alone/set=own-minimal")
	if !ok || r.Value("one") != 100 || r.Value("unguessed") == 0 || r.Value("guesses") == 0 {
		t.Errorf("own-minimal: %+v", r.Exact)
	}
	if r, _ := set.Case("alone/set=own-minimal-less-one"); r.Value("many") != 100 {
		t.Errorf("a minimal puzzle less a given has several solutions: %+v", r.Exact)
	}
}

func TestTimes(t *testing.T) {
	for _, c := range []struct {
		a          contest.Counted
		ours       spell
		our, their float64
	}{
		{contest.Counted{Puzzles: 10, Seconds: 4, Core: 2}, spell{9, 3}, 3, 0.2},
		{contest.Counted{Puzzles: 10, Seconds: 4, Core: 5}, spell{9, 3}, 3, 0.4}, // several threads
		{contest.Counted{Puzzles: 10, Seconds: 4}, spell{9, 3}, 9, 0.4},
		{contest.Counted{Puzzles: 10, Seconds: 4, Core: 2}, spell{9, 0}, 9, 0.4},
	} {
		if our, their := times(c.a, c.ours); our != c.our || their != c.their {
			t.Errorf("%+v %+v: %g and %g, want %g and %g", c.a, c.ours, our, their, c.our, c.their)
		}
	}
}

func TestLessOne(t *testing.T) {
	b := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	whole, err := bitboard.FromBoard(b)
	if err != nil {
		t.Fatal(err)
	}
	taken := map[int]bool{}
	for seed := range uint64(300) {
		c := whole
		lessOne(&c, rand.New(rand.NewPCG(seed, 0)))
		var differ []int
		for i := range c {
			if c[i] != whole[i] {
				differ = append(differ, i)
			}
		}
		if len(differ) != 1 || c[differ[0]] != 0 {
			t.Fatalf("seed %d: cells %v differ", seed, differ)
		}
		taken[differ[0]] = true
	}
	if len(taken) != b.Filled() {
		t.Errorf("%d of %d givens ever taken", len(taken), b.Filled())
	}
	var blank bitboard.Cells
	lessOne(&blank, rand.New(rand.NewPCG(1, 0)))
	if blank != (bitboard.Cells{}) {
		t.Error("a blank board changed")
	}
}

func TestLines(t *testing.T) {
	const text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	c, err := bitboard.FromBoard(board.MustParse(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(lines([]bitboard.Cells{c, {}})); got != text+"\n"+strings.Repeat(".", 81)+"\n" {
		t.Error(got)
	}
}

// TestPrograms measures beside the project's own program and beside programs that fail.
func TestPrograms(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the failing programs are shell scripts")
	}
	dir := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", filepath.Join(dir, own), "./cmd/peer")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	program, err := os.ReadFile(filepath.Join(dir, own))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, scalar), program, 0o700); err != nil {
		t.Fatal(err)
	}
	const liar = `#!/bin/sh
echo '{"puzzles":20,"seconds":0.001,"zero":0,"one":0,"many":20,"guesses":-1,"passes":1}'
`
	for name, script := range map[string]string{"liar": liar, "broken": "#!/bin/sh\nexit 3\n", "slow": "#!/bin/sh\nexec sleep 60\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(lab.PeersVariable, dir)
	cfg := Config{Limit: 2, Puzzles: 20, Rounds: 2, Slow: 2, Slot: time.Millisecond, Patience: 30 * time.Second, Bootstrap: stats.DefaultBootstrap()}
	cfg.Answers = contest.DefaultConfig()
	cfg.Answers.Rounds, cfg.Answers.Slot = 2, 300*time.Millisecond // longer than a start on a busy machine
	e := Experiment()
	e.Plan = func(lab.Profile) lab.Plan {
		pl := lab.Plan{Config: cfg, Seed: 1}
		for _, name := range []string{own, scalar, "liar", "broken"} {
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: answersKind, Dims: []record.Dim{record.D("program", name), record.D("set", "own-minimal")}, Peer: name, Control: own,
				Corpus: "own-minimal", Limit: cfg.Puzzles, Timed: true,
				Run: func(ctx context.Context, r *lab.Run) error { return answers(ctx, cfg, name, r) },
			})
		}
		for _, name := range []string{own, scalar, "liar", "broken", "slow", "absent"} {
			cfg := cfg
			if name == "slow" {
				cfg.Patience = 300 * time.Millisecond
			}
			control := own
			if name == own {
				control = ""
			}
			pl.Cases = append(pl.Cases, lab.Case{
				Dims: pairOf(name, "own-minimal"), Peer: name, Control: control, Corpus: "own-minimal", Limit: cfg.Puzzles, Timed: true,
				Run: func(ctx context.Context, r *lab.Run) error {
					return beside(ctx, cfg, Set{Corpus: "own-minimal"}, Peer{name, 1}, r)
				},
			})
		}
		return pl
	}
	l := &lab.Lab{Root: t.TempDir(), Experiments: []*lab.Experiment{e}, Corpora: &corpus.Store{}}
	if _, err := l.Run(t.Context(), lab.Options{Profile: lab.Smoke}); err != nil {
		t.Fatal(err)
	}
	set, err := record.ReadFile(filepath.Join(l.Root, "results", e.ID, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		status record.Status
		agree  string
	}{
		own:      {record.OK, "yes"},
		scalar:   {record.OK, "yes"},
		"liar":   {record.OK, "no: 0/20/0, the program 0/0/20"},
		"broken": {record.Capped, "the program crashed: exit status 3"},
		"slow":   {record.Capped, "the program did not end within 300ms"},
		"absent": {record.Missing, ""},
	}
	for _, r := range set.With("peer") {
		program, _ := of(r)
		w := want[program]
		if r.Status != w.status || r.Status != record.Missing && agree(r) != w.agree {
			t.Errorf("%s: %s, %s", program, r.Status, agree(r))
		}
	}
	r, _ := set.Case(pairCase(own, "own-minimal"))
	if r.Value("one") != r.Value("peer one") || r.Value("ratio") <= 0 {
		t.Errorf("the same engine twice: %+v %+v", r.Exact, r.Noisy)
	}
	if r, _ := set.Case(pairCase(scalar, "own-minimal")); r.Value("guesses") != r.Value("peer guesses") || r.Value("guesses") == 0 {
		t.Errorf("the engine without vectors twice: %+v", r.Exact)
	}
	for _, name := range []string{own, scalar, "liar"} {
		r, _ := set.Case(pairCase(name, "own-minimal"))
		if r.Value(lab.ControlRatio) <= 0 {
			t.Errorf("no control in the rounds of %s: %+v", name, r.Noisy)
		}
		// What follows is not about what a busy machine does to a control.
		r.Noisy[lab.ControlRatio] = record.Metric{Value: 1, N: 2}
	}
	for name, want := range map[string]float64{own: 20, scalar: 20, "liar": 0} {
		r, ok := set.Case(record.Key(answersKind, record.D("program", name), record.D("set", "own-minimal")))
		if !ok || r.Value("puzzles") != 20 || r.Value("solved") != want || r.Value("proved unique") != want || r.Value("false claims") != 0 {
			t.Errorf("answers of %s: %+v", name, r.Exact)
		}
		switch {
		case name == "liar":
			if _, compared := r.Metric("ratio"); compared || r.Status != record.Capped || !strings.Contains(r.Note, "missing, of 20") {
				t.Errorf("answers that are missing compare: %+v, %s", r.Noisy, r.Note)
			}
		case r.Status == record.Capped && strings.Contains(r.Note, "too few to tell its rate"):
			t.Logf("the machine is too busy to time %s: %s", name, r.Note)
		case r.Status != record.OK || r.Value("ratio") <= 0 || r.Value(lab.ControlRatio) <= 0 || r.Value("rate") <= 0:
			t.Errorf("times of the answers of %s: %+v, %s", name, r.Noisy, r.Note)
		}
		r.Noisy[lab.ControlRatio] = record.Metric{Value: 1, N: 2}
	}
	if rows := answersTable(set).Rows; len(rows) != 4 || rows[0][3] != "20" || !slices.ContainsFunc(rows, func(row []string) bool { return row[1] == "broken" && strings.Contains(row[2], "exit status 3") }) {
		t.Errorf("the answers: %q", rows)
	}
	g := gather(set)
	if len(g.absent) != 1 || g.leastOf([]string{scalar}, "own-minimal") == "–" || g.leastOf(goPeers, "own-minimal") != "–" {
		t.Errorf("absent %q, in the table %q", g.absent, g.programs)
	}
	if cell := g.leastOf([]string{"liar"}, "own-minimal"); cell != "–" {
		t.Errorf("a program that counts otherwise is compared: %s", cell)
	}
	for _, table := range tables(set) {
		text, err := table.Markdown()
		if err != nil {
			t.Error(err)
		}
		if bytes.Contains(text, []byte(dir)) {
			t.Error("a path of the machine in a table")
		}
	}
	if f, err := figures(set); err != nil || len(f) != 1 {
		t.Errorf("%d figures, %v", len(f), err)
	}
	if f, err := figures(slices.DeleteFunc(set, func(r record.Record) bool { return r.Has("peer") && r.Dim("peer") == scalar })); err != nil || len(f) != 0 {
		t.Errorf("%d figures of programs that none shows, %v", len(f), err)
	}
}
