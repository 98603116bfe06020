package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

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
		out, recipePath, backend string
		budget                   time.Duration
		resume, change           bool
		workers, steps           int
	)
	cmd := &cobra.Command{
		Use:   "gnn",
		Short: "Train the candidate network, in slices if need be",
		Args:  cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			recipe, err := readRecipe(recipePath)
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
			trainer, err := train.New(choice.Backend, task, recipe.Train, train.Options{
				Folder: out, Resume: resume, Change: change, Budget: budget, Events: true,
				Progress: cmd.ErrOrStderr(), Log: slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)),
			})
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
			run.Provenance.Backend, run.Provenance.Started = choice.Name, time.Now().UTC()
			report, err := trainer.Run(cmd.Context())
			run.To, run.Seconds = report.Step, time.Since(run.Provenance.Started).Seconds()
			return errors.Join(err, weights.AppendRun(out, run), writeJSON(cmd.OutOrStdout(), report))
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&out, "out", "", "folder of the checkpoint, the log and the recipe (required)")
	flags.StringVar(&recipePath, "recipe", "", "file with the recipe as JSON; fields it lacks are the default's")
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

// recipeName is the recipe's file in the folder of a training.
const recipeName = "recipe.json"

// readRecipe reads a recipe over the default one; no path is the default.
func readRecipe(path string) (candidate.Recipe, error) {
	recipe := candidate.DefaultRecipe()
	if path == "" {
		return recipe, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return recipe, err
	}
	if err := json.Unmarshal(text, &recipe); err != nil {
		return recipe, fmt.Errorf("%s: %w", path, err)
	}
	return recipe, nil
}
