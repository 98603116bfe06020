// Package gnntraining trains the graph network by the document's pipeline (gnn.md, "Training
// Pipeline") and, in pairs with equal seeds, without each of its parts: the curriculum, the
// augmentation, the violation term, the graph in place of convolutions. It decides
// G14, G16b, G17a, G18 to G20 and G23; its pairs for the curriculum and the violation term have too
// few seeds to decide, see experiment gnn-seeds.
//
// The document's size is trained in the gpu profile alone. Elsewhere the pairs run on small
// networks, named in every table, most of them on 4×4. There the weights start after Glorot
// and there is no dropout: the start is left open by the document, and with its dropout these
// networks learn next to nothing in the budget, as the case "as documented" shows.
package gnntraining

import (
	"cmp"
	"context"

	"sudokulab/experiments/gnn-training/batches"
	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Backend   string           `json:"backend"` // as the variable of package accel names it
	Seeds     int              `json:"seeds"`   // of each side of a pair
	Four      pairs.Setting    `json:"four"`    // of the pairs
	Nine      pairs.Setting    `json:"nine"`    // of the pair with the convolutional network at 9×9
	Lambdas   []float64        `json:"lambdas"` // beside 0.1
	DataSizes []int            `json:"data_sizes"`
	Recipe    pairs.Setting    `json:"recipe"` // the document's optimisation until it stops itself
	Pipeline  batches.Pipeline `json:"pipeline"`
	Grids     int              `json:"grids"` // on which the penalty is compared with the count
	// Documented is the document's training, Trainings how often it is done, Plain the sizes of
	// the data sets that it is done with, too, without augmentation; Precision its first steps
	// in two formats. In the gpu profile only.
	Documented *pairs.Setting `json:"documented,omitempty"`
	Trainings  int            `json:"trainings,omitempty"`
	Plain      []int          `json:"plain,omitempty"`
	Precision  *pairs.Setting `json:"precision,omitempty"`
}

// Cases, and arms: see package pairs.
const (
	pipelineCase    = "pipeline"
	penaltyCase     = "penalty"
	costCase        = "cost"
	recipeCase      = "recipe"
	documentedArm   = "documented"
	uniformArm      = "uniform/side=4"
	curriculumArm   = "curriculum/side=4"
	asDocumentedArm = "as-documented/side=4"
	cnnFourArm      = "cnn/side=4"
	gnnNineArm      = "graph/side=9"
	cnnNineArm      = "cnn/side=9"
	precisionKind   = "precision" // by format
	augmentedKind   = "augmented" // by number of puzzles
	plainKind       = "plain"     // the same
)

func lambdaArm(lambda float64) string {
	if lambda == pairs.DocumentedLambda {
		return uniformArm // the same run
	}
	return record.Key("", record.D("lambda", lambda), record.D("side", 4))
}

func dataArm(kind string, size int) string {
	return record.Key(kind, record.D("data", size), record.D("side", 4))
}

func precisionArm(format literal.Compute) string {
	return record.Key(precisionKind, record.D("format", format))
}

// documentedPlain is the documented training on a number of puzzles without augmentation.
func documentedPlain(size int) string {
	return record.Key("documented-plain", record.D("data", size))
}

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

