package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	learned "sudokulab/pkg/learn/weights"
	"sudokulab/pkg/record"
)

// jobFile writes a job file in a folder of its own, and returns its name and that of its output.
func jobFile(t *testing.T, text string) (path, output string) {
	t.Helper()
	path = write(t, "job.yaml", text)
	return path, filepath.Join(filepath.Dir(path), "out")
}

// refusedJob runs a job file that is to be refused with a word in the error, and returns the name of its output.
func refusedJob(t *testing.T, text, want string) (output string) {
	t.Helper()
	path, output := jobFile(t, text)
	refused(t, []string{"job", "run", path}, want)
	return output
}

// TestJobGenerate: shards, in parts and in any order, make the puzzles that one command makes.
func TestJobGenerate(t *testing.T) {
	want := must(t, "", "generate", "--minimal", "--seed", "3", "--count", "50")
	path, out := jobFile(t, "operation: generate\ninput: {seed: 3, count: 50}\nshards: 7\noutput: out\nparameters: {minimal: true}\n")
	if text := must(t, "", "job", "check", path); !strings.Contains(text, "generate of 50 puzzles in 7 shards") {
		t.Error(text)
	}
	for _, part := range []string{"2/3", "0/3"} {
		must(t, "", "job", "run", "--shard", part, path)
	}
	if r := sudokulab(t, "", "job", "merge", path); r.code != 1 || !strings.Contains(r.errOut, "missing: 1, 4") {
		t.Errorf("exit code %d, %s", r.code, r.errOut)
	}
	if text := must(t, "", "job", "status", path); !strings.Contains(text, "5 of 7 shards done") || !strings.Contains(text, "2 missing: 1 4") {
		t.Error(text)
	}
	must(t, "", "job", "run", "--shard", "1/3", path)
	must(t, "", "job", "merge", path)
	diff(t, "in parts", content(t, out), want)
	must(t, "", "job", "clean", path)
	if _, err := os.Stat(out + ".shards"); !os.IsNotExist(err) {
		t.Errorf("shards are left: %v", err)
	}
	must(t, "", "job", "run", path)
	diff(t, "at once", content(t, out), want)
}

// TestJobFiles: every operation on files gives the same in shards as at once, with the names and lines of the files.
func TestJobFiles(t *testing.T) {
	one := write(t, "one.txt", must(t, "", "generate", "--minimal", "--seed", "5", "--count", "9"))
	two := write(t, "two.txt", "# a remark\n\n"+must(t, "", "generate", "--level", "easy", "--seed", "6", "--count", "4")+strings.Repeat(".", 81)+"\n")
	for _, c := range []struct{ operation, parameters string }{
		{"classify", "format: csv"},
		{"classify", "max-solutions: 5"},
		{"solve", "format: json"},
		{"solve", "format: csv, any: true, method: dlx"},
		{"rate", "format: csv"},
		{"canonical", "format: json"},
	} {
		args := []string{c.operation, "--quiet"}
		if c.operation == "solve" || c.operation == "classify" {
			args = append(args, "--times=false")
		}
		for flag := range strings.SplitSeq(c.parameters, ", ") {
			args = append(args, "--"+strings.ReplaceAll(flag, ": ", "="))
		}
		want := sudokulab(t, "", append(args, one, two)...).out
		for _, shards := range []int{1, 4, 30} {
			path, out := jobFile(t, fmt.Sprintf("operation: %s\ninput: {files: [%q, %q]}\nshards: %d\noutput: out\nparameters: {%s}\n", c.operation, one, two, shards, c.parameters))
			must(t, "", "job", "run", path)
			if got := content(t, out); got != want || !strings.Contains(want, "\n") {
				diff(t, fmt.Sprintf("%s %s in %d shards", c.operation, c.parameters, shards), got, want)
			}
		}
	}
}

