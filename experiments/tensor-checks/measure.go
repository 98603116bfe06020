package tensorchecks

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/tensornet"
)

// chain is the rules in the order of a step, where each sees what those before it left; but for the doubles, which
// see the positions themselves: there is more for them to strike.
var chain = []tensornet.Rule{tensornet.Eliminate, tensornet.Locked, tensornet.Only, tensornet.NakedDoubles, tensornet.HiddenDoubles}

// strikes applies the rules one after the other to positions and compares what each strikes.
func strikes(ctx context.Context, cfg Config, form tensornet.Form, p *positions, r *lab.Run) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	n, shape := len(p.candidates), board.Standard()
	count := func(name string, v int, unit string) { r.Exact(name, float64(v), unit, n) }
	count("positions", n, "positions")
	count("several", p.several, "positions")
	count("solutions", p.solutions, "solutions")
	count("unsolvable", p.unsolvable, "positions")
	count("many", p.many, "positions")
	x := p.candidates
	for i, rule := range chain {
		if err := ctx.Err(); err != nil {
			return err
		}
		if rule == tensornet.NakedDoubles {
			singles(p.candidates, x, count)
			x = p.candidates
		}
		check, err := tensornet.NewCheck(choice.Backend, shape, tensornet.CheckConfig{Form: form, Rule: rule, Batch: cfg.Batch})
		if err != nil {
			return err
		}
		after, err := check.Apply(x)
		if err == nil && rule == tensornet.Eliminate {
			err = fixpoint(ctx, check, x, count)
		}
		check.Close()
		if err != nil {
			return err
		}
		struck := make([][]board.Digits, n)
		total, wrong, same := 0, 0, 0
		for i := range x {
			struck[i] = make([]board.Digits, len(x[i]))
			want := rule.InLoops(shape, x[i])
			for cell := range x[i] {
				s := x[i][cell] &^ after[i][cell]
				struck[i][cell] = s
				total += s.Count()
				wrong += (s & p.inSolution[i][cell]).Count()
			}
			if slices.Equal(after[i], want) {
				same++
			}
		}
		count(string(rule)+" strikes", total, "strikes")
		count(string(rule)+" wrong", wrong, "strikes")
		count(string(rule)+" same", same, "positions")
		switch rule {
		case tensornet.NakedDoubles, tensornet.HiddenDoubles:
			doubles(rule, x, struck, count)
		default:
			x = after
		}
		r.Progress(i+1, len(chain))
	}
	return nil
}

// fixpoint eliminates until nothing changes, and compares with what arc consistency leaves of the same domains.
func fixpoint(ctx context.Context, check *tensornet.Check, x [][]board.Digits, count func(string, int, string)) error {
	y, rounds := slices.Clone(x), 0
	open := make([]int, len(y)) // positions that the last round changed
	for i := range open {
		open[i] = i
	}
	for ; len(open) > 0; rounds++ {
		some := make([][]board.Digits, len(open))
		for i, at := range open {
			some[i] = y[at]
		}
		after, err := check.Apply(some)
		if err != nil {
			return err
		}
		var changed []int
		for i, at := range open {
			if !slices.Equal(after[i], y[at]) {
				y[at], changed = after[i], append(changed, at)
			}
		}
		open = changed
	}
	solver, err := csp.NewSolver(encode.Network(board.Standard()), csp.DocumentConfig())
	if err != nil {
		return err
	}
	same, domains := 0, make([]csp.Set, board.Standard().Cells())
	for i := range x {
		for cell, digits := range x[i] {
			domains[cell] = csp.Set(digits)
		}
		res, err := solver.Propagate(ctx, domains)
		if err != nil {
			return err
		}
		equal := res.Consistent
		for cell, domain := range res.Domains {
			equal = equal && encode.Digits(domain) == y[i][cell]
		}
		if equal {
			same++
		}
	}
	count("arc consistency same", same, "positions")
	count("arc consistency rounds", rounds, "rounds")
	return nil
}

// singles looks for singles in the positions before a step that give something to strike, and for those that
// still do after it.
func singles(before, after [][]board.Digits, count func(string, int, string)) {
	shape := board.Standard()
	naked, nakedLeft, hidden, hiddenLeft := 0, 0, 0, 0
	for i, x := range before {
		y := after[i]
		for cell, digits := range x {
			if !digits.Single() {
				continue
			}
			has := func(x []board.Digits) func(int) bool { return func(peer int) bool { return x[peer]&digits != 0 } }
			if peers := shape.Peers(cell); slices.ContainsFunc(peers, has(x)) {
				naked++
				if slices.ContainsFunc(peers, has(y)) {
					nakedLeft++
				}
			}
		}
		for d := 1; d <= shape.Side(); d++ {
			seen := map[int]bool{} // cells of which a unit has already been looked at
			for _, unit := range shape.Units() {
				at, places := -1, 0
				for _, cell := range unit {
					if x[cell].Has(d) {
						at, places = cell, places+1
					}
				}
				if places != 1 || x[at].Single() || seen[at] {
					continue
				}
				seen[at] = true
				hidden++
				if y[at] != board.DigitsOf(d) {
					hiddenLeft++
				}
			}
		}
	}
	count("naked singles", naked, "singles")
	count("naked singles left", nakedLeft, "singles")
	count("hidden singles", hidden, "singles")
	count("hidden singles left", hiddenLeft, "singles")
}

