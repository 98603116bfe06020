// Package gnntools checks the tools around the network of the document on the graph network
// (gnn.md, "Training Pipeline", "Component Interaction Diagram"): the training data, the
// augmentation, the loss, the metrics and the commands. It decides G16a and G27 to G33.
//
// What a tool reports is checked by something independent of the tool: metrics
// by counts of this package and grids whose figures are known by construction, the loss
// by its gradient derived by hand, puzzles by another solver, moved boards by
// the rules, the commands by the files that they write. What digits' names mean to a network
// is measured on pairs of trainings with equal seeds, on small networks that every table names.
//
// The commands are run by the program itself, as a separate process, or by a program named
// sudokulab in the folder of peers if another program runs the experiment. The sources of
// the commands are not among those that decide whether a record is measured again, because
// nothing may import them: after a change there, measure with --force.
package gnntools

import (
	"context"
	"os"
	"runtime/debug"

	"sudokulab/experiments/gnn-training/batches"
	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/gotool"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/layer"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/record"
	"sudokulab/pkg/train"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Backend string `json:"backend"` // as the variable of package accel names it
	// Data is how many puzzles of the document's training data are made and checked.
	Data int `json:"data"`
	// Loss is how many batches the gradient is taken of, at each side.
	Loss  int     `json:"loss"`
	Turns []Turns `json:"turns"`
	// Pipeline is how many batches are looked at for what the augmentation did to them.
	Pipeline batches.Pipeline `json:"pipeline"`
	Metrics  Metrics          `json:"metrics"`
	Digits   Digits           `json:"digits"`
	// Commands are the recipes that the commands are given.
	Commands []Recipe `json:"commands"`
	// Documented is the document's training, in the gpu profile only.
	Documented *Setting `json:"documented,omitempty"`
}

// Setting is a network as drawn and its training.
type Setting struct {
	Network literal.Config    `json:"network"`
	Task    supervised.Config `json:"task"`
}

// Turns is how many boards of a side are rotated and transposed, and of how many of them the
// solutions are counted.
type Turns struct {
	Side   int `json:"side"`
	Boards int `json:"boards"`
	Proofs int `json:"proofs"`
}

// Metrics are the networks whose evaluation is counted again, and the grids of known figures.
type Metrics struct {
	Literal   Setting          `json:"literal"`
	CNN       cnn.Config       `json:"cnn"` // trained as the one as drawn
	Candidate candidate.Recipe `json:"candidate"`
	Boards    int              `json:"boards"`   // of the evaluation
	Solved    int              `json:"solved"`   // solved boards of a side from which grids of known figures are made
	Steps     int              `json:"thinking"` // of the candidate network
}

// Digits are the trainings with and without permuted digits.
type Digits struct {
	Setting
	Sizes    []Size  `json:"sizes"`
	Chance   float64 `json:"chance"`
	Boards   int     `json:"boards"` // of each held-out set
	Relabels int     `json:"relabels"`
}

// Size is a number of puzzles to train on, 0 for a stream without end, and of seeds on each
// side of its pairs.
type Size struct {
	Puzzles int `json:"puzzles"`
	Seeds   int `json:"seeds"`
}

// Kinds of cases, and arms (see package pairs).
const (
	dataCase      = "data"
	commandsKind  = "commands"      // by network
	documentedArm = "documented"    // 60 epochs of a million 9×9 puzzles on a GPU
	metricsKind   = "metrics"       // by network
	knownKind     = "metrics-known" // by side
	lossKind      = "loss"          // by side and lambda
	turnsKind     = "turns"         // by side
	pipelineCase  = "pipeline"
	digitsKind    = "digits" // by number of puzzles, and whether digits were permuted
	without       = "kept"
	with          = "permuted"
	endless       = "endless" // for a number of puzzles
	oneStep       = "digits-one-step"
	candidateArm  = "digits-candidate"
)

// The networks, by the names that the training command gives them.
const (
	literalName   = "literal"
	cnnName       = "cnn"
	candidateName = "candidate"
)

// documentedSeeds is the number of trainings as documented, the fewest that what differs from
// training to training is judged by.
const documentedSeeds = 3

func networkCase(name string) lab.Case  { return caseOf(metricsKind, record.D("network", name)) }
func commandsCase(name string) lab.Case { return caseOf(commandsKind, record.D("network", name)) }
func knownCase(side int) lab.Case       { return caseOf(knownKind, record.D("side", side)) }
func turnsCase(side int) lab.Case       { return caseOf(turnsKind, record.D("side", side)) }

func caseOf(kind string, dims ...record.Dim) lab.Case { return lab.Case{Kind: kind, Dims: dims} }

func dataArm(size int, digits string) string {
	data := record.D("data", size)
	if size == 0 {
		data.Value = endless
	}
	return record.Key(digitsKind, data, record.D("digits", digits))
}

