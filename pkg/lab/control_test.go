package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/record"
)

// clocked is a run whose clock moves only when a set of rounds takes time.
type clocked struct {
	*Run
	at    time.Time
	calls int
}

func newClocked(left time.Duration) *clocked {
	c := &clocked{at: time.Unix(1000, 0)}
	c.Run = &Run{rec: &record.Record{}, again: newAllowance(left, nil), now: func() time.Time { return c.at }}
	return c
}

// rounds measures sets of rounds that each take a second and whose controls read so, in turn.
func (c *clocked) rounds(t *testing.T, readings ...float64) error {
	t.Helper()
	return c.Rounds(t.Context(), func(context.Context) (Control, error) {
		if c.calls == len(readings) {
			t.Fatalf("measured more than %d times", c.calls)
		}
		x := readings[c.calls]
		c.calls++
		c.at = c.at.Add(time.Second)
		return Control{One: []float64{x, 1, 100 * x}, Other: []float64{1, 100, 100}}, nil // ratios x, 0.01, x
	})
}

// TestRounds: the first sound set is kept; no set is measured more than five times, nor beyond the
// allowance.
func TestRounds(t *testing.T) {
	for _, c := range []struct {
		name     string
		left     time.Duration
		readings []float64
		attempts int
		void     bool
	}{
		{"sound at once", time.Hour, []float64{1.029}, 1, false},
		{"off, then sound", time.Hour, []float64{0.72, 0.98}, 2, false},
		{"sound at the third", time.Hour, []float64{0.72, 1.04, 1.01}, 3, false},
		{"sound at the last", time.Hour, []float64{0.72, 1.04, 1.05, 0.9, 1}, 5, false},
		{"off five times", time.Hour, []float64{1.001 + ControlBound, 1.2, 1.2, 1.2, 0.999 - ControlBound}, 5, true},
		{"no allowance", 0, []float64{0.72}, 1, true},
		{"allowance for two more", 2500 * time.Millisecond, []float64{0.72, 0.72, 0.72}, 3, true},
	} {
		run := newClocked(c.left)
		if err := run.rounds(t, c.readings...); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := run.rec.Value(controlAttempts); run.calls != c.attempts || got != float64(c.attempts) {
			t.Errorf("%s: measured %d times, recorded %g, want %d", c.name, run.calls, got, c.attempts)
		}
		if got, want := run.rec.Value(ControlRatio), c.readings[c.attempts-1]; math.Abs(got-want) > 1e-12 || Void(*run.rec) != c.void {
			t.Errorf("%s: control %g, void %v, want %g, %v", c.name, got, Void(*run.rec), want, c.void)
		}
		if len(run.rec.Exact) > 0 {
			t.Errorf("%s: what depends on the machine stands among the exact figures", c.name)
		}
	}
}

// TestAllowanceIsShared: the cases of an experiment draw on one allowance and the experiments of a run on
// another, so that a run is bounded however many cases have a control that is off.
func TestAllowanceIsShared(t *testing.T) {
	whole := newAllowance(10*time.Second, nil)
	for _, want := range []int{10 + 6, 10 + 4, 10} { // sets of a second, by experiment
		again := newAllowance(6*time.Second, whole)
		measured := 0
		for range 10 {
			run := newClocked(0)
			run.again = again
			if err := run.rounds(t, 2, 2, 2, 2, 2); err != nil {
				t.Fatal(err)
			}
			measured += run.calls
		}
		if measured != want {
			t.Errorf("10 cases measured %d sets, want %d", measured, want)
		}
	}
	if Smoke.Again() != 0 || Quick.Again() <= 0 || Full.Again() <= Quick.Again() {
		t.Errorf("allowances %s, %s, %s", Smoke.Again(), Quick.Again(), Full.Again())
	}
}

