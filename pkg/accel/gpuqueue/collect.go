package gpuqueue

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"sudokulab/pkg/atomicfile"
)

// ErrDamaged is wrapped when an output folder does not hold what its record says.
var ErrDamaged = errors.New("output folder does not match its record")

// Collect takes over an output folder, made here or carried home, into the results:
// its record is appended to the state and, unless the slice failed, its files replace
// the job's folder. A failed slice leaves the folder of the one before: what it wrote
// may be half a checkpoint. An output folder that was collected before changes
// nothing. If anything is missing or changed, nothing is taken over.
func Collect(outDir, stateDir string) error {
	var slice Slice
	if err := readJSON(filepath.Join(outDir, sliceName), &slice); err != nil {
		return err
	}
	if !jobID.MatchString(slice.Job) || slice.Number < 1 {
		return fmt.Errorf("gpuqueue: %s: %w: job %q, slice %d", outDir, ErrDamaged, slice.Job, slice.Number)
	}
	for _, f := range slice.Files {
		if err := checkName(f.Name); err != nil {
			return fmt.Errorf("gpuqueue: %s: %w", outDir, err)
		}
		sum, _, err := atomicfile.SHA256(filepath.Join(outDir, filepath.FromSlash(f.Name)))
		if err != nil {
			return fmt.Errorf("gpuqueue: %s: %w: %w", outDir, ErrDamaged, err)
		}
		if sum != f.SHA256 {
			return fmt.Errorf("gpuqueue: %s: %w: %s has changed", outDir, ErrDamaged, f.Name)
		}
	}
	state, err := LoadState(stateDir)
	if err != nil {
		return err
	}
	for _, s := range state.Slices {
		if s.Job != slice.Job || s.Number != slice.Number {
			continue
		}
		if s.Started.Equal(slice.Started) && reflect.DeepEqual(s.Files, slice.Files) {
			return nil
		}
		return fmt.Errorf("gpuqueue: slice %d of %s was collected before, from another run", slice.Number, slice.Job)
	}
	if err := atomicfile.Folder(stateDir, 0o755); err != nil {
		return fmt.Errorf("gpuqueue: %w", err)
	}
	if slice.Outcome != OutcomeFailed {
		if err := swapFolder(outDir, stateDir, slice); err != nil {
			return fmt.Errorf("gpuqueue: collecting %s: %w", outDir, err)
		}
	}
	state.Slices = append(state.Slices, slice)
	return writeJSON(filepath.Join(stateDir, stateName), state)
}

// swapFolder copies the slice's files into a new folder and then puts it in the
// place of the job's.
func swapFolder(outDir, stateDir string, slice Slice) error {
	fresh, err := os.MkdirTemp(stateDir, "."+slice.Job+"-new-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(fresh) }()
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	for _, f := range slice.Files {
		from, err := atomicfile.Inside(outDir, f.Name)
		if err != nil {
			return err
		}
		if err := copyFile(from, fresh, f.Name); err != nil {
			return err
		}
	}
	place, old := filepath.Join(stateDir, slice.Job), fresh+"-old"
	err = os.Rename(place, old)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	hadOld := err == nil
	if err := os.Rename(fresh, place); err != nil {
		if hadOld {
			err = errors.Join(err, os.Rename(old, place))
		}
		return err
	}
	return os.RemoveAll(old)
}

// Verify compares the files of every job in a folder of results with what the state says of the last slice that brought any: how
// many it compared, and what differs in a line each, with the file's name below the folder first.
func Verify(stateDir string) (files int, differences []string, err error) {
	state, err := LoadState(stateDir)
	if err != nil {
		return 0, nil, err
	}
	seen := map[string]bool{}
	for _, s := range state.Slices {
		if seen[s.Job] {
			continue
		}
		seen[s.Job] = true
		_, kept := state.last(s.Job)
		if kept == nil {
			continue
		}
		for _, f := range kept.Files {
			files++
			sum, _, err := atomicfile.SHA256(filepath.Join(stateDir, s.Job, filepath.FromSlash(f.Name)))
			switch name := s.Job + "/" + f.Name; {
			case errors.Is(err, os.ErrNotExist):
				differences = append(differences, name+": missing; "+stateName+" lists it")
			case err != nil:
				return files, differences, fmt.Errorf("gpuqueue: %w", err)
			case sum != f.SHA256:
				differences = append(differences, fmt.Sprintf("%s: altered: its SHA-256 is %s, in %s %s", name, sum, stateName, f.SHA256))
			}
		}
	}
	return files, differences, nil
}
