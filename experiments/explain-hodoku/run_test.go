package explainhodoku

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/record"
)

// TestLadder: every technique of ours is on HoDoKu's ladder, in its order, and no name stands there twice.
func TestLadder(t *testing.T) {
	var ours []explain.Technique
	names := map[string]bool{}
	for i, r := range ladder {
		if r.Ours != explain.None {
			ours = append(ours, r.Ours)
			if r.Score != 0 || r.Level != explain.NoLevel {
				t.Errorf("%s: a score or level beside that of %v", nameOf(i), r.Ours)
			}
		}
		if r.score() <= 0 || r.level() == explain.NoLevel || r.Forced != (r.level() == explain.Extreme) {
			t.Errorf("%s: score %d, level %v, forced %v", nameOf(i), r.score(), r.level(), r.Forced)
		}
		for _, n := range r.Names {
			if at, err := named(n); names[n] || at != i || err != nil {
				t.Errorf("%q is on rung %d, want %d alone: %v", n, at, i, err)
			}
			names[n] = true
		}
	}
	if !slices.Equal(ours, explain.Techniques()) {
		t.Errorf("the ladder has %v of ours", ours)
	}
	if _, err := named("Squirmbag"); err == nil {
		t.Error("a technique that HoDoKu does not use by default is on the ladder")
	}
	for name, want := range map[string]bool{"Sue de Coq": true, "Forcing Net Verity": false, "Multi-Colors 2": true, "X-Wing": false, "Brute Force": false, "Forcing Chain Verity": false} {
		if slices.Contains(foreign(), name) != want {
			t.Errorf("left out where only shared techniques are used: %s: %v", name, !want)
		}
	}
}

