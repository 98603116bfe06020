package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	agents "sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/gnn/again"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/learn/puzzles"
	learned "sudokulab/pkg/learn/weights"
	"sudokulab/pkg/record"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

func newTrain() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Train the learned systems",
		Args:  knownCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTrainGNN(), newTrainDQN(), newTrainExport())
	return cmd
}

// maxTrainSteps bounds --steps of a training: years on any machine there is.
const maxTrainSteps = 1_000_000_000

// training is a system whose networks a command trains, by recipes R.
type training[R learned.Trainable[R]] struct {
	use, short, long string
	model            string   // the network that is trained where none is named
	models           []string // all
	names            []string // of embedded weights
	// fresh returns the default recipe of a network, parse reads a recipe over the default one.
	fresh func(model string, steps int) (R, error)
	parse func(text []byte) (R, error)
	// seeded gives a recipe a seed for all that is random in the training.
	seeded func(recipe R, seed uint64) R
	// agrees refuses a recipe that was read if flags of the system's own, which decide the default one, say otherwise; nil
	// if it has none.
	agrees func(cmd *cobra.Command, recipe R) error
	// load returns the weights that a flag names.
	load func(flag, name string) (*learned.Set[R], error)
	// task makes the task of a recipe in another way than the recipe does if flags of the system's own ask for it; nil if it has
	// none.
	task func(cmd *cobra.Command, recipe R, choice *accel.Choice, workers int) (train.OpenTask, error)
	// widen puts weights that a flag names into the wider network of a recipe; nil if the system has none that can be.
	widen func(flag, name string, recipe R) (*learned.Store, error)
}

// from says where a training takes its recipe from.
type from struct {
	model, out, path string // path is of a file, empty for none
	steps            int    // of --steps, 0 for the recipe's
	seed             uint64 // of --seed
	seeded           bool   // whether it was given
	resume, change   bool
}

// trainGNN are the graph networks. The flags of the system's own are added with them.
func trainGNN() (t *training[weights.Recipe], register func(cmd *cobra.Command)) {
	const replay, pool, poolShare = "again", "pool", "pool-share"
	share, part, path := 0, 30, ""
	t = &training[weights.Recipe]{
		use: "gnn", short: "Train a graph network, in slices if needed",
		long: "Trains the candidate network, or one of the document on the graph network: literal, the document's\n" +
			"network, or cnn, the convolutional one that it is compared with. Their default recipe is the document's.",
		model: weights.Candidate, models: weights.Models(), names: weights.Names(),
		fresh: func(model string, _ int) (weights.Recipe, error) { return weights.DefaultRecipe(model) },
		parse: weights.ParseRecipe, seeded: weights.Seeded,
		load: func(flag, name string) (*learned.Set[weights.Recipe], error) {
			m, err := loadWeights(flag, name)
			if err != nil {
				return nil, err
			}
			return &m.Set, nil
		},
		widen: func(flag, name string, recipe weights.Recipe) (*learned.Store, error) {
			m, err := loadWeights(flag, name)
			if err != nil {
				return nil, err
			}
			store, err := weights.Widened(m, recipe)
			if err != nil {
				return nil, badFlag(flag, name, err)
			}
			return store, nil
		},
		task: func(cmd *cobra.Command, recipe weights.Recipe, choice *accel.Choice, workers int) (train.OpenTask, error) {
			if !cmd.Flags().Changed(replay) && path == "" {
				return recipe.NewTask(cmd.Context(), choice.Backend, workers)
			}
			if recipe.Model() != weights.Candidate {
				return nil, fmt.Errorf("--%s and --%s: the network %s learns what its recipe says, want --model %s", replay, pool, recipe.Model(), weights.Candidate)
			}
			config := again.Config{Share: float64(share) / 100}
			var boards []puzzles.Sample
			if path != "" {
				config.Pool = float64(part) / 100
				var err error
				if boards, err = readPool(cmd, path); err != nil {
					return nil, err
				}
			}
			network, err := candidate.New(recipe.Network)
			if err != nil {
				return nil, err
			}
			task, err := again.New(cmd.Context(), choice.Backend, network, recipe.Task, config, boards, workers)
			if err != nil {
				return nil, err
			}
			if path != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "train: %d of %d boards of %s are learned from, the others are held out for tests\n", task.Pool(), len(boards), path)
			}
			return task, nil
		},
	}
	return t, func(cmd *cobra.Command) {
		addNumber(cmd, &share, replay, 0, 99, "percent of new boards of the candidate network that are earlier ones which it failed to solve; with this or a\n"+
			"pool, noise on states is drawn by the backend, as a GPU needs it")
		cmd.Flags().StringVar(&path, pool, "", "file of puzzles beside those of the recipe, for the candidate network")
		reads.names(cmd, pool)
		addNumber(cmd, &part, poolShare, 0, 99, "percent of new boards that are the pool's")
	}
}