// TestAlternate: sides take turns, the control with them, and only the times of the set that is kept
// come back.
func TestAlternate(t *testing.T) {
	run := newClocked(time.Hour)
	var order []string
	slow := 3.0 // the second side's first two calls, of which one is the control's, differ by so much
	side := func(name string, seconds float64) func(context.Context, int) (float64, error) {
		return func(_ context.Context, round int) (float64, error) {
			order = append(order, fmt.Sprint(name, round))
			run.at = run.at.Add(time.Second)
			if name == "b" && len(order) <= 4 {
				slow *= 3
				return slow, nil
			}
			return seconds + float64(round), nil
		}
	}
	times, err := run.Alternate(t.Context(), 2, 1, side("a", 5), side("b", 7))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(order, " "), "a0 b0 b0 b1 b1 a1 a0 b0 b0 b1 b1 a1"; got != want {
		t.Errorf("order %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(times), "[[5 6] [7 8]]"; got != want {
		t.Errorf("times %s, want %s", got, want)
	}
	if run.rec.Value(controlAttempts) != 2 || run.rec.Value(ControlRatio) != 1 {
		t.Errorf("recorded %+v", run.rec.Noisy)
	}
	broken := errors.New("broken")
	if _, err := newClocked(0).Alternate(t.Context(), 2, 0, func(context.Context, int) (float64, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// TestInterleave: of several tries the least of each reading counts, and the control uses the first.
func TestInterleave(t *testing.T) {
	run := newClocked(0)
	calls := map[string]int{}
	side := func(name string, seconds float64) Side {
		return func(_ context.Context, round int) ([]float64, error) {
			calls[name]++
			late := float64(calls[name] % 2) // the first of two tries, and of the control's, too
			return []float64{seconds + late, 100*float64(round) + seconds - late}, nil
		}
	}
	readings, err := run.Interleave(t.Context(), Interleaving{Rounds: 2, Tries: 2, Control: 0, Sides: []Side{side("a", 5), side("b", 7)}})
	if err != nil {
		t.Fatal(err)
	}
	if calls["a"] != 8 || calls["b"] != 4 {
		t.Errorf("calls %v, want 8 and 4", calls)
	}
	if got, want := fmt.Sprint(readings[1]), "[[7 7] [6 106]]"; got != want {
		t.Errorf("readings %s, want %s", got, want)
	}
	for _, how := range []Interleaving{
		{Rounds: 0, Sides: []Side{side("a", 1)}},
		{Rounds: 1},
		{Rounds: 1, Control: 1, Sides: []Side{side("a", 1)}},
		{Rounds: 1, Tries: -1, Sides: []Side{side("a", 1)}},
		{Rounds: 1, Sides: []Side{func(context.Context, int) ([]float64, error) { return nil, nil }}},
		{Rounds: 2, Sides: []Side{func(_ context.Context, round int) ([]float64, error) { return make([]float64, round+1), nil }}},
	} {
		if _, err := newClocked(0).Interleave(t.Context(), how); err == nil {
			t.Errorf("%+v was taken", how)
		}
	}
}

func TestRoundsFail(t *testing.T) {
	broken := errors.New("broken")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx     context.Context
		control Control
		err     error
	}{
		"error":     {t.Context(), Control{}, broken},
		"cancelled": {ctx, Control{One: []float64{1}, Other: []float64{1}}, nil},
		"no rounds": {t.Context(), Control{}, nil},
		"unequal":   {t.Context(), Control{One: []float64{1, 1}, Other: []float64{1}}, nil},
		"zero":      {t.Context(), Control{One: []float64{0}, Other: []float64{1}}, nil},
		"by zero":   {t.Context(), Control{One: []float64{1}, Other: []float64{0}}, nil},
		"no number": {t.Context(), Control{One: []float64{math.NaN()}, Other: []float64{1}}, nil},
		"endless":   {t.Context(), Control{One: []float64{math.Inf(1)}, Other: []float64{1}}, nil},
	} {
		run := newClocked(time.Hour)
		err := run.Rounds(c.ctx, func(context.Context) (Control, error) { return c.control, c.err })
		if err == nil || c.err != nil && !errors.Is(err, c.err) || len(run.rec.Noisy) > 0 {
			t.Errorf("%s: error %v, recorded %v", name, err, run.rec.Noisy)
		}
	}
}

// timedRecord is a record with a time, an exact figure and, if it is not 0, a control.
func timedRecord(name string, seconds, control float64) record.Record {
	r := record.Record{
		Case: name, Status: record.OK, Profile: string(Quick),
		Exact: map[string]record.Metric{"nodes": {Value: 7, Unit: "nodes", N: 1}},
		Noisy: map[string]record.Metric{"time": {Value: seconds, Unit: "s", N: 3}},
	}
	if control != 0 {
		r.Noisy[ControlRatio] = record.Metric{Value: control, Unit: "of the same contender's time", N: 3}
	}
	return r
}

func voidBench() *Experiment {
	sum := func(set record.Set) (sum float64) {
		for _, r := range set.Measured() {
			sum += r.Value("time")
		}
		return sum
	}
	return &Experiment{
		ID: "exp",
		Tables: func(set record.Set) []Table {
			t := Table{Name: "table", Title: "Times", Columns: []string{"Case", "Nodes", "Time", "Control"}}
			for _, r := range set.Measured() {
				t.Add(r.Case, NumberOf(r, "nodes"), SecondsOf(r, "time"), NumberOf(r, ControlRatio))
			}
			t.Add("all", "–", Seconds(sum(set)), "–")
			t.Notes = []string{"A note.", "Together " + Seconds(sum(set)) + "."}
			ranked := Table{Name: "ranked", Title: "By time", Columns: []string{"Case"}}
			for _, r := range set.Measured() {
				if r.Value("time") < 1 {
					ranked.Add(r.Case)
				}
			}
			return []Table{t, ranked}
		},
		Figures: func(set record.Set) ([]Figure, error) {
			return []Figure{{Name: "times", Title: "Times", SVG: []byte(Seconds(sum(set)))}}, nil
		},
		Judges: []Judge{
			{Claim: "C01", Decide: func(e *Evidence) Finding {
				v, why := e.Always(7, e.Value("bad", "nodes"))
				return Finding{Verdict: v, Figure: "7 nodes", Because: why}
			}},
			{Claim: "C02", Decide: func(e *Evidence) Finding {
				v := Refuted
				if e.Value("bad", "time") < 4 {
					v = Reproduced
				}
				return Finding{Verdict: v, Figure: Seconds(e.Value("bad", "time")), Because: "against 4 s"}
			}},
		},
	}
}

// TestVoid: what rests on the times of rounds whose control is off reads void, is not drawn and
// decides nothing; exact figures and other records' times stay.
func TestVoid(t *testing.T) {
	set := record.Set{timedRecord("good", 3, 1.02), timedRecord("bad", 2, 0.72), timedRecord("old", 5, 0)}
	e := voidBench()
	e.Tables = func(all func(record.Set) []Table) func(record.Set) []Table {
		return func(s record.Set) []Table { return all(s)[:1] }
	}(e.Tables)
	story, err := e.Tell(set, nil)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, row := range story.Tables[0].Rows {
		rows = append(rows, strings.Join(row, " "))
	}
	if got, want := strings.Join(rows, "; "), "good 7 3 s 1.020; bad 7 void 0.7200; old 7 5 s –; all – void –"; got != want {
		t.Errorf("rows %q, want %q", got, want)
	}
	notes := strings.Join(story.Tables[0].Notes, " ")
	if !strings.Contains(notes, "A note.") || strings.Contains(notes, "Together") || !strings.Contains(notes, "Void: ") || !strings.Contains(notes, "0.72 in bad") {
		t.Errorf("notes %q", notes)
	}
	if f := story.Figures[0]; string(f.SVG) != "8 s" || !strings.Contains(f.Title, "void") {
		t.Errorf("figure %q, %s", f.Title, f.SVG)
	}
	if f := story.Findings["C01"]; f.Verdict != Reproduced || f.Because != "holds in each" {
		t.Errorf("an exact figure decides still: %+v", f)
	}
	if f := story.Findings["C02"]; f.Verdict != Pending {
		t.Errorf("a void time decides: %+v", f)
	}
	if got := WithoutVoid(set); got[0].Status != record.OK || got[1].Status != record.Missing || set[1].Status != record.OK {
		t.Error("the void record alone goes, from a copy")
	}

	// Nothing void: nothing is said.
	set[1].Noisy[ControlRatio] = record.Metric{Value: 1 - ControlBound/2, N: 3}
	story, err = e.Tell(set, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(cells(story.Tables), " "); strings.Contains(strings.ToLower(text), VoidCell) || story.Figures[0].Title != "Times" || story.Findings["C02"].Verdict != Reproduced {
		t.Errorf("nothing is void: %q, %+v", text, story.Findings["C02"])
	}
}

// TestVoidRows: where the rows themselves rest on void times, the tables are made without the record.
func TestVoidRows(t *testing.T) {
	set := record.Set{timedRecord("good", 0.5, 1.02), timedRecord("bad", 0.4, 0.72)}
	story, err := voidBench().Tell(set, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tab := range story.Tables {
		text := strings.Join(cells([]Table{tab}), " ")
		if strings.Contains(text, "0.4000") || !strings.Contains(text, "good") || !strings.Contains(text, "Void: ") {
			t.Errorf("%s: %q", tab.Name, text)
		}
	}
}

// TestVoidByControlRow: a record that is older than its control is void by the record that the
// experiment names.
func TestVoidByControlRow(t *testing.T) {
	set := record.Set{timedRecord("row", 0.72, 0), timedRecord("old", 5, 0), timedRecord("new", 5, 1.01)}
	e := voidBench()
	e.Control = func(set record.Set, _ record.Record) (float64, bool) {
		r, ok := set.Case("row")
		return r.Value("time"), ok
	}
	for i, want := range []bool{true, true, false} {
		if got := e.Void(set, set[i]); got != want {
			t.Errorf("%s: void %v, want %v", set[i].Case, got, want)
		}
	}
	b := blocks{sets: map[string]record.Set{"exp": set}, void: func(_ string, r record.Record) bool { return e.Void(set, r) }}
	for args, want := range map[string]string{"exp old time": VoidCell, "exp old nodes": "7", "exp new time": "5 s"} {
		if got, err := b.inline("value", strings.Fields(args)); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", args, got, err, want)
		}
	}
}

// TestTurns: each side has its turn and the control two, which do not follow each other where there
// are three sides or more.
func TestTurns(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for control := range n {
			turns := Turns(n, control)
			if sorted := slices.Sorted(slices.Values(turns)); len(sorted) != n+1 || sorted[0] != 0 || sorted[n] != n {
				t.Errorf("%d sides, control %d: turns %v", n, control, turns)
			}
			apart := slices.Index(turns, n) - slices.Index(turns, control)
			if n > 2 && (apart*apart == 1 || apart*apart == n*n) {
				t.Errorf("%d sides, control %d: its turns follow each other: %v", n, control, turns)
			}
		}
	}
}
