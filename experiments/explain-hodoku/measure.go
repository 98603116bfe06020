package explainhodoku

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

// all stands for the puzzles of every draw in the names of metrics.
const all draw = "all"

// ending makes of an error of the program's a capped record that says how it failed.
func ending(r *lab.Run, err error) error {
	if errors.Is(err, errProgram) {
		r.Cap(err.Error())
		return nil
	}
	return err
}

// newExplainer returns the Explainer of our half: all techniques, HoDoKu's order.
func newExplainer() (*explain.Explainer, error) {
	return explain.New(board.Standard(), explain.Options{Unique: true})
}

// opened returns the Explainer of our half and the puzzles of some shares.
func opened(ctx context.Context, cfg Config, shares map[draw]int, seed uint64) (*explain.Explainer, []*puzzle, error) {
	e, err := newExplainer()
	if err != nil {
		return nil, nil, err
	}
	list, err := drawn(ctx, cfg, shares, seed)
	return e, list, err
}

// pathOf returns our path of a puzzle, as package explain and as the comparison sees it.
func pathOf(e *explain.Explainer, p *puzzle) (*explain.Path, way, error) {
	path, err := e.Path(p.board)
	if err != nil {
		return nil, way{}, fmt.Errorf("explain-hodoku: %v: %w", p.board, err)
	}
	w := way{score: path.Score, solved: !path.Stuck()}
	for i := range path.Steps {
		s := &path.Steps[i]
		rung, err := onLadder(s.Technique)
		if err != nil {
			return nil, way{}, err
		}
		w.rungs = append(w.rungs, rung)
		right := func(x explain.Candidate) bool { return int(p.solution[x.Cell]) == x.Digit }
		if slices.ContainsFunc(s.Strikes, right) || slices.ContainsFunc(s.Places, func(x explain.Candidate) bool { return !right(x) }) {
			return nil, way{}, fmt.Errorf("explain-hodoku: %v: step %d, %v, is wrong", p.board, i+1, s.Technique)
		}
	}
	return path, w, nil
}

// own measures our half alone.
func own(ctx context.Context, cfg Config, r *lab.Run) error {
	e, list, err := opened(ctx, cfg, cfg.Shares, r.Seed)
	if err != nil {
		return err
	}
	puzzles, unforced, hardest := map[draw]int64{}, map[draw]int64{}, map[explain.Technique]int64{}
	levels := map[explain.Level]int64{}
	for i, p := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, w, err := pathOf(e, p)
		if err != nil {
			return err
		}
		for _, d := range []draw{p.draw, all} {
			puzzles[d]++
			unforced[d] += stats.Indicator[int64](w.unforced())
		}
		most := ladder[w.hardest()]
		hardest[most.Ours]++
		levels[most.level()]++
		r.Progress(i+1, len(list))
	}
	for _, d := range append(slices.Clone(draws), all) {
		r.Count(string(d)+" puzzles", puzzles[d], "puzzles")
		r.Count(string(d)+" unforced", unforced[d], "puzzles")
	}
	for _, t := range explain.Techniques() {
		r.Count("hardest "+t.String(), hardest[t], "puzzles")
	}
	for l := explain.Easy; l <= explain.Extreme; l++ {
		r.Count("level "+l.String(), levels[l], "puzzles")
	}
	return nil
}

// count is what is counted of the puzzles of a draw.
type count struct {
	puzzles, ours, theirs, both int64 // of these three: solved with no forcing
	within, agree, level        int64 // within the shared list: all; same hardest technique; same level of it
	foreign, guessed            int64 // not within it, for a technique of theirs, or for a path with brute force alone
	same                        int64 // of all puzzles, same hardest technique
	equal                       int64 // of both, the same score
	wrong                       int64 // a step of theirs is wrong
	scores                      [2][]float64
}

// pair is both paths of a puzzle.
type pair struct {
	puzzle       *puzzle
	ours, theirs way
	steps        []peerStep
	wrong        bool // of theirs
}