// TestJobSet: a named set gives the same in shards as at once, with its name and lines.
func TestJobSet(t *testing.T) {
	for _, c := range []struct{ operation, set string }{{"classify", "own-mixed"}, {"solve", "own-4x4"}, {"canonical", "own-minimal"}} {
		want := must(t, "", c.operation, "--quiet", "--format=csv", "--set="+c.set)
		if c.operation != "canonical" {
			want = sudokulab(t, "", c.operation, "--quiet", "--format=csv", "--times=false", "--set="+c.set).out
		}
		for _, shards := range []int{1, 7} {
			path, out := jobFile(t, fmt.Sprintf("operation: %s\ninput: {set: %s}\nshards: %d\noutput: out\nparameters: {format: csv}\n", c.operation, c.set, shards))
			must(t, "", "job", "check", path)
			must(t, "", "job", "run", path)
			if got := content(t, out); got != want || !strings.Contains(want, c.set+",") {
				diff(t, fmt.Sprintf("%s of %s in %d shards", c.operation, c.set, shards), got, want)
			}
		}
	}
	dir := t.TempDir() // where no sets are, neither in a lab nor in the user's cache
	t.Chdir(dir)
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData", corpus.EnvDataDir} {
		t.Setenv(name, dir)
	}
	for text, want := range map[string]string{
		"operation: solve\ninput: {set: 17clue}\n":                 "sudokulab data fetch 17clue",
		"operation: solve\ninput: {set: 17clues}\n":                "did you mean 17clue",
		"operation: solve\ninput: {set: 17clue, files: [a]}\n":     "either files, a set",
		"operation: solve\ninput: {set: own-easy, header: true}\n": "a header is for files",
		"operation: generate\ninput: {set: own-easy}\n":            "take a seed and a count",
	} {
		refusedJob(t, text+"shards: 1\noutput: out\n", want)
	}
}

// TestJobDistinct: twins across shards go.
func TestJobDistinct(t *testing.T) {
	puzzles := twinsOf(t, 5)
	in := write(t, "in.txt", strings.Join(puzzles, "\n")+"\n")
	path, out := jobFile(t, fmt.Sprintf("operation: canonical\ninput: {files: [%q]}\nshards: 6\noutput: out\ndistinct: true\n", in))
	must(t, "", "job", "run", path)
	if got := lines(content(t, out)); len(got) != 5 {
		t.Errorf("%d lines, want 5", len(got))
	}
}

// TestJobBad: what is wrong is named with its place, and shards that are done stay.
func TestJobBad(t *testing.T) {
	good := must(t, "", "generate", "--level", "easy", "--seed", "6", "--count", "6")
	in := write(t, "in.txt", good+strings.Repeat("x", 81)+"\n")
	path, out := jobFile(t, fmt.Sprintf("operation: solve\ninput: {files: [%q]}\nshards: 7\noutput: out\n", in))
	r := sudokulab(t, "", "job", "run", path)
	if r.code != 1 || !strings.Contains(r.errOut, "shard 6: ") || !strings.Contains(r.errOut, "in.txt:7:") {
		t.Errorf("exit code %d, %s", r.code, r.errOut)
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("an output of a part: %v", err)
	}
	if text := must(t, "", "job", "status", path); !strings.Contains(text, "6 of 7 shards done") {
		t.Error(text)
	}
	for text, want := range map[string]string{
		"operation: dance\ninput: {files: [a]}\nshards: 1\noutput: o\n":                                          "dance",
		"operation: solve\ninput: {seed: 1, count: 3}\nshards: 1\noutput: o\n":                                   "take files",
		"operation: generate\ninput: {files: [a]}\nshards: 1\noutput: o\n":                                       "a seed and a count",
		"operation: solve\ninput: {files: [missing-*.txt]}\nshards: 1\noutput: o\n":                              "no file",
		"operation: solve\ninput: {files: [.]}\nshards: 1\noutput: o\n":                                          "regular file",
		"operation: solve\ninput: {files: [a]}\nshards: 1\noutput: o\nparameters: {jobs: 3}\n":                   "not for a job",
		"operation: solve\ninput: {files: [a]}\nshards: 1\noutput: o\ndistinct: true\nparameters: {format: csv}": "distinct",
		"operation: generate\ninput: {seed: 1, count: 3}\nshards: 1\noutput: o\nparameters: {colour: red}\n":     "--colour",
	} {
		refusedJob(t, text, want)
	}
	for _, args := range []string{"job run --shard auto", "job run --shard 3/3", "job run --shard x", "job submit", "job submit --slurm --kubernetes"} {
		if r := sudokulab(t, "", append(strings.Fields(args), path)...); r.code != 1 || r.errOut == "" {
			t.Errorf("%s: exit code %d, %s", args, r.code, r.errOut)
		}
	}
}