// rungOf returns the rung with a name.
func rungOf(t *testing.T, name string) int {
	t.Helper()
	i, err := named(name)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// TestHarder: the level comes first, then the order; simple colouring is tried after finned swordfish and easier.
func TestHarder(t *testing.T) {
	colours, swordfish, chain := rungOf(t, "Simple Colors Wrap"), rungOf(t, "Finned Swordfish"), rungOf(t, "AIC")
	if harder(colours, swordfish) || !harder(swordfish, colours) || !harder(chain, swordfish) || harder(none, 0) || !harder(0, none) || harder(chain, chain) {
		t.Error("techniques are not in the order of level and place")
	}
	w := way{rungs: []int{0, swordfish, colours}, solved: true}
	if w.hardest() != swordfish || !w.shared() || !w.unforced() || w.foreign() || w.guessed() {
		t.Errorf("%+v", w)
	}
	if (way{}).hardest() != none || (way{}).shared() {
		t.Error("a path without steps has a hardest one")
	}
	for name, want := range map[string][4]bool{ // shared, unforced, foreign, guessed
		"Sue de Coq":                {false, true, true, false},
		"Forcing Chain Verity":      {true, false, false, false},
		"Forcing Net Verity":        {true, false, false, false},
		"Brute Force":               {false, false, false, true},
		"Continuous Nice Loop":      {true, true, false, false},
		"Uniqueness Test 4":         {true, true, false, false},
		"Almost Locked Set XZ-Rule": {false, true, true, false},
	} {
		w := way{rungs: []int{0, rungOf(t, name)}, solved: true}
		if got := [4]bool{w.shared(), w.unforced(), w.foreign(), w.guessed()}; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestRead(t *testing.T) {
	const good = `{"hardest":"Naked Pair","score":64,"solved":true,"seconds":0.01,"steps":[{"technique":"Naked Pair","places":"","strikes":"r1c2-34 r9c9-1"},{"technique":"Full House","places":"r3c4-9","strikes":""}],"library":"none 1"}`
	list, err := read([]byte(good+"\n"+good+"\n"), 2)
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	if w, err := list[0].way(); err != nil || w.score != 64 || !w.solved || len(w.rungs) != 2 || nameOf(w.hardest()) != "Naked Pair" {
		t.Errorf("%+v %v", w, err)
	}
	strikes, err := candidates(list[0].Steps[0].Strikes)
	if want := []explain.Candidate{{Cell: 1, Digit: 3}, {Cell: 1, Digit: 4}, {Cell: 80, Digit: 1}}; err != nil || !slices.Equal(strikes, want) {
		t.Errorf("%v %v", strikes, err)
	}
	for _, change := range [][2]string{{`0.01`, `0`}, {`"library":"none 1"`, `"library":""`}, {`"score":64`, `"score":-1`}, {"{", "step: "}} {
		if _, err := read([]byte(strings.Replace(good, change[0], change[1], 1)), 1); err == nil {
			t.Errorf("%s for %s is accepted", change[1], change[0])
		}
	}
	if _, err := read([]byte(good), 2); err == nil {
		t.Error("one answer to two lines is accepted")
	}
	for _, change := range [][2]string{{`"score":64`, `"score":65`}, {`"hardest":"Naked Pair"`, `"hardest":"Full House"`}, {`"technique":"Full House"`, `"technique":"Guess"`}} {
		var a answer
		if err := json.Unmarshal([]byte(strings.Replace(good, change[0], change[1], 1)), &a); err != nil {
			t.Fatal(err)
		}
		if _, err := a.way(); err == nil {
			t.Errorf("%s for %s is accepted", change[1], change[0])
		}
	}
	for _, bad := range []string{"r1c2", "r1c2-", "r0c2-1", "r1c10-1", "r1c2-0", "a1-3", "r1c2-1x"} {
		if list, err := candidates(bad); err == nil {
			t.Errorf("%q reads as %v", bad, list)
		}
	}
}

// TestDrawn: each draw has what it says, each puzzle its solution, and more puzzles begin with the fewer.
func TestDrawn(t *testing.T) {
	cfg := configOf(t, lab.Full)
	few := map[draw]int{minimalDraw: 3, fullerDraw: 12, beyondDraw: 4, guessesDraw: 2}
	list, err := drawn(t.Context(), cfg, few, 5)
	if err != nil {
		t.Fatal(err)
	}
	more, err := drawn(t.Context(), cfg, map[draw]int{minimalDraw: 4, fullerDraw: 13, beyondDraw: 6, guessesDraw: 3}, 5)
	if err != nil {
		t.Fatal(err)
	}
	counter, rater := engine.NewCounter9(), rate.New(board.Standard())
	at := map[draw][]*puzzle{}
	for _, p := range list {
		at[p.draw] = append(at[p.draw], p)
		if n, first := counter.Count((*[81]uint8)(p.board.Cells()), 2); n != 1 || *first != p.solution {
			t.Errorf("%s: %v has %d solutions or another one", p.draw, p.board, n)
		}
		switch p.draw {
		case beyondDraw:
			if r, err := rater.Rate(p.board, nil); err != nil || r.Technique != rate.Guesses {
				t.Errorf("%v is solved by %v: %v", p.board, r.Technique, err)
			}
		case guessesDraw:
			if counter.Guesses() < cfg.Guesses {
				t.Errorf("%v takes %d guesses", p.board, counter.Guesses())
			}
		case fullerDraw:
			if want := cfg.Givens.Low + (len(at[fullerDraw])-1)%10; p.board.Filled() != want {
				t.Errorf("%v has %d givens, want %d", p.board, p.board.Filled(), want)
			}
		}
	}
	for d, n := range few {
		if len(at[d]) != n {
			t.Errorf("%d puzzles of %s, want %d", len(at[d]), d, n)
		}
		var again []*puzzle
		for _, p := range more {
			if p.draw == d {
				again = append(again, p)
			}
		}
		for i, p := range at[d] {
			if !p.board.Equal(again[i].board) {
				t.Errorf("%s: puzzle %d depends on how many are drawn", d, i)
			}
		}
	}
}

// configOf returns the configuration of a profile.
func configOf(t *testing.T, p lab.Profile) Config {
	t.Helper()
	cfg, ok := plan(p).Config.(Config)
	if !ok {
		t.Fatal("the plan has no Config")
	}
	return cfg
}

func TestPlans(t *testing.T) {
	for p, want := range map[lab.Profile][2]int{lab.Smoke: {1, 20}, lab.Quick: {4, 30}, lab.Full: {4, 10_000}} {
		pl, n := plan(p), 0
		for _, k := range configOf(t, p).Shares {
			n += k
		}
		if len(pl.Cases) != want[0] || n != want[1] {
			t.Errorf("%s: %d cases of %d puzzles, want %v", p, len(pl.Cases), n, want)
		}
	}
}

// stand is a stand-in for the program: a shell script that has an answer for each board.
type stand struct {
	t   *testing.T
	dir string
}

func newStand(t *testing.T) *stand {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for the program is a shell script")
	}
	s := &stand{t, t.TempDir()}
	t.Setenv(lab.PeersVariable, s.dir)
	s.script("while read -r board struck; do cat \"" + s.dir + "/$board\" || exit 2; done")
	return s
}

func (s *stand) script(text string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, peerName), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil { //nolint:gosec // a program
		s.t.Fatal(err)
	}
}

// answers has the program answer a board with some steps.
func (s *stand) answers(b board.Board, solved bool, steps ...peerStep) {
	s.t.Helper()
	a := answer{Solved: solved, Seconds: 0.5, Library: "stand-in 1", Steps: steps}
	var w way
	for _, x := range steps {
		i := rungOf(s.t, x.Technique)
		w.rungs = append(w.rungs, i)
		a.Score += ladder[i].score()
	}
	if len(steps) > 0 {
		a.Hardest = nameOf(w.hardest())
	}
	text, err := json.Marshal(a)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.dir, b.String()), append(text, '\n'), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// marksOf writes candidates as the program does.
func marksOf(list []explain.Candidate) string {
	words := make([]string, len(list))
	for i, x := range list {
		words[i] = board.Standard().CellName(x.Cell) + "-" + string(rune('0'+x.Digit))
	}
	return strings.Join(words, " ")
}

// told returns our path in the program's words.
func told(t *testing.T, path *explain.Path) (steps []peerStep) {
	t.Helper()
	for i := range path.Steps {
		s := &path.Steps[i]
		rung, err := onLadder(s.Technique)
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, peerStep{nameOf(rung), marksOf(s.Places), marksOf(s.Strikes)})
	}
	return steps
}

