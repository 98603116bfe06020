package contest_test

import (
	"context"
	"os"
	"strings"

	"sudokulab/pkg/contest"
	"sudokulab/pkg/engine"
)

// Serving the protocol by an engine of the lab: a puzzle with one solution, one with several and one with none.
func ExampleServe() {
	in := strings.NewReader("12..34.....3..2.\n12..34..........\n11..............\n")
	if err := contest.Serve(context.Background(), engine.Wide(engine.DefaultWide()), nil, in, os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// 1234341221434321 1
	// 1243342141322314 2
	// - 0
}
