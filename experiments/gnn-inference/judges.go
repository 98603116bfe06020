package gnninference

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

const (
	// enough is the number of puzzles from which a method's promise to answer is judged: what
	// answers by its build is looked at, and not estimated.
	enough = 20
	// enoughToCompare is the number from which shares and searches are judged.
	enoughToCompare = 50
	confidence      = 0.95
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "G07a", Decide: solves(single, 0.85, 0.90)},
		{Claim: "G07b", Decide: singlePass},
		{Claim: "G08a", Decide: solves(refine, 0.95, 0.98)},
		{Claim: "G08b", Decide: takes(refine, 0.030, 0.050)},
		{Claim: "G09a", Decide: solves(beam, 0.98, 0.99)},
		{Claim: "G09b", Decide: takes(beam, 0.050, 0.100)},
		{Claim: "G10a", Decide: startSolves},
		{Claim: "G10b", Decide: takes(start, 0.005, 0.050)},
		{Claim: "G11a", Decide: hybridSolves},
		{Claim: "G11b", Decide: hybridRange},
		{Claim: "G11c", Decide: hybridUnder},
		{Claim: "G11d", Decide: takes(hybrid, 0.025, 0.025)},
		{Claim: "G12a", Decide: answers(infer.Single, 0.85, 0.90)},
		{Claim: "G12b", Decide: answers(infer.Refine, 0.05, 0.08)},
		{Claim: "G12c", Decide: answers(infer.Beam, 0.02, 0.03)},
		{Claim: "G12d", Decide: answers(infer.Start, 0.01, 0.02)},
		{Claim: "G13", Decide: fasterSearch},
	}
}

// needsLiteral says what is missing to judge the document's network by how it answers.
const needsLiteral = "needs the document's network trained on as many boards as the document says"

// cutShort says why a share is not judged.
const cutShort = "some beams were ended by a bound of rounds, which the document does not have"

// documentedBoards is the document's training, 60 epochs of a million puzzles.
const documentedBoards = 60 * 1_000_000

// documented reports whether there are weights of the document's network that were trained for
// as long as the document says.
func documented(e *lab.Evidence) bool {
	return e.Value(trainedCase, "trained") > 0 && e.Value(trainedCase, "boards trained on") >= documentedBoards
}

// shorter returns what a method solves with the document's network trained on fewer boards;
// no trials if it was not run.
func shorter(e *lab.Evidence, method string) (hits, trials float64) {
	if e.Value(trainedCase, "trained") == 0 {
		return 0, 0
	}
	for _, r := range e.Cases(networkPrefix + literalNetwork + bandInfix) {
		if _, ok := r.Metric("solved " + method); ok && r.Value("bounded "+method) == 0 {
			hits, trials = hits+r.Value("solved "+method), trials+r.Value("boards")
		}
	}
	return hits, trials
}

// on returns the records of a network on the bands.
func on(e *lab.Evidence, network string, metrics ...string) record.Set {
	return e.Cases(networkPrefix+network+bandInfix, metrics...)
}

// sum adds a metric up.
func sum(set record.Set, metric string) (total float64) {
	for _, r := range set {
		total += r.Value(metric)
	}
	return total
}

// shareOf writes hits of trials with both numbers.
func shareOf(hits, trials float64) string {
	return fmt.Sprintf("%s (%s of %s)", lab.Share(hits, trials), lab.Number(hits), lab.Number(trials))
}

// inRange places a share by its interval: 0 if that meets the range, −1 below, 1 above.
func inRange(hits, trials, low, high float64) int {
	p, err := stats.Wilson(int(hits), int(trials), confidence)
	switch {
	case err != nil:
		return -1
	case p.Interval.High < low:
		return -1
	case p.Interval.Low > high:
		return 1
	}
	return 0
}

