package render

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/board"
)

func TestPictureValidate(t *testing.T) {
	puzzle := board.MustParse(easy)
	tall := board.New(puzzle.Shape())
	tall.Cells()[80] = 10
	small, _ := patternBoard(t, 2, 0.5)
	given := board.New(puzzle.Shape())
	given.Set(0, 4)
	one := func(cell int, d board.Digits) []board.Digits {
		s := make([]board.Digits, 81)
		s[cell] = d
		return s
	}
	heat := func(i int, v float64) []float64 {
		s := make([]float64, 729)
		s[i] = v
		return s
	}
	unknown := make([]Mark, 81)
	unknown[1] = 1 << 12
	for _, tt := range []struct {
		name string
		p    Picture
		want string
	}{
		{"no board", Picture{}, "render: picture without a board"},
		{"digit", Picture{Board: tall}, "render: r9c9 holds 10, want 0 to 9"},
		{"other size of givens", Picture{Board: puzzle, Givens: small}, "render: givens of side 4, board of side 9"},
		{"other givens", Picture{Board: puzzle, Givens: given}, "render: r1c1 holds 5, its given is 4"},
		{"candidates", Picture{Board: puzzle, Candidates: make([]board.Digits, 80)}, "render: candidates for 80 cells, board has 81"},
		{"no candidates", Picture{Board: puzzle, Candidates: []board.Digits{}}, "render: candidates for 0 cells, board has 81"},
		{"removed", Picture{Board: puzzle, Removed: make([]board.Digits, 1)}, "render: removed for 1 cells, board has 81"},
		{"strong", Picture{Board: puzzle, Strong: make([]board.Digits, 16)}, "render: strong for 16 cells, board has 81"},
		{"marks", Picture{Board: puzzle, Marks: make([]Mark, 82)}, "render: marks for 82 cells, board has 81"},
		{"candidate 12", Picture{Board: puzzle, Candidates: one(2, board.DigitsOf(3, 12))}, "render: r1c3 has candidates {12}, want 1 to 9"},
		{"candidate 64", Picture{Board: puzzle, Removed: one(2, 1<<63)}, "render: r1c3 has candidates {64}, want 1 to 9"},
		{"strong without candidate", Picture{Board: puzzle, Strong: one(2, board.DigitsOf(3))}, "render: r1c3 has strong digits {3} that are no candidates"},
		{"mark", Picture{Board: puzzle, Marks: unknown}, "render: r1c2 has unknown mark 0x1000"},
		{"square cell", Picture{Board: puzzle, Squares: []Square{{Cell: 81, Digit: 1, Number: 1}}}, "render: square 1 is for digit 1 of cell 81 with number 1, want 1 to 9, 0 to 80, and 1 or more"},
		{"square number", Picture{Board: puzzle, Squares: []Square{{Cell: 8, Digit: 1}}}, "render: square 1 is for digit 1 of cell 8 with number 0, want 1 to 9, 0 to 80, and 1 or more"},
		{"square of the digit", Picture{Board: puzzle, Squares: []Square{{Cell: 0, Digit: 5, Number: 1}}}, "render: r1c1 has a square for 5, which it may hold"},
		{"square of a candidate", Picture{Board: puzzle, Candidates: one(2, board.DigitsOf(3)), Squares: []Square{{Cell: 2, Digit: 3, Number: 1}}}, "render: r1c3 has a square for 3, which it may hold"},
		{"square twice", Picture{Board: puzzle, Squares: []Square{{Cell: 2, Digit: 3, Number: 1}, {Cell: 2, Digit: 3, Number: 2}}}, "render: r1c3 has two squares for 3"},
		{"short heat", Picture{Board: puzzle, Heat: Heat{Values: make([]float64, 81), Low: "a", High: "b"}}, "render: heat of 81 candidates, board has 729"},
		{"hot", Picture{Board: puzzle, Heat: Heat{Values: heat(9, 1.5), Low: "a", High: "b"}}, "render: heat of r1c2=1 is 1.5, want 0 to 1"},
		{"no heat", Picture{Board: puzzle, Heat: Heat{Values: heat(9, math.NaN()), Low: "a", High: "b"}}, "render: heat of r1c2=1 is NaN, want 0 to 1"},
		{"heat without words", Picture{Board: puzzle, Heat: Heat{Values: heat(9, 1), Low: "a"}}, `render: heat from "a" to "", want a line of words for both ends`},
		{"heat of two lines", Picture{Board: puzzle, Heat: Heat{Values: heat(9, 1), Low: "a\nb", High: "c"}}, `render: heat from "a\nb" to "c", want a line of words for both ends`},
		{"link cell", Picture{Board: puzzle, Links: []Link{{To: 81}}}, "render: link 1 joins cells 0 and 81, want 0 to 80"},
		{"link digit", Picture{Board: puzzle, Links: []Link{{To: 8}, {To: 8, FromDigit: 10}}}, "render: link 2 joins digits 10 and 0, want 0 to 9"},
		{"link to itself", Picture{Board: puzzle, Links: []Link{{From: 8, To: 8, ToDigit: 1}}}, "render: link 1 joins r1c9 with itself"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.p.Validate()
			if err == nil || err.Error() != tt.want {
				t.Fatalf("Validate() = %v, want %s", err, tt.want)
			}
			var buf bytes.Buffer
			for name, draw := range map[string]func() error{
				"text": func() error { return Text(&buf, tt.p, TextOptions{}) },
				"svg":  func() error { return SVG(&buf, tt.p, DefaultOptions()) },
				"png":  func() error { return PNG(&buf, tt.p, DefaultOptions()) },
			} {
				if err := draw(); err == nil || err.Error() != tt.want || buf.Len() > 0 {
					t.Errorf("%s: error %v and %d bytes, want %s and none", name, err, buf.Len(), tt.want)
				}
			}
		})
	}
}

