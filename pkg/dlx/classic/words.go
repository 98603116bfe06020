package classic

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"sudokulab/pkg/dlx"
)

// WordRectangles writes words into the lines of a board of rows × columns letters so that
// each row and each column is one of the words; a word may serve more than once. The rows
// "r0" … and columns "c0" … are primary items, the cells "row,column" secondary ones whose
// color is their letter. Words of other lengths are of no use; the words must differ.
func WordRectangles(rows, columns int, words []string) (*dlx.Problem, error) {
	if rows < 1 || columns < 1 {
		return nil, fmt.Errorf("classic: a rectangle of %d×%d letters", rows, columns)
	}
	seen := make(map[string]bool, len(words))
	for _, w := range words {
		if seen[w] {
			return nil, fmt.Errorf("classic: word %q occurs twice", w)
		}
		seen[w] = true
	}
	var b dlx.Builder
	for r := range rows {
		b.Primary("r" + strconv.Itoa(r))
	}
	for c := range columns {
		b.Primary("c" + strconv.Itoa(c))
	}
	first := rows + columns
	for cell := range rows * columns {
		b.Secondary(strconv.Itoa(cell/columns) + "," + strconv.Itoa(cell%columns))
	}
	// lines adds each word of the given length as an option of each of the items from
	// item on; letter k of line i lies on cell i·step + k·stride.
	lines := func(item, count, length, step, stride int) {
		var option []dlx.Element
		for _, w := range words {
			if utf8.RuneCountInString(w) != length {
				continue
			}
			for i := range count {
				option = append(option[:0], dlx.Element{Item: item + i})
				cell := first + i*step
				for _, letter := range w {
					option = append(option, dlx.Element{Item: cell, Color: b.Color(string(letter))})
					cell += stride
				}
				b.Option(option...)
			}
		}
	}
	lines(0, rows, columns, columns, 1)
	lines(rows, columns, rows, 1, columns)
	return b.Build()
}
