package protocol_test

import (
	"context"
	"fmt"

	"sudokulab/pkg/page/protocol"
)

// A call by name, with its arguments in JSON.
func Example() {
	d := protocol.New(protocol.DefaultLimits())
	defer func() { _ = d.Close() }()
	args := []byte(`{"level": 3, "board": {"cells": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}}`)
	result, err := d.Do(context.Background(), "hint", args, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(result.(protocol.Hint).Text)
	// Output: naked single: Every digit but 5 is ruled out in r5c5, so r5c5 is 5.
}