func TestOptionsValidate(t *testing.T) {
	with := func(change func(*Options)) Options {
		o := DefaultOptions()
		change(&o)
		return o
	}
	pic := Picture{Board: board.MustParse(easy)}
	for _, tt := range []struct {
		name string
		o    Options
		want string
	}{
		{"zero", Options{}, `render: theme ""`},
		{"dark", with(func(o *Options) { o.Dark = &Theme{Name: "void"} }), `render: theme "void"`},
		{"small cell", with(func(o *Options) { o.Cell = 11 }), "render: cell of 11 units"},
		{"large cell", with(func(o *Options) { o.Cell = math.Inf(1) }), "render: cell of +Inf units"},
		{"no cell", with(func(o *Options) { o.Cell = math.NaN() }), "render: cell of NaN units"},
		{"no scale", with(func(o *Options) { o.Scale = 0 }), "render: scale 0"},
		{"scale", with(func(o *Options) { o.Scale = math.NaN() }), "render: scale NaN"},
		{"short alphabet", with(func(o *Options) { o.Alphabet = "12345678" }), "render: alphabet of 8 characters, board has 9 digits"},
		{"blank in alphabet", with(func(o *Options) { o.Alphabet = "1234.6789" }), "render: alphabet has '.' for digit 5"},
		{"repeat in alphabet", with(func(o *Options) { o.Alphabet = "123456781" }), "render: alphabet has '1' twice"},
		{"byte in alphabet", with(func(o *Options) { o.Alphabet = "12345678é" }), "render: alphabet has 'Ã' for digit 9"},
	} {
		for name, draw := range map[string]func(io.Writer, Picture, Options) error{"svg": SVG, "png": PNG} {
			var buf bytes.Buffer
			if err := draw(&buf, pic, tt.o); err == nil || !strings.HasPrefix(err.Error(), tt.want) || buf.Len() > 0 {
				t.Errorf("%s, %s: error %v and %d bytes, want %s", tt.name, name, err, buf.Len(), tt.want)
			}
		}
		if strings.Contains(tt.name, "alphabet") {
			if err := Text(io.Discard, pic, TextOptions{Alphabet: tt.o.Alphabet}); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%s, text: error %v, want %s", tt.name, err, tt.want)
			}
		}
	}
	if err := DefaultOptions().Validate(); err != nil {
		t.Error(err)
	}
}

func TestMarkString(t *testing.T) {
	for m, want := range map[Mark]string{
		0:                     "auto",
		Given:                 "given",
		Conflict | Highlight:  "conflict+highlight",
		Single | Focus | 1<<9: "single+focus+0x200",
		allRoles:              "given+filled+open+single+guess+removed+conflict+highlight+focus",
	} {
		if got := m.String(); got != want {
			t.Errorf("Mark(%d) is %q, want %q", uint16(m), got, want)
		}
	}
}

