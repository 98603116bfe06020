// Package dqnmodels trains networks of the kinds that the document on the agent names, at the document's settings and stages, and
// measures what comes of it on held-out puzzles: which moves are right, and which puzzles are solved by the greedy
// policy, by the number of empty cells, beside simple methods, a supervised twin of each agent, a second
// algorithm, and the candidate network. It decides R04, R11, R18, R19, R25 and R26. Experiment dqn-agents measures the
// embedded agents.
//
// A run is a case, so a profile that was broken off goes on with the next run. Seed k gives every run of a setting the
// same stream of puzzles.
//
// The agent of an established library takes part as a program dqn-library in the folder of peers (SUDOKULAB_PEERS):
//
//	dqn-library SIDE LOW HIGH MOVES SEED TRAINING TESTS THREADS
//
// TRAINING and TESTS are files with a puzzle and its solution on each line, cells row by row, 0 for an empty one, with a
// space between. On the puzzles of TRAINING, which have from LOW to HIGH empty cells, the program trains its deep
// Q-learning at the document's game and settings for MOVES moves, on THREADS threads; then it plays each puzzle of TESTS
// greedily up to the first mistake. It writes one line of JSON: moves and seconds (of training), games (tests
// played), solved (with the mask of empty cells in the tests), bare (solved without), right and choices (moves in tests
// with the mask), parameters, and library (its name and version).
package dqnmodels

