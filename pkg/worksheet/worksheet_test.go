package worksheet_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/worksheet"
)

func puzzles(n int) (out []worksheet.Puzzle) {
	for i := range n {
		out = append(out, worksheet.Puzzle{Board: board.MustParse("1.3.3.1...4..3.1"), Solution: board.MustParse("1234341221434321"), Name: fmt.Sprintf("name <%d>", i+1)})
	}
	for i := range out {
		out[i].Board = board.MustParse("12343412........")
	}
	return out
}

// TestPages: puzzles come in their order, so many a page, with the answers where they are asked for.
func TestPages(t *testing.T) {
	for _, c := range []struct {
		n, per  int
		answers worksheet.Answers
		want    []string // P for a page of puzzles, A for one of answers, with the boards on it
	}{
		{7, 4, worksheet.Next, []string{"P4", "A4", "P3", "A3"}},
		{7, 4, worksheet.End, []string{"P4", "P3", "A4", "A3"}},
		{7, 4, worksheet.None, []string{"P4", "P3"}},
		{1, 1, worksheet.Next, []string{"P1", "A1"}},
		{12, 12, worksheet.Next, []string{"P12", "A12"}},
	} {
		o := worksheet.DefaultOptions()
		o.PerPage, o.Answers, o.Title = c.per, c.answers, "A & B"
		var out bytes.Buffer
		if err := worksheet.HTML(&out, puzzles(c.n), o); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, page := range strings.Split(out.String(), "<section>")[1:] {
			kind := "P"
			if strings.Contains(page, "A &amp; B: answers") {
				kind = "A"
			}
			got = append(got, fmt.Sprint(kind, strings.Count(page, "<img")))
		}
		if strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%d puzzles, %d a page, answers %s: pages %v, want %v", c.n, c.per, c.answers, got, c.want)
		}
		if !strings.Contains(out.String(), "name &lt;1&gt;") || strings.Contains(out.String(), "<1>") {
			t.Error("a name is not written as a text")
		}
		var again bytes.Buffer
		if err := worksheet.HTML(&again, puzzles(c.n), o); err != nil || !bytes.Equal(again.Bytes(), out.Bytes()) {
			t.Errorf("twice the same sheet: other bytes, %v", err)
		}
	}
}

// TestErrors: what is wrong is said, and nothing is written.
func TestErrors(t *testing.T) {
	wrong := puzzles(2)
	wrong[1].Solution = board.MustParse("4321341221431234")
	for want, of := range map[string]func() ([]worksheet.Puzzle, worksheet.Options){
		"no puzzle": func() ([]worksheet.Puzzle, worksheet.Options) { return nil, worksheet.DefaultOptions() },
		"puzzle 2":  func() ([]worksheet.Puzzle, worksheet.Options) { return wrong, worksheet.DefaultOptions() },
		"5 puzzles a page": func() ([]worksheet.Puzzle, worksheet.Options) {
			o := worksheet.DefaultOptions()
			o.PerPage = 5
			return puzzles(1), o
		},
		`answers ""`: func() ([]worksheet.Puzzle, worksheet.Options) {
			return puzzles(1), worksheet.Options{PerPage: 4, Paper: worksheet.A4}
		},
		`paper "a3"`: func() ([]worksheet.Puzzle, worksheet.Options) {
			o := worksheet.DefaultOptions()
			o.Paper = "a3"
			return puzzles(1), o
		},
	} {
		p, o := of()
		var out bytes.Buffer
		if err := worksheet.HTML(&out, p, o); err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("%v and %d bytes, want %q and none", err, out.Len(), want)
		}
	}
}

func ExampleHTML() {
	puzzle := worksheet.Puzzle{Board: board.MustParse("1234341221434..1"), Solution: board.MustParse("1234341221434321")}
	var sheet bytes.Buffer
	if err := worksheet.HTML(&sheet, []worksheet.Puzzle{puzzle}, worksheet.DefaultOptions()); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	fmt.Println(strings.Count(sheet.String(), "<section>"), "pages")
	// Output: 2 pages
}
