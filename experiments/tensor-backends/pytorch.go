package tensorbackends

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/tensornet"
)

// answer is what the program of the public implementation writes.
type answer struct {
	Puzzles int64   `json:"puzzles"`
	Seconds float64 `json:"seconds"`
	Passes  int64   `json:"passes"`
	Solved  int64   `json:"solved"`
	Wrong   int64   `json:"wrong"`
	Open    int64   `json:"open"`
	Rounds  int64   `json:"rounds"`
	Torch   string  `json:"torch"`
}

// errProgram is wrapped by errors that are the program's, not ours.
var errProgram = errors.New("the program")

// read checks what the program wrote of a file of n puzzles.
func read(out []byte, n int) (a answer, err error) {
	if err := json.Unmarshal(out, &a); err != nil {
		return a, fmt.Errorf("%w wrote %.60q, want a line of JSON", errProgram, out)
	}
	if a.Puzzles != int64(n) || a.Solved < 0 || a.Wrong < 0 || a.Open < 0 || a.Solved+a.Wrong+a.Open != a.Puzzles || !(a.Seconds > 0) || a.Rounds < 1 || a.Passes < 1 {
		return a, fmt.Errorf("%w reports %+v of a file of %d puzzles", errProgram, a, n)
	}
	return a, nil
}

// ask runs the program once over the file.
func ask(ctx context.Context, program func(context.Context, ...string) *exec.Cmd, cfg Config, way Torch, file string, threads int) (answer, error) {
	bounded, cancel := context.WithTimeout(ctx, cfg.Patience)
	defer cancel()
	doubles := "0"
	if way.Doubles {
		doubles = "1"
	}
	const oneRound = "0.001" // seconds: one is never shorter, and a first batch warms up
	out, err := program(bounded, file, strconv.Itoa(way.Batch), strconv.Itoa(way.Passes), doubles, oneRound, strconv.Itoa(threads)).Output()
	var status *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return answer{}, ctx.Err()
	case bounded.Err() != nil:
		return answer{}, fmt.Errorf("%w did not end within %s", errProgram, cfg.Patience)
	case errors.As(err, &status):
		return answer{}, fmt.Errorf("%w ended with %w: %.200s", errProgram, status, strings.TrimSpace(string(status.Stderr)))
	case err != nil:
		return answer{}, err
	}
	return read(out, way.Puzzles)
}

// Sides of a case of torchKind, besides the program: both forms to the first solution, as it does, and the packed one
// with proof of uniqueness.
var torchSides = []struct {
	name  string
	form  tensornet.Form
	limit int
}{
	{"literal ", tensornet.Literal, 1},
	{"packed ", tensornet.Packed, 1},
	{"proving ", tensornet.Packed, limit},
}

// besideOf returns what times the network beside the program on the same puzzles, all on as many cores. A program
// that fails leaves a capped record that says how.
func besideOf(cfg Config, way Torch, threads int) func(context.Context, *lab.Run) error {
	return func(ctx context.Context, r *lab.Run) error {
		err := alternate(ctx, cfg, way, threads, r)
		if errors.Is(err, errProgram) {
			r.Cap(err.Error())
			return nil
		}
		return err
	}
}

func alternate(ctx context.Context, cfg Config, way Torch, threads int, r *lab.Run) (err error) {
	list, err := puzzlesOf(ctx, r)
	if err != nil {
		return err
	}
	way.Puzzles = len(list)
	dir, err := os.MkdirTemp("", "sudokulab-torch-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "puzzles")
	if err := os.WriteFile(file, lines(list), 0o600); err != nil {
		return err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	choices, closeAll, err := subject{cfg, accel.NameGo, tensornet.Packed}.open(ctx, r, threads)
	if err != nil {
		return err
	}
	defer closeAll()
	how := lab.Interleaving{Rounds: way.Rounds, Control: 1} // the packed form
	var sides []*side
	defer func() { closeSides(sides) }()
	for _, of := range torchSides {
		s := subject{cfg, accel.NameGo, of.form}
		networks, err := crewOf(choices, s.network(cfg.Rates[of.form].Usual))
		if err != nil {
			return err
		}
		x := &side{crew: networks, puzzles: list, limit: of.limit}
		sides = append(sides, x)
		if _, _, _, _, err := x.turn(ctx, 0); err != nil {
			return err
		}
		solved, passes := 0, 0
		for i, a := range x.answers {
			if a.Solutions > 0 && right(list[i], a) {
				solved++
			}
			passes += a.Steps
		}
		r.Count(of.name+"solved", int64(solved), "puzzles")
		r.Count(of.name+"passes", int64(passes), "steps of puzzles")
		how.Sides = append(how.Sides, lab.Timed(func(ctx context.Context, _ int) (float64, error) {
			seconds, _, _, _, err := x.turn(ctx, cfg.Slot)
			return seconds, err
		}))
	}
	var theirs answer
	how.Sides = append(how.Sides, lab.Timed(func(ctx context.Context, _ int) (seconds float64, err error) {
		theirs, err = ask(ctx, r.Peer, cfg, way, file, threads)
		return theirs.Seconds / float64(max(theirs.Rounds, 1)), err
	}))
	readings, err := r.Interleave(ctx, how)
	if err != nil {
		return err
	}
	r.Count("puzzles", int64(len(list)), "puzzles")
	r.Count("solved", theirs.Solved, "puzzles")
	r.Count("wrong", theirs.Wrong, "puzzles")
	r.Count("passes", theirs.Passes/theirs.Rounds, "steps of puzzles")
	r.Text("torch", theirs.Torch)
	rng := rand.New(rand.NewPCG(r.Seed, 2))
	torch := readings[len(torchSides)][0]
	if err := lab.KeepMedian(r.Noisy, rng, "time", "s", torch); err != nil {
		return err
	}
	for i, of := range torchSides {
		if err := lab.KeepMedian(r.Noisy, rng, of.name+"time", "s", readings[i][0]); err != nil {
			return err
		}
		if _, err := lab.KeepRatio(r, rng, of.name+"ratio", "of the program's speed", torch, readings[i][0], cfg.Bootstrap); err != nil {
			return err
		}
	}
	return nil
}

// lines writes puzzles as the program reads them.
func lines(puzzles []board.Board) []byte {
	var out strings.Builder
	for _, b := range puzzles {
		out.WriteString(b.String())
		out.WriteByte('\n')
	}
	return []byte(out.String())
}
