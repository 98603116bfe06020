// Package gnntraining trains the graph network by the document's pipeline (gnn.md, "Training
// Pipeline") and, in pairs with equal seeds, without each of its parts: the curriculum, the
// augmentation, the violation term, the graph in place of convolutions. It decides G14 to G20
// and G23.
//
// The document's size is trained in the gpu profile alone. Elsewhere the pairs run on small
// networks, named in every table, most of them on 4×4. There the weights start after Glorot
// and there is no dropout: the start is left open by the document, and with its dropout these
// networks learn next to nothing in the budget, as the case "as documented" shows.
package gnntraining

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/layer"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/puzzles"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Backend   string    `json:"backend"` // as the variable of package accel names it
	Seeds     int       `json:"seeds"`   // of each side of a pair
	Four      Setting   `json:"four"`    // of the pairs
	Nine      Setting   `json:"nine"`    // of the pair with the convolutional network at 9×9
	Lambdas   []float64 `json:"lambdas"` // beside 0.1
	DataSizes []int     `json:"data_sizes"`
	Recipe    Setting   `json:"recipe"` // the document's optimisation until it stops itself
	Pipeline  Pipeline  `json:"pipeline"`
	Grids     int       `json:"grids"` // on which the penalty is compared with the count
	// Documented is the document's training, Precision its first steps in two formats; in
	// the gpu profile only.
	Documented *Setting `json:"documented,omitempty"`
	Precision  *Setting `json:"precision,omitempty"`
}

// Setting is a network, the convolutional one of the same board, and their training.
type Setting struct {
	Network literal.Config    `json:"network"`
	CNN     cnn.Config        `json:"cnn"`
	Task    supervised.Config `json:"task"`
}

// Pipeline is how many batches are looked at for what was done to them.
type Pipeline struct {
	Batches int `json:"batches"`
	Batch   int `json:"batch"`
}

// Names of the cases.
const (
	pipelineCase    = "pipeline"
	penaltyCase     = "penalty"
	costCase        = "cost"
	recipeCase      = "recipe"
	documentedCase  = "documented training of 9×9 on a card"
	uniformArm      = "4×4 uniform"
	curriculumArm   = "4×4 curriculum"
	asDocumentedArm = "4×4 as documented"
	cnnFourArm      = "4×4 cnn"
	gnnNineArm      = "9×9 graph"
	cnnNineArm      = "9×9 cnn"
	precisionPrefix = "precision "
	dataPrefix      = "4×4 data="
	augmentedArm    = "augmented"
	plainArm        = "plain"
)

func lambdaArm(lambda float64) string {
	if lambda == documentedLambda {
		return uniformArm // the same run
	}
	return fmt.Sprintf("4×4 lambda=%g", lambda)
}

func dataArm(kind string, size int) string { return fmt.Sprintf("%s%d %s", dataPrefix, size, kind) }

func seedCase(arm string, seed int) string { return fmt.Sprintf("%s seed=%d", arm, seed) }

// documentedLambda is the document's weight of the violation term.
const documentedLambda = 0.1

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-training",
		Title:    "Training the graph network: curriculum, augmentation, violation term, optimisation, against the CNN",
		Question: "What does each part of the document's training pipeline do for the graph network, and what does the whole take?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

// setting is a small network of a side with epochs of its own, uniform difficulty, an endless
// stream, the document's augmentation and violation term.
func setting(side, hidden, rounds, batch, epochs, epoch, held int, sets ...puzzles.TestSet) Setting {
	s := Setting{Network: literal.Default(), CNN: cnn.Default(), Task: supervised.Default()}
	s.Network.Side, s.Network.Hidden, s.Network.Iterations = side, hidden, rounds
	s.Network.Dropout, s.Network.DecoderDropout = 0, 0
	s.Network.Start.Init = layer.Glorot
	s.CNN.Side, s.CNN.Channels = side, []int{16, 32, 32}
	s.CNN.Start.Init = layer.Glorot
	t := &s.Task
	t.Data = supervised.Data{Puzzles: puzzles.DefaultConfig(side)}
	t.Data.Puzzles.Augment = puzzles.DefaultAugment()
	t.Batch, t.Epochs, t.Epoch, t.Lambda = batch, epochs, epoch, documentedLambda
	t.Optimisation.AdamW.LearningRate = pairRate
	t.Optimisation.Plateau, t.Optimisation.EarlyStop = nil, nil
	t.Validation = supervised.Validation{Sets: sets, Count: held, Batch: 64}
	t.Curriculum = uniform(side)
	return s
}