// add counts a pair.
func (c *count) add(x *pair) {
	one := stats.Indicator[int64]
	c.puzzles++
	c.ours += one(x.ours.unforced())
	c.theirs += one(x.theirs.unforced())
	c.wrong += one(x.wrong)
	same := x.ours.hardest() == x.theirs.hardest()
	c.same += one(same)
	switch {
	case x.within():
		c.within++
		c.agree += one(same)
		c.level += one(ladder[x.ours.hardest()].level() == ladder[x.theirs.hardest()].level())
	case x.theirs.foreign():
		c.foreign++
	default:
		c.guessed++
	}
	if x.ours.unforced() && x.theirs.unforced() {
		c.both++
		c.equal += one(x.ours.score == x.theirs.score)
		c.scores[0], c.scores[1] = append(c.scores[0], float64(x.ours.score)), append(c.scores[1], float64(x.theirs.score))
	}
}

// within reports whether both paths are within the shared list.
func (x *pair) within() bool { return x.ours.shared() && x.theirs.shared() }

// keep keeps what was counted of a draw.
func (c *count) keep(r *lab.Run, d draw) error {
	for name, n := range map[string]int64{
		"puzzles": c.puzzles, "ours unforced": c.ours, "theirs unforced": c.theirs, "both unforced": c.both, "within": c.within, "agree": c.agree,
		"same level": c.level, "foreign": c.foreign, "guessed": c.guessed, "same": c.same, "equal scores": c.equal, "wrong": c.wrong,
	} {
		r.Count(string(d)+" "+name, n, "puzzles")
	}
	rho, err := stats.Spearman(c.scores[0], c.scores[1], lab.Confidence)
	if errors.Is(err, stats.ErrTooFew) || errors.Is(err, stats.ErrDegenerate) {
		return nil // no correlation of so few
	}
	if err != nil {
		return err
	}
	r.Exact(string(d)+" rho", rho.Rho, "rank correlation", rho.N)
	lab.KeepInterval(r.Exact, string(d)+" rho", "rank correlation", rho.Interval, rho.N)
	return nil
}

// beside compares the paths of both programs.
func beside(ctx context.Context, cfg Config, arm string, r *lab.Run) error {
	e, list, err := opened(ctx, cfg, cfg.Shares, r.Seed)
	if err != nil {
		return err
	}
	counts := map[draw]*count{all: {}}
	for _, d := range draws {
		counts[d] = &count{}
	}
	used := newTally()
	var differing []*pair
	library := ""
	for at := 0; at < len(list); at += cfg.Batch {
		part := list[at:min(at+cfg.Batch, len(list))]
		answers, err := ask(ctx, r, cfg, without(arm), lines(part))
		if err != nil {
			return err
		}
		for i, p := range part {
			x, err := pairOf(e, p, &answers[i])
			if err != nil {
				return err
			}
			counts[p.draw].add(x)
			counts[all].add(x)
			used.add(x)
			if x.ours.hardest() != x.theirs.hardest() {
				differing = append(differing, x)
			}
			library = answers[i].Library
		}
		r.Progress(at+len(part), len(list))
	}
	r.Text("library", library)
	for d, c := range counts {
		if err := c.keep(r, d); err != nil {
			return err
		}
	}
	found, err := classify(ctx, cfg, arm, e, differing, r)
	if err != nil {
		return err
	}
	for name, list := range map[string]any{"differences": found, "techniques": used.list()} {
		text, err := json.Marshal(list)
		if err != nil {
			return fmt.Errorf("explain-hodoku: %w", err)
		}
		r.Text(name, string(text))
	}
	return nil
}

// usage says what part a technique has in paths.
type usage struct {
	Technique string `json:"technique"`
	Ours      int    `json:"ours"` // paths of which it is the hardest
	Theirs    int    `json:"theirs"`
	Both      int    `json:"both"`
	// Steps are those of the technique on the paths of all puzzles.
	OurSteps   int `json:"our_steps"`
	TheirSteps int `json:"their_steps"`
}

// tally counts the techniques of pairs, by rung.
type tally []usage