// solves judges the share of puzzles that a method solves with the document's network.
func solves(method string, low, high float64) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		network := literalNetwork
		if !documented(e) {
			network = candidateNetwork
		}
		set := on(e, network, "boards", "solved "+method, "bounded "+method, "cells", "cells right")
		hits, trials := sum(set, "solved "+method), sum(set, "boards")
		cells := lab.Share(sum(set, "cells right"), sum(set, "cells"))
		if network != literalNetwork {
			f := lab.Finding{
				Verdict: lab.Pending,
				Figure:  "the product's network: " + shareOf(hits, trials),
				Because: needsLiteral + "; another network's share says nothing about it",
			}
			own, of := shorter(e, method)
			if of == 0 {
				return f
			}
			f.Figure = fmt.Sprintf("%s; %s", shareOf(own, of), f.Figure)
			boards := lab.Number(e.Value(trainedCase, "boards trained on"))
			switch {
			case of < enoughToCompare:
				f.Because = fmt.Sprintf("%s puzzles are too few, %d decide", lab.Number(of), enoughToCompare)
			case own < low*of:
				f.Because = fmt.Sprintf("trained on %s boards, of which the document has %s in all epochs: less than stated says nothing of the whole training", boards, lab.Number(documentedBoards))
			case inRange(own, of, low, high) > 0:
				f.Verdict, f.Because = lab.Partly, fmt.Sprintf("more than stated, trained on %s boards", boards)
			default:
				f.Verdict, f.Because = lab.Reproduced, fmt.Sprintf("already trained on %s boards, over all bands, against %s to %s %%", boards, lab.Number(100*low), lab.Number(100*high))
			}
			return f
		}
		f := lab.Finding{
			Verdict: lab.Reproduced,
			Figure:  fmt.Sprintf("%s; %s of empty cells in one pass", shareOf(hits, trials), cells),
			Because: fmt.Sprintf("over all bands, against %s to %s %%", lab.Number(100*low), lab.Number(100*high)),
		}
		switch place := inRange(hits, trials, low, high); {
		case sum(set, "bounded "+method) > 0:
			f.Verdict, f.Because = lab.Pending, cutShort
		case trials < enoughToCompare:
			f.Verdict, f.Because = lab.Pending, fmt.Sprintf("%s puzzles are too few, %d decide", lab.Number(trials), enoughToCompare)
		case place < 0:
			f.Verdict = lab.Refuted
		case place > 0:
			f.Verdict, f.Because = lab.Partly, f.Because+": more than stated"
		}
		return f
	}
}

// The size of the document's network.
const documentedRounds, documentedHidden = 32, 96

// passDecides reports whether the timed network was of the document's size.
func passDecides(e *lab.Evidence) bool {
	return e.Value(passCase, "rounds") == documentedRounds && e.Value(passCase, "hidden") == documentedHidden
}

// onePass is the shortest time that any single pass of the document's network took; 0 if it was
// not of the document's size.
func onePass(e *lab.Evidence) float64 {
	if !passDecides(e) {
		return 0
	}
	return math.Min(e.Value(passCase, "time.min fast"), e.Value(passCase, "time.min plain"))
}

func singlePass(e *lab.Evidence) lab.Finding {
	fast, plain := e.Value(passCase, "time.p50 fast"), e.Value(passCase, "time.p50 plain")
	r, _ := e.Case(passCase)
	v, because := lab.AboutTime(0.010, 0.020, math.Min(fast, plain))
	if !passDecides(e) {
		v, because = lab.Pending, "a smaller network than the document's was timed"
	}
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s a puzzle, as drawn %s", lab.Seconds(fast), lab.Seconds(plain)),
		Because: fmt.Sprintf("%s; medians of single boards on the backend %s, of the network of documented size with untrained weights, whose values do not change the time", because, e.Text(r, "backend")),
	}
}

// timesOf are the mean, the least and the greatest latency of a method over all bands.
func timesOf(set record.Set, method string) (mean, least, greatest float64) {
	boards := sum(set, "boards")
	for i, r := range set {
		mean += r.Value("time.mean "+method) * r.Value("boards") / boards
		greatest = max(greatest, r.Value("time."+percentile(100)+" "+method))
		if t := r.Value("time.min " + method); i == 0 || t < least {
			least = t
		}
	}
	return mean, least, greatest
}

// withoutWeights judges a latency while there are no trained weights of the document's
// network: every method makes one pass at least, so one that is too slow alone refutes.
func withoutWeights(e *lab.Evidence, method string, tooSlow func(pass float64) bool) lab.Finding {
	set := on(e, candidateNetwork, "boards", "time.mean "+method, "time.min "+method, "time."+percentile(100)+" "+method)
	mean, least, greatest := timesOf(set, method)
	pass := onePass(e)
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure:  fmt.Sprintf("the product's network: mean %s, %s to %s", lab.Seconds(mean), lab.Seconds(least), lab.Seconds(greatest)),
		Because: needsLiteral + "; how often it is asked depends on what it answers; one pass takes " + lab.Seconds(pass) + " at the least",
	}
	if pass == 0 {
		f.Because = needsLiteral + ", and no pass of its size was timed"
	} else if tooSlow(pass) {
		f.Verdict = lab.Refuted
		f.Figure = fmt.Sprintf("more than %s, the shortest single pass of the document's network; %s", lab.Seconds(pass), f.Figure)
		r, _ := e.Case(passCase)
		f.Because = fmt.Sprintf("every puzzle takes a pass at least, and on this machine and backend (%s) the shortest alone is slower than what is stated for the whole, whatever the weights", e.Text(r, "backend"))
	}
	return f
}