// pairRate is the learning rate of the pairs, three times the document's, so that the small
// networks leave guessing within the few hundred steps of the quick profile.
const pairRate = 3e-3

// hardSet and easySet are the names of the sets of a validation.
const hardSet, easySet = "hard", "easy"

// fourSets are the 4×4 boards with the fewest givens, no more than one above the least that
// determine a board, and the others.
func fourSets() []puzzles.TestSet {
	return []puzzles.TestSet{
		{Name: hardSet, Side: 4, Low: 4, High: 5, Seed: 0x6861_7264_04},
		{Name: easySet, Side: 4, Low: 6, High: 9, Seed: 0x6561_7379_04},
	}
}

// nineSets split the document's range where its second stage begins.
func nineSets() []puzzles.TestSet {
	return []puzzles.TestSet{
		{Name: hardSet, Side: 9, Low: 17, High: 29, Seed: 0x6861_7264_09},
		{Name: easySet, Side: 9, Low: 30, High: 45, Seed: 0x6561_7379_09},
	}
}

// stages are the document's stages with their ranges of givens for a side. At 4×4 each range
// is the same shares of the cells, rounded, and not below the 4 givens that a board needs.
func stages(side int) []puzzles.Stage {
	s := puzzles.Documented().Stages
	if side == 9 {
		return s
	}
	for i := range s {
		of := func(givens int) int {
			return max(side, int(math.Round(float64(givens)*float64(side*side)/81)))
		}
		s[i].Low, s[i].High = of(s[i].Low), of(s[i].High)
	}
	return s
}

// uniform is the last stage's range from the first epoch on.
func uniform(side int) puzzles.Curriculum {
	s := stages(side)
	return puzzles.Curriculum{Stages: s[len(s)-1:]}
}

// curriculum is the document's with its 60 epochs scaled to another number.
func curriculum(side, epochs int) puzzles.Curriculum {
	s := stages(side)
	all := s[len(s)-1].UntilEpoch
	for i := range s {
		s[i].UntilEpoch = int(math.Round(float64(s[i].UntilEpoch*epochs) / float64(all)))
	}
	return puzzles.Curriculum{Stages: s}
}

func configOf(p lab.Profile) Config {
	cfg := Config{
		Backend: backend.Asked(), Seeds: 3, Grids: 2000, Pipeline: Pipeline{Batches: 500, Batch: 16},
		Four:    setting(4, 16, 4, 16, 4, 640, 48, fourSets()...),
		Nine:    setting(9, 16, 4, 16, 2, 64, 16, nineSets()...),
		Lambdas: []float64{0}, DataSizes: []int{64},
	}
	// A fixed handful of puzzles, so that the validation soon stops falling.
	cfg.Recipe = setting(4, 4, 1, 128, 300, 128, 32, fourSets()...)
	switch p {
	case lab.Smoke:
		cfg.Backend, cfg.Seeds, cfg.Grids, cfg.Pipeline.Batches = accel.NameGo, 1, 200, 40
		cfg.Four = setting(4, 4, 2, 4, 3, 8, 8, fourSets()...)
		cfg.Nine = setting(9, 4, 2, 2, 1, 2, 2, nineSets()...)
		cfg.Recipe = setting(4, 4, 1, 128, 2, 128, 8, fourSets()...)
		cfg.Lambdas, cfg.DataSizes = []float64{0}, []int{16}
	case lab.Full, lab.GPU:
		cfg.Grids, cfg.Pipeline.Batches = 20_000, 2000
		cfg.Seeds = 5
		cfg.Four = setting(4, 16, 4, 16, 60, 640, 128, fourSets()...)
		cfg.Nine = setting(9, 32, 8, 16, 60, 256, 64, nineSets()...)
		cfg.Recipe = setting(4, 16, 4, 128, 600, 128, 128, fourSets()...)
		cfg.Lambdas, cfg.DataSizes = []float64{0, 0.05, 0.5}, []int{32, 128, 512, 2048}
	}
	if p == lab.GPU {
		cfg.Four = setting(4, 32, 8, 32, 60, 2560, 256, fourSets()...)
		cfg.Nine = setting(9, 96, 8, 128, 60, 25_600, 500, nineSets()...)
		cfg.Nine.CNN = cnn.Default()
		cfg.Documented = &Setting{Network: literal.Default(), CNN: cnn.Default(), Task: supervised.Default()}
		cfg.Precision = &Setting{Network: literal.Default(), CNN: cnn.Default(), Task: supervised.Default()}
		cfg.Precision.Task.Data.Size, cfg.Precision.Task.Epoch, cfg.Precision.Task.Epochs = 0, 25_600, 10
		cfg.Precision.Task.Optimisation.Plateau, cfg.Precision.Task.Optimisation.EarlyStop = nil, nil
	}
	cfg.Recipe.Network.Dropout, cfg.Recipe.Network.DecoderDropout = literal.Default().Dropout, literal.Default().DecoderDropout
	cfg.Recipe.Task.Data.Size = 128
	cfg.Recipe.Task.Optimisation = supervised.Default().Optimisation
	return cfg
}

