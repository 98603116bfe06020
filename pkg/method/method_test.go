package method_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

const (
	easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	four = "12..34..2.4..3.."
)

// none says in its own way that a board has no solution, and counts what is opened and closed.
type none struct {
	name string
	log  *log
}

type log struct {
	sync.Mutex
	open, shared int
}

func (n none) Name() string { return n.name }

func (n none) Solve(context.Context, board.Board, solver.Limits) (solver.Result, error) {
	return solver.Result{Status: solver.Unsat}, nil
}

func (n none) Close() error {
	n.log.Lock()
	defer n.log.Unlock()
	n.log.open--
	return nil
}

// noneMethod is a method with something to share and to close.
func noneMethod(name string, l *log) method.Method {
	return method.Method{
		Name: name, Family: name, About: "says that there is no solution", Learned: true, Proves: method.Finds, Boards: "every board",
		Takes: func(*board.Shape) error { return nil }, Config: struct{}{}, Options: []method.Option{method.Steps},
		Make: func(_ context.Context, o method.Options) (method.Opened, error) {
			if o.Steps == 13 {
				return method.Opened{}, errors.New("not 13 steps")
			}
			l.shared++
			return method.Opened{
				New: func() (solver.Solver, error) {
					l.Lock()
					defer l.Unlock()
					if o.Steps == 14 {
						return nil, errors.New("not 14 steps")
					}
					l.open++
					return none{name, l}, nil
				},
				Close: func() error {
					l.shared--
					return nil
				},
			}, nil
		},
	}
}

var (
	registered  log
	registering = sync.OnceFunc(func() { method.Register(noneMethod("none", &registered)) })
)

// TestRegister: what is registered is listed, opened and closed as the others are; a name that is
// taken, or a method that is not complete, is a panic with a sentence.
func TestRegister(t *testing.T) {
	registering()
	all := method.All()
	if got := all[len(all)-1].Name; got != "none" || !all[len(all)-1].Learned {
		t.Errorf("the last method is %s, want the one registered last", got)
	}
	if exact := method.Exact(); len(exact) != 18 || slices.ContainsFunc(exact, func(m method.Method) bool { return m.Learned }) {
		t.Errorf("%d exact methods, or learned ones among them", len(exact))
	}
	for name, tc := range map[string]struct {
		change func(*method.Method)
		want   string
	}{
		"taken by a registered one": {func(*method.Method) {}, "a method of that name already"},
		"taken by an exact one":     {func(m *method.Method) { m.Name = "wide" }, "a method of that name already"},
		"auto":                      {func(m *method.Method) { m.Name = method.Auto }, "a method of that name already"},
		"no name":                   {func(m *method.Method) { m.Name = "" }, "want a name"},
		"blanks":                    {func(m *method.Method) { m.Name = "two words" }, "want a name"},
		"no family":                 {func(m *method.Method) { m.Family = "" }, "family"},
		"no description":            {func(m *method.Method) { m.About = "" }, "description"},
		"two lines":                 {func(m *method.Method) { m.About = "a\nb" }, "description"},
		"no proof":                  {func(m *method.Method) { m.Proves = "much" }, `"much"`},
		"no boards":                 {func(m *method.Method) { m.Takes = nil }, "boards"},
		"no configuration":          {func(m *method.Method) { m.Config = nil }, "configuration"},
		"nothing to make":           {func(m *method.Method) { m.Make = nil }, "makes it"},
	} {
		m := noneMethod("none", &registered)
		if name != "taken by a registered one" {
			m.Name = "other"
		}
		tc.change(&m)
		if said := panics(func() { method.Register(m) }); !strings.HasPrefix(said, "method: Register of ") || !strings.Contains(said, tc.want) {
			t.Errorf("%s: panic %q, want one with %q", name, said, tc.want)
		}
	}
	if _, err := method.ByName("other"); err == nil {
		t.Error("a method that was refused is there")
	}
}

func panics(f func()) (said string) {
	defer func() { said = fmt.Sprint(recover()) }()
	f()
	return ""
}