import (
	"context"
	"fmt"
	"math"
	"slices"

	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment, together with the arms in arms.go.
type Config struct {
	Backend  string      `json:"backend"`
	Settings []Setting   `json:"settings"`
	Depths   Sweep       `json:"depths"`
	Probe    ProbeConfig `json:"probe"`
	Boards   int         `json:"boards"`  // held-out puzzles of each row at the end of a run
	Watched  int         `json:"watched"` // those of each row during it
	Points   int         `json:"points"`  // of a curve
	Library  []Library   `json:"library,omitempty"`
	Seed     uint64      `json:"seed"` // of held-out puzzles
}

// Setting is a kind of boards, and what is trained on it.
type Setting struct {
	Study study.Setting `json:"study"`
	Rows  []dqn.Row     `json:"rows"`
	Last  dqn.Row       `json:"last"` // the last stage, by numbers of empty cells
	Seeds int           `json:"seeds"`
	Steps int           `json:"steps"` // training steps of a run
	Runs  []Arm         `json:"runs"`
}

// Arm is a network trained in one way.
type Arm struct {
	Network string `json:"network"`
	Arm     string `json:"arm"`
}

// Sweep is a sweep of depths, with residual connections and without.
type Sweep struct {
	Study  study.Setting `json:"study"`
	Rows   []dqn.Row     `json:"rows"`
	Depths []int         `json:"depths"` // convolutions behind the first
	Width  int           `json:"width"`
	Seeds  int           `json:"seeds"`
	Steps  int           `json:"steps"`
}

// ProbeConfig sizes the linear probe. Boards come in pairs, of which the second has a conflict.
type ProbeConfig struct {
	Fit       int       `json:"fit"`    // pairs that probes are fitted to
	Choose    int       `json:"choose"` // pairs by which a probe is chosen
	Test      int       `json:"test"`   // pairs on which it is measured
	Penalties []float64 `json:"penalties"`
}

// pairs is the number of all of them.
func (p ProbeConfig) pairs() int { return p.Fit + p.Choose + p.Test }

// Kinds of cases.
const (
	layersKind   = "layers"   // by network
	baselineKind = "baseline" // by setting and rule
	runKind      = "run"      // by setting, network, arm and seed
	depthKind    = "depth"    // by depth, residual and seed
)

// documented is the setting of the document's own stages, which decides; small is the one at side 4.
const (
	documented = "9x9"
	small      = "4x4"
)

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-models",
		Title:    "The networks of the agent",
		Question: "Do networks of the kinds that the document names train as Q-networks, how many puzzles does the agent solve, and what do its filters see?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

// stagesOf is the setting of the document's own stages.
func stagesOf() study.Setting {
	s := study.Few()
	s.Name, s.Stages, s.Rate = documented, dqn.DocumentedStages(9, 3), documentedRate
	for i := range s.Stages {
		s.Stages[i].Steps = 0
	}
	s.Network, s.Networks = networks.Conv, []networks.Config{} // as they are drawn
	return s
}

// documentedRate lies in the document's range, 10⁻⁴ to 10⁻³, in the middle by factors.
const documentedRate = 3e-4

// settings returns both, at full size.
func settings() []Setting {
	nine := Setting{Study: stagesOf(), Rows: dqn.DefaultRows(9), Seeds: 3, Steps: 2500}
	four := Setting{Study: study.Four(), Seeds: 3, Steps: 4000}
	for blanks := 1; blanks <= 12; blanks++ {
		four.Rows = append(four.Rows, dqn.Row{Low: blanks, High: blanks})
	}
	for _, s := range []*Setting{&nine, &four} {
		rows := s.Study.Rows()
		s.Last = rows[len(rows)-1]
		for _, network := range networks.DocumentedNames() {
			s.Runs = append(s.Runs, Arm{network, documentArm})
			if network != networks.Conv && network != networks.UnitConv {
				continue // the others take longer, and a full profile hours
			}
			for _, arm := range []string{scaledArm, parallelArm, twinArm} {
				s.Runs = append(s.Runs, Arm{network, arm})
			}
		}
		s.Runs = append(s.Runs, Arm{networks.Conv, squaredArm}, Arm{networks.Conv, rulesArm})
	}
	for _, network := range networks.Names() {
		four.Runs = append(four.Runs, Arm{network, tunedArm})
	}
	return []Setting{nine, four}
}

func configOf(p lab.Profile) Config {
	cfg := Config{
		Backend: backend.Asked(), Settings: settings(), Boards: 1000, Watched: 50, Points: 12, Seed: 19,
		Depths: Sweep{Study: study.Few(), Rows: study.Few().Rows(), Depths: []int{2, 4, 8, 16}, Width: 12, Seeds: 3, Steps: 1200},
		Probe:  ProbeConfig{Fit: 1500, Choose: 500, Test: 1000, Penalties: []float64{0.01, 0.1, 1, 10}},
	}
	nine, four := &cfg.Settings[0], &cfg.Settings[1]
	switch p {
	case lab.Smoke, lab.Quick:
		// Runs on 9×9 boards take minutes: quick has none of these.
		nine.Runs, nine.Rows = nil, nine.Rows[:3]
		nine.Last = nine.Rows[2]
		four.Runs = []Arm{{networks.Conv, documentArm}}
		four.Rows, four.Seeds, four.Steps = dqn.DefaultRows(4), 1, 120
		cfg.Depths.Study, cfg.Depths.Rows = four.Study, four.Study.Rows()
		cfg.Depths.Depths, cfg.Depths.Width, cfg.Depths.Seeds, cfg.Depths.Steps = []int{2, 4}, 4, 1, 30
		cfg.Boards, cfg.Watched, cfg.Points = 40, 10, 3
		cfg.Probe = ProbeConfig{Fit: 60, Choose: 20, Test: 40, Penalties: []float64{0.1, 1}}
		if p == lab.Smoke {
			cfg.Backend = accel.NameGo
			four.Steps, cfg.Depths.Steps, cfg.Boards = 12, 6, 8
		}
	case lab.Full:
		cfg.Library = libraries()
	case lab.GPU:
		if cfg.Backend == accel.NameGo {
			cfg.Backend = accel.NameCUDA
		}
		nine.Steps, four.Steps, cfg.Depths.Steps = 20_000, 10_000, 10_000
	}
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 18}
	tests := heldout.NewTests(cfg.Seed)
	add := func(kind string, dims []record.Dim, run func(ctx context.Context, r *lab.Run) error) {
		pl.Cases = append(pl.Cases, lab.Case{Kind: kind, Dims: dims, Run: run})
	}
	for _, network := range networks.DocumentedNames() {
		add(layersKind, []record.Dim{record.D("network", network)}, func(_ context.Context, r *lab.Run) error { return layers(network, r) })
	}
	for _, s := range cfg.Settings {
		for _, rule := range heldout.Rules() {
			add(baselineKind, []record.Dim{record.D("setting", s.Study.Name), record.D("rule", rule)}, func(ctx context.Context, r *lab.Run) error {
				return tests.KeepRule(ctx, cfg.Boards, s.Study.Side, s.all(), rule, r)
			})
		}
	}
	for _, s := range cfg.Settings {
		for seed := 1; seed <= s.Seeds; seed++ {
			for _, arm := range s.Runs {
				add(runKind, runDims(s.Study.Name, arm, seed), func(ctx context.Context, r *lab.Run) error {
					return run(ctx, cfg, s, arm, uint64(seed), tests, r)
				})
			}
		}
	}
	for seed := 1; seed <= cfg.Depths.Seeds; seed++ {
		for _, depth := range cfg.Depths.Depths {
			for _, residual := range []bool{true, false} {
				add(depthKind, depthDims(depth, residual, seed), func(ctx context.Context, r *lab.Run) error {
					return deep(ctx, cfg, depth, residual, uint64(seed), tests, r)
				})
			}
		}
	}
	for _, l := range cfg.Library {
		pl.Cases = append(pl.Cases, l.cases(cfg)...)
	}
	return pl
}

func runDims(setting string, a Arm, seed int) []record.Dim {
	return []record.Dim{record.D("setting", setting), record.D("network", a.Network), record.D("arm", a.Arm), record.D("seed", seed)}
}

func depthDims(depth int, residual bool, seed int) []record.Dim {
	return []record.Dim{record.D("depth", depth), record.D("residual", withOrWithout(residual)), record.D("seed", seed)}
}

// The values of the dimension residual.
const (
	with    = "with"
	without = "without"
)

func withOrWithout(residual bool) string {
	if residual {
		return with
	}
	return without
}

// before is put in front of figures of a network without training.
const before = "untrained "

// at names a point of a curve.
func at(what string, step int) string { return fmt.Sprintf("%s step=%d", what, step) }

// rows are all rows of a setting, the last stage at the end.
func (s Setting) all() []dqn.Row {
	if slices.Contains(s.Rows, s.Last) {
		return s.Rows
	}
	return append(slices.Clone(s.Rows), s.Last)
}

// every is how many steps lie between two points of a curve.
func every(steps, points int) int { return max(1, int(math.Ceil(float64(steps)/float64(points)))) }
