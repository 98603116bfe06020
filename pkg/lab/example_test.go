package lab_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// An experiment of one case: measured once, its figure is in a record, and its table is made from
// that record.
func Example() {
	root, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}

	givens := &lab.Experiment{
		ID: "givens", Title: "Givens", Question: "How many givens have easy puzzles?",
		Plan: func(lab.Profile) lab.Plan {
			return lab.Plan{Seed: 1, Cases: []lab.Case{{
				Kind: "easy", Corpus: "own-easy", Limit: 10,
				Run: func(ctx context.Context, r *lab.Run) error {
					puzzles, err := r.Puzzles(ctx)
					if err != nil {
						return err
					}
					least := 81
					for _, p := range puzzles {
						least = min(least, p.Board.Filled())
					}
					r.Exact("least", float64(least), "givens", len(puzzles))
					return nil
				},
			}}}
		},
		Tables: func(set record.Set) []lab.Table {
			t := lab.Table{Title: "The fewest givens of ten easy puzzles", Columns: []string{"Set", "Givens"}}
			for _, r := range set.Measured() {
				t.Add(r.Case, lab.NumberOf(r, "least"))
			}
			return []lab.Table{t}
		},
	}
	l := &lab.Lab{Root: root, Experiments: []*lab.Experiment{givens}, Corpora: &corpus.Store{}}
	var records record.Set
	for range 2 {
		summary, err := l.Run(context.Background(), lab.Options{Profile: lab.Quick})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(summary.Measured, "measured,", summary.Cached, "from cache")
		records = summary.Records
	}
	tables, err := l.Tables(givens, records)
	if err != nil {
		log.Fatal(err)
	}
	if err := errors.Join(tables[0].WriteCSV(os.Stdout), os.RemoveAll(root)); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 1 measured, 0 from cache
	// 0 measured, 1 from cache
	// Set,Givens
	// easy,42
}