// readPool reads the puzzles of a pool, of one size and with one solution each.
func readPool(cmd *cobra.Command, path string) ([]puzzles.Sample, error) {
	sets, err := readTestSets(cmd, &inputFlags{form: format.Auto.String()}, []string{path})
	switch {
	case err != nil:
		return nil, err
	case len(sets) > 1:
		return nil, fmt.Errorf("%s: boards of %d sizes, want one", path, len(sets))
	case sets[0].skipped > 0:
		return nil, fmt.Errorf("%s: %d of its boards have no solution or several, want one each", path, sets[0].skipped)
	}
	return sets[0].samples, nil
}

func newTrainGNN() *cobra.Command {
	t, register := trainGNN()
	cmd := t.command()
	register(cmd)
	return cmd
}

// trainDQN are the agents. The flags of the system's own are added with them.
func trainDQN() (t *training[agents.Recipe], register func(cmd *cobra.Command)) {
	const normal = "9"
	side, algorithm := normal, ""
	t = &training[agents.Recipe]{
		use: "dqn", short: "Train an agent that makes one move after the other, in slices if needed",
		long: "Trains a Q-network: the candidate network, or one of the kinds that the document on the agent names. The default recipe\n" +
			"of the candidate network is by pqn, a parallelised Q-network without replay buffer; the others have the\n" +
			"document's, by dqn. twin is the supervised twin: the same network and games, told what each move is worth.",
		model: agents.Default, models: networks.Names(), names: agents.Names(),
		fresh: func(model string, steps int) (agents.Recipe, error) {
			n, err := strconv.Atoi(side)
			if err != nil {
				return agents.Recipe{}, err
			}
			return agents.DefaultRecipe(model, n, algorithm, steps)
		},
		parse: agents.ParseRecipe, seeded: agents.Recipe.WithSeed,
		agrees: func(cmd *cobra.Command, r agents.Recipe) error {
			if is := strconv.Itoa(r.Play.Game.Side); cmd.Flags().Changed("side") && is != side {
				return fmt.Errorf("a recipe for boards of side %s, --side is %s here", is, side)
			}
			if algorithm != "" && r.Algorithm != algorithm {
				return fmt.Errorf("a recipe of the algorithm %s, --algorithm is %s here", r.Algorithm, algorithm)
			}
			return nil
		},
		load: func(flag, name string) (*learned.Set[agents.Recipe], error) {
			m, err := loadAgent(flag, name)
			if err != nil {
				return nil, err
			}
			return &m.Set, nil
		},
	}
	return t, func(cmd *cobra.Command) {
		addChoice(cmd, &side, "side", "side of the boards of the default recipe: %s", "4", normal, "16")
		addChoice(cmd, &algorithm, "algorithm", "how the default recipe learns: %s; the network's own without it", dqn.Algorithms()...)
	}
}

