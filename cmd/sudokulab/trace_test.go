package main

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/solver"
)

func TestTraceTree(t *testing.T) {
	out := must(t, "", "trace", easy)
	for _, want := range []string{
		"argument 1: propagation with queue fifo", "├─ r1c1 = 5 given", "single",
		"arc consistency alone solves it, so it has exactly one solution: 9,372 arcs revised, 408 candidates struck, 51 cells came down to one",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, clip(out, 2000))
		}
	}
	if n := strings.Count(out, " → "); n != 408 {
		t.Errorf("%d steps in the tree, want 408", n)
	}
	condensed := must(t, "", "trace", "--condense", easy)
	if n := strings.Count(condensed, " single\n"); n != 51 || strings.Count(condensed, " → ") != 51 {
		t.Errorf("%d steps in the condensed tree, want 51", n)
	}
	cut := must(t, "", "trace", "--max-lines", "10", easy)
	if !strings.Contains(cut, "nodes more\n") || strings.Count(cut, "\n") != 12 {
		t.Errorf("ten lines of the tree are\n%s", cut)
	}
	if out := must(t, "", "trace", search); !strings.Contains(out, "64 cells left with several candidates; --search goes on") {
		t.Errorf("undecided: %s", clip(out, 2000))
	}
	if out := must(t, "", "trace", none); !strings.Contains(out, "runs out of candidates") {
		t.Errorf("contradiction: %s", clip(out, 2000))
	}
	out = must(t, "", "trace", "--search", "--max-events", "500", search)
	if !strings.Contains(out, "events more than --max-events are not shown") || !strings.Contains(out, "exactly one solution") {
		t.Errorf("search: %s", clip(out, 2000))
	}
}

// TestTraceCell follows the cell of the known example from nine candidates to one.
func TestTraceCell(t *testing.T) {
	for _, queue := range []string{"fifo", "lifo", "fifo-set", "events"} {
		out := must(t, "", "trace", "--queue", queue, "--cell", "r1c3,R2C2", easy)
		for _, want := range []string{"r1c3 begins with {1,2,3,4,5,6,7,8,9}", "r1c3 ends at 4", "r2c2 ends at 7"} {
			if !strings.Contains(out, want) {
				t.Errorf("queue %s: no %q in\n%s", queue, want, out)
			}
		}
		if n := strings.Count(out, "  loses {"); n != 16 {
			t.Errorf("queue %s: two cells lose %d candidates, want 16", queue, n)
		}
	}
	out := must(t, "", "trace", "--search", "--cell", "r2c9", search)
	if !strings.Contains(out, "r2c9 ends at ") {
		t.Errorf("search: %s", out)
	}
	cut := must(t, "", "trace", "--max-lines", "3", "--cell", "r1c3", easy)
	if !strings.Contains(cut, "… 5 lines more") {
		t.Errorf("three lines: %s", cut)
	}
}

// TestTraceJSON replays the events on the candidates and arrives at the solution.
func TestTraceJSON(t *testing.T) {
	shape := board.Standard()
	cells := map[string]int{}
	for c := range shape.Cells() {
		cells[shape.CellName(c)] = c
	}
	out := must(t, "", "trace", "--format", "json", easy)
	all := lines(out)
	left := make([][]int, shape.Cells())
	for i, l := range all[:len(all)-1] {
		var e traceEvent
		decode(t, l, &e)
		if e.Seq != int64(i+1) || e.Puzzle != "argument 1" {
			t.Fatalf("event %d is %s", i+1, l)
		}
		if e.Kind == csp.Reduction {
			if len(e.Before) != len(e.After)+len(e.Removed) || e.By == "" {
				t.Errorf("reduction %s", l)
			}
			left[cells[e.Cell]] = e.After
		}
		if e.Kind == csp.Singleton && (len(e.After) != 1 || e.Digit != e.After[0]) {
			t.Errorf("singleton %s", l)
		}
	}
	grid := board.MustParse(easy)
	for c, digits := range left {
		if grid.At(c) == 0 {
			if len(digits) != 1 {
				t.Fatalf("%s ends at %v", shape.CellName(c), digits)
			}
			grid.Set(c, digits[0])
		}
	}
	var end traceResult
	decode(t, all[len(all)-1], &end)
	if end.Kind != "result" || end.Solution != easySolution || grid.String() != easySolution {
		t.Errorf("result %+v, replay %s", end, grid)
	}
	one := must(t, "", "trace", "--format", "json", "--cell", "r1c3", "--arcs", easy)
	for _, l := range lines(one)[:3] {
		var e traceEvent
		decode(t, l, &e)
		if e.Cell != "r1c3" {
			t.Errorf("event of another cell: %s", l)
		}
	}
	var stuck traceResult
	unsolved := lines(must(t, "", "trace", "--format", "json", search))
	decode(t, unsolved[len(unsolved)-1], &stuck)
	if stuck.Status != solver.Capped || stuck.Search {
		t.Errorf("without search: %+v", stuck)
	}
}

func TestTraceSVG(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tree.svg")
	out := must(t, "", "trace", "--search", "--svg", path, search)
	if !strings.Contains(out, "exactly one solution") || strings.Contains(out, "├") {
		t.Errorf("output\n%s", clip(out, 1000))
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(text, new(struct{ XMLName xml.Name })); err != nil {
		t.Error(err)
	}
	if r := sudokulab(t, "", "trace", "--svg", path, easy, search); r.code != exitError || !strings.Contains(r.errOut, "want one puzzle") {
		t.Errorf("two puzzles: %+v", r)
	}
}
