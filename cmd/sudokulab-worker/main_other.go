//go:build !js

package main

import (
	"fmt"
	"os"

	"sudokulab/pkg/page/protocol"
)

func main() {
	fmt.Fprintf(os.Stderr, "sudokulab-worker: it answers %d calls within a browser; sudokulab serve and sudokulab page build it for that\n", len(protocol.Calls()))
	os.Exit(1)
}