func TestLookResolvesDefaults(t *testing.T) {
	puzzle := board.MustParse(easy) // r1c1 = 5, r1c3 and r1c4 empty
	grid := board.MustParse(solved)
	candidates := make([]board.Digits, 81)
	candidates[2], candidates[3] = board.DigitsOf(1, 2), board.DigitsOf(6)
	removed := make([]board.Digits, 81)
	removed[2] = board.DigitsOf(2, 4)
	marks := make([]Mark, 81)
	marks[2] = Conflict | Guess | Highlight
	taken := make([]Mark, 81)
	taken[2] = Removed
	free := make([]Mark, 81)
	free[0], free[1] = Filled, Given|Single

	for _, tt := range []struct {
		name string
		p    Picture
		cell int
		want look
	}{
		{"a puzzle's digit is a given", Picture{Board: puzzle}, 0, look{digit: 5, given: true, ink: Given}},
		{"a grid's digit may be a given", Picture{Board: grid, Givens: puzzle}, 0, look{digit: 5, given: true, ink: Given}},
		{"or filled", Picture{Board: grid, Givens: puzzle}, 2, look{digit: 4, ink: Filled}},
		{"marked filled", Picture{Board: puzzle, Marks: free}, 0, look{digit: 5, ink: Filled}},
		{"marked given", Picture{Board: grid, Givens: board.New(puzzle.Shape()), Marks: free}, 1, look{digit: 3, given: true, ink: Single}},
		{"empty", Picture{Board: puzzle}, 2, look{ink: Open}},
		{"several left", Picture{Board: puzzle, Candidates: candidates}, 2, look{ink: Open, left: board.DigitsOf(1, 2)}},
		{"one left", Picture{Board: puzzle, Candidates: candidates}, 3, look{ink: Single, left: board.DigitsOf(6)}},
		{"none left", Picture{Board: puzzle, Candidates: candidates}, 5, look{ink: Conflict, barren: true}},
		{
			"one left after removal",
			Picture{Board: puzzle, Candidates: candidates, Removed: removed},
			2,
			look{ink: Single, left: board.DigitsOf(1), struck: board.DigitsOf(2, 4)},
		},
		{"removed only", Picture{Board: puzzle, Removed: removed}, 2, look{ink: Open, struck: board.DigitsOf(2, 4)}},
		{
			"the last role decides the ink",
			Picture{Board: puzzle, Candidates: candidates, Marks: marks},
			2,
			look{ink: Conflict, highlight: true, left: board.DigitsOf(1, 2)},
		},
		{
			"removed strikes all",
			Picture{Board: puzzle, Candidates: candidates, Marks: taken},
			2,
			look{ink: Removed, struck: board.DigitsOf(1, 2)},
		},
	} {
		if diff := cmp.Diff(tt.want, tt.p.look(tt.cell), cmp.AllowUnexported(look{})); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestConflictMarks(t *testing.T) {
	b := board.MustParse(solved)
	for cell, m := range ConflictMarks(b) {
		if m != 0 {
			t.Errorf("solved board: cell %d is %v", cell, m)
		}
	}
	b.Set(3, 5) // was 6; row 1, column 4 and box 2 hold a 5 each
	var got []int
	for cell, m := range ConflictMarks(b) {
		switch m {
		case Conflict:
			got = append(got, cell)
		case 0:
		default:
			t.Errorf("cell %d is %v", cell, m)
		}
	}
	if diff := cmp.Diff([]int{0, 3, 14, 57}, got); diff != "" {
		t.Error(diff)
	}
	if got := ConflictMarks(board.Board{}); len(got) != 0 {
		t.Errorf("zero board: %v", got)
	}
}

func TestLinesAreClean(t *testing.T) {
	for in, want := range map[string][]string{
		"":                       nil,
		"  \n ":                  nil,
		"one":                    {"one"},
		" one \r\n\n two\tthree": {"one", "", "two three"},
		"a\x00b\x1b[31mc":        {"a b [31mc"},
		"a\xffb":                 {"a\uFFFDb"},
		"right\u202eleft\uffff":  {"rightleft"},
	} {
		if diff := cmp.Diff(want, lines(in)); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
}

func TestWrap(t *testing.T) {
	width := textWidth("aaa bbb", regular, 10)
	for in, want := range map[string][]string{
		"aaa bbb ccc": {"aaa bbb", "ccc"},
		"aaa":         {"aaa"},
		"":            {""},
	} {
		if diff := cmp.Diff(want, wrap([]string{in}, regular, 10, width)); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
	long := strings.Repeat("xyz", 40)
	got := wrap([]string{"a " + long + " b"}, bold, 10, width)
	if joined := strings.Join(got, ""); strings.ReplaceAll(joined, " ", "") != "a"+long+"b" {
		t.Errorf("long word became %q", joined)
	}
	for _, line := range got {
		if w := textWidth(line, bold, 10); w > width {
			t.Errorf("%q is %.1f wide, want %.1f at most", line, w, width)
		}
	}
}
