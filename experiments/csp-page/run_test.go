package csppage

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/page/pagetest"
	"sudokulab/pkg/record"
)

// TestSmoke shows the page to the machine's browser, if there is one, and the tables, figures and judges take the records.
func TestSmoke(t *testing.T) {
	if testing.Short() {
		t.Skip("uses the page for a minute")
	}
	program, err := pagetest.Find()
	if err != nil {
		t.Skip(err)
	}
	peers := t.TempDir()
	if err := os.Symlink(program, filepath.Join(peers, peerName)); err != nil {
		t.Skip(err)
	}
	t.Setenv(lab.PeersVariable, peers)
	p := plan(lab.Full)
	var cases []lab.Case
	for i, c := range p.Cases {
		switch items[i].name {
		case "board", "conflicts", "validate", "toggle": // the experiment does the others
			cases = append(cases, c)
		}
	}
	p.Cases = cases
	set := labtest.MeasureAll(t, p)
	for _, r := range set {
		if r.Status != record.OK {
			t.Fatalf("%s is %s: %s", r.Case, r.Status, r.Note)
		}
		if r.Value("faults") != 0 {
			t.Errorf("%s: %s", r.Case, r.Texts["fault"])
		}
	}
	for _, table := range tables(set) {
		if _, err := table.Markdown(); err != nil || len(table.Rows) == 0 {
			t.Errorf("%s: %d rows, %v", table.Name, len(table.Rows), err)
		}
	}
	rules := labtest.Rules(t)
	want := map[string]lab.Verdict{"C17a": lab.Reproduced, "C17b": lab.Reproduced, "C17j": lab.Reproduced, "C17k": lab.Reproduced}
	for _, j := range judges() {
		verdict, ok := want[j.Claim]
		if !ok {
			verdict = lab.Pending
		}
		if f := j.On(set, rules[j.Claim]); f.Verdict != verdict && j.Claim != "C17b" { // which goes by the clock
			t.Errorf("%s is %s, want %s: %s; %s", j.Claim, f.Verdict, verdict, f.Figure, f.Because)
		}
	}
}

// TestBoards: the boards on which the page is looked at are what their names say.
func TestBoards(t *testing.T) {
	ctx := context.Background()
	if _, emptied, err := truth(ctx, contradictory); err != nil || emptied != 0 {
		t.Errorf("the contradictory board runs empty at %d, want cell 0: %v", emptied, err)
	}
	if b := board.MustParse(contradictory); len(board.Conflicts(b)) != 0 {
		t.Errorf("the contradictory board has conflicts: %v", board.Conflicts(b))
	}
	want, _, err := truth(ctx, hard)
	if err != nil {
		t.Fatal(err)
	}
	open := 0
	for _, d := range want {
		if len(d) > 1 {
			open++
		}
	}
	if _, solutions, err := bitboard.Solve(hard); err != nil || solutions != 1 || open == 0 {
		t.Errorf("the board that needs search has %d solutions and %d open cells, %v", solutions, open, err)
	}
	sizes := map[int]bool{}
	for _, cells := range partly() {
		all, emptied, err := truth(ctx, cells)
		if err != nil || emptied >= 0 {
			t.Errorf("%s: cell %d is empty, %v", cells, emptied, err)
		}
		for _, d := range all {
			sizes[len(d)] = true
		}
	}
	for size := 1; size <= 9; size++ {
		if !sizes[size] {
			t.Errorf("no board has a domain of %d digits", size)
		}
	}
	if !solved("."+sampleSolution[1:], sampleSolution) || solved(hard, sampleSolution) || solved(empty, empty) || solved(empty, sampleSolution[:80]+"1") {
		t.Error("a board is called solved that is not, or the other way round")
	}
}

// TestAstray: a board gone astray has no solution and no conflict.
func TestAstray(t *testing.T) {
	text, ok := astray(board.MustParse(hard))
	if !ok {
		t.Fatal("there is none")
	}
	_, solutions, err := bitboard.Solve(text)
	if err != nil || solutions != 0 || len(board.Conflicts(board.MustParse(text))) != 0 {
		t.Errorf("%s has %d solutions, %v", text, solutions, err)
	}
	if text, ok := astray(board.MustParse(sampleSolution)); ok {
		t.Errorf("a full board went astray: %s", text)
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
