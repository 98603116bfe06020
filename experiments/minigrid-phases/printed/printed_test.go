package printed_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"sudokulab/experiments/minigrid-phases/printed"
	"sudokulab/pkg/board"
)

// small is worked out by hand below.
//
//	1 . | . .
//	. . | . 1
//	----+----
//	. . | . .
//	. 2 | . .
const small = "1......1.....2.."

func TestListByHand(t *testing.T) {
	b := board.MustParse(small)
	letter := printed.List(b, 0, false)
	want := [][]uint8{{1, 2, 3, 4}, {1, 2, 4, 3}, {1, 3, 2, 4}, {1, 3, 4, 2}, {1, 4, 2, 3}, {1, 4, 3, 2}}
	if !slices.Equal(letter.Digits, slices.Concat(want...)) || letter.Count != 6 || letter.Empty != 3 {
		t.Errorf("by the box alone %v", letter.Digits)
	}
	// 1 + 3 + 3·2 + 3·2·1 calls, four digits tried in each of the ten that has an empty cell.
	if letter.Calls != 16 || letter.Trials != 40 {
		t.Errorf("%d calls, %d digits tried, want 16 and 40", letter.Calls, letter.Trials)
	}
	// The 2 of r4c2 leaves r1c2 and r2c2 without a 2.
	masks := printed.List(b, 0, true)
	want = [][]uint8{{1, 3, 2, 4}, {1, 4, 2, 3}}
	if !slices.Equal(masks.Digits, slices.Concat(want...)) {
		t.Errorf("with masks %v, want %v", masks.Digits, want)
	}
}

func TestConnectByHand(t *testing.T) {
	l := printed.ListAll(board.MustParse(small), true)
	c, err := l.Connect(t.Context(), func(pair int, edges []printed.Edge) error {
		if pair != 0 { // boxes 1 and 2: cells 0 and 1 of each lie in row 1, cells 2 and 3 in row 2
			return nil
		}
		for i := range l.Boxes[0].Count {
			for j := range l.Boxes[1].Count {
				x, y := l.Boxes[0].Filling(i), l.Boxes[1].Filling(j)
				disjoint := true
				for row := range 2 {
					for _, d := range x[2*row : 2*row+2] {
						disjoint = disjoint && !slices.Contains(y[2*row:2*row+2], d)
					}
				}
				if joined := slices.Contains(edges, printed.Edge{A: int32(i), B: int32(j)}); joined != disjoint {
					t.Errorf("%v and %v: joined %v", x, y, joined)
				}
			}
		}
		return nil
	})
	if err != nil || c.Pairs != l.Product() || c.Positions > 4*c.Pairs || c.Edges == 0 || c.Edges == c.Pairs {
		t.Errorf("%+v of %d pairs, %v", c, l.Product(), err)
	}
}

func TestConnectStops(t *testing.T) {
	l := printed.ListAll(board.MustParse(small), true)
	fault := errors.New("fault")
	if _, err := l.Connect(t.Context(), func(int, []printed.Edge) error { return fault }); !errors.Is(err, fault) {
		t.Errorf("%v, want the caller's error", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Connect(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want the context's error", err)
	}
}

func ExampleList() {
	b := board.MustParse(small)
	for _, masks := range []bool{false, true} {
		l := printed.List(b, 0, masks)
		fmt.Println(l.Count, "fillings,", l.Trials, "digits tried")
	}
	// Output:
	// 6 fillings, 40 digits tried
	// 2 fillings, 28 digits tried
}

func ExampleLists_Connect() {
	l := printed.ListAll(board.MustParse(small), true)
	c, err := l.Connect(context.Background(), nil)
	fmt.Println(c.Pairs, "pairs,", c.Edges, "edges,", err)
	// Output: 64 pairs, 24 edges, <nil>
}