// TestJobSubmit: the script runs this job file by its full name.
func TestJobSubmit(t *testing.T) {
	path, _ := jobFile(t, "operation: generate\ninput: {seed: 3, count: 50}\nshards: 300\noutput: out\nparameters: {minimal: true}\n")
	if text := must(t, "", "job", "submit", "--slurm", path); !strings.Contains(text, "--array=0-99\n") || !strings.Contains(text, "'"+path+"'") {
		t.Error(text)
	}
	if text := must(t, "", "job", "submit", "--kubernetes", "--tasks", "7", path); !strings.Contains(text, "completions: 7\n") || !strings.Contains(text, "mountPath: "+filepath.Dir(path)) {
		t.Error(text)
	}
}

// TestJobKilled: a job that is killed again and again ends with the same bytes and leaves nothing of the killed ones in the end.
func TestJobKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills a job ten times")
	}
	want := must(t, "", "generate", "--minimal", "--seed", "8", "--count", "3000")
	path, out := jobFile(t, "operation: generate\ninput: {seed: 8, count: 3000}\nshards: 150\noutput: out\nparameters: {minimal: true}\n")
	rng := rand.New(rand.NewPCG(9, 9))
	done, kills := false, 0
	for !done && kills < 10 {
		c := process(t, "job", "run", path)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("after %d kills: %v", kills, err)
			}
			done = true
		case <-time.After(time.Duration(50+rng.IntN(250)) * time.Millisecond):
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			if err := <-ended; err == nil {
				t.Fatal("a killed job ended well")
			}
			kills++
		}
	}
	must(t, "", "job", "run", path)
	t.Logf("%d kills", kills)
	diff(t, "after kills", content(t, out), want)
	must(t, "", "job", "clean", path)
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 2 {
		t.Errorf("%d files beside the job and its output, %v", len(left)-2, err)
	}
}

