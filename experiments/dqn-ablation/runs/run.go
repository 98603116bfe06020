package runs

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
	"sudokulab/pkg/train"
)

// Kind is the kind of the cases: one is one run.
const Kind = "run"

// Config is everything that affects a figure of an experiment, together with what the arms change.
type Config struct {
	Backend string  `json:"backend"`
	Sizes   []Sizes `json:"sizes"` // by setting
}

// Sizes say how long runs in a setting are and on how many boards they are measured.
type Sizes struct {
	Setting study.Setting `json:"setting"`
	Steps   int           `json:"steps"`  // of the base
	Boards  int           `json:"boards"` // held-out puzzles of each row
	// Arms and Seeds say which runs there are and change none, so a later run can have more of them.
	Arms  []Arm `json:"-"`
	Seeds int   `json:"-"`
}

// Arm is an arm with a network.
type Arm struct{ Arm, Network string }

// Plan returns the plan of an experiment: in full all arms of both settings with five seeds, in smoke and quick some on 4×4
// boards for a few steps. A card is not asked for.
func Plan(p lab.Profile, arms func(study.Setting) []Arm, some ...string) lab.Plan {
	few, four := study.Few(), study.Four()
	one := Sizes{Setting: four, Arms: Of(four, some...), Seeds: 1}
	cfg := Config{Backend: backend.Asked()}
	switch p {
	case lab.Smoke:
		cfg.Backend = accel.NameGo
		one.Steps, one.Boards = 8, 4
		cfg.Sizes = []Sizes{one}
	case lab.Quick:
		one.Steps, one.Boards = 48, 20
		cfg.Sizes = []Sizes{one}
	case lab.Full:
		cfg.Sizes = []Sizes{
			{Setting: few, Steps: 2400, Boards: 100, Arms: arms(few), Seeds: 5},
			{Setting: four, Steps: 3200, Boards: 100, Arms: arms(four), Seeds: 5},
		}
	case lab.GPU:
		return lab.Plan{}
	}
	return lab.Plan{Config: cfg, Seed: 1, Cases: cases(cfg)}
}

// In returns the sizes that records were measured with, with the arms that there may be.
func In(set record.Set, arms func(study.Setting) []Arm) []Sizes {
	all := lab.ConfigIn[Config](set).Sizes
	for i := range all {
		all[i].Arms = arms(all[i].Setting)
	}
	return all
}

// Of returns arms with the base network of a setting.
func Of(s study.Setting, names ...string) (out []Arm) {
	for _, name := range names {
		out = append(out, Arm{name, s.Network})
	}
	return out
}

// cases are the runs of settings, those of a seed together, so that a broken off measurement leaves whole pairs.
func cases(cfg Config) (out []lab.Case) {
	for seed := 1; ; seed++ {
		more := false
		for _, s := range cfg.Sizes {
			if seed > s.Seeds {
				continue
			}
			more = true
			for _, a := range s.Arms {
				out = append(out, lab.Case{
					Kind: Kind, Dims: Dims(s.Setting, a.Arm, a.Network, seed),
					Run: func(ctx context.Context, r *lab.Run) error { return measure(ctx, cfg.Backend, s, a, seed, r) },
				})
			}
		}
		if !more {
			return out
		}
	}
}

// Case is the run of an arm with a seed on a backend.
func Case(backend string, s Sizes, a Arm, seed int) lab.Case {
	return lab.Case{
		Kind: Kind, Dims: Dims(s.Setting, a.Arm, a.Network, seed),
		Run: func(ctx context.Context, r *lab.Run) error { return measure(ctx, backend, s, a, seed, r) },
	}
}

// Dims are the dimensions of a run.
func Dims(s study.Setting, arm, network string, seed int) []record.Dim {
	return []record.Dim{record.D("setting", s.Name), record.D("arm", arm), record.D("network", network), record.D("seed", seed)}
}

// Names of figures and texts. Those of a row have its name behind them; see [Row].
const (
	Solved    = "solved"    // share of held-out puzzles that the greedy policy solves, mean over the setting's rows
	Right     = "right"     // share of its moves that are right
	Filled    = "filled"    // share of its moves on cells that may not be changed
	Untrained = "untrained" // followed by one of these: before the first training step
	Steps     = "steps"     // of training
	Moves     = "moves"     // of the environment
	Played    = "played"    // moves, those before the first update among them
	Illegal   = "illegal"   // of these, on cells that may not be changed
	Changes   = "change"    // mean change of the solve rate between evaluations over the last half of training
	Invalid   = "invalid"   // share of moves that break a rule or go to such cells, last tenth of training
	Extra     = "extra"     // moves of solved games beyond their empty cells, last tenth of training
	Won       = "won"       // solved games, last tenth of training
	Off       = "off"       // mean |Q − Q*| of a batch's actions
	Value     = "value"     // mean value of these
	Spread    = "spread"    // standard deviation of these
	Loss      = "loss"
	Stored    = "stored"     // boards kept that values are learned of
	Unsound   = "unsound"    // of these, that cannot be finished
	Learned   = "learned"    // transitions of steps after episodes
	Relabeled = "relabelled" // of these, not as they were
	Copy      = "copy"       // steps between copies of the target
	Gamma     = "gamma"
)