func newTally() tally {
	t := make(tally, len(ladder))
	for i := range ladder {
		t[i].Technique = nameOf(i)
	}
	return t
}

func (t tally) add(x *pair) {
	ours, theirs := x.ours.hardest(), x.theirs.hardest()
	if ours != none {
		t[ours].Ours++
	}
	if theirs != none {
		t[theirs].Theirs++
	}
	if ours == theirs && ours != none {
		t[ours].Both++
	}
	for _, i := range x.ours.rungs {
		t[i].OurSteps++
	}
	for _, i := range x.theirs.rungs {
		t[i].TheirSteps++
	}
}

// list returns the techniques that are on a path.
func (t tally) list() []usage {
	return slices.DeleteFunc(slices.Clone(t), func(u usage) bool { return u.OurSteps+u.TheirSteps == 0 })
}

// pairOf makes a pair of our path and the program's answer.
func pairOf(e *explain.Explainer, p *puzzle, a *answer) (*pair, error) {
	x := &pair{puzzle: p, steps: a.Steps}
	var err error
	if x.theirs, err = a.way(); err != nil {
		return nil, fmt.Errorf("%v: %w", p.board, err)
	}
	t := newTrail(p)
	for _, s := range a.Steps {
		if err := t.step(s); err != nil {
			return nil, err
		}
	}
	x.wrong = t.wrong
	_, x.ours, err = pathOf(e, p)
	return x, err
}

// Classes of differences.
const (
	lowerClass = "lower"
	orderClass = "order"
	wrongClass = "wrong"
	lacksClass = "lacks"
	guessClass = "guess"
)

// difference is a class of puzzles whose hardest techniques differ.
type difference struct {
	Class   string `json:"class"`
	Harder  string `json:"harder"`  // the program whose path has the harder technique
	Hardest string `json:"hardest"` // that technique
	Other   string `json:"other"`   // the hardest one of the other path
	Next    string `json:"next"`    // what the other program does where the harder path takes its hardest technique; empty if not asked
	Count   int    `json:"count"`
	Example string `json:"example"` // the first puzzle
}

// Programs.
const (
	we   = "explain"
	they = "HoDoKu"
)

// classify puts differing pairs into classes, the largest first.
func classify(ctx context.Context, cfg Config, arm string, e *explain.Explainer, differing []*pair, r *lab.Run) ([]difference, error) {
	found := []difference{}
	keep := func(d difference) {
		same := func(x difference) bool { x.Count, x.Example = d.Count, d.Example; return x == d }
		if i := slices.IndexFunc(found, same); i >= 0 {
			found[i].Count++
			return
		}
		d.Count = 1
		found = append(found, d)
	}
	// after puts a difference into a class by the other program's step.
	after := func(d difference, most, next int) difference {
		d.Class, d.Next = orderClass, nameOf(next)
		if next != none && harder(most, next) {
			d.Class = lowerClass
		}
		return d
	}
	var asked []difference // where the program's next step is to be asked
	var at []string
	var most []int // what our path takes there
	for _, x := range differing {
		d := difference{Harder: they, Hardest: nameOf(x.theirs.hardest()), Other: nameOf(x.ours.hardest()), Example: x.puzzle.board.String()}
		theirs := harder(x.theirs.hardest(), x.ours.hardest())
		if !theirs {
			d.Harder, d.Hardest, d.Other = we, d.Other, d.Hardest
		}
		switch {
		case x.theirs.foreign():
			d.Class = lacksClass
			keep(d)
			continue
		case !x.within():
			d.Class = guessClass
			keep(d)
			continue
		case theirs:
			next, wrong, err := ourNext(e, x)
			if err != nil {
				return nil, err
			}
			if d = after(d, x.theirs.hardest(), next); wrong {
				d.Class, d.Next = wrongClass, ""
			}
			keep(d)
			continue
		}
		path, w, err := pathOf(e, x.puzzle)
		if err != nil {
			return nil, err
		}
		asked, most = append(asked, d), append(most, w.hardest())
		at = append(at, line(path.Before(slices.Index(w.rungs, w.hardest()))))
	}
	for from := 0; from < len(asked); from += cfg.Batch {
		to := min(from+cfg.Batch, len(asked))
		answers, err := ask(ctx, r, cfg, without(arm), at[from:to])
		if err != nil {
			return nil, err
		}
		for i, a := range answers {
			next := none
			if len(a.Steps) > 0 {
				if next, err = named(a.Steps[0].Technique); err != nil {
					return nil, err
				}
			}
			keep(after(asked[from+i], most[from+i], next))
		}
	}
	slices.SortStableFunc(found, func(a, b difference) int {
		return cmp.Or(b.Count-a.Count, strings.Compare(a.Class, b.Class), strings.Compare(a.Harder, b.Harder), strings.Compare(a.Hardest, b.Hardest))
	})
	return found, nil
}

