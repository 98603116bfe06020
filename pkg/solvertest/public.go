package solvertest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/corpus"
)

// PublicSet returns the path of a public set's file, such as tdoku/puzzles2_17_clue, below the
// folder that SUDOKULAB_DATA names. Where this machine does not have it, missing says why. A
// machine may have any subset of the sets, so a test skips what is missing, set by set.
func PublicSet(file string) (path, missing string) {
	dir := os.Getenv(corpus.EnvDataDir)
	if dir == "" {
		return "", corpus.EnvDataDir + " is not set"
	}
	path = filepath.Join(dir, filepath.FromSlash(file))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return "", fmt.Sprintf("%s is not below the folder that %s names", file, corpus.EnvDataDir)
	}
	return path, ""
}

// PublicBoards reads n puzzles of a public set that has one per line, spread evenly over it, all of
// them if n is 0. It skips the test where this machine lacks the set.
func PublicBoards(tb testing.TB, file string, n int) []board.Board {
	tb.Helper()
	path, missing := PublicSet(file)
	if missing != "" {
		tb.Skip(missing)
	}
	var all []board.Board
	for p, err := range format.ReadFile(path, format.Options{}) {
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, p.Board)
	}
	if n > len(all) || len(all) == 0 {
		tb.Fatalf("%s has %d puzzles, want %d", file, len(all), max(n, 1))
	}
	if n == 0 {
		return all
	}
	out := make([]board.Board, n)
	for i := range out {
		out[i] = all[i*len(all)/n]
	}
	return out
}
