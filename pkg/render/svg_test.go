package render

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
)

// elements parses XML to the end and returns the start tags and the text in them.
func elements(data []byte) (tags []xml.StartElement, text map[string][]string, err error) {
	text = map[string][]string{}
	d := xml.NewDecoder(bytes.NewReader(data))
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return tags, text, nil
		}
		if err != nil {
			return nil, nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			tags = append(tags, token.Copy())
			open = append(open, token.Name.Local)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if s := strings.TrimSpace(string(token)); s != "" && len(open) > 0 {
				text[open[len(open)-1]] = append(text[open[len(open)-1]], s)
			}
		}
	}
}

func attributes(e xml.StartElement) map[string]string {
	out := map[string]string{}
	for _, a := range e.Attr {
		out[a.Name.Local] = a.Value
	}
	return out
}

func drawSVG(t testing.TB, p Picture, o Options) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := SVG(&buf, p, o); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestSVGIsAccessible(t *testing.T) {
	for _, p := range pictures(t) {
		data := drawSVG(t, p.pic, p.options())
		tags, text, err := elements(data)
		if err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		root := attributes(tags[0])
		if tags[0].Name.Local != "svg" || root["role"] != "img" {
			t.Errorf("%s: root is %v", p.name, tags[0])
		}
		ids := map[string]bool{}
		for _, e := range tags {
			if id := attributes(e)["id"]; id != "" {
				if ids[id] {
					t.Errorf("%s: id %s twice", p.name, id)
				}
				ids[id] = true
			}
		}
		for ref := range strings.FieldsSeq(root["aria-labelledby"]) {
			if !ids[ref] {
				t.Errorf("%s: no element %s", p.name, ref)
			}
		}
		if tags[1].Name.Local != "title" || tags[2].Name.Local != "desc" || len(text["title"]) != 1 || len(text["desc"]) != 1 {
			t.Errorf("%s: title %q, desc %q", p.name, text["title"], text["desc"])
		}
		if p.pic.Title != "" && text["title"][0] != p.pic.Title {
			t.Errorf("%s: title %q", p.name, text["title"])
		}
	}
}

func TestSVGDescription(t *testing.T) {
	s := board.Standard()
	b := board.MustParse(solved)
	b.Set(3, 5)
	b.Set(80, 0)
	marks := ConflictMarks(b)
	marks[80] |= Focus
	for cell := range 20 {
		marks[30+cell] |= Guess
	}
	title, desc := describe(&Picture{Board: b, Links: []Link{{From: 0, To: 3, ToDigit: 5}}}, Picture{Board: b, Givens: board.New(s), Marks: marks}.looks(), board.Letters)
	if title != "Sudoku 9×9" {
		t.Errorf("title %q", title)
	}
	for _, want := range []string{
		"9×9 board: 0 given, 80 filled, 1 empty.",
		" Conflict: r1c1, r1c4, r2c6, r7c4.",
		" Guess: r4c4, r4c5, r4c6, r4c7, r4c8, r4c9, r5c1, r5c2, r5c3, r5c4, r5c5, r5c6 and 8 more.",
		" In focus: r9c9.",
		" Links: r1c1 to r1c4=E.",
		" Row 1: E C D E G H I A B.",
		" Row 9: C D E B H F A G _.",
	} {
		if !strings.Contains(desc, want) {
			t.Errorf("%q is not in %q", want, desc)
		}
	}
}

// The digits of the board and the candidates of its empty cells, and nothing else, are the
// text of a bare picture.
func TestSVGShowsEveryDigit(t *testing.T) {
	for _, k := range []int{2, 3, 4, 5, 6} {
		b, _ := patternBoard(t, k, 0.5)
		candidates := board.Candidates(b)
		want := map[string]int{}
		for cell, d := range b.Cells() {
			if d != 0 {
				want[string(board.Numeric[d-1])]++
				continue
			}
			for c := range candidates[cell].All() {
				want[string(board.Numeric[c-1])]++
			}
		}
		_, text, err := elements(drawSVG(t, Picture{Board: b, Candidates: candidates}, DefaultOptions()))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, s := range text["text"] {
			got[s]++
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("k = %d: texts %v, want %v", k, got, want)
		}
	}
}

