package main

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"sudokulab/pkg/engine"
)

func TestValidate(t *testing.T) {
	two := search[:40] + strings.Repeat(".", 41)
	input := easy + "\n" + search + "\n" + none + "\n" + two + "\n"
	r := sudokulab(t, input, "validate", "--format", "line")
	want := []string{
		easy + " ac3:unique exact:unique",
		search + " ac3:undecided exact:unique",
		none + " ac3:contradictory exact:unsat # r1c1 and r1c2 both hold 5 in row 1",
		two + " ac3:undecided exact:multiple",
	}
	diff(t, "lines", lines(r.out), want)
	if r.code != exitNotUnique || !strings.Contains(r.errOut, "1 unique by AC-3, 2 undecided by AC-3, 1 contradictory by AC-3") {
		t.Errorf("exit code %d, standard error %q", r.code, r.errOut)
	}

	r = sudokulab(t, input, "validate", "--format", "json")
	var v []verdictRecord
	for _, l := range lines(r.out) {
		var x verdictRecord
		decode(t, l, &x)
		v = append(v, x)
	}
	if v[0].Verdict != engine.UniqueByAC3 || v[0].Exact.Solutions != 1 || v[1].Open == 0 || v[3].Exact.Solutions != 2 {
		t.Errorf("verdicts\n%s", r.out)
	}
	diff(t, "conflicts", v[2].Conflicts[0], inRow1)

	r = sudokulab(t, input, "validate", "--format", "csv")
	rows, err := csv.NewReader(strings.NewReader(r.out)).ReadAll()
	if err != nil || len(rows) != 5 || len(rows[0]) != len(verdictColumns) {
		t.Fatalf("error %v in\n%s", err, r.out)
	}
	diff(t, "row", rows[3][4:10], []string{"30", "contradictory", v[2].openText(), strconv.Itoa(len(v[2].Conflicts)), v[2].Emptied, "unsat"})

	text := sudokulab(t, input, "validate", "--format", "text").out
	for _, want := range []string{
		"<stdin>:1: unique by AC-3", "<stdin>:2: not decided by AC-3: 64 cells left", "<stdin>:3: contradictory: ",
		"conflict: r1c1 and r1c2 both hold 5 in row 1", "exact: exactly one solution", "exact: at least 2 solutions", "exact: no solution",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if r := sudokulab(t, "", "validate", "--max-nodes", "2", search); r.code != exitNotUnique || !strings.HasSuffix(r.out, "exact:capped\n") {
		t.Errorf("capped: %+v", r)
	}
}

func (v *verdictRecord) openText() string { return strconv.Itoa(v.Open) }

// TestValidateSameAtAnyJobs compares whole outputs, times left out.
func TestValidateSameAtAnyJobs(t *testing.T) {
	args := []string{"validate", "--set", "own-mixed", "--format", "csv", "--first", "200"}
	one := sudokulab(t, "", append(args, "--jobs", "1")...)
	four := sudokulab(t, "", append(args, "--jobs", "4")...)
	if one.out != four.out || one.code != exitNotUnique || len(lines(one.out)) != 201 {
		t.Errorf("exit code %d; outputs of 1 and 4 jobs differ or are short", one.code)
	}
}
