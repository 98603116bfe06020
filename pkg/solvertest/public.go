package solvertest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

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
