package tensorprecision

import (
	"encoding/json"
	"slices"
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/tensornet"
)

// TestCommitted: what the smoke profile found. No search differs in a precision that has room.
func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	for _, r := range set.Measured().Where(setKind) {
		for _, precision := range append([]string{inInt8}, roundings...) {
			if r.Value(precision+" same") != r.Value(precision+" compared") {
				t.Errorf("%s, %s: %s", r.Case, precision, r.Texts[precision+" difference"])
			}
		}
	}
}

const puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// TestRoundedSearches: a search with what fits rounded is the same, and one with what does not fit is not.
func TestRoundedSearches(t *testing.T) {
	cfg, ok := plan(lab.Smoke).Config.(Config)
	if !ok {
		t.Fatal("the plan has no Config")
	}
	choice, err := open(t.Context(), accel.NameGo)
	if err != nil {
		t.Fatal(err)
	}
	defer choice.Close()
	boards := []board.Board{board.MustParse(puzzle)}
	want, list, err := observe(t.Context(), choice, cfg, boards, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	var back []result
	if err := json.Unmarshal(text, &back); err != nil || !slices.Equal(back, list) || fits(list, toInt8) != len(list) || fits(list, toInt4) == len(list) {
		t.Errorf("%d intermediates, %d read back, %d in int8, %d in int4: %v", len(list), len(back), fits(list, toInt8), fits(list, toInt4), err)
	}
	for _, precision := range roundings {
		got, _, err := observe(t.Context(), choice, cfg, boards, rounding(list, precision))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v, %v", precision, got, want, err)
		}
	}
	got, _, err := observe(t.Context(), choice, cfg, boards, func(int) tensornet.Rounding { return ranges[toInt4] })
	if err != nil || slices.Equal(got, want) {
		t.Errorf("all in int4: %v, %v, want another search", got, err)
	}
}

func TestResultRefuses(t *testing.T) {
	for _, text := range []string{`["add","x",1,2,3]`, `["add","x",1,"two",3,4,5,6]`, `["add","x",1,2,3,4,5,6,7]`, `{}`} {
		var x result
		if err := json.Unmarshal([]byte(text), &x); err == nil {
			t.Errorf("%s: %+v", text, x)
		}
	}
}
