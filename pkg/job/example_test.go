package job_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"sudokulab/pkg/job"
)

// A job that writes numbers, in three shards: the last one first, then all that are not done.
func Example() {
	dir, err := os.MkdirTemp("", "job")
	if err != nil {
		log.Fatal(err)
	}
	path := filepath.Join(dir, "job.yaml")
	text := "operation: count\ninput: {seed: 1, from: 10, count: 7}\nshards: 3\noutput: numbers.txt\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		log.Fatal(err)
	}

	spec, err := job.Read(path)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	j, err := job.Open(ctx, spec, job.Options{Code: "example", Do: func(_ context.Context, s job.Slice, w io.Writer) error {
		for i := range s.Count {
			fmt.Fprintf(w, "%d ", s.From+i)
		}
		return nil
	}})
	if err != nil {
		log.Fatal(err)
	}
	for _, shards := range [][]int{{2}, {0, 1, 2}} {
		if err := j.Run(ctx, shards, 1, nil); err != nil {
			log.Fatal(err)
		}
	}
	if err := j.Merge(ctx); err != nil {
		log.Fatal(err)
	}
	numbers, err := os.ReadFile(spec.OutputPath())
	if err != nil {
		log.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(numbers))
	// Output: 10 11 12 13 14 15 16
}
