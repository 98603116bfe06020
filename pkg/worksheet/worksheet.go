package worksheet

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"

	"sudokulab/pkg/board"
	"sudokulab/pkg/render"
)

// Puzzle is a puzzle of a sheet.
type Puzzle struct {
	Board    board.Board
	Solution board.Board // on the page of answers; the zero Board where there is none
	Name     string      // after its number, such as "24 givens"; may be empty
}

// Answers says where the answers are.
type Answers string

// The places.
const (
	Next Answers = "next" // on the page after their puzzles
	End  Answers = "end"  // on pages after all puzzles
	None Answers = "none"
)

// Paper is the size of the pages.
type Paper string

// The papers.
const (
	A4     Paper = "a4"
	Letter Paper = "letter"
)

// size is the height and width of a page in millimetres.
func (p Paper) size() (width, height float64) {
	if p == Letter {
		return 215.9, 279.4
	}
	return 210, 297
}

// Options shape a sheet.
type Options struct {
	Title    string // above each page
	Note     string // below each page, such as how the puzzles were made; may be empty
	PerPage  int    // puzzles: see PerPages
	Answers  Answers
	Paper    Paper
	Alphabet board.Alphabet // "" stands for board.Numeric
}

// DefaultOptions returns a sheet of six puzzles a page of A4, with the answers on the next page.
func DefaultOptions() Options {
	return Options{Title: "Sudoku", PerPage: 6, Answers: Next, Paper: A4}
}

// columns of a page, by the number of puzzles on it.
var columns = map[int]int{1: 1, 2: 1, 4: 2, 6: 2, 9: 3, 12: 3}

// PerPages returns the numbers of puzzles that a page can have, rising.
func PerPages() []int {
	var out []int
	for n := range columns {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// Validate reports the first setting that is not known.
func (o Options) Validate() error {
	switch {
	case columns[o.PerPage] == 0:
		return fmt.Errorf("worksheet: %d puzzles a page, want one of %v", o.PerPage, PerPages())
	case o.Answers != Next && o.Answers != End && o.Answers != None:
		return fmt.Errorf("worksheet: answers %q, want %q, %q or %q", o.Answers, Next, End, None)
	case o.Paper != A4 && o.Paper != Letter:
		return fmt.Errorf("worksheet: paper %q, want %q or %q", o.Paper, A4, Letter)
	}
	return nil
}

// Millimetres of a page that are not boards.
const (
	marginMM  = 12
	headMM    = 14 // title and note
	captionMM = 8  // below each board
	gapMM     = 8
)

// HTML writes the sheet. It errs if there is no puzzle, the options do not hold, or a solution is none of its puzzle; then
// nothing is written.
func HTML(w io.Writer, puzzles []Puzzle, o Options) error {
	if err := o.Validate(); err != nil {
		return err
	}
	if len(puzzles) == 0 {
		return errors.New("worksheet: no puzzle")
	}
	answered := false
	for i, p := range puzzles {
		switch {
		case p.Board.IsZero():
			return fmt.Errorf("worksheet: puzzle %d is the zero board", i+1)
		case p.Solution.IsZero():
			continue
		}
		answered = true
		if err := board.CheckSolution(p.Board, p.Solution); err != nil {
			return fmt.Errorf("worksheet: puzzle %d: %w", i+1, err)
		}
	}
	s := &sheet{o: o}
	s.head()
	var pages [][2]int
	for from := 0; from < len(puzzles); from += o.PerPage {
		pages = append(pages, [2]int{from, min(from+o.PerPage, len(puzzles))})
	}
	type page struct {
		span    [2]int
		answers bool
	}
	var order []page
	for _, span := range pages {
		order = append(order, page{span, false})
		if o.Answers == Next && answered {
			order = append(order, page{span, true})
		}
	}
	if o.Answers == End && answered {
		for _, span := range pages {
			order = append(order, page{span, true})
		}
	}
	for i, p := range order {
		if err := s.page(puzzles[p.span[0]:p.span[1]], p.span[0], p.answers, fmt.Sprintf("page %d of %d", i+1, len(order))); err != nil {
			return err
		}
	}
	s.out.WriteString("</body></html>\n")
	_, err := w.Write(s.out.Bytes())
	return err
}

// sheet is a sheet that is being written.
type sheet struct {
	o   Options
	out bytes.Buffer
}

// head writes all before the first page. Boards are as large as the page allows.
func (s *sheet) head() {
	width, height := s.o.Paper.size()
	across := columns[s.o.PerPage]
	down := s.o.PerPage / across
	wide := (width - 2*marginMM - float64(across-1)*gapMM) / float64(across)
	high := (height-2*marginMM-headMM)/float64(down) - captionMM - gapMM
	side := min(wide, high)
	fmt.Fprintf(&s.out, `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>%s</title><style>
@page{size:%gmm %gmm;margin:%dmm}
body{margin:0;background:#fff;color:#000;font:11pt/1.3 sans-serif}
section{box-sizing:border-box;width:%.1fmm;height:%.1fmm;display:flex;flex-direction:column;break-after:page;overflow:hidden}
section:last-of-type{break-after:auto}
h1{font-size:13pt;margin:0 0 2mm}
.boards{flex:1;display:grid;grid-template-columns:repeat(%d,%.1fmm);grid-template-rows:repeat(%d,1fr);column-gap:%dmm;justify-content:space-evenly;align-items:center}
figure{margin:0}img{display:block;width:%.1fmm!important;height:%.1fmm!important}
figcaption{font-size:9pt;margin-top:1mm}footer{font-size:8pt;color:#444;display:flex;justify-content:space-between}
@media screen{body{padding:%dmm}section{margin:0 auto %dmm;outline:1px solid #bbb;outline-offset:6mm}}
</style></head><body>
`, html.EscapeString(s.o.Title), width, height, marginMM, width-2*marginMM, height-2*marginMM-1, across, side, down, gapMM, side, side, marginMM, 2*marginMM)
}

// page writes a page of puzzles, or of their answers.
func (s *sheet) page(puzzles []Puzzle, from int, answers bool, number string) error {
	title := s.o.Title
	if answers {
		title += ": answers"
	}
	fmt.Fprintf(&s.out, "<section><h1>%s</h1>\n<div class=\"boards\">\n", html.EscapeString(title))
	for i, p := range puzzles {
		shown := render.Picture{Board: p.Board, Givens: p.Board}
		name := strconv.Itoa(from + i + 1)
		alt := "Puzzle " + name
		if answers {
			alt = "Answer to puzzle " + name
			if p.Solution.IsZero() {
				fmt.Fprintf(&s.out, "<figure><figcaption>%s: no answer</figcaption></figure>\n", name)
				continue
			}
			shown.Board = p.Solution
		} else if p.Name != "" {
			name += " · " + p.Name
		}
		var svg bytes.Buffer
		o := render.DefaultOptions()
		if s.o.Alphabet != "" {
			o.Alphabet = s.o.Alphabet
		}
		if err := render.SVG(&svg, shown, o); err != nil {
			return fmt.Errorf("worksheet: puzzle %d: %w", from+i+1, err)
		}
		fmt.Fprintf(&s.out, "<figure>%s<figcaption>%s</figcaption></figure>\n", render.Embed(svg.Bytes(), alt+": "+shown.Board.String()), html.EscapeString(name))
	}
	fmt.Fprintf(&s.out, "</div><footer><span>%s</span><span>%s</span></footer></section>\n", html.EscapeString(s.o.Note), number)
	return nil
}