// wholeTree is the tree of this package.
func wholeTree(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// TestJobResults: an experiment that is measured in shards has the records of one that is measured at once, but for times.
func TestJobResults(t *testing.T) {
	root := wholeTree(t)
	path, out := jobFile(t, fmt.Sprintf("operation: results\nshards: 3\noutput: out\nparameters: {only: csp-structure, profile: smoke, root: %q}\n", root))
	if text := must(t, "", "job", "check", path); !strings.Contains(text, " cases in 3 shards") {
		t.Error(text)
	}
	must(t, "", "job", "run", "--shard", "1/2", path)
	must(t, "", "job", "run", "--shard", "0/2", path)
	must(t, "", "job", "merge", path)
	whole := filepath.Join(t.TempDir(), "slice")
	must(t, "", "results", "--root", root, "--only", "csp-structure", "--profile", "smoke", "--out", whole)
	got, err := record.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	want, err := record.ReadFile(filepath.Join(whole, lab.SliceRecords))
	if err != nil || len(want) < 3 || len(got) != len(want) {
		t.Fatalf("%d and %d records, %v", len(got), len(want), err)
	}
	for i := range want {
		if got[i].Case != want[i].Case || !reflect.DeepEqual(got[i].Exact, want[i].Exact) || !reflect.DeepEqual(got[i].Texts, want[i].Texts) {
			t.Errorf("case %d: %+v, want %+v", i+1, got[i], want[i])
		}
	}
}

func TestJobResultsBad(t *testing.T) {
	root := wholeTree(t)
	for text, want := range map[string]string{
		"shards: 2\nparameters: {profile: smoke}":                                           "only: want the experiment",
		"shards: 2\nparameters: {only: minigrid-sizes}":                                     "profile",
		"shards: 2\nparameters: {only: minigrid-sizes, profile: huge}":                      "huge",
		"shards: 2\nparameters: {only: nothing, profile: smoke}":                            "neither an experiment",
		"shards: 2\nparameters: {only: minigrid-sizes, profile: smoke, force: true}":        "results takes only, profile and root",
		"shards: 2\ninput: {seed: 1, count: 5}\nparameters: {only: csp-hard}":               "results takes none",
		"shards: 2\nparameters: {only: dqn-speed, profile: quick}":                          "no cases",
		"shards: 2\ninput: {files: [a]}\nparameters: {only: minigrid-sizes, profile: full}": "results takes none",
	} {
		out := refusedJob(t, "operation: results\noutput: out\n"+strings.Replace(text, "parameters: {", fmt.Sprintf("parameters: {root: %q, ", root), 1)+"\n", want)
		if _, err := os.Stat(out + ".shards"); !os.IsNotExist(err) {
			t.Errorf("%s: shards are left: %v", text, err)
		}
	}
	path, _ := jobFile(t, fmt.Sprintf("operation: results\nshards: 2\noutput: out\nparameters: {only: minigrid-phases, profile: smoke, root: %q}\n", root))
	if r := sudokulab(t, "", "job", "run", "--jobs", "2", path); r.code != 1 || !strings.Contains(r.errOut, "times its cases") {
		t.Errorf("timed cases at once: exit code %d, %s", r.code, r.errOut)
	}
}

func TestCasesOfASlice(t *testing.T) {
	root := wholeTree(t)
	for _, bad := range []string{"0", "2-1", "x", "1-99999", "1-", "-3"} {
		if r := sudokulab(t, "", "results", "--root", root, "--only", "minigrid-sizes", "--profile", "smoke", "--out", t.TempDir(), "--cases="+bad); r.code != 1 || !strings.Contains(r.errOut, "--cases") {
			t.Errorf("%s: exit code %d, %s", bad, r.code, r.errOut)
		}
	}
	if r := sudokulab(t, "", "results", "--root", root, "--cases", "1"); r.code != 1 || !strings.Contains(r.errOut, "--out") {
		t.Errorf("without a folder: exit code %d, %s", r.code, r.errOut)
	}
}

// TestJobTrain: seeds trained in shards, in any order and after a break, give what a command gives with each seed.
func TestJobTrain(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for seconds")
	}
	const parameters = "parameters: {system: dqn, model: conv, side: 4, steps: 6}\n"
	path, out := jobFile(t, "operation: train\ninput: {seed: 7, count: 3}\nshards: 2\noutput: out\n"+parameters)
	if text := must(t, "", "job", "check", path); !strings.Contains(text, "train of 3 trainings in 2 shards") {
		t.Error(text)
	}
	must(t, "", "job", "run", "--shard", "1/2", path)
	must(t, "", "job", "run", path)
	got := lines(content(t, out))
	if len(got) != 3 {
		t.Fatalf("%d lines: %q", len(got), got)
	}
	hashes := map[string]bool{}
	for i, line := range got {
		folder := t.TempDir()
		seed := strconv.Itoa(7 + i)
		args := []string{"train", "dqn", "--model", "conv", "--side", "4", "--steps", "6", "--seed", seed, "--backend", "go", "--out", folder}
		if r := sudokulab(t, "", append(args, "--budget", "1ns")...); r.code != exitMore {
			t.Fatalf("exit code %d, %s", r.code, r.errOut)
		}
		must(t, "", append(args, "--resume")...)
		alone, err := trainedIn(folder, uint64(7+i)) //nolint:gosec // small
		if err != nil {
			t.Fatal(err)
		}
		diff(t, "seed "+seed, line, string(alone))
		var of trained
		if err := json.Unmarshal([]byte(line), &of); err != nil || of.Step != 6 || of.Seed != uint64(7+i) || len(of.Scores) == 0 { //nolint:gosec // small
			t.Errorf("seed %s: %+v, %v", seed, of, err)
		}
		hashes[of.SHA256] = true
	}
	if len(hashes) != 3 {
		t.Errorf("%d different weights of 3 seeds", len(hashes))
	}
	if r := sudokulab(t, "", "train", "dqn", "--seed", "8", "--resume", "--model", "conv", "--out", filepath.Join(out+".trainings", "seed-7")); r.code != 1 || !strings.Contains(r.errOut, "differs") {
		t.Errorf("another seed goes on: exit code %d, %s", r.code, r.errOut)
	}
	must(t, "", "job", "clean", path)
	must(t, "", "train", "export", filepath.Join(t.TempDir(), "agent"), "--from", filepath.Join(out+".trainings", "seed-9"))
	for text, want := range map[string]string{
		"operation: train\ninput: {seed: 1, count: 2}\nshards: 1\noutput: o\n":                                                  "parameters: system",
		"operation: train\ninput: {seed: 1, count: 2}\nshards: 1\noutput: o\nparameters: {system: cat}\n":                       "system",
		"operation: train\ninput: {files: [a]}\nshards: 1\noutput: o\nparameters: {system: gnn}\n":                              "take a seed and a count",
		"operation: train\ninput: {seed: 1, count: 2}\nshards: 1\noutput: o\nparameters: {system: gnn, resume: true}\n":         "not for a job",
		"operation: train\ninput: {seed: 1, count: 2}\nshards: 1\noutput: o\nparameters: {system: gnn, side: 9}\n":              "--side",
		"operation: train\ninput: {seed: 18446744073709551615, count: 2}\nshards: 1\noutput: o\nparameters: {system: gnn}\n":    "past the last",
		"operation: train\ninput: {seed: 1, count: 2}\nshards: 1\noutput: o\ndistinct: true\nparameters: {system: gnn}\n":       "distinct",
		"operation: train\ninput: {seed: 1, count: 2}\nshards: 1\noutput: o\nparameters: {system: dqn, recipe: nowhere.json}\n": "nowhere.json",
	} {
		refusedJob(t, text, want)
	}
}