// takes judges the mean latency of a method.
func takes(method string, low, high float64) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		if !documented(e) {
			return withoutWeights(e, method, func(pass float64) bool {
				v, _ := lab.AboutTime(low, high, pass)
				return v == lab.Refuted
			})
		}
		set := on(e, literalNetwork, "boards", "time.mean "+method, "time.min "+method, "time."+percentile(100)+" "+method)
		mean, least, greatest := timesOf(set, method)
		v, because := lab.AboutTime(low, high, mean)
		return lab.Finding{
			Verdict: v,
			Figure:  fmt.Sprintf("mean %s, %s to %s", lab.Seconds(mean), lab.Seconds(least), lab.Seconds(greatest)),
			Because: because + "; mean over all bands, one puzzle at a time",
		}
	}
}

func hybridRange(e *lab.Evidence) lab.Finding {
	const low, high = 0.010, 0.100
	if !documented(e) {
		return withoutWeights(e, hybrid, func(pass float64) bool { return pass > 2*high })
	}
	set := on(e, literalNetwork, "boards", "time.mean "+hybrid, "time.min "+hybrid, "time."+percentile(100)+" "+hybrid)
	_, least, greatest := timesOf(set, hybrid)
	v, because := lab.AboutTime(low, high, greatest)
	if v == lab.Reproduced {
		v, because = lab.AboutTime(low, high, least)
	}
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s to %s", lab.Seconds(least), lab.Seconds(greatest)),
		Because: "least and greatest over all bands: " + because,
	}
}

func hybridUnder(e *lab.Evidence) lab.Finding {
	if !documented(e) {
		return withoutWeights(e, hybrid, func(pass float64) bool { return pass >= 0.05 })
	}
	set := on(e, literalNetwork, "boards", "under 50 ms "+hybrid)
	under, all := sum(set, "under 50 ms "+hybrid), sum(set, "boards")
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  shareOf(under, all) + " under 50 ms",
		Because: "over all bands, one puzzle at a time",
	}
	switch {
	case all < enoughToCompare:
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("%s puzzles are too few, %d decide", lab.Number(all), enoughToCompare)
	case under >= 0.95*all:
		f.Verdict = lab.Reproduced
	}
	return f
}

// promised judges methods that promise an answer. What the network says changes how long they
// take and not what they answer, so the product's network decides.
func promised(solved, wrong, all float64, because string) lab.Finding {
	f := lab.Finding{
		Verdict: lab.Always(solved, all),
		Figure:  fmt.Sprintf("%s solved, %s wrong", shareOf(solved, all), lab.Number(wrong)),
		Because: because,
	}
	if all < enough && f.Verdict == lab.Reproduced {
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("%s puzzles are too few, %d decide", lab.Number(all), enough)
	}
	return f
}

func startSolves(e *lab.Evidence) lab.Finding {
	bands := on(e, candidateNetwork, "boards", "solved "+start, "wrong "+start)
	searches := e.Cases(networkPrefix+candidateNetwork+searchInfix, "boards", "solved "+start, "wrong "+start)
	all := append(append(record.Set{}, bands...), searches...)
	return promised(sum(all, "solved "+start), sum(all, "wrong "+start), sum(all, "boards"),
		"each answer checked; the last attempt keeps none of the network's digits and searches the puzzle to its end, so it holds with any network; the product's was run")
}

func hybridSolves(e *lab.Evidence) lab.Finding {
	set := on(e, candidateNetwork, "boards", "solved "+hybrid, "wrong "+hybrid, "solved "+cascade, "wrong "+cascade)
	c := mixedCase(candidateNetwork)
	named, boards := e.Value(c, "right "+hybrid)+e.Value(c, "right "+cascade), 2*e.Value(c, "boards")
	wrong := sum(set, "wrong "+hybrid) + sum(set, "wrong "+cascade) + e.Value(c, "wrong "+hybrid) + e.Value(c, "wrong "+cascade)
	f := promised(min(sum(set, "solved "+hybrid), sum(set, "solved "+cascade)), wrong, sum(set, "boards"),
		fmt.Sprintf("in both orders, from method 2 and from method 1, each answer checked; it ends in an exact search, so it holds with any network, and the product's was run; of the answers to boards with none or several solutions or with givens that conflict, %s named them as such", shareOf(named, boards)))
	if named < boards {
		f.Verdict = lab.Refuted
	}
	return f
}

