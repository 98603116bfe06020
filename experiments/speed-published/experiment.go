// Package speedpublished keeps what other people have published about the speed of Sudoku
// solvers, with source and conditions, apart from what this project measures: nothing here
// was run by it except where a source says so. It decides no claim.
//
// The package is apart from speed-peers so that a figure added here measures nothing again
// there.
package speedpublished

import (
	"context"
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Kind is what a figure states.
type Kind string

// The kinds of figures.
const (
	Rate    Kind = "rate"    // puzzles per second
	Time    Kind = "time"    // seconds per puzzle
	Ratio   Kind = "ratio"   // speed as a multiple of tdoku's
	Guesses Kind = "guesses" // a puzzle
	NoGuess Kind = "noguess" // puzzles that took no guess, per cent
)

// unit is the unit in which a record keeps the kind.
func (k Kind) unit() string {
	switch k {
	case Rate:
		return "puzzles/s, published"
	case Time:
		return "s, published"
	case Ratio:
		return "of tdoku's speed, published"
	case Guesses:
		return "guesses a puzzle, published"
	case NoGuess:
		return "% of the puzzles, published"
	}
	panic("speed-published: no such kind: " + string(k))
}

// Source is a publication with its figures.
type Source struct {
	ID         string  `json:"id"`
	Title      string  `json:"title"`
	Where      string  `json:"where"`
	Conditions string  `json:"conditions"`
	Tables     []Table `json:"tables"`
}

// Table is what a source states of one kind.
type Table struct {
	Kind Kind     `json:"kind"`
	Sets []string `json:"sets"`
	Rows []Row    `json:"rows"`
}

// Row is a solver's figures, one for each set of the table; below 0 for none.
type Row struct {
	Program string    `json:"program"`
	Values  []float64 `json:"values"`
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Sources []Source `json:"sources"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "speed-published",
		Title:    "What others have published about the speed of solvers",
		Question: "Which guesses and speeds have the authors of other solvers stated, on which machine and under which conditions?",
		Plan:     plan,
		Tables:   tables,
	}
}

// plan is the same for every profile: nothing is measured.
func plan(lab.Profile) lab.Plan {
	cfg := Config{Sources: sources()}
	pl := lab.Plan{Config: cfg}
	for _, s := range cfg.Sources {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: published, Dims: []record.Dim{record.D("source", s.ID)},
			Run: func(_ context.Context, r *lab.Run) error { return keep(s, r) },
		})
	}
	return pl
}

// published is the kind of the cases.
const published = "published"

func metric(k Kind, program, set string) string {
	return fmt.Sprintf("%s program=%s set=%s", k, program, set)
}

// keep copies a source into its record.
func keep(s Source, r *lab.Run) error {
	n := 0
	for _, t := range s.Tables {
		for _, row := range t.Rows {
			if len(row.Values) != len(t.Sets) {
				return fmt.Errorf("speed-published: %s, %s of %s: %d figures, want %d", s.ID, t.Kind, row.Program, len(row.Values), len(t.Sets))
			}
			for i, v := range row.Values {
				if v >= 0 {
					r.Exact(metric(t.Kind, row.Program, t.Sets[i]), v, t.Kind.unit(), 1)
					n++
				}
			}
		}
	}
	r.Count("figures", int64(n), "figures, published")
	r.Text("title", s.Title)
	r.Text("where", s.Where)
	r.Text("conditions", s.Conditions)
	return nil
}