// Row names a figure of a row.
func Row(figure string, row dqn.Row) string { return figure + " " + row.Name() }

// measure trains an arm with a seed and keeps what the run showed.
func measure(ctx context.Context, asked string, s Sizes, a Arm, seed int, r *lab.Run) error {
	arm, err := study.ArmOf(a.Arm)
	if err != nil {
		return err
	}
	recipe, err := arm.Recipe(s.Setting, a.Network, s.Steps, uint64(seed))
	if err != nil {
		return err
	}
	recipe.Validation.Count = s.Boards
	choice, err := backend.OpenSequential(ctx, asked)
	if err != nil {
		return err
	}
	defer choice.Close()
	r.Text("backend", backend.Name(choice))
	k := backend.KeeperOf(r, choice)
	untrained, err := dqn.Untrained(ctx, choice.Backend, recipe, 1)
	if err != nil {
		return err
	}
	watch := dqn.Watch{Progress: r.Progress}
	var sound *soundness
	if a.Arm == study.Base || a.Arm == study.PlayOn {
		if sound, err = newSoundness(s.Setting.Side); err != nil {
			return err
		}
		watch.Kept = sound.see
	}
	var same *sameness
	if a.Arm == study.Episode {
		same = &sameness{running: make([][]kept, recipe.Play.Environments)}
		watch.Kept, watch.Episode = same.see, same.compare
	}
	curve, err := dqn.TrainWatched(ctx, choice.Backend, recipe, 1, watch)
	if err != nil {
		return err
	}
	if curve.Diverged {
		r.Cap(fmt.Sprintf("the loss was no longer finite after %d steps", last(curve.Steps).Step))
	}
	keep(r, k, recipe, s, untrained, curve)
	if sound != nil {
		if sound.err != nil {
			return sound.err
		}
		k.Count(Stored, sound.boards, "boards")
		k.Count(Unsound, sound.unsound, "boards")
	}
	if same != nil {
		k.Count(Learned, same.learned, "transitions")
		k.Count(Relabeled, same.others, "transitions")
	}
	return nil
}

func last(points []dqn.Point) dqn.Point {
	if len(points) == 0 {
		return dqn.Point{Metrics: train.Metrics{}}
	}
	return points[len(points)-1]
}

// keep keeps a curve: its validations and the lines of its log as texts, its end as figures.
func keep(r *lab.Run, k backend.Keeper, recipe dqn.Recipe, s Sizes, untrained train.Metrics, curve *dqn.Curve) {
	r.Text("arm", s.describe(recipe))
	r.Count(Copy, int64(recipe.DQN.Copy), "steps")
	r.Exact(Gamma, recipe.DQN.Gamma, "per move", 1)
	text := func(name string, points []dqn.Point, of func(dqn.Point) float64) { r.Text(name, write(points, of)) }
	metric := func(name string) func(dqn.Point) float64 {
		return func(p dqn.Point) float64 { return p.Metrics[name] }
	}
	text(Steps, curve.Points, func(p dqn.Point) float64 { return float64(p.Step) })
	text(Moves, curve.Points, func(p dqn.Point) float64 { return float64(p.Moves) })
	text(Illegal, curve.Points, metric("illegal"))
	solved := func(p dqn.Point) float64 { return meanSolved(s.Setting, p.Metrics) }
	text(Solved, curve.Points, solved)
	end := last(curve.Points)
	for _, row := range recipe.Validation.Rows {
		text(Row(Solved, row), curve.Points, metric(Row(Solved, row)))
		text(Row(Filled, row), curve.Points, metric(Row(Filled, row)))
		for _, name := range []string{Solved, Right} {
			k.Keep(Row(name, row), end.Metrics[Row(name, row)], "of 1", s.Boards)
			k.Keep(Untrained+" "+Row(name, row), untrained[Row(name, row)], "of 1", s.Boards)
		}
	}
	k.Keep(Solved, solved(end), "of puzzles", s.Boards*len(s.Setting.Stages))
	k.Keep(Untrained+" "+Solved, meanSolved(s.Setting, untrained), "of puzzles", s.Boards*len(s.Setting.Stages))
	k.Count(Steps, int64(end.Step), "steps")
	k.Count(Moves, end.Moves, "moves")
	k.Count(Played, int64(end.Metrics["played"]), "moves")
	k.Count(Illegal, int64(end.Metrics["illegal"]), "moves")
	var half []float64
	for _, p := range curve.Points {
		if 2*p.Step >= end.Step {
			half = append(half, solved(p))
		}
	}
	change := 0.0
	for i := range half[:max(0, len(half)-1)] {
		change += math.Abs(half[i+1]-half[i]) / float64(len(half)-1)
	}
	k.Keep(Changes, change, "of puzzles", max(1, len(half)-1))
	log := last(curve.Steps)
	for _, name := range []string{Off, Value, Spread, Loss} {
		text(name, curve.Steps, metric(name))
	}
	for _, name := range []string{Off, Value, Spread} {
		k.Keep(name, log.Metrics[name], "rewards", 1)
	}
	var invalid, extra, won, lines float64
	for i, p := range curve.Steps {
		if i == len(curve.Steps)-1 || 10*(p.Step-recipe.Train.LogEvery) >= 9*log.Step {
			invalid, lines = invalid+p.Metrics["filled"]+p.Metrics["broken"], lines+1
			extra, won = extra+p.Metrics["extra"], won+p.Metrics["won"]
		}
	}
	lines = math.Max(lines, 1)
	k.Keep(Invalid, invalid/lines, "of moves", 1)
	k.Keep(Extra, extra/lines, "per move", 1)
	k.Keep(Won, won/lines, "per move", 1)
	r.Noisy("seconds", curve.Seconds, "s", 1)
}

