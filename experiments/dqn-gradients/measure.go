package dqngradients

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
)

// compare takes the gradients of batches by every way to mask.
func compare(ctx context.Context, cfg Config, network, game, loss string, r *lab.Run) error {
	stream, err := puzzles.New(ctx, cfg.Puzzles, 1)
	if err != nil {
		return err
	}
	all, err := stream.Batch(ctx, cfg.Count)
	stream.Close()
	if err != nil {
		return err
	}
	recipe, err := dqn.DocumentedRecipe(network, 9, 1000)
	if err != nil {
		return err
	}
	if cfg.Width > 0 {
		recipe.Network.Width, recipe.Network.Hidden = cfg.Width, cfg.Hidden
	}
	recipe.DQN.Loss = loss
	choice, err := backend.OpenSequential(ctx, accel.NameGo)
	if err != nil {
		return err
	}
	defer choice.Close()
	r.Text("backend", backend.Name(choice))
	gradients, err := dqn.NewGradients(choice.Backend, recipe)
	if err != nil {
		return err
	}
	defer gradients.Close()
	m, err := newMoves(all, game, cfg, recipe.DQN.Gamma)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	k := keeper{ways: map[dqn.Masking]*way{}}
	for i := range cfg.Batches {
		if err := ctx.Err(); err != nil {
			return err
		}
		by, unheld, err := gradients.Of(m.batch(rng))
		if err != nil {
			return err
		}
		k.add(by, unheld)
		r.Progress(i+1, cfg.Batches)
	}
	r.Count("parameters", int64(k.parameters), "weights")
	r.Exact("moves", float64(cfg.Batches*cfg.Batch), "moves", cfg.Batches)
	r.Exact("ended", float64(m.ended), "moves", cfg.Batches)
	r.Exact("full", float64(m.full), "moves", cfg.Batches)
	r.Exact("full and open", float64(m.fullOpen), "moves", cfg.Batches)
	k.keep(r, cfg.Batches, recipe.DQN.Scale)
	return nil
}

// moves makes batches of moves in the game.
type moves struct {
	samples               []puzzles.Sample
	game                  string
	empty                 int
	gamma                 float32
	games                 *environment.Vector
	ended, full, fullOpen int
}

func newMoves(samples []puzzles.Sample, game string, cfg Config, gamma float64) (*moves, error) {
	c := environment.Default(9)
	if game == open {
		c.EndAtMistake, c.TakeBack = false, true
	}
	v, err := environment.NewVector(c, cfg.Batch)
	if err != nil {
		return nil, err
	}
	return &moves{samples: samples, game: game, empty: cfg.Empty, gamma: float32(gamma), games: v}, nil
}

// batch makes one move on each of a number of boards: the first fills the last empty cell, the second is a mistake, the
// third is right and leaves cells empty, and of the others half are right.
func (m *moves) batch(rng *rand.Rand) dqn.Transitions {
	b := m.games.Len()
	t := dqn.Transitions{Actions: make([]int32, b)}
	for i := range b {
		s := m.samples[rng.IntN(len(m.samples))]
		cells, order := slices.Clone(s.Solution), puzzles.Empty(s.Puzzle)
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		empty := 1
		switch {
		case i == 2:
			empty += 1 + rng.IntN(m.empty-1)
		case i > 0:
			empty += rng.IntN(m.empty)
		}
		for _, cell := range order[:empty] {
			cells[cell] = 0
		}
		if m.game == open && i%2 == 0 { // a mistake that was made before
			wrong := order[empty]
			cells[wrong] = cells[wrong]%9 + 1
		}
		cell := order[rng.IntN(empty)]
		digit := s.Solution[cell]
		if i == 1 || i > 2 && rng.IntN(2) == 0 {
			digit = (digit+uint8(rng.IntN(8)))%9 + 1
		}
		m.games.Position(i, s.Puzzle, s.Solution, cells)
		t.Actions[i] = int32(cell*9) + int32(digit) - 1
	}
	t.Before = slices.Clone(m.games.Boards())
	m.games.Step(t.Actions)
	t.After, t.Rewards = slices.Clone(m.games.Boards()), slices.Clone(m.games.Rewards())
	for i := range b {
		discount, full := m.gamma, m.games.Blanks()[i] == 0
		if m.games.Terminated()[i] {
			m.ended++
			if m.game != endless {
				discount = 0
			}
		} else if full {
			m.fullOpen++
		}
		if full {
			m.full++
		}
		t.Discount = append(t.Discount, discount)
	}
	return t
}

