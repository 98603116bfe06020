package method

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

// exactNames are the names of the methods of [exact], in its order. They stand apart so that a
// package that only registers a method does not reach every engine (see package codeid).
var exactNames = []string{
	"csp", "csp-fifo", "csp-lifo", "csp-fifo-set", "csp-trail", "csp-degree", "csp-lcv", "csp-first", "csp-fc", "csp-plain",
	"dlx", "bitboard", "wide", "sat", "wide-sat", "minigrid", "minigrid-singles", "minigrid-parallel",
}

// exact makes the list of the exact methods.
func exact() []Method {
	return []Method{
		ofCSP("csp", "AC-3, MAC and MRV with the events queue: fastest of the csp family", func(*csp.Config) {}),
		ofCSP("csp-fifo", "AC-3, MAC and MRV with the plain queue of arcs, as printed in textbooks", func(c *csp.Config) {
			c.Queue = csp.FIFO
		}),
		ofCSP("csp-lifo", "as csp-fifo, but the arc queued last is revised first", func(c *csp.Config) {
			c.Queue = csp.LIFO
		}),
		ofCSP("csp-fifo-set", "as csp-fifo, but no arc waits twice in the queue", func(c *csp.Config) {
			c.Queue = csp.FIFOSet
		}),
		ofCSP("csp-trail", "as csp, but domains come back from a trail instead of copies", func(c *csp.Config) {
			c.Store = csp.Trail
		}),
		ofCSP("csp-degree", "as csp, ties of MRV broken by the number of open neighbours", func(c *csp.Config) {
			c.VariableOrder = csp.MRVDegree
		}),
		ofCSP("csp-lcv", "as csp, least constraining value first", func(c *csp.Config) {
			c.ValueOrder = csp.LeastConstraining
		}),
		ofCSP("csp-first", "as csp, cells in order instead of MRV", func(c *csp.Config) {
			c.VariableOrder = csp.First
		}),
		ofCSP("csp-fc", "AC-3 at the root, then forward checking instead of MAC, and MRV", func(c *csp.Config) {
			c.Propagation = csp.ForwardChecking
		}),
		ofCSP("csp-plain", "AC-3 at the root, then backtracking with backward checks only, and MRV on the root's domains", func(c *csp.Config) {
			c.Propagation = csp.Plain
		}),
		ofDLX(),
		ofBitboard(),
		ofWide(),
		ofSAT(),
		ofWideSAT(),
		ofMinigrid("minigrid", "fillings of each box, their graph pruned, then extraction: the minigrid paper, corrected", func(*minigrid.Config) {}),
		ofMinigrid("minigrid-singles", "as minigrid, after naked and hidden singles: for boards of side 16 and more", func(c *minigrid.Config) {
			c.Fillings = minigrid.Singles
		}),
		ofMinigrid("minigrid-parallel", "as minigrid, boxes and pairs of boxes worked on by all cores", func(c *minigrid.Config) { c.Workers = 0 }),
	}
}

const everyBoard = "every board"

// takesAll is Method.Takes of the methods for every board.
func takesAll(s *board.Shape) error {
	if s == nil {
		return errNoShape
	}
	return nil
}

// made is Method.Make of an engine without options.
func made(engine func() solver.Solver) func(context.Context, Options) (Opened, error) {
	return func(context.Context, Options) (Opened, error) {
		return Opened{New: func() (solver.Solver, error) { return engine(), nil }}, nil
	}
}

// Searching returns the method that a search makes, for boards of every shape: all that an engine of its own needs to have a name.
func Searching(name, about string, search solver.Search) Method {
	return Method{
		Name: name, Family: name, About: about, Proves: Decides, Boards: everyBoard, Takes: takesAll,
		Enumerates: true, Nodes: "digits tried", Config: struct {
			Name string `json:"name"`
		}{name},
		Make: made(func() solver.Solver { return engine.Searching(name, search) }),
	}
}

func ofCSP(name, about string, change func(*csp.Config)) Method {
	cfg := engine.DefaultCSP()
	cfg.Name = name
	change(&cfg.Config)
	return Method{
		Name: name, Family: "csp", About: about, Proves: Decides, Boards: everyBoard, Takes: takesAll,
		Enumerates: true, Explains: Propagation, Nodes: "values tried", Config: cfg,
		Make: made(func() solver.Solver { return propagator{engine.CSP(cfg)} }),
	}
}

func ofDLX() Method {
	cfg := engine.DefaultDLX()
	return Method{
		Name: cfg.Name, Family: cfg.Name, About: "exact cover by dancing links, the item with the fewest options first",
		Proves: Decides, Boards: everyBoard, Takes: takesAll, Enumerates: true, Nodes: "options tried, forced ones included", Config: cfg,
		Make: made(func() solver.Solver { return engine.DLX(cfg) }),
	}
}

func ofBitboard() Method {
	cfg := engine.DefaultBitboard()
	return Method{
		Name: cfg.Name, Family: cfg.Name, About: "bit words by digit and band, for 9×9 only: the fastest",
		Proves: Decides, Boards: "9×9", Enumerates: true, Nodes: "guesses", Config: cfg,
		Takes: func(s *board.Shape) error {
			switch {
			case s == nil:
				return errNoShape
			case s != board.Standard():
				return fmt.Errorf("method: bitboard takes plain 9×9 boards only, not %s", s)
			}
			return nil
		},
		Make: made(func() solver.Solver { return engine.Bitboard(cfg) }),
	}
}

func ofWide() Method {
	cfg := engine.DefaultWide()
	return Method{
		Name: cfg.Name, Family: cfg.Name, About: "bit masks and weighted choices, for boards of every shape: the fast counter for side 16 and more",
		Proves: Decides, Boards: everyBoard, Takes: takesAll, Enumerates: true, Nodes: "guesses", Config: cfg,
		Make: made(func() solver.Solver { return engine.Wide(cfg) }),
	}
}

func ofSAT() Method {
	cfg := engine.DefaultSAT()
	return Method{
		Name: cfg.Name, Family: cfg.Name, About: "clause learning on the board's formula",
		Proves: Decides, Boards: everyBoard, Takes: takesAll, Enumerates: true, Config: cfg,
		Make: made(func() solver.Solver { return engine.SAT(cfg) }),
	}
}

func ofWideSAT() Method {
	cfg := engine.DefaultWideSAT()
	return Method{
		Name: cfg.Name, Family: "wide", About: "wide for a while, then sat on what is left: for hard boards of side 25 and 36",
		Proves: Decides, Boards: everyBoard, Takes: takesAll, Nodes: "guesses before the formula takes over", Config: cfg,
		Make: made(func() solver.Solver { return engine.WideSAT(cfg) }),
	}
}

func ofMinigrid(name, about string, change func(*minigrid.Config)) Method {
	cfg := engine.DefaultMinigrid()
	cfg.Name = name
	change(&cfg.Config)
	return Method{
		Name: name, Family: "minigrid", About: about, Proves: Decides, Boards: everyBoard, Takes: takesAll,
		Enumerates: true, Nodes: "fillings tried by the extraction", Options: []Option{Workers, Vertices, Bytes}, Config: cfg,
		Make: func(_ context.Context, o Options) (Opened, error) {
			cfg := cfg
			cfg.MaxVertices, cfg.MaxBytes = bound(o.Vertices, cfg.MaxVertices), bound(o.Bytes, cfg.MaxBytes)
			if o.Workers != 0 {
				cfg.Workers = o.Workers
			}
			return Opened{New: func() (solver.Solver, error) { return engine.Minigrid(cfg), nil }}, nil
		},
	}
}
