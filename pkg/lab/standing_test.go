package lab

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/codeid"
	"sudokulab/pkg/record"
)

// follow makes the bench's code have the identity of its field code.
func (b *bench) follow(code string) {
	b.code, b.values = code, map[string]float64{}
	b.sources = func(context.Context) (*Sources, error) {
		return &Sources{identities: map[string]codeid.Identity{"exp": {Code: b.code}}}, nil
	}
}

func (b *bench) mustCheck(t *testing.T) CheckReport {
	t.Helper()
	rep, err := b.Check(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func (b *bench) publish(t *testing.T) {
	t.Helper()
	if _, err := b.Publish(); err != nil {
		t.Fatal(err)
	}
}

// read returns a file of the tree, "" if there is none.
func (b *bench) read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(b.Root, filepath.FromSlash(name)))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(data)
}

// states returns of each profile with records how many are current, verified and neither.
func (b *bench) states(t *testing.T) string {
	t.Helper()
	all, err := b.Status(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, s := range all {
		parts = append(parts, fmt.Sprintf("%s %d/%d/%d", s.Profile, s.States[Current], s.States[Verified], s.States[Sampled]+s.States[Unverified]+s.States[Differs]))
	}
	return strings.Join(parts, ", ")
}

// snapshot returns all files under results/ and the documents.
func (b *bench) snapshot(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(b.Root, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".cache" {
			return filepath.SkipDir
		}
		if !d.IsDir() {
			out[name] = b.read(t, strings.TrimPrefix(name, b.Root))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// measuredBench has smoke and quick records of code one.
func measuredBench(t *testing.T) *bench {
	b := newBench(t)
	b.follow("one")
	b.mustRun(t, Options{Profile: Smoke})
	b.mustRun(t, Options{Profile: Quick})
	b.publish(t)
	return b
}

// TestCurrent: records of the code that is here, and what says so.
func TestCurrent(t *testing.T) {
	b := measuredBench(t)
	if got := b.states(t); got != "smoke 2/0/0, quick 2/0/0" {
		t.Errorf("states %s", got)
	}
	if got := b.read(t, "results/code.json"); got != "{\n\t\"exp\": \"one\"\n}\n" {
		t.Errorf("code.json: %s", got)
	}
	for name, want := range map[string]string{
		"results/exp/table.md":       "Current: the code that measured this has not changed.",
		"results/exp/README.md":      "Current: the code that measured this has not changed.",
		"results/README.md":          "| current |",
		"results/claims/ledger.json": `"state":"current"`,
		"results/claims/csp.md":      "[exp](../exp/README.md) (quick)",
		"results/exp/records.jsonl":  `"code":"one"`,
	} {
		if got := b.read(t, name); !strings.Contains(got, want) {
			t.Errorf("%s lacks %q:\n%s", name, want, got)
		}
	}
	if got := b.read(t, "results/exp/verified.json"); got != "" {
		t.Errorf("nothing is to be verified, and yet there is %s", got)
	}
	before := b.snapshot(t)
	rep := b.mustCheck(t)
	if len(rep.Differences)+len(rep.Verified)+len(rep.Written)+len(rep.Stale) != 0 || rep.Cases != 2 || rep.Sample != 2 {
		t.Errorf("check: %+v", rep)
	}
	if !maps.Equal(b.snapshot(t), before) {
		t.Error("a check of current records wrote something")
	}
}

// TestVerified: the code changes and the figures do not.
func TestVerified(t *testing.T) {
	b := measuredBench(t)
	b.code = "two"
	if got := b.states(t); got != "smoke 0/0/2, quick 0/0/2" {
		t.Errorf("before the check: %s", got)
	}
	records := b.read(t, "results/exp/records.jsonl")
	rep := b.mustCheck(t)
	if len(rep.Differences) != 0 || len(rep.Verified) != 1 || !strings.Contains(rep.Verified[0], "exp: verified for code two: 2 of 2 smoke cases and 2 of 2 quick cases") {
		t.Fatalf("check: %+v", rep)
	}
	for _, want := range []string{"results/code.json", "results/exp/verified.json", "results/exp/table.md", "results/claims/ledger.json", "README.md"} {
		if !slices.Contains(rep.Written, want) {
			t.Errorf("%s is not among what was written: %q", want, rep.Written)
		}
	}
	if got := b.states(t); got != "smoke 0/2/0, quick 0/2/0" {
		t.Errorf("after the check: %s", got)
	}
	table := b.read(t, "results/exp/table.md")
	if !strings.Contains(table, "Verified: the code that measured this has changed since, and 2 of 2 cases, measured again, gave the same exact figures.") {
		t.Errorf("the foot:\n%s", table)
	}
	if strings.Contains(table, "times are those") {
		t.Error("a table without times speaks of them")
	}
	if b.read(t, "results/exp/records.jsonl") != records {
		t.Error("the records changed")
	}
	// Again nothing is to be done, also for the same file.
	before := b.snapshot(t)
	if rep := b.mustCheck(t); len(rep.Differences)+len(rep.Written)+len(rep.Verified) != 0 || !maps.Equal(b.snapshot(t), before) {
		t.Errorf("the second check: %+v", rep)
	}
	// The next code is verified from the first one's records, too, and going back makes them current.
	b.code = "three"
	if rep := b.mustCheck(t); len(rep.Differences) != 0 || b.states(t) != "smoke 0/2/0, quick 0/2/0" {
		t.Errorf("a third code: %+v, %s", rep, b.states(t))
	}
	b.code = "one"
	if rep := b.mustCheck(t); len(rep.Differences) != 0 || b.states(t) != "smoke 2/0/0, quick 2/0/0" || b.read(t, "results/exp/verified.json") != "" {
		t.Errorf("back again: %+v, %s", rep, b.states(t))
	}
}

// TestRunRemovesNothing: a run leaves what was verified of records that give way to others; a check says that it removes it.
func TestRunRemovesNothing(t *testing.T) {
	b := measuredBench(t)
	b.code = "two"
	b.mustCheck(t)
	b.mustRun(t, Options{Profile: Smoke})
	b.mustRun(t, Options{Profile: Quick})
	b.publish(t)
	if got := b.read(t, "results/exp/verified.json"); got == "" || b.states(t) != "smoke 2/0/0, quick 2/0/0" {
		t.Errorf("after the runs: %s, %s", got, b.states(t))
	}
	rep := b.mustCheck(t)
	if len(rep.Differences) != 0 || !slices.Equal(rep.Written, []string{"results/exp/verified.json (removed: no record rests on it any more)"}) {
		t.Errorf("%+v", rep)
	}
}

// TestVerifiedByUnknown: a commit that verified records stays where the same code, of a commit that is not known, verifies more.
func TestVerifiedByUnknown(t *testing.T) {
	b := measuredBench(t)
	all, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
	if err != nil {
		t.Fatal(err)
	}
	first := Only(all, Smoke).Measured()[0]
	before := &Verification{Identity: "two", Commit: "abc", Same: map[Profile]map[string]string{Smoke: {first.Case: markOf(first)}}}
	for _, c := range []struct{ identity, host, want string }{
		{"two", "unknown", "abc"}, {"two", "def", "def"}, {"three", "def", "def"}, {"three", "unknown", "unknown"},
	} {
		again := map[Profile]*comparison{Quick: {same: Only(all, Quick).Measured()}}
		v := verify(c.identity, before, all, again, record.Provenance{Commit: c.host})
		if v == nil || v.Commit != c.want || len(v.Same[Quick]) != 2 || len(v.Same[Smoke]) != map[bool]int{true: 1}[c.identity == "two"] || v.Of[Quick] != 2 {
			t.Errorf("%+v: %+v", c, v)
		}
	}
}

// TestEvidence: what a plan states itself is no evidence.
func TestEvidence(t *testing.T) {
	of := func(config string, exact map[string]float64, texts map[string]string) record.Record {
		r := record.Record{Case: "sample/n=7", Config: []byte(config), Exact: map[string]record.Metric{}, Texts: texts, Corpus: &record.Corpus{Puzzles: 30}}
		for name, value := range exact {
			r.Exact[name] = record.Metric{Value: value}
		}
		return r
	}
	for _, c := range []struct {
		r    record.Record
		want bool
	}{
		{of(`{"of": [{"puzzles": 100}]}`, map[string]float64{"puzzles": 100}, nil), false},
		{of(`{}`, map[string]float64{"puzzles": 30, "n": 7}, map[string]string{"sha256 of own-easy": "ab"}), false},
		{of(`{"backend": "go"}`, nil, map[string]string{"backend": "go"}), false},
		{of(`{"of": [{"puzzles": 100}]}`, map[string]float64{"puzzles": 100, "nodes": 101}, nil), true},
		{of(`{}`, nil, map[string]string{"grid": "12"}), true},
		{of(`{}`, nil, nil), false},
	} {
		if got := evidence(c.r); got != c.want {
			t.Errorf("%+v: %t", c.r, got)
		}
	}
}

// TestTimesOfEarlierCode: a table that shows times says whose they are.
func TestTimesOfEarlierCode(t *testing.T) {
	b := newBench(t)
	b.follow("one")
	b.Experiments[0].Tables = func(set record.Set) []Table {
		times := Table{Name: "times", Title: "Times", Columns: []string{"Case", "Time"}}
		givens := Table{Name: "table", Title: "Givens", Columns: []string{"Case", "Givens"}}
		for _, r := range set.Measured() {
			times.Add(r.Case, Number(r.Value("time")))
			givens.Add(r.Case, Number(r.Value("givens")))
		}
		return []Table{times, givens}
	}
	b.mustRun(t, Options{Profile: Smoke})
	b.publish(t)
	b.code = "two"
	if rep := b.mustCheck(t); len(rep.Differences) != 0 {
		t.Fatalf("%+v", rep)
	}
	const words = "The times are those of the earlier code."
	if times, givens := b.read(t, "results/exp/times.md"), b.read(t, "results/exp/table.md"); !strings.Contains(times, words) || strings.Contains(givens, words) {
		t.Errorf("times:\n%s\ngivens:\n%s", times, givens)
	}
}

// TestDiffers: other figures, which no later check forgets before the case is measured anew.
func TestDiffers(t *testing.T) {
	b := measuredBench(t)
	b.code = "two"
	b.values["smoke/second"] = 43
	before := b.snapshot(t)
	rep := b.mustCheck(t)
	text := strings.Join(rep.Differences, "\n")
	for _, want := range []string{
		"exp second (smoke): measured again, givens is 43, committed 42",
		"exp: 1 of 2 smoke records differ from what was measured again: second; to measure them anew: sudokulab results --profile smoke --only exp",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	after := b.snapshot(t)
	delete(after, filepath.Join(b.Root, "results", "exp", "verified.json"))
	if fmt.Sprint(rep.Written) != "[results/exp/verified.json]" || len(rep.Verified) != 0 || !maps.Equal(after, before) {
		t.Errorf("more was written than what differs: %q", rep.Written)
	}
	// The figure comes out as it was again, by the same code and by the one that measured it: what was seen stays.
	b.values["smoke/second"] = 42
	for _, code := range []string{"two", "one"} {
		b.code = code
		if rep := b.mustCheck(t); !strings.Contains(strings.Join(rep.Differences, "\n"), "exp: 1 of 2 smoke records differ") {
			t.Errorf("code %s forgets: %+v", code, rep)
		}
	}
	b.code = "two"
	b.publish(t)
	b.values["smoke/second"] = 43
	b.mustRun(t, Options{Profile: Smoke})
	b.publish(t)
	if got := b.states(t); got != "smoke 2/0/0, quick 0/0/2" {
		t.Errorf("after a smoke run: %s", got)
	}
	if table := b.read(t, "results/exp/table.md"); !strings.Contains(table, "Unverified: the code that measured this has changed since, and 2 of 2 records were not measured again; to measure again: sudokulab results --profile quick --only exp.") {
		t.Errorf("the foot:\n%s", table)
	}
	if ledger := b.read(t, "results/claims/ledger.json"); !strings.Contains(ledger, `"state":"unverified"`) {
		t.Errorf("the ledger:\n%s", ledger)
	}
	if page := b.read(t, "results/claims/csp.md"); !strings.Contains(page, "(quick, unverified)") {
		t.Errorf("the page of claims:\n%s", page)
	}
	if rep = b.mustCheck(t); len(rep.Differences) != 0 || b.states(t) != "smoke 2/0/0, quick 0/2/0" {
		t.Errorf("after the quick cases came out the same: %+v, %s", rep, b.states(t))
	}
}

// TestEndedByLimit: what came out otherwise where a limit ended it is not held against the record, and does not speak for it.
func TestEndedByLimit(t *testing.T) {
	was := record.Record{Case: "a", Status: record.OK, Exact: map[string]record.Metric{"nodes": {Value: 1}}}
	for _, status := range []record.Status{record.OK, record.Capped} {
		is := was
		is.Status, is.Exact = status, map[string]record.Metric{"nodes": {Value: 2}}
		var c comparison
		if same, err := c.add(Comparison{Committed: was, Measured: is}); err != nil || same || len(c.same) != 0 || len(c.other) != map[record.Status]int{record.OK: 1}[status] {
			t.Errorf("%s: %t, %v, %+v", status, same, err, c)
		}
	}
}

// TestSampled: a quick case that was not measured again is not verified by its neighbours.
func TestSampled(t *testing.T) {
	b := measuredBench(t)
	b.code = "two"
	all, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
	if err != nil {
		t.Fatal(err)
	}
	sources, _ := b.sources(t.Context())
	again := map[Profile]*comparison{Quick: {same: Only(all, Quick).Measured()[1:]}}
	if err := b.stand(b.Experiments[0], sources, all, again, record.Provenance{}); err != nil {
		t.Fatal(err)
	}
	b.publish(t)
	if got := b.states(t); got != "smoke 0/0/2, quick 0/1/1" {
		t.Errorf("states %s", got)
	}
	if table := b.read(t, "results/exp/table.md"); !strings.Contains(table, "Sampled: the code that measured this has changed since, and 1 of 2 records were not measured again; 1 of 2 quick cases gave the same exact figures; to measure again: ") {
		t.Errorf("the foot:\n%s", table)
	}
	if page := b.read(t, "results/claims/csp.md"); !strings.Contains(page, "(quick, sampled") {
		t.Errorf("the page of claims:\n%s", page)
	}
}

// TestTimesVersion: records with times of an earlier version have to be measured again, whatever their figures.
func TestTimesVersion(t *testing.T) {
	b := measuredBench(t)
	b.Experiments[0].Times = 1
	if got := b.states(t); got != "smoke 0/0/2, quick 0/0/2" {
		t.Errorf("after it was raised: %s", got)
	}
	if rep := b.mustCheck(t); !strings.Contains(strings.Join(rep.Differences, "\n"), "exp: 2 of 2 quick records are neither current nor verified") {
		t.Errorf("%+v", rep)
	}
	b.mustRun(t, Options{Profile: Smoke, Force: true})
	b.mustRun(t, Options{Profile: Quick, Force: true})
	b.publish(t)
	if rep := b.mustCheck(t); len(rep.Differences) != 0 || b.states(t) != "smoke 2/0/0, quick 2/0/0" {
		t.Errorf("measured again: %+v, %s", rep, b.states(t))
	}
}

// TestVerify measures stale cases of every profile again, in parts, and leaves what cannot be.
func TestVerify(t *testing.T) {
	b := measuredBench(t)
	b.mustRun(t, Options{Profile: Full})
	b.publish(t)
	b.code = "two"
	b.values["full/second"] = 43
	records := b.read(t, "results/exp/records.jsonl")
	rep, err := b.Verify(t.Context(), Options{}, time.Minute)
	if err != nil || rep.Same != 5 || rep.Differ != 1 || rep.Left+rep.Elsewhere+rep.Silent+rep.Replanned != 0 || !strings.Contains(strings.Join(rep.Differences, ""), "exp second (full): measured again, givens is 43") {
		t.Errorf("%+v, %v", rep, err)
	}
	if got := b.states(t); got != "smoke 0/2/0, quick 0/2/0, full 0/1/1" || b.read(t, "results/exp/records.jsonl") != records {
		t.Errorf("states %s", got)
	}
	if got := b.read(t, "results/exp/table.md"); !strings.Contains(got, "Differs: the code that measured this has changed since, and 1 of 2 cases, measured again, gave other exact figures; to measure again: sudokulab results --profile full --only exp.") {
		t.Errorf("the foot:\n%s", got)
	}
	if rep, err := b.Verify(t.Context(), Options{}, time.Minute); err != nil || rep.Same+rep.Differ != 0 {
		t.Errorf("again: %+v, %v", rep, err)
	}
	// Without time nothing is measured; an end on the way keeps what was.
	b.code = "three"
	if rep, err := b.Verify(t.Context(), Options{}, 0); err != nil || rep.Left != 5 || rep.Same != 0 {
		t.Errorf("no time: %+v, %v", rep, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if rep, err := b.Verify(ctx, Options{}, time.Minute); !errors.Is(err, context.Canceled) || rep.Same != 0 {
		t.Errorf("ended: %+v, %v", rep, err)
	}
}

// TestRunVerifies: a run that gives the same figures verifies what it leaves in place, and nothing else.
func TestRunVerifies(t *testing.T) {
	b := newBench(t)
	b.follow("one")
	b.exact = true
	b.mustRun(t, Options{Profile: Smoke})
	b.mustRun(t, Options{Profile: Quick})
	b.mustRun(t, Options{Profile: Full})
	b.code = "two"
	b.mustRun(t, Options{Profile: Quick})
	if got := b.states(t); got != "smoke 0/0/2, quick 0/2/0, full 0/0/2" {
		t.Errorf("after a quick run: %s", got)
	}
	b.mustRun(t, Options{Profile: Smoke})
	b.mustRun(t, Options{Profile: Full})
	if got := b.states(t); got != "smoke 0/2/0, quick 0/2/0, full 0/2/0" {
		t.Errorf("after all: %s", got)
	}
	b.publish(t)
	if rep := b.mustCheck(t); len(rep.Differences)+len(rep.Written) != 0 {
		t.Errorf("the check: %+v", rep)
	}
	// One figure changes: what came out the same is verified, what did not is measured by the new code.
	b.code = "three"
	b.values["quick/second"] = 43
	b.mustRun(t, Options{Profile: Quick})
	if got := b.states(t); got != "smoke 0/0/2, quick 1/1/0, full 0/0/2" {
		t.Errorf("after a run with another figure: %s", got)
	}
	// Records with times are replaced by a run.
	b = measuredBench(t)
	b.code = "two"
	b.mustRun(t, Options{Profile: Smoke})
	if got := b.states(t); got != "smoke 2/0/0, quick 0/0/2" {
		t.Errorf("with times, after a smoke run: %s", got)
	}
}

// TestFullIsNotVerifiedBySmoke: stale full records are told and marked, and are no failure.
func TestFullIsNotVerifiedBySmoke(t *testing.T) {
	b := newBench(t)
	b.follow("one")
	b.mustRun(t, Options{Profile: Smoke})
	b.mustRun(t, Options{Profile: Full})
	b.publish(t)
	b.code = "two"
	rep := b.mustCheck(t)
	if len(rep.Differences) != 0 || len(rep.Stale) != 1 || !strings.Contains(rep.Stale[0], "exp: 2 of 2 full records are neither current nor verified; verdicts that rest on them are marked") {
		t.Fatalf("%+v", rep)
	}
	if got := b.states(t); got != "smoke 0/2/0, full 0/0/2" {
		t.Errorf("states %s", got)
	}
	if page := b.read(t, "results/claims/csp.md"); !strings.Contains(page, "(full, unverified)") {
		t.Errorf("the page of claims:\n%s", page)
	}
	ledger, err := b.Ledger()
	if err != nil || ledger.Filter("", Reproduced)[0].State != Unverified {
		t.Errorf("%+v, %v", ledger, err)
	}
}

// TestReplaceStale: stale records of a larger profile stand before what is measured, which a run says, until they are dropped.
func TestReplaceStale(t *testing.T) {
	b := measuredBench(t)
	b.mustRun(t, Options{Profile: Full})
	if sum := b.mustRun(t, Options{Profile: Quick, ReplaceStale: true}); len(sum.Stale) != 0 || fmt.Sprint(sum.Larger) != "[exp]" || b.states(t) != "smoke 2/0/0, quick 2/0/0, full 2/0/0" {
		t.Errorf("nothing is stale: %+v, %s", sum, b.states(t))
	}
	b.code = "two"
	b.value = 43
	if sum := b.mustRun(t, Options{Profile: Quick}); fmt.Sprint(sum.Larger, sum.Stale, sum.Same, sum.Others) != "[exp] [exp] 0 [exp sample exp second]" || b.states(t) != "smoke 0/0/2, quick 2/0/0, full 0/0/2" {
		t.Errorf("%+v, %s", sum, b.states(t))
	}
	b.publish(t)
	if got := b.read(t, "results/exp/table.md"); !strings.Contains(got, " 42 |") || !strings.Contains(got, "Profile full") {
		t.Errorf("before they are dropped:\n%s", got)
	}
	// What is smaller than the profile of the run stays, as does a profile that is not stale.
	if sum := b.mustRun(t, Options{Profile: Quick, ReplaceStale: true}); len(sum.Larger)+len(sum.Stale) != 0 || b.states(t) != "smoke 0/0/2, quick 2/0/0" ||
		fmt.Sprint(sum.Dropped) != "[2 stale ones of exp full]" {
		t.Errorf("dropped: %+v, %s", sum, b.states(t))
	}
	b.publish(t)
	if got := b.read(t, "results/exp/table.md"); !strings.Contains(got, " 43 |") || !strings.Contains(got, "Profile quick") {
		t.Errorf("after they were dropped:\n%s", got)
	}
}

// TestNoLongerPlanned: a run says that the record of a case goes that its plan has no more.
func TestNoLongerPlanned(t *testing.T) {
	b := measuredBench(t)
	plan := b.Experiments[0].Plan
	b.Experiments[0].Plan = func(p Profile) Plan {
		pl := plan(p)
		pl.Cases = pl.Cases[:1]
		return pl
	}
	if sum := b.mustRun(t, Options{Profile: Quick}); fmt.Sprint(sum.Dropped) != "[1 of exp quick that the plan has no more]" || b.states(t) != "smoke 2/0/0, quick 1/0/0" {
		t.Errorf("%+v, %s", sum, b.states(t))
	}
}

// TestNothingToMeasure: where no smoke case can be measured, nothing is verified, which is said and is no failure of this machine's.
func TestNothingToMeasure(t *testing.T) {
	b := measuredBench(t)
	b.code = "two"
	plan := b.Experiments[0].Plan
	b.Experiments[0].Plan = func(p Profile) Plan {
		pl := plan(p)
		for i := range pl.Cases {
			pl.Cases[i].Corpus = "17clue"
		}
		return pl
	}
	rep := b.mustCheck(t)
	if text := strings.Join(rep.Stale, "\n"); len(rep.Differences) != 0 || len(rep.Stale) != 2 || !strings.Contains(text, "exp: 2 of 2 smoke records are neither current nor verified, and need what is not on this machine") || len(rep.NotChecked) != 3 {
		t.Errorf("%s\n%+v", text, rep)
	}
}

// TestOtherPlan: quick records of another configuration than the plan's are not verified by smoke.
func TestOtherPlan(t *testing.T) {
	b := measuredBench(t)
	b.code = "two"
	plan := b.Experiments[0].Plan
	b.Experiments[0].Plan = func(p Profile) Plan {
		pl := plan(p)
		if p != Smoke {
			pl.Seed++
		}
		return pl
	}
	rep := b.mustCheck(t)
	if text := strings.Join(rep.Differences, "\n"); len(rep.Differences) != 1 || !strings.Contains(text, "exp: 2 of 2 quick records are neither current nor verified") || rep.Sample != 0 {
		t.Errorf("%s\n%+v", text, rep)
	}
}

// TestSampleFindsWhatSmokeMisses: a figure that only the quick profile shows.
func TestSampleFindsWhatSmokeMisses(t *testing.T) {
	b := measuredBench(t)
	b.code = "two"
	b.values["quick/sample"] = 7
	rep := b.mustCheck(t)
	if text := strings.Join(rep.Differences, "\n"); !strings.Contains(text, "exp sample (quick): measured again, givens is 7, committed 42") || fmt.Sprint(rep.Written) != "[results/exp/verified.json]" {
		t.Errorf("%s\n%+v", text, rep)
	}
}

// TestSampleEnds: cases that the limit cuts off are listed, also one that overlooks its context.
func TestSampleEnds(t *testing.T) {
	b := measuredBench(t)
	block := make(chan struct{})
	defer close(block)
	plan := b.Experiments[0].Plan
	b.Experiments[0].Plan = func(p Profile) Plan {
		pl := plan(p)
		if p == Quick {
			pl.Cases[0].Run = func(context.Context, *Run) error { <-block; return nil }
			pl.Cases[1].Run = func(ctx context.Context, _ *Run) error { <-ctx.Done(); return ctx.Err() }
		}
		return pl
	}
	c := checking{lab: b.Lab, opts: Options{Jobs: 2}, now: standing{code: map[string]string{}}, records: map[string]record.Set{}, sources: &Sources{identities: map[string]codeid.Identity{"exp": {Code: "one"}}}}
	all, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
	if err != nil {
		t.Fatal(err)
	}
	c.records["exp"] = all
	start := time.Now()
	if err := c.sampleFor(t.Context(), 50*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if len(c.rep.NotCompared) != 1 || !strings.Contains(c.rep.NotCompared[0], "exp ") || strings.Count(c.rep.NotCompared[0], ",") != 1 || len(c.rep.Differences) != 0 || time.Since(start) > 2*patience {
		t.Errorf("%+v after %s", c.rep, time.Since(start))
	}
}

// TestSampleRotates: another commit takes other cases, and the same commit the same.
func TestSampleRotates(t *testing.T) {
	b := newBench(t)
	b.follow("one")
	b.Experiments[0].Plan = func(Profile) Plan {
		var pl Plan
		for i := range 40 {
			pl.Cases = append(pl.Cases, Case{Kind: fmt.Sprint("case", i), Run: func(context.Context, *Run) error { return nil }})
		}
		return pl
	}
	b.mustRun(t, Options{})
	all, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i].Provenance.Duration = sampleBudget / 4
	}
	chosen := func(commit string) (names []string) {
		t.Helper()
		sources, _ := b.sources(t.Context())
		c := checking{lab: b.Lab, opts: Options{Jobs: 1}, now: standing{code: map[string]string{}}, records: map[string]record.Set{"exp": all}, sources: sources}
		c.host.Commit = commit
		trials, err := c.choose(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, t := range trials {
			names = append(names, t.of.Key())
		}
		return names
	}
	a, again, other := chosen("a"), chosen("a"), chosen("b")
	if len(a) != 4 || !slices.Equal(a, again) || slices.Equal(a, other) {
		t.Errorf("%q, again %q, of another commit %q", a, again, other)
	}
	all[0].Provenance.Duration = 2 * sampleBudget
	if names := chosen("a"); slices.Contains(names, "case0") {
		t.Error("a case longer than the budget was taken")
	}
}

// TestCheckInParallel: cases run beside each other, as many as --jobs says.
func TestCheckInParallel(t *testing.T) {
	b := newBench(t)
	b.timed = true
	b.mustRun(t, Options{Profile: Smoke})
	b.publish(t)
	meet := make(chan struct{})
	plan := b.Experiments[0].Plan
	b.Experiments[0].Plan = func(p Profile) Plan {
		pl := plan(p)
		for i := range 2 {
			run := pl.Cases[i].Run
			pl.Cases[i].Run = func(ctx context.Context, r *Run) error {
				select {
				case meet <- struct{}{}:
				case <-meet:
				case <-time.After(10 * time.Second):
					return errors.New("the other case did not run beside this one")
				}
				return run(ctx, r)
			}
		}
		return pl
	}
	rep, err := b.Check(t.Context(), Options{Jobs: 2})
	if err != nil || len(rep.Differences) != 0 || rep.Cases != 2 {
		t.Errorf("%+v, %v", rep, err)
	}
}

// TestCheckWhereNothingCanBeWritten says so and passes.
func TestCheckWhereNothingCanBeWritten(t *testing.T) {
	b := measuredBench(t)
	b.code = "two"
	// In the place of one of the files is a folder: staging it fails, and nothing else may change.
	blocked := filepath.Join(b.Root, "results", "exp", "verified.json")
	if err := os.Mkdir(blocked, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Check(t.Context(), Options{}); err == nil {
		t.Error("a folder in the place of verified.json was read")
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	before := b.snapshot(t)
	if err := os.Symlink("elsewhere", blocked); err != nil {
		t.Skip("no links here")
	}
	if _, err := b.write(site{"results/exp/verified.json": []byte("x"), "results/code.json": []byte("y"), "results/exp/table.md": []byte("z")}); err == nil {
		t.Error("a link was written through")
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(b.snapshot(t), before) {
		t.Error("some files were written and others not")
	}
	// The link is planted after the states were read: that is what a place where nothing can be
	// written looks like to the check, also for root.
	plan := b.Experiments[0].Plan
	b.Experiments[0].Plan = func(p Profile) Plan {
		pl := plan(p)
		run := pl.Cases[0].Run
		pl.Cases[0].Run = func(ctx context.Context, r *Run) error {
			if p == Smoke {
				if err := os.Symlink("elsewhere", blocked); err != nil {
					return err
				}
			}
			return run(ctx, r)
		}
		return pl
	}
	rep := b.mustCheck(t)
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(b.snapshot(t), before) {
		t.Error("some files were written")
	}
	if len(rep.Differences)+len(rep.Written) != 0 || !strings.Contains(strings.Join(rep.Notes, ""), "could not be written here") {
		t.Errorf("%+v", rep)
	}
}

// TestBuilt: a program that is older than a source verifies nothing.
func TestBuilt(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.go"), "package a\n")
	old := time.Now().Add(-1000 * time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "a.go"), old, old); err != nil {
		t.Fatal(err)
	}
	if err := newerThan(program, dir); err != nil {
		t.Errorf("a source older than the program: %v", err)
	}
	write(t, filepath.Join(dir, "b.go"), "package a\n")
	late := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "b.go"), late, late); err != nil {
		t.Fatal(err)
	}
	if err := newerThan(program, dir); err == nil || !strings.Contains(err.Error(), "b.go was written after this program was built") {
		t.Errorf("a source newer than the program: %v", err)
	}
}

// TestUnknownExperiment: an experiment that the tree does not have is not measured.
func TestUnknownExperiment(t *testing.T) {
	b := newBench(t)
	b.follow("")
	if _, err := b.Run(t.Context(), Options{Profile: Smoke}); err == nil || !strings.Contains(err.Error(), "has no experiment exp") {
		t.Errorf("run: %v", err)
	}
	if rep := b.mustCheck(t); !strings.Contains(strings.Join(rep.Differences, "\n"), "exp: the source tree has no such experiment") {
		t.Errorf("check: %+v", rep)
	}
}

// TestBrokenStanding: a file of states that cannot be read is an error that names it.
func TestBrokenStanding(t *testing.T) {
	for _, name := range []string{"results/code.json", "results/exp/verified.json"} {
		b := measuredBench(t)
		write(t, filepath.Join(b.Root, filepath.FromSlash(name)), "{\"x\": [")
		if _, err := b.Check(t.Context(), Options{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOverviewFoot names the experiments behind a table of several.
func TestOverviewFoot(t *testing.T) {
	b := measuredBench(t)
	b.Overview = Overview{Tables: func(sets map[string]record.Set) []Table {
		with := Table{Name: "with", Title: "With", Columns: []string{"n"}}
		with.Add(Number(float64(len(sets["exp"]))))
		without := Table{Name: "without", Title: "Without", Columns: []string{"n"}}
		without.Add("1")
		return []Table{with, without}
	}}
	b.publish(t)
	if got := b.read(t, "results/with.md"); !strings.Contains(got, "Current: the code") {
		t.Errorf("current:\n%s", got)
	}
	b.code = "two"
	if rep := b.mustCheck(t); len(rep.Differences) != 0 {
		t.Fatalf("%+v", rep)
	}
	if got := b.read(t, "results/with.md"); !strings.Contains(got, "Measured by earlier code; verified: exp.") {
		t.Errorf("verified:\n%s", got)
	}
	if got := b.read(t, "results/without.md"); strings.Contains(got, "verified") {
		t.Errorf("a table that does not rest on it:\n%s", got)
	}
}
