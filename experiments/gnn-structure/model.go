package gnnstructure

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/inspect"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
)

// variables writes the learned matrices by part of the network. Each has biases as many as
// its last dimension, which are counted and not written.
func variables(f inspect.Facts) string {
	matrices := map[string][]string{}
	var parts []string
	for _, v := range f.Variables {
		path := strings.Split(strings.TrimPrefix(v.Path, "/"), "/")
		part := path[0]
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
		if len(v.Dims) > 1 {
			matrices[part] = append(matrices[part], dims(v.Dims))
		}
	}
	// From input to output; what is not named here keeps its place.
	order := []string{"encoder", "message", "update", "decoder"}
	slices.SortStableFunc(parts, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
	for i, part := range parts {
		parts[i] = part + " " + strings.Join(matrices[part], ", ")
	}
	return strings.Join(parts, "; ")
}

func dims(d []int) string {
	return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(d), "[]")), "×")
}

// countModel counts the weights of one reading at several numbers of rounds, and reads off
// the dimensions of the built stages.
func countModel(ctx context.Context, c literal.Config, rounds []int, r *lab.Run) error {
	choice, err := goBackend(ctx)
	if err != nil {
		return err
	}
	defer choice.Close()
	s := board.Standard()
	for _, n := range rounds {
		at := c
		at.Iterations = n
		net, err := literal.New(at)
		if err != nil {
			return err
		}
		f, err := inspect.Describe(choice.Backend, net, s, inspect.Options{Batch: 1})
		if err != nil {
			return err
		}
		r.Count(fmt.Sprintf("parameters rounds=%d", n), int64(f.Parameters), "weights")
		r.Count(fmt.Sprintf("products rounds=%d", n), f.Products, "FLOP")
		if n == c.Iterations {
			r.Count("parameters", int64(f.Parameters), "weights")
			r.Text("variables", variables(f))
		}
	}
	r.Count("parameters.formula", int64(c.Parameters()), "weights")
	r.Count("parameters.round", int64(c.RoundParameters()), "weights")
	// What the weights would come to if every round had its own, which the document rules out.
	r.Count("parameters.unshared", int64(c.Parameters()+(c.Iterations-1)*c.RoundParameters()), "weights")
	r.Count("rounds", int64(c.Iterations), "rounds")
	r.Count("products.formula", c.FLOPs(s.Side(), 1), "FLOP")
	plain := c
	plain.Passing = literal.Plain
	r.Count("products.plain", plain.FLOPs(s.Side(), 1), "FLOP")
	r.Count("dropout.percent", int64(math.Round(100*c.Dropout)), "%")
	r.Count("decoder-dropout.percent", int64(math.Round(100*c.DecoderDropout)), "%")

	net, err := literal.New(c)
	if err != nil {
		return err
	}
	d, err := net.Dims(choice.Backend, s)
	if err != nil {
		return err
	}
	for name, of := range map[string][]int{"features": d.Features, "encoded": d.Encoded, "refined": d.Refined, "decoded": d.Cells, "logits": d.Logits} {
		if len(of) != 2 {
			return fmt.Errorf("gnn-structure: %s have %d axes, want 2", name, len(of))
		}
		r.Count(name+".rows", int64(of[0]), "rows")
		r.Count(name+".columns", int64(of[1]), "columns")
	}
	return nil
}

// compareRound holds both ways of passing messages against plain loops in float64, after one
// round and after three, and sums the probabilities of each cell.
func compareRound(ctx context.Context, c literal.Config, boards int, r *lab.Run) error {
	choice, err := goBackend(ctx)
	if err != nil {
		return err
	}
	defer choice.Close()
	s := board.Standard()
	puzzles, _ := partial(s, boards, rand.New(rand.NewPCG(r.Seed, 2)))
	var sessions []*inspect.Session
	defer func() {
		for _, session := range sessions {
			session.Close()
		}
	}()
	for _, passing := range []literal.Passing{literal.Plain, literal.Fast} {
		c.Passing = passing
		net, err := literal.New(c)
		if err != nil {
			return err
		}
		session, err := inspect.Open(choice.Backend, net, s)
		if err != nil {
			return err
		}
		sessions = append(sessions, session)
	}
	weights, err := sessions[0].Weights() // the other starts with the same
	if err != nil {
		return err
	}
	worst, sums, compared := 0.0, 0.0, 0
	for _, rounds := range []int{1, 3} {
		var want []float64
		for _, p := range puzzles {
			_, logits, err := c.Loop(weights, p, rounds)
			if err != nil {
				return err
			}
			want = append(want, logits...)
		}
		for _, session := range sessions {
			got, err := session.Logits(puzzles, gnn.Mode{Steps: rounds})
			if err != nil {
				return err
			}
			worst, sums = max(worst, apart(got, want)), max(sums, sumsOff(got, s.Side()))
			compared += len(got)
		}
	}
	r.Noisy("off", worst, "of the greatest score", boards)
	r.Noisy("sum.off", sums, "of 1", boards*s.Cells())
	r.Count("compared", int64(compared), "scores")
	return nil
}

