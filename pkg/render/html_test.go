package render

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
)

func adaptive() Options {
	o, dark := DefaultOptions(), DarkTheme()
	o.Dark = &dark
	return o
}

func written(t rapid.TB, write func(io.Writer) error) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := write(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func drawHTML(t rapid.TB, p Picture, o Options) []byte {
	t.Helper()
	return written(t, func(w io.Writer) error { return HTML(w, p, o) })
}

// solving returns the frames of filling a small board, candidates and links included.
func solving(t testing.TB) []Frame {
	t.Helper()
	puzzle := board.MustParse("1.3.3.1...4..3.1")
	s := puzzle.Shape()
	grid := puzzle.Clone()
	var out []Frame
	add := func(caption string, marks []Mark, links []Link, removed []board.Digits) {
		out = append(out, Frame{Picture{
			Board: grid.Clone(), Givens: puzzle, Candidates: board.Candidates(grid), Removed: removed,
			Marks: marks, Links: links, Title: "Filling a 4×4 board", Caption: caption, Rulers: true,
		}, 400 * time.Millisecond})
	}
	add("", nil, nil, nil)
	for cell := s.Cell(1, 0); cell < 16; cell++ {
		before := board.Candidates(grid)
		if grid.At(cell) != 0 || !before[cell].Single() {
			continue
		}
		d := before[cell].First()
		marks, removed := make([]Mark, 16), make([]board.Digits, 16)
		marks[cell] = Single | Focus
		grid.Set(cell, d)
		var links []Link
		for _, p := range s.Peers(cell) {
			if grid.At(p) == 0 && before[p].Has(d) {
				removed[p] = board.DigitsOf(d)
				links = append(links, Link{From: cell, To: p, ToDigit: d})
			}
		}
		caption := ""
		if len(out)%2 == 0 {
			caption = fmt.Sprintf("%s can only be %d.", s.CellName(cell), d)
		}
		add(caption, marks, links, removed)
	}
	out[len(out)-1].Delay = 2 * time.Second
	return out
}

// pages are all kinds of elements by the names of their golden files.
func pages(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	all := pictures(t)
	for _, p := range all {
		switch p.name {
		case "puzzle9", "candidates9", "jigsaw9", "diagonal9", "candidates6":
			out[p.name] = drawHTML(t, p.pic, p.options())
		}
	}
	out["row"] = written(t, func(w io.Writer) error {
		return HTMLRow(w, []Picture{all[0].pic, all[3].pic, all[5].pic}, adaptive())
	})
	frames := solving(t)
	var strip []Picture
	for _, f := range frames {
		f.Picture.Title, f.Picture.Rulers = "", false
		strip = append(strip, f.Picture)
	}
	out["strip"] = written(t, func(w io.Writer) error { return HTMLStrip(w, strip, adaptive()) })
	out["film"] = written(t, func(w io.Writer) error { return HTMLFilm(w, frames, adaptive()) })
	return out
}

func TestHTMLGolden(t *testing.T) {
	for name, data := range pages(t) {
		t.Run(name, func(t *testing.T) { golden(t, name+".html", data, sameText) })
	}
}

// No element reaches outside of itself: no address, no other file, no style of elsewhere.
func TestHTMLIsSelfContained(t *testing.T) {
	outside := regexp.MustCompile(`(?i)https?:|//[a-z]|url\(|@import|\bsrc=|\bhref=|fetch\(|import\(`)
	for name, data := range pages(t) {
		svgs, _ := images(t, data)
		data = append(embedded.ReplaceAll(data, nil), bytes.Join(svgs, nil)...)
		data = bytes.ReplaceAll(data, []byte(`xmlns="http://www.w3.org/2000/svg"`), nil) // a name, not an address
		if found := outside.Find(data); found != nil {
			t.Errorf("%s holds %s", name, found)
		}
	}
}

// Every class that a drawing uses has a colour for dark pages, and its own ground below everything.
func TestHTMLThemes(t *testing.T) {
	light, dark := DefaultTheme().palette(), DarkTheme().palette()
	for name, data := range pages(t) {
		svgs, _ := images(t, data)
		for _, svg := range svgs {
			head, body, two := bytes.Cut(svg, []byte("</style>"))
			if one := name == "puzzle9" || name == "jigsaw9" || name == "candidates6"; one == two {
				t.Errorf("%s: two themes: %t", name, two)
			}
			if !two {
				continue
			}
			used, styled := map[string]bool{}, map[string]bool{}
			for _, m := range regexp.MustCompile(`class="([fs]\d[^"]*)"`).FindAllSubmatch(body, -1) {
				for c := range strings.FieldsSeq(string(m[1])) {
					used[c] = true
				}
			}
			for _, m := range regexp.MustCompile(`\.([fs])(\d+)\{(?:fill|stroke):(#[0-9a-f]{6})\}`).FindAllSubmatch(head, -1) {
				var p int
				_, _ = fmt.Sscanf(string(m[2]), "%d", &p)
				if string(m[3]) != dark[p].String() {
					t.Errorf("%s: %s", name, m[0])
				}
				styled[string(m[1])+string(m[2])] = true
			}
			if fmt.Sprint(used) != fmt.Sprint(styled) || len(used) == 0 {
				t.Errorf("%s: classes %v, styles %v", name, used, styled)
			}
			first, _, _ := bytes.Cut(body, []byte("/>"))
			if ground := fmt.Sprintf(`fill="%v"`, light[pagePaint]); !bytes.Contains(first, []byte(ground)) {
				t.Errorf("%s begins with %.120s, want its ground", name, body)
			}
		}
		if bytes.Contains(data, []byte("color-scheme")) != (name != "puzzle9" && name != "jigsaw9" && name != "candidates6") {
			t.Errorf("%s: the sides of the page do not fit its themes", name)
		}
	}
	// Titles, captions and buttons are in colours that the themes' own check holds to the contrast of text.
	for _, theme := range []Theme{DefaultTheme(), DarkTheme()} {
		for _, c := range [][2]RGB{{theme.Label, theme.Page}, {theme.Given, theme.Paper}} {
			if r := ContrastRatio(c[0], c[1]); r < 4.5 {
				t.Errorf("%s: %v on %v has %.2f", theme.Name, c[0], c[1], r)
			}
		}
	}
}

var embedded = regexp.MustCompile(`<img src="data:image/svg\+xml;base64,([^"]*)" alt="([^"]*)"`)

// images returns the drawings of an element and the words that stand for them.
func images(t rapid.TB, data []byte) (svgs [][]byte, alts []string) {
	t.Helper()
	for _, m := range embedded.FindAllSubmatch(data, -1) {
		svg, err := base64.StdEncoding.DecodeString(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := elements(svg); err != nil {
			t.Fatal(err)
		}
		svgs, alts = append(svgs, svg), append(alts, html.UnescapeString(string(m[2])))
	}
	if len(svgs) == 0 {
		t.Fatalf("no image in %.200s", data)
	}
	return svgs, alts
}

// What is drawn is the scene of the SVG, shape by shape, title and caption included.
func TestHTMLDrawsTheSameScene(t *testing.T) {
	shapes := regexp.MustCompile(`<(path|rect|text|g|/g|/text)[^>]*>[^<\n]*`)
	for _, p := range pictures(t) {
		want := shapes.FindAll(drawSVG(t, p.pic, p.options()), -1)
		svgs, _ := images(t, drawHTML(t, p.pic, p.options()))
		if got := shapes.FindAll(svgs[0], -1); !slices.EqualFunc(got, want, bytes.Equal) {
			t.Errorf("%s: %d shapes, those of the SVG are %d", p.name, len(got), len(want))
		}
	}
}

// The words of an image say of every cell what its digit is, and no text stands beside the image.
func TestHTMLWordsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPicture(t)
		data := drawHTML(t, p, adaptive())
		if !bytes.Equal(data, drawHTML(t, p, adaptive())) {
			t.Fatal("two drawings of one picture differ")
		}
		_, text, err := elements(data)
		if err != nil {
			t.Fatal(err)
		}
		delete(text, "style")
		if len(text) > 0 {
			t.Fatalf("text beside the image: %v", text)
		}
		_, alts := images(t, data)
		s := p.Board.Shape()
		at := strings.LastIndex(alts[0], " Row 1:")
		var read []string
		for r := range s.Side() {
			var row string
			if _, row, _ = strings.Cut(alts[0][at:], fmt.Sprintf(" Row %d: ", r+1)); row == "" {
				t.Fatalf("no row %d in %q", r+1, alts[0])
			}
			row, _, _ = strings.Cut(row, ". ")
			read = append(read, strings.Fields(strings.TrimSuffix(row, "."))...)
		}
		if len(read) != s.Cells() {
			t.Fatalf("%d cells, want %d, in %q", len(read), s.Cells(), alts[0])
		}
		for cell, word := range read {
			want := "_"
			if d := p.Board.At(cell); d != 0 {
				want = string(board.Numeric[d-1])
			}
			if word != want {
				t.Fatalf("%s reads %q, want %q", s.CellName(cell), word, want)
			}
		}
	})
}