// ourNext returns our next step where the program's path takes its hardest technique for the first time, and whether a
// step of the program's before that, or this one, is wrong.
func ourNext(e *explain.Explainer, x *pair) (next int, wrong bool, err error) {
	t := newTrail(x.puzzle)
	first := slices.Index(x.theirs.rungs, x.theirs.hardest())
	for _, s := range x.steps[:first] {
		if err := t.step(s); err != nil {
			return none, false, err
		}
	}
	p, err := e.Position(t.at, t.marks)
	if err != nil {
		return none, false, err
	}
	if err := t.step(x.steps[first]); err != nil {
		return none, false, err
	}
	if t.wrong {
		return none, true, nil
	}
	s, err := e.Next(p)
	if errors.Is(err, explain.ErrStuck) {
		return none, false, nil
	}
	if err != nil {
		return none, false, err
	}
	next, err = onLadder(s.Technique)
	return next, false, err
}

// lines writes puzzles as the program reads them.
func lines(list []*puzzle) []string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = p.board.String()
	}
	return out
}

// Sides of the timed rounds, as metrics have them.
const (
	pathSide    = "path"
	ratingSide  = "rating"
	programSide = "hodoku"
)

// speed times both programs on the same puzzles in turn: whole paths, with the steps kept, and on our side ratings
// alone as well.
func speed(ctx context.Context, cfg Config, r *lab.Run) error {
	e, list, err := opened(ctx, cfg, cfg.Timed, r.Seed)
	if err != nil {
		return err
	}
	text := lines(list)
	ours := func(each func(board.Board) error) lab.Side {
		return lab.Timed(func(context.Context, int) (float64, error) {
			begin := time.Now()
			for _, p := range list {
				if err := each(p.board); err != nil {
					return 0, err
				}
			}
			return time.Since(begin).Seconds(), nil
		})
	}
	sides := []lab.Side{
		ours(func(b board.Board) error { _, err := e.Path(b); return err }),
		ours(func(b board.Board) error { _, err := e.Rate(b); return err }),
		lab.Timed(func(ctx context.Context, _ int) (seconds float64, err error) {
			answers, err := ask(ctx, r, cfg, without(sharedArm), text)
			for _, a := range answers {
				seconds += a.Seconds
			}
			return seconds, err
		}),
	}
	readings, err := r.Interleave(ctx, lab.Interleaving{Rounds: cfg.Rounds, Sides: sides})
	if err != nil {
		return err
	}
	r.Count("puzzles", int64(len(list)), "puzzles")
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	theirs := readings[len(sides)-1][0]
	for i, name := range []string{pathSide, ratingSide, programSide} {
		rates := make([]float64, cfg.Rounds)
		for k, seconds := range readings[i][0] {
			rates[k] = float64(len(list)) / seconds
		}
		if err := lab.KeepMedian(r.Noisy, rng, name+" rate", "puzzles/s", rates); err != nil {
			return err
		}
		if i == len(sides)-1 {
			break
		}
		if _, err := lab.KeepRatio(r, rng, name+" ratio", "of the program's speed", theirs, readings[i][0], cfg.Bootstrap); err != nil {
			return err
		}
	}
	return nil
}