// seedsOf walks a recipe, and tells each seed outside of the validation, whose puzzles stay.
func seedsOf(v any, path string, tell func(path string, seed float64)) {
	switch of := v.(type) {
	case map[string]any:
		for name, value := range of {
			if n, ok := value.(float64); ok && (name == "seed" || name == "shuffle") {
				tell(path+"."+name, n)
			} else if name != "validation" {
				seedsOf(value, path+"."+name, tell)
			}
		}
	case []any:
		for _, value := range of {
			seedsOf(value, path, tell)
		}
	}
}

// TestTrainSeed: --seed reaches all that is random in a training of any network, and the recipe it came from stays.
func TestTrainSeed(t *testing.T) {
	networks, _ := trainGNN()
	seedReaches(t, networks)
	agents, _ := trainDQN()
	seedReaches(t, agents)
}

// seedReaches gives the recipes of a system a seed.
func seedReaches[R learned.Trainable[R]](t *testing.T, of *training[R]) {
	t.Helper()
	const seed = 4711
	for _, model := range of.models {
		r, err := of.fresh(model, 0)
		before, err1 := r.Text()
		after, err2 := of.seeded(r, seed).Text()
		still, err3 := r.Text()
		var recipe any
		if err := errors.Join(err, err1, err2, err3, json.Unmarshal(after, &recipe)); err != nil {
			t.Fatal(err)
		}
		n, name := 0, of.use+" "+model
		seedsOf(recipe, name, func(path string, is float64) {
			n++
			if is != seed {
				t.Errorf("%s is %v", path, is)
			}
		})
		if n < 3 || !bytes.Equal(before, still) || bytes.Equal(before, after) {
			t.Errorf("%s: %d seeds, and the recipe before is\n%s\nthen\n%s", name, n, before, still)
		}
	}
}

// TestStepsOf: a sample of a training knows how long the whole is, of every network.
func TestStepsOf(t *testing.T) {
	networks, _ := trainGNN()
	allSteps(t, networks)
	agents, _ := trainDQN()
	allSteps(t, agents)
}

func allSteps[R learned.Trainable[R]](t *testing.T, of *training[R]) {
	t.Helper()
	for _, model := range of.models {
		r, err := of.fresh(model, 0)
		if err != nil {
			t.Fatal(err)
		}
		text, err := r.Text()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := stepsOf(text); err != nil || got != r.Trainer().Steps || got < 100 {
			t.Errorf("%s %s: %d steps, %v, want %d", of.use, model, got, err, r.Trainer().Steps)
		}
	}
}

// TestJobMemory: what a shard takes is given back, so that a process may do a million of them.
func TestJobMemory(t *testing.T) {
	defer completing.Store(completing.Swap(false)) // a test of completion before
	used := func(shards int) uint64 {
		for range shards {
			if err := inProcess(t.Context(), []string{"classify", "--jobs=1", "--quiet", "-"}, strings.NewReader(easy+"\n"), io.Discard); err != nil {
				t.Fatal(err)
			}
		}
		runtime.GC()
		runtime.GC() // what finalizers held
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const shards, each = 60, 10_000 // bytes
	if before, after := used(3), used(shards); after > before+shards*each {
		t.Errorf("%d shards left %d bytes each", shards, (after-before)/shards)
	}
}
