package puzzles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/symmetry"
)

// A ladder is a search in the vicinity of puzzles: it begins with some that are made at random and
// minimal, exchanges one given for another, makes the result minimal again, and goes on from the
// hardest. What it comes by on the way is of all numbers of guesses, from none to hundreds, so that it
// gives many puzzles of each rung, where random making meets one of 20 guesses in a thousand or two.
// The exchanges are those of climb.go. A search in the manner of a single climb, which keeps one
// puzzle and moves as long as no guesses are lost, stopped at some ten guesses.

// Rung is a range of guesses, both ends among them: those with which the scalar search of package
// bitboard proves that a puzzle has one solution.
type Rung struct {
	Low  int64 `json:"low"`
	High int64 `json:"high,omitempty"` // 0 for no bound
	Most int   `json:"most"`           // puzzles of one ladder at most
}

// Holds reports whether the guesses are the rung's.
func (r Rung) Holds(guesses int64) bool {
	return r.Low <= guesses && (r.High == 0 || guesses <= r.High)
}

// String names the rung by its guesses: "5-19", "60+".
func (r Rung) String() string {
	if r.High == 0 {
		return fmt.Sprintf("%d+", r.Low)
	}
	return fmt.Sprintf("%d-%d", r.Low, r.High)
}

// LadderConfig decides ladders of 9×9 puzzles: ladder i is a function of the LadderConfig and i.
type LadderConfig struct {
	Seed   uint64 `json:"seed"`
	Starts int    `json:"starts"` // puzzles made at random, with which a ladder begins
	Steps  int    `json:"steps"`  // each tries exchanges for one given of one puzzle
	Pool   int    `json:"pool"`   // puzzles kept, the hardest
	Rated  int    `json:"rated"`  // exchanges rated in a step
	Keep   int    `json:"keep"`   // of them made minimal, the hardest
	// Rungs say which puzzles are taken. Of those that a ladder has more of, it gives a random choice.
	Rungs []Rung `json:"rungs"`
	// Round is the number of ladders whose puzzles are shuffled together.
	Round int `json:"round"`
	// Exclude and Cache are those of [Config].
	Exclude []string `json:"exclude,omitempty"`
	Cache   string   `json:"cache,omitempty"`
}

// DefaultLadders returns ladders of four rungs: 1 to 4 guesses, 5 to 19, 20 to 59, and from 60 on.
func DefaultLadders() LadderConfig {
	return LadderConfig{
		Starts: 24, Steps: 3000, Pool: 200, Rated: 16, Keep: 2, Round: 8, Exclude: embedded(9),
		Rungs: []Rung{{Low: 1, High: 4, Most: 50}, {Low: 5, High: 19, Most: 150}, {Low: 20, High: 59, Most: 200}, {Low: 60, Most: 150}},
	}
}

// maxLadder bounds each number of a LadderConfig.
const maxLadder = 1_000_000

// Validate reports what is wrong with the configuration.
func (c LadderConfig) Validate() error {
	for _, n := range []struct {
		name  string
		value int
	}{{"starts", c.Starts}, {"steps", c.Steps}, {"pool", c.Pool}, {"rated", c.Rated}, {"keep", c.Keep}, {"round", c.Round}} {
		if n.value < 1 || n.value > maxLadder {
			return fmt.Errorf("puzzles: ladders: %s is %d, want 1…%d", n.name, n.value, maxLadder)
		}
	}
	if len(c.Rungs) == 0 {
		return errors.New("puzzles: ladders without rungs")
	}
	for i, r := range c.Rungs {
		if r.Low < 0 || (r.High != 0 && r.High < r.Low) || r.Most < 1 || r.Most > maxLadder {
			return fmt.Errorf("puzzles: ladders: rung %d has at most %d puzzles of %d to %d guesses, want 1…%d of a range in rising order", i+1, r.Most, r.Low, r.High, maxLadder)
		}
		if i > 0 && (c.Rungs[i-1].High == 0 || c.Rungs[i-1].High >= r.Low) {
			return fmt.Errorf("puzzles: ladders: rung %d begins at %d guesses, want more than those of the rung before", i+1, r.Low)
		}
	}
	return nil
}

// RungOf returns the number of the rung of so many guesses, −1 for none.
func (c LadderConfig) RungOf(guesses int64) int {
	return slices.IndexFunc(c.Rungs, func(r Rung) bool { return r.Holds(guesses) })
}

// Streams of random numbers: of ladders, and of the order of a round.
const (
	streamLadder = 0x6c61646465723031
	streamRound  = 0x726f756e64737331
)