// playerOf returns the part of a film that its script puts into the page.
func playerOf(t *testing.T, film []byte) string {
	t.Helper()
	_, text, ok := strings.Cut(string(film), `insertAdjacentHTML("afterend",'`)
	text, _, end := strings.Cut(text, "');\n")
	if !ok || !end {
		t.Fatalf("no player in %.300s", film)
	}
	return strings.NewReplacer(`\\`, `\`, `\'`, "'", `\n`, "\n", `\x3c`, "<", `\x26`, "&").Replace(text)
}

// Where scripts do not run, nothing but stills is seen: three frames with words, and where to play it.
func TestHTMLFilmHasStills(t *testing.T) {
	frames := solving(t)
	film := written(t, func(w io.Writer) error { return HTMLFilm(w, frames, adaptive()) })
	_, alts := images(t, film)
	if len(alts) != 3 || !strings.Contains(alts[0], "Frame 1 of ") || !strings.Contains(alts[2], fmt.Sprintf("Frame %d of %[1]d", len(frames))) {
		t.Errorf("stills %q", alts)
	}
	_, text, err := elements(film)
	if err != nil {
		t.Fatal(err)
	}
	delete(text, "style")
	delete(text, "script")
	if len(text["small"]) == 0 || len(text) != 2 { // its command in <em>
		t.Errorf("text beside the stills: %q", text)
	}
	tags, _, err := elements([]byte(playerOf(t, film)))
	if err != nil {
		t.Fatal(err)
	}
	buttons := 0
	for _, tag := range tags {
		if tag.Name.Local == "button" {
			buttons++
		}
	}
	if buttons != 3 {
		t.Errorf("%d buttons in the player", buttons)
	}
	if second := frames[:2]; len(telling([]Picture{second[0].Picture, second[1].Picture})) != 2 || !slices.Equal(telling([]Picture{second[0].Picture}), []int{0}) {
		t.Error("two frames and one are not their own stills")
	}
	busy := make([]Picture, 9)
	for i := range busy {
		busy[i] = Picture{Board: frames[0].Picture.Board}
	}
	if got := telling(busy); !slices.Equal(got, []int{0, 4, 8}) {
		t.Errorf("of frames in which nothing happens %v", got)
	}
	busy[2].Links = []Link{{From: 0, To: 1}}
	if got := telling(busy); !slices.Equal(got, []int{0, 2, 8}) {
		t.Errorf("the frame with a link is none of %v", got)
	}
}

func TestQuotedText(t *testing.T) {
	if got, want := quoted("a'b\\c\n</script>&"), `'a\'b\\c\n\x3c/script>\x26'`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// shown returns the texts and path data of a film that are seen in a frame.
func shown(t *testing.T, film string, frame int) (out []string) {
	t.Helper()
	visible := true
	for line := range strings.Lines(film) {
		if m := regexp.MustCompile(`<(?:g|path|rect)[^>]* data-on="([^"]*)"`).FindStringSubmatch(line); m != nil {
			visible = false
			for r := range strings.FieldsSeq(m[1]) {
				var a, b int
				if n, _ := fmt.Sscanf(r, "%d-%d", &a, &b); n == 1 {
					b = a
				}
				visible = visible || a <= frame && frame <= b
			}
		} else if !strings.HasPrefix(line, "<text") && !strings.HasPrefix(line, "</g") {
			visible = true
		}
		if !visible {
			continue
		}
		if m := regexp.MustCompile(`<text.*</text>`).FindString(line); m != "" {
			out = append(out, m)
		}
		if m := regexp.MustCompile(`<path[^>]* d="([^"]*)"`).FindStringSubmatch(line); m != nil {
			for d := range strings.SplitAfterSeq(m[1], "z") { // rectangles of a style share a path
				out = append(out, strings.Split(strings.ReplaceAll(d, "M", "\nM"), "\n")...)
			}
		}
		if m := regexp.MustCompile(`<rect[^/]*`).FindString(line); m != "" {
			out = append(out, regexp.MustCompile(` data-on="[^"]*"`).ReplaceAllString(m, ""))
		}
	}
	out = slices.DeleteFunc(out, func(s string) bool { return s == "" })
	slices.Sort(out)
	return out
}

// In each frame the film shows what a picture of that frame shows, no more and no less.
func TestHTMLFilmShowsEveryFrame(t *testing.T) {
	frames := solving(t)
	film := playerOf(t, written(t, func(w io.Writer) error { return HTMLFilm(w, frames, adaptive()) }))
	film, _, _ = strings.Cut(film, "</svg>")
	for i, f := range frames {
		o := adaptive()
		o.Cell = largestCell([]Picture{f.Picture}, &o)
		f.Picture.Title, f.Picture.Caption = "", ""
		svgs, _ := images(t, drawHTML(t, f.Picture, o))
		want, got := shown(t, string(svgs[0]), 0), shown(t, film, i)
		if !slices.Equal(want, got) {
			t.Errorf("frame %d shows %d shapes, want %d\n%q\n%q", i, len(got), len(want), got, want)
		}
	}
	if first := len(drawHTML(t, frames[0].Picture, adaptive())); len(film) > len(frames)*first/2 {
		t.Errorf("%d frames take %d bytes, one takes %d", len(frames), len(film), first)
	}
}

// Links of a frame keep their order, in whatever order other frames have them.
func TestHTMLFilmKeepsTheOrderOfLinks(t *testing.T) {
	b := board.MustParse("12...3.....1.4.2")
	links := []Link{{From: 0, To: 5}, {From: 3, To: 12}, {From: 1, To: 14}}
	var frames []Frame
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {0, 1, 2}} {
		p := Picture{Board: b}
		for _, i := range order {
			p.Links = append(p.Links, links[i])
		}
		frames = append(frames, Frame{p, time.Second})
	}
	scenes := make([]scene, len(frames))
	for i, f := range frames {
		var err error
		if scenes[i], err = compose(f.Picture, DefaultOptions()); err != nil {
			t.Fatal(err)
		}
	}
	all := merge(scenes)
	for i, sc := range scenes {
		var want, got []string
		for _, it := range sc.items {
			if it.layer == linkLayer {
				want = append(want, fmt.Sprint(it))
			}
		}
		for _, a := range all {
			if a.layer == linkLayer && slices.Contains(a.frames, i) {
				got = append(got, fmt.Sprint(a.item))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("frame %d: %v, want %v", i, got, want)
		}
	}
}

func TestHTMLFilmInWords(t *testing.T) {
	film := written(t, func(w io.Writer) error { return HTMLFilm(w, solving(t), adaptive()) })
	_, text, err := elements([]byte(playerOf(t, film)))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]string{0: "The board at the start.", 1: "r3c1=2."} {
		if text["li"][i] != want {
			t.Errorf("frame %d reads %q, want %q", i, text["li"][i], want)
		}
	}
	for cell, want := range map[string]string{
		changes(board.MustParse(easy), board.MustParse(easy), ""):   "No digit changed.",
		changes(board.MustParse(solved), board.MustParse(easy), ""): "r1c3 emptied, r1c4 emptied, r1c6 emptied, r1c7 emptied, r1c8 emptied, r1c9 emptied, r2c2 emptied, r2c3 emptied, r2c7 emptied, r2c8 emptied, r2c9 emptied, r3c1 emptied and 39 more.",
	} {
		if cell != want {
			t.Errorf("%q, want %q", cell, want)
		}
	}
}

func TestHTMLErrors(t *testing.T) {
	frames := solving(t)
	small := Picture{Board: board.MustParse("12...3.....1.4.2")}
	large := Picture{Board: board.MustParse(easy)}
	bad := DefaultOptions()
	bad.Cell = 3
	for _, c := range []struct {
		want string
		got  error
	}{
		{"render: picture without a board", HTML(io.Discard, Picture{}, adaptive())},
		{"render: cell of 3 units", HTML(io.Discard, small, bad)},
		{"render: row of no pictures", HTMLRow(io.Discard, nil, adaptive())},
		{"render: strip of no pictures", HTMLStrip(io.Discard, nil, adaptive())},
		{"(picture 2)", HTMLRow(io.Discard, []Picture{small, {}}, adaptive())},
		{"(picture 1)", HTMLStrip(io.Discard, []Picture{{}, small}, adaptive())},
		{"render: film of no frames", HTMLFilm(io.Discard, nil, adaptive())},
		{"render: frame 1 stands for 0s", HTMLFilm(io.Discard, []Frame{{Picture: small}}, adaptive())},
		{"render: frame 2 shows another board", HTMLFilm(io.Discard, []Frame{frames[0], {large, time.Second}}, adaptive())},
		{"(frame 2)", HTMLFilm(io.Discard, []Frame{frames[0], {Delay: time.Second}}, adaptive())},
	} {
		if c.got == nil || !strings.Contains(c.got.Error(), c.want) {
			t.Errorf("error %v, want %q", c.got, c.want)
		}
	}
	one := written(t, func(w io.Writer) error { return HTMLFilm(w, frames[:1], adaptive()) })
	if bytes.Contains(one, []byte("<script")) || bytes.Contains(one, []byte("button")) {
		t.Error("one frame has controls")
	}
}

func TestRanges(t *testing.T) {
	for want, numbers := range map[string][]int{"": nil, "4": {4}, "0-3 5 7-9": {0, 1, 2, 3, 5, 7, 8, 9}, "0 2": {0, 2}} {
		if got := ranges(numbers); got != want {
			t.Errorf("%v is %q, want %q", numbers, got, want)
		}
	}
}
