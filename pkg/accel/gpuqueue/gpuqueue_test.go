package gpuqueue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestMain lets the test binary stand for the sudokulab program: with CHILD set it
// counts to a goal, one step a slice, as a job with a checkpoint would.
func TestMain(m *testing.M) {
	if os.Getenv("CHILD") == "" {
		os.Exit(m.Run())
	}
	os.Exit(child(os.Args[1:]))
}

func child(args []string) int {
	out, resume := "", false
	for i, a := range args {
		switch a {
		case "--out":
			out = args[i+1]
		case "--resume":
			resume = true
		}
	}
	write := func(name, text string) {
		path := filepath.Join(out, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			panic(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			panic(err)
		}
	}
	fmt.Println("child", args[0])
	switch args[0] {
	case "count": // count GOAL
		goal, err := strconv.Atoi(args[1])
		if err != nil {
			panic(err)
		}
		n := 0
		if resume {
			text, err := os.ReadFile(filepath.Join(out, "checkpoint", "n"))
			if err != nil {
				panic(err)
			}
			if n, err = strconv.Atoi(string(text)); err != nil {
				panic(err)
			}
		}
		n++
		write("checkpoint/n", strconv.Itoa(n))
		if n < goal {
			return ExitMore
		}
		write("records.jsonl", "{}\n")
		return 0
	case "nothing":
		return 0
	case "fail":
		write("checkpoint/n", "rubbish")
		fmt.Fprintln(os.Stderr, "the reason")
		return 3
	case "many":
		for i := range MaxFiles {
			write(fmt.Sprintf("f%d", i), "x")
		}
	case "big":
		write("big", strings.Repeat("x", MaxFileBytes))
	case "deep":
		write("a/b/c/d", "x")
	case "name":
		write("a b", "x")
	case "talk":
		fmt.Print(strings.Repeat("0123456789abcde\n", 2*maxLog/16))
		fmt.Fprintln(os.Stderr, "the end")
	case "sleep":
		time.Sleep(time.Minute)
	}
	return 0
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func queueOf(jobs ...Job) *Queue {
	for i := range jobs {
		if jobs[i].Budget == 0 {
			jobs[i].Budget = time.Minute
		}
	}
	return &Queue{Version: 1, Jobs: jobs, path: "queue"}
}

func config(t *testing.T, q *Queue, state string) Config {
	t.Helper()
	return Config{
		Queue: q, StateDir: state, OutDir: filepath.Join(t.TempDir(), "out"), Binary: self(t),
		Env: append(os.Environ(), "CHILD=1"), grace: 2 * time.Second,
		Check: func(context.Context) (Machine, error) { return Machine{BackendCUDA, "a card"}, nil },
	}
}

func TestSlicesUntilDone(t *testing.T) {
	state := filepath.Join(t.TempDir(), "results")
	q := queueOf(
		Job{ID: "count", Command: []string{"count", "3"}, Outputs: []string{"records.jsonl"}},
		Job{ID: "later", Needs: "a model"},
	)
	for number := 1; number <= 3; number++ {
		c := config(t, q, state)
		slice, err := RunSlice(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		want := OutcomeMore
		if number == 3 {
			want = OutcomeDone
		}
		if slice.Outcome != want || slice.Number != number || slice.Resumed != (number > 1) || slice.Machine != "a card" {
			t.Fatalf("slice %d: %+v", number, slice)
		}
		if err := Collect(c.OutDir, state); err != nil {
			t.Fatal(err)
		}
		before, err := LoadState(state)
		if err != nil {
			t.Fatal(err)
		}
		if err := Collect(c.OutDir, state); err != nil { // a second time changes nothing
			t.Fatal(err)
		}
		after, err := LoadState(state)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, after); diff != "" || len(after.Slices) != number {
			t.Errorf("state after %d slices:\n%s", number, diff)
		}
		text, err := os.ReadFile(filepath.Join(state, "count", "checkpoint", "n"))
		if err != nil || string(text) != strconv.Itoa(number) {
			t.Errorf("checkpoint %q %v, want %d", text, err, number)
		}
	}
	if _, err := RunSlice(context.Background(), config(t, q, state)); !errors.Is(err, ErrNothingToRun) || !strings.Contains(err.Error(), "later is waiting") {
		t.Errorf("error %v, want ErrNothingToRun and what waits", err)
	}
	entries, err := os.ReadDir(state)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 2 { // state.json and count
		t.Errorf("left in the results: %v", entries)
	}
}

// TestCollectPlanted: a link in the place of a job's folder, of the state or of the folder of results leads nowhere: nothing out of the
// results is written or removed.
func TestCollectPlanted(t *testing.T) {
	q := queueOf(Job{ID: "count", Command: []string{"count", "3"}, Outputs: []string{"records.jsonl"}})
	for _, plant := range []string{"results", "results/count", "results/" + stateName} {
		dir := t.TempDir()
		outside, state := filepath.Join(dir, "outside"), filepath.Join(dir, "results")
		precious := filepath.Join(outside, "n")
		c := config(t, q, state)
		if _, err := RunSlice(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.MkdirAll(outside, 0o700), os.WriteFile(precious, []byte(`{"slices": []}`), 0o600)); err != nil {
			t.Fatal(err)
		}
		target := outside
		if strings.HasSuffix(plant, stateName) {
			target = precious
		}
		at := filepath.Join(dir, filepath.FromSlash(plant))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.RemoveAll(at)); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, at); err != nil {
			t.Skip(err)
		}
		err := Collect(c.OutDir, state)
		text, readErr := os.ReadFile(precious)
		there, dirErr := os.ReadDir(outside)
		if readErr != nil || dirErr != nil || string(text) != `{"slices": []}` || len(there) != 1 {
			t.Errorf("%s: %v; out of the results are %v, %q, %v %v", plant, err, there, text, readErr, dirErr)
		}
	}
}

