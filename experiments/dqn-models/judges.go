package dqnmodels

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R18b", Decide: func(e *lab.Evidence) lab.Finding { return Trains(e, networks.UnitConv) }},
		{Claim: "R19", Decide: solves},
		{Claim: "R25", Decide: layout},
		{Claim: "R26", Decide: filters},
	}
}

// runsOf are the runs of a network by an arm on the document's own stages, by seed.
func runsOf(e *lab.Evidence, network, arm string) record.Set {
	return e.Where(runKind, record.D("setting", documented), record.D("network", network), record.D("arm", arm))
}

// learnt are the shares of right moves after the training less those before it, by run.
func learnt(set record.Set) (gains []float64) {
	for _, r := range set {
		gains = append(gains, (r.Value("right")-r.Value(before+"right"))/r.Value("boards"))
	}
	return gains
}

// mean is the mean of values, 0 of none.
func mean(values []float64) float64 {
	m, err := stats.Mean(values)
	if err != nil {
		return 0
	}
	return m
}

// points writes a difference of shares.
func points(x float64) string { return fmt.Sprintf("%+.1f points", 100*x) }

// spread writes a mean with its interval.
func spread(values []float64, write func(float64) string) string {
	i := lab.MeanInterval(values, lab.Confidence)
	if len(values) < 2 {
		return write(mean(values))
	}
	return fmt.Sprintf("%s (%s to %s)", write(mean(values)), write(i.Low), write(i.High))
}

// better decides whether gains are above a limit, on average over enough seeds.
func better(e *lab.Evidence, gains []float64, least float64) (lab.Verdict, string) {
	if v, reason := e.Enough("seeds", float64(len(gains))); v != "" {
		return v, reason
	}
	var t lab.Tally
	t.Above(lab.MeanInterval(gains, lab.Confidence), least)
	switch {
	case t.Held == 1:
		return lab.Reproduced, "the whole interval of the mean is above"
	case t.Failed == 1:
		return lab.Refuted, "no part of the interval of the mean is above"
	}
	return lab.Pending, "the interval of the mean lies across the limit: more seeds decide"
}

// diverged says how many runs did.
func divergedOf(set record.Set) string {
	n := 0
	for _, r := range set {
		if r.Value("diverged") > 0 {
			n++
		}
	}
	return fmt.Sprintf("%d of %d runs diverged", n, len(set))
}

// under says whether the mean of gains over enough seeds is surely less than a gain that is worth something, whatever its sign.
func under(e *lab.Evidence, gains []float64) bool {
	return float64(len(gains)) >= e.Limit("seeds") && lab.MeanInterval(gains, lab.Confidence).High < e.Limit("worth")
}

// trained decides whether training made agents better.
func trained(e *lab.Evidence, gains []float64, least float64) (lab.Verdict, string) {
	verdict, because := better(e, gains, least)
	if verdict == lab.Pending && under(e, gains) {
		return lab.Refuted, fmt.Sprintf("the interval of the mean holds no gain at all, and none of %s", points(e.Limit("worth")))
	}
	return verdict, because
}

// Trains decides whether training makes a network a better agent (R18).
func Trains(e *lab.Evidence, network string) lab.Finding {
	runs := runsOf(e, network, documentArm)
	gains := learnt(runs)
	f := lab.Finding{Figure: fmt.Sprintf("%s right moves on boards of the last stage over %d seeds", spread(gains, points), len(gains))}
	f.Verdict, f.Because = trained(e, gains, e.Limit("least"))
	f.Because += "; " + divergedOf(runs)
	return f
}

// AsStated reads the settings of the runs of the network that the document draws, and decides whether they train it (R04).
func AsStated(e *lab.Evidence) lab.Finding {
	runs := runsOf(e, networks.Conv, documentArm)
	within := func(v, low, high float64) bool { return v >= low && v <= high }
	var other []string
	for _, r := range runs {
		v := r.Value
		for name, holds := range map[string]bool{
			"copy":    v("copy") == e.Limit("copies"),
			"gamma":   v("gamma") == e.Limit("gamma"),
			"replay":  within(v("replay"), e.Limit("replay_low"), e.Limit("replay_high")),
			"rate":    within(v("rate"), e.Limit("rate_low"), e.Limit("rate_high")),
			"batch":   within(v("batch"), e.Limit("batch_low"), e.Limit("batch_high")),
			"epsilon": v("epsilon.to") < v("epsilon.from"),
			"loss":    e.Text(r, "loss") == dqn.SmoothL1,
		} {
			if !holds {
				other = append(other, name)
			}
		}
	}
	gains := learnt(runs)
	f := lab.Finding{Figure: fmt.Sprintf("%s right moves over %d seeds at the stated settings", spread(gains, points), len(gains))}
	f.Verdict, f.Because = trained(e, gains, 0)
	if len(other) > 0 {
		slices.Sort(other)
		f.Verdict, f.Because = lab.Pending, "not the stated settings: "+strings.Join(slices.Compact(other), ", ")
	}
	return f
}

// solvedShare is the share of the puzzles of rows that a run solved, all rows together.
func solvedShare(r record.Record, rows []dqn.Row) float64 {
	solved, games := 0.0, 0.0
	for _, row := range rows {
		solved += r.Value(heldout.Metric(row, "solved"))
		games += r.Value(heldout.Metric(row, "games"))
	}
	return solved / games
}

