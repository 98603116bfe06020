package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sudokulab/pkg/atomicfile"
)

// CheckInput reports input that is no longer what the plan was made from. It reads the files, and compares their hash with the plan's,
// only if one of them has changed since the plan was made, by the clock of the file system.
// A set is not looked at: the program finds it by its name and hash.
func CheckInput(ctx context.Context, j *Job) error {
	s, p := j.Spec, j.Plan
	if s.Input.Set != "" || len(p.Files) == 0 {
		return nil
	}
	path := filepath.Join(s.Folder(), planName)
	planned, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("job: %w", err)
	}
	later := ""
	for _, f := range p.Files {
		info, err := os.Stat(s.near(f.Name))
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a finished job can be looked at without its input, and what reads it says what is missing
		}
		if err != nil {
			return fmt.Errorf("job: %w", err)
		}
		if later == "" && info.ModTime().After(planned.ModTime()) {
			later = f.Name
		}
	}
	if later == "" {
		return nil
	}
	all := sha256.New()
	for _, f := range p.Files {
		if err := hashFile(ctx, s, f.Name, all); err != nil {
			return err
		}
	}
	if hex.EncodeToString(all.Sum(nil)) != p.Input {
		return fmt.Errorf("job: %s: the input was changed since the job was planned: %s is later than %s; job clean begins again", s.path, later, path)
	}
	return nil
}

// CheckOutput reports an output that is the job file or one of its inputs, which merging would replace, and one that a pattern of the input
// would find afterwards: the job would then have another input than it was planned with.
func CheckOutput(s *Spec) error {
	if atomicfile.Same(s.path, s.OutputPath()) {
		return fmt.Errorf("%s is the job file itself, want another name", s.Output)
	}
	out, err := filepath.Abs(s.OutputPath())
	if err != nil {
		return fmt.Errorf("job: %w", err)
	}
	for _, pattern := range s.Input.Files {
		near, err := filepath.Abs(s.near(pattern))
		if err != nil {
			return fmt.Errorf("job: %w", err)
		}
		found, err := filepath.Glob(near)
		if err != nil {
			return nil //nolint:nilerr // the plan says what is wrong with the pattern
		}
		matches, _ := filepath.Match(near, out) // Glob has seen the pattern
		if matches || slices.ContainsFunc(found, func(in string) bool { return atomicfile.Same(in, out) }) {
			return fmt.Errorf("%s is among the input, %s, want another name or folder", s.Output, pattern)
		}
	}
	return nil
}

// hashFile adds a file's unpacked bytes to a hash.
func hashFile(ctx context.Context, s *Spec, name string, to io.Writer) (err error) {
	r, err := s.open(name, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	piece := make([]byte, 1<<20)
	for {
		n, err := r.Read(piece)
		_, _ = to.Write(piece[:n]) // a hash takes all
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("job: %s: %w", name, err)
		case ctx.Err() != nil:
			return context.Cause(ctx)
		}
	}
}
