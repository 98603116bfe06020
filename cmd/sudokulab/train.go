package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
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

func newTrainGNN() *cobra.Command {
	var (
		out, recipePath, start, backend string
		budget                          time.Duration
		resume, change                  bool
		workers, steps                  int
	)
	cmd := &cobra.Command{
		Use:   "gnn",
		Short: "Train the candidate network, in slices if need be",
		Args:  cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			recipe, err := trainingRecipe(out, recipePath, resume, change)
			if err != nil {
				return err
			}
			if steps > 0 {
				recipe.Train.Steps = steps
			}
			if err := recipe.Validate(); err != nil {
				return err
			}
			choice, err := openBackend(cmd, backend)
			if err != nil {
				return err
			}
			defer choice.Close()
			network, err := candidate.New(recipe.Network)
			if err != nil {
				return err
			}
			task, err := candidate.NewTask(cmd.Context(), choice.Backend, network, recipe.Task, workers)
			if err != nil {
				return err
			}
			defer task.Close()
			options := train.Options{
				Folder: out, Resume: resume, Change: change, Budget: budget, Events: true,
				Progress: cmd.ErrOrStderr(), Log: slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)),
			}
			if start != "" {
				from, err := loadWeights(start)
				if err != nil {
					return err
				}
				if options.Start, err = from.StoreFor(recipe.Network); err != nil {
					return fmt.Errorf("--start %s: %w", start, err)
				}
			}
			trainer, err := train.New(choice.Backend, task, recipe.Train, options)
			if err != nil {
				return err
			}
			defer trainer.Close()
			text, err := json.MarshalIndent(recipe, "", "  ")
			if err != nil {
				return err
			}
			if err := atomicfile.WriteBytes(filepath.Join(out, recipeName), append(text, '\n')); err != nil {
				return err
			}
			run := weights.Run{Provenance: record.Host(cmd.Context(), "."), From: trainer.Step()}
			run.Provenance.Backend, run.Provenance.Started = accel.Label(choice.Name), time.Now().UTC()
			report, err := trainer.Run(cmd.Context())
			run.To, run.Seconds = report.Step, time.Since(run.Provenance.Started).Seconds()
			return errors.Join(err, weights.AppendRun(out, run), writeJSON(cmd.OutOrStdout(), report))
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&out, "out", "", "folder of the checkpoint, the log and the recipe (required)")
	flags.StringVar(&recipePath, "recipe", "", "file with the recipe as JSON; fields it lacks are the default's")
	flags.StringVar(&start, "start", "", "weights to begin with, embedded or a .safetensors file with its card, of a network of the same widths")
	complete(cmd, "start", weights.Names()...)
	flags.DurationVar(&budget, "budget", 0, "stop after this time with a checkpoint; 0 for no bound")
	flags.BoolVar(&resume, "resume", false, "go on from the folder's checkpoint if there is one")
	flags.BoolVar(&change, "change", false, "resume although the recipe differs; the new one holds from there")
	flags.IntVar(&workers, "workers", 1, "goroutines that make puzzles; the puzzles do not depend on it")
	flags.IntVar(&steps, "steps", 0, "training steps in all, 0 for the recipe's")
	addBackend(cmd, &backend)
	_ = cmd.MarkFlagRequired("out")
	return cmd
}

func newTrainExport() *cobra.Command {
	var from, part, name, title, format string
	cmd := &cobra.Command{
		Use:   "export <stem>",
		Short: "Write the weights of a training as safetensors with a card",
		Long: "Write the weights in a training's folder as <stem>.safetensors, with their card <stem>.json.\n" +
			"eval gnn --card measures them and adds the scores to the card.",
		Args: cobra.ExactArgs(1),
		RunE: naming(func(_ *cobra.Command, args []string) error {
			recipe, err := readRecipe(filepath.Join(from, recipeName))
			if err != nil {
				return err
			}
			checkpoint := filepath.Join(from, train.CheckpointName)
			tensors, err := train.ReadWeights(checkpoint, train.Part(part))
			if err != nil {
				return err
			}
			report, err := train.ReadReport(checkpoint)
			if err != nil {
				return err
			}
			runs, err := weights.ReadRuns(from)
			if err != nil {
				return err
			}
			return weights.Write(args[0], weights.Card{
				Name: name, Title: title, Recipe: recipe,
				Training: weights.Training{
					Steps: report.Step, Samples: report.Samples, Seconds: report.Seconds, Part: part,
					FLOPs: recipe.FLOPs(report.Step), Finished: report.Step >= recipe.Train.Steps, Runs: runs,
				},
			}, tensors, safetensors.DType(format))
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&from, "from", "", "folder of the training (required)")
	flags.StringVar(&part, "part", string(train.PartAverage), "which weights: average, last or best")
	flags.StringVar(&name, "name", "candidate", "name of the weights")
	flags.StringVar(&title, "title", "the candidate network", "one line for the card")
	flags.StringVar(&format, "format", string(safetensors.F16), "format of the numbers: F16, BF16 or F32")
	complete(cmd, "part", string(train.PartAverage), string(train.PartLast), string(train.PartBest))
	complete(cmd, "format", string(safetensors.F16), string(safetensors.BF16), string(safetensors.F32))
	_ = cmd.MarkFlagRequired("from")
	return cmd
}

// trainingRecipe returns the recipe of a training: that of the file, else, when a folder's
// training is resumed, its own, else the default. A training goes on with another network or
// task only if that is said.
func trainingRecipe(out, path string, resume, change bool) (candidate.Recipe, error) {
	old := filepath.Join(out, recipeName)
	_, err := os.Stat(old)
	resumes := resume && err == nil
	if path == "" && resumes {
		path = old
	}
	recipe, err := readRecipe(path)
	if err != nil || !resumes || change {
		return recipe, err
	}
	before, err := readRecipe(old)
	if err != nil {
		return recipe, err
	}
	before.Train = recipe.Train // the trainer compares these
	if !reflect.DeepEqual(before, recipe) {
		return recipe, fmt.Errorf("%s: the network or the task is another one than in %s; --change goes on with it", path, old)
	}
	return recipe, nil
}

// recipeName is the recipe's file in the folder of a training.
const recipeName = "recipe.json"

// readRecipe reads a recipe over the default one; no path is the default.
func readRecipe(path string) (candidate.Recipe, error) {
	if path == "" {
		return candidate.DefaultRecipe(), nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return candidate.Recipe{}, err
	}
	recipe, err := candidate.ParseRecipe(text)
	if err != nil {
		return recipe, fmt.Errorf("%s: %w", path, err)
	}
	return recipe, nil
}