func lossCase(side int, lambda float64) lab.Case {
	return caseOf(lossKind, record.D("side", side), record.D("lambda", lambda))
}

// documentedLambda is the document's weight of the violation term.
const documentedLambda = 0.1

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-tools",
		Title:    "The tools around the document's network: data, augmentation, loss, metrics, commands",
		Question: "Do the tools around the document's network (data, augmentation, loss, metrics, commands) do what the document says?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

// ownProgram is the path of the running program if that is the command line, else empty: in
// tests it is a program of the test.
//
//lab:reaches cmd/sudokulab.newTrain cmd/sudokulab.newEval
func ownProgram() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Path != gotool.Module()+"/cmd/"+programName {
		return ""
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
}

// programName is the command's name, also in the folder of peers.
const programName = "sudokulab"

const (
	hardSet, easySet = "hard", "easy"
	// stretches is the number of lines in the log of a training, the last of which is its
	// accuracy at the end.
	stretches = 8
	pairRate  = 3e-3 // three times the document's, as in the pairs of experiment gnn-training
)

// fourSets are held-out 4×4 boards, apart by givens.
func fourSets() []puzzles.TestSet {
	return []puzzles.TestSet{
		{Name: hardSet, Side: 4, Low: 4, High: 5, Seed: 0x6861_7264_04},
		{Name: easySet, Side: 4, Low: 6, High: 9, Seed: 0x6561_7379_04},
	}
}

// small is a small network as drawn, without dropout and with weights after Glorot, in which
// networks of this size learn something within a few hundred steps (experiment gnn-training
// compares it with the document's initialization), and its training on 4×4 boards.
func small(hidden, rounds, batch, steps, held int) Setting {
	s := Setting{Network: literal.Default(), Task: supervised.Default()}
	s.Network.Side, s.Network.Hidden, s.Network.Iterations = 4, hidden, rounds
	s.Network.Dropout, s.Network.DecoderDropout = 0, 0
	s.Network.Start.Init = layer.Glorot
	t := &s.Task
	t.Data = supervised.Data{Puzzles: puzzles.DefaultConfig(4), Shuffle: 1}
	t.Epochs = min(steps, stretches)
	t.Batch, t.Epoch, t.Lambda = batch, batch*steps/t.Epochs, documentedLambda
	t.Optimisation.AdamW.LearningRate = pairRate
	t.Optimisation.Plateau, t.Optimisation.EarlyStop = nil, nil
	t.Curriculum = puzzles.Curriculum{Stages: []puzzles.Stage{{UntilEpoch: t.Epochs, Low: 4, High: 9}}}
	t.Validation = supervised.Validation{Sets: fourSets(), Count: held, Batch: 64}
	return s
}

// smallCandidate is a small candidate network on 4×4 boards.
func smallCandidate(batch, steps int) candidate.Recipe {
	r := candidate.DefaultRecipe()
	r.Network.Hidden, r.Network.Channels, r.Network.Steps = 8, 4, 8
	r.Task.Segment, r.Task.Segments = 4, 2
	r.Task.Kinds = []candidate.Kind{{Batch: batch, Every: 1, Puzzles: puzzles.DefaultConfig(4)}}
	think := candidate.DefaultThink()
	think.Batch, think.Segment, think.Steps = 8, 4, 8
	r.Task.Validation = candidate.Validation{Sets: []string{"4x4"}, Count: 8, Think: think}
	r.Train = train.DefaultConfig()
	r.Train.Steps, r.Train.LogEvery, r.Train.ValidateEvery = steps, 1, steps
	r.Train.Optimizer.LearningRate = pairRate
	r.Train.Watch, r.Train.WatchHigher = "solved", true
	r.Train.SaveEvery, r.Train.SaveSeconds = 0, 0
	return r
}

