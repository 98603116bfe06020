package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

// reasonTime bounds, by default, how long the engine looks for a second solution.
const reasonTime = 10 * time.Second

// reasonFlags are those of the commands that reason as people do.
type reasonFlags struct {
	techniques []string
	timeout    time.Duration
}

func (f *reasonFlags) register(cmd *cobra.Command) {
	addNames(cmd, &f.techniques, "technique", "use only these techniques, in this order, such as naked-single,x-wing (default: all, the easiest first)")
	complete(cmd, "technique", techniqueNames()...)
	f.timeout = reasonTime
	addTime(cmd, &f.timeout, "timeout", "bound on the engine's proof that a puzzle has one solution (0: none); without it nothing rests on that")
}

// techniqueNames are the names of all techniques.
func techniqueNames() (names []string) {
	for _, t := range explain.Techniques() {
		names = append(names, t.String())
	}
	return names
}

// techniqueOf reads the name of a technique.
func techniqueOf(flag, word string) (explain.Technique, error) {
	var t explain.Technique
	if err := t.UnmarshalText([]byte(word)); err != nil || t == explain.None {
		return t, fmt.Errorf("--%s %s: %s", flag, word, wantOneOf(word, techniqueNames()))
	}
	return t, nil
}

// reasoning opens the engine. The caller closes it.
func (f *reasonFlags) reasoning(ctx context.Context) (*reasoning, error) {
	r := &reasoning{limits: solver.Limits{Solutions: 2, Time: f.timeout}}
	for _, word := range f.techniques {
		t, err := techniqueOf("technique", strings.TrimSpace(word))
		if err != nil {
			return nil, err
		}
		if slices.Contains(r.techniques, t) {
			return nil, fmt.Errorf("--technique %s: it is named twice", word)
		}
		r.techniques = append(r.techniques, t)
	}
	by, err := method.Open(ctx, method.Auto, method.Options{})
	if err != nil {
		return nil, err
	}
	r.engines.of = by
	return r, nil
}

// reasoning makes reasoners, one for each goroutine.
type reasoning struct {
	engines    forks
	limits     solver.Limits
	techniques []explain.Technique
}

func (r *reasoning) next() *reasoner {
	return &reasoner{by: r.engines.next(), limits: r.limits, techniques: r.techniques, explainers: map[reasonKey]*explain.Explainer{}}
}

// reasoner asks the engine for what is known of a puzzle and explains it. It serves one goroutine.
type reasoner struct {
	by         namedSolver
	limits     solver.Limits
	techniques []explain.Technique
	explainers map[reasonKey]*explain.Explainer
}

// reasonKey is what an explainer depends on.
type reasonKey struct {
	shape    *board.Shape
	unique   bool
	order    explain.Order
	alphabet board.Alphabet
}

// known counts the solutions of a puzzle, up to two.
func (r *reasoner) known(ctx context.Context, b board.Board) (explain.Known, solver.Result, error) {
	var k explain.Known
	res, err := r.by.Solve(ctx, b, r.limits)
	if err != nil {
		return k, res, err
	}
	switch res.Status {
	case solver.Unsat:
		k.Solutions = explain.NoSolution
	case solver.Multiple:
		k.Solutions = explain.SeveralSolutions
	case solver.Unique:
		if err := verified(r.by, b, res.Grid); err != nil {
			return k, res, err
		}
		k.Solutions, k.Solution = explain.OneSolution, res.Grid
	case solver.Cancelled:
		return k, res, ctx.Err()
	}
	return k, res, nil
}

// explainer returns the explainer for a board, which writes digits as the pen does. Techniques that rest on
// uniqueness need it proved.
func (r *reasoner) explainer(p pen, shape *board.Shape, k explain.Known, order explain.Order) (*explain.Explainer, error) {
	key := reasonKey{shape, k.Solutions == explain.OneSolution, order, p.alphabet}
	if e := r.explainers[key]; e != nil {
		return e, nil
	}
	o := explain.Options{Techniques: r.techniques, Unique: key.unique, Order: order, Alphabet: p.alphabet}
	if !key.unique && len(o.Techniques) > 0 {
		o.Techniques = slices.DeleteFunc(slices.Clone(o.Techniques), func(t explain.Technique) bool { return t.Info().Unique })
		if len(o.Techniques) == 0 {
			return nil, errors.New("--technique: all of these rest on there being one solution, which is not proved; a longer --timeout may prove it")
		}
	}
	e, err := explain.New(shape, o)
	if err != nil {
		return nil, err
	}
	r.explainers[key] = e
	return e, nil
}

// unfit says why nothing is to be explained of a puzzle: it has no solution or several. It wraps
// errNotUnique; nil says that the puzzle can be reasoned about.
func unfit(p pen, b board.Board, k explain.Known) error {
	switch k.Solutions {
	case explain.NoSolution:
		if all := clash(b, solver.Unsat); len(all) > 0 {
			return fmt.Errorf("%w: no solution: %s", errNotUnique, p.conflicts(all))
		}
		return fmt.Errorf("%w: there is no solution", errNotUnique)
	case explain.SeveralSolutions:
		return fmt.Errorf("%w: there are several solutions, so no reasons lead to one of them", errNotUnique)
	}
	return nil
}

// withoutPackage drops the name of package explain from a sentence that is for a person.
func withoutPackage(err error) string { return strings.TrimPrefix(err.Error(), "explain: ") }

// clean drops the name of package explain from an error about a person's input.
func clean(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(withoutPackage(err))
}

// namedCell begins what behind a puzzle says which of its candidates a person has struck.
var namedCell = regexp.MustCompile(`(?i)\br(\d+)c(\d+)`)

// struckOf returns the candidates struck that stand behind a puzzle, as explain.Position.Struck writes
// them; empty if what stands there is something else. What begins with a cell is meant as such a list, so that one
// written in another way is an error where it is parsed, and not left out.
func struckOf(e *entry) string {
	text := strings.Join(strings.Fields(e.Rating+" "+e.Name), " ")
	if at := namedCell.FindStringIndex(text); len(at) == 0 || at[0] > 0 {
		return ""
	}
	return namedCell.ReplaceAllString(text, "r${1}c${2}")
}

// nameOf returns the name behind a puzzle, which what is struck is not.
func nameOf(e *entry) string {
	if struckOf(e) != "" {
		return ""
	}
	return e.Name
}

// spelled writes candidates struck in another alphabet. A character that the first lacks becomes one that no board has.
func spelled(struck string, from, to board.Alphabet) string {
	digits := false
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			digits = false
		case digits:
			if i := strings.IndexRune(string(from), r); i >= 0 {
				return rune(to[i])
			}
			return '?'
		case r == '-':
			digits = true
		}
		return r
	}, struck)
}

// ending checks that a file's name has one of the endings.
func ending(flag, path string, endings ...string) error {
	if path == "" || slices.Contains(endings, strings.ToLower(filepath.Ext(path))) {
		return nil
	}
	return fmt.Errorf("--%s %s: want a name that ends in %s", flag, path, orList(endings))
}
