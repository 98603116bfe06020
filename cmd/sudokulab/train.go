package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gnn/weights"
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
	cmd.AddCommand(newTrainGNN(), newTrainExport())
	return cmd
}

// maxTrainSteps bounds --steps of a training: years on any machine there is.
const maxTrainSteps = 1_000_000_000

func newTrainGNN() *cobra.Command {
	var (
		out, recipePath, start, backend string
		model                           = weights.Candidate
		budget                          time.Duration
		resume, change, tf32            bool
		workers, steps                  int
	)
	cmd := &cobra.Command{
		Use:   "gnn",
		Short: "Train a graph network, in slices if needed",
		Long: "Trains the candidate network, or one of the document on the graph network: literal, the document's\n" +
			"network, or cnn, the convolutional one that it is compared with. Their default recipe is the document's.",
		Args: cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			begin := time.Now()
			recipe, err := trainingRecipe(cmd.Context(), model, out, recipePath, resume, change)
			if err != nil {
				return err
			}
			if steps > 0 {
				recipe = recipe.WithSteps(steps)
			}
			if err := recipe.Validate(); err != nil {
				return err
			}
			asked := accelOptions(backend)
			asked.TF32 = tf32
			choice, err := openOptions(cmd, asked)
			if err != nil {
				return err
			}
			defer choice.Close()
			xlaWould(cmd, asked, choice, "")
			options := train.Options{
				Folder: out, Resume: resume, Change: change, Events: true,
				Progress: cmd.ErrOrStderr(), Log: slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)),
			}
			if options.Start, err = recipe.StartStore(); err != nil {
				return err
			}
			if start != "" {
				from, err := loadWeights("start", start)
				if err != nil {
					return err
				}
				if options.Start, err = from.StoreFor(recipe); err != nil {
					return fmt.Errorf("--start %s: %w", start, err)
				}
			}
			task, err := recipe.NewTask(cmd.Context(), choice.Backend, workers)
			if err != nil {
				return err
			}
			defer task.Close()
			if err := os.MkdirAll(out, 0o755); err != nil {
				return err
			}
			release, err := atomicfile.Hold(filepath.Join(out, "train.lock"))
			if err != nil {
				return err
			}
			defer func() { _ = release() }() // a kill releases it as well
			if budget > 0 {                  // opening a card and making the first puzzles counts
				options.Budget = max(1, budget-time.Since(begin))
			}
			trainer, err := train.New(choice.Backend, task, recipe.Trainer(), options)
			if err != nil {
				return err
			}
			defer trainer.Close()
			text, err := recipe.Text()
			if err != nil {
				return err
			}
			if err := atomicfile.WriteBytes(filepath.Join(out, recipeName), text); err != nil {
				return err
			}
			run := learned.Run{Provenance: record.Host(cmd.Context()), From: trainer.Step()}
			run.Provenance.Backend, run.Provenance.Started = accel.Label(choice.Name), time.Now().UTC()
			report, err := trainer.Run(cmd.Context())
			run.To, run.Seconds = report.Step, time.Since(run.Provenance.Started).Seconds()
			err = errors.Join(err, learned.AppendRun(out, run), writeJSON(cmd.OutOrStdout(), report))
			if err == nil && report.Stop == train.StopBudget {
				return fmt.Errorf("%w: step %d of %d", errMore, report.Step, recipe.Trainer().Steps)
			}
			return err
		}),
	}
	flags := cmd.Flags()
	addChoice(cmd, &model, "model", "network to train", weights.Models()...)
	flags.StringVar(&out, "out", "", "folder of the checkpoint, the log and the recipe (required)")
	flags.StringVar(&recipePath, "recipe", "", "file with the recipe as JSON; fields it lacks are the default's")
	flags.StringVar(&start, "start", "", "initial weights, embedded or a .safetensors file with its card, of a network of the same widths")
	complete(cmd, "start", weights.Names()...)
	addTime(cmd, &budget, "budget", "stop after this time, counted from the command's start, with a checkpoint and exit code 75; 0 for no limit")
	flags.BoolVar(&resume, "resume", false, "continue from the folder's checkpoint if there is one")
	flags.BoolVar(&change, "change", false, "resume although the recipe differs; the new one applies from there on")
	workers = 1
	addNumber(cmd, &workers, "workers", 1, maxJobs, "goroutines that make puzzles; the puzzles do not depend on their number")
	addNumber(cmd, &steps, "steps", 0, maxTrainSteps, "training steps in all, 0 for the recipe's")
	flags.BoolVar(&tf32, "tf32", false, "let a GPU round the operands of float32 products to TF32")
	addBackend(cmd, &backend)
	_ = cmd.MarkFlagRequired("out")
	return cmd
}

func newTrainExport() *cobra.Command {
	var (
		from, name, title string
		part              = train.PartAverage
		format            = safetensors.F16
	)
	cmd := &cobra.Command{
		Use:   "export <stem>",
		Short: "Write the weights of a training as safetensors with a card",
		Long: "Write the weights in a training's folder as <stem>.safetensors, with their card <stem>.json.\n" +
			"eval gnn --card measures them and adds the scores to the card.",
		Args: cobra.ExactArgs(1),
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			recipe, err := readRecipe(cmd.Context(), filepath.Join(from, recipeName))
			if err != nil {
				return err
			}
			card, tensors, err := learned.Trained(from, recipe, part)
			if err != nil {
				return err
			}
			card.Name, card.Title = cmp.Or(name, card.Name), cmp.Or(title, card.Title)
			return learned.Write(args[0], card, tensors, format)
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&from, "from", "", "folder of the training (required)")
	addChoice(cmd, &part, "part", "which weights", train.PartAverage, train.PartLast, train.PartBest)
	flags.StringVar(&name, "name", "", "name of the weights; the network's name by default")
	flags.StringVar(&title, "title", "", "title on the card, one line; the network's title by default")
	addChoice(cmd, &format, "format", "format of the numbers", safetensors.F16, safetensors.BF16, safetensors.F32)
	_ = cmd.MarkFlagRequired("from")
	return cmd
}

// trainingRecipe returns the recipe of a training of a network: that of the file, else, when a
// folder's training is resumed, its own, else the default. A training goes on with another
// network or task only if that is said.
func trainingRecipe(ctx context.Context, model, out, path string, resume, change bool) (weights.Recipe, error) {
	old := filepath.Join(out, recipeName)
	_, err := os.Stat(old)
	resumes := resume && err == nil
	if path == "" && resumes {
		path = old
	}
	if path == "" {
		return weights.DefaultRecipe(model)
	}
	recipe, err := readRecipe(ctx, path)
	if err != nil {
		return recipe, err
	}
	if is := recipe.Model(); is != model {
		return recipe, fmt.Errorf("%s: a recipe of the network %s; --model %s trains it, --model is %s here", path, is, is, model)
	}
	if !resumes || change {
		return recipe, nil
	}
	before, err := readRecipe(ctx, old)
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

// readRecipe reads a recipe over the default one of its network.
func readRecipe(ctx context.Context, path string) (weights.Recipe, error) {
	text, err := readFile(ctx, path, maxRecipe, "a recipe")
	if err != nil {
		return weights.Recipe{}, err
	}
	recipe, err := weights.ParseRecipe(text)
	if err != nil {
		return recipe, fmt.Errorf("%s: %w", path, err)
	}
	return recipe, nil
}