// TestBeside: a program with our own paths agrees in everything; each way to differ is in the class that it belongs to.
func TestBeside(t *testing.T) {
	s := newStand(t)
	cfg := configOf(t, lab.Quick)
	cfg.Shares, cfg.Batch, cfg.Patience = map[draw]int{minimalDraw: 4, beyondDraw: 4}, 3, time.Minute
	list, err := drawn(t.Context(), cfg, cfg.Shares, 1) // the seed of Measure
	if err != nil {
		t.Fatal(err)
	}
	e, err := newExplainer()
	if err != nil {
		t.Fatal(err)
	}
	paths := make([]*explain.Path, len(list))
	ways := make([]way, len(list))
	for i, p := range list {
		if paths[i], ways[i], err = pathOf(e, p); err != nil {
			t.Fatal(err)
		}
		if !ways[i].shared() || ways[i].hardest() < rungOf(t, "Hidden Single") {
			t.Fatalf("%v is no puzzle for this test: %s", p.board, nameOf(ways[i].hardest()))
		}
		s.answers(p.board, true, told(t, paths[i])...)
	}
	measure := func() record.Record {
		t.Helper()
		r, err := labtest.Measure(t, lab.Case{
			Kind: pathsKind, Dims: []record.Dim{record.D("arm", sharedArm)}, Peer: peerName,
			Run: func(ctx context.Context, r *lab.Run) error { return ending(r, beside(ctx, cfg, sharedArm, r)) },
		})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := measure()
	for name, want := range map[string]float64{
		"all puzzles": 8, "minimal puzzles": 4, "all within": 8, "all agree": 8, "all same level": 8, "all same": 8, "all equal scores": 8, "all foreign": 0, "all guessed": 0,
		"all wrong": 0, "all both unforced": 8, "all rho": 1, "fuller puzzles": 0,
	} {
		if m, ok := r.Metric(name); !ok || m.Value != want {
			t.Errorf("%s: %v, want %v", name, m.Value, want)
		}
	}
	for _, u := range heldIn[usage](r, "techniques") {
		if u.OurSteps != u.TheirSteps || u.OurSteps == 0 || u.Ours != u.Theirs || u.Both != u.Ours {
			t.Errorf("%+v", u)
		}
	}
	if len(heldIn[usage](r, "techniques")) < 5 || len(heldIn[difference](r, "differences")) != 0 || r.Texts["library"] != "stand-in 1" {
		t.Errorf("%v", r.Texts)
	}

	// At the start of puzzle 0 and of puzzle 4 the program takes an X-wing that does nothing: ours is a lower step.
	xwing := peerStep{Technique: "X-Wing"}
	chain := peerStep{Technique: "Forcing Chain Verity"}
	for _, i := range []int{0, 1} {
		s.answers(list[i].board, true, append([]peerStep{chain}, told(t, paths[i])...)...)
	}
	// Puzzle 2: the same with a strike of a right digit.
	empty := slices.Index(list[2].board.Cells(), 0)
	chain.Strikes = marksOf([]explain.Candidate{{Cell: empty, Digit: int(list[2].solution[empty])}})
	s.answers(list[2].board, true, append([]peerStep{chain}, told(t, paths[2])...)...)
	// Puzzles 4 and 5: the program does without our hardest step. At 4 it has a lower one there, at 5 the same.
	for _, i := range []int{4, 5} {
		s.answers(list[i].board, true, told(t, paths[i])[0])
		at := slices.Index(ways[i].rungs, ways[i].hardest())
		there := peerStep{Technique: "Full House"}
		if i == 5 {
			there.Technique = nameOf(ways[i].hardest())
		}
		s.answers(paths[i].Before(at).Board(), false, there)
	}
	// Puzzle 6 takes a technique that we lack, puzzle 7 ends unsolved.
	s.answers(list[6].board, true, append([]peerStep{{Technique: "Sue de Coq"}}, told(t, paths[6])...)...)
	s.answers(list[7].board, false, xwing)
	r = measure()
	for name, want := range map[string]float64{
		"all puzzles": 8, "all within": 6, "all agree": 1, "all foreign": 1, "all guessed": 1, "all wrong": 1, "all ours unforced": 8, "all theirs unforced": 4, "all both unforced": 4,
	} {
		if m, ok := r.Metric(name); !ok || m.Value != want {
			t.Errorf("%s: %v, want %v", name, m.Value, want)
		}
	}
	var classes []string
	total := 0
	for _, d := range heldIn[difference](r, "differences") {
		total += d.Count
		classes = append(classes, d.Class+" of "+d.Harder)
		asked := d.Class == lowerClass || d.Class == orderClass
		if d.Example == "" || asked != (d.Next != "") || asked && (d.Class == lowerClass) != harder(rungOf(t, d.Hardest), rungOf(t, d.Next)) {
			t.Errorf("%+v", d)
		}
	}
	slices.Sort(classes)
	if got := strings.Join(slices.Compact(classes), ", "); total != 7 || got != "guess of explain, lacks of HoDoKu, lower of HoDoKu, lower of explain, order of explain, wrong of HoDoKu" {
		t.Errorf("%d differences: %s", total, got)
	}
	for _, table := range tables(record.Set{r}) {
		if _, err := table.Markdown(); err != nil {
			t.Error(err)
		}
		if want := map[string]int{"agreement": 3, "scores": 3, "unforced": 3}[table.Name]; want > 0 && len(table.Rows) != want {
			t.Errorf("%s: %v", table.Name, table.Rows)
		}
		if table.Name == "agreement" {
			if row := strings.Join(table.Rows[2], "; "); !strings.HasPrefix(row, "only those of explain; all; 8; 6; 16.7 % (") || !strings.Contains(row, "; no; ") {
				t.Error(row)
			}
		}
	}

	s.script("echo no solver here >&2; exit 2")
	if r := measure(); r.Status != record.Capped || !strings.Contains(r.Note, "no solver here") {
		t.Errorf("%s: %s", r.Status, r.Note)
	}
	s.script("cat > /dev/null; echo solved")
	r = measure()
	if r.Status != record.Capped || !strings.Contains(r.Note, "want a line of JSON") {
		t.Errorf("%s: %s", r.Status, r.Note)
	}
	if table := agreementTable(record.Set{r}); len(table.Rows) != 0 || !strings.Contains(strings.Join(table.Notes, " "), "ended early") {
		t.Errorf("%v %v", table.Rows, table.Notes)
	}
}

// TestSpeed: both sides are timed on the same puzzles, the program by what it says.
func TestSpeed(t *testing.T) {
	s := newStand(t)
	cfg := configOf(t, lab.Quick)
	cfg.Timed, cfg.Rounds, cfg.Patience = map[draw]int{minimalDraw: 2}, 2, time.Minute
	list, err := drawn(t.Context(), cfg, cfg.Timed, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list {
		s.answers(p.board, true, peerStep{Technique: "Full House"})
	}
	r, err := labtest.Measure(t, lab.Case{
		Kind: speedKind, Peer: peerName, Timed: true,
		Run: func(ctx context.Context, r *lab.Run) error { return ending(r, speed(ctx, cfg, r)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != record.OK || r.Value("puzzles") != 2 || r.Value("hodoku rate") != 2 || !(r.Value("path rate") > 2) || !(r.Value("rating ratio") > 1) {
		t.Errorf("%s %s: %v %v", r.Status, r.Note, r.Exact, r.Noisy)
	}
	if table := speedTable(record.Set{r}); len(table.Rows) != 3 || table.Rows[2][2] != "2 (2 to 2)" {
		t.Errorf("%v", table.Rows)
	}
}

// TestAbsent: tables say that the program did not run.
func TestAbsent(t *testing.T) {
	missing := labtest.Record(record.Key(pathsKind, record.D("arm", sharedArm)), nil, nil)
	missing.Status, missing.Note = record.Missing, "the program hodoku is not on this machine"
	for note, set := range map[string]record.Set{"asks no other program": nil, "is not on this machine": {missing}} {
		if table := agreementTable(set); len(table.Rows) != 0 || !strings.Contains(strings.Join(table.Notes, " "), note) {
			t.Errorf("%v %v", table.Rows, table.Notes)
		}
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
