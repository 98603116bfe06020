package main

import (
	"bytes"
	"encoding/json"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/method"
	"sudokulab/pkg/method/learned"
)

// TestSolveByNetwork: every gnn method solves an easy board, and the complete ones name boards
// without a solution and with several.
func TestSolveByNetwork(t *testing.T) {
	solution := must(t, "", "solve", easy)
	for _, e := range learned.Methods() {
		args := []string{"solve", "--method", e.Name}
		if got := must(t, "", append(args, "--any", easy)...); !strings.HasPrefix(got, strings.TrimSpace(solution)) {
			t.Errorf("%s: %q, want the solution", e.Name, got)
		}
		if e.Proves != method.Decides {
			continue
		}
		r := sudokulab(t, strings.Join([]string{easy, none, several}, "\n"), args...)
		got := lines(r.out)
		if len(got) != 3 || got[0] != strings.TrimSpace(solution) || !strings.HasSuffix(got[1], " unsat # r1c1 and r1c2 both hold 5 in row 1") || !strings.HasSuffix(got[2], "multiple") {
			t.Errorf("%s: %q, want a solution, unsat and multiple", e.Name, got)
		}
		if r.code != exitNotUnique {
			t.Errorf("%s: exit code %d, want %d", e.Name, r.code, exitNotUnique)
		}
	}
	if got := must(t, "", "solve", "--any", "--method", "gnn", "1...............") + must(t, "", "solve", "--method", "gnn-hybrid", "--max-solutions", "1", blank4); len(lines(got)) != 2 {
		t.Errorf("boards of side 4: %q", got)
	}
}

