package nbui

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Again measures cases of an experiment's smoke profile here and now, those that match one of the
// patterns (see [record.Match]) if there are any, and shows each exact figure beside the committed one. A bar
// moves while it measures. Cases that need a public puzzle set or another project's program are
// left out everywhere, so that the display does not depend on what the machine happens to have;
// noisy figures such as times are not shown.
func Again(e *lab.Experiment, patterns ...string) {
	root, err := Root()
	end("again", err)
	var public []string
	l := &lab.Lab{Root: root, Corpora: &corpus.Store{}}
	bar := Progress("Measuring "+e.ID+" again", countCases(e, patterns, &public))
	found, err := l.Again(context.Background(), e, func(c lab.Case) bool { return chosen(c.Key(), patterns) && !needs(c) }, func(done, _ int) { bar.Add(done - bar.done) })
	end("again", errors.Join(err, bar.close()))
	show("again", func() (bundle, error) { return againOf(e.ID, found, public) })
}

// chosen tells whether a key matches one of the patterns, or there are none.
func chosen(key string, patterns []string) bool {
	return len(patterns) == 0 || slices.ContainsFunc(patterns, func(p string) bool { return record.Match(p, key) })
}

// needs tells whether a case needs what only some machines have.
func needs(c lab.Case) bool {
	if c.Peer != "" {
		return true
	}
	if c.Corpus == "" {
		return false
	}
	set, err := corpus.ByID(c.Corpus)
	return err != nil || !set.Embedded
}

// countCases counts the cases that Again measures, and notes those that it leaves out.
func countCases(e *lab.Experiment, patterns []string, out *[]string) (n int) {
	for _, c := range e.Plan(lab.Smoke).Cases {
		switch {
		case !chosen(c.Key(), patterns):
		case needs(c):
			*out = append(*out, c.Key())
		default:
			n++
		}
	}
	return n
}

func againOf(experiment string, found []lab.Comparison, left []string) (bundle, error) {
	if len(found) == 0 {
		return bundle{}, fmt.Errorf("%s: no case to measure; left out: %d that need a public set or another program", experiment, len(left))
	}
	t := lab.Table{Columns: []string{"Case", "Figure", "Committed", "Measured now", "Unit", ""}}
	differ := 0
	for _, c := range found {
		same, err := c.Same()
		if err != nil {
			return bundle{}, err
		}
		before := differ
		names := maps.Clone(c.Committed.Exact)
		maps.Copy(names, c.Measured.Exact)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			was, is := c.Committed.Exact[name], c.Measured.Exact[name]
			mark := "the same"
			if was != is {
				mark = "differs"
				differ++
			}
			t.Add(c.Measured.Case, name, exactOf(c.Committed, name), exactOf(c.Measured, name), names[name].Unit, mark)
		}
		for _, name := range slices.Sorted(maps.Keys(c.Measured.Texts)) {
			if c.Committed.Texts[name] != c.Measured.Texts[name] {
				differ++
				t.Add(c.Measured.Case, name, "a text", "another text", "", "differs")
			}
		}
		if !same && before == differ {
			differ++
			t.Add(c.Measured.Case, "configuration, corpus or status", "–", "–", "", "differs")
		}
	}
	t.Title = fmt.Sprintf("%s measured again at its smallest size: %s, ", experiment, counted(len(found), "case"))
	if differ == 0 {
		t.Title += "every exact figure the same"
	} else {
		t.Title += fmt.Sprintf("figures that differ: %d", differ)
	}
	if len(left) > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("Not measured here, as they need a public puzzle set or another project's program: %s.", strings.Join(left, ", ")))
	}
	return tableOf(t)
}

func exactOf(r record.Record, name string) string {
	m, ok := r.Exact[name]
	if !ok {
		return "–"
	}
	return lab.Number(m.Value)
}
