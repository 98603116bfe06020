package atomicfile

import (
	"errors"
	"fmt"
	"os"
)

// A Scratch is a file for what does not fit into memory. It is gone when it is closed, and where the system allows a file in use
// to lose its name, as Unix does, it has none from the start: nothing is left of it even if the program is killed.
type Scratch struct {
	*os.File
	named bool
}

// NewScratch makes an empty file in a folder, the system's for temporary files if that is empty. Only its owner can read it.
func NewScratch(folder string) (*Scratch, error) {
	f, err := os.CreateTemp(folder, "sudokulab-")
	if err != nil {
		return nil, fmt.Errorf("a temporary file: %w", err)
	}
	return &Scratch{File: f, named: os.Remove(f.Name()) != nil}, nil
}

// Close closes the file and removes it. It may be called twice.
func (s *Scratch) Close() error {
	if s.File == nil {
		return nil
	}
	path := s.Name()
	err := s.File.Close()
	if s.named {
		err = errors.Join(err, os.Remove(path))
	}
	s.File = nil
	return err
}
