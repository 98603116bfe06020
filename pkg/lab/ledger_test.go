package lab

import (
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/record"
)

const claimsYAML = `
documents:
  - {id: csp, title: T, letter: C, report: research/csp.md}
claims:
  - {id: C07a, document: csp, section: S, statement: A, stated: 42 givens, conditions: "", decides: count, experiment: exp, kind: structural, subject: program, method: m, rule: {reading: r, reproduced: a, refuted: b}}
  - {id: C07b, document: csp, section: S, statement: B, stated: "400", conditions: "", decides: count, experiment: exp, kind: structural, subject: program, method: m, rule: {reading: r, reproduced: a, refuted: b}}
  - {id: C17a, document: csp, section: S, statement: P, stated: page, conditions: "", decides: browser, experiment: csp-page, kind: design, subject: lab, method: page, rule: {reading: r, reproduced: a, refuted: b}}
`

func rec(profile Profile, name string, metrics map[string]float64) record.Record {
	cfg := []byte("{}")
	r := record.Record{
		Schema: record.Schema, Experiment: "exp", Profile: string(profile), Case: name, Status: record.OK,
		Config: cfg, ConfigHash: record.Hash(cfg), Exact: map[string]record.Metric{},
	}
	for k, v := range metrics {
		r.Exact[k] = record.Metric{Value: v, Unit: "cells", N: 1}
	}
	return r
}

func labOf(judges ...Judge) *Lab {
	return &Lab{Experiments: []*Experiment{{ID: "exp", Judges: judges}}}
}

func givens42(e *Evidence) Finding {
	g := e.Value("sample", "givens")
	v, because := e.Always(g, 42)
	return Finding{Verdict: v, Figure: Number(g), Because: because}
}

func TestLedgerJudges(t *testing.T) {
	claims, err := ParseClaims([]byte(claimsYAML), "c")
	if err != nil {
		t.Fatal(err)
	}
	l := labOf(Judge{Claim: "C07a", Decide: givens42})
	for _, tc := range []struct {
		name string
		set  record.Set
		want Verdict
	}{
		{"meets", record.Set{rec(Quick, "sample", map[string]float64{"givens": 42})}, Reproduced},
		{"contradicts", record.Set{rec(Quick, "sample", map[string]float64{"givens": 30})}, Refuted},
		{"metric absent", record.Set{rec(Quick, "sample", nil)}, Pending},
		{"case absent", record.Set{rec(Quick, "other", nil)}, Pending},
		{"no records", nil, Pending},
		{"missing corpus", record.Set{{Case: "sample", Profile: "quick", Status: record.Missing}}, Pending},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ledger, err := l.judge(claims, map[string]record.Set{"exp": tc.set})
			if err != nil {
				t.Fatal(err)
			}
			if got := ledger.Entries[0].Finding; got.Verdict != tc.want {
				t.Fatalf("got %+v, want %s", got, tc.want)
			}
			for _, e := range ledger.Entries[1:] {
				if e.Finding.Verdict != Pending {
					t.Fatalf("%s has no judge and is %s", e.Claim.ID, e.Finding.Verdict)
				}
			}
		})
	}
}

