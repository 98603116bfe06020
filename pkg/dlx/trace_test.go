package dlx_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/dlx"
	"sudokulab/pkg/dlx/classic"
)

// TestTraceIsTheSolver: the traced search finds what the solver finds, in its order and with its counters, whatever the
// limits.
func TestTraceIsTheSolver(t *testing.T) {
	for name, p := range map[string]*dlx.Problem{
		"queens":      must(classic.Queens(7)),
		"langford":    must(classic.Langford(7)),
		"pentominoes": must(classic.Pentominoes(3, 20)),
		"macmahon":    must(classic.MacMahon(3, 3, 8)), // with colors
		"hopeless":    read(t, "a b c\na b\nb c\n"),
		"empty item":  read(t, "a b c\na b\n"),
	} {
		for _, cfg := range []dlx.Config{{Choice: dlx.MRV}, {Choice: dlx.First}} {
			if (name == "pentominoes" || name == "macmahon") && cfg.Choice == dlx.First {
				continue // takes minutes
			}
			for _, limits := range []dlx.Limits{{Solutions: 1}, {Solutions: 2}, {Solutions: 9, Nodes: 37}, {Solutions: 9, Nodes: 5000}} {
				for _, given := range [][]int{nil, {0}, {0, 1}} {
					s := solver(t, p, cfg)
					if slices.Max(append([]int{0}, given...)) >= p.Options() || name == "pentominoes" && given != nil {
						continue
					}
					want := solve(t, s, given, limits)
					listed := firstOf(t, solver(t, p, cfg), given, int(want.Solutions))
					var covers [][]int
					depth, last := 0, dlx.Counters{}
					got, err := dlx.Trace(t.Context(), s, given, limits, func(m dlx.Moment) error {
						switch m.Kind {
						case dlx.Tried:
							depth++
						case dlx.Returned:
							depth--
							if !m.Waiting(m.Item) || !m.Offered(m.Option) {
								t.Errorf("%s: after taking back option %d of item %d it is not offered", name, m.Option, m.Item)
							}
						case dlx.Dead:
							if !m.Waiting(m.Item) || m.Left(m.Item) != 0 {
								t.Errorf("%s: dead by item %d, which has %d options", name, m.Item, m.Left(m.Item))
							}
						case dlx.Covered:
							for item := range p.Primaries() {
								if m.Waiting(item) {
									t.Errorf("%s: covered, and item %d waits", name, item)
								}
							}
							chosen := m.Chosen(nil)
							slices.Sort(chosen)
							covers = append(covers, chosen)
						}
						if m.Level != depth {
							t.Errorf("%s: %v at level %d, want %d", name, m.Kind, m.Level, depth)
						}
						if depth > 0 && m.Kind == dlx.Tried {
							for _, o := range m.Chosen(nil) {
								if m.Offered(o) {
									t.Errorf("%s: option %d is chosen and offered", name, o)
								}
							}
						}
						last = m.Counters()
						return nil
					})
					if err != nil {
						t.Fatal(err)
					}
					if d := cmp.Diff(want, got); d != "" {
						t.Errorf("%s, %v, %v, given %v: the trace differs (-solver +trace):\n%s", name, cfg, limits, given, d)
					}
					if d := cmp.Diff(listed, covers); d != "" {
						t.Errorf("%s, %v, %v, given %v: other solutions (-solver +trace):\n%s", name, cfg, limits, given, d)
					}
					if last != got.Counters && got.Solutions+got.Counters.Nodes > 0 {
						t.Errorf("%s: the last moment has counters %+v, the result %+v", name, last, got.Counters)
					}
					// The solver is as new.
					if again := solve(t, s, given, limits); cmp.Diff(want, again) != "" {
						t.Errorf("%s: after a trace the solver says %+v, want %+v", name, again, want)
					}
				}
			}
		}
	}
}

// firstOf lists so many solutions.
func firstOf(t *testing.T, s *dlx.Solver, given []int, n int) (out [][]int) {
	t.Helper()
	if n == 0 {
		return nil
	}
	for o, err := range s.Solutions(t.Context(), given) {
		if err != nil {
			t.Fatal(err)
		}
		if out = append(out, slices.Clone(o)); len(out) == n {
			break
		}
	}
	return out
}

// TestTraceErrors: what is wrong is said, and an error of the listener ends the search and leaves the solver as new.
func TestTraceErrors(t *testing.T) {
	p := must(classic.Queens(6))
	s := solver(t, p, dlx.DefaultConfig())
	nothing := func(dlx.Moment) error { return nil }
	if _, err := dlx.Trace(t.Context(), nil, nil, dlx.Limits{}, nothing); err == nil {
		t.Error("a nil solver was traced")
	}
	if _, err := dlx.Trace(t.Context(), s, nil, dlx.Limits{}, nil); err == nil {
		t.Error("a trace without a listener")
	}
	if _, err := dlx.Trace(t.Context(), s, nil, dlx.Limits{Nodes: -1}, nothing); err == nil {
		t.Error("a negative limit was taken")
	}
	if _, err := dlx.Trace(t.Context(), s, []int{p.Options()}, dlx.Limits{}, nothing); err == nil {
		t.Error("an option that is not there was taken")
	}
	gone, told := errors.New("gone"), 0
	_, err := dlx.Trace(t.Context(), s, nil, dlx.Limits{}, func(dlx.Moment) error {
		told++
		if told == 3 {
			return gone
		}
		return nil
	})
	if !errors.Is(err, gone) || told != 3 {
		t.Errorf("%v after %d moments, want gone after 3", err, told)
	}
	if res := solve(t, s, nil, dlx.Limits{}); res.Solutions != 4 || res.Stop != dlx.Exhausted {
		t.Errorf("after a trace that was ended the solver finds %d, want 4", res.Solutions)
	}
}