func TestSVGDarkStylesAreScopedAndComplete(t *testing.T) {
	p := pictures(t)[1]
	if !p.dark {
		t.Fatal("picture without a dark theme")
	}
	data := string(drawSVG(t, p.pic, p.options()))
	id := regexp.MustCompile(`id="(board-[0-9a-f]{16})"`).FindStringSubmatch(data)[1]
	style := data[strings.Index(data, "<style>"):strings.Index(data, "</style>")]
	rules := regexp.MustCompile(`#(board-[0-9a-f]+) \.([fs]\d+)\{`).FindAllStringSubmatch(style, -1)
	styled := map[string]bool{}
	for _, r := range rules {
		if r[1] != id {
			t.Errorf("rule of %s in %s", r[1], id)
		}
		styled[r[2]] = true
	}
	used := map[string]bool{}
	for _, m := range regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(data, -1) {
		for c := range strings.FieldsSeq(m[1]) {
			used[c] = true
		}
	}
	if fmt.Sprint(used) != fmt.Sprint(styled) || len(used) == 0 {
		t.Errorf("classes %v, styles %v", used, styled)
	}
	// Nothing but a reader's wish for dark pages uses the dark palette.
	light := p.options()
	light.Dark = nil
	plain := string(drawSVG(t, p.pic, light))
	if strings.Contains(plain, "<style>") || strings.Contains(plain, "class=") {
		t.Error("styles without a dark theme")
	}
}

func TestSVGIdentifiersDiffer(t *testing.T) {
	first := regexp.MustCompile(`id="[^"]*"`)
	a := first.Find(drawSVG(t, Picture{Board: board.MustParse(easy)}, DefaultOptions()))
	b := first.Find(drawSVG(t, Picture{Board: board.MustParse(solved)}, DefaultOptions()))
	if bytes.Equal(a, b) {
		t.Errorf("two boards have %s", a)
	}
}

func TestSVGIsWellFormed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPicture(t)
		o := DefaultOptions()
		if rapid.Bool().Draw(t, "dark") {
			dark := DarkTheme()
			o.Dark = &dark
		}
		var a, b bytes.Buffer
		if err := SVG(&a, p, o); err != nil {
			t.Fatal(err)
		}
		if _, _, err := elements(a.Bytes()); err != nil {
			t.Fatal(err)
		}
		if err := SVG(&b, p, o); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Fatal("two drawings of one picture differ")
		}
	})
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{0: "0", -0.001: "0", 1: "1", 1.5: "1.5", 2.346: "2.35", -3.25: "-3.25", 1e6: "1000000"} {
		if got := number(x); got != want {
			t.Errorf("%g is written %s, want %s", x, got, want)
		}
	}
}

// A strip is one well-formed drawing with the pictures side by side in rows, each wide enough for its own.
func TestSVGStrip(t *testing.T) {
	p := Picture{Board: board.MustParse(easy), Candidates: board.Candidates(board.MustParse(easy)), Caption: "a < b"}
	dark := DarkTheme()
	o := DefaultOptions()
	o.Dark = &dark
	var out bytes.Buffer
	if err := SVGStrip(&out, []Picture{p, p, p}, 2, o); err != nil {
		t.Fatal(err)
	}
	type box struct {
		X      float64 `xml:"x,attr"`
		Y      float64 `xml:"y,attr"`
		Width  float64 `xml:"width,attr"`
		Height float64 `xml:"height,attr"`
		Inner  []box   `xml:"svg"`
		Desc   string  `xml:"desc"`
	}
	var got box
	if err := xml.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Inner) != 3 || got.Desc != "1. a < b\n2. a < b\n3. a < b" {
		t.Fatalf("%d pictures, %q", len(got.Inner), got.Desc)
	}
	a := got.Inner[0]
	for i, want := range []box{{X: 0, Y: 0}, {X: a.Width, Y: 0}, {X: 0, Y: a.Height}} {
		if b := got.Inner[i]; b.X != want.X || b.Y != want.Y {
			t.Errorf("picture %d at %g,%g, want %g,%g", i+1, b.X, b.Y, want.X, want.Y)
		}
	}
	if got.Width != 2*a.Width || got.Height != 2*a.Height {
		t.Errorf("%g×%g, want 2 pictures of %g×%g in both directions", got.Width, got.Height, a.Width, a.Height)
	}
	for _, err := range []error{SVGStrip(&out, nil, 2, o), SVGStrip(&out, []Picture{p}, 0, o), SVGStrip(&out, []Picture{{}}, 1, o)} {
		if err == nil || !strings.HasPrefix(err.Error(), "render: ") {
			t.Errorf("error %v", err)
		}
	}
}
