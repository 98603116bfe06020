package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/method/agent"
	"sudokulab/pkg/train"
)

// smallAgent trains a tiny agent on 4×4 for some steps.
const smallAgent = `{
  "network": {"name": "candidate", "candidate": {"hidden": 6, "channels": 3, "steps": 2, "scored": 1}},
  "play": {"game": {"side": 4}, "epsilon": {"from": 1, "to": 0.1, "steps": 10}},
  "validation": {"rows": [{"low": 4, "high": 4}], "count": 8, "batch": 8},
  "train": {"steps": 30, "optimizer": {"learning_rate": 0.01}, "validate_every": 15, "log_every": 5}
}`

// written writes a file into a folder of the test's own.
func written(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "r.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestTrainAgent walks the whole road: a training in two slices, its weights and their card, a measurement into the
// card, and puzzles solved with them.
func TestTrainAgent(t *testing.T) {
	dir := t.TempDir()
	recipe, folder, stem := written(t, smallAgent), filepath.Join(dir, "run"), filepath.Join(dir, "w")
	train := func(more ...string) result {
		return sudokulab(t, "", append([]string{"train", "dqn", "--backend", "go", "--out", folder}, more...)...)
	}
	if r := train("--recipe", recipe, "--steps", "20"); r.code != exitOK {
		t.Fatalf("exit code %d: %s", r.code, r.errOut)
	}
	for _, name := range []string{"log.jsonl", "events.out.tfevents.sudokulab", recipeName, "runs.json"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v, want something in it", name, err)
		}
	}
	wider := written(t, strings.Replace(smallAgent, `"hidden": 6`, `"hidden": 7`, 1))
	for _, tc := range []struct {
		says string
		args []string
	}{
		{"resume it", []string{"--recipe", recipe}},
		{"the network or the task differs", []string{"--resume", "--recipe", wider}},
		{"--model candidate trains it, --model is conv here", []string{"--resume", "--model", "conv"}},
		{"a recipe for boards of side 4, --side is 9 here", []string{"--resume", "--side", "9"}},
		{"a recipe of the algorithm pqn, --algorithm is dqn here", []string{"--resume", "--algorithm", "dqn"}},
	} {
		if r := train(tc.args...); r.code == exitOK || !strings.Contains(r.errOut, tc.says) {
			t.Errorf("%q: exit code %d and %q, want %q", tc.args, r.code, r.errOut, tc.says)
		}
	}
	if r := train("--resume", "--change", "--recipe", wider); r.code == exitOK || !strings.Contains(r.errOut, "is the checkpoint of another network: ") || !strings.Contains(r.errOut, "online/start_w has shape [3 6], want [3 7]") {
		t.Errorf("a checkpoint of another network is gone on from: %d %s", r.code, r.errOut)
	}
	slice := sudokulab(t, "", "train", "dqn", "--backend", "go", "--out", filepath.Join(dir, "slice"), "--recipe", recipe, "--budget", "1s", "--steps", "1000000")
	if slice.code != exitMore || !strings.Contains(slice.errOut, "more to do") {
		t.Errorf("a slice whose time is up: %d %s", slice.code, slice.errOut)
	}
	// The refused recipes above left the folder's own as it was.
	if r := train("--resume", "--steps", "30"); r.code != exitOK || !strings.Contains(r.out, `"step": 30`) {
		t.Fatalf("resumption: exit code %d: %s %s", r.code, r.out, r.errOut)
	}
	must(t, "", "train", "export", "--from", folder, "--name", "tiny", "--format", "BF16", stem)
	file := stem + weights.TensorsEnding
	m, err := weights.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if tr := m.Card.Training; tr.Steps != 30 || !tr.Finished || len(tr.Runs) != 2 || tr.Runs[0].From != 0 || tr.Runs[1].From != 20 || tr.FLOPs <= 0 {
		t.Errorf("card: %+v, want 30 steps in two runs", tr)
	}
	out := must(t, "", "eval", "dqn", "--backend", "go", "--weights", file, "--blanks", "3,5-6", "--count", "10", "--card")
	for _, want := range []string{"4x4, 3 empty", "4x4, 5-6 empty", "Random legal moves", "Hidden singles", "100.0 %"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if m, err = weights.Open(file); err != nil || len(m.Card.Scores) != 2 || m.Card.Scores[0].Boards != 10 || m.Card.Scores[0].Steps != 3 {
		t.Errorf("scores of the card: %+v, %v", m, err)
	}
	var lines []played
	decode(t, must(t, "", "eval", "dqn", "--backend", "go", "--weights", file, "--json", "--side", "9", "--blanks", "2", "--count", "5", "--batch", "2"), &lines)
	if len(lines) != 1 || lines[0].Games.Games != 5 || lines[0].Blanks != 10 || lines[0].Solved.Trials != 5 || lines[0].Baselines[score.NakedSingles.String()].Trials != 5 || lines[0].Baselines[randomMoves].Trials != 5 {
		t.Errorf("%+v", lines)
	}
	if lines[0].Games.Solved != lines[0].Solved.Successes || lines[0].Games.Right > lines[0].Blanks {
		t.Errorf("%+v", lines[0])
	}
	var given []played
	decode(t, must(t, "", "eval", "dqn", "--backend", "go", "--weights", file, "--json", four, strings.Repeat(".", 16)), &given)
	if len(given) != 1 || given[0].Skipped != 1 || given[0].Games.Games != 1 {
		t.Errorf("%+v, want one puzzle measured and one left out", given)
	}
	r := sudokulab(t, "", "eval", "dqn", "--backend", "go", "--weights", file, none)
	if r.code == exitOK || !strings.Contains(r.errOut, "no puzzle with exactly one solution") {
		t.Errorf("a puzzle that is not unique: %+v", r)
	}
	if agent.DefaultWeights() == "" {
		return // the methods are not there
	}
	if got := must(t, "", "solve", "--method", "dqn-guided", "--weights", file, four); len(lines) == 0 || strings.Contains(got, "capped") {
		t.Errorf("nothing solved: %q", got)
	}
}

// TestTrainAgents: every algorithm and every network trains from its default recipe, and a loss that is no number ends it
// with the step.
func TestTrainAgents(t *testing.T) {
	for _, args := range []string{"--model conv --side 4 --algorithm pqn", "--model transformer --side 4 --algorithm twin", "--side 4 --algorithm dqn"} {
		out := filepath.Join(t.TempDir(), "run")
		// Validations of the default recipe would take the longest: the budget ends it before its first step.
		r := sudokulab(t, "", append([]string{"train", "dqn", "--backend", "go", "--steps", "4", "--budget", "1ms", "--out", out}, strings.Fields(args)...)...)
		if r.code != exitMore {
			t.Errorf("%s: %+v", args, r)
		}
		recipe, err := os.ReadFile(filepath.Join(out, recipeName))
		if err != nil || !weights.IsRecipe(recipe) {
			t.Errorf("%s: recipe %s, %v", args, recipe, err)
		}
	}
	out := filepath.Join(t.TempDir(), "run")
	r := sudokulab(t, "", "train", "dqn", "--backend", "go", "--out", out, "--recipe", written(t, strings.Replace(smallAgent, "0.01", "1e30", 1)))
	if r.code == exitOK || !strings.Contains(r.errOut, "step ") || !strings.Contains(r.errOut, train.ErrNotFinite.Error()) {
		t.Errorf("a rate beyond all bounds: %+v", r)
	}
}

// TestAgentMessages: what a person is told who made a slip.
func TestAgentMessages(t *testing.T) {
	t.Chdir(t.TempDir())
	embedded := "none are embedded, want a file whose name ends in .safetensors"
	if agent.DefaultWeights() != "" {
		embedded = "want " + agent.DefaultWeights()
	}
	replay := written(t, `{"algorithm": "dqn", "dqn": {"replay": 100000000}}`)
	steps := written(t, `{"train": {"steps": 0}}`)
	sides := written(t, `{"network": {"name": "conv", "side": 4}, "play": {"game": {"side": 9}, "puzzles": {"side": 9}}}`)
	for _, tc := range []struct{ want, args string }{
		{"--model mlp: want conv, unit-conv, resnet, transformer or candidate", "train dqn --out x --model mlp"},
		{"--side 5: want 4, 9 or 16", "train dqn --out x --side 5"},
		{"--algorithm a2c: want dqn, pqn or twin", "train dqn --out x --algorithm a2c"},
		{"--steps -1: want 0 to", "train dqn --out x --steps -1"},
		{"nowhere.json: no such file", "train dqn --out x --recipe nowhere.json"},
		{"a replay buffer of 100000000 transitions takes", "train dqn --out x --recipe " + replay},
		{"steps is 0, want at least 1", "train dqn --out x --recipe " + steps},
		{"conv of side 4 values 64 actions, a board of side 9 has 729", "train dqn --out x --model conv --recipe " + sides},
		{"--start nobody: no weights", "train dqn --out x --side 4 --backend go --start nobody"},
		{"recipe.json: no such file", "train export --from nowhere x"},
		{"--weights nobody: no weights \"nobody\", ", "eval dqn --weights nobody"},
		{"no such file", "eval dqn --weights nowhere.safetensors"},
		{"--count 0: want 1 to 1000000", "eval dqn --count 0"},
		{"--card: want --weights to be a .safetensors file, not candidate", "eval dqn --card"},
	} {
		if agent.DefaultWeights() == "" {
			tc.want = strings.Replace(tc.want, "no weights \"nobody\", ", "no weights \"nobody\": "+embedded, 1)
		}
		if r := sudokulab(t, "", arguments(tc.args)...); r.code == exitOK || !strings.Contains(r.errOut, tc.want) {
			t.Errorf("%s: exit code %d and %q, want an error with %q", tc.args, r.code, r.errOut, tc.want)
		}
	}
	for word, want := range map[string]string{
		"x": "want a number of empty cells such as 40", "0": "want 1 to 72", "50-40": "rising order", "80": "want 1 to 72", "1-": "want a number",
	} {
		p := playing{blanks: []string{word}, count: 1, batch: 1}
		if _, err := p.rows(9); err == nil || !strings.Contains(err.Error(), "--blanks "+word+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("--blanks %s: %v, want %q", word, err, want)
		}
	}
	if rows, err := (&playing{blanks: []string{"3", "5-6"}, count: 1, batch: 1}).rows(4); err != nil || len(rows) != 2 || rows[1] != (dqn.Row{Low: 5, High: 6}) {
		t.Errorf("rows %v, %v", rows, err)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) != 0 {
		t.Errorf("refused commands left %v, %v", left, err)
	}
}