// less are the differences of one figure between two sets of runs, by seed.
func less(one, other record.Set, figure func(record.Record) float64) (out []float64) {
	for _, r := range one {
		for _, o := range other {
			if r.Int("seed") == o.Int("seed") {
				out = append(out, figure(r)-figure(o))
			}
		}
	}
	return out
}

// Residual decides whether residual connections let a deeper network be trained (R11).
func Residual(e *lab.Evidence) lab.Finding {
	all := e.Where(depthKind)
	cfg := lab.ConfigIn[Config](all)
	at := func(depth int, how string) record.Set {
		return all.Where(depthKind, record.D("depth", depth), record.D("residual", how))
	}
	share := func(r record.Record) float64 { return solvedShare(r, cfg.Depths.Rows) }
	var f lab.Finding
	if len(cfg.Depths.Depths) < 2 {
		f.Verdict, f.Because = lab.Pending, "a sweep needs two depths"
		return f
	}
	least, most := slices.Min(cfg.Depths.Depths), slices.Max(cfg.Depths.Depths)
	helped := less(at(most, with), at(most, without), share)
	kept := less(at(most, with), at(least, with), share)
	f.Figure = fmt.Sprintf("at depth %d residual connections solve %s; with them depth %d against %d %s", most, spread(helped, points), most, least, spread(kept, points))
	if v, reason := e.Enough("seeds", float64(min(len(helped), len(kept)))); v != "" {
		f.Verdict, f.Because = v, reason
		return f
	}
	var t lab.Tally
	if i := lab.MeanInterval(helped, lab.Confidence); i.Low <= 0 && under(e, helped) {
		t.Met(false)
	} else {
		t.Above(i, 0)
	}
	t.Above(lab.MeanInterval(kept, lab.Confidence), -e.Limit("margin"))
	f.Verdict, f.Because = e.Every(t)
	f.Because += "; " + divergedOf(all)
	return f
}

// solves judges the best of the networks but the candidate network, by the mean over its seeds.
func solves(e *lab.Evidence) lab.Finding {
	runs := e.Where(runKind, record.D("setting", documented), record.D("arm", documentArm))
	cfg := lab.ConfigIn[Config](runs)
	var last dqn.Row
	for _, s := range cfg.Settings {
		if s.Study.Name == documented {
			last = s.Last
		}
	}
	type agent struct {
		network string
		shares  []float64
	}
	var agents []agent
	for _, group := range runs.GroupBy("network") {
		a := agent{network: group.Dims[0].Value}
		for _, r := range group.Set {
			a.shares = append(a.shares, r.Value(heldout.Metric(last, "solved"))/r.Value(heldout.Metric(last, "games")))
		}
		agents = append(agents, a)
	}
	if len(agents) == 0 {
		return lab.Finding{Verdict: lab.Pending, Because: "no agent was trained"}
	}
	slices.SortStableFunc(agents, func(a, b agent) int { return cmp.Compare(mean(b.shares), mean(a.shares)) })
	var parts []string
	for _, a := range agents {
		parts = append(parts, fmt.Sprintf("%s %s", a.network, spread(a.shares, lab.Percent)))
	}
	f := lab.Finding{Figure: "solved of the last stage: " + strings.Join(parts, "; ")}
	f.Verdict, f.Because = e.Mean(agents[0].shares)
	for _, b := range e.Where(baselineKind, record.D("setting", documented)) {
		f.Because += fmt.Sprintf("; %s %s", b.Dim("rule"), lab.Share(b.Value(heldout.Metric(last, "solved")), b.Value(heldout.Metric(last, "games"))))
	}
	return f
}

func layout(e *lab.Evidence) lab.Finding {
	at := record.Key(layersKind, record.D("network", networks.Conv))
	v := func(name string) float64 { return e.Value(at, name) }
	holds := v("convolutions") >= e.Limit("convolutions") && v("filter") == e.Limit("side") && v("rectified") == v("convolutions") &&
		v("in.order") == 1 && v("dense") >= 2 && v("outputs") == e.Limit("outputs") && v("outputs.linear") == 1
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s convolutions, %s with ReLU, filters of %s × %s; %s dense layers; %s outputs", lab.Number(v("convolutions")), lab.Number(v("rectified")), lab.Number(v("filter")), lab.Number(v("filter")), lab.Number(v("dense")), lab.Number(v("outputs"))),
		Because: "as " + networks.Conv + " is built",
	}
	if holds {
		f.Verdict = lab.Reproduced
	}
	return f
}

// filters judges the probe of the network that the document draws.
func filters(e *lab.Evidence) lab.Finding {
	var told, gained []float64
	for _, r := range runsOf(e, networks.Conv, documentArm) {
		n := r.Value("probe.boards")
		told = append(told, r.Value("probe.hits")/n)
		gained = append(gained, (r.Value("probe.hits")-r.Value(before+"probe.hits"))/n)
	}
	f := lab.Finding{Figure: fmt.Sprintf("%s told apart, %s against untrained", spread(told, lab.Percent), spread(gained, points))}
	f.Verdict, f.Because = e.Mean(told)
	if more, why := better(e, gained, 0); more != lab.Reproduced && f.Verdict != lab.Refuted {
		f.Verdict, f.Because = more, "against untrained weights "+why
	}
	return f
}