// LadderMaker makes ladders. It serves one goroutine.
type LadderMaker struct {
	cfg     LadderConfig
	bar     *barred
	held    bool // the held-out classes are wanted, and no others
	keys    *symmetry.Canonicalizer
	minimal *generate.Minimal9
	scalar  *bitboard.Solver
	climber climber
	rated   []ratedExchange

	met   map[symmetry.Key]struct{} // on this ladder
	pool  []ladderEntry             // hardest first
	found [][]Sample                // by rung
}

type ratedExchange struct {
	exchange
	guesses int64
}

type ladderEntry struct {
	puzzle  [81]uint8
	guesses int64
	steps   int64 // that began with it
}

// LadderMakers returns so many makers of ladders. They share what is excluded.
func LadderMakers(ctx context.Context, cfg LadderConfig, n int) ([]*LadderMaker, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	nine := DefaultConfig(9)
	nine.Exclude, nine.Cache = cfg.Exclude, cfg.Cache
	bar, err := newBarred(ctx, nine)
	if err != nil {
		return nil, err
	}
	makers := make([]*LadderMaker, max(1, n))
	for i := range makers {
		if makers[i], err = newLadderMaker(cfg, bar); err != nil {
			return nil, err
		}
	}
	return makers, nil
}

func newLadderMaker(cfg LadderConfig, bar *barred) (*LadderMaker, error) {
	m := &LadderMaker{cfg: cfg, bar: bar, scalar: bitboard.NewScalar(), found: make([][]Sample, len(cfg.Rungs))}
	var err error
	if m.keys, err = symmetry.NewCanonicalizer(symmetry.DefaultLimits()); err != nil {
		return nil, fmt.Errorf("puzzles: %w", err)
	}
	starts := generate.DefaultMinimal9()
	starts.Seed = cfg.Seed ^ streamLadder
	if m.minimal, err = generate.NewMinimal9(starts, engine.NewCounter9()); err != nil {
		return nil, fmt.Errorf("puzzles: %w", err)
	}
	return m, nil
}

// Ladder makes a ladder and returns what it gives, rung by rung: minimal puzzles, no class twice.
func (m *LadderMaker) Ladder(ctx context.Context, index int) ([]Sample, error) {
	if index < 0 {
		return nil, fmt.Errorf("puzzles: ladder %d, want 0 or more", index)
	}
	rng := source(m.cfg.Seed, streamLadder, index)
	m.pool, m.met = m.pool[:0], map[symmetry.Key]struct{}{}
	for i := range m.found {
		m.found[i] = m.found[i][:0]
	}
	var p generate.Puzzle9
	for i := range m.cfg.Starts {
		err := m.minimal.Item(index*m.cfg.Starts+i, &p)
		if err == nil {
			err = m.take(&p)
		}
		if err != nil {
			return nil, fmt.Errorf("puzzles: ladder %d: %w", index, err)
		}
	}
	for range m.cfg.Steps {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("puzzles: ladder %d: %w", index, err)
		}
		if err := m.step(rng); err != nil {
			return nil, fmt.Errorf("puzzles: ladder %d: %w", index, err)
		}
	}
	var all []Sample
	for i, found := range m.found {
		rng.Shuffle(len(found), func(a, b int) { found[a], found[b] = found[b], found[a] })
		all = append(all, found[:min(len(found), m.cfg.Rungs[i].Most)]...)
	}
	return all, nil
}

// rate returns the guesses of a puzzle's proof.
func (m *LadderMaker) rate(p *[81]uint8) int64 {
	m.scalar.CountUpTo((*bitboard.Cells)(p), 2)
	return m.scalar.Guesses()
}

// step tries exchanges for a given of the puzzle with the most guesses per step that began with it.
func (m *LadderMaker) step(rng *rand.Rand) error {
	if len(m.pool) == 0 { // no start has a class that is known
		return nil
	}
	best := &m.pool[0]
	for i := range m.pool {
		if e := &m.pool[i]; (e.guesses+1)*(best.steps+1) > (best.guesses+1)*(e.steps+1) {
			best = e
		}
	}
	best.steps++
	p := m.climber.without(rng, m.scalar, &best.puzzle)
	m.rated = m.rated[:0]
	for range m.cfg.Rated {
		e, ok := m.climber.draw(rng)
		if !ok {
			break
		}
		q := p
		q[e.cell] = uint8(e.digit)
		m.rated = append(m.rated, ratedExchange{e, m.rate(&q)})
	}
	slices.SortStableFunc(m.rated, func(a, b ratedExchange) int { return cmp.Compare(b.guesses, a.guesses) })
	full, least := len(m.pool) == m.cfg.Pool, m.pool[len(m.pool)-1].guesses
	var next generate.Puzzle9
	for _, e := range m.rated[:min(len(m.rated), m.cfg.Keep)] {
		if full && e.guesses < least {
			break
		}
		q := p
		q[e.cell] = uint8(e.digit)
		grid := [81]uint8(m.climber.solutions[e.solution])
		if err := m.minimal.Reduce(rng, &q, &grid, &next); err != nil {
			return err
		}
		if err := m.take(&next); err != nil {
			return err
		}
	}
	return nil
}

