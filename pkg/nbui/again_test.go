package nbui

import (
	"strings"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// comparison is a case whose nodes were committed and measured as given.
func comparison(was, is float64) lab.Comparison {
	r := func(nodes float64) record.Record {
		return record.Record{Case: "a", Exact: map[string]record.Metric{"nodes": {Value: nodes, Unit: "nodes", N: 1}}}
	}
	return lab.Comparison{Committed: r(was), Measured: r(is)}
}

func TestAgainSaysWhatDiffers(t *testing.T) {
	same, err := againOf("exp", []lab.Comparison{comparison(3, 3)}, []string{"b"})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(same.text, "every exact figure the same") || !strings.Contains(same.text, "program: b.") {
		t.Errorf("equal figures are shown as\n%s", same.text)
	}
	other, err := againOf("exp", []lab.Comparison{comparison(3, 4)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(other.text, "figures that differ: 1") || !strings.Contains(other.text, "differs") {
		t.Errorf("a figure that differs is shown as\n%s", other.text)
	}
	text := comparison(3, 3)
	text.Measured.Texts = map[string]string{"trace": "x"}
	seed := comparison(3, 3)
	seed.Measured.Seed = 2
	for name, c := range map[string]lab.Comparison{"text": text, "seed": seed} {
		if b, err := againOf("exp", []lab.Comparison{c}, nil); err != nil || !strings.Contains(b.text, "figures that differ: 1") {
			t.Errorf("%s: %v\n%s", name, err, b.text)
		}
	}
	if _, err := againOf("exp", nil, []string{"b"}); err == nil {
		t.Error("nothing to measure is not reported")
	}
}

func TestAgainLeavesOutWhatMachinesLack(t *testing.T) {
	e := &lab.Experiment{ID: "exp", Plan: func(lab.Profile) lab.Plan {
		return lab.Plan{Cases: []lab.Case{{Kind: "x", Dims: []record.Dim{record.D("n", 1)}}, {Kind: "x", Dims: []record.Dim{record.D("n", 2)}, Corpus: "17clue"}, {Kind: "x", Dims: []record.Dim{record.D("n", 3)}, Corpus: "own-mixed"}, {Kind: "x", Dims: []record.Dim{record.D("n", 4)}, Peer: "p"}, {Kind: "y"}}}
	}}
	var left []string
	if n := countCases(e, []string{"x"}, &left); n != 2 || strings.Join(left, " ") != "x/n=2 x/n=4" {
		t.Errorf("%d cases, left %v", n, left)
	}
}
