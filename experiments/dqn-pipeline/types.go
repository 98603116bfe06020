package dqnpipeline

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
)

// Forms of the conversions of a training step (dqn.md, "Overcoming Training Stagnation", second point). The document does not
// say where the types switched: here they do at each place where the two kinds of code meet.
const (
	parted = "split"    // integers up to the planes that the network reads
	mixed  = "switched" // boards are kept as floats, made integers for rules and for planes
)

// conversions counts what is converted on the path from boards to the network, and the bytes of boards and
// planes that are read and written there.
type conversions struct{ passes, bytes int64 }

// add counts a pass over n numbers of 4 bytes each, read and written.
func (c *conversions) add(n int) {
	c.passes++
	c.bytes += int64(8 * n)
}

// flow is what a step converts: boards [N·cells] of the games, which go into the buffer, and boards of a batch before and
// after [B·cells] drawn from it. It is for one goroutine.
type flow struct {
	side   int
	games  []int32
	before []int32
	after  []int32

	// The same as the switching form keeps them, and room for what is made.
	kept, floatBefore, floatAfter []float32
	rules                         []int32
	planes                        []float32
	legal                         []bool
	count                         conversions
}

// newFlow returns a flow of boards.
func newFlow(games, before, after []board.Board) *flow {
	f := &flow{side: games[0].Shape().Side()}
	cells := func(boards []board.Board) (out []int32) {
		for _, b := range boards {
			for _, d := range b.Cells() {
				out = append(out, int32(d))
			}
		}
		return out
	}
	f.games, f.before, f.after = cells(games), cells(before), cells(after)
	f.kept = make([]float32, len(f.games))
	f.floatBefore, f.floatAfter = floats(f.before), floats(f.after)
	f.rules = make([]int32, max(len(f.before), len(f.after)))
	f.planes = make([]float32, len(f.rules)*(f.side+1))
	f.legal = make([]bool, len(f.after)*f.side)
	return f
}

func floats(cells []int32) []float32 {
	out := make([]float32, len(cells))
	for i, d := range cells {
		out[i] = float32(d)
	}
	return out
}

// split converts boards once: to planes.
func (f *flow) split() {
	f.oneHot(f.before)
	f.mask(f.after)
	f.oneHot(f.after)
}

// switched converts the games' boards to floats for the buffer, and those drawn back to integers wherever a rule or an
// index is asked for.
func (f *flow) switched() {
	for i, d := range f.games {
		f.kept[i] = float32(d)
	}
	f.count.add(len(f.games))
	f.oneHot(f.integers(f.floatBefore))
	f.mask(f.integers(f.floatAfter))
	f.oneHot(f.integers(f.floatAfter))
}

func (f *flow) integers(cells []float32) []int32 {
	out := f.rules[:len(cells)]
	for i, v := range cells {
		out[i] = int32(v)
	}
	f.count.add(len(cells))
	return out
}

// oneHot makes planes of boards: one for the empty cell and one for each digit.
func (f *flow) oneHot(cells []int32) {
	wide := f.side + 1
	planes := f.planes[:len(cells)*wide]
	clear(planes)
	for i, d := range cells {
		planes[i*wide+int(d)] = 1
	}
	f.count.passes++
	f.count.bytes += int64(4 * (len(cells) + len(planes)))
}

// mask marks the actions on empty cells. Both forms do the same here: it is no conversion.
func (f *flow) mask(cells []int32) {
	for i, d := range cells {
		for k := range f.side {
			f.legal[i*f.side+k] = d == 0
		}
	}
}

// boardsFor makes puzzles for a number of boards, by the seed.
func (cfg Config) boardsFor(ctx context.Context, seed uint64, n int) ([]board.Board, error) {
	s, err := cfg.supply(ctx, seed, cfg.Lookahead, 0, generate.Range{Low: 30, High: 80})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	puzzles, err := s.Batch(ctx, n)
	if err != nil {
		return nil, err
	}
	out := make([]board.Board, n)
	for i, p := range puzzles {
		out[i] = p.Board
	}
	return out, nil
}