// TestNames: the list has each name once, found again, with a configuration that a record can hold.
func TestNames(t *testing.T) {
	names := method.Names()
	if names[0] != method.Auto || names[1] != "csp" {
		t.Errorf("the list begins with %q, want auto and csp", names[:2])
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			t.Errorf("%s twice", name)
		}
		m, err := method.ByName(name)
		if err != nil || m.Name != name {
			t.Errorf("by name %s: %s, %v", name, m.Name, err)
		}
		data, err := json.Marshal(m.Config)
		if err != nil || !m.Learned && !strings.Contains(string(data), `"name":"`+name+`"`) {
			t.Errorf("%s: configuration %s, %v", name, data, err)
		}
	}
	if m, err := method.ByName(""); err != nil || m.Name != method.Auto {
		t.Errorf("no name: %s, %v", m.Name, err)
	}
}

// TestOpenErrors: each way to open a method wrongly is an error that says how to do it rightly.
func TestOpenErrors(t *testing.T) {
	registering()
	for _, tc := range []struct {
		name string
		o    method.Options
		want string
	}{
		{"minigird", method.Options{}, "did you mean minigrid?"},
		{"DLX9", method.Options{}, `no method "DLX9", want auto or one of csp, `},
		{"cps", method.Options{}, "did you mean csp?"},
		{"csp", method.Options{Steps: 8}, "method: csp takes no option steps; it is for gnn, "},
		{"bitboard", method.Options{Workers: 2}, "it is for minigrid, minigrid-singles, minigrid-parallel"},
		{method.Auto, method.Options{Weights: "candidate"}, "auto takes no option weights"},
		{"gnn", method.Options{Bytes: 1}, "gnn takes no option max-bytes"},
		{"dlx", method.Options{Vertices: 1}, "dlx takes no option max-vertices"},
		{"dlx", method.Options{Backend: "go"}, "dlx takes no option backend"},
		{"minigrid", method.Options{Workers: -1}, "workers -1: want 1 or more"},
		{"minigrid", method.Options{Vertices: -2}, "max-vertices -2: want 1 or more, 0 for the method's own bound, or -1 for none"},
		{"gnn", method.Options{Steps: -8}, "steps -8: want 1 or more"},
		{"gnn", method.Options{Steps: 12}, "steps 12: candidate: 12 steps, want a multiple"},
		{"gnn", method.Options{Weights: "nobody"}, `weights nobody: no weights "nobody", want candidate or literal or small, or a file`},
		{"gnn", method.Options{Weights: "nowhere.safetensors"}, "no such file"},
		{"gnn", method.Options{Backend: "abacus"}, "abacus"},
		{"none", method.Options{Steps: 13}, "method: none: not 13 steps"},
		{"none", method.Options{Steps: 14}, "method: none: not 14 steps"},
	} {
		s, err := method.Open(t.Context(), tc.name, tc.o)
		if err == nil || s != nil || !strings.HasPrefix(err.Error(), "method: ") || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s with %+v: %v, want an error with %q", tc.name, tc.o, err, tc.want)
		}
	}
	if registered.shared != 0 {
		t.Errorf("%d opened methods are left behind", registered.shared)
	}
	var wrong *method.OptionError
	if _, err := method.Open(t.Context(), "csp", method.Options{Steps: 8}); !errors.As(err, &wrong) || wrong.Option != method.Steps || wrong.Method != "csp" || len(wrong.Takers) < 9 {
		t.Errorf("%+v, want what was wrong in fields", wrong)
	}
	if _, err := method.Open(nil, "csp", method.Options{}); err == nil || !strings.Contains(err.Error(), "context is nil") { //nolint:staticcheck // what it is about
		t.Errorf("without a context: %v", err)
	}
}