func newTrainDQN() *cobra.Command {
	t, register := trainDQN()
	cmd := t.command()
	register(cmd)
	return cmd
}

// command returns the command that trains.
func (t *training[R]) command() *cobra.Command {
	var (
		recipeOf       = from{model: t.model}
		start, backend string
		budget         time.Duration
		tf32, widen    bool
		workers        = 1
	)
	cmd := &cobra.Command{
		Use: t.use, Short: t.short, Long: t.long,
		Args: cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			begin := time.Now()
			recipeOf.seeded = cmd.Flags().Changed("seed")
			recipe, err := t.recipe(cmd, recipeOf)
			if err != nil {
				return err
			}
			asked := accelOptions(backend)
			asked.TF32 = tf32
			choice, err := openOptions(cmd, asked)
			if err != nil {
				return err
			}
			defer choice.Close()
			xlaWould(cmd, asked, choice, "", "")
			options := train.Options{
				Folder: recipeOf.out, Resume: recipeOf.resume, Change: recipeOf.change, Events: true,
				Progress: cmd.ErrOrStderr(), Log: slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)),
			}
			if options.Start, err = recipe.StartStore(); err != nil {
				return err
			}
			switch {
			case widen && start == "":
				return errors.New("--widen: want --start, the weights to put into the wider network")
			case widen:
				if options.Start, err = t.widen("start", start, recipe); err != nil {
					return err
				}
			case start != "":
				from, err := t.load("start", start)
				if err != nil {
					return err
				}
				if options.Start, err = from.StoreFor(recipe); err != nil {
					return fmt.Errorf("--start %s: %w", start, err)
				}
			}
			task, err := t.open(cmd, recipe, choice, workers)
			if err != nil {
				return err
			}
			defer task.Close()
			if budget > 0 { // opening a card and making the first puzzles counts
				options.Budget = max(1, budget-time.Since(begin))
			}
			return t.run(cmd, recipe, choice, task, options)
		}),
	}
	flags := cmd.Flags()
	addChoice(cmd, &recipeOf.model, "model", "network to train", t.models...)
	flags.StringVar(&recipeOf.out, "out", "", "folder of the checkpoint, the log and the recipe (required)")
	flags.StringVar(&recipeOf.path, "recipe", "", "file with the recipe as JSON; fields it lacks are the default's")
	flags.StringVar(&start, "start", "", "initial weights, embedded or a .safetensors file with its card, of a network of the same widths")
	complete(cmd, "start", t.names...)
	fills.names(cmd, "out")
	reads.names(cmd, "recipe", "start")
	addTime(cmd, &budget, "budget", "stop after this time, counted from the command's start, with a checkpoint and exit code 75; 0 for no limit")
	if t.widen != nil {
		flags.BoolVar(&widen, "widen", false, "--start names weights of a narrower network, which are put into the recipe's so that it gives the same scores")
	}
	flags.BoolVar(&recipeOf.resume, "resume", false, "continue from the folder's checkpoint if there is one")
	flags.BoolVar(&recipeOf.change, "change", false, "resume although the recipe differs; the new one applies from there on")
	addNumber(cmd, &workers, "workers", 1, maxJobs, "goroutines that make puzzles; the puzzles do not depend on their number")
	addSeed(cmd, &recipeOf.seed, "seed of all that is random in the training: initial weights, puzzles, moves (default: the recipe's)")
	addNumber(cmd, &recipeOf.steps, "steps", 0, maxTrainSteps, "training steps in all, 0 for the recipe's")
	flags.BoolVar(&tf32, "tf32", false, "let a GPU round the operands of float32 products to TF32")
	addBackend(cmd, &backend)
	_ = cmd.MarkFlagRequired("out")
	return cmd
}

// open makes the task of a recipe.
func (t *training[R]) open(cmd *cobra.Command, recipe R, choice *accel.Choice, workers int) (train.OpenTask, error) {
	if t.task != nil {
		return t.task(cmd, recipe, choice, workers)
	}
	return recipe.NewTask(cmd.Context(), choice.Backend, workers)
}

