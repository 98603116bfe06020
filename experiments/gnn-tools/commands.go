package gnntools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/train"
)

// shell runs the program in a folder of its own.
type shell struct {
	ctx     context.Context //nolint:containedctx // of one case, whose end stops the program
	program string          // empty for the case's peer
	run     *lab.Run
	dir     string
	model   []string // the flag that names the network, if it has to be named
	failed  string   // the first command line that did not do what it should, and how
}

// said is what a command left.
type said struct {
	code   int
	stdout []byte
}

// call runs a command line. An exit code is no error, a program that does not start is.
func (s *shell) call(args ...string) (said, error) {
	var cmd *exec.Cmd
	if s.program == "" {
		cmd = s.run.Peer(s.ctx, args...)
	} else {
		cmd = exec.CommandContext(s.ctx, s.program, args...)
	}
	cmd.Dir = s.dir
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	err := cmd.Run()
	if s.ctx.Err() != nil {
		return said{}, s.ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return said{}, fmt.Errorf("the program: %w", err)
	}
	return said{cmd.ProcessState.ExitCode(), stdout.Bytes()}, nil
}

// fault notes a command that did not do what it should.
func (s *shell) fault(args []string, format string, a ...any) {
	if s.failed == "" {
		s.failed = strings.Join(args, " ") + ": " + fmt.Sprintf(format, a...)
	}
}

func (s *shell) file(parts ...string) string {
	return filepath.Join(append([]string{s.dir}, parts...)...)
}

// Folders of the trainings, and the file that both are exported to.
const (
	wholeRun  = "whole"
	brokenRun = "broken"
	exported  = "exported"
	recipeIn  = "recipe.json"
	evalSet   = "4x4"
	evalCount = 16
)

// Recipe is a training as the command takes it: a recipe of package candidate, or of a network
// of the document with what its command reads.
type Recipe struct {
	Model     string            `json:"model"`
	Candidate *candidate.Recipe `json:"-"`
	Literal   *literal.Config   `json:"literal,omitempty"`
	CNN       *cnn.Config       `json:"cnn,omitempty"`
	Task      supervised.Config `json:"task"`
	Train     struct {
		Schedule train.Schedule `json:"schedule"`
		LogEvery int            `json:"log_every"`
	} `json:"train"`
}

// MarshalJSON writes the recipe's file.
func (c Recipe) MarshalJSON() ([]byte, error) {
	if c.Candidate != nil {
		return json.Marshal(c.Candidate)
	}
	type plain Recipe // without this method
	return json.Marshal(plain(c))
}

// steps is the number of training steps.
func (c Recipe) steps() int {
	if c.Candidate != nil {
		return c.Candidate.Train.Steps
	}
	return c.Task.Train().Steps
}

// recipes are tiny trainings of all networks on 4×4 boards. Those of the document keep their
// dropout, so that a training that goes on has its random numbers to go on with as well.
func recipes(batch, steps int) []Recipe {
	own := smallCandidate(batch, steps)
	out := []Recipe{{Model: candidateName, Candidate: &own}, {Model: literalName}, {Model: cnnName}}
	for i := range out[1:] {
		r := &out[i+1]
		s := small(4, 2, batch, steps, 8)
		r.Task, r.Train.Schedule, r.Train.LogEvery = s.Task, train.DefaultConfig().Schedule, 1
		if r.Model == cnnName {
			c := cnn.Default()
			c.Side, c.Channels = 4, []int{4, 4}
			r.CNN = &c
			continue
		}
		s.Network.Dropout, s.Network.DecoderDropout = literal.Default().Dropout, literal.Default().DecoderDropout
		r.Literal = &s.Network
	}
	return out
}

