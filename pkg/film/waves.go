package film

import (
	"errors"
	"fmt"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/render"
)

// Waves returns a picture of each wave of propagation on the puzzle, for a strip: in a wave
// every cell that has come down to one candidate strikes it from its peers, all at once. The
// first wave is that of the givens; the last is one that decides no further cell, or empties
// one. Waves that strike nothing are left out. A queue of arcs mixes the waves, but ends with the same candidates if none runs empty.
//
// Each picture shows what the wave struck, and the cells that it decided in focus.
func Waves(puzzle board.Board) ([]render.Picture, error) {
	if puzzle.IsZero() {
		return nil, errors.New("film: no puzzle")
	}
	r := newReplay(puzzle, encode.Domains(nil, puzzle))
	var out []render.Picture
	done := make([]bool, len(r.domains))
	for wave := 1; ; wave++ {
		var sources []int
		for _, cell := range r.singles() {
			if !done[cell] {
				done[cell] = true
				sources = append(sources, cell)
			}
		}
		if len(sources) == 0 {
			return out, nil
		}
		lost := r.strike(sources)
		fresh, struck, empty := map[int]bool{}, 0, 0
		var decided []string
		for cell, l := range lost {
			struck += l.Len()
			switch d := r.domains[cell]; {
			case l == 0:
			case d.Single():
				fresh[cell] = true
				decided = append(decided, r.name(cell))
			case d == 0:
				empty++
			}
		}
		if struck == 0 {
			return out, nil
		}
		pic := r.picture(fresh)
		for cell, l := range lost {
			pic.Removed[cell] = encode.Digits(l)
			if fresh[cell] {
				pic.Marks[cell] |= render.Focus
			}
		}
		pic.Caption = fmt.Sprintf("Wave %d: %s strike %s", wave, count(len(sources), "cell"), count(struck, "candidate"))
		switch {
		case empty > 0:
			pic.Caption += fmt.Sprintf(", and %s %s left with none.", count(empty, "cell"), verb(empty, "is", "are"))
		case len(decided) == 0:
			pic.Caption += " and decide no cell."
		default:
			pic.Caption += fmt.Sprintf(" and decide %s: %s.", count(len(decided), "cell"), strings.Join(decided, ", "))
		}
		out = append(out, pic)
		if empty > 0 {
			return out, nil
		}
	}
}
