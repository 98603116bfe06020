package main

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sudokulab/pkg/accel/gpuqueue"
	"sudokulab/pkg/dqn"
	agents "sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/train"
)

// parsed is a job's command as the program would read it.
type parsed struct {
	job    gpuqueue.Job
	cmd    *cobra.Command
	recipe weights.Recipe // of trainings of graph networks
	agent  agents.Recipe  // and of agents
}

// parse reads a job's command with the flags of the contract and everything that it names, and
// reports what would make it fail at once.
func parse(t *testing.T, job gpuqueue.Job) parsed {
	t.Helper()
	args := append(slices.Clone(job.Command), "--out", "out", "--budget", job.Budget.String(), "--resume")
	cmd, rest, err := newRoot().Find(args)
	if err != nil {
		t.Fatalf("%s: %v", job.ID, err)
	}
	if err := cmd.ParseFlags(rest); err != nil {
		t.Fatalf("%s: %v", job.ID, err)
	}
	if err := cmd.ValidateArgs(cmd.Flags().Args()); err != nil {
		t.Errorf("%s: %v", job.ID, err)
	}
	if err := cmd.ValidateRequiredFlags(); err != nil {
		t.Errorf("%s: %v", job.ID, err)
	}
	p := parsed{job: job, cmd: cmd}
	cmd.SetContext(t.Context())
	switch cmd.CommandPath() {
	case "sudokulab train gnn":
		networks, _ := trainGNN()
		p.recipe, err = networks.recipe(cmd, p.from(t))
	case "sudokulab train dqn":
		agent, register := trainDQN()
		own := &cobra.Command{}
		own.SetContext(t.Context())
		register(own)
		own.Flags().VisitAll(func(f *pflag.Flag) {
			if given := cmd.Flags().Lookup(f.Name); given.Changed {
				if err := own.Flags().Set(f.Name, given.Value.String()); err != nil {
					t.Fatalf("%s: %v", job.ID, err)
				}
			}
		})
		p.agent, err = agent.recipe(own, p.from(t))
	}
	if err != nil {
		t.Errorf("%s: %v", job.ID, err)
	}
	return p
}

// from is where a training's command takes its recipe from.
func (p parsed) from(t *testing.T) from {
	t.Helper()
	steps, err := strconv.Atoi(p.flag("steps"))
	if err != nil {
		t.Fatal(err)
	}
	return from{model: p.flag("model"), path: p.flag("recipe"), steps: steps}
}

func (p parsed) flag(name string) string { return p.cmd.Flags().Lookup(name).Value.String() }

// checkpointBytes is the size of a training's checkpoint at most: weights, two moments, average
// and best in float32, the boards as text, and the states that are carried on.
func checkpointBytes(r weights.Recipe) int {
	size := 64 << 10 // names and configuration
	for _, shape := range r.Shapes() {
		n := 5 * 4
		for _, d := range shape {
			n *= d
		}
		size += n
	}
	if r.Documented != nil {
		return size
	}
	for _, k := range r.Task.Kinds {
		cells := k.Puzzles.Side * k.Puzzles.Side
		size += k.Batch * (2*cells*2 + 64)
		if !r.Task.Forget {
			size += 4 * k.Batch * cells * k.Puzzles.Side * r.Network.Hidden
		}
	}
	return size
}

// agentBytes is the size of the checkpoint of an agent's training at most: weights, two moments, average, best and target,
// which the best has too, in float32; what it learns from; the games as text.
func agentBytes(r agents.Recipe) int {
	side := r.Play.Game.Side
	size := 64<<10 + r.Play.Environments*(3*2*side*side+128)
	for _, shape := range r.Shapes() {
		n := 7 * 4
		for _, d := range shape {
			n *= d
		}
		size += n
	}
	switch {
	case r.DQN != nil:
		return size + int(dqn.ReplayBytes(r.DQN.Replay, side))
	case r.Twin != nil:
		return size + int(dqn.ReplayBytes(r.Twin.Replay, side))
	}
	moves := r.PQN.Rollout * r.Play.Environments
	return size + int(dqn.ReplayBytes(moves, side)) + moves*(2*side*side+64) + 8*r.PQN.Epochs*moves
}

// TestQueueErrors: the checks see what they are for.
func TestQueueErrors(t *testing.T) {
	recipe, err := weights.DefaultRecipe("cnn")
	if err != nil {
		t.Fatal(err)
	}
	if checkpointBytes(recipe) < gpuqueue.MaxFileBytes {
		t.Error("the convolutional network as drawn is said to fit into what can be carried home")
	}
	if recipe, err = weights.DefaultRecipe(weights.Candidate); err != nil {
		t.Fatal(err)
	}
	with := checkpointBytes(recipe)
	recipe.Task.Forget = true
	if without := checkpointBytes(recipe); without+1<<20 > with {
		t.Errorf("a checkpoint of %d bytes with carried states and %d without", with, without)
	}
	if _, ok := startOf("results/gpu/nothing", nil); ok {
		t.Error("a training may start from a job that does not come before it")
	}
}