// kindsOfUnit are the parts of Shape.Units, in its order.
var kindsOfUnit = []string{"rows", "columns", "boxes"}

// doubles compares strikes with those of a direct search in the units of each kind: how many positions have
// some, and in how many of these one was missed; and in how many positions something else was struck.
func doubles(rule tensornet.Rule, x, struck [][]board.Digits, count func(string, int, string)) {
	units, side := board.Standard().Units(), board.Standard().Side()
	var some, missed [3]int
	wrong, positions := 0, 0
	for i := range x {
		all := make([]board.Digits, len(x[i]))
		for kind := range kindsOfUnit {
			direct := make([]board.Digits, len(x[i]))
			for _, unit := range units[kind*side : (kind+1)*side] {
				pairsIn(rule, unit, x[i], direct)
			}
			has, lost := false, false
			for cell, digits := range direct {
				all[cell] |= digits
				has = has || digits != 0
				lost = lost || digits&^struck[i][cell] != 0
			}
			if has {
				some[kind]++
			}
			if lost {
				missed[kind]++
			}
		}
		if slices.ContainsFunc(all, func(digits board.Digits) bool { return digits != 0 }) {
			positions++
		}
		for cell, digits := range struck[i] {
			if digits&^all[cell] != 0 {
				wrong++
				break
			}
		}
	}
	for kind, name := range kindsOfUnit {
		count(fmt.Sprintf("%s in %s", rule, name), some[kind], "positions")
		count(fmt.Sprintf("%s missed in %s", rule, name), missed[kind], "positions")
	}
	count(string(rule)+" with strikes", positions, "positions")
	count(string(rule)+" without reason", wrong, "positions")
}

// pairsIn adds what the pairs of digits of a unit strike, by the definition: a naked pair has two cells with
// these two candidates, a hidden one has two cells that alone have either.
func pairsIn(rule tensornet.Rule, unit []int, x, strike []board.Digits) {
	places := map[int]uint64{} // of each digit, a bit for each cell of the unit
	for i, cell := range unit {
		for d := range x[cell].All() {
			places[d] |= 1 << i
		}
	}
	for a := 1; a <= len(unit); a++ {
		for b := a + 1; b <= len(unit); b++ {
			pair, both, other := board.DigitsOf(a, b), uint64(0), board.Digits(0)
			if rule == tensornet.HiddenDoubles {
				if places[a] == places[b] && bits.OnesCount64(places[a]) == 2 {
					both, other = places[a], board.AllDigits(len(unit))&^pair
				}
			} else {
				for i, cell := range unit {
					if x[cell] == pair {
						both |= 1 << i
					}
				}
				if bits.OnesCount64(both) < 2 {
					continue
				}
				both, other = (1<<len(unit)-1)&^both, pair // struck from the rest
			}
			for i, cell := range unit {
				if both>>i&1 != 0 {
					strike[cell] |= x[cell] & other
				}
			}
		}
	}
}

// built counts what a rule is built of, and times it.
func built(ctx context.Context, cfg Config, form tensornet.Form, rule tensornet.Rule, r *lab.Run) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	check, err := tensornet.NewCheck(choice.Backend, board.Standard(), tensornet.CheckConfig{Form: form, Rule: rule, Batch: cfg.Batch})
	if err != nil {
		return err
	}
	defer check.Close()
	work, numbers, nodes := 0.0, 0.0, 0
	for _, o := range check.Operations() {
		if o.Class == tensornet.Computes {
			work, numbers, nodes = work+o.Work, numbers+o.Numbers, nodes+o.Count
		}
	}
	r.Exact("operations", work, "operations per board", 1)
	r.Exact("numbers", numbers, "numbers per board", 1)
	r.Exact("nodes", float64(nodes), "nodes", 1)
	pairs, cells := pairsOf(check.Convolutions(), cfg.Batch)
	r.Exact("pairs", float64(pairs), "pairs", 1)
	r.Exact("pairs cells", float64(cells), "cells", 1)

	p, err := madeOfGrids(ctx, cfg, cfg.Batch, r)
	if err != nil {
		return err
	}
	if _, err := check.Apply(p.candidates); err != nil {
		return err
	}
	var seconds []float64
	for range cfg.Rounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		begin := time.Now()
		if err := check.Again(); err != nil {
			return err
		}
		seconds = append(seconds, time.Since(begin).Seconds()/float64(cfg.Batch))
	}
	return lab.KeepMedian(r.Noisy, rand.New(rand.NewPCG(r.Seed, 3)), "time", "s", seconds)
}

