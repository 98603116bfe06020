package engine

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/encode"
)

// Domains returns the digits that arc consistency leaves each cell of a board, without search: what the document's page
// shows below the cells (csp.md, "GUI Overview"). Emptied is the cell that ran out of digits, −1 if none did; the digits are
// then those of the moment when it showed.
func (e *CSPSolver) Domains(ctx context.Context, puzzle board.Board) (domains []board.Digits, emptied int, err error) {
	if err := noContext(ctx, e.cfg.Name); err != nil {
		return nil, -1, err
	}
	w, err := e.take(puzzle)
	if err != nil {
		return nil, -1, err
	}
	defer e.put(puzzle, w)
	p, err := w.csp.Propagate(ctx, w.domains)
	if err != nil {
		return nil, -1, fmt.Errorf("engine: domains: %w", err)
	}
	emptied = -1
	if !p.Consistent {
		emptied = p.Wiped
	}
	domains = make([]board.Digits, len(p.Domains))
	for cell, d := range p.Domains {
		domains[cell] = encode.Digits(d)
	}
	return domains, emptied, nil
}
