package explainhodoku

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/lab"
)

// peerName is the program of the folder of peers.
const peerName = "hodoku"

// errProgram is wrapped by errors that are the program's, not ours.
var errProgram = errors.New("the program")

// answer is what the program writes of a line.
type answer struct {
	Hardest string     `json:"hardest"`
	Score   int        `json:"score"`
	Solved  bool       `json:"solved"`
	Seconds float64    `json:"seconds"`
	Steps   []peerStep `json:"steps"`
	Library string     `json:"library"`
}

// peerStep is a step of the program's.
type peerStep struct {
	Technique string `json:"technique"`
	Places    string `json:"places"`
	Strikes   string `json:"strikes"`
}

// way returns the answer's path. It errs if the program names a technique that HoDoKu's ladder lacks, or
// a score or hardest step that its steps do not give.
func (a answer) way() (way, error) {
	w := way{score: a.Score, solved: a.Solved}
	sum := 0
	for _, s := range a.Steps {
		i, err := named(s.Technique)
		if err != nil {
			return w, err
		}
		w.rungs = append(w.rungs, i)
		sum += ladder[i].score()
	}
	if sum != a.Score {
		return w, fmt.Errorf("%w gives a score of %d to steps of %d", errProgram, a.Score, sum)
	}
	if len(a.Steps) > 0 {
		if i, err := named(a.Hardest); err != nil || i != w.hardest() {
			return w, fmt.Errorf("%w calls %q the hardest step of a path with %s", errProgram, a.Hardest, nameOf(w.hardest()))
		}
	}
	return w, nil
}

// candidates reads cells with digits, such as "r1c3-27 r4c5-8".
func candidates(text string) (list []explain.Candidate, err error) {
	shape := board.Standard()
	for field := range strings.FieldsSeq(text) {
		name, digits, _ := strings.Cut(field, "-")
		var row, col int
		if _, err := fmt.Sscanf(name, "r%dc%d", &row, &col); err != nil || row < 1 || row > 9 || col < 1 || col > 9 || digits == "" {
			return nil, fmt.Errorf("%w writes %.20q, want a cell and digits, such as r1c3-27", errProgram, field)
		}
		for _, r := range digits {
			if r < '1' || r > '9' {
				return nil, fmt.Errorf("%w writes %.20q, want a cell and digits, such as r1c3-27", errProgram, field)
			}
			list = append(list, explain.Candidate{Cell: shape.Cell(row-1, col-1), Digit: int(r - '0')})
		}
	}
	return list, nil
}

// read takes what the program wrote of n lines apart.
func read(out []byte, n int) (list []answer, err error) {
	for line := range bytes.Lines(out) {
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, fmt.Errorf("%w wrote %.60q, want a line of JSON", errProgram, line)
		}
		if !(a.Seconds > 0) || a.Score < 0 || a.Library == "" {
			return nil, fmt.Errorf("%w reports %g s, a score of %d and the library %q, want more of each", errProgram, a.Seconds, a.Score, a.Library)
		}
		list = append(list, a)
	}
	if len(list) != n {
		return nil, fmt.Errorf("%w answered %d of %d lines", errProgram, len(list), n)
	}
	return list, nil
}

// ask runs the program once over some lines, without the techniques named.
func ask(ctx context.Context, r *lab.Run, cfg Config, without, lines []string) ([]answer, error) {
	bounded, cancel := context.WithTimeout(ctx, cfg.Patience)
	defer cancel()
	cmd := r.Peer(bounded, without...)
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	out, err := cmd.Output()
	var status *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case bounded.Err() != nil:
		return nil, fmt.Errorf("%w did not end within %s", errProgram, cfg.Patience)
	case errors.As(err, &status):
		return nil, fmt.Errorf("%w ended with %w: %.200s", errProgram, status, strings.TrimSpace(string(status.Stderr)))
	case err != nil:
		return nil, err
	}
	return read(out, len(lines))
}

// trail follows the program's steps on a puzzle.
type trail struct {
	at       board.Board
	marks    []board.Digits
	solution *[81]uint8
	wrong    bool // a step has placed a wrong digit or struck a right one
}

func newTrail(p *puzzle) *trail {
	return &trail{at: p.board.Clone(), marks: board.Candidates(p.board), solution: &p.solution}
}

// step takes a step.
func (t *trail) step(s peerStep) error {
	places, err := candidates(s.Places)
	if err != nil {
		return err
	}
	strikes, err := candidates(s.Strikes)
	if err != nil {
		return err
	}
	for _, x := range places {
		t.wrong = t.wrong || int(t.solution[x.Cell]) != x.Digit
		t.at.Set(x.Cell, x.Digit)
	}
	for _, x := range strikes {
		t.wrong = t.wrong || int(t.solution[x.Cell]) == x.Digit
		t.marks[x.Cell] = t.marks[x.Cell].Without(x.Digit)
	}
	return nil
}

// line writes a position as the program reads it.
func line(p *explain.Position) string {
	return strings.TrimSpace(p.Board().String() + " " + p.Struck())
}