// arm is one side of a pair.
type arm struct {
	name    string
	setting Setting
	cnn     bool
	seeds   int // 0 for the configured number
}

// arms returns every side of every pair. What two pairs have in common is run once.
func arms(cfg Config) []arm {
	of := func(name string, base Setting, change func(*Setting)) arm {
		if change != nil {
			change(&base)
		}
		return arm{name: name, setting: base}
	}
	out := []arm{
		of(uniformArm, cfg.Four, nil),
		of(curriculumArm, cfg.Four, func(s *Setting) { s.Task.Curriculum = curriculum(4, s.Task.Epochs) }),
		of(asDocumentedArm, cfg.Four, func(s *Setting) {
			d := literal.Default()
			s.Network.Dropout, s.Network.DecoderDropout, s.Network.Start = d.Dropout, d.DecoderDropout, d.Start
			s.Task.Optimisation.AdamW = supervised.Default().Optimisation.AdamW
		}),
	}
	out[len(out)-1].seeds = 1 // no pair: it says why the pairs are not run so
	for _, l := range cfg.Lambdas {
		out = append(out, of(lambdaArm(l), cfg.Four, func(s *Setting) { s.Task.Lambda = l }))
	}
	for _, size := range cfg.DataSizes {
		for _, kind := range []string{plainArm, augmentedArm} {
			out = append(out, of(dataArm(kind, size), cfg.Four, func(s *Setting) {
				s.Task.Data.Size = size
				if kind == plainArm {
					s.Task.Data.Puzzles.Augment = puzzles.Augment{}
				}
			}))
		}
	}
	return append(out,
		arm{name: cnnFourArm, setting: cfg.Four, cnn: true},
		arm{name: gnnNineArm, setting: cfg.Nine},
		arm{name: cnnNineArm, setting: cfg.Nine, cnn: true},
	)
}

// seeded gives every random choice of a run its seed: equal ones on both sides of a pair.
func seeded(s Setting, seed int) Setting {
	n := uint64(seed)
	s.Network.Start.Seed, s.CNN.Start.Seed, s.Task.Seed = n, n, n
	s.Task.Data.Puzzles.Seed, s.Task.Data.Shuffle = n, n
	return s
}

func plan(p lab.Profile) lab.Plan {
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 14}
	add := func(name string, run func(ctx context.Context, r *lab.Run) error) {
		pl.Cases = append(pl.Cases, lab.Case{Name: name, Run: run})
	}
	add(pipelineCase, func(ctx context.Context, r *lab.Run) error { return countAugmented(ctx, cfg.Pipeline, r) })
	add(penaltyCase, func(ctx context.Context, r *lab.Run) error { return comparePenalty(ctx, cfg.Grids, r) })
	add(costCase, func(_ context.Context, r *lab.Run) error { return countCost(r) })
	add(recipeCase, func(ctx context.Context, r *lab.Run) error { return runRecipe(ctx, cfg, r) })
	for _, a := range arms(cfg) {
		for seed := 1; seed <= cmp.Or(a.seeds, cfg.Seeds); seed++ {
			add(seedCase(a.name, seed), func(ctx context.Context, r *lab.Run) error {
				return runArm(ctx, cfg.Backend, seeded(a.setting, seed), a.cnn, r)
			})
		}
	}
	if cfg.Documented != nil {
		add(documentedCase, func(ctx context.Context, r *lab.Run) error {
			return runDocumented(ctx, cfg.Backend, *cfg.Documented, r)
		})
	}
	if cfg.Precision != nil {
		for _, format := range []literal.Compute{literal.Float32, literal.BFloat16} {
			for seed := 1; seed <= cfg.Seeds; seed++ {
				s := seeded(*cfg.Precision, seed)
				s.Network.Compute = format
				add(seedCase(precisionPrefix+string(format), seed), func(ctx context.Context, r *lab.Run) error {
					return runArm(ctx, cfg.Backend, s, false, r)
				})
			}
		}
	}
	return pl
}