// runCommands trains, breaks off, goes on, exports and evaluates by the command line. Wrong
// command lines are the candidate network's: they are refused before a network is made.
func runCommands(ctx context.Context, recipe Recipe, program string, r *lab.Run) error {
	dir, err := os.MkdirTemp("", "gnn-tools-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s := &shell{ctx: ctx, program: program, run: r, dir: dir}
	text, err := json.MarshalIndent(recipe, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.file(recipeIn), text, 0o644); err != nil {
		return err
	}
	if recipe.Candidate == nil {
		s.model = []string{"--model", recipe.Model}
	}
	if err := s.training(recipe.steps()); err != nil {
		return err
	}
	if err := s.evaluation(recipe.Candidate != nil); err != nil {
		return err
	}
	if recipe.Candidate != nil {
		if err := s.wrongLines(); err != nil {
			return err
		}
	}
	if s.failed != "" {
		r.Text("failure", s.failed)
	}
	return nil
}

// trainArgs is a training command into a folder.
func trainArgs(out string, more ...string) []string {
	return append([]string{"train", "gnn", "--out", out, "--backend", accel.NameGo}, more...)
}

// exitMore is the program's exit code where a budget of time was spent.
const exitMore = 75

// training runs the training command: to its end; and broken off before the first step, gone on
// with to the middle, and gone on with to the end. Then it exports both.
func (s *shell) training(steps int) error {
	var runs, ended, reached, finite, losses int64
	for _, c := range []struct {
		args []string
		stop string
		step int
		exit int
	}{
		{trainArgs(wholeRun, "--recipe", recipeIn), train.StopSteps, steps, 0},
		{trainArgs(brokenRun, "--recipe", recipeIn, "--budget", "1ns"), train.StopBudget, 0, exitMore},
		{trainArgs(brokenRun, "--resume", "--steps", strconv.Itoa(steps/2)), train.StopSteps, steps / 2, 0},
		{trainArgs(brokenRun, "--resume", "--steps", strconv.Itoa(steps)), train.StopSteps, steps, 0},
	} {
		c.args = append(c.args, s.model...)
		out, err := s.call(c.args...)
		if err != nil {
			return err
		}
		runs++
		if out.code != c.exit {
			s.fault(c.args, "exit code %d, want %d", out.code, c.exit)
			continue
		}
		ended++
		var report train.Report
		if err := json.Unmarshal(out.stdout, &report); err != nil || report.Stop != c.stop || report.Step != c.step {
			s.fault(c.args, "stopped by %q after step %d, want %q after step %d", report.Stop, report.Step, c.stop, c.step)
			continue
		}
		reached++
		if c.step > 0 {
			losses++
			if isFinite(float64(report.Loss)) {
				finite++
			} else {
				s.fault(c.args, "loss %v", float64(report.Loss))
			}
		}
	}
	for _, folder := range []string{wholeRun, brokenRun} {
		records, err := train.ReadLog(s.file(folder, train.LogName))
		if err != nil {
			s.fault([]string{"train gnn"}, "the log cannot be read")
			continue
		}
		for _, rec := range records {
			if rec.Kind != train.KindTrain {
				continue
			}
			losses++
			if isFinite(float64(rec.Loss)) {
				finite++
			}
		}
	}
	var files [][]byte
	for _, folder := range []string{wholeRun, brokenRun} {
		args := []string{"train", "export", "--from", folder, "--format", "F32", folder + "-" + exported}
		out, err := s.call(args...)
		if err != nil {
			return err
		}
		runs++
		data, err := os.ReadFile(s.file(folder + "-" + exported + ".safetensors"))
		if out.code != 0 || err != nil {
			s.fault(args, "exit code %d", out.code)
			continue
		}
		ended++
		reached++
		files = append(files, data)
	}
	same := len(files) == 2 && bytes.Equal(files[0], files[1])
	if len(files) == 2 && !same {
		s.fault([]string{"train gnn --resume"}, "other weights than without a break")
	}
	r := s.run
	r.Count("train.runs", runs, "commands")
	r.Count("train.ended", ended, "commands")
	r.Count("train.reached", reached, "commands")
	r.Count("train.losses", losses, "losses")
	r.Count("train.finite", finite, "losses")
	r.Count("train.resumed", stats.Indicator[int64](same), "trainings")
	return nil
}

// wrongLines runs command lines that have to be refused.
func (s *shell) wrongLines() error {
	evalArgs := func(more ...string) []string {
		return append([]string{"eval", "gnn", "--backend", accel.NameGo}, more...)
	}
	for _, of := range []struct {
		name  string
		lines [][]string
	}{
		{"train", [][]string{
			{"train", "gnn", "--backend", accel.NameGo}, // where to?
			trainArgs("x", "--no-such-flag"),
			trainArgs("x", "--recipe", "no-such-file.json"),
			trainArgs("x", "--steps", "many"),
			trainArgs("x", "--budget", "soon"),
			{"train", "gnn", "--out", "x", "--backend", "no-such-backend"},
			{"train", "export", "--from", "no-such-folder", "x"},
			{"train", "export", "x"},
			{"train", "no-such-system"},
		}},
		{"eval", [][]string{
			evalArgs("--held-out", "no-such-set"),
			evalArgs("--held-out", evalSet, "--no-such-flag"),
			evalArgs("--held-out", evalSet, "--weights", "no-such-file.safetensors"),
			evalArgs("--held-out", evalSet, "--weights", "no-such-weights"),
			evalArgs("--held-out", evalSet, "--steps", "7"),
			evalArgs("--held-out", evalSet, "--count", "0"),
			evalArgs("--held-out", evalSet, "--card"),
			{"eval", "no-such-system"},
		}},
	} {
		refused, bad, err := s.refusals(of.lines)
		if err != nil {
			return err
		}
		s.run.Count(of.name+".bad", bad, "commands")
		s.run.Count(of.name+".refused", refused, "commands")
	}
	return nil
}

// refusals runs command lines that have to be refused: with an exit code that is not 0, and
// without a result.
func (s *shell) refusals(all [][]string) (refused, bad int64, err error) {
	for _, args := range all {
		out, err := s.call(args...)
		if err != nil {
			return 0, 0, err
		}
		bad++
		if out.code != 0 && len(bytes.TrimSpace(out.stdout)) == 0 {
			refused++
		} else {
			s.fault(args, "exit code %d, %d bytes of results", out.code, len(out.stdout))
		}
	}
	return refused, bad, nil
}

// evaluation runs the evaluation command on the exported weights, and if asked on those that
// come with the program, as JSON and as a table.
func (s *shell) evaluation(embedded bool) error {
	line := func(more ...string) []string {
		return append([]string{"eval", "gnn", "--backend", accel.NameGo, "--held-out", evalSet, "--count", strconv.Itoa(evalCount)}, more...)
	}
	own := []string{"--weights", wholeRun + "-" + exported + ".safetensors"}
	if embedded { // weights of so short a training solve nothing, and would take all the steps that there are
		own = append(own, "--steps", "64")
	}
	lines := [][]string{line(append(slices.Clone(own), "--json")...), line(own...)}
	if embedded {
		lines = append(lines, line("--steps", "8", "--json"))
	}
	var runs, ended, answered, asJSON, three int64
	for _, args := range lines {
		out, err := s.call(args...)
		if err != nil {
			return err
		}
		runs++
		if out.code != 0 {
			s.fault(args, "exit code %d", out.code)
			continue
		}
		ended++
		if args[len(args)-1] != "--json" {
			if !bytes.Contains(out.stdout, []byte(evalSet)) {
				s.fault(args, "the table does not name the set")
				continue
			}
			answered++
			continue
		}
		asJSON++
		var sets []struct {
			Set        string `json:"set"`
			Evaluation struct {
				Metrics score.Metrics `json:"metrics"`
			} `json:"evaluation"`
		}
		if err := json.Unmarshal(out.stdout, &sets); err != nil || len(sets) != 1 || sets[0].Set != evalSet {
			s.fault(args, "no JSON of one set")
			continue
		}
		answered++
		m := sets[0].Evaluation.Metrics
		within := func(c score.Count) bool { return 0 <= c.Hits && c.Hits <= c.Trials }
		if m.Grids.Trials == evalCount && m.Units.Trials == evalCount*12 && m.Cells.Trials == evalCount*16 && m.Empty.Trials > 0 &&
			m.Empty.Trials < m.Cells.Trials && within(m.Grids) && within(m.Units) && within(m.Empty) && within(m.Cells) {
			three++
		} else {
			s.fault(args, "figures of another number of cells, boards or units")
		}
	}
	r := s.run
	r.Count("eval.runs", runs, "commands")
	r.Count("eval.ended", ended, "commands")
	r.Count("eval.answered", answered, "commands")
	r.Count("eval.json", asJSON, "commands")
	r.Count("eval.three", three, "commands")
	return nil
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