// run trains in the folder of the options, and notes the recipe and the run there.
func (t *training[R]) run(cmd *cobra.Command, recipe R, choice *accel.Choice, task train.Task, options train.Options) error {
	out := options.Folder
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	release, err := atomicfile.Hold(filepath.Join(out, "train.lock"))
	if err != nil {
		return err
	}
	defer func() { _ = release() }() // a kill releases it as well
	if options.Resume {
		if err := learned.CheckResume(out, recipe); err != nil {
			return err
		}
	}
	text, err := recipe.Text()
	if err != nil {
		return err
	}
	kept := filepath.Join(out, recipeName)
	if from := cmd.Flag("recipe").Value.String(); from != "" && !options.Resume && atomicfile.Same(from, kept) && !holds(kept, text) {
		return fmt.Errorf("--recipe %s: is read as input, and would be replaced by the recipe as the flags change it; want another file or folder", from)
	}
	trainer, err := train.New(choice.Backend, task, recipe.Trainer(), options)
	if err != nil {
		return err
	}
	defer trainer.Close()
	if err := atomicfile.WriteBytes(kept, text); err != nil {
		return err
	}
	run := learned.Run{Provenance: record.Host(cmd.Context()), From: trainer.Step()}
	run.Provenance.Backend, run.Provenance.Started = accel.Label(choice.Name), time.Now().UTC()
	if err := learned.BeginRun(out, run); err != nil {
		return err
	}
	report, err := trainer.Run(cmd.Context())
	run.To, run.Seconds = report.Step, time.Since(run.Provenance.Started).Seconds()
	err = errors.Join(err, learned.EndRun(out, run), writeJSON(cmd.OutOrStdout(), report))
	if err == nil && report.Stop == train.StopBudget {
		return fmt.Errorf("%w: step %d of %d", errMore, report.Step, recipe.Trainer().Steps)
	}
	return err
}

func newTrainExport() *cobra.Command {
	var (
		from, name, title string
		mix               = mixture{percent: 50}
		part              = train.PartAverage
		format            = safetensors.F16
	)
	cmd := &cobra.Command{
		Use:   "export <stem>",
		Short: "Write the weights of a training as safetensors with a card",
		Long: "Write the weights in a training's folder as <stem>.safetensors, with their card <stem>.json. The folder's\n" +
			"recipe says which system they are of. eval gnn --card or eval dqn --card measures them and adds the\n" +
			"scores to the card.",
		Args: cobra.ExactArgs(1),
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			path := filepath.Join(from, recipeName)
			text, err := readFile(cmd.Context(), path, maxRecipe, "a recipe")
			if err != nil {
				return err
			}
			if agents.IsRecipe(text) {
				return export(from, path, text, args[0], name, title, part, format, mix, agents.ParseRecipe, agents.Trained)
			}
			return export(from, path, text, args[0], name, title, part, format, mix, weights.ParseRecipe, learned.Trained[weights.Recipe])
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&from, "from", "", "folder of the training (required)")
	addChoice(cmd, &part, "part", "which weights", train.PartAverage, train.PartLast, train.PartBest)
	flags.StringVar(&name, "name", "", "name of the weights; the network's name by default")
	flags.StringVar(&title, "title", "", "title on the card, one line; the network's title by default")
	flags.StringVar(&mix.with, "mix", "", "a .safetensors file with its card, such as an earlier export of the same training: the weights written lie between both")
	addNumber(cmd, &mix.percent, "percent", 1, 99, "with --mix: the training's part of each number, the rest is the file's")
	addChoice(cmd, &format, "format", "format of the numbers", safetensors.F16, safetensors.BF16, safetensors.F32)
	_ = cmd.MarkFlagRequired("from")
	reads.names(cmd, "from", "mix")
	stems.names(cmd)
	return cmd
}