func TestAFailedSliceLeavesTheCheckpoint(t *testing.T) {
	state := t.TempDir()
	good := queueOf(Job{ID: "job", Command: []string{"count", "3"}})
	bad := queueOf(Job{ID: "job", Command: []string{"fail"}})
	for i, q := range []*Queue{good, bad, bad, good} {
		c := config(t, q, state)
		slice, err := RunSlice(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		if i == 1 && (slice.Outcome != OutcomeFailed || slice.Exit != 3 || !strings.Contains(slice.Message, "the reason")) {
			t.Errorf("failed slice: %+v", slice)
		}
		if i == 3 && (slice.Outcome != OutcomeMore || slice.Number != 4) {
			t.Errorf("last slice: %+v", slice)
		}
		if err := Collect(c.OutDir, state); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(state, "job", "checkpoint", "n"))
	if err != nil || string(text) != "2" {
		t.Errorf("checkpoint %q %v, want 2: two good slices", text, err)
	}
}

func TestThreeFailuresPassAJobOver(t *testing.T) {
	s := State{}
	j := Job{ID: "a", Command: []string{"x"}}
	for n := range maxFailures {
		if got := StatusOf(j, s); got != Open {
			t.Fatalf("after %d failures: %s", n, got)
		}
		s.Slices = append(s.Slices, Slice{Job: "a", Outcome: OutcomeFailed}, Slice{Job: "b", Outcome: OutcomeDone})
	}
	if got := StatusOf(j, s); got != Failing {
		t.Errorf("after %d failures: %s", maxFailures, got)
	}
	if got, err := Next(queueOf(j, Job{ID: "c", Command: []string{"x"}}), s); err != nil || got.ID != "c" {
		t.Errorf("next %v %v, want c", got, err)
	}
	s.Slices = append(s.Slices, Slice{Job: "a", Outcome: OutcomeMore})
	if got := StatusOf(j, s); got != Open {
		t.Errorf("after a good slice: %s", got)
	}
	s.Slices = append(s.Slices, Slice{Job: "a", Outcome: OutcomeDone})
	if got := StatusOf(j, s); got != Done {
		t.Errorf("after its last slice: %s", got)
	}
}

func TestSlicesThatFail(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"many", "more than 8 files"},
		{"big", "want less than 16777216"},
		{"deep", "folders deep"},
		{"name", `name "a b"`},
		{"fail", "exit status 3"},
		{"nothing", "finished without its output records.jsonl"},
	} {
		t.Run(test.name, func(t *testing.T) {
			q := queueOf(Job{ID: "job", Command: []string{test.name}, Outputs: []string{"records.jsonl"}})
			if test.name != "nothing" {
				q.Jobs[0].Outputs = nil
			}
			c := config(t, q, t.TempDir())
			slice, err := RunSlice(context.Background(), c)
			if err != nil {
				t.Fatal(err)
			}
			if slice.Outcome != OutcomeFailed || !strings.Contains(slice.Message, test.want) {
				t.Errorf("%s %q, want failed with %q", slice.Outcome, slice.Message, test.want)
			}
			if _, err := os.Stat(filepath.Join(c.OutDir, sliceName)); err != nil {
				t.Errorf("no record: %v", err)
			}
		})
	}
}

