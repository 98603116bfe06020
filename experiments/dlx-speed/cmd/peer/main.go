// Command peer is package dlx in the form of D. E. Knuth's programs, so that experiment dlx-speed can measure process against
// process. It reads an exact-cover problem from standard input, in the text that DLX1 and DLX2 read, searches for all
// solutions, and writes to standard error how many there are and what the search took:
//
//	Altogether 92 solutions, 9000 updates, 2057 nodes.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"sudokulab/pkg/dlx"
)

func main() {
	if err := run(context.Background(), os.Stdin, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, in io.Reader, out io.Writer) error {
	p, err := dlx.Read(in, "standard input")
	if err != nil {
		return err
	}
	s, err := dlx.NewSolver(p, dlx.DefaultConfig())
	if err != nil {
		return err
	}
	res, err := s.Solve(ctx, nil, dlx.Limits{})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Altogether %d solutions, %d updates, %d nodes.\n", res.Solutions, res.Counters.Updates, res.Counters.Nodes)
	return err
}