// mixture says with which file's weights a training's are mixed, and the training's part.
type mixture struct {
	with    string
	percent int
}

// export writes the weights of a training whose recipe has a text, read from a path.
func export[R learned.Recipe](folder, path string, text []byte, stem, name, title string, part train.Part, format safetensors.DType, mix mixture,
	parse func(text []byte) (R, error), trained func(folder string, recipe R, part train.Part) (learned.Card[R], []safetensors.Tensor, error),
) error {
	recipe, err := parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	card, tensors, err := trained(folder, recipe, part)
	if err != nil {
		return err
	}
	if runs := card.Training.Runs; len(runs) > 0 && runs[len(runs)-1].Seconds == 0 { // it goes on, or was killed
		runs[len(runs)-1].To = card.Training.Steps
	}
	card.Name, card.Title = cmp.Or(name, card.Name), cmp.Or(title, card.Title)
	if mix.with != "" {
		other, err := learned.Open[R](mix.with)
		if err != nil {
			return badFlag("mix", mix.with, err)
		}
		if card, tensors, err = learned.Mix(card, tensors, other, float64(mix.percent)/100); err != nil {
			return badFlag("mix", mix.with, err)
		}
	}
	return learned.Write(stem, card, tensors, format)
}

// changed is a recipe with what flags ask of it.
func (t *training[R]) changed(recipe R, of from) R {
	if of.steps > 0 {
		recipe = recipe.WithSteps(of.steps)
	}
	if of.seeded {
		recipe = t.seeded(recipe, of.seed)
	}
	return recipe
}

// recipe returns the recipe of a training of a network: that of the file, else, when a folder's
// training is resumed, its own, else the default. A training goes on with another network or task only
// if that is said.
func (t *training[R]) recipe(cmd *cobra.Command, of from) (recipe R, err error) {
	if recipe, err = t.chosen(cmd, of); err != nil {
		return recipe, err
	}
	return recipe, recipe.Validate()
}

// chosen is recipe, before it is looked at as a whole.
func (t *training[R]) chosen(cmd *cobra.Command, of from) (recipe R, err error) {
	old := filepath.Join(of.out, recipeName)
	_, err = os.Stat(old)
	resumes := of.resume && err == nil
	path := of.path
	if path == "" && resumes {
		path = old
	}
	if path == "" {
		recipe, err = t.fresh(of.model, of.steps)
		if err != nil {
			return recipe, err
		}
		return t.changed(recipe, of), nil
	}
	if recipe, err = t.read(cmd.Context(), path); err != nil {
		return recipe, err
	}
	recipe = t.changed(recipe, of)
	if is := recipe.Model(); is != of.model {
		return recipe, fmt.Errorf("%s: a recipe of the network %s; --model %s trains it, --model is %s here", path, is, is, of.model)
	}
	if t.agrees != nil {
		if err := t.agrees(cmd, recipe); err != nil {
			return recipe, fmt.Errorf("%s: %w", path, err)
		}
	}
	if !resumes || of.change {
		return recipe, nil
	}
	before, err := t.read(cmd.Context(), old)
	if err != nil {
		return recipe, err
	}
	if !before.SameWeights(recipe) {
		return recipe, fmt.Errorf("%s: the network or the task differs from that in %s; --change continues with it", path, old)
	}
	return recipe, nil
}

// recipeName is the recipe's file in the folder of a training.
const recipeName = "recipe.json"

// maxRecipe bounds a recipe, in bytes.
const maxRecipe = 1 << 20

// read reads a recipe over the default one of its network.
func (t *training[R]) read(ctx context.Context, path string) (recipe R, err error) {
	text, err := readFile(ctx, path, maxRecipe, "a recipe")
	if err != nil {
		return recipe, err
	}
	if recipe, err = t.parse(text); err != nil {
		return recipe, fmt.Errorf("%s: %w", path, err)
	}
	return recipe, nil
}
