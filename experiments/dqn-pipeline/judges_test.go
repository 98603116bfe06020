package dqnpipeline

import (
	"testing"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// rounds is a race of two cores and workers whose rounds all gave the same.
func rounds(load, waiting, speed float64) map[string]float64 {
	m := map[string]float64{"cores": 2, onDemand.name + " waiting": 0.5, onDemand.name + " speed": 0.5}
	for name, v := range map[string]float64{"load": load, byWorkers(2).name + " waiting": waiting, byWorkers(2).name + " speed": speed} {
		m[name], m[name+".low"], m[name+".high"] = v, v, v
	}
	return m
}

// Keys of cases.
func raceCase(trainer string, load float64) string {
	return record.Key(raceKind, raceDims(trainer, load)...)
}

func changeCase(stages, rule string) string {
	return record.Key(changeKind, changeDims(stages, rule)...)
}

var stepsCase = record.Key(stepsKind, record.D("backend", "xla:cuda"))

func base() record.Set { return baseOf(9) }

// baseOf are records whose races have a number of rounds.
func baseOf(rounds int) record.Set {
	set := records()
	for _, r := range set {
		if kind, _, err := record.ParseKey(r.Case); err == nil && kind == raceKind {
			for name, m := range r.Exact {
				m.N = rounds
				r.Exact[name] = m
			}
		}
	}
	return set
}

// TestFewRounds: five rounds do not bound a median.
func TestFewRounds(t *testing.T) {
	for _, j := range judges() {
		if j.Claim != "R15a" {
			continue
		}
		for rounds, want := range map[int]lab.Verdict{5: lab.Pending, 6: lab.Partly} {
			if f := j.On(baseOf(rounds), labtest.Rules(t)[j.Claim]); f.Verdict != want {
				t.Errorf("%d rounds: %s (%s), want %s", rounds, f.Verdict, f.Because, want)
			}
		}
	}
}

func records() record.Set {
	projected := labtest.Record(projectedCase, map[string]float64{
		projectedMetric(2, 0.5): 0, projectedMetric(2, 1.5): 0.3, projectedMetric(16, 0.5): 0.02, projectedMetric(16, 1.5): 0.4,
	}, nil)
	projected.Config = []byte(`{"cores":[2,16],"projected_loads":[0.5,1.5]}`)
	set := record.Set{projected}
	set = append(set,
		labtest.Record(typesCase, map[string]float64{
			parted + " conversions": 2, mixed + " conversions": 6, parted + " bytes": 1000, mixed + " bytes": 1200, "ratio": 1.2, "ratio.low": 1.15, "ratio.high": 1.25,
		}, nil),
		labtest.Record(checksCase, map[string]float64{"boards": 1200, "integers wrong": 0, "values wrong": 3, "planes wrong": 0, "scaled wrong": 9}, nil),
		labtest.Record(stepsCase, map[string]float64{
			"ratio": 1.4, "ratio.low": 1.35, "ratio.high": 1.45, dqn.Batched + " transfers": 0, dqn.Batched + " steps": 1500, dqn.Looped + " transfers": 195, dqn.Looped + " bytes": 1e6,
		}, map[string]string{"backend": "XLA, CUDA"}))
	for _, t := range trainers {
		set = append(set,
			labtest.Record(raceCase(t, 0.5), rounds(0.5, 0.001, 0.99), nil),
			labtest.Record(raceCase(t, 2), rounds(2, 0.5, 0.5), nil))
	}
	for _, rule := range rules {
		set = append(set, labtest.Record(changeCase("apart", rule), map[string]float64{
			"cores": 2, "changes": 24, "puzzles": 1000, "in-range": 1000, "switches": 24, "old.min": 64, "old.max": 64,
			"gaps": 1, "gaps.low": 0.95, "gaps.high": 1.05, "dropped": 0,
		}, nil))
	}
	return set
}

func TestJudges(t *testing.T) {
	all, fast := byWorkers(2).name+" waiting", byWorkers(2).name+" speed"
	raced := func(trainer string, nominal float64, metrics map[string]float64) map[string]float64 {
		out := map[string]float64{}
		for name, v := range metrics {
			out[raceCase(trainer, nominal)+"/"+name] = v
		}
		return out
	}
	low := func(metrics map[string]float64) map[string]float64 { return raced(apart, 0.5, metrics) }
	high := func(metrics map[string]float64) map[string]float64 { return raced(apart, 2, metrics) }
	set, once, queue := changeCase("apart", lag)+"/", changeCase("apart", now)+"/", changeCase("apart", letter)+"/"
	gaps := func(at string, low, high float64) map[string]float64 {
		return map[string]float64{at + "gaps.low": low, at + "gaps.high": high}
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R15a", Want: lab.Partly},
		{Claim: "R15a", Want: lab.Reproduced, Set: high(rounds(2, 0, 0.95))},
		{Claim: "R15a", Want: lab.Refuted, Set: low(rounds(0.5, 0.02, 0.99))},
		// No waiting for puzzles, but slow: the workers hold the cores.
		{Claim: "R15a", Want: lab.Refuted, Set: low(rounds(0.5, 0, 0.7))},
		{Claim: "R15a", Want: lab.Partly, Set: high(rounds(2, 0, 0.5))},
		{Claim: "R15a", Want: lab.Partly, Set: low(rounds(0.5, 0, 1.2))},
		// Rounds that differ decide nothing.
		{Claim: "R15a", Want: lab.Pending, Set: low(map[string]float64{all + ".high": 0.02})},
		{Claim: "R15a", Want: lab.Pending, Set: high(map[string]float64{all + ".low": 0, fast + ".high": 0.99})},
		// A load that turned out on the other side of what the cores make decides nothing.
		{Claim: "R15a", Want: lab.Pending, Set: high(rounds(0.9, 0, 1))},
		{Claim: "R15a", Want: lab.Pending, Set: low(rounds(1.1, 0, 1))},
		// One worker for two cores is not what the claim is about.
		{Claim: "R15a", Want: lab.Partly, Set: low(map[string]float64{byWorkers(1).name + " waiting": 0.9})},
		// A trainer that needs a core does not decide.
		{Claim: "R15a", Want: lab.Partly, Set: raced(onCore, 0.5, rounds(0.5, 0.9, 0.1))},

		{Claim: "R13a", Want: lab.Reproduced},
		{Claim: "R13a", Want: lab.Partly, Set: map[string]float64{typesCase + "/ratio.low": 0.98, typesCase + "/ratio.high": 1.02}},
		{Claim: "R13a", Want: lab.Pending, Set: map[string]float64{typesCase + "/ratio.low": 0.98}},
		{Claim: "R13a", Want: lab.Partly, Set: map[string]float64{typesCase + "/" + mixed + " bytes": 1000}},
		{Claim: "R13a", Want: lab.Refuted, Set: map[string]float64{typesCase + "/" + mixed + " bytes": 900, typesCase + "/ratio.low": 0.8, typesCase + "/ratio.high": 0.9}},
		{Claim: "R13b", Want: lab.Reproduced},
		{Claim: "R13b", Want: lab.Partly, Set: map[string]float64{checksCase + "/values wrong": 0}}, // scaled ones decide nothing
		{Claim: "R13b", Want: lab.Partly, Set: map[string]float64{checksCase + "/integers wrong": 1}},
		{Claim: "R13b", Want: lab.Refuted, Set: map[string]float64{checksCase + "/values wrong": 0, typesCase + "/" + mixed + " conversions": 2}},
		{Claim: "R13b", Want: lab.Pending, Set: map[string]float64{checksCase + "/boards": 900}},
		{Claim: "R14a", Want: lab.Reproduced},
		{Claim: "R14a", Want: lab.Pending, Texts: map[string]string{stepsCase + "/backend": "pure Go"}},
		{Claim: "R14a", Want: lab.Partly, Set: map[string]float64{stepsCase + "/ratio.low": 1.6, stepsCase + "/ratio.high": 1.8}},
		{Claim: "R14a", Want: lab.Refuted, Set: map[string]float64{stepsCase + "/ratio.low": 4, stepsCase + "/ratio.high": 5}},
		{Claim: "R14a", Want: lab.Refuted, Set: map[string]float64{stepsCase + "/ratio.low": 1, stepsCase + "/ratio.high": 1.1}},
		{Claim: "R14b", Want: lab.Reproduced},
		{Claim: "R14b", Want: lab.Pending, Texts: map[string]string{stepsCase + "/backend": "XLA, CPU"}},
		{Claim: "R14b", Want: lab.Refuted, Set: map[string]float64{stepsCase + "/" + dqn.Batched + " transfers": 1}},
		{Claim: "R14b", Want: lab.Pending, Set: map[string]float64{stepsCase + "/" + dqn.Batched + " steps": 900}},

		{Claim: "R15b", Want: lab.Reproduced},
		{Claim: "R15b", Want: lab.Partly, Set: gaps(set, 1.3, 1.6)},
		{Claim: "R15b", Want: lab.Partly, Set: gaps(queue, 1.15, 1.3)},
		{Claim: "R15b", Want: lab.Pending, Set: gaps(queue, 1.0, 1.3)},
		{Claim: "R15b", Want: lab.Refuted, Set: gaps(set, 2.1, 2.5)},
		{Claim: "R15b", Want: lab.Reproduced, Set: gaps(set, 0.4, 0.5)}, // shorter is no break
		{Claim: "R15b", Want: lab.Reproduced, Set: gaps(once, 2, 3)},    // reported, not judged
		{Claim: "R15b", Want: lab.Refuted, Set: map[string]float64{queue + "in-range": 999}},
		{Claim: "R15b", Want: lab.Refuted, Set: map[string]float64{set + "switches": 23}},
		{Claim: "R15b", Want: lab.Reproduced, Set: map[string]float64{queue + "switches": 20}}, // chance, not foretold
	})
}
