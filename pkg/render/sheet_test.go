package render

import (
	"bytes"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// counting is a sheet, a kernel and what it gives, as the drawing of a convolution has them.
func counting() Sheets {
	return Sheets{
		Title: "Places in a row", Caption: "The kernel adds up what it covers.",
		Row: []Sheet{
			{
				Title: "where 2 can be", Thick: 2, Windows: []Window{{Row: 1, Rows: 1, Cols: 4}},
				Values: [][]int{{0, 1, 0, 1}, {0, 1, 1, 1}, {1, 0, 0, 0}, {0, 0, 0, 0}},
				Marks:  [][]Mark{{0, Highlight, 0, Guess}, {0, Single, Conflict, Removed}, {Focus, 0, 0, 0}, {0, 0, 0, 0}},
			},
			{Title: "kernel", Sign: "∗", Values: [][]int{{1, 1, 1, 1}}},
			{Title: "places", Sign: "=", Values: [][]int{{2}, {3}, {1}, {0}}, Words: [][]string{{""}, {""}, {"one"}, {" "}}, RowNames: []string{"r1", "r2", "r3", "r4"}, ColNames: []string{"n"}, Caption: "numbers"},
		},
	}
}

func drawSheets(t *testing.T, s Sheets, o Options) string {
	t.Helper()
	var html bytes.Buffer
	if err := HTMLSheets(&html, s, o); err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(html.String(), "base64,")
	data, _, _ := strings.Cut(rest, `"`)
	svg, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		t.Fatal(err)
	}
	return string(svg)
}

func TestSheetsGolden(t *testing.T) {
	deck := counting()
	deck.Deck, deck.Cell = true, 16
	deck.Row = deck.Row[:1]
	deck.Row = append(deck.Row, Sheet{Title: "where 3 can be", Values: [][]int{{1, 0, 0, 0}, {0, 0, 0, 1}, {0, 1, 1, 0}, {0, 0, 0, 12}}})
	for name, s := range map[string]Sheets{"sheets-row": counting(), "sheets-deck": deck} {
		var text bytes.Buffer
		if err := TextSheets(&text, s); err != nil {
			t.Fatal(err)
		}
		for ending, got := range map[string]string{".svg": drawSheets(t, s, adaptive()), ".txt": text.String()} {
			path := filepath.Join("testdata", name+ending)
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
		}
	}
}

// Every number, word, name and sign stands in the picture, and an image of sheets has words of its own.
func TestSheetsShowAll(t *testing.T) {
	svg := drawSheets(t, counting(), DefaultOptions())
	_, text, err := elements([]byte(svg))
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, word := range text["text"] {
		count[word]++
	}
	for word, n := range map[string]int{"∗": 1, "=": 1, "one": 1, "2": 1, "3": 1, "r4": 1, "n": 1, "kernel": 1, "Places in a row": 1, "0": 10, "1": 10} {
		if count[word] != n {
			t.Errorf("%q stands %d times in the picture, want %d", word, count[word], n)
		}
	}
	var html bytes.Buffer
	if err := HTMLSheets(&html, counting(), DefaultOptions()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"The kernel adds up what it covers.", "where 2 can be: 4×4 numbers from 0 to 1, 6 of them not 0."} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("the words lack %q in %.300s", want, html.String())
		}
	}
}

// Sheets that do not fit in one line begin another, inside the picture.
func TestSheetsBreak(t *testing.T) {
	s := Sheets{}
	for range 7 {
		s.Row = append(s.Row, Sheet{Values: make([][]int, 9), Sign: "+"})
		for r := range 9 {
			s.Row[len(s.Row)-1].Values[r] = make([]int, 9)
		}
	}
	sc := layoutSheets(&s)
	if sc.w > sheetWidth+2*margin {
		t.Errorf("%g wide, want %d at most", sc.w, sheetWidth+2*margin)
	}
	for _, it := range sc.items {
		if r, ok := it.shape.(rect); ok && (r.x < 0 || r.y < 0 || r.x+r.w > sc.w || r.y+r.h > sc.h) {
			t.Errorf("%+v is not inside %g×%g", r, sc.w, sc.h)
		}
	}
}

func TestSheetsErrors(t *testing.T) {
	ok := [][]int{{1, 2}, {3, 4}}
	for want, s := range map[string]Sheets{
		"no sheets":                      {},
		"places of 3 units":              {Cell: 3, Row: []Sheet{{Values: ok}}},
		"sheet 1: no numbers":            {Row: []Sheet{{}}},
		"row 2 has 1 numbers":            {Row: []Sheet{{Values: [][]int{{1, 2}, {3}}}}},
		"row 1 has 1 words":              {Row: []Sheet{{Values: ok, Words: [][]string{{""}, {"", ""}}}}},
		"row 2 has 3 marks":              {Row: []Sheet{{Values: ok, Marks: [][]Mark{{0, 0}, {0, 0, 0}}}}},
		"1 rows of words and 0 of marks": {Row: []Sheet{{Values: ok, Words: [][]string{{"", ""}}}}},
		"names of 3 rows":                {Row: []Sheet{{Values: ok, RowNames: []string{"a", "b", "c"}}}},
		"lines after -1":                 {Row: []Sheet{{Values: ok, Thin: -1}}},
		"sheet 2: a window of 2×3":       {Row: []Sheet{{Values: ok}, {Values: ok, Windows: []Window{{Rows: 2, Cols: 3}}}}},
	} {
		for _, err := range []error{HTMLSheets(io.Discard, s, DefaultOptions()), TextSheets(io.Discard, s)} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
	if err := HTMLSheets(io.Discard, counting(), Options{}); err == nil {
		t.Error("options without a theme are taken")
	}
}