func TestBudgetIsEnforced(t *testing.T) {
	q := queueOf(Job{ID: "job", Command: []string{"sleep"}, Budget: 50 * time.Millisecond})
	c := config(t, q, t.TempDir())
	c.grace = 200 * time.Millisecond
	begin := time.Now()
	slice, err := RunSlice(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if slice.Outcome != OutcomeFailed || !strings.Contains(slice.Message, "still running") || time.Since(begin) > 20*time.Second {
		t.Errorf("after %v: %+v", time.Since(begin), slice)
	}
	q.Jobs[0].Budget = time.Minute
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	c = config(t, q, t.TempDir())
	c.grace = 200 * time.Millisecond
	if slice, err = RunSlice(ctx, c); err != nil || slice.Outcome != OutcomeFailed {
		t.Errorf("cancelled: %+v %v", slice, err)
	}
}

func TestLog(t *testing.T) {
	c := config(t, queueOf(Job{ID: "job", Command: []string{"talk"}}), t.TempDir())
	var log bytes.Buffer
	c.Log = &log
	slice, err := RunSlice(context.Background(), c)
	if err != nil || slice.Outcome != OutcomeDone {
		t.Fatalf("%+v %v", slice, err)
	}
	if log.Len() < 2*maxLog || !strings.Contains(log.String(), "the end") {
		t.Errorf("%d bytes passed on", log.Len())
	}
	kept, err := os.ReadFile(filepath.Join(c.OutDir, logName))
	if err != nil {
		t.Fatal(err)
	}
	if len(kept) > maxLog+100 || !strings.HasPrefix(string(kept), "child talk\n") || !strings.Contains(string(kept[maxLog:]), "not kept") {
		t.Errorf("kept %d bytes", len(kept))
	}
}

func TestRunSliceRefuses(t *testing.T) {
	boom := errors.New("no card")
	q := queueOf(Job{ID: "job", Command: []string{"count", "1"}}, Job{ID: "later", Needs: "a model"})
	c := config(t, q, t.TempDir())
	for name, check := range map[string]func(context.Context) (Machine, error){
		"no card":      func(context.Context) (Machine, error) { return Machine{}, boom },
		"go (pure Go)": func(context.Context) (Machine, error) { return Machine{"go", "pure Go"}, nil },
		"nothing":      nil,
	} {
		c.Check = check
		if _, err := RunSlice(context.Background(), c); !errors.Is(err, ErrNotThisMachine) || !strings.Contains(err.Error(), name) {
			t.Errorf("machine %q: %v", name, err)
		}
		if _, err := os.Stat(c.OutDir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("machine %q: the output folder was made: %v", name, err)
		}
	}
	q.Jobs[0].Backend, c.Check = BackendAny, nil
	if slice, err := RunSlice(context.Background(), c); err != nil || slice.Outcome != OutcomeDone {
		t.Errorf("job for any backend: %+v %v", slice, err)
	}
	if _, err := RunSlice(context.Background(), c); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("full output folder: %v", err)
	}
	c = config(t, q, t.TempDir())
	c.JobID = "later"
	if _, err := RunSlice(context.Background(), c); err == nil || !strings.Contains(err.Error(), "a model") {
		t.Errorf("job without a command: %v", err)
	}
	c.JobID = "none"
	if _, err := RunSlice(context.Background(), c); err == nil || !strings.Contains(err.Error(), `no job "none"`) {
		t.Errorf("unknown job: %v", err)
	}
	c = config(t, q, t.TempDir())
	c.JobID, c.Binary = "job", filepath.Join(t.TempDir(), "missing")
	if slice, err := RunSlice(context.Background(), c); err != nil || slice.Outcome != OutcomeFailed || slice.Exit != -1 {
		t.Errorf("missing program: %+v %v", slice, err)
	}
}

