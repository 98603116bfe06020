package plain_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

const (
	twoGuesses = "7.4.....2...8.1...3.........5.6..1..2...4...........9....37.....8....6...9.....5."
	noSolution = "55..............................................................................."
)

func follow(t *testing.T, line string, limit int) plain.Trace {
	t.Helper()
	tr, err := plain.Follow(board.MustParse(line), plain.Search{Limit: limit}, plain.Rules{Locked: true}, 5000)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Validate(); err != nil {
		t.Fatal(err)
	}
	return tr
}

// What is told of each frame agrees with the stamps: the open guesses are those that the pushes told, and each pop
// names a contradiction.
func TestTraceTells(t *testing.T) {
	for _, line := range []string{twoGuesses, noSolution, "1...............", strings.Repeat(".", 81)} {
		tr := follow(t, line, 2)
		shape := tr.Puzzle.Shape()
		var stack []plain.Guess
		for i, f := range tr.Frames {
			open := f.Open(shape)
			switch {
			case f.Outcome == plain.Push:
				stack = append(stack, open[len(open)-1])
			case len(stack) > f.Guesses:
				stack = stack[:f.Guesses]
			}
			if len(open) != len(stack) {
				t.Fatalf("%s: step %d: %d guesses, want %d", line, i, len(open), len(stack))
			}
			for g := range stack {
				if open[g] != stack[g] {
					t.Errorf("%s: step %d: guess %d is %v, want %v", line, i, g+1, open[g], stack[g])
				}
			}
			cells, unit, _ := tr.Failure(i)
			if failed := len(cells) > 0 || unit >= 0; failed != (f.Outcome == plain.Pop) {
				t.Errorf("%s: step %d is a %s, a contradiction: %v", line, i, f.Outcome, failed)
			}
			if tr.Tell(i) == "" {
				t.Errorf("%s: nothing is told of step %d", line, i)
			}
		}
		var text strings.Builder
		if err := tr.WriteText(&text); err != nil || strings.Count(text.String(), "\n") != len(tr.Frames) {
			t.Errorf("%s: %v, told in\n%s", line, err, text.String())
		}
	}
}

func TestTraceEndsInWords(t *testing.T) {
	for line, want := range map[string]string{
		twoGuesses:                    "the solution is the only one.",
		noSolution:                    "there is no solution.",
		"1...............":            "solution 2. No more were asked for.",
		"1.3.3.1...4..3.1":            "there are 2 solutions.",
		"12343412214343.1"[:15] + "1": "the solution is the only one.",
	} {
		limit := 2
		if strings.Contains(want, "there are") {
			limit = 5
		}
		tr := follow(t, line, limit)
		if got := tr.Tell(len(tr.Frames) - 1); !strings.HasSuffix(got, want) {
			t.Errorf("%s ends with %q, want %q", line, got, want)
		}
	}
}

func TestTraceJSON(t *testing.T) {
	data, err := json.Marshal(follow(t, "1...............", 1))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Puzzle string
		Frames []struct {
			Outcome string
			Stamps  []int
		}
	}
	if err := json.Unmarshal(data, &got); err != nil || got.Puzzle != "1..............." || got.Frames[1].Outcome != "pass" || len(got.Frames[1].Stamps) != 64 {
		t.Errorf("%v: %s", err, data)
	}
}

func TestTraceValidate(t *testing.T) {
	for name, spoil := range map[string]func(*plain.Trace){
		"no frames":     func(tr *plain.Trace) { tr.Frames = nil },
		"no puzzle":     func(tr *plain.Trace) { tr.Puzzle = board.Board{} },
		"another":       func(tr *plain.Trace) { tr.Puzzle = board.New(board.Standard()) },
		"a step apart":  func(tr *plain.Trace) { tr.Frames[3].Step = 9 },
		"few stamps":    func(tr *plain.Trace) { tr.Frames[2].Stamps = tr.Frames[2].Stamps[1:] },
		"a wrong stamp": func(tr *plain.Trace) { tr.Frames[2].Stamps[5] = 100 },
		"guesses":       func(tr *plain.Trace) { tr.Frames[2].Guesses += 2 },
	} {
		tr := follow(t, twoGuesses, 1)
		spoil(&tr)
		if err := tr.Validate(); err == nil || !strings.HasPrefix(err.Error(), "plain: ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