// way is what one way to mask showed on all batches.
type way struct {
	vanished, infinite, reached int // batches
	norms                       []float64
	target, loss                float64 // the greatest in size, of finite ones
	same                        int     // batches with the gradient of the mask added, to the bit
	ulps                        uint64  // by which one differs from it at most
	cosine                      float64 // the least of those to the guarded way's gradient
}

// keeper gathers what batches show.
type keeper struct {
	ways       map[dqn.Masking]*way
	parameters int
	unheld     []float64
}

func (k *keeper) add(by map[dqn.Masking]dqn.LossGradient, unheld float64) {
	added, guarded := by[dqn.Added].Online, by[dqn.Guarded].Online
	k.parameters, k.unheld = len(added), append(k.unheld, unheld)
	for name, g := range by {
		if k.ways[name] == nil {
			k.ways[name] = &way{cosine: 1}
		}
		w, norm := k.ways[name], size(g.Online)
		switch {
		case math.IsNaN(norm) || math.IsInf(norm, 0) || math.IsNaN(g.Loss) || math.IsInf(g.Loss, 0):
			w.infinite++
		case norm == 0:
			w.vanished++
			fallthrough
		default:
			w.norms, w.loss = append(w.norms, norm), max(w.loss, g.Loss)
		}
		for _, y := range g.Targets {
			if far := math.Abs(float64(y)); far > w.target && !math.IsInf(far, 0) {
				w.target = far
			}
		}
		if length := norm * size(guarded); length > 0 && !math.IsInf(length, 0) {
			w.cosine = min(w.cosine, dot(g.Online, guarded)/length)
		}
		if g.Target != 0 {
			w.reached++
		}
		most := uint64(0)
		for i, x := range g.Online {
			most = max(most, apart(x, added[i]))
		}
		if most == 0 {
			w.same++
		}
		w.ulps = max(w.ulps, most)
	}
}

func (k *keeper) keep(r *lab.Run, batches int, scale float64) {
	r.Exact("batches", float64(batches), "batches", batches)
	r.Exact("unheld.least", slices.Min(k.unheld), "norm", batches)
	for _, name := range dqn.Maskings() {
		w := k.ways[name]
		keep := func(metric string, value float64, unit string) {
			r.Exact(string(name)+" "+metric, value, unit, batches)
		}
		keep("vanished", float64(w.vanished), "batches")
		keep("infinite", float64(w.infinite), "batches")
		keep("reached", float64(w.reached), "batches")
		keep("same", float64(w.same), "batches")
		keep("ulps", float64(w.ulps), "units in the last place")
		keep("cosine.least", w.cosine, "cosine")
		keep("target.greatest", w.target*scale, "reward")
		keep("loss.greatest", w.loss, "loss")
		if len(w.norms) > 0 {
			slices.Sort(w.norms)
			keep("norm.least", w.norms[0], "norm")
			keep("norm.median", w.norms[len(w.norms)/2], "norm")
			keep("norm.greatest", w.norms[len(w.norms)-1], "norm")
		}
	}
}

// size is the Euclidean norm.
func size(v []float32) float64 { return math.Sqrt(dot(v, v)) }

// dot is the inner product.
func dot(a, b []float32) (sum float64) {
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}

// apart is how many numbers of float32 lie between two, one of them counted; that of both zeros is 0.
func apart(a, b float32) uint64 {
	line := func(x float32) int64 { // the numbers in their order, both zeros as one
		bits := int64(math.Float32bits(x))
		if bits >= 1<<31 {
			return 1<<31 - bits
		}
		return bits
	}
	d := line(a) - line(b)
	if d < 0 {
		d = -d
	}
	return uint64(d)
}