func TestExplain(t *testing.T) {
	text := must(t, "", "solve", "--any", "--method", "gnn-refine", "--explain", easy)
	for _, want := range []string{"refine, round 1", "solved"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	var trace infer.Trace
	if err := json.Unmarshal([]byte(must(t, "", "solve", "--any", "--method", "gnn", "--explain", "--format", "json", easy)), &trace); err != nil {
		t.Fatal(err)
	}
	if len(trace.Rounds) != 1 || len(trace.Rounds[0].P) != 729 {
		t.Errorf("%d rounds in the trace of a single pass, want one with 729 probabilities", len(trace.Rounds))
	}
	for _, tc := range []struct{ want, args string }{
		{"for methods that can tell how they came to an answer (--method csp…, tensor…" + ifAgents(", dqn…") + " or gnn…), the method here is auto", "solve --explain " + easy},
		{"--steps: for methods that ask a network (gnn…), the method here is auto", "solve --steps 16 " + easy},
		{"--weights: for methods that ask a network (" + ifAgents("dqn…, ") + "gnn…), the method here is dlx", "solve --method dlx --weights literal " + easy},
		{"json is for methods of a network", "solve --method csp --explain --format json " + easy},
		{"counts no nodes", "solve --method sat --max-nodes 5 " + easy},
		{"--animation: sat cannot be watched: it learns clauses", "solve --method sat --animation a.gif " + easy},
		{"--film: wide-sat cannot be watched", "solve --method wide-sat --film a.html " + easy},
		{"want a name that ends in .html or .gif", "solve --film a.png " + easy},
		{"--frames: says how finely --film", "solve --frames steps " + easy},
		{"--frames fine: method dlx knows steps or guesses", "solve --method dlx --film a.html --frames fine " + easy},
		{"want a name that ends in .gif", "solve --method gnn --animation a.png " + easy},
		{"want a multiple of the segment", "solve --method gnn --steps 12 " + easy},
		{"want candidate or literal or small, or a file", "solve --method gnn --weights nobody " + easy},
		{"no such file", "solve --method gnn --weights nowhere.safetensors " + easy},
		{"want one puzzle", "solve --method gnn --explain " + easy + " " + easy},
		{"rows, columns and boxes only", "solve --method gnn --diagonal " + strings.Repeat(".", 81)},
	} {
		if r := sudokulab(t, "", arguments(tc.args)...); r.code == exitOK || !strings.Contains(r.errOut, tc.want) {
			t.Errorf("%s: exit code %d and %q, want an error with %q", tc.args, r.code, r.errOut, tc.want)
		}
	}
}

func TestAnimation(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.gif")
	if got := must(t, "", "solve", "--any", "--method", "gnn", "--animation", file, easy); got != easySolution+"\n" {
		t.Errorf("%q, want the solution", got)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) < 3 {
		t.Errorf("%d frames, want one for the puzzle and one for each step", len(g.Image))
	}
}

// smallRecipe trains a tiny network on 4×4 for some steps.
const smallRecipe = `{
  "network": {"hidden": 8, "channels": 4, "pool": "softmax", "steps": 8, "seed": 1},
  "task": {
    "segment": 4, "segments": 3, "leave": 0.75, "cover": 0.3, "noise": 0, "seed": 1,
    "kinds": [{"batch": 8, "every": 1, "puzzles": {
      "side": 4, "givens": [{"low": 6, "high": 10, "weight": 1}], "hard_guesses": 1, "tries": 1, "proof": 1, "lookahead": 16, "seed": 1
    }}],
    "validation": {"sets": ["4x4"], "count": 16, "think": {"batch": 16, "segment": 4, "steps": 8, "noise": 0}}
  },
  "train": {
    "seed": 1, "steps": 30, "optimizer": {"learning_rate": 0.01, "beta1": 0.9, "beta2": 0.98, "epsilon": 1e-8, "weight_decay": 0.001},
    "schedule": {"kind": "cosine", "warm_up": 5, "final": 0.1, "length": 30},
    "clip_norm": 1, "ema": 0.9, "validate_every": 15, "watch": "solved", "watch_higher": true, "log_every": 5, "save_seconds": 60
  }
}`

// TestTrainEvaluateSolve walks the whole road: a training in two slices, its weights and their
// card, a measurement into the card, and a puzzle solved with them.
func TestTrainEvaluateSolve(t *testing.T) {
	dir := t.TempDir()
	recipe, folder, stem := filepath.Join(dir, "r.json"), filepath.Join(dir, "run"), filepath.Join(dir, "w")
	if err := os.WriteFile(recipe, []byte(smallRecipe), 0o600); err != nil {
		t.Fatal(err)
	}
	train := func(more ...string) result {
		return sudokulab(t, "", append([]string{"train", "gnn", "--backend", "go", "--out", folder}, more...)...)
	}
	if r := train("--recipe", recipe, "--steps", "20"); r.code != exitOK {
		t.Fatalf("exit code %d: %s", r.code, r.errOut)
	}
	if r := train("--recipe", recipe); r.code == exitOK || !strings.Contains(r.errOut, "resume it") {
		t.Errorf("a folder with a checkpoint is trained in without --resume: %d %s", r.code, r.errOut)
	}
	other := filepath.Join(dir, "other.json")
	if err := os.WriteFile(other, []byte(strings.Replace(smallRecipe, `"hidden": 8`, `"hidden": 9`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := train("--resume", "--recipe", other); r.code == exitOK || !strings.Contains(r.errOut, "the network or the task differs") {
		t.Errorf("a training continues with a different network: %d %s", r.code, r.errOut)
	}
	if r := train("--resume", "--model", "literal"); r.code == exitOK || !strings.Contains(r.errOut, "--model candidate trains it") {
		t.Errorf("a training goes on as that of another network: %d %s", r.code, r.errOut)
	}
	slice := sudokulab(t, "", "train", "gnn", "--backend", "go", "--out", filepath.Join(dir, "slice"), "--recipe", recipe, "--budget", "1s", "--steps", "1000000")
	if r := slice; r.code != exitMore || !strings.Contains(r.errOut, "more to do") {
		t.Errorf("a slice whose time is up: %d %s", r.code, r.errOut)
	}
	if r := train("--resume", "--steps", "30"); r.code != exitOK || !strings.Contains(r.out, `"step": 30`) {
		t.Fatalf("resumption: exit code %d: %s %s", r.code, r.out, r.errOut)
	}
	must(t, "", "train", "export", "--from", folder, "--name", "tiny", "--format", "BF16", stem)
	file := stem + weights.TensorsEnding
	m, err := weights.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if tr := m.Card.Training; tr.Steps != 30 || !tr.Finished || len(tr.Runs) != 2 || tr.Runs[1].From != 20 || tr.FLOPs <= 0 {
		t.Errorf("card: %+v, want 30 steps in two runs", tr)
	}
	mixed := filepath.Join(dir, "mixed")
	must(t, "", "train", "export", "--from", folder, "--part", "last", "--mix", file, "--percent", "75", mixed)
	if both, err := weights.Open(mixed + weights.TensorsEnding); err != nil || !strings.HasPrefix(both.Card.Training.Part, "last, 0.75 of it and 0.25 of that (average) at step 30, whose file has SHA-256 "+m.Card.SHA256) {
		t.Errorf("a mixture: %v, card %+v", err, both)
	}
	if r := sudokulab(t, "", "train", "export", "--from", folder, "--mix", "none.safetensors", mixed); r.code != exitError || !strings.Contains(r.errOut, "--mix none.safetensors") {
		t.Errorf("mixed with nothing: %d %s", r.code, r.errOut)
	}
	out := must(t, "", "eval", "gnn", "--backend", "go", "--weights", file, "--held-out", "4x4", "--count", "10", "--steps", "8", "--card")
	if !strings.Contains(out, "4x4") || !strings.Contains(out, "10") {
		t.Errorf("no line of the set in\n%s", out)
	}
	if m, err = weights.Open(file); err != nil || len(m.Card.Scores) != 1 || m.Card.Scores[0].Boards != 10 {
		t.Errorf("scores of the card: %+v, %v", m, err)
	}
	if got := must(t, "", "solve", "--method", "gnn-hybrid", "--weights", file, "--steps", "8", four); len(lines(got)) == 0 {
		t.Errorf("nothing solved: %q", got)
	}
}

// TestTrainAgain: boards that failed come again, and boards of a pool come too; what they are is part of a training.
func TestTrainAgain(t *testing.T) {
	dir := t.TempDir()
	recipe, pool, broken := filepath.Join(dir, "r.json"), filepath.Join(dir, "pool.txt"), filepath.Join(dir, "broken.txt")
	for path, text := range map[string]string{
		recipe: smallRecipe, pool: must(t, "", "generate", "--side", "4", "--count", "40", "--seed", "9"), broken: strings.Repeat(".", 16) + "\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	train := func(folder string, more ...string) result {
		return sudokulab(t, "", append([]string{"train", "gnn", "--backend", "go", "--recipe", recipe, "--out", filepath.Join(dir, folder)}, more...)...)
	}
	for want, r := range map[string]result{
		"--again 100: want":                      train("a", "--again", "100"),
		"share of 0.9 of boards of the pool":     train("b", "--again", "50", "--pool", pool, "--pool-share", "90"),
		"1 of its boards have no solution or se": train("c", "--pool", broken),
		"want --model candidate":                 sudokulab(t, "", "train", "gnn", "--model", "literal", "--pool", pool, "--out", filepath.Join(dir, "d")),
		"none.txt":                               train("e", "--pool", filepath.Join(dir, "none.txt")),
	} {
		if r.code != exitError || !strings.Contains(r.errOut, want) {
			t.Errorf("exit code %d and %q, want an error with %q", r.code, r.errOut, want)
		}
	}
	both := []string{"--again", "25", "--pool", pool, "--pool-share", "50"}
	if r := train("run", append(both, "--steps", "15")...); r.code != exitOK || !strings.Contains(r.errOut, "of 40 boards of ") {
		t.Fatalf("exit code %d: %s", r.code, r.errOut)
	}
	if r := train("run", "--resume", "--again", "25"); r.code != exitError || !strings.Contains(r.errOut, "from a pool") {
		t.Errorf("a training goes on without its pool: %d %s", r.code, r.errOut)
	}
	if r := train("run", append(both, "--resume")...); r.code != exitOK || !strings.Contains(r.out, `"step": 30`) {
		t.Errorf("resumption: exit code %d: %s %s", r.code, r.out, r.errOut)
	}
	log, err := os.ReadFile(filepath.Join(dir, "run", "log.jsonl"))
	if err != nil || !strings.Contains(string(log), `"again4"`) {
		t.Errorf("log: %v, %s", err, log)
	}
}

// smallDocumented trains a tiny network of the document on 4×4.
const smallDocumented = `{
  "model": "MODEL",
  "task": {
    "data": {"size": 0, "puzzles": {"side": 4, "lookahead": 16, "seed": 1}},
    "curriculum": {"stages": [{"until_epoch": 2, "low": 6, "high": 10}]},
    "epochs": 2, "epoch": 16, "batch": 4,
    "validation": {"sets": [{"name": "few", "side": 4, "low": 6, "high": 9, "seed": 1}], "count": 8, "batch": 4}
  },
  "train": {"clip_norm": 1, "log_every": 2}REST
}`

// TestTrainDocumented walks the same road with the networks of the document.
func TestTrainDocumented(t *testing.T) {
	for model, rest := range map[string]string{
		"literal": `, "literal": {"hidden": 8, "iterations": 3}, "start": "identity"`,
		"cnn":     `, "cnn": {"channels": [4]}`,
	} {
		dir := t.TempDir()
		recipe, folder, stem := filepath.Join(dir, "r.json"), filepath.Join(dir, "run"), filepath.Join(dir, "w")
		text := strings.NewReplacer("MODEL", model, "REST", rest).Replace(smallDocumented)
		if err := os.WriteFile(recipe, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		train := func(more ...string) result {
			return sudokulab(t, "", append([]string{"train", "gnn", "--backend", "go", "--out", folder}, more...)...)
		}
		refused := func(want string, r result) {
			t.Helper()
			if r.code == exitOK || !strings.Contains(r.errOut, want) {
				t.Errorf("%s: exit code %d and %q, want an error with %q", model, r.code, r.errOut, want)
			}
		}
		refused("--model "+model+" trains it", train("--recipe", recipe))
		if r := train("--model", model, "--recipe", recipe, "--steps", "3"); r.code != exitOK {
			t.Fatalf("exit code %d: %s", r.code, r.errOut)
		}
		refused("resume it", train("--model", model, "--recipe", recipe))
		refused("--model "+model+" trains it", train("--resume"))
		other := filepath.Join(dir, "other.json")
		if err := os.WriteFile(other, []byte(strings.Replace(text, `"epoch": 16`, `"epoch": 20`, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		refused("the network or the task differs", train("--model", model, "--resume", "--recipe", other))
		if r := train("--model", model, "--resume", "--recipe", recipe); r.code != exitOK || !strings.Contains(r.out, `"step": 8`) {
			t.Fatalf("resumption: exit code %d: %s %s", r.code, r.out, r.errOut)
		}
		must(t, "", "train", "export", "--from", folder, "--format", "F32", stem)
		file := stem + weights.TensorsEnding
		m, err := weights.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if c := m.Card; c.Name != model || !strings.Contains(c.Title, "document") || c.Training.Steps != 8 || !c.Training.Finished || len(c.Training.Runs) != 2 || c.Training.FLOPs <= 0 {
			t.Errorf("card: %+v, want 8 steps in two runs", c)
		}
		must(t, "", "eval", "gnn", "--backend", "go", "--weights", file, "--held-out", "4x4", "--count", "10", "--batch", "4", "--card")
		out := must(t, "", "eval", "gnn", "--backend", "go", "--weights", file, "--count", "5", "--json")
		var all []evaluated
		if err := json.Unmarshal([]byte(out), &all); err != nil {
			t.Fatal(err)
		}
		if len(all) != 1 || all[0].Network != model || all[0].Think != nil || all[0].Entropy == nil || all[0].Evaluation.Metrics.Units.Trials != 5*12 || len(all[0].Baselines) == 0 {
			t.Errorf("%s: %s: want the one set of 4×4 alone, with its units and baselines", model, out)
		}
		if m, err = weights.Open(file); err != nil || len(m.Card.Scores) != 1 || m.Card.Scores[0].Boards != 10 || m.Card.Scores[0].Steps != m.Steps() {
			t.Errorf("scores of the card: %+v, %v", m, err)
		}
		for _, method := range []string{"gnn", "gnn-refine", "gnn-beam", "gnn-start", "gnn-hybrid"} {
			if got := must(t, "", "solve", "--any", "--method", method, "--weights", file, four); len(lines(got)) != 1 {
				t.Errorf("%s by %s: %q", method, model, got)
			}
		}
		on := func(args string) result {
			return sudokulab(t, "", append(arguments(args), "--weights", file)...)
		}
		refused("does not think", on("solve --any --method gnn --animation a.gif "+four))
		refused("for the candidate network", on("eval gnn --restarts 2"))
		refused("side 9", on("eval gnn --held-out 9x9-30-35"))
		refused("side 9", on("solve --method gnn --any "+easy))
		if model == "cnn" {
			refused("no message passing", on("solve --method gnn --any --steps 4 "+four))
		} else if r := on("solve --method gnn --any --steps 5 " + four); r.code != exitOK {
			t.Errorf("other steps: %s", r.errOut)
		}
		refused("those of a network "+model, sudokulab(t, "", "train", "gnn", "--backend", "go", "--out", filepath.Join(dir, "c"), "--start", file))
		if r := train("--model", model, "--out", filepath.Join(dir, "again"), "--recipe", recipe, "--steps", "1", "--start", file); r.code != exitOK {
			t.Errorf("a training that begins with weights: %s", r.errOut)
		}
	}
	for _, tc := range []struct{ want, args string }{
		{"want candidate, literal or cnn", "train gnn --out x --model mlp"},
		{"no such file", "train gnn --out x --model literal --recipe nowhere.json"},
	} {
		if r := sudokulab(t, "", arguments(tc.args)...); r.code == exitOK || !strings.Contains(r.errOut, tc.want) {
			t.Errorf("%s: exit code %d and %q, want an error with %q", tc.args, r.code, r.errOut, tc.want)
		}
	}
}

func TestEvaluateInput(t *testing.T) {
	var all []evaluated
	out := must(t, "", "eval", "gnn", "--backend", "go", "--json", "--steps", "16", easy, several)
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatal(err)
	}
	if len(all) != 1 || all[0].Skipped != 1 || all[0].Evaluation.Metrics.Grids.Trials != 1 {
		t.Errorf("%+v, want one set with one puzzle measured and one left out", all)
	}
	for _, tc := range []struct{ want, args string }{
		{"--held-out nothing: want 9x9-36-45, ", "eval gnn --held-out nothing"},
		{"--count 0: want 1 to 1000000", "eval gnn --count 0"},
		{"want --weights to be a", "eval gnn --card"},
		{"no puzzle with exactly one solution", "eval gnn " + none},
		{"want a multiple", "eval gnn --steps 3"},
	} {
		if r := sudokulab(t, "", arguments(tc.args)...); r.code == exitOK || !strings.Contains(r.errOut, tc.want) {
			t.Errorf("%s: exit code %d and %q, want an error with %q", tc.args, r.code, r.errOut, tc.want)
		}
	}
}