// apart is the greatest difference of a score, as a share of the greatest score.
func apart(got []float32, want []float64) float64 {
	greatest, off := 0.0, 0.0
	for i, w := range want {
		greatest, off = max(greatest, math.Abs(w)), max(off, math.Abs(float64(got[i])-w))
	}
	return off / greatest
}

// sumsOff is how far the probabilities of a cell are from summing to 1, at most.
func sumsOff(scores []float32, digits int) (off float64) {
	for cell := range slices.Chunk(scores, digits) {
		sum := 0.0
		for _, p := range softmax(cell) {
			sum += float64(p)
		}
		off = max(off, math.Abs(sum-1))
	}
	return off
}

// softmax in float32, as a network hands out its probabilities.
func softmax(x []float32) []float32 {
	top := x[0]
	for _, v := range x {
		top = max(top, v)
	}
	out, sum := make([]float32, len(x)), float32(0)
	for i, v := range x {
		out[i] = float32(math.Exp(float64(v - top)))
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// countCNN counts the convolutional network.
func countCNN(ctx context.Context, c cnn.Config, r *lab.Run) error {
	choice, err := goBackend(ctx)
	if err != nil {
		return err
	}
	defer choice.Close()
	net, err := cnn.New(c)
	if err != nil {
		return err
	}
	f, err := inspect.Describe(choice.Backend, net, board.Standard(), inspect.Options{Batch: 1})
	if err != nil {
		return err
	}
	r.Count("parameters", int64(f.Parameters), "weights")
	r.Count("parameters.formula", int64(c.Parameters()), "weights")
	r.Count("products", f.Products, "FLOP")
	r.Count("logits.rows", int64(f.Logits[1]), "rows")
	r.Count("logits.columns", int64(f.Logits[2]), "columns")
	r.Text("variables", variables(f))
	for _, v := range f.Variables {
		if strings.HasSuffix(v.Path, "linear/weights") {
			r.Count("linear.inputs", int64(v.Dims[0]), "values")
			r.Count("linear.outputs", int64(v.Dims[1]), "values")
		}
	}
	return nil
}

// otherSize asks the convolutional network for a 16×16 board, builds it all the same, and
// then runs a fully convolutional one on 9×9 and with the same weights on 16×16.
func otherSize(ctx context.Context, c cnn.Config, r *lab.Run) error {
	choice, err := goBackend(ctx)
	if err != nil {
		return err
	}
	defer choice.Close()
	sixteen, err := board.ShapeOfSide(16)
	if err != nil {
		return err
	}
	net, err := cnn.New(c)
	if err != nil {
		return err
	}
	refused := net.Takes(sixteen)
	broken := net.Force(choice.Backend, sixteen)
	runs := int64(0)
	if refused == nil && broken == nil {
		runs = 1
	}
	r.Count("runs", runs, "networks")
	r.Text("refusal", text(refused))
	r.Text("error", text(broken))

	full := c
	full.FullyConvolutional, full.Side = true, sixteen.Side()
	counter, err := cnn.New(full)
	if err != nil {
		return err
	}
	small, err := inspect.Open(choice.Backend, counter, board.Standard())
	if err != nil {
		return err
	}
	defer small.Close()
	rng := rand.New(rand.NewPCG(r.Seed, 3))
	puzzles, _ := partial(board.Standard(), 1, rng)
	if _, err := small.Logits(puzzles, gnn.Mode{}); err != nil {
		return err
	}
	before, err := small.Weights()
	if err != nil {
		return err
	}
	large, err := small.As(counter, sixteen)
	if err != nil {
		return err
	}
	puzzles, _ = partial(sixteen, 1, rng)
	logits, err := large.Logits(puzzles, gnn.Mode{})
	if err != nil {
		return err
	}
	after, err := large.Weights()
	if err != nil {
		return err
	}
	r.Count("counter.logits", int64(len(logits)), "scores")
	r.Count("counter.weights.9", int64(total(before)), "weights")
	r.Count("counter.weights.16", int64(total(after)), "weights")
	return nil
}

func total(weights map[string][]float32) (n int) {
	for _, w := range weights {
		n += len(w)
	}
	return n
}

func text(err error) string {
	if err == nil {
		return "none"
	}
	return err.Error()
}