// TestCheckpointBytes: no checkpoint is larger than the test of the queue takes it to be.
func TestCheckpointBytes(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "r.json"), filepath.Join(dir, "run")
	if err := os.WriteFile(file, []byte(smallRecipe), 0o600); err != nil {
		t.Fatal(err)
	}
	networks, _ := trainGNN()
	recipe, err := networks.read(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	must(t, "", "train", "gnn", "--backend", "go", "--recipe", file, "--steps", "10", "--out", out)
	info, err := os.Stat(filepath.Join(out, train.CheckpointName))
	if err != nil {
		t.Fatal(err)
	}
	if most := int64(checkpointBytes(recipe)); info.Size() > most || info.Size() < most/50 {
		t.Errorf("a checkpoint has %d bytes, said to be at most %d", info.Size(), most)
	}
}

// TestProjectQueue holds every job of the project's queue that has a command against the
// program, so that none fails on a lent machine for a typing error.
func TestProjectQueue(t *testing.T) {
	t.Chdir("../..") // paths in the queue are those of the tree
	queue, err := gpuqueue.Load("experiments/gpu-queue.yaml")
	if err != nil {
		t.Fatal(err)
	}
	ledger, err := os.ReadFile("research/claims.yaml")
	if err != nil {
		t.Fatal(err)
	}
	jobs := map[string]parsed{}
	for _, job := range queue.Jobs {
		for _, claim := range job.Decides {
			if !regexp.MustCompile(`(?m)^  - id: ` + claim + `$`).Match(ledger) {
				t.Errorf("%s decides %s, which the ledger does not have", job.ID, claim)
			}
		}
		if len(job.Command) == 0 {
			continue
		}
		p := parse(t, job)
		var size int
		switch p.cmd.CommandPath() {
		case "sudokulab train gnn":
			size = checkpointBytes(p.recipe)
		case "sudokulab train dqn":
			size = agentBytes(p.agent)
			if start := p.flag("start"); start != "" && !slices.Contains(agents.Names(), start) {
				t.Errorf("%s: starts from %s, want embedded weights", job.ID, start)
			}
		default:
			jobs[job.ID] = p
			continue
		}
		if size >= gpuqueue.MaxFileBytes {
			t.Errorf("%s: a checkpoint of up to %d bytes cannot be carried home", job.ID, size)
		}
		if !slices.Contains(job.Outputs, train.CheckpointName) || !slices.Contains(job.Outputs, recipeName) {
			t.Errorf("%s: outputs %v, want the checkpoint and the recipe among them", job.ID, job.Outputs)
		}
		if start := p.flag("start"); start != "" && p.cmd.Name() == "gnn" {
			from, ok := startOf(start, jobs)
			if !ok {
				t.Errorf("%s: starts from %s, want embedded weights or the folder of a job before it", job.ID, start)
			} else if !maps.EqualFunc(from.Shapes(), p.recipe.Shapes(), slices.Equal[[]int]) {
				t.Errorf("%s: starts from %s, a network of other widths", job.ID, start)
			}
		}
		jobs[job.ID] = p
	}
	if len(jobs) < 5 {
		t.Errorf("%d jobs have commands", len(jobs))
	}
	samePair(t, jobs["mixed-precision-float32"].recipe, jobs["mixed-precision-bfloat16"].recipe)
	a, b := jobs["gnn-literal"].recipe.Documented, jobs["gnn-cnn"].recipe.Documented
	if a == nil || b == nil || !reflect.DeepEqual(a.Task, b.Task) {
		t.Errorf("the document's two networks are trained on different puzzles: %+v %+v", a, b)
	}
}

// startOf returns the recipe of the weights that a training starts from.
func startOf(start string, before map[string]parsed) (weights.Recipe, bool) {
	if slices.Contains(weights.Names(), start) {
		m, err := weights.Load(start)
		if err != nil {
			return weights.Recipe{}, false
		}
		return m.Card.Recipe, true
	}
	dir, id := path.Split(start)
	p, ok := before[id]
	return p.recipe, ok && dir == "results/gpu/"
}

// samePair checks that two recipes differ in the format of numbers and in nothing else.
func samePair(t *testing.T, a, b weights.Recipe) {
	t.Helper()
	if a.Documented == nil || b.Documented == nil || a.Documented.Literal.Compute == b.Documented.Literal.Compute {
		t.Fatalf("the formats of the pair are %+v and %+v", a.Documented, b.Documented)
	}
	texts := make([]string, 2)
	for i, r := range []weights.Recipe{a, b} {
		text, err := r.Text()
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = strings.Replace(string(text), `"`+string(r.Documented.Literal.Compute)+`"`, "", 1)
	}
	if texts[0] != texts[1] {
		t.Errorf("the pair differs in more than the format:\n%s\n%s", texts[0], texts[1])
	}
}
