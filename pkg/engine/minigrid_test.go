package engine_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

func TestMinigridEmptyBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a graph of three million fillings")
	}
	res := solve(t, engine.Minigrid(engine.DefaultMinigrid()), board.New(board.Standard()), solver.Limits{Solutions: 1000})
	if res.Status != solver.Multiple || res.Solutions != 1000 || res.Stats.Counter(engine.CounterFillings) != 9*362_880 {
		t.Errorf("%s, %d solutions, %d fillings", res.Status, res.Solutions, res.Stats.Counter(engine.CounterFillings))
	}
}

// A graph that outgrows its bounds is no answer, and no error of Solve either.
func TestMinigridCapped(t *testing.T) {
	for name, change := range map[string]func(*minigrid.Config){
		"vertices": func(c *minigrid.Config) { c.MaxVertices = 100 },
		"bytes":    func(c *minigrid.Config) { c.MaxBytes = 1000 },
	} {
		cfg := engine.DefaultMinigrid()
		change(&cfg.Config)
		e := engine.Minigrid(cfg)
		res := solve(t, e, board.MustParse(hard), solver.Limits{})
		if res.Status != solver.Capped || res.Solutions != 0 || !res.Grid.IsZero() {
			t.Errorf("%s: %s, %d solutions", name, res.Status, res.Solutions)
		}
		for _, err := range e.Solutions(context.Background(), board.MustParse(hard)) {
			if !errors.Is(err, minigrid.ErrCapped) || !strings.HasPrefix(err.Error(), "engine: minigrid: ") {
				t.Errorf("%s: enumeration gives %v", name, err)
			}
		}
	}
}

func TestMinigridCounters(t *testing.T) {
	res := solve(t, engine.Minigrid(engine.DefaultMinigrid()), board.MustParse(hard), solver.Limits{})
	a, err := minigrid.Analyse(context.Background(), board.MustParse(hard), minigrid.DefaultConfig(), solver.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int64{
		engine.CounterFillings: a.Permutations.Total(), engine.CounterTried: a.Phases[1].Steps, engine.CounterComparisons: a.Phases[2].Steps,
		engine.CounterEdges: a.Graph.Edges(), engine.CounterSurvivors: a.Graph.Metrics().Alive, engine.CounterRounds: int64(a.Graph.Rounds()),
		engine.CounterBytes: a.Graph.Bytes().Total(), engine.CounterDeadEnds: a.Extract.DeadEnds,
	} {
		if got := res.Stats.Counter(name); got != want || want == 0 {
			t.Errorf("%s: %d, want %d and not 0", name, got, want)
		}
	}
	if res.Stats.Nodes != a.Extract.Nodes {
		t.Errorf("%d nodes, want %d", res.Stats.Nodes, a.Extract.Nodes)
	}
}

func TestBadConfigurations(t *testing.T) {
	for _, e := range []solver.Solver{
		engine.DLX(engine.DLXConfig{}),
		engine.Minigrid(engine.MinigridConfig{}),
	} {
		_, err := e.Solve(context.Background(), board.MustParse(easy), solver.Limits{})
		if err == nil || !strings.HasPrefix(err.Error(), "engine: "+e.Name()+": ") {
			t.Errorf("%s: %v, want the error of its empty configuration", e.Name(), err)
		}
		for _, err := range e.(solver.Enumerator).Solutions(context.Background(), board.MustParse(easy)) {
			if err == nil {
				t.Errorf("%s enumerates in spite of its configuration", e.Name())
			}
		}
	}
}
