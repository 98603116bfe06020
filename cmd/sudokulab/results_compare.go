package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/record/compare"
)

// comparing holds the flags of results compare.
type comparing struct {
	lab     labFlags
	only    []string
	profile lab.Profile
	form    form
	rows    int
	strict  bool
}

func newCompare() *cobra.Command {
	c := comparing{form: formText, rows: 20}
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Set the records of two machines or of two commits side by side",
		Long: "Compares records: first the exact figures, of which none should differ, then the times and other noisy figures, as ratios\n" +
			"of B to A with intervals. A and B are each a file of records, a folder with such files (a tree of the lab, its results, or\n" +
			"what results --out left), or a commit of this tree as git names it. What is a file or folder is taken as one: ./HEAD.\n\n" +
			"Cases whose configuration, puzzles or seed differ ask something else on each side; none of their figures are compared. The\n" +
			"exit code is 0 whatever differs; with --strict it is 1 if an exact figure does. JSON holds all rows.",
		Example: "  sudokulab results compare HEAD~1 .\n" +
			"  sudokulab results compare --only speed-engines --profile quick here/results there/results\n" +
			"  sudokulab results compare --strict --format json before.jsonl after.jsonl",
		Args: twoSides,
		RunE: naming(c.run),
	}
	c.lab.register(cmd)
	addNames(cmd, &c.only, "only", "only these experiments")
	completeBy(cmd, "only", completeExperiments)
	addChoice(cmd, &c.profile, "profile", "only records of this profile", lab.Smoke, lab.Quick, lab.Full, lab.GPU)
	addChoice(cmd, &c.form, "format", "form of the output: %s", formText, formMarkdown, formJSON)
	addNumber(cmd, &c.rows, "rows", 0, noBound, "rows of a table at most, but in JSON (0: all)")
	cmd.Flags().BoolVar(&c.strict, "strict", false, "exit with 1 if an exact figure differs")
	return cmd
}

func twoSides(cmd *cobra.Command, args []string) error {
	if len(args) != 2 {
		return seeHelp(cmd, fmt.Errorf("%s: want two, each a file of records, a folder or a commit", plural(len(args), "side")))
	}
	return nil
}

func (c *comparing) run(cmd *cobra.Command, args []string) error {
	var sides [2]compare.Side
	for i, arg := range args {
		set, err := c.records(cmd.Context(), arg)
		if err != nil {
			return err
		}
		sides[i] = compare.Side{Name: arg, Records: set}
	}
	for _, id := range c.only {
		if !slices.ContainsFunc(append(slices.Clone(sides[0].Records), sides[1].Records...), func(r record.Record) bool { return r.Experiment == id }) {
			return badFlag("only", id, errors.New("neither side has records of such an experiment"))
		}
	}
	for i := range sides {
		sides[i].Records = c.chosen(sides[i].Records)
	}
	rep := compare.Sets(sides[0], sides[1])
	var err error
	switch out := cmd.OutOrStdout(); c.form {
	case formJSON:
		err = writeJSON(out, rep)
	case formMarkdown:
		err = rep.Markdown(out, c.rows)
	default:
		err = rep.Text(out, c.rows)
	}
	if n := len(rep.Differing); err == nil && c.strict && n > 0 {
		err = fmt.Errorf("%s differ", plural(n, "exact figure"))
	}
	return err
}

// chosen returns the records that the flags choose.
func (c *comparing) chosen(set record.Set) (out record.Set) {
	for _, r := range set {
		if (len(c.only) == 0 || slices.Contains(c.only, r.Experiment)) && (c.profile == "" || r.Profile == string(c.profile)) {
			out = append(out, r)
		}
	}
	return out
}

// records reads the records of a side.
func (c *comparing) records(ctx context.Context, side string) (record.Set, error) {
	info, err := os.Stat(side)
	switch {
	case err == nil && info.IsDir():
		return recordsBelow(side)
	case err == nil:
		set, err := record.ReadFile(side)
		if err == nil && len(set) == 0 {
			err = fmt.Errorf("%s: no records", side)
		}
		return set, err
	case !errors.Is(err, os.ErrNotExist):
		return nil, err
	}
	root, err := findRoot(c.lab.root)
	if err != nil {
		return nil, fmt.Errorf("%s: no such file or folder, and a commit is looked for in a tree of the lab: %w", side, err)
	}
	_, set, err := record.At(ctx, root, side)
	if err != nil {
		return nil, fmt.Errorf("%s: no such file or folder, and %w", side, err)
	}
	return set, nil
}

// recordsBelow reads the files of records in a folder: that of one experiment, of several, or a tree of the lab.
func recordsBelow(dir string) (set record.Set, err error) {
	type key struct{ experiment, profile, name string }
	seen := map[key]string{}
	for _, pattern := range []string{lab.SliceRecords, "*/" + lab.SliceRecords, "results/*/" + lab.SliceRecords} {
		files, err := fs.Glob(os.DirFS(dir), pattern)
		if err != nil {
			return nil, err
		}
		for _, name := range files {
			file := filepath.Join(dir, filepath.FromSlash(name))
			of, err := record.ReadFile(file)
			if err != nil {
				return nil, err
			}
			for _, r := range of {
				k := key{r.Experiment, r.Profile, r.Case}
				if before, twice := seen[k]; twice {
					return nil, fmt.Errorf("%s: case %q of %s, profile %s, is in %s, too: name one of the files", file, r.Case, r.Experiment, r.Profile, before)
				}
				seen[k] = file
			}
			set = append(set, of...)
		}
	}
	if len(set) == 0 {
		return nil, fmt.Errorf("%s: no records: neither here nor in a folder of this one is a %s with any", dir, lab.SliceRecords)
	}
	return set, nil
}
