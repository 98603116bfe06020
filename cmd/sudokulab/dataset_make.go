package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"sudokulab/pkg/dataset"
	"sudokulab/pkg/dataset/files"
	jobfile "sudokulab/pkg/job"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/table"
)

// datasetMaking holds the flags of dataset make.
type datasetMaking struct {
	output string
	only   []string
	shard  string
	temp   string
	jobs   int
	quiet  bool
}

func newDatasetMake() *cobra.Command {
	s := &datasetMaking{}
	formats := make([]string, 0, len(files.Formats()))
	for _, f := range files.Formats() {
		formats = append(formats, string(f))
	}
	cmd := &cobra.Command{
		Use:   "make recipe",
		Short: "Make a data set of puzzles from a recipe: train, validation and test in different symmetry classes",
		Long: "Makes the set of a recipe, a YAML file or the name of one that sudokulab dataset recipes lists, in a folder: the\n" +
			"puzzles in files that people load, a card (README.md), the hashes of all files, and an audit that shows that no\n" +
			"test puzzle nor a twin of one is in the training. The recipe decides every byte of the puzzles' files.\n\n" +
			"  version: 1\n" +
			"  name: mine\n" +
			"  seed: 7\n" +
			"  distinct: true            # no twins within a split; short: true takes fewer puzzles where classes run out\n" +
			"  formats: [csv, parquet]   # of " + strings.Join(formats, ", ") + "\n" +
			"  items: 100000             # rows of a file\n" +
			"  parts:                    # one for each kind of board; with several each has a name, for its folder\n" +
			"    - side: 9               # 4, 9, 16 or 25\n" +
			"      minimal: true         # without it each band says how many givens\n" +
			"      copies: 0             # disguised copies of each training puzzle\n" +
			"      bands:                # each with some of these limits, and counts\n" +
			"        - {name: easy, technique: hidden-singles, train: 1000, validation: 100, test: 100}\n" +
			"        - {name: fish, technique: x-wing, train: 1000, test: 100}\n" +
			"        - {name: unfair, level: unfair, score: 1000+, train: 1000, test: 100}  # HoDoKu's scale\n" +
			"        - {name: chains, rating: 7.0-7.5, train: 1000, test: 100}             # Sudoku Explainer's\n" +
			"        - {name: hard, guesses: 5+, givens: 22-26, train: 1000, test: 100}\n\n" +
			"Which split a puzzle may be in follows from its class under symmetry, by a rule that is the same for every recipe\n" +
			"and seed and that the lab's networks keep to. So sets of different people have no test puzzle in a training.\n\n" +
			"A run that was broken off goes on where it was. --shard does a part of the making, for several machines with a\n" +
			"shared folder; a call without it does the rest and writes the set. While it is made, the folder holds about two\n" +
			"hundred bytes more for a puzzle of side 9, twice. Run on a set that is complete, the command compares all hashes.",
		Example: "  sudokulab dataset make sudokulab-9-small\n" +
			"  sudokulab dataset show sudokulab-9 > mine.yaml\n" +
			"  sudokulab dataset make mine.yaml --output /data/mine --jobs 8\n" +
			"  sudokulab dataset make sudokulab-9 --only test",
		ValidArgs: dataset.Names(),
		RunE:      naming(s.run),
	}
	cmd.Flags().StringVar(&s.output, "output", "", "folder for the set, empty or with a part of it (default: the recipe's name)")
	fills.names(cmd, "output")
	addNames(cmd, &s.only, "only", "splits to make: train, validation, test (default: all)")
	cmd.Flags().StringVar(&s.shard, "shard", "", "make puzzles of a part only: i/N, or auto under Slurm and Kubernetes")
	complete(cmd, "shard", "auto")
	cmd.Flags().StringVar(&s.temp, "temp", "", "folder for temporary files (default: the system's)")
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "no progress and no summary on standard error")
	addNumber(cmd, &s.jobs, "jobs", 0, maxJobs, "goroutines at work (0: one per core); the set does not depend on it")
	return cmd
}

func (s *datasetMaking) run(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s, want a recipe: a YAML file, or one of %s", plural(len(args), "argument"), strings.Join(dataset.Names(), ", "))
	}
	r, err := readRecipe(args[0])
	if err != nil {
		return err
	}
	o := dataset.Options{Jobs: s.jobs, Temp: s.temp, Program: programName()}
	for _, name := range s.only {
		split, err := dataset.ParseSplit(name)
		if err != nil {
			return fmt.Errorf("--only %s: want %s", name, orList([]string{"train", "validation", "test"}))
		}
		o.Only = append(o.Only, split)
	}
	switch {
	case s.shard == "auto":
		task, err := jobfile.FindTask(os.Getenv)
		if err != nil {
			return err
		}
		o.Task = &task
	case s.shard != "":
		task, err := parseTask(s.shard)
		if err != nil {
			return err
		}
		o.Task = &task
	}
	if o.Code, err = jobCode(); err != nil {
		return err
	}
	dir := s.output
	if dir == "" {
		dir = r.Name
	}
	begin := time.Now()
	bar := &stageBar{cmd: cmd, quiet: s.quiet}
	o.Progress = bar.show
	made, err := dataset.Make(cmd.Context(), r, dir, o)
	bar.hide()
	if err != nil {
		if !s.quiet && cmd.Context().Err() != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "dataset make: what is made stays in %s; the same command goes on from there\n", dir)
		}
		return err
	}
	if made == nil {
		return nil
	}
	return s.tell(cmd, r, made, dir, time.Since(begin))
}

