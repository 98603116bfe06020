package gnninference

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/inspect"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/stats"
)

// timed is a network that is asked about one board at a time. It remembers what it said until
// it is told to forget, and counts the time of a board's prediction whenever it is asked.
type timed struct {
	model learn.Predictor
	known map[string]said
	spent float64 // seconds since it was last set to 0
	made  int     // predictions that were worked out
}

type said struct {
	p       learn.Prediction
	seconds float64
}

func newTimed(model learn.Predictor) *timed { return &timed{model: model, known: map[string]said{}} }

func (t *timed) forget() { t.known = map[string]said{} }

// Predict implements learn.Predictor.
func (t *timed) Predict(ctx context.Context, boards []board.Board) ([]learn.Prediction, error) {
	out := make([]learn.Prediction, len(boards))
	for i, b := range boards {
		key := string(b.Cells())
		s, ok := t.known[key]
		if !ok {
			begin := time.Now()
			p, err := t.model.Predict(ctx, []board.Board{b})
			if err != nil {
				return nil, err
			}
			s = said{p[0], time.Since(begin).Seconds()}
			t.known[key] = s
			t.made++
		}
		t.spent += s.seconds
		out[i] = s.p
	}
	return out, nil
}

// device is what a network answers on: a backend and, where that is the one in Go, the steps by hand that the command
// line takes in its place where no backend is named.
type device struct {
	*accel.Choice
	model *weights.Model
}

// open opens the backend of a configuration with its embedded weights. It is closed by its user.
func open(ctx context.Context, cfg Config) (*device, error) {
	m, err := weights.Load(cfg.Weights)
	if err != nil {
		return nil, err
	}
	choice, err := backend.Open(ctx, cfg.Backend)
	if err != nil {
		return nil, err
	}
	if choice.Platform == accel.PlatformGo {
		m = m.Fused(fused.Best())
	}
	return &device{choice, m}, nil
}

// openNoted is open that notes in the record what answers, and returns the keeper of what follows from the answers.
func openNoted(ctx context.Context, cfg Config, r *lab.Run) (*device, backend.Keeper, error) {
	d, err := open(ctx, cfg)
	if err != nil {
		return nil, backend.Keeper{}, err
	}
	r.Text("backend", backend.NameOf(d.Choice, d.model.Path()))
	return d, backend.KeeperOn(r, d.Choice, d.model.Path()), nil
}

