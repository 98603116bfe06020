package dqngenerator

import (
	"context"
	"fmt"
	"strings"

	"sudokulab/experiments/dqn-generator/deals"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate/gallop"
	"sudokulab/pkg/lab"
)

// reading is a configuration that the stated calls may be of.
type reading struct {
	sizing      gallop.Sizing
	shrink      bool
	elimination bool
}

// readings are all ways with a binary search: the document does not say which of its parts the
// 64 calls were counted with.
func readings() []reading {
	var out []reading
	for _, s := range gallop.Sizings() {
		for _, shrink := range []bool{true, false} {
			for _, elimination := range []bool{true, false} {
				out = append(out, reading{s, shrink, elimination})
			}
		}
	}
	return out
}

func (x reading) config() gallop.Config {
	c := gallop.DefaultConfig()
	c.Sizing, c.Elimination = x.sizing, x.elimination
	if !x.shrink {
		c.ShrinkAfter = 0
	}
	return c
}

func (x reading) String() string {
	text := "by " + string(x.sizing)
	if x.shrink {
		text += " shrink"
	}
	if x.elimination {
		text += " elimination"
	}
	return text
}

// hunt looks for the document's case: of the grids that come down to 54 blanks past 24 key
// cells, how many calls does each reading take, and which take 64?
func hunt(ctx context.Context, cfg Config, r *lab.Run) error {
	const batch = 1000
	calls := make(map[string][]float64)
	exact := make(map[string]int64)
	var looked, reached, met int
	see := func(l deals.Line) (bool, error) {
		met++
		for _, x := range readings() {
			name := x.String()
			res, err := l.Remove(ctx, x.config(), stated, nil)
			if err != nil {
				return false, err
			}
			calls[name] = append(calls[name], float64(res.Calls.Total()))
			if res.Calls.Total() != deals.StatedCalls {
				continue
			}
			exact[name]++
			if exact[name] == 1 {
				text, err := show(ctx, &l, x)
				if err != nil {
					return false, err
				}
				r.Text("case "+name, text)
			}
		}
		return true, nil
	}
	for from := 0; from < cfg.Hunted; from += batch {
		to := min(from+batch, cfg.Hunted)
		l, b, err := deals.Find(ctx, r.Seed, from, to, see)
		if err != nil {
			return err
		}
		looked, reached = looked+l, reached+b
		r.Progress(to, cfg.Hunted)
	}
	r.Count("deals", int64(looked), "grids")
	r.Exact("reached", float64(reached), "grids", looked)
	r.Exact("key-cells as stated", float64(met), "grids", reached)
	for name, c := range calls {
		r.Exact(name+" exact", float64(exact[name]), "grids", met)
		if err := distribution(r, name+" calls", c, "calls"); err != nil {
			return err
		}
	}
	return nil
}

// show writes a case out: grid, order, puzzle and every call.
func show(ctx context.Context, l *deals.Line, x reading) (string, error) {
	var out strings.Builder
	var steps []string
	res, err := l.Remove(ctx, x.config(), stated, func(s gallop.Step) { steps = append(steps, s.String()) })
	if err != nil {
		return "", err
	}
	shape := l.Grid.Shape()
	const column = 27 // cells of the order a line
	fmt.Fprintf(&out, "grid   %v\n", l.Grid)
	for i := 0; i < len(l.Order); i += column {
		fmt.Fprintf(&out, "%-6s%s\n", map[bool]string{true: "order"}[i == 0], names(shape, l.Order[i:i+column]))
	}
	fmt.Fprintf(&out, "puzzle %v\n%d givens, %d blanks, %d key cells, %d calls (chunks %d, single cells %d, searches %d, checks %d), deal %d, chunks %v\n",
		res.Puzzle, res.Givens, len(l.Order)-res.Givens, len(res.Keys), res.Calls.Total(), res.Calls.Chunks, res.Calls.Singles, res.Calls.Searches, res.Calls.Checks, l.Index, x)
	out.WriteString("key cells" + names(shape, res.Keys) + "\n")
	out.WriteString(strings.Join(steps, "\n"))
	return out.String(), nil
}

func names(shape *board.Shape, cells []int) string {
	var out strings.Builder
	for _, cell := range cells {
		out.WriteString(" " + shape.CellName(cell))
	}
	return out.String()
}
