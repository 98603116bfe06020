package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/codeid"
)

// Sources identifies the code that each experiment's measurements run through.
type Sources struct {
	identities map[string]codeid.Identity // by experiment
	whole      string                     // for a program away from its sources
}

// measuring says where measurements begin: at the plan of an experiment. What the harness does
// around them is no part of them: it hands out puzzles, whose digest is in the record, and takes
// figures. Its other functions count where measuring code calls them.
var measuring = codeid.Spec{
	Under: "experiments", Literal: "pkg/lab.Experiment", Field: "Plan",
	Opaque: []string{"pkg/lab.Experiment", "pkg/lab.Plan", "pkg/lab.Case", "pkg/lab.Run", "pkg/lab.Control", "pkg/lab.Profile"},
}

// ReadSources finds the identity of each experiment's code in the source tree (see package
// codeid). The answer is kept in the tree's cache folder until a source changes. Away from the
// source tree, or where there is no go command, the program's own file stands for all of it.
func ReadSources(ctx context.Context, root string) (*Sources, error) {
	if _, err := os.Stat(filepath.Join(root, "go.mod")); errors.Is(err, fs.ErrNotExist) {
		return wholeProgram()
	}
	found, err := codeid.FindCached(ctx, root, measuring, filepath.Join(root, ".cache", "code.json"))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return wholeProgram()
	case err != nil:
		return nil, fmt.Errorf("lab: %w", err)
	}
	return &Sources{identities: found}, nil
}

func wholeProgram() (*Sources, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("lab: neither sources nor program file to identify the code: %w", err)
	}
	data, err := atomicfile.ReadFile(path, atomicfile.Most)
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	sum := sha256.Sum256(data)
	return &Sources{whole: "program:" + hex.EncodeToString(sum[:8])}, nil
}

// known reports whether the identities are those of a source tree.
func (s *Sources) known() bool { return s.whole == "" }

// Code returns the hash of the code behind an experiment.
func (s *Sources) Code(experiment string) string {
	if s.whole != "" {
		return s.whole
	}
	return s.identities[experiment].Code
}

// Modules returns the other modules that the measured code runs through, with their versions.
func (s *Sources) Modules(experiment string) map[string]string {
	return s.identities[experiment].Modules
}