// network returns a predictor that takes batches of a size, compiled for 9×9. It is closed by its user. Steps and
// segments are those of the candidate network; the document's makes the rounds it was trained with.
func (d *device) network(ctx context.Context, cfg Config, batch int) (p weights.Predictor, err error) {
	if cfg.Weights == literalNetwork {
		p, err = d.model.Predictor(d.Backend, batch, 0)
	} else {
		p, err = d.model.Thinker(d.Backend, candidate.ThinkConfig{Batch: batch, Segment: cfg.Segment, Steps: cfg.Steps})
	}
	if err != nil {
		return nil, err
	}
	if _, err := p.Predict(ctx, []board.Board{board.New(board.Standard())}); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// puzzle is a board with its only solution.
type puzzle struct{ board, solution board.Board }

// load returns the puzzles of a set that have one solution.
func load(ctx context.Context, s Set, r *lab.Run) ([]puzzle, error) {
	var out []puzzle
	if s.Test != nil {
		samples, err := puzzles.HeldOut(ctx, *s.Test, s.Boards, 0)
		if err != nil {
			return nil, err
		}
		for _, x := range samples {
			out = append(out, puzzle{x.Board(), x.Grid()})
		}
		return out, nil
	}
	items, err := r.Puzzles(ctx)
	if err != nil {
		return nil, err
	}
	scalar := bitboard.NewScalar()
	for _, it := range items {
		if it.Board.Shape() != board.Standard() {
			return nil, fmt.Errorf("puzzle %d of %s is of shape %v, want 9×9", it.Index+1, s.Name, it.Board.Shape())
		}
		if scalar.CountUpTo((*bitboard.Cells)(it.Board.Cells()), 2) != 1 {
			continue
		}
		grid, err := board.FromCells(slices.Clone(scalar.First()[:]))
		if err != nil {
			return nil, err
		}
		out = append(out, puzzle{it.Board, grid})
	}
	if len(out) == 0 {
		return nil, errors.New("no puzzle with one solution")
	}
	return out, nil
}

// lookForLiteral keeps whether there are trained weights of the document's network, on how many
// boards they were trained, and in what that differs from the document.
func lookForLiteral(r *lab.Run) error {
	if !slices.Contains(weights.Names(), literalNetwork) {
		r.Count("trained", 0, "sets of weights")
		r.Count("boards trained on", 0, "boards")
		return nil
	}
	m, err := weights.Load(literalNetwork)
	if err != nil {
		return err
	}
	recipe := m.Card.Recipe.Documented
	if recipe == nil {
		return fmt.Errorf("the weights %s are of the network %s, want a recipe of the document's", literalNetwork, m.Card.Recipe.Model())
	}
	r.Count("trained", 1, "sets of weights")
	r.Count("boards trained on", m.Card.Training.Samples, "boards")
	r.Text("differs", strings.Join(recipe.Deviations(), "; "))
	return nil
}

// timeLiteral times single passes of the document's network on boards, one at a time, as drawn
// and fast in turn, and on a batch.
func timeLiteral(ctx context.Context, cfg Config, r *lab.Run) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	set, err := puzzles.TestSetOf("9x9-30-35")
	if err != nil {
		return err
	}
	samples, err := puzzles.HeldOut(ctx, set, max(cfg.Literal.Passes, cfg.Literal.Batch), 0)
	if err != nil {
		return err
	}
	boards := puzzles.Boards(samples)
	forms := []literal.Passing{literal.Fast, literal.Plain}
	sessions := map[literal.Passing]*inspect.Session{}
	defer func() {
		for _, s := range sessions {
			s.Close()
		}
	}()
	for _, form := range forms {
		c := cfg.Literal.Network
		c.Passing = form
		net, err := literal.New(c)
		if err != nil {
			return err
		}
		if sessions[form], err = inspect.Open(choice.Backend, net, board.Standard()); err != nil {
			delete(sessions, form)
			return err
		}
		if _, err := sessions[form].Logits(boards[:1], gnn.Mode{}); err != nil { // compiles
			return err
		}
	}
	r.Count("rounds", int64(cfg.Literal.Network.Iterations), "rounds")
	r.Count("hidden", int64(cfg.Literal.Network.Hidden), "numbers a node")
	r.Count("parameters", int64(cfg.Literal.Network.Parameters()), "weights")
	r.Count("products", cfg.Literal.Network.FLOPs(9, 1), "FLOP")
	times := map[literal.Passing][]float64{}
	for i := range cfg.Literal.Passes {
		for _, form := range forms {
			if err := ctx.Err(); err != nil {
				return err
			}
			begin := time.Now()
			if _, err := sessions[form].Logits(boards[i:i+1], gnn.Mode{}); err != nil {
				return err
			}
			times[form] = append(times[form], time.Since(begin).Seconds())
		}
		r.Progress(i+1, cfg.Literal.Passes)
	}
	for _, form := range forms {
		if err := keepTimes(r, string(form), times[form]); err != nil {
			return err
		}
	}
	batch := boards[:cfg.Literal.Batch]
	if _, err := sessions[literal.Fast].Logits(batch, gnn.Mode{}); err != nil { // compiles
		return err
	}
	begin := time.Now()
	if _, err := sessions[literal.Fast].Logits(batch, gnn.Mode{}); err != nil {
		return err
	}
	r.Noisy("batched", time.Since(begin).Seconds()/float64(len(batch)), "s", len(batch))
	r.Count("batch", int64(len(batch)), "boards")
	return nil
}

// Percentiles of times that are kept, for the figure of their distribution.
var percentiles = []int{5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 100}

func percentile(p int) string { return fmt.Sprintf("p%02d", p) }

// keepTimes keeps the mean and percentiles of times, and the share below 50 ms.
func keepTimes(r *lab.Run, name string, seconds []float64) error {
	mean, err := stats.Mean(seconds)
	if err != nil {
		return err
	}
	r.Noisy("time.mean "+name, mean, "s", len(seconds))
	for _, p := range percentiles {
		q, err := stats.Quantile(seconds, float64(p)/100)
		if err != nil {
			return err
		}
		r.Noisy("time."+percentile(p)+" "+name, q, "s", len(seconds))
	}
	r.Noisy("time.min "+name, slices.Min(seconds), "s", len(seconds))
	under := 0
	for _, s := range seconds {
		if s < 0.05 {
			under++
		}
	}
	r.Noisy("under 50 ms "+name, float64(under), "boards", len(seconds))
	return nil
}