func configOf(p lab.Profile) Config {
	cfg := Config{
		Backend: backend.Asked(), Data: 5000, Loss: 4, Commands: recipes(4, 12),
		Turns: []Turns{{4, 2000, 500}, {9, 1000, 250}, {16, 40, 10}}, Pipeline: batches.Pipeline{Batches: 500, Batch: 16},
		Metrics: Metrics{
			Literal: small(16, 4, 16, 100, 16), CNN: cnn.Default(), Candidate: smallCandidate(16, 60), Boards: 100, Solved: 500, Steps: 16,
		},
		Digits: Digits{Setting: small(16, 4, 16, 200, 8), Sizes: []Size{{32, 3}, {0, 3}}, Chance: 0.20, Boards: 48, Relabels: 6},
	}
	switch p {
	case lab.Smoke:
		cfg.Backend, cfg.Data, cfg.Loss = accel.NameGo, 300, 1
		cfg.Turns, cfg.Pipeline.Batches = []Turns{{4, 100, 20}, {9, 100, 20}, {16, 2, 1}}, 40
		cfg.Metrics.Literal, cfg.Metrics.Candidate = small(4, 2, 4, 4, 8), smallCandidate(4, 4)
		cfg.Metrics.Boards, cfg.Metrics.Solved = 8, 40
		cfg.Digits.Setting, cfg.Digits.Boards, cfg.Digits.Relabels = small(4, 2, 4, 8, 8), 8, 2
		cfg.Digits.Sizes = []Size{{32, 1}, {0, 1}}
		cfg.Commands = recipes(2, 6)
	case lab.Full, lab.GPU:
		cfg.Data, cfg.Loss = 1_000_000, 40
		cfg.Turns, cfg.Pipeline.Batches = []Turns{{4, 20_000, 5000}, {9, 20_000, 5000}, {16, 1000, 200}}, 20_000
		cfg.Metrics.Literal, cfg.Metrics.Candidate = small(16, 4, 16, 1000, 16), smallCandidate(16, 600)
		cfg.Metrics.Boards, cfg.Metrics.Solved = 500, 5000
		cfg.Digits.Setting, cfg.Digits.Sizes = small(16, 4, 16, 3200, 8), []Size{{32, 10}, {0, 5}}
		cfg.Digits.Boards, cfg.Digits.Relabels = 128, 12
	}
	cfg.Metrics.CNN.Side, cfg.Metrics.CNN.Channels = 4, []int{16, 16}
	cfg.Metrics.CNN.Start.Init = layer.Glorot
	if p == lab.GPU {
		cfg.Documented = &Setting{Network: literal.Default(), Task: supervised.Default()}
	}
	return cfg
}

// arm is one side of a pair of trainings.
type arm struct {
	name   string
	digits float64 // chance that a batch has its digits permuted
	size   int     // puzzles, 0 for a stream without end
	steps  int     // 0 for those configured
	seeds  int
}

// arms returns the trainings of the network as drawn.
func arms(d Digits) (out []arm) {
	for _, size := range d.Sizes {
		out = append(out,
			arm{name: dataArm(size.Puzzles, without), size: size.Puzzles, seeds: size.Seeds},
			arm{name: dataArm(size.Puzzles, with), size: size.Puzzles, seeds: size.Seeds, digits: d.Chance})
	}
	return append(out, arm{name: oneStep, steps: 1, seeds: 1})
}

// firstSeed begins the seeds of the pairs. Those before were looked at when their number and
// the length of the trainings were chosen, so they decide nothing.
const firstSeed = 5

func plan(p lab.Profile) lab.Plan { return planFor(p, ownProgram()) }

// planFor is the plan with a program to run the commands with, empty for a peer.
func planFor(p lab.Profile, program string) lab.Plan {
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 27}
	add := func(c lab.Case, run func(ctx context.Context, r *lab.Run) error) {
		c.Run = run
		pl.Cases = append(pl.Cases, c)
	}
	add(caseOf(dataCase), func(ctx context.Context, r *lab.Run) error { return makeData(ctx, cfg.Data, r) })
	add(caseOf(pipelineCase), func(ctx context.Context, r *lab.Run) error { return batches.Count(ctx, cfg.Pipeline, r) })
	for _, t := range cfg.Turns {
		add(turnsCase(t.Side), func(ctx context.Context, r *lab.Run) error { return turnBoards(ctx, t, r) })
	}
	for _, side := range []int{4, 9} {
		for _, lambda := range []float64{0, documentedLambda} {
			add(lossCase(side, lambda), func(ctx context.Context, r *lab.Run) error {
				return measureLoss(ctx, side, lambda, cfg.Loss, r)
			})
		}
		add(knownCase(side), func(ctx context.Context, r *lab.Run) error { return measureKnown(ctx, side, cfg.Metrics.Solved, r) })
	}
	for _, name := range networkNames() {
		add(networkCase(name), func(ctx context.Context, r *lab.Run) error { return measureNetwork(ctx, cfg, name, r) })
	}
	for _, recipe := range cfg.Commands {
		commands := commandsCase(recipe.Model)
		if program == "" {
			commands.Peer = programName
		}
		commands.Run = func(ctx context.Context, r *lab.Run) error { return runCommands(ctx, recipe, program, r) }
		pl.Cases = append(pl.Cases, commands)
	}
	for _, a := range arms(cfg.Digits) {
		for seed := firstSeed; seed < firstSeed+a.seeds; seed++ {
			add(pairs.Case(a.name, seed), func(ctx context.Context, r *lab.Run) error { return runArm(ctx, cfg, a, seed, r) })
		}
	}
	add(pairs.Case(candidateArm, 1), func(ctx context.Context, r *lab.Run) error { return runCandidate(ctx, cfg, r) })
	if cfg.Documented != nil {
		for seed := 1; seed <= documentedSeeds; seed++ {
			add(pairs.Case(documentedArm, seed), func(ctx context.Context, r *lab.Run) error {
				return runDocumented(ctx, cfg.Backend, *cfg.Documented, uint64(seed), r)
			})
		}
	}
	return pl
}
