package main

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/puzzles/rungs"
)

// maxLadderPuzzles bounds --count: hundreds of gigabytes.
const maxLadderPuzzles = 1_000_000_000

// laddering holds the flags of dataset ladders.
type laddering struct {
	cfg    puzzles.LadderConfig
	count  int
	output string
	jobs   int
	quiet  bool
}

func newDatasetLadders() *cobra.Command {
	s := &laddering{cfg: puzzles.DefaultLadders(), count: 10_000}
	var names []string
	for _, r := range s.cfg.Rungs {
		names = append(names, r.String())
	}
	cmd := &cobra.Command{
		Use:   "ladders",
		Short: "Make 9×9 puzzles of few guesses to hundreds, by searches that climb from easy to hard",
		Long: "Makes minimal 9×9 puzzles in steps of difficulty, by the guesses of the lab's fastest engine: " + strings.Join(names, ", ") + ".\n" +
			"Each ladder begins with puzzles made at random and exchanges givens of the hardest so far, so that it comes by\n" +
			"hundreds of puzzles that random making meets once in thousands. They are the ones that the lab's networks can be\n" +
			"trained on: no class of puzzles that the lab holds out for tests is among them.\n\n" +
			"The folder gets files of some thousand puzzles each, CSV with puzzle, solution and guesses. Seed and count decide\n" +
			"every byte. A call that was broken off goes on where it was, and a larger --count adds files.",
		Example: "  sudokulab dataset ladders --seed 24 --count 300000 --output rungs\n" +
			"  sudokulab dataset audit rungs/part-*.csv --against-set forum-11-half",
		Args: cobra.NoArgs,
		RunE: naming(s.run),
	}
	cmd.Flags().StringVar(&s.output, "output", "", "folder for the puzzles (required)")
	fills.names(cmd, "output")
	addNumber(cmd, &s.count, "count", 1, maxLadderPuzzles, "puzzles at least: the last file is a whole one")
	addSeed(cmd, &s.cfg.Seed, "seed of the ladders")
	addNumber(cmd, &s.jobs, "jobs", 0, maxJobs, "goroutines at work (0: one per core); the puzzles do not depend on it")
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "no progress and no summary on standard error")
	_ = cmd.MarkFlagRequired("output")
	return cmd
}

func (s *laddering) run(cmd *cobra.Command, _ []string) error {
	begin, told := time.Now(), time.Now()
	o := rungs.Options{Workers: cmp.Or(s.jobs, runtime.GOMAXPROCS(0)), Progress: func(made, wanted int) {
		if !s.quiet && time.Since(told) > 5*time.Second {
			told = time.Now()
			fmt.Fprintf(cmd.ErrOrStderr(), "dataset ladders: %s of %s puzzles\n", lab.Number(float64(made)), lab.Number(float64(wanted)))
		}
	}}
	made, err := rungs.Make(cmd.Context(), s.output, s.cfg, s.count, o)
	if err != nil {
		if !s.quiet && cmd.Context().Err() != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "dataset ladders: what is made stays in %s; the same command goes on from there\n", s.output)
		}
		return err
	}
	if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s  %s: %s puzzles\n", made.SHA256, s.output, lab.Number(float64(made.Puzzles))); err != nil {
		return err
	}
	if !s.quiet {
		var counts []string
		for i, name := range made.Rungs {
			counts = append(counts, fmt.Sprintf("%s with %s guesses", lab.Number(float64(made.Counts[i])), name))
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "dataset ladders: %s; %s of %s made in %s\n", strings.Join(counts, ", "),
			lab.Number(float64(made.Made)), plural(made.Parts, "file"), lab.Seconds(time.Since(begin).Seconds()))
	}
	return nil
}
