package cspmemory

import (
	"context"
	"errors"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/generate"
)

// job is what one puzzle needs, all of it made for that puzzle alone, as the document does:
// the constraint graph, the solver's workspace, the domains, the boards. The project's own solver shares
// the first and keeps the second.
type job struct {
	network *csp.Network
	solver  *csp.Solver
	domains []csp.Set
	puzzle  generate.Puzzle
	nodes   int64
}

// maker makes jobs.
type maker struct {
	cfg       csp.Config
	generator *generate.Generator
	look      func() // called at every removal test and at the end, for peaks; may be nil
}

func newMaker(cfg csp.Config, level generate.Level, seed uint64) (*maker, error) {
	m := &maker{cfg: cfg}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	g := generate.DefaultConfig()
	g.Level, g.Seed = level, seed
	var err error
	m.generator, err = generate.New(g, m.accept)
	return m, err
}

// accept returns the document's test: AC-3 alone must fill the board.
func (m *maker) accept() generate.Accept {
	s, err := csp.NewSolver(encode.Network(board.Standard()), m.cfg)
	if err != nil {
		panic(err) // the configuration was validated
	}
	var domains []csp.Set
	return func(b board.Board) bool {
		if m.look != nil {
			m.look()
		}
		domains = encode.Domains(domains, b)
		res, err := s.Propagate(context.Background(), domains) // some microseconds
		return err == nil && res.Consistent && res.Open == 0
	}
}

// make generates the puzzle of an index and solves it. A panic is an error of this puzzle:
// the document claims that there are no crashes, and each would be one.
func (m *maker) make(ctx context.Context, index int) (j *job, err error) {
	defer func() {
		if p := recover(); p != nil {
			j, err = nil, fmt.Errorf("csp-memory: puzzle %d: panic: %v", index, p)
		}
	}()
	j = &job{}
	if j.puzzle, err = m.generator.Item(ctx, index); err != nil {
		return nil, err
	}
	if j.network, err = network(); err != nil {
		return nil, err
	}
	if j.solver, err = csp.NewSolver(j.network, m.cfg); err != nil {
		return nil, err
	}
	j.domains = encode.Domains(nil, j.puzzle.Board)
	res, err := j.solver.Solve(ctx, j.domains, csp.Limits{Solutions: 1})
	if err != nil {
		return nil, err
	}
	if res.Solutions == 0 {
		return nil, errors.New("csp-memory: no solution found")
	}
	j.nodes = res.Stats.Search.Nodes
	grid, err := encode.FromValues(j.puzzle.Board.Shape(), res.First)
	if err != nil {
		return nil, err
	}
	if err := board.CheckSolution(j.puzzle.Board, grid); err != nil {
		return nil, err
	}
	if !grid.Equal(j.puzzle.Solution) {
		return nil, errors.New("csp-memory: the solution is not the generator's")
	}
	if m.look != nil {
		m.look() // everything of this puzzle is there
	}
	return j, nil
}

// network builds the constraint graph; encode.Network builds it once and shares it.
func network() (*csp.Network, error) {
	shape := board.Standard()
	var b csp.Builder
	b.Variables(shape.Cells(), csp.Range(shape.Side()))
	for _, unit := range shape.Units() {
		b.AllDifferent(unit...)
	}
	return b.Build()
}