// tell writes what was made, and whether the test is the one that is known.
func (s *datasetMaking) tell(cmd *cobra.Command, r *dataset.Recipe, made *dataset.Summary, dir string, took time.Duration) error {
	known, err := dataset.Known(r)
	if err != nil {
		return err
	}
	var puzzles int64
	var differs error
	for i := range made.Sets {
		x := &made.Sets[i]
		puzzles += x.Puzzles
		name := strings.TrimPrefix(x.Part+"/"+x.Split.String(), "/")
		line := fmt.Sprintf("%s  %s: %s puzzles", x.SHA256, name, lab.Number(float64(x.Puzzles)))
		if want := known[x.Part]; x.Split == dataset.Test && want != "" {
			if want == x.SHA256 {
				line += ", the test set that is known by this hash"
			} else {
				line += ", not the test set of this name"
				differs = fmt.Errorf("%s: the hash of the %s is %.12s…, want %.12s…: this program makes other puzzles than the one that the recipe was written down with", dir, name, x.SHA256, want)
			}
		}
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), line); err != nil {
			return err
		}
	}
	if !s.quiet {
		did := "made in " + lab.Seconds(took.Seconds())
		if made.Old {
			did = "there already, and all hashes agree"
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "dataset make: %s: %s puzzles, %s\n", dir, lab.Number(float64(puzzles)), did)
	}
	return differs
}

// readRecipe reads the recipe of a file or of a name. A name means a file only if there is one and no recipe has it.
func readRecipe(arg string) (*dataset.Recipe, error) {
	if slices.Contains(dataset.Names(), arg) {
		return dataset.Named(arg)
	}
	r, err := dataset.Read(arg)
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return r, err
	}
	return nil, fmt.Errorf("%s: no file and no recipe of that name; %s", arg, wantOneOf(arg, dataset.Names()))
}

// programName names this program in cards: without a commit where that is not known, so that the same source says the same everywhere.
func programName() string {
	name := "sudokulab " + version
	if commit, dirty := record.Built(); commit != "" && commit != "unknown" {
		name += ", commit " + commit
		if dirty {
			name += " with changes"
		}
	}
	return name
}

// stageBar shows how far the stages are, on a terminal as a bar, elsewhere as a line now and then.
type stageBar struct {
	cmd   *cobra.Command
	quiet bool
	stage dataset.Stage
	bar   *progressbar.ProgressBar
	told  time.Time
}

func (b *stageBar) show(stage dataset.Stage, done, total int64) {
	if b.quiet {
		return
	}
	w := b.cmd.ErrOrStderr()
	if !isTerminal(w) {
		const pause = 30 * time.Second
		if now := time.Now(); b.told.IsZero() {
			b.told = now
		} else if now.Sub(b.told) >= pause {
			b.told = now
			fmt.Fprintf(w, "dataset make: %s: %s of %s\n", stage, lab.Number(float64(done)), lab.Number(float64(total)))
		}
		return
	}
	if stage != b.stage {
		b.hide()
		b.stage = stage
		b.bar = newBar(w, total, progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true), progressbar.OptionSetDescription(string(stage)))
	}
	_ = b.bar.Set64(done) // a bar that cannot be drawn must not end the work
}

func (b *stageBar) hide() {
	if b.bar != nil {
		_ = b.bar.Clear()
		b.bar = nil
	}
}

func newDatasetRecipes() *cobra.Command {
	return &cobra.Command{
		Use:   "recipes",
		Short: "List the recipes for data sets that this program holds",
		Args:  cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			t := table.Table{Title: "Recipes for data sets", Columns: []string{"Recipe", "Train", "Validation", "Test", "What"}}
			for _, name := range dataset.Names() {
				r, err := dataset.Named(name)
				if err != nil {
					return err
				}
				row := []string{name}
				for _, split := range dataset.Splits() {
					var n int64
					for i := range r.Parts {
						for k := range r.Parts[i].Bands {
							n += r.Parts[i].Bands[k].Count(split)
						}
					}
					row = append(row, lab.Number(float64(n)))
				}
				t.Add(append(row, r.About)...)
			}
			return t.WriteText(cmd.OutOrStdout())
		}),
	}
}

func newDatasetShow() *cobra.Command {
	return &cobra.Command{
		Use:       "show name",
		Short:     "Print a recipe that this program holds, to begin one's own with",
		Args:      oneOfValidArgs,
		ValidArgs: dataset.Names(),
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			text, err := dataset.Text(args[0])
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		}),
	}
}