// answers judges the share of the hybrid's answers that a stage gives, begun with the single
// pass, with the document's network.
func answers(stage infer.Method, low, high float64) func(*lab.Evidence) lab.Finding {
	metric := byMetric(stage, cascade)
	return func(e *lab.Evidence) lab.Finding {
		network := literalNetwork
		if !documented(e) {
			network = candidateNetwork
		}
		set := on(e, network, "solved "+cascade, "bounded "+cascade, metric)
		hits, all := sum(set, metric), sum(set, "solved "+cascade)
		if network != literalNetwork {
			return lab.Finding{Verdict: lab.Pending, Figure: "the product's network: " + shareOf(hits, all), Because: needsLiteral}
		}
		f := lab.Finding{
			Verdict: lab.Reproduced,
			Figure:  shareOf(hits, all),
			Because: fmt.Sprintf("of the answers over all bands, a mixture of our own, against %s to %s %%", lab.Number(100*low), lab.Number(100*high)),
		}
		switch {
		case sum(set, "bounded "+cascade) > 0:
			f.Verdict, f.Because = lab.Pending, cutShort
		case all < enoughToCompare:
			f.Verdict, f.Because = lab.Pending, fmt.Sprintf("%s answers are too few, %d decide", lab.Number(all), enoughToCompare)
		case inRange(hits, all, low, high) == 0:
		case hits >= low/2*all && hits <= 2*high*all:
			f.Verdict = lab.Partly
		default:
			f.Verdict = lab.Refuted
		}
		return f
	}
}

// fasterSearch judges both readings of a start from the network's answer, its digits put into
// the board and its confidence as the order of guesses, against the same search in the order
// of the digits and in a drawn one.
func fasterSearch(e *lab.Evidence) lab.Finding {
	network := candidateNetwork
	if documented(e) {
		network = literalNetwork
	}
	var names, metrics []string
	for _, o := range []infer.Order{infer.Ascending, infer.Shuffled, infer.Confidence} {
		names = append(names, way{infer.Cover, o}.String())
	}
	names = append(names, fixed)
	for _, n := range names {
		metrics = append(metrics, "nodes "+n, "guesses "+n, "time "+n)
	}
	set := e.Cases(networkPrefix+network+searchInfix, append(metrics, "boards", "network time")...)
	boards := sum(set, "boards")
	total := func(what string) (out []float64) {
		for _, n := range names {
			out = append(out, sum(set, what+" "+n))
		}
		return out
	}
	nodes, guesses, times := total("nodes"), total("guesses"), total("time")
	asked := sum(set, "network time")
	least := func(x []float64) float64 { return min(x[0], x[1]) } // of the two controls
	fewer := guesses[2] < least(guesses) || guesses[3] < least(guesses)
	search := min(times[2], times[3])
	which := "guesses in the order of its confidence are"
	if times[3] < times[2] {
		which = "its digits put into the board are"
	}
	f := lab.Finding{
		Figure: fmt.Sprintf("guesses %s (ascending), %s (drawn), %s (by confidence), %s (digits put in); nodes %s, %s, %s, %s; search %s, %s, %s, %s; the network %s",
			lab.Number(math.Round(guesses[0])), lab.Number(math.Round(guesses[1])), lab.Number(math.Round(guesses[2])), lab.Number(math.Round(guesses[3])),
			lab.Number(math.Round(nodes[0])), lab.Number(math.Round(nodes[1])), lab.Number(math.Round(nodes[2])), lab.Number(math.Round(nodes[3])),
			lab.Seconds(times[0]), lab.Seconds(times[1]), lab.Seconds(times[2]), lab.Seconds(times[3]), lab.Seconds(asked)),
	}
	over := fmt.Sprintf("; over %s puzzles up to the first solution, with %s network; %s the faster of the two readings", lab.Number(boards),
		map[string]string{candidateNetwork: "the product's", literalNetwork: "the document's"}[network], which)
	switch {
	case boards < enoughToCompare:
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("%s puzzles are too few, %d decide", lab.Number(boards), enoughToCompare)
	case fewer && search+asked < least(times):
		f.Verdict, f.Because = lab.Reproduced, "fewer guesses and less time, the network's own counted"+over
	case fewer && search < least(times):
		f.Verdict = lab.Partly
		f.Because = fmt.Sprintf("the search itself guesses less and is faster, but asking the network takes %s times what that saves", lab.Number(asked/(least(times)-search))) + over
	case fewer:
		f.Verdict, f.Because = lab.Partly, "fewer guesses, but no less time even without the network's own"+over
	default:
		f.Verdict, f.Because = lab.Refuted, "no fewer guesses than without the network"+over
	}
	return f
}

// networkOf splits the name of a case into the network and what was run.
func networkOf(name string) (network, rest string) {
	network, rest, _ = strings.Cut(strings.TrimPrefix(name, networkPrefix), " ")
	return network, rest
}