// describe names the network and the lengths of a run.
func (s Sizes) describe(r dqn.Recipe) string {
	return fmt.Sprintf("%s, %d steps of %d games, batches of %d", r.Network.Name, s.Steps, r.Play.Environments, r.DQN.Batch)
}

// meanSolved is the mean solve rate over the rows of a setting.
func meanSolved(s study.Setting, m train.Metrics) float64 {
	sum := 0.0
	for _, row := range s.Rows() {
		sum += m[Row(Solved, row)]
	}
	return sum / float64(len(s.Stages))
}

// write writes a figure of points with four digits and blanks between.
func write(points []dqn.Point, of func(dqn.Point) float64) string {
	words := make([]string, len(points))
	for i, p := range points {
		v := of(p)
		if v == math.Trunc(v) && math.Abs(v) < 1e9 {
			words[i] = strconv.FormatInt(int64(v), 10)
		} else {
			words[i] = strconv.FormatFloat(v, 'g', 4, 64)
		}
	}
	return strings.Join(words, " ")
}

// soundness counts the boards that are learned from and those of them that cannot be finished.
type soundness struct {
	engine          *wide.Solver
	boards, unsound int64
	err             error // the first
}

func newSoundness(side int) (*soundness, error) {
	shape, err := board.ShapeOfSide(side)
	if err != nil {
		return nil, err
	}
	engine, err := wide.New(shape, wide.DefaultConfig())
	return &soundness{engine: engine}, err
}

// see looks at the board of a move, and at the one after it if its value counts.
func (s *soundness) see(t dqn.Stored) {
	s.look(t.Before)
	if t.Discount > 0 {
		s.look(t.After)
	}
}

func (s *soundness) look(cells []uint8) {
	b, err := board.FromCells(cells)
	if err == nil {
		s.boards++
		var n int
		if n, err = s.engine.CountUpTo(b, 1); err == nil && n == 0 {
			s.unsound++
		}
	}
	if s.err == nil {
		s.err = err
	}
}

// sameness compares the transitions of steps after episodes with those that the games made, to the bit.
type sameness struct {
	running         [][]kept // by game
	ended           [][]kept // episodes, first to last
	begun           bool
	learned, others int64
}

type kept struct {
	before, after    []byte
	action           int32
	reward, discount uint32 // bits
}

func keptOf(t dqn.Stored) kept {
	return kept{bytes.Clone(t.Before), bytes.Clone(t.After), t.Action, math.Float32bits(t.Reward), math.Float32bits(t.Discount)}
}

func (k kept) equal(o kept) bool {
	return bytes.Equal(k.before, o.before) && bytes.Equal(k.after, o.after) && k.action == o.action && k.reward == o.reward && k.discount == o.discount
}

func (s *sameness) see(t dqn.Stored) {
	s.running[t.Game] = append(s.running[t.Game], keptOf(t))
	if t.Ends {
		s.ended = append(s.ended, s.running[t.Game])
		s.running[t.Game] = nil
	}
}

// compare takes the first episode that ended and is as long. Episodes that ended before the first update have no
// step.
func (s *sameness) compare(transitions []dqn.Stored) {
	if !s.begun {
		s.begun = true
		for len(s.ended) > 0 && !s.matches(transitions) {
			s.ended = s.ended[1:]
		}
	}
	var of []kept
	if len(s.ended) > 0 {
		of, s.ended = s.ended[0], s.ended[1:]
	}
	for i, t := range transitions {
		s.learned++
		if i >= len(of) || len(of) != len(transitions) || !of[i].equal(keptOf(t)) {
			s.others++
		}
	}
}

func (s *sameness) matches(transitions []dqn.Stored) bool {
	if len(s.ended[0]) != len(transitions) {
		return false
	}
	for i, t := range transitions {
		if !s.ended[0][i].equal(keptOf(t)) {
			return false
		}
	}
	return true
}