// pairsOf looks for the convolution over cells that has a channel for each of several pairs of digits: two
// weights of 1 for two digits, and 0 for the others. It returns how many different pairs these are, and for how
// many cells of a board it has them; the one with the most cells counts.
func pairsOf(list []tensornet.Convolution, boards int) (pairs, cells int) {
	for _, c := range list {
		out, in := c.Kernel[0], c.Kernel[1]
		if in != board.Standard().Side() || c.Kernel[2]*c.Kernel[3] != 1 || c.Out[0] != boards {
			continue
		}
		found := map[board.Digits]bool{}
		for o := range out {
			var digits board.Digits
			for i, w := range c.Weights[o*in : (o+1)*in] {
				switch w {
				case 0:
				case 1:
					digits = digits.With(i + 1)
				default:
					digits = board.AllDigits(in)
				}
			}
			if digits.Count() == 2 {
				found[digits] = true
			}
		}
		if n := c.Out[2] * c.Out[3]; len(found) > 0 && n > cells {
			pairs, cells = len(found), n
		}
	}
	return pairs, cells
}

// iterate calls Iterate2D on random arrays until nothing is left, and once more.
func iterate(ctx context.Context, cfg Config, unpool string, r *lab.Run) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	rng, shape := rand.New(rand.NewPCG(r.Seed, 4)), board.Standard()
	held, ties, elements := 0, 0, 0
	difference := ""
	arrays := make([][]int, cfg.Arrays)
	for i := range arrays {
		arrays[i] = randomArray(rng, shape.Cells(), i%2 == 1)
	}
	for chunk := range slices.Chunk(arrays, 1000) {
		masks, err := tensornet.Iterate2D(choice.Backend, shape, unpool, chunk, shape.Cells()+1)
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		for i, x := range chunk {
			calls := make([][]int, len(masks))
			for call := range masks {
				calls[call] = masks[call][i]
			}
			above, tied := elementsOf(x)
			elements += above
			if tied {
				ties++
			}
			if why := inTurn(x, calls); why == "" {
				held++
			} else if difference == "" {
				difference = fmt.Sprintf("%v: %s", x, why)
			}
		}
	}
	r.Exact("arrays", float64(len(arrays)), "arrays", len(arrays))
	r.Exact("ties", float64(ties), "arrays", len(arrays))
	r.Exact("elements", float64(elements), "elements", len(arrays))
	r.Exact("held", float64(held), "arrays", len(arrays))
	if difference != "" {
		r.Text("difference", difference)
	}
	return nil
}

// randomArray has up to as many numbers above zero as cells, in gaps of any width, and no others or some below: all
// different, or with equal ones.
func randomArray(rng *rand.Rand, cells int, ties bool) []int {
	x, numbers := make([]int, cells), rng.Perm(3*cells)
	share := rng.Float64()
	for cell := range x {
		switch {
		case rng.Float64() >= share:
			x[cell] = -rng.IntN(3)
		case ties:
			x[cell] = 1 + rng.IntN(6)
		default:
			x[cell] = 1 + numbers[cell]
		}
	}
	if ties { // at least two
		at := rng.Perm(cells)
		x[at[0]] = 7
		x[at[1]] = 7
	}
	return x
}

// elementsOf counts the numbers above zero and says whether two of them are equal.
func elementsOf(x []int) (above int, tied bool) {
	seen := map[int]bool{}
	for _, v := range x {
		if v > 0 {
			above++
			tied = tied || seen[v]
			seen[v] = true
		}
	}
	return above, tied
}

// inTurn says what is wrong with the masks of an array's calls: each must have one element, a largest one above
// zero that no earlier call had, and none once there is none left; "" if so.
func inTurn(x []int, calls [][]int) string {
	taken := make([]bool, len(x))
	for call, mask := range calls {
		at, marked := -1, 0
		for cell, v := range mask {
			if v != 0 {
				at, marked = cell, marked+1
			}
		}
		largest := 0
		for cell, v := range x {
			if !taken[cell] {
				largest = max(largest, v)
			}
		}
		switch {
		case largest == 0 && marked == 0:
			continue
		case marked != 1 || largest == 0:
			return fmt.Sprintf("call %d marks %d elements, the largest left is %d", call+1, marked, largest)
		case taken[at] || x[at] != largest:
			return fmt.Sprintf("call %d gives element %d of %d, the largest left is %d", call+1, at, x[at], largest)
		}
		taken[at] = true
	}
	if above, _ := elementsOf(x); len(calls) < above {
		return fmt.Sprintf("%d calls for %d elements", len(calls), above)
	}
	return ""
}