// take puts a puzzle into the pool and notes it under its rung, if its class is known and new on this
// ladder. A barred one may be gone on from, and is not noted.
func (m *LadderMaker) take(p *generate.Puzzle9) error {
	b, err := board.FromCells(p.Puzzle[:])
	if err != nil {
		return err
	}
	key, err := m.keys.Key(b)
	if errors.Is(err, symmetry.ErrLimit) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, twin := m.met[key]; twin {
		return nil
	}
	m.met[key] = struct{}{}
	e := ladderEntry{puzzle: p.Puzzle, guesses: m.rate(&p.Puzzle)}
	at, _ := slices.BinarySearchFunc(m.pool, e, func(x, e ladderEntry) int {
		if x.guesses >= e.guesses { // among equals the earlier stays
			return -1
		}
		return 1
	})
	m.pool = slices.Insert(m.pool, at, e)
	m.pool = m.pool[:min(len(m.pool), m.cfg.Pool)]
	i := m.cfg.RungOf(e.guesses)
	if wanted := !m.bar.has(key); i < 0 || wanted == m.held {
		return nil
	}
	m.found[i] = append(m.found[i], newSample(p.Puzzle[:], p.Solution[:], e.guesses))
	return nil
}

// HeldOutLadders returns count puzzles of each rung, fewer where maxHeldOutLadders ladders have no
// more, of classes that are held out: they come up in no stream and on no ladder of another call.
func HeldOutLadders(ctx context.Context, cfg LadderConfig, count int) ([][]Sample, error) {
	makers, err := LadderMakers(ctx, cfg, 1)
	if err != nil {
		return nil, err
	}
	m := makers[0]
	m.held, m.bar = true, &barred{side: 9} // what was excluded is barred as well, and is no held-out class
	rungs := make([][]Sample, len(cfg.Rungs))
	for index := range maxHeldOutLadders {
		samples, err := m.Ladder(ctx, index)
		if err != nil {
			return nil, err
		}
		for _, s := range samples {
			if i := cfg.RungOf(s.Guesses); len(rungs[i]) < count {
				rungs[i] = append(rungs[i], s)
			}
		}
		if !slices.ContainsFunc(rungs, func(r []Sample) bool { return len(r) < count }) {
			break
		}
	}
	return rungs, nil
}

// maxHeldOutLadders bounds what is made for held-out puzzles.
const maxHeldOutLadders = 1000

// Ladders hands out the puzzles of ladders without end, round after round. It implements [Source] and
// serves one consumer.
type Ladders struct {
	cfg    LadderConfig
	ctx    context.Context //nolint:containedctx // of the rounds that are made ahead, as in New
	stop   context.CancelFunc
	makers []*LadderMaker
	rounds [][]Sample // made and not handed out, all but the first whole
	round  int        // the number of the first
	used   int        // its samples that were handed out
	past   int        // samples handed out in the rounds before
	ahead  chan ladderRound
}

type ladderRound struct {
	samples []Sample
	err     error
}

// LadderState is what Ladders have to remember: [ResumeLadders] goes on from it.
type LadderState struct {
	Config LadderConfig `json:"config"`
	Round  int          `json:"round"`
	Used   int          `json:"used"` // samples of the round
	Past   int          `json:"past"` // samples of the rounds before
}

var _ Source = (*Ladders)(nil)

// NewLadders begins at ladder 0 with a number of workers, on which the samples do not depend; 0 for one.
func NewLadders(ctx context.Context, cfg LadderConfig, workers int) (*Ladders, error) {
	return ResumeLadders(ctx, LadderState{Config: cfg}, workers)
}

