package minigrid

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"sudokulab/pkg/board"
)

// Fillings says which fillings of a box phase 2 lists.
type Fillings string

const (
	// BoxOnly is the listing of section 3.2 to the letter: a digit is refused only if the box
	// holds it already. Rows and columns are left to phase 3.
	BoxOnly Fillings = "box"
	// Lines refuses what the masks of phase 1 refuse: digits that a given holds in the cell's
	// row, column or diagonal too. Section 3.1 says that the masks serve the listing of fillings;
	// the listing of section 3.2 then makes no use of them. It is the default.
	Lines Fillings = "lines"
	// Singles is Lines after naked and hidden singles have been filled in to a fixed point. It
	// is not in the paper.
	Singles Fillings = "singles"
)

// Words says in a sentence how fillings are listed: "with masks", the reading of the product.
func (f Fillings) Words() string {
	switch f {
	case BoxOnly:
		return "by the box alone"
	case Singles:
		return "with masks and singles"
	}
	return "with masks"
}

// Compatibility says when phase 3 joins two fillings of dependent boxes.
type Compatibility string

const (
	// Disjoint joins fillings that put no digit twice into a unit which they share: what the
	// game asks, and what section 3.3 says that an edge stands for. It is the default.
	Disjoint Compatibility = "disjoint"
	// Identical is the check that section 3.3 writes down: the shared lines hold identical digit
	// sequences. Two boxes of a band joined by it repeat each of their digits, so no
	// configuration of such fillings is a solution.
	Identical Compatibility = "identical"
)

// Pruning says which vertices phase 4 removes.
type Pruning string

const (
	// Supported keeps a vertex only while it has a neighbour in each dependent box: the
	// requirement of section 3.4 with the number of dependent boxes that a box really has,
	// 2(k−1) wherever it stands. It is the default.
	Supported Pruning = "supported"
	// DegreeBoxes counts dependent boxes to which an edge remains and asks for 2, 3 or 4 by the
	// position of the box: the text of section 3.4.
	DegreeBoxes Pruning = "degree-boxes"
	// DegreeEdges counts edges (degree(v) in the usual sense) and asks for 2, 3 or 4: the
	// pseudocode of section 3.4.
	DegreeEdges Pruning = "degree-edges"
	// Unpruned leaves the graph of phase 3 as it is, for comparison.
	Unpruned Pruning = "none"
)

// BoxOrder says which box the extraction fills next. The paper does not say.
type BoxOrder string

const (
	// Smallest takes an open box with the fewest fillings left, the lowest number among equals.
	Smallest BoxOrder = "smallest"
	// InOrder takes boxes 0, 1, 2, …
	InOrder BoxOrder = "in-order"
)

// Config selects the readings of the paper and the limits. Workers changes times only; every
// other field can change figures, so a record of a run holds its Config.
type Config struct {
	Fillings      Fillings      `json:"fillings"`
	Compatibility Compatibility `json:"compatibility"`
	Pruning       Pruning       `json:"pruning"`
	Order         BoxOrder      `json:"order"`
	// MaxVertices bounds the fillings listed, Σ|P_k|; 0 for no bound.
	MaxVertices int64 `json:"max_vertices"`
	// MaxBytes bounds the fillings, classes and adjacency together; 0 for no bound. See
	// [Connect] for what is not counted.
	MaxBytes int64 `json:"max_bytes"`
	// Workers bounds the goroutines of phases 2 and 3; 0 for one per core.
	Workers int `json:"workers"`
}

// The default limits. An empty 9×9 board, with nine boxes of 9! fillings, takes a fifth of the
// vertices and an eighth of the bytes.
const (
	defaultMaxVertices = 16 << 20
	defaultMaxBytes    = 1 << 30
)

// DefaultConfig returns the method as the lab uses it: the masks of phase 1 used in phase 2,
// no digit twice, one supporter in every dependent box.
func DefaultConfig() Config {
	return Config{
		Fillings:      Lines,
		Compatibility: Disjoint,
		Pruning:       Supported,
		Order:         Smallest,
		MaxVertices:   defaultMaxVertices,
		MaxBytes:      defaultMaxBytes,
	}
}

// LiteralConfig returns the method as the paper's pseudocode writes it: fillings by the box
// alone, identical sequences, edges counted against 2, 3 and 4.
func LiteralConfig() Config {
	c := DefaultConfig()
	c.Fillings, c.Compatibility, c.Pruning, c.Order = BoxOnly, Identical, DegreeEdges, InOrder
	return c
}

// Validate returns an error that names the first field with an unknown value.
func (c Config) Validate() error {
	return cmp.Or(
		oneOf("fillings", c.Fillings, BoxOnly, Lines, Singles),
		oneOf("compatibility", c.Compatibility, Disjoint, Identical),
		oneOf("pruning", c.Pruning, Supported, DegreeBoxes, DegreeEdges, Unpruned),
		oneOf("order", c.Order, Smallest, InOrder),
		notNegative("max_vertices", c.MaxVertices),
		notNegative("max_bytes", c.MaxBytes),
		notNegative("workers", int64(c.Workers)),
	)
}

// validFor is Validate with what the readings ask of a shape: sequences of lines and positions
// of boxes have no meaning where the boxes are regions of any form.
func (c Config) validFor(s *board.Shape) error {
	if err := c.Validate(); err != nil {
		return err
	}
	literal := c.Compatibility == Identical || c.Pruning == DegreeBoxes || c.Pruning == DegreeEdges
	if s.Box() == 0 && literal {
		return fmt.Errorf("minigrid: config: compatibility %q with pruning %q needs square boxes, the board has regions",
			string(c.Compatibility), string(c.Pruning))
	}
	return nil
}

func oneOf[T ~string](field string, value T, known ...T) error {
	if slices.Contains(known, value) {
		return nil
	}
	return fmt.Errorf("minigrid: config: %s is %q, want one of %q", field, string(value), known)
}

func notNegative(field string, value int64) error {
	if value < 0 {
		return fmt.Errorf("minigrid: config: %s is %d, want 0 or more", field, value)
	}
	return nil
}

// ErrCapped is the error of pruning or extracting from a graph that a limit left incomplete: any
// answer would be about another puzzle.
var ErrCapped = errors.New("minigrid: the graph is incomplete, a limit ended its construction")

// ErrNodes ends the sequence of [Graph.Extract] at its limit of nodes.
var ErrNodes = errors.New("minigrid: node limit reached")