func TestCollectTakesNothingDamaged(t *testing.T) {
	q := queueOf(Job{ID: "job", Command: []string{"count", "2"}})
	for name, damage := range map[string]func(t *testing.T, out string){
		"changed": func(t *testing.T, out string) {
			if err := os.WriteFile(filepath.Join(out, "checkpoint", "n"), []byte("9"), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"missing": func(t *testing.T, out string) {
			if err := os.Remove(filepath.Join(out, "checkpoint", "n")); err != nil {
				t.Fatal(err)
			}
		},
		"record": func(t *testing.T, out string) {
			if err := os.WriteFile(filepath.Join(out, sliceName), []byte(`{"job":"../x","number":1}`), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"escape": func(t *testing.T, out string) {
			text := `{"job":"job","number":1,"outcome":"more","files":[{"name":"../../x","bytes":1,"sha256":""}]}`
			if err := os.WriteFile(filepath.Join(out, sliceName), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"field": func(t *testing.T, out string) {
			if err := os.WriteFile(filepath.Join(out, sliceName), []byte("{\n\"jobs\":1}"), 0o600); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			c := config(t, q, state)
			if _, err := RunSlice(context.Background(), c); err != nil {
				t.Fatal(err)
			}
			damage(t, c.OutDir)
			if err := Collect(c.OutDir, state); err == nil {
				t.Error("collected")
			}
			if entries, err := os.ReadDir(state); err != nil || len(entries) != 0 {
				t.Errorf("results hold %v %v", entries, err)
			}
		})
	}
}

// TestVerify: what a slice brought is compared with its record.
func TestVerify(t *testing.T) {
	state := t.TempDir()
	c := config(t, queueOf(Job{ID: "job", Command: []string{"count", "5"}}), state)
	if _, err := RunSlice(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	if err := Collect(c.OutDir, state); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(state, "job", "checkpoint", "n")
	for name, want := range map[string]struct {
		change func() error
		text   string
	}{
		"as it was": {func() error { return nil }, ""},
		"altered":   {func() error { return os.WriteFile(file, []byte("4"), 0o600) }, "job/checkpoint/n: altered: "},
		"missing":   {func() error { return os.Remove(file) }, "job/checkpoint/n: missing; "},
	} {
		if err := os.WriteFile(file, []byte("1"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := want.change(); err != nil {
			t.Fatal(err)
		}
		files, differences, err := Verify(state)
		text := strings.Join(differences, "\n")
		if err != nil || files < 2 || (text == "") != (want.text == "") || !strings.HasPrefix(text, want.text) || strings.Contains(text, "\n") {
			t.Errorf("%s: %d files, %q, %v, want %q", name, files, differences, err, want.text)
		}
	}
	if files, differences, err := Verify(t.TempDir()); files != 0 || len(differences) != 0 || err != nil {
		t.Errorf("an empty folder: %d, %q, %v", files, differences, err)
	}
}

func TestResumeNeedsTheRecordedFiles(t *testing.T) {
	state := t.TempDir()
	q := queueOf(Job{ID: "job", Command: []string{"count", "5"}})
	c := config(t, q, state)
	if _, err := RunSlice(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	if err := Collect(c.OutDir, state); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(state, "job", "checkpoint", "n"), []byte("4"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := RunSlice(context.Background(), config(t, q, state)); err == nil || !strings.Contains(err.Error(), "not the file") {
		t.Errorf("resumed from a changed checkpoint: %v", err)
	}
}

const goodQueue = `version: 1
jobs:
  - id: selftest
    title: proves the machine
    command: [accel, selftest]
    budget: 9m
    decides: []
    outputs: [selftest.json]
  - id: later
    title: something
    needs: a model
    budget: 90s
    decides: [G19, T09]
    outputs: []
`

func TestParse(t *testing.T) {
	q, err := parse("q.yaml", []byte(goodQueue))
	if err != nil {
		t.Fatal(err)
	}
	want := []Job{
		{ID: "selftest", Title: "proves the machine", Command: []string{"accel", "selftest"}, BudgetText: "9m", Budget: 9 * time.Minute, Decides: []string{}, Outputs: []string{"selftest.json"}},
		{ID: "later", Title: "something", Needs: "a model", BudgetText: "90s", Budget: 90 * time.Second, Decides: []string{"G19", "T09"}, Outputs: []string{}},
	}
	if diff := cmp.Diff(want, q.Jobs); diff != "" {
		t.Error(diff)
	}
}

func TestParseErrorsNameTheLine(t *testing.T) {
	for _, test := range []struct{ name, old, new, want string }{
		{"unknown key", "title: something", "titel: something", "q.yaml:10: "},
		{"repeated key", "budget: 90s", "budget: 90s\n    budget: 90s", "q.yaml:13: "},
		{"syntax", "[G19, T09]", "[G19, T09", "q.yaml:1"},
		{"version", "version: 1", "version: 2", "q.yaml:1: version 2, want 1"},
		{"id", "id: later", "id: La ter", "q.yaml:9: job id"},
		{"twice", "id: later", "id: selftest", "q.yaml:9: job selftest is listed twice"},
		{"title", "title: something", "title: ''", "q.yaml:10: job later: no title"},
		{"both", "needs: a model", "needs: a model\n    command: [x]", "q.yaml:11: job later: both"},
		{"neither", "    needs: a model\n", "", "q.yaml:9: job later: neither"},
		{"budget", "budget: 90s", "budget: 10m", "q.yaml:12: job later: budget 10m0s"},
		{"no budget", "budget: 90s", "budget: 0s", "q.yaml:12: "},
		{"not a time", "budget: 90s", "budget: soon", "q.yaml:12: "},
		{"backend", "needs: a model", "needs: a model\n    backend: tpu", `q.yaml:12: job later: backend "tpu"`},
		{"claim", "[G19, T09]", "[G19, t9]", `q.yaml:13: job later: claim "t9"`},
		{"output", "[selftest.json]", "[../selftest.json]", "q.yaml:8: job selftest: "},
		{"outputs", "[selftest.json]", "[a, b, c, d, e, f, g]", "q.yaml:8: job selftest: 7 outputs"},
		{"flag", "[accel, selftest]", "[accel, --out=x]", "q.yaml:5: job selftest: the command sets --out"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(goodQueue, test.old, test.new, 1)
			if text == goodQueue {
				t.Fatal("the test changes nothing")
			}
			_, err := parse("q.yaml", []byte(text))
			if err == nil || !strings.HasPrefix(err.Error(), "gpuqueue: "+test.want) {
				t.Errorf("error %v, want it to begin with gpuqueue: %s", err, test.want)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("error of several lines: %v", err)
			}
		})
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none.yaml")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(goodQueue))
	f.Add([]byte("version: 1\njobs: [{id: a}]"))
	f.Add([]byte("jobs: &a [*a]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		q, err := parse("q.yaml", data)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "gpuqueue: q.yaml") {
				t.Errorf("error %q does not name the file", err)
			}
			return
		}
		if _, err := q.check(); err != nil {
			t.Errorf("accepted, yet %v", err)
		}
	})
}

// The project's own queue must load, and its first job must be one that can run.
func TestProjectQueue(t *testing.T) {
	q, err := Load("../../../experiments/gpu-queue.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(q.Jobs) == 0 || len(q.Jobs[0].Command) == 0 || q.Jobs[0].ID != "selftest" {
		t.Errorf("first job %+v, want the self-test with a command", q.Jobs)
	}
}
