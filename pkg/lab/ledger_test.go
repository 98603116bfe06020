package lab

import (
	"strings"
	"testing"

	"sudokulab/pkg/record"
)

const claimsYAML = `
documents:
  - {id: csp, title: T, letter: C, report: research/csp.md}
claims:
  - {id: C07a, document: csp, section: S, statement: A, stated: 42 givens, conditions: "", decides: count, experiment: exp, kind: structural, rule: {reading: r, reproduced: a, refuted: b}}
  - {id: C07b, document: csp, section: S, statement: B, stated: "400", conditions: "", decides: count, experiment: exp, kind: structural, rule: {reading: r, reproduced: a, refuted: b}}
  - {id: C17a, document: csp, section: S, statement: P, stated: page, conditions: "", decides: browser, experiment: csp-page, kind: design, rule: {reading: r, reproduced: a, refuted: b}}
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
	l := labOf(Judge{"C07a", givens42})
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
		"two judges":  labOf(Judge{"C07a", givens42}, Judge{"C07a", givens42}),
		"not hold":    labOf(Judge{"C99", givens42}),
		"but exp jud": labOf(Judge{"C17a", givens42}),
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
	} {
		_, err := ParseClaims([]byte(strings.Replace(claimsYAML, tc[0], tc[1], 1)), "c")
		if err == nil || !strings.Contains(err.Error(), tc[2]) {
			t.Errorf("%s: error %v, want one with %q", tc[1], err, tc[2])
		}
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
