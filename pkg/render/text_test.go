package render

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
)

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

func drawText(t interface{ Fatal(...any) }, p Picture, o TextOptions) string {
	var buf bytes.Buffer
	if err := Text(&buf, p, o); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestTextPlainPuzzle(t *testing.T) {
	got := drawText(t, Picture{Board: board.MustParse("12...3.....1.4.2"), Rulers: true, Title: "Small", Caption: "done"}, TextOptions{ASCII: true})
	want := `Small
    1 2   3 4
  +-----+-----+
1 | 1 2 | . . |
2 | . 3 | . . |
  +-----+-----+
3 | . . | . 1 |
4 | . 4 | . 2 |
  +-----+-----+
done
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestTextSignsAndLegend(t *testing.T) {
	marks := make([]Mark, 16)
	marks[0], marks[1], marks[2], marks[3] = Conflict|Focus, Conflict, Guess|Highlight, Single
	marks[5] = Removed
	got := drawText(t, Picture{
		Board: board.MustParse("1123.3.........."), Marks: marks, Links: []Link{{From: 0, To: 1}, {From: 0, FromDigit: 1, To: 15, ToDigit: 2}},
	}, TextOptions{ASCII: true, Alphabet: board.Letters})
	want := `+------+------+
|>A! A!|*B? C+|
| .  C~| .  . |
+------+------+
| .  . | .  . |
| .  . | .  . |
+------+------+
! conflict   ~ removed   ? guess   + single   > focus   * highlight
r1c1 -> r1c2
r1c1=A -> r4c4=B
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestTextWide(t *testing.T) {
	b := board.MustParse("12.......3.....4")
	c := make([]board.Digits, 16)
	c[2], c[3] = board.DigitsOf(3, 4), board.DigitsOf(4)
	for i := 4; i < 16; i++ {
		c[i] = board.AllDigits(4)
	}
	r := make([]board.Digits, 16)
	r[4] = board.DigitsOf(1, 2)
	strong := make([]board.Digits, 16)
	strong[5] = board.DigitsOf(4)
	got := drawText(t, Picture{Board: b, Candidates: c, Removed: r, Strong: strong}, TextOptions{Wide: true})
	want := `┏━━━━━━┯━━━━━━┳━━━━━━┯━━━━━━┓
┃  1   │  2   ┃ . .  │ . . +┃
┃      │      ┃ 3 4  │ . 4  ┃
┠──────┼──────╂──────┼──────┨
┃ 1~2~ │ 1 2  ┃ 1 2  │ 1 2  ┃
┃ 3 4  │ 3 4' ┃ 3 4  │ 3 4  ┃
┣━━━━━━┿━━━━━━╋━━━━━━┿━━━━━━┫
┃ 1 2  │  3   ┃ 1 2  │ 1 2  ┃
┃ 3 4  │      ┃ 3 4  │ 3 4  ┃
┠──────┼──────╂──────┼──────┨
┃ 1 2  │ 1 2  ┃ 1 2  │  4   ┃
┃ 3 4  │ 3 4  ┃ 3 4  │      ┃
┗━━━━━━┷━━━━━━┻━━━━━━┷━━━━━━┛
~ removed   + single   ' strong
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Colour adds escape sequences and nothing else, and leaves none of them open at the end of
// a line.
func TestTextColourChangesNoCharacter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPicture(t)
		o := TextOptions{Wide: rapid.Bool().Draw(t, "wide"), ASCII: rapid.Bool().Draw(t, "ascii")}
		plain := drawText(t, p, o)
		o.Colour = true
		coloured := drawText(t, p, o)
		if got := escapes.ReplaceAllString(coloured, ""); got != plain {
			t.Fatalf("without colour\n%swant\n%s", got, plain)
		}
		for line := range strings.Lines(coloured) {
			open := ""
			for _, e := range escapes.FindAllString(line, -1) {
				if (e == "\x1b[0m") == (open == "") {
					t.Fatalf("%q after %q in %q", e, open, line)
				}
				if open = e; e == "\x1b[0m" {
					open = ""
				}
			}
			if open != "" {
				t.Fatalf("%q left open in %q", open, line)
			}
		}
	})
}

// Without title, caption and rulers, the digits of the compact form, read row by row, are
// the board; every line of the frame has one width.
func TestTextHoldsTheBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPicture(t)
		p.Title, p.Caption, p.Rulers, p.Links = "", "", false, nil
		o := TextOptions{ASCII: rapid.Bool().Draw(t, "ascii")}
		text := drawText(t, p, o)
		lines := strings.Split(text, "\n")
		last := 0
		for i, line := range lines {
			if strings.HasPrefix(line, "└") || strings.HasPrefix(line, "+") && strings.Trim(line, "+-") == "" {
				last = i
			}
		}
		framed := lines[:last+1]
		var got strings.Builder
		for _, line := range framed {
			if utf8.RuneCountInString(line) != utf8.RuneCountInString(framed[0]) {
				t.Fatalf("lines of different lengths:\n%s", text)
			}
			if strings.ContainsAny(line, "-─") {
				continue
			}
			for _, r := range line {
				if r == board.Blank || strings.ContainsRune(string(board.Numeric), r) {
					got.WriteRune(r)
				}
			}
		}
		if got.String() != p.Board.String() {
			t.Fatalf("text\n%sholds %s, want %s", text, got.String(), p.Board)
		}
		if o.ASCII {
			for _, r := range text {
				if r > '~' {
					t.Fatalf("%q in ASCII", r)
				}
			}
		}
	})
}

// The wide form shows each candidate of an empty cell once.
func TestTextWideHoldsTheCandidates(t *testing.T) {
	for _, k := range []int{2, 3, 4, 5, 6} {
		b, _ := patternBoard(t, k, 0.5)
		candidates := board.Candidates(b)
		want := map[rune]int{}
		for cell, d := range b.Cells() {
			if d != 0 {
				want[rune(board.Numeric[d-1])]++
				continue
			}
			for c := range candidates[cell].All() {
				want[rune(board.Numeric[c-1])]++
			}
		}
		got := map[rune]int{}
		for line := range strings.Lines(drawText(t, Picture{Board: b, Candidates: candidates}, TextOptions{Wide: true})) {
			if !strings.ContainsAny(line, "┃") {
				continue // lines of the frame and the legend
			}
			for _, r := range line {
				if strings.ContainsRune(string(board.Numeric), r) {
					got[r]++
				}
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("k = %d: characters %v, want %v", k, got, want)
		}
	}
}
