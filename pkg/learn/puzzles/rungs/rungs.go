package rungs

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/puzzles"
)

// Names of the files.
const (
	ConfigName = "ladders.json"
	header     = "puzzle,solution,guesses"
)

// PartName is the name of the part with a round.
func PartName(round int) string { return fmt.Sprintf("part-%06d.csv", round) }

// Options say how a set is made. The set does not depend on them.
type Options struct {
	Workers  int                    // goroutines, 0 for one
	Progress func(made, wanted int) // puzzles, after each part; may be nil
}

// Summary is what lies in a folder.
type Summary struct {
	Puzzles int      `json:"puzzles"`
	Parts   int      `json:"parts"`
	Made    int      `json:"made"`   // parts that were not there before
	Rungs   []string `json:"rungs"`  // ranges of guesses
	Counts  []int    `json:"counts"` // puzzles of each
	SHA256  string   `json:"sha256"` // of all parts, one after the other
}

// Limits of what is read back, in bytes.
const (
	maxConfig = 1 << 20
	maxPart   = 1 << 30
)

// Make makes the first rounds of a configuration that have count puzzles together, in a folder, which is made if it is not
// there. Parts that are there are read and kept.
func Make(ctx context.Context, dir string, cfg puzzles.LadderConfig, count int, o Options) (*Summary, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if count < 1 {
		return nil, fmt.Errorf("rungs: %d puzzles, want 1 or more", count)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("rungs: %w", err)
	}
	release, err := atomicfile.Hold(filepath.Join(dir, "ladders.lock"))
	if err != nil {
		return nil, fmt.Errorf("rungs: %w", err)
	}
	defer func() { _ = release() }() // a kill releases it as well
	if err := settle(filepath.Join(dir, ConfigName), cfg); err != nil {
		return nil, err
	}
	m := making{dir: dir, cfg: cfg, hash: sha256.New(), workers: max(1, o.Workers)}
	m.sum.Counts = make([]int, len(cfg.Rungs))
	for _, r := range cfg.Rungs {
		m.sum.Rungs = append(m.sum.Rungs, r.String())
	}
	for m.sum.Puzzles < count {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := m.part(ctx); err != nil {
			return nil, err
		}
		if o.Progress != nil {
			o.Progress(m.sum.Puzzles, count)
		}
	}
	m.sum.SHA256 = hex.EncodeToString(m.hash.Sum(nil))
	return &m.sum, nil
}

// settle writes the configuration, or compares it with the folder's.
func settle(path string, cfg puzzles.LadderConfig) error {
	cfg.Cache = "" // a folder of this machine, which decides nothing
	text, err := atomicfile.ReadFile(path, maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = json.MarshalIndent(cfg, "", "  "); err != nil {
			return fmt.Errorf("rungs: %w", err)
		}
		if err := atomicfile.WriteBytes(path, append(text, '\n')); err != nil {
			return fmt.Errorf("rungs: %w", err)
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("rungs: %w", err)
	}
	var have puzzles.LadderConfig
	if err := json.Unmarshal(text, &have); err != nil {
		return fmt.Errorf("rungs: %s: %w", path, err)
	}
	if !reflect.DeepEqual(have, cfg) {
		return fmt.Errorf("rungs: %s: the folder holds puzzles of another configuration; want another folder", path)
	}
	return nil
}

// making is a set that is being made.
type making struct {
	dir     string
	cfg     puzzles.LadderConfig
	workers int
	makers  []*puzzles.LadderMaker // nil until a part is missing
	hash    hash.Hash
	sum     Summary
}

// part reads the next part, or makes it.
func (m *making) part(ctx context.Context) error {
	path := filepath.Join(m.dir, PartName(m.sum.Parts))
	text, err := atomicfile.ReadFile(path, maxPart)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if m.makers == nil {
			if m.makers, err = puzzles.LadderMakers(ctx, m.cfg, m.workers); err != nil {
				return err
			}
		}
		samples, err := puzzles.LadderRound(ctx, m.makers, m.sum.Parts)
		if err != nil {
			return err
		}
		var out bytes.Buffer
		fmt.Fprintln(&out, header)
		for _, s := range samples {
			fmt.Fprintf(&out, "%s,%s,%d\n", s.Board(), s.Grid(), s.Guesses)
		}
		text = out.Bytes()
		if err := atomicfile.WriteBytes(path, text); err != nil {
			return fmt.Errorf("rungs: %w", err)
		}
		m.sum.Made++
	case err != nil:
		return fmt.Errorf("rungs: %w", err)
	}
	samples, err := Read(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("rungs: %s: %w", path, err)
	}
	for i, s := range samples {
		rung := m.cfg.RungOf(s.Guesses)
		if rung < 0 {
			return fmt.Errorf("rungs: %s: line %d: %d guesses, which is no rung of the configuration", path, i+2, s.Guesses)
		}
		m.sum.Counts[rung]++
	}
	m.hash.Write(text)
	m.sum.Parts++
	m.sum.Puzzles += len(samples)
	return nil
}

// Read reads a part: puzzles with their solutions, each checked, and their guesses.
func Read(r io.Reader) ([]puzzles.Sample, error) {
	lines := bufio.NewScanner(r)
	if !lines.Scan() || lines.Text() != header {
		return nil, errors.Join(fmt.Errorf("line 1: want the header %s", header), lines.Err())
	}
	var samples []puzzles.Sample
	for n := 2; lines.Scan(); n++ {
		s, err := sampleOf(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		samples = append(samples, s)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(samples) == 0 {
		return nil, errors.New("no puzzle")
	}
	return samples, nil
}

func sampleOf(line string) (s puzzles.Sample, err error) {
	fields := strings.Split(line, ",")
	if len(fields) != 3 {
		return s, fmt.Errorf("%d fields, want puzzle, solution and guesses", len(fields))
	}
	puzzle, err := board.Parse(fields[0])
	if err != nil {
		return s, err
	}
	grid, err := board.Parse(fields[1])
	if err != nil {
		return s, err
	}
	if err := board.CheckSolution(puzzle, grid); err != nil {
		return s, err
	}
	guesses, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || guesses < 0 {
		return s, fmt.Errorf("guesses %q, want a number from 0 on", fields[2])
	}
	return puzzles.Sample{Puzzle: puzzle.Cells(), Solution: grid.Cells(), Givens: puzzle.Filled(), Guesses: guesses}, nil
}