func TestLedgerRefusesDisorder(t *testing.T) {
	claims, err := ParseClaims([]byte(claimsYAML), "c")
	if err != nil {
		t.Fatal(err)
	}
	for want, l := range map[string]*Lab{
		"two judges":  labOf(Judge{Claim: "C07a", Decide: givens42}, Judge{Claim: "C07a", Decide: givens42}),
		"not hold":    labOf(Judge{Claim: "C99", Decide: givens42}),
		"but exp jud": labOf(Judge{Claim: "C17a", Decide: givens42}),
	} {
		if _, err := l.judge(claims, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func TestParseClaimsRejects(t *testing.T) {
	for _, tc := range [][3]string{
		{"id: C07b", "id: C07a", "stands twice"},
		{"id: C07a", "id: X07a", "does not go with letter X"},
		{"id: C07a", "id: claim", "want a letter"},
		{"stated: 42 givens", `stated: ""`, "may not be empty"},
		{"kind: design", "sort: design", "sort"},
		{", rule: {reading: r, reproduced: a, refuted: b}", "", "no rule"},
		{"reading: r, ", "", "may not be empty"},
		{"subject: lab, ", "", "want program, text or lab"},
		{"subject: lab, method: page", "subject: paper, method: page", `subject "paper"`},
		{"method: page, ", "", "and a method"},
		{"subject: lab, method: page", "subject: lab, method: m", "claim 3 (C17a): decided on another form of m (lab) than C07b (program)"},
	} {
		_, err := ParseClaims([]byte(strings.Replace(claimsYAML, tc[0], tc[1], 1)), "c")
		if err == nil || !strings.Contains(err.Error(), tc[2]) {
			t.Errorf("%s: error %v, want one with %q", tc[1], err, tc[2])
		}
	}
	// The words about a method stand beside whatever else is decided about it.
	if _, err := ParseClaims([]byte(strings.Replace(claimsYAML, "subject: lab, method: page", "subject: text, method: m", 1)), "c"); err != nil {
		t.Error(err)
	}
}

func TestBestPrefersTheLargestMeasuredProfile(t *testing.T) {
	gone := rec(Full, "a", nil)
	gone.Status = record.Missing
	set := record.Set{rec(Smoke, "a", nil), rec(Quick, "a", nil), gone}
	if got := Best(set); len(got) != 1 || got[0].Profile != "quick" {
		t.Fatalf("got %+v, want the quick record", got)
	}
	if got := Best(nil); got != nil {
		t.Fatalf("got %+v of nothing", got)
	}
}

// TestBestWithACard: records of profile gpu stand beside those of the largest other profile until they hold all its cases.
func TestBestWithACard(t *testing.T) {
	quick := record.Set{rec(Smoke, "a", nil), rec(Quick, "a", nil), rec(Quick, "b", nil)}
	gone := rec(GPU, "c", nil)
	gone.Status = record.Missing
	for _, tc := range []struct {
		name     string
		set, gpu record.Set
		want     string
		profiles string
	}{
		{"in part", quick, record.Set{rec(GPU, "b", nil), rec(GPU, "c", nil), gone}, "quick a, quick b, gpu c", "quick and gpu"},
		{"none of its own", quick, record.Set{rec(GPU, "b", nil)}, "quick a, quick b", "quick"},
		{"whole", quick, record.Set{rec(GPU, "b", nil), rec(GPU, "c", nil), rec(GPU, "a", nil)}, "gpu b, gpu c, gpu a", "gpu"},
		{"nothing measured", quick, record.Set{gone}, "quick a, quick b", "quick"},
		{"alone", nil, record.Set{rec(GPU, "b", nil)}, "gpu b", "gpu"},
	} {
		best := Best(append(slices.Clone(tc.set), tc.gpu...))
		var got []string
		for _, r := range best {
			got = append(got, r.Profile+" "+r.Case)
		}
		if strings.Join(got, ", ") != tc.want || ProfilesOf(best) != tc.profiles {
			t.Errorf("%s: %q of %s, want %q of %s", tc.name, got, ProfilesOf(best), tc.want, tc.profiles)
		}
	}
}

// TestPagesWithACard: pages say which records are of profile gpu and what is left of its plan, a verdict names the profile of the records that
// decided it, and a table whose rows do not answer to times keeps those of the card beside one whose rows do.
func TestPagesWithACard(t *testing.T) {
	b := newBench(t)
	e := b.Experiments[0]
	tables := e.Tables
	e.Tables = func(set record.Set) []Table {
		fast := Table{Name: "fast", Title: "Fast", Columns: []string{"Case"}}
		for _, r := range set.Measured() {
			if r.Value("time") < 2 {
				fast.Add(r.Case)
			}
		}
		return append(tables(set), fast)
	}
	e.Judges = []Judge{{Claim: "C07a", Decide: func(ev *Evidence) Finding {
		ev.Where("on")
		return Finding{Verdict: Reproduced, Figure: "42", Because: "it is", Cases: []string{"on/backend=xla"}}
	}}}
	e.Plan = func(p Profile) Plan {
		pl := Plan{Config: b.config, Seed: 1, Cases: []Case{{Kind: "on", Dims: []record.Dim{record.D("backend", "go")}}, {Kind: "sample"}}}
		if p == GPU {
			pl.Cases = append(pl.Cases[1:], Case{Kind: "on", Dims: []record.Dim{record.D("backend", "xla:cuda")}}, Case{Kind: "left"})
		}
		return pl
	}
	var set record.Set
	for _, r := range []record.Record{rec(Quick, "on/backend=go", map[string]float64{"givens": 40}), rec(Quick, "sample", map[string]float64{"givens": 41}), rec(GPU, "on/backend=xla", map[string]float64{"givens": 42})} {
		r.Noisy = map[string]record.Metric{"time": {Value: 1, Unit: "s", N: 1}}
		r.Provenance = record.Provenance{Code: "c", CPU: "here", Cores: 2}
		if r.Profile == string(GPU) {
			r.Provenance.CPU, r.Texts = "there", map[string]string{"backend": "XLA, CUDA"}
		}
		set = append(set, r)
	}
	data, err := record.Marshal(set)
	if err != nil {
		t.Fatal(err)
	}
	write(t, b.recordsPath(e), string(data))
	standing, err := b.standing()
	if err != nil {
		t.Fatal(err)
	}
	all, err := b.records()
	if err != nil {
		t.Fatal(err)
	}
	out, err := b.renderBy(standing, all)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"results/exp/README.md": "1 of the 3 records is of profile gpu: on/backend=xla (code c, there, 2 cores, /, 0001-01-01, backend XLA, CUDA",
		"results/exp/table.md":  "Not run: 1 of 3 cases of profile gpu (results/exp/README.md names them)",
		"results/exp/table.csv": "on/backend=xla,42",
		"results/exp/fast.csv":  "Case\non/backend=go\nsample\n",
		"results/exp/fast.md":   "here, 2 cores, 0001-01-01.\n",
		"results/README.md":     "quick and gpu",
	} {
		if !strings.Contains(string(out[name]), want) {
			t.Errorf("%s lacks %q:\n%s", name, want, out[name])
		}
	}
	// What was never measured has no page to lead to.
	b.Experiments = append(b.Experiments, &Experiment{ID: "never"})
	out, err = b.renderBy(standing, all)
	b.Experiments = b.Experiments[:len(b.Experiments)-1]
	if index := string(out["results/README.md"]); err != nil || !strings.Contains(index, "| never") || strings.Contains(index, "never/README.md") {
		t.Errorf("%v, %s", err, index)
	}
	ledger, err := b.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range ledger.Entries {
		if entry.Claim.ID == "C07a" && (entry.Profile != "gpu" || entry.N != "1 record") {
			t.Errorf("decided by %s of profile %s, want 1 record of gpu", entry.N, entry.Profile)
		}
	}
}