func configOf(p lab.Profile) Config {
	cfg := Config{
		Backend: backend.Asked(), Seeds: 3, Grids: 2000, Pipeline: batches.Pipeline{Batches: 500, Batch: 16},
		Four:    pairs.Small(4, 16, 4, 16, 4, 640, 48, pairs.FourSets()...),
		Nine:    pairs.Small(9, 16, 4, 16, 2, 64, 16, pairs.NineSets()...),
		Lambdas: []float64{0}, DataSizes: []int{64},
	}
	// A fixed handful of puzzles, so that the validation soon stops falling.
	cfg.Recipe = pairs.Small(4, 4, 1, 128, 300, 128, 32, pairs.FourSets()...)
	switch p {
	case lab.Smoke:
		cfg.Backend, cfg.Seeds, cfg.Grids, cfg.Pipeline.Batches = accel.NameGo, 1, 200, 40
		cfg.Four = pairs.Small(4, 4, 2, 4, 3, 8, 8, pairs.FourSets()...)
		cfg.Nine = pairs.Small(9, 4, 2, 2, 1, 2, 2, pairs.NineSets()...)
		cfg.Recipe = pairs.Small(4, 4, 1, 128, 2, 128, 8, pairs.FourSets()...)
		cfg.Lambdas, cfg.DataSizes = []float64{0}, []int{16}
	case lab.Full, lab.GPU:
		cfg.Grids, cfg.Pipeline.Batches = 20_000, 2000
		cfg.Seeds = 5
		cfg.Four = pairs.Small(4, 16, 4, 16, 60, 640, 128, pairs.FourSets()...)
		cfg.Nine = pairs.Small(9, 32, 8, 16, 60, 256, 64, pairs.NineSets()...)
		cfg.Recipe = pairs.Small(4, 16, 4, 128, 600, 128, 128, pairs.FourSets()...)
		cfg.Lambdas, cfg.DataSizes = []float64{0, 0.05, 0.5}, []int{32, 128, 512, 2048}
	}
	if p == lab.GPU {
		cfg.Four = pairs.Small(4, 32, 8, 32, 60, 2560, 256, pairs.FourSets()...)
		cfg.Nine = pairs.Small(9, 96, 8, 128, 60, 25_600, 500, pairs.NineSets()...)
		cfg.Nine.CNN = cnn.Default()
		cfg.Documented = &pairs.Setting{Network: literal.Default(), CNN: cnn.Default(), Task: supervised.Default()}
		cfg.Trainings, cfg.Plain = 3, []int{2_500_000, 5_000_000, 10_000_000}
		cfg.Precision = &pairs.Setting{Network: literal.Default(), CNN: cnn.Default(), Task: supervised.Default()}
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
	setting pairs.Setting
	cnn     bool
	seeds   int // 0 for the configured number
}

// arms returns every side of every pair. What two pairs have in common is run once.
func arms(cfg Config) []arm {
	of := func(name string, base pairs.Setting, change func(*pairs.Setting)) arm {
		if change != nil {
			change(&base)
		}
		return arm{name: name, setting: base}
	}
	out := []arm{
		of(uniformArm, cfg.Four, nil),
		of(curriculumArm, cfg.Four, func(s *pairs.Setting) { s.Task.Curriculum = pairs.Curriculum(4, s.Task.Epochs) }),
		of(asDocumentedArm, cfg.Four, func(s *pairs.Setting) {
			d := literal.Default()
			s.Network.Dropout, s.Network.DecoderDropout, s.Network.Start = d.Dropout, d.DecoderDropout, d.Start
			s.Task.Optimisation.AdamW = supervised.Default().Optimisation.AdamW
		}),
	}
	out[len(out)-1].seeds = 1 // no pair: it says why the pairs are not run so
	for _, l := range cfg.Lambdas {
		out = append(out, of(lambdaArm(l), cfg.Four, func(s *pairs.Setting) { s.Task.Lambda = l }))
	}
	for _, size := range cfg.DataSizes {
		for _, kind := range []string{plainKind, augmentedKind} {
			out = append(out, of(dataArm(kind, size), cfg.Four, func(s *pairs.Setting) {
				s.Task.Data.Size = size
				if kind == plainKind {
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

func plan(p lab.Profile) lab.Plan {
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 14}
	add := func(c lab.Case, run func(ctx context.Context, r *lab.Run) error) {
		c.Run = run
		pl.Cases = append(pl.Cases, c)
	}
	add(lab.Case{Kind: pipelineCase}, func(ctx context.Context, r *lab.Run) error { return batches.Count(ctx, cfg.Pipeline, r) })
	add(lab.Case{Kind: penaltyCase}, func(ctx context.Context, r *lab.Run) error { return comparePenalty(ctx, cfg.Grids, r) })
	add(lab.Case{Kind: costCase}, func(_ context.Context, r *lab.Run) error { return countCost(r) })
	add(lab.Case{Kind: recipeCase}, func(ctx context.Context, r *lab.Run) error { return runRecipe(ctx, cfg, r) })
	for _, a := range arms(cfg) {
		for seed := 1; seed <= cmp.Or(a.seeds, cfg.Seeds); seed++ {
			add(pairs.Case(a.name, seed), func(ctx context.Context, r *lab.Run) error {
				return runArm(ctx, cfg.Backend, pairs.Seeded(a.setting, seed), a.cnn, r)
			})
		}
	}
	onCard(&pl, cfg)
	return pl
}

// onCard adds the cases of the gpu profile.
func onCard(pl *lab.Plan, cfg Config) {
	for seed := 1; seed <= cfg.Trainings; seed++ {
		add := func(arm string, s pairs.Setting) {
			c := pairs.Case(arm, seed)
			c.Run = func(ctx context.Context, r *lab.Run) error {
				return runDocumented(ctx, cfg.Backend, pairs.Seeded(s, seed), r)
			}
			pl.Cases = append(pl.Cases, c)
		}
		add(documentedArm, *cfg.Documented)
		for _, size := range cfg.Plain {
			s := *cfg.Documented
			s.Task.Data.Size, s.Task.Data.Puzzles.Augment = size, puzzles.Augment{}
			add(documentedPlain(size), s)
		}
	}
	if cfg.Precision == nil {
		return
	}
	// One format after the other in turn, alone on the machine: their speeds are compared.
	for seed := 1; seed <= cfg.Seeds; seed++ {
		for _, format := range []literal.Compute{literal.Float32, literal.BFloat16} {
			s := pairs.Seeded(*cfg.Precision, seed)
			s.Network.Compute = format
			c := pairs.Case(precisionArm(format), seed)
			c.Timed = true
			c.Run = func(ctx context.Context, r *lab.Run) error { return runArm(ctx, cfg.Backend, s, false, r) }
			pl.Cases = append(pl.Cases, c)
		}
	}
}
