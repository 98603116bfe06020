package learn_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
)

// TestByShape: shapes come in the order of their first boards, and places in their own.
func TestByShape(t *testing.T) {
	four, nine := board.MustParse("12..34.........."), board.New(board.Standard())
	for _, tc := range []struct {
		boards []board.Board
		want   string
	}{
		{nil, ""},
		{[]board.Board{nine}, "9[0]"},
		{[]board.Board{nine, four, nine, nine, four}, "9[0 2 3] 4[1 4]"},
		{[]board.Board{four, nine, four}, "4[0 2] 9[1]"},
	} {
		var got []string
		for s, places := range learn.ByShape(tc.boards) {
			got = append(got, fmt.Sprint(s.Side(), places))
		}
		if text := strings.ReplaceAll(strings.Join(got, " "), " [", "["); text != tc.want {
			t.Errorf("%q, want %q", text, tc.want)
		}
	}
	for s := range learn.ByShape([]board.Board{nine, four}) {
		if s != nine.Shape() {
			t.Error("goes on after a break")
		}
		break
	}
}
