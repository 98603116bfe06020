package cspdesign

import "math/bits"

// cells and digits of the one board size that the document knows.
const (
	cells  = 81
	digits = 9
	all    = 1<<digits - 1 // every digit as a mask
)

// A form is one way to write the domains of the 81 cells and AC-3 over them. The search is
// written once, over this interface: it calls a form some six times per node, where AC-3
// revises hundreds of arcs, so what a call costs does not show. Masks at this seam hold digit
// d at bit d − 1, whatever the form holds inside.
type form interface {
	// load takes the domains of a puzzle: one digit for a given, all nine for an empty cell.
	load(givens *[cells]uint8)
	// propagate runs AC-3 from all arcs or, if assigned is a cell, from the arcs into it. It
	// reports whether every domain kept a digit.
	propagate(assigned int) bool
	// sizes writes the number of digits in each domain.
	sizes(into *[cells]uint8)
	values(cell int) uint16
	// save keeps the domains as they are for restore; the calls nest.
	save()
	assign(cell, digit int)
	restore()
	counted() *counts
}

// counts are exact: the same on every machine, and in every form that takes the arcs in the
// same order.
type counts struct {
	arcs     int64 // revised
	pushes   int64 // arcs queued
	strikes  int64 // digits struck by AC-3
	requests int64 // for the peers of a cell
	peak     int64 // arcs that waited after a change, at most
}

func (c *counts) counted() *counts { return c }

// arc is the duty to revise the domain of one cell against that of a peer.
type arc struct{ of, to uint8 }

func bit(digit int) uint16 { return 1 << (digit - 1) }

// start returns the domain that a cell begins with.
func start(given uint8) uint16 {
	if given == 0 {
		return all
	}
	return bit(int(given))
}

func size(domain uint16) uint8 { return uint8(bits.OnesCount16(domain)) }
