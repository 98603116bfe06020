package engine

import (
	"fmt"
	"strings"

	"sudokulab/pkg/csp"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

// Entry is a named engine.
type Entry struct {
	Name  string
	About string // one line
	// Config is what New passes on, a struct with JSON tags for the records.
	Config any
	// New returns a fresh engine. Each goroutine needs its own.
	New func() solver.Solver
}

// All returns every named engine, the default one first. The list is made anew, so callers
// may change theirs.
func All() []Entry {
	return []Entry{
		cspEntry("csp", "AC-3, MAC and MRV with the events queue: fastest of the csp family", func(*csp.Config) {}),
		cspEntry("csp-fifo", "AC-3, MAC and MRV with the plain queue of arcs, as printed in textbooks", func(c *csp.Config) {
			c.Queue = csp.FIFO
		}),
		cspEntry("csp-lifo", "as csp-fifo, but the arc queued last is revised first", func(c *csp.Config) {
			c.Queue = csp.LIFO
		}),
		cspEntry("csp-fifo-set", "as csp-fifo, but no arc waits twice in the queue", func(c *csp.Config) {
			c.Queue = csp.FIFOSet
		}),
		cspEntry("csp-trail", "as csp, but domains come back from a trail instead of copies", func(c *csp.Config) {
			c.Store = csp.Trail
		}),
		cspEntry("csp-degree", "as csp, ties of MRV broken by the number of open neighbours", func(c *csp.Config) {
			c.VariableOrder = csp.MRVDegree
		}),
		cspEntry("csp-lcv", "as csp, least constraining value first", func(c *csp.Config) {
			c.ValueOrder = csp.LeastConstraining
		}),
		cspEntry("csp-first", "as csp, cells in order instead of MRV", func(c *csp.Config) {
			c.VariableOrder = csp.First
		}),
		cspEntry("csp-fc", "AC-3 at the root, then forward checking instead of MAC, and MRV", func(c *csp.Config) {
			c.Propagation = csp.ForwardChecking
		}),
		cspEntry("csp-plain", "AC-3 at the root, then backtracking with backward checks only, and MRV on the root's domains", func(c *csp.Config) {
			c.Propagation = csp.Plain
		}),
		dlxEntry(),
		bitboardEntry(),
		wideEntry(),
		satEntry(),
		wideSATEntry(),
		minigridEntry("minigrid", "fillings of each box, their graph pruned, then extraction: the minigrid paper, corrected", func(*minigrid.Config) {}),
		minigridEntry("minigrid-singles", "as minigrid, after naked and hidden singles: for boards of side 16 and more", func(c *minigrid.Config) {
			c.Fillings = minigrid.Singles
		}),
		minigridEntry("minigrid-parallel", "as minigrid, boxes and pairs of boxes worked on by all cores", func(c *minigrid.Config) { c.Workers = 0 }),
	}
}

func dlxEntry() Entry {
	cfg := DefaultDLX()
	return Entry{
		Name: cfg.Name, About: "exact cover by dancing links, the item with the fewest options first", Config: cfg,
		New: func() solver.Solver { return DLX(cfg) },
	}
}

func bitboardEntry() Entry {
	cfg := DefaultBitboard()
	return Entry{
		Name: cfg.Name, About: "bit words by digit and band, for 9×9 only: the fastest", Config: cfg,
		New: func() solver.Solver { return Bitboard(cfg) },
	}
}

func wideEntry() Entry {
	cfg := DefaultWide()
	return Entry{
		Name: cfg.Name, About: "bit masks and weighted choices, for boards of every shape: the fast counter for side 16 and more", Config: cfg,
		New: func() solver.Solver { return Wide(cfg) },
	}
}

func satEntry() Entry {
	cfg := DefaultSAT()
	return Entry{
		Name: cfg.Name, About: "clause learning on the board's formula", Config: cfg,
		New: func() solver.Solver { return SAT(cfg) },
	}
}

func wideSATEntry() Entry {
	cfg := DefaultWideSAT()
	return Entry{
		Name: cfg.Name, About: "wide for a while, then sat on what is left: for hard boards of side 25 and 36", Config: cfg,
		New: func() solver.Solver { return WideSAT(cfg) },
	}
}

func minigridEntry(name, about string, change func(*minigrid.Config)) Entry {
	cfg := DefaultMinigrid()
	cfg.Name = name
	change(&cfg.Config)
	return Entry{Name: name, About: about, Config: cfg, New: func() solver.Solver { return Minigrid(cfg) }}
}

func cspEntry(name, about string, change func(*csp.Config)) Entry {
	cfg := DefaultCSP()
	cfg.Name = name
	change(&cfg.Config)
	return Entry{
		Name:   name,
		About:  about,
		Config: cfg,
		New:    func() solver.Solver { return CSP(cfg) },
	}
}

// ByName returns the entry of that name; the error lists the names there are.
func ByName(name string) (Entry, error) {
	all := All()
	names := make([]string, len(all))
	for i, e := range all {
		if e.Name == name {
			return e, nil
		}
		names[i] = e.Name
	}
	return Entry{}, fmt.Errorf("engine: no engine %q, want one of %s", name, strings.Join(names, ", "))
}