// types times the conversions of a training step in both forms, the split one as the control.
func types(ctx context.Context, cfg Config, r *lab.Run) error {
	const games, batch = 8, 64 // as the document's agent has them
	boards, err := cfg.boardsFor(ctx, r.Seed, games+2*batch)
	if err != nil {
		return err
	}
	f := newFlow(boards[:games], boards[games:games+batch], boards[games+batch:])
	sides := []struct {
		name string
		step func()
	}{{parted, f.split}, {mixed, f.switched}}
	how := lab.Interleaving{Rounds: 3 * cfg.Rounds, Tries: 2}
	for _, side := range sides {
		f.count = conversions{}
		side.step()
		r.Count(side.name+" conversions", f.count.passes, "passes a step")
		r.Count(side.name+" bytes", f.count.bytes, "bytes a step")
		how.Sides = append(how.Sides, timedSteps(side.step, cfg.Steps))
	}
	readings, err := r.Interleave(ctx, how)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, 13))
	for i, side := range sides {
		if err := lab.KeepMedian(r.Noisy, rng, side.name+" time", "s a step", readings[i][0]); err != nil {
			return err
		}
	}
	_, err = lab.KeepRatio(r, rng, "ratio", "of the time with types split", readings[1][0], readings[0][0], cfg.Bootstrap)
	return err
}

// timedSteps is a side of rounds that makes a number of steps and reads the seconds of one.
func timedSteps(step func(), n int) lab.Side {
	return lab.Timed(func(context.Context, int) (float64, error) {
		begin := time.Now()
		for range n {
			step()
		}
		return time.Since(begin).Seconds() / float64(n), nil
	})
}

// setMask marks the actions that break no rule on a board, by sets of what rows, columns and boxes hold, as the document's
// helpers do. Digits are looked up as numbers of the board's own type.
func setMask[V int32 | float32](shape *board.Shape, cells []V) []bool {
	held := make([]map[V]bool, len(shape.Units()))
	for u, unit := range shape.Units() {
		held[u] = map[V]bool{}
		for _, cell := range unit {
			held[u][cells[cell]] = true
		}
	}
	n := shape.Side()
	legal := make([]bool, len(cells)*n)
	for cell, v := range cells {
		for digit := 1; digit <= n; digit++ {
			free := v == 0
			for _, u := range shape.UnitsOf(cell) {
				free = free && !held[u][V(digit)]
			}
			legal[cell*n+digit-1] = free
		}
	}
	return legal
}

// The ways a board of floats comes out of the network's side.
var floatForms = []struct {
	name string
	of   func(cells []int32, n int) []float32
}{
	{"values", func(cells []int32, _ int) []float32 { return floats(cells) }},
	{"planes", fromPlanes},
	{scaledForm, scaled},
}

// scaledForm is no form of the document, whose inputs are values as they are or planes: values brought to 0…1 for a
// network, and back.
const scaledForm = "scaled"

// fromPlanes reads the values out of planes again, as sums of the planes' numbers.
func fromPlanes(cells []int32, n int) []float32 {
	out := make([]float32, len(cells))
	for i, d := range cells {
		plane := make([]float32, n+1)
		plane[d] = 1
		for value, is := range plane {
			out[i] += float32(value) * is
		}
	}
	return out
}

func scaled(cells []int32, n int) []float32 {
	out := make([]float32, len(cells))
	for i, d := range cells {
		out[i] = float32(d) / float32(n) * float32(n)
	}
	return out
}

// checks counts the boards on which the check by sets is wrong, by the type that it is fed.
func checks(ctx context.Context, cfg Config, r *lab.Run) error {
	boards, err := cfg.boardsFor(ctx, r.Seed, 5*cfg.Sequence)
	if err != nil {
		return err
	}
	wrong := map[string]int64{}
	for _, b := range boards {
		candidates := board.Candidates(b)
		n := b.Shape().Side()
		right := make([]bool, b.Shape().Cells()*n)
		cells := make([]int32, b.Shape().Cells())
		for cell := range cells {
			cells[cell] = int32(b.At(cell))
			for digit := 1; digit <= n; digit++ {
				right[cell*n+digit-1] = b.At(cell) == 0 && candidates[cell].Has(digit)
			}
		}
		if !slices.Equal(setMask(b.Shape(), cells), right) {
			wrong["integers"]++
		}
		for _, form := range floatForms {
			if !slices.Equal(setMask(b.Shape(), form.of(cells, n)), right) {
				wrong[form.name]++
			}
		}
	}
	r.Count("boards", int64(len(boards)), "boards")
	r.Count("integers wrong", wrong["integers"], "boards")
	for _, form := range floatForms {
		r.Count(form.name+" wrong", wrong[form.name], "boards")
	}
	return nil
}