// TestOptions: options do what they say, and plugin folders alone are none.
func TestOptions(t *testing.T) {
	b := board.MustParse(easy)
	solve := func(o method.Options) solver.Result {
		res, err := open(t, "minigrid", o).Solve(t.Context(), b, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	if res := solve(method.Options{Vertices: 10}); res.Status != solver.Capped {
		t.Errorf("10 fillings: %v, want capped", res.Status)
	}
	for _, o := range []method.Options{{}, {Vertices: method.NoBound, Bytes: method.NoBound}, {Workers: 2}, {PluginDirs: []string{"x"}}} {
		if res := solve(o); res.Status != solver.Unique {
			t.Errorf("%+v: %v, want unique", o, res.Status)
		}
	}
}

// TestMisuse: a solver that is closed, never opened, or given nothing says so.
func TestMisuse(t *testing.T) {
	b := board.MustParse(four)
	listed := func(s *method.Solver, ctx context.Context, b board.Board) (err error) {
		for _, listing := range s.Solutions(ctx, b) {
			err = listing
		}
		return err
	}
	for _, name := range []string{method.Auto, "csp", "dlx", "wide-sat"} {
		s, err := method.Open(t.Context(), name, method.Options{})
		if err != nil {
			t.Fatal(err)
		}
		check := func(what, want string, s *method.Solver, ctx context.Context, b board.Board) {
			t.Helper()
			_, solved := s.Solve(ctx, b, solver.Limits{})
			_, explained := s.Explain(ctx, b, solver.Limits{})
			for call, err := range map[string]error{"Solve": solved, "Explain": explained, "Solutions": listed(s, ctx, b)} {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %s, %s: %v, want an error with %q", name, what, call, err, want)
				}
			}
		}
		check("no context", "context is nil", s, nil, b)
		check("no board", "zero board", s, t.Context(), board.Board{})
		for range 2 {
			if err := s.Close(); err != nil {
				t.Errorf("%s: Close: %v", name, err)
			}
		}
		check("closed", "is closed", s, t.Context(), b)
		if _, err := s.Fork(); err == nil || !strings.Contains(err.Error(), "is closed") {
			t.Errorf("%s: Fork of a closed solver: %v", name, err)
		}
		check("never opened", "Open returns solvers", &method.Solver{}, t.Context(), b)
	}
}

// TestLacks: what a method cannot do is an error that names those that can.
func TestLacks(t *testing.T) {
	b := board.MustParse(four)
	for grid, err := range open(t, "wide-sat", method.Options{}).Solutions(t.Context(), b) {
		if err == nil || !strings.Contains(err.Error(), "wide-sat does not list solutions; these do: csp, ") || !grid.IsZero() {
			t.Errorf("%v, %v", grid, err)
		}
	}
	_, err := open(t, "dlx", method.Options{}).Explain(t.Context(), b, solver.Limits{})
	if err == nil || !strings.Contains(err.Error(), "dlx does not explain its answers; these do: csp, ") || !strings.Contains(err.Error(), "gnn-hybrid") {
		t.Errorf("%v", err)
	}
	e, err := open(t, "csp", method.Options{}).Explain(t.Context(), b, solver.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := e.Told.WriteText(&text); err != nil || !strings.Contains(text.String(), "r1c1 = 1 given") || e.Result.Status != solver.Multiple {
		t.Errorf("%v: %+v\n%s", err, e.Result, text.String())
	}
}

// TestAs finds the engine behind a solver, and no other one.
func TestAs(t *testing.T) {
	s := open(t, "csp-fifo", method.Options{})
	if e, ok := method.As[*engine.CSPSolver](s); !ok || e.Name() != "csp-fifo" {
		t.Error("no engine behind csp-fifo")
	}
	if _, ok := method.As[*engine.DLXSolver](s); ok {
		t.Error("another engine behind csp-fifo")
	}
	if _, ok := method.As[*engine.WideSolver](open(t, "wide", method.Options{})); !ok {
		t.Error("no engine behind wide")
	}
}

// TestFork: the forks of a solver answer at once, on goroutines of their own, as it does alone, and
// the last one closed lets go of what they share.
func TestFork(t *testing.T) {
	b := board.MustParse(easy)
	for _, name := range []string{method.Auto, "csp", "sat", "minigrid"} {
		s := open(t, name, method.Options{})
		want, err := s.Solve(t.Context(), b, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				f, err := s.Fork()
				if err != nil {
					t.Error(err)
					return
				}
				for range 3 {
					if got, err := f.Solve(t.Context(), b, solver.Limits{}); err != nil || !got.Grid.Equal(want.Grid) || got.Stats.Nodes != want.Stats.Nodes {
						t.Errorf("%s: %+v, %v; want %+v", name, got, err, want)
					}
				}
				if err := f.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
	registering()
	s, err := method.Open(t.Context(), "none", method.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Fork()
	if err != nil {
		t.Fatal(err)
	}
	for i, one := range []*method.Solver{s, f} {
		if registered.open != 2-i || registered.shared != 1 {
			t.Errorf("%d solvers open, %d methods, want %d and 1", registered.open, registered.shared, 2-i)
		}
		for range 2 { // twice: the second does nothing
			if err := one.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if registered.open != 0 || registered.shared != 0 {
		t.Errorf("%d solvers and %d methods are left open", registered.open, registered.shared)
	}
}
