// Command peer is package bitboard behind the protocols through which experiment speed-peers
// measures solvers (contest.Counting, and that of the command bench):
//
//	peer FILE LIMIT SECONDS
//	peer
//
// It counts with a Counter, whose guesses depend on the processor and are not told; under a name that ends in -scalar with the
// Solver that has no vector instructions, and tells its guesses. Without arguments it answers the puzzles on its standard input, a
// line each.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"sudokulab/experiments/speed-peers/coretime"
	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/contest"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	if len(args) == 0 {
		return contest.Serve(context.Background(), &answerer{}, nil, in, out)
	}
	if len(args) != 3 {
		return fmt.Errorf("%d arguments, want FILE LIMIT SECONDS or none", len(args))
	}
	limit, err := strconv.Atoi(args[1])
	if err != nil || limit < 1 {
		return fmt.Errorf("LIMIT %q, want 1 or more", args[1])
	}
	seconds, err := strconv.ParseFloat(args[2], 64)
	if err != nil || seconds < 0 {
		return fmt.Errorf("SECONDS %q, want 0 or more", args[2])
	}
	puzzles, err := read(args[0])
	if err != nil {
		return err
	}
	s, told := counterOf(os.Args[0])
	if seconds > 0 {
		for i := range puzzles[:min(len(puzzles), 1000)] {
			s.CountUpTo(&puzzles[i], limit)
		}
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	used, _ := coretime.Thread()
	var a contest.Counted
	if !told {
		a.Guesses = -1
	}
	for begin := time.Now(); a.Passes == 0 || a.Seconds < seconds; a.Seconds = time.Since(begin).Seconds() {
		for i := range puzzles {
			n := s.CountUpTo(&puzzles[i], limit)
			if told {
				a.Guesses += s.Guesses()
			}
			if a.Passes > 0 {
				continue
			}
			switch n {
			case 0:
				a.Zero++
			case 1:
				a.One++
			default:
				a.Many++
			}
		}
		a.Passes++
		a.Puzzles += int64(len(puzzles))
	}
	if now, ok := coretime.Thread(); ok {
		a.Core = (now - used).Seconds()
	}
	return json.NewEncoder(out).Encode(a)
}

// answerer answers puzzles as the command solve does by default. It serves one goroutine.
type answerer struct{ terse engine.Terse9 }

func (*answerer) Name() string { return "bitboard" }

func (a *answerer) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	return a.terse.Solve(ctx, puzzle, limits.Solutions)
}

// counter is a solver that counts.
type counter interface {
	CountUpTo(puzzle *bitboard.Cells, limit int) int
	Guesses() int64
}

// counterOf returns what counts under the name of the program, and whether its guesses are told.
func counterOf(program string) (s counter, told bool) {
	if strings.HasSuffix(strings.TrimSuffix(filepath.Base(program), ".exe"), "-scalar") {
		return bitboard.NewScalar(), true
	}
	return bitboard.NewCounter(), false
}

func read(name string) ([]bitboard.Cells, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var puzzles []bitboard.Cells
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		line := lines.Bytes()
		var c bitboard.Cells
		if len(line) != len(c) {
			return nil, fmt.Errorf("%s:%d: %d characters, want %d", name, len(puzzles)+1, len(line), len(c))
		}
		for i, b := range line {
			switch {
			case b >= '1' && b <= '9':
				c[i] = b - '0'
			case b != '.':
				return nil, fmt.Errorf("%s:%d: character %q, want a digit above 0, or a dot", name, len(puzzles)+1, b)
			}
		}
		puzzles = append(puzzles, c)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(puzzles) == 0 {
		return nil, fmt.Errorf("%s: no puzzles", name)
	}
	return puzzles, nil
}
