package lab

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/record"
)

// bench is a lab of one experiment in a temporary tree.
type bench struct {
	*Lab
	runs   atomic.Int64 // cases measured
	config struct {
		Size int `json:"size"`
	}
	fail    map[string]error
	value   float64
	values  map[string]float64 // instead of value, by profile and case: quick/sample
	exact   bool               // no times
	code    string             // the identity of the code, once it is followed
	timed   bool
	running atomic.Int64
	overlap atomic.Bool // a timed case met company
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{fail: map[string]error{}, value: 42}
	b.config.Size = 1
	b.Lab = &Lab{Root: filepath.Join(t.TempDir(), "a [lab] ü"), Corpora: &corpus.Store{}, Experiments: []*Experiment{{
		ID: "exp", Title: "An experiment", Question: "Does it run?",
		Plan: b.plan,
		Tables: func(set record.Set) []Table {
			tab := Table{Name: "table", Title: "Givens", Columns: []string{"Case", "Givens"}}
			for _, r := range set.Measured() {
				tab.Add(r.Case, Number(r.Value("givens")))
			}
			return []Table{tab}
		},
		Judges: []Judge{{Claim: "C07a", Decide: givens42}},
	}}}
	write(t, filepath.Join(b.Root, "research", "claims.yaml"), claimsYAML)
	write(t, filepath.Join(b.Root, "README.md"), `# Lab
<!-- begin generated: results/exp/table.md -->
old
<!-- end generated -->
It has <!-- value: exp sample givens -->0<!-- /value --> givens, so C07a is <!-- verdict: C07a -->?<!-- /verdict -->.
`)
	write(t, filepath.Join(b.Root, "research", "report.md"), "It has <!-- value: exp sample givens -->0<!-- /value --> givens.\n")
	return b
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := record.ReplaceFile(name, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) plan(p Profile) Plan {
	one := func(name string) Case {
		return Case{Kind: name, Timed: b.timed, Run: func(_ context.Context, r *Run) error {
			if b.running.Add(1) > 1 && b.timed {
				b.overlap.Store(true)
			}
			defer b.running.Add(-1)
			b.runs.Add(1)
			if err := b.fail[name]; err != nil {
				return err
			}
			value, ok := b.values[string(p)+"/"+name]
			if !ok {
				value = b.value
			}
			r.Exact("givens", value, "cells", 1)
			if b.exact {
				return nil
			}
			r.Noisy("time", time.Since(time.Unix(0, 0)).Seconds(), "s", 1)
			return nil
		}}
	}
	gone := one("elsewhere")
	gone.Corpus = "17clue"
	return Plan{Config: b.config, Seed: 1, Cases: []Case{one("sample"), one("second"), gone}}
}

func (b *bench) mustRun(t *testing.T, o Options) Summary {
	t.Helper()
	if o.Profile == "" {
		o.Profile = Quick
	}
	sum, err := b.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestRunCachesAndPublishes(t *testing.T) {
	b := newBench(t)
	var log bytes.Buffer
	sum := b.mustRun(t, Options{Progress: &log})
	if sum.Measured != 2 || sum.Missing != 1 || sum.Cached != 0 {
		t.Fatalf("first run: %s", sum)
	}
	if !strings.Contains(log.String(), "exp 3/3") || !strings.Contains(log.String(), "missing: corpus 17clue is not on this machine") {
		t.Fatalf("progress:\n%s", &log)
	}
	if sum = b.mustRun(t, Options{}); sum.Measured != 0 || sum.Cached != 2 || b.runs.Load() != 2 {
		t.Fatalf("second run: %s, %d cases run", sum, b.runs.Load())
	}
	if sum = b.mustRun(t, Options{Force: true}); sum.Measured != 2 {
		t.Fatalf("forced run: %s", sum)
	}
	b.config.Size = 2
	if sum = b.mustRun(t, Options{}); sum.Measured != 2 {
		t.Fatalf("run with another configuration: %s", sum)
	}
	if _, err := b.Publish(); err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(b.Root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| sample |     42 |", "<!-- value: exp sample givens -->42<!-- /value -->", "-->reproduced<!--", "Not measured: elsewhere (corpus 17clue"} {
		if !strings.Contains(string(readme), want) {
			t.Errorf("README lacks %q:\n%s", want, readme)
		}
	}
	if strings.Contains(string(readme), "old") {
		t.Error("the old block stands")
	}
	report, err := os.ReadFile(filepath.Join(b.Root, "research", "report.md"))
	if err != nil || !strings.Contains(string(report), "-->42<!--") {
		t.Errorf("the report is %q, %v", report, err)
	}
}

// TestRunTwice: the second run measures nothing, although the first one finds the identity of the code and the second one reads
// what the first one kept of it.
func TestRunTwice(t *testing.T) {
	b := newBench(t)
	for name, text := range map[string]string{
		"go.mod":                 "module lab.example/m\n\ngo 1.26\n",
		"pkg/lab/lab.go":         "package lab\n\ntype (\n\tExperiment struct{ Plan func() Plan }\n\tPlan struct{}\n\tCase struct{}\n\tRun struct{}\n\tControl struct{}\n\tProfile string\n)\n",
		"experiments/exp/exp.go": "package exp\n\nimport \"lab.example/m/pkg/lab\"\n\nvar _ = lab.Experiment{Plan: func() lab.Plan { return lab.Plan{} }}\n",
	} {
		write(t, filepath.Join(b.Root, filepath.FromSlash(name)), text)
	}
	for i, want := range []int{2, 0, 0} {
		if sum := b.mustRun(t, Options{}); sum.Measured != want || sum.Cached != 2-want {
			t.Errorf("run %d: %s, want %d measured", i+1, sum, want)
		}
	}
}

func TestRunTakesTimedCasesOneByOne(t *testing.T) {
	b := newBench(t)
	b.timed = true
	b.mustRun(t, Options{Jobs: 4})
	if b.overlap.Load() {
		t.Fatal("two timed cases ran at once")
	}
}

func TestRunInterruptedKeepsWhatIsFinished(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b.fail["second"] = context.Canceled
	plan := b.Experiments[0].Plan
	b.Experiments[0].Plan = func(p Profile) Plan {
		pl := plan(p)
		run := pl.Cases[1].Run
		pl.Cases[1].Run = func(ctx context.Context, r *Run) error {
			cancel()
			return run(ctx, r)
		}
		return pl
	}
	if _, err := b.Run(ctx, Options{Profile: Quick, Jobs: 1}); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want that of the context", err)
	}
	if set, err := record.ReadFile(b.recordsPath(b.Experiments[0])); err != nil || set != nil {
		t.Fatalf("half an experiment was published: %v, %v", set, err)
	}
	delete(b.fail, "second")
	b.Experiments[0].Plan = plan
	if sum := b.mustRun(t, Options{}); sum.Cached != 1 || sum.Measured != 1 {
		t.Fatalf("resumed run: %s, want one case from cache and one measured", sum)
	}
}

func TestRunReportsFailuresAndPanics(t *testing.T) {
	b := newBench(t)
	b.fail["second"] = errors.New("no such digit")
	if _, err := b.Run(t.Context(), Options{Profile: Quick}); err == nil || !strings.Contains(err.Error(), "lab: exp: second: no such digit") {
		t.Fatalf("error %v", err)
	}
	b = newBench(t)
	b.Experiments[0].Plan = func(Profile) Plan {
		return Plan{Cases: []Case{{Kind: "c", Run: func(context.Context, *Run) error { panic("broken") }}}}
	}
	if _, err := b.Run(t.Context(), Options{Profile: Quick}); err == nil || !strings.Contains(err.Error(), "panic: broken") {
		t.Fatalf("error %v", err)
	}
}

func TestProfilesStandBesideEachOther(t *testing.T) {
	b := newBench(t)
	b.mustRun(t, Options{Profile: Smoke})
	b.mustRun(t, Options{Profile: Quick})
	b.mustRun(t, Options{Profile: Smoke})
	set, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
	if err != nil || len(Only(set, Smoke)) != 3 || len(Only(set, Quick)) != 3 {
		t.Fatalf("%d records (%v)", len(set), err)
	}
}

func TestCheckFindsWhatDiffers(t *testing.T) {
	b := newBench(t)
	b.mustRun(t, Options{Profile: Smoke})
	if _, err := b.Publish(); err != nil {
		t.Fatal(err)
	}
	check := func() CheckReport {
		t.Helper()
		rep, err := b.Check(t.Context(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return rep
	}
	rep := check()
	if len(rep.Differences) != 0 || rep.Cases != 2 || len(rep.NotChecked) != 1 || rep.Files < 6 {
		t.Fatalf("clean tree: %+v", rep)
	}
	table := filepath.Join(b.Root, "results", "exp", "table.md")
	good, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	write(t, table, strings.Replace(string(good), "42", "43", 1))
	write(t, filepath.Join(b.Root, "results", "exp", "typed.md"), "by hand")
	write(t, filepath.Join(b.Root, "results", "gpu", "state.json"), "{}")
	if rep = check(); len(rep.Differences) != 2 {
		t.Fatalf("edited table and stray file: %q", rep.Differences)
	}
	typed := filepath.Join(b.Root, "results", "exp", "typed.md")
	if stray, err := b.Publish(); err != nil || !slices.Equal(stray, []string{"results/exp/typed.md"}) {
		t.Fatalf("stray files %q, %v", stray, err)
	}
	for _, name := range []string{typed, filepath.Join(b.Root, "results", "gpu", "state.json")} {
		if _, err := os.Stat(name); err != nil {
			t.Errorf("publishing removed a file: %v", err)
		}
	}
	if err := os.Remove(typed); err != nil {
		t.Fatal(err)
	}
	b.value = 41 // the code now measures something else
	if rep = check(); len(rep.Differences) != 2 || !strings.Contains(rep.Differences[0], "givens is 41, committed 42") {
		t.Fatalf("changed measurement: %q", rep.Differences)
	}
}

// TestCheckInterrupted: what differs is reported whether the check measures nothing, comes to its end, is interrupted in the first case
// or in the second one.
func TestCheckInterrupted(t *testing.T) {
	const table, digest, figure = "results/exp/table.md: line", "card.json: altered", "exp sample (smoke): measured again"
	for name, c := range map[string]struct {
		files  bool
		end    string // the case that ends the context
		want   []string
		cases  int
		ended  bool
		before bool // the files are named before anything is measured
	}{
		"files alone":   {files: true, want: []string{table, digest}},
		"whole":         {want: []string{table, digest, figure, "exp second (smoke)"}, cases: 2, before: true},
		"in the first":  {end: "sample", want: []string{table, digest}, ended: true, before: true},
		"in the second": {end: "second", want: []string{table, digest, figure}, cases: 1, ended: true, before: true},
	} {
		b := newBench(t)
		b.mustRun(t, Options{Profile: Smoke})
		if _, err := b.Publish(); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(b.Root, "results", "exp", "table.md")
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, file, strings.Replace(string(good), "42", "43", 1))
		b.value = 41
		ctx, cancel := context.WithCancel(t.Context())
		plan, ran := b.Experiments[0].Plan, b.runs.Load()
		var log bytes.Buffer
		b.Experiments[0].Plan = func(p Profile) Plan {
			pl := plan(p)
			for i, of := range pl.Cases {
				pl.Cases[i].Run = func(ctx context.Context, r *Run) error {
					if c.before && !strings.Contains(log.String(), table) {
						t.Errorf("%s: nothing is said before %s is measured: %q", name, of.Kind, &log)
					}
					if of.Kind == c.end {
						cancel()
					}
					return errors.Join(of.Run(ctx, r), ctx.Err())
				}
			}
			return pl
		}
		rep, err := b.Check(ctx, Options{Jobs: 1, FilesOnly: c.files, Progress: &log, Beside: func(context.Context) (int, []string, error) {
			return 3, []string{digest}, nil
		}})
		cancel()
		if c.ended != errors.Is(err, context.Canceled) || c.files && b.runs.Load() != ran || rep.Digests != 3 || rep.Cases != c.cases {
			t.Errorf("%s: %v, %d cases run, %+v", name, err, b.runs.Load()-ran, rep)
		}
		for i, want := range c.want {
			if len(rep.Differences) != len(c.want) || !strings.HasPrefix(rep.Differences[i], want) {
				t.Errorf("%s: differences %q, want those that begin with %q", name, rep.Differences, c.want)
				break
			}
		}
	}
}

func TestSelect(t *testing.T) {
	b := newBench(t)
	for _, id := range []string{"exp", "C07a", "C07"} {
		if got, err := b.Select([]string{id}); err != nil || len(got) != 1 {
			t.Errorf("%s: %v, %v", id, got, err)
		}
	}
	if _, err := b.Select([]string{"C99"}); err == nil || !strings.Contains(err.Error(), `"C99" is neither`) {
		t.Errorf("error %v", err)
	}
}

func TestBlocksRejectUnknown(t *testing.T) {
	b := blocks{files: site{}, sets: map[string]record.Set{"exp": nil}, ledger: &Ledger{}, sentences: map[string]string{"bad": "a < b"}}
	for text, want := range map[string]string{
		"<!-- begin generated: results/none/table.md -->\n<!-- end generated -->": "nothing generates",
		"<!-- begin generated: results/exp/table.md -->\n":                        "has no <!-- end generated -->",
		"<!-- begin generated: text exp -->\n<!-- end generated -->":              "want: text",
		"<!-- verdict: C99 -->x<!-- /verdict -->":                                 "no such claim",
		"<!-- value: none a b -->x<!-- /value -->":                                "no experiment",
		"<!-- value: exp a -->x<!-- /value -->":                                   "want value:",
		"<!-- sentence: none -->x<!-- /sentence -->":                              "no such sentence",
		"<!-- sentence: bad -->x<!-- /sentence -->":                               "holds < or >",
		"<!-- verdicts: none -->x<!-- /verdicts -->":                              `no claims of a document "none"`,
	} {
		if _, err := b.fill("doc.md", []byte(text)); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "doc.md") {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
	got, err := b.fill("doc.md", []byte("a <!-- value: exp a b -->7<!-- /value --> z"))
	if err != nil || string(got) != "a <!-- value: exp a b -->not measured<!-- /value --> z" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestAgainMeasuresBesideTheCommitted(t *testing.T) {
	b := newBench(t)
	e := b.Experiments[0]
	all := func(c Case) bool { return c.Corpus == "" }
	if _, err := b.Again(t.Context(), e, all, nil); err == nil || !strings.Contains(err.Error(), "no smoke record") {
		t.Fatalf("without committed records: %v", err)
	}
	if _, err := b.Run(t.Context(), Options{Profile: Smoke}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(b.recordsPath(e))
	if err != nil {
		t.Fatal(err)
	}
	var steps []int
	found, err := b.Again(t.Context(), e, all, func(done, total int) { steps = append(steps, done, total) })
	if err != nil || len(found) == 0 {
		t.Fatalf("%d cases, %v", len(found), err)
	}
	if n := len(found); steps[0] != 0 || steps[len(steps)-2] != n || steps[len(steps)-1] != n {
		t.Errorf("progress %v for %d cases", steps, n)
	}
	if _, err := b.Again(t.Context(), e, func(Case) bool { return true }, nil); err == nil || !strings.Contains(err.Error(), "not on this machine") {
		t.Errorf("without a corpus: %v", err)
	}
	for _, c := range found {
		if same, err := c.Same(); err != nil || !same {
			t.Errorf("%s: %v, %v", c.Measured.Case, same, err)
		}
	}
	b.value++
	found, err = b.Again(t.Context(), e, all, nil)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := found[0].Same(); err != nil || same {
		t.Errorf("another figure counts as the same (%v)", err)
	}
	if none, err := b.Again(t.Context(), e, func(Case) bool { return false }, nil); err != nil || none != nil {
		t.Errorf("nothing chosen: %v, %v", none, err)
	}
	after, err := os.ReadFile(b.recordsPath(e))
	if err != nil || !bytes.Equal(after, before) {
		t.Errorf("the records were changed (%v)", err)
	}
}
