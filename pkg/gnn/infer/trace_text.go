package infer

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"sudokulab/pkg/board"
)

// WriteText writes the rounds as boards with the model's confidence, in percent rounded down,
// beside its first digit: 7?61 in a cell that stays open, 7+98 in one that the round fills, 7
// alone in one that was filled before.
func (t *Trace) WriteText(w io.Writer) error {
	var b bytes.Buffer
	ends := t.Ends
	for i, r := range t.Rounds {
		fmt.Fprintf(&b, "%s, round %d", r.Method, r.Round)
		if r.Path > 0 {
			fmt.Fprintf(&b, ", path %d (score %.3f)", r.Path, r.Score)
		}
		fmt.Fprintf(&b, ": %d cells open, %d filled", len(r.Model), len(r.Filled))
		if len(r.Refused) > 0 {
			fmt.Fprintf(&b, ", %d refused", len(r.Refused))
		}
		b.WriteByte('\n')
		if err := t.writeBoard(&b, r); err != nil {
			return err
		}
		if len(r.Branches) > 0 {
			fmt.Fprintf(&b, "branches: %s\n", t.fills(r.Branches))
		}
		if i+1 < len(t.Rounds) && t.Rounds[i+1].Method == r.Method || len(ends) == 0 || ends[0].Method != r.Method {
			continue
		}
		e := ends[0]
		ends = ends[1:]
		if e.Solved {
			fmt.Fprintf(&b, "%s: solved\n", e.Method)
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n", e.Method, strings.TrimPrefix(e.Why, "infer: "))
		if len(e.Weakest) > 0 {
			fmt.Fprintf(&b, "least confident: %s\n", t.fills(e.Weakest))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// fills writes r1c3=7 (61 %), r2c5=1 (34 %).
func (t *Trace) fills(fs []Fill) string {
	words := make([]string, len(fs))
	for i, f := range fs {
		words[i] = fmt.Sprintf("%s=%c (%d %%)", t.Shape.CellName(f.Cell), board.Numeric[f.Digit-1], percent(f.P))
	}
	return strings.Join(words, ", ")
}

// percent rounds down, so that 100 is certainty; the small addend is for decimal fractions
// that binary numbers miss.
func percent(p float32) int { return int(float64(p)*100 + 1e-5) }

func (t *Trace) writeBoard(b *bytes.Buffer, r Round) error {
	const width = 6
	grid, err := t.BoardOf(r)
	if err != nil {
		return err
	}
	n, k := t.Shape.Side(), t.Shape.Box()
	text := make([]string, len(grid.Cells()))
	for cell, d := range grid.Cells() {
		if d != 0 {
			text[cell] = string(board.Numeric[d-1])
		}
	}
	for _, m := range []struct {
		sign  byte
		fills []Fill
	}{{'?', r.Model}, {'+', r.Filled}} {
		for _, f := range m.fills {
			text[f.Cell] = fmt.Sprintf("%c%c%d", board.Numeric[f.Digit-1], m.sign, percent(f.P))
		}
	}
	for cell, s := range text {
		if k > 0 && cell > 0 && cell%(n*k) == 0 {
			for c := range n {
				if c > 0 && c%k == 0 {
					b.WriteString("+-")
				}
				b.WriteString(strings.Repeat("-", width))
			}
			b.WriteByte('\n')
		}
		if col := cell % n; col > 0 && k > 0 && col%k == 0 {
			b.WriteString("| ")
		}
		if cell%n == n-1 {
			b.WriteString(s + "\n")
		} else {
			fmt.Fprintf(b, "%-*s", width, s)
		}
	}
	return nil
}
