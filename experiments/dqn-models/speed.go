package dqnmodels

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/lab"
)

// For experiment dqn-speed, which times the same agents.

// Libraries are the comparisons with an established library, and LibraryPeer the program that trains its agent.
func Libraries() []Library { return libraries() }

// LibraryPeer is the name of the library's program among the peers.
const LibraryPeer = libraryPeer

// ErrLibrary is wrapped by errors that are the library's program's.
var ErrLibrary = errLibrary

// LibraryArms are our agents beside the library's, those of networks of a name alone.
func LibraryArms(network string) (out []Arm) {
	for _, a := range libraryArms {
		if a.Network == network {
			out = append(out, a)
		}
	}
	return out
}

// Says names an arm of ours.
func Says(a Arm) string { return a.says() }

// TimeLibrary has the library train as a comparison says and returns the seconds of a move, updates included, and the
// library's name and version.
func TimeLibrary(ctx context.Context, r *lab.Run, l Library, cfg Config, seed uint64) (perMove float64, name string, err error) {
	training, tests, err := l.puzzles(ctx, cfg, seed)
	if err != nil {
		return 0, "", err
	}
	dir, err := os.MkdirTemp("", "sudokulab-library-")
	if err != nil {
		return 0, "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := os.WriteFile(filepath.Join(dir, "training"), lines(training), 0o600); err != nil {
		return 0, "", err
	}
	if err := os.WriteFile(filepath.Join(dir, "tests"), lines(tests), 0o600); err != nil {
		return 0, "", err
	}
	a, err := l.ask(ctx, r, dir, seed)
	if err != nil {
		return 0, "", err
	}
	return a.Seconds / float64(a.Moves), a.Library, nil
}

// TimeOurs trains an arm of ours as a comparison says and returns the seconds of a move, updates and the making of
// puzzles included, once its programs are compiled: those of the first of eight parts of the moves do not count.
func TimeOurs(ctx context.Context, choice *accel.Choice, l Library, a Arm, cfg Config, seed uint64) (perMove float64, err error) {
	recipe, err := l.recipe(a, seed, cfg)
	if err != nil {
		return 0, err
	}
	recipe.Train.LogEvery = max(1, recipe.Train.Steps/8)
	var begin, end time.Time
	from, to := 0, 0
	_, err = dqn.TrainWatched(ctx, choice.Backend, recipe, 1, dqn.Watch{Progress: func(step, _ int) {
		if from == 0 {
			begin, from = time.Now(), step
		}
		end, to = time.Now(), step
	}})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", a.says(), err)
	}
	if to <= from {
		return 0, fmt.Errorf("%s: one line of the log in %d steps, want two or more", a.says(), recipe.Train.Steps)
	}
	return end.Sub(begin).Seconds() / float64((to-from)*recipe.Play.Environments), nil
}