// ResumeLadders makes the round again in which the state is, and goes on behind it.
func ResumeLadders(ctx context.Context, state LadderState, workers int) (*Ladders, error) {
	makers, err := LadderMakers(ctx, state.Config, workers)
	if err != nil {
		return nil, err
	}
	if state.Round < 0 || state.Used < 0 || state.Past < 0 {
		return nil, fmt.Errorf("puzzles: ladders at sample %d of round %d, %d before it, want 0 or more", state.Used, state.Round, state.Past)
	}
	l := &Ladders{cfg: state.Config, makers: makers, round: state.Round, past: state.Past}
	l.ctx, l.stop = context.WithCancel(ctx)
	first, err := LadderRound(l.ctx, makers, l.round)
	if err == nil && state.Used > len(first) {
		err = fmt.Errorf("puzzles: ladders at sample %d of round %d, which has %d", state.Used, state.Round, len(first))
	}
	if err != nil {
		l.stop()
		return nil, err
	}
	l.rounds, l.used = [][]Sample{first}, state.Used
	l.begin()
	return l, nil
}

// LadderRound makes a round by some makers of one configuration, on as many goroutines, and shuffles it. Round after
// round, these are the samples of [Ladders].
func LadderRound(ctx context.Context, makers []*LadderMaker, round int) ([]Sample, error) {
	if len(makers) == 0 || round < 0 {
		return nil, fmt.Errorf("puzzles: round %d of ladders by %d makers, want 0 or more by 1 or more", round, len(makers))
	}
	cfg := makers[0].cfg
	ladders := make([][]Sample, cfg.Round)
	workers := make([]func(context.Context, int) error, len(makers))
	for w, m := range makers {
		workers[w] = func(ctx context.Context, i int) (err error) {
			ladders[i], err = m.Ladder(ctx, round*cfg.Round+i)
			return err
		}
	}
	if err := pipeline.For(ctx, cfg.Round, workers); err != nil {
		return nil, err
	}
	all := slices.Concat(ladders...)
	if len(all) == 0 {
		return nil, fmt.Errorf("puzzles: round %d: no ladder has a puzzle of a rung", round)
	}
	source(cfg.Seed, streamRound, round).Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	return all, nil
}

// begin makes the next round in the background.
func (l *Ladders) begin() {
	l.ahead = make(chan ladderRound, 1)
	go func(round int, to chan<- ladderRound) {
		samples, err := LadderRound(l.ctx, l.makers, round)
		to <- ladderRound{samples, err}
	}(l.round+len(l.rounds), l.ahead)
}

// Next implements [Source].
func (l *Ladders) Next(ctx context.Context) (Sample, error) {
	batch, err := l.Batch(ctx, 1)
	if err != nil {
		return Sample{}, err
	}
	return batch[0], nil
}

// Batch implements [Source]. With an error nothing was taken.
func (l *Ladders) Batch(ctx context.Context, k int) ([]Sample, error) {
	if err := l.wait(ctx, k); err != nil {
		return nil, err
	}
	batch := make([]Sample, 0, k)
	for len(batch) < k {
		if l.used == len(l.rounds[0]) {
			l.past += l.used
			l.round, l.rounds, l.used = l.round+1, l.rounds[1:], 0
			continue
		}
		batch = append(batch, l.rounds[0][l.used].clone())
		l.used++
	}
	return batch, nil
}

// wait waits until a batch of k is there.
func (l *Ladders) wait(ctx context.Context, k int) error {
	if k < 0 {
		return fmt.Errorf("puzzles: batch of %d samples, want 0 or more", k)
	}
	ready := -l.used
	for _, r := range l.rounds {
		ready += len(r)
	}
	for ready < k {
		var r ladderRound
		select {
		case <-ctx.Done():
			r.err = ctx.Err()
		case r = <-l.ahead:
			if r.err != nil {
				l.ahead <- r // the next call gets it as well
			}
		}
		if r.err != nil {
			return fmt.Errorf("puzzles: batch of %d at sample %d of the ladders: %w", k, l.Position(), r.err)
		}
		l.rounds = append(l.rounds, r.samples)
		ready += len(r.samples)
		l.begin()
	}
	return nil
}

// Position implements [Source].
func (l *Ladders) Position() int { return l.past + l.used }

// State returns what [ResumeLadders] needs.
func (l *Ladders) State() LadderState {
	return LadderState{Config: l.cfg, Round: l.round, Used: l.used, Past: l.past}
}

// Close implements [Source] and waits for what is being made.
func (l *Ladders) Close() {
	l.stop()
	if l.ahead != nil {
		<-l.ahead
		l.ahead = nil
	}
}
