package graphio

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/render"
)

// svgFacts is what a picture says about itself.
type svgFacts struct {
	width, height float64
	titles        []string // of the drawn fillings
	desc, title   string
	circles       int
	texts         []string
	ids           []string
	style         string
}

func readSVG(t *testing.T, data []byte) (f svgFacts) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(data))
	var path []string
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return f
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			path = append(path, e.Name.Local)
			for _, a := range e.Attr {
				switch {
				case a.Name.Local == "id":
					f.ids = append(f.ids, a.Value)
				case len(path) == 1 && a.Name.Local == "width":
					f.width, err = strconv.ParseFloat(a.Value, 64)
				case len(path) == 1 && a.Name.Local == "height":
					f.height, err = strconv.ParseFloat(a.Value, 64)
				}
				if err != nil || strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Fatalf("%s: %v (%v)", e.Name.Local, a, err)
				}
			}
			if e.Name.Local == "circle" {
				f.circles++
			}
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			switch strings.Join(path, "/") {
			case "svg/title":
				f.title += string(e)
			case "svg/desc":
				f.desc += string(e)
			case "svg/style":
				f.style += string(e)
			default:
				switch {
				case len(path) == 0:
				case path[len(path)-1] == "title":
					f.titles = append(f.titles, string(e))
				case path[len(path)-1] == "text":
					f.texts = append(f.texts, string(e))
				}
			}
		}
	}
}

func picture(t *testing.T, s sample, change func(*SVGOptions)) ([]byte, svgFacts) {
	t.Helper()
	o := DefaultSVGOptions()
	o.InSolutions = s.in
	if change != nil {
		change(&o)
	}
	var buf bytes.Buffer
	if err := WriteSVG(&buf, s.g, o); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes(), readSVG(t, buf.Bytes())
}

// TestSVG holds what is drawn to the figures of the graph.
func TestSVG(t *testing.T) {
	for _, s := range samples(t) {
		t.Run(s.name, func(t *testing.T) {
			for _, room := range []int{1, 5, 12} {
				_, f := picture(t, s, func(o *SVGOptions) { o.MaxFillings = room })
				n := s.g.Permutations().Masks().Puzzle().Shape().Side()
				shown, hidden := 0, false
				for box := range n {
					alive := s.g.AliveCount(box)
					shown += min(alive, room)
					hidden = hidden || alive > room
					if more := alive - room; more > 0 && !slices.Contains(f.texts, "+ "+thousands(int64(more))+" more") {
						t.Errorf("box %d does not tell of %d more", box, more)
					}
				}
				if len(f.titles) != shown {
					t.Errorf("%d fillings drawn, want %d", len(f.titles), shown)
				}
				marks := 0
				for _, title := range f.titles {
					if strings.Contains(title, "in a solution") || strings.Contains(title, "in no solution") {
						marks++
					}
				}
				if s.in != nil && marks != shown || s.in == nil && marks != 0 {
					t.Errorf("%d of %d fillings told whether a solution uses them", marks, shown)
				}
				// Discs are marks, in panels and legend too, and the two ends of each edge.
				inWords, inLegend := 0, map[string]bool{}
				for _, text := range f.texts {
					switch {
					case strings.HasSuffix(text, " in a solution"), strings.HasSuffix(text, " in none"):
						if !strings.Contains(text, "→") {
							inWords++
						}
					case strings.HasSuffix(text, "uses this filling"):
						inLegend[text] = true
					}
				}
				k := s.g.Permutations().Masks().Puzzle().Shape().Box()
				drawn := k > 0 && !hidden && s.g.AliveEdges() <= 60
				ends := f.circles - marks - inWords - len(inLegend)
				lines := 0
				listed := strings.ReplaceAll(strings.Join(f.texts, " ")+",", "\u00a0", " ")
				for i, p := range s.g.Pairs() {
					_, alive := s.g.PairEdges(i)
					switch words := fmt.Sprintf(" %d and %d: %s", p.A+1, p.B+1, thousands(alive)); {
					case k == 0 || !inLine(p, k):
						if s.g.AliveEdges() > 0 && !strings.Contains(listed, words) {
							t.Errorf("no list says%s", words)
						}
					case drawn:
						lines += int(alive)
					case !slices.Contains(f.texts, thousands(alive)):
						t.Errorf("no line says%s", words)
					}
				}
				if ends != 2*lines {
					t.Errorf("%d ends of edges drawn, want those of %d", ends, lines)
				}
				if f.title == "" || !strings.Contains(f.desc, " 1: givens") || len(f.ids) != 3 || !strings.Contains(f.style, "prefers-color-scheme:dark") {
					t.Errorf("title %q, desc %q, ids %v", f.title, f.desc, f.ids)
				}
			}
		})
	}
}

// area is a rectangle on the page.
type area struct {
	name       string
	x, y, w, h float64
}

func (a area) meets(b area) bool {
	return a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h
}

func (a area) within(b area) bool {
	return a.x >= b.x && a.y >= b.y && a.x+a.w <= b.x+b.w && a.y+a.h <= b.y+b.h
}

// TestNothingOverlaps looks at the places: panels lie apart and on the page, fillings apart and
// in their panels below the words, numbers of edges apart and outside the panels.
func TestNothingOverlaps(t *testing.T) {
	for _, s := range samples(t) {
		for _, room := range []int{1, 7, 12, 40} {
			for _, edges := range []int{0, 5000} {
				o := DefaultSVGOptions()
				o.MaxFillings, o.MaxDrawnEdges = room, edges
				v, err := newView(s.g, s.in)
				if err != nil {
					t.Fatal(err)
				}
				l := newLayout(v, o)
				w, h := l.arrange(100)
				page := area{"page", 0, 0, w - margin + 1, h + 1}
				var solid []area
				for box := range l.panels {
					p := &l.panels[box]
					panel := area{v.name(box), p.x, p.y, l.width, p.height}
					if !panel.within(page) {
						t.Errorf("%s: %s leaves the page", s.name, panel.name)
					}
					solid = apart(t, s.name, solid, panel)
					var inside []area
					for _, i := range p.shown {
						ch := p.chips[i]
						filling := area{"filling " + strconv.Itoa(i), ch.x, ch.y, ch.w, ch.h}
						room := panel
						room.y += panelPad + p.header
						if p.left > len(p.shown) {
							room.h -= panelPad + p.header + headerLine
						} else {
							room.h -= panelPad + p.header
						}
						if !filling.within(room) {
							t.Errorf("%s: %s leaves its place in %s", s.name, filling.name, panel.name)
						}
						inside = apart(t, s.name, inside, filling)
					}
				}
				if l.drawn {
					continue
				}
				for i, pair := range s.g.Pairs() {
					if v.shape.Box() == 0 || !inLine(pair, l.columns) {
						continue
					}
					_, alive := s.g.PairEdges(i)
					_, x, y, turned := l.way(i, pair)
					lw, lh := averageChar*textSize*float64(len(thousands(alive))), float64(textSize)
					if turned {
						lw, lh = lh, lw
					}
					label := area{"number of pair " + strconv.Itoa(i), x - lw/2, y - lh/2, lw, lh}
					if !label.within(area{"", 0, 0, w, h + textSize}) {
						t.Errorf("%s: %s leaves the page", s.name, label.name)
					}
					solid = apart(t, s.name, solid, label)
				}
			}
		}
	}
}

func inLine(p minigrid.Pair, k int) bool { return p.A/k == p.B/k || p.A%k == p.B%k }

// apart adds an area to those before, which it must not meet.
func apart(t *testing.T, name string, others []area, a area) []area {
	t.Helper()
	for _, b := range others {
		if a.meets(b) {
			t.Errorf("%s: %s meets %s", name, a.name, b.name)
		}
	}
	return append(others, a)
}

// TestChoice shows fillings that solutions use and others where there is no room for all.
func TestChoice(t *testing.T) {
	for _, s := range samples(t) {
		if s.name != "jigsaw" && s.name != "hard" {
			continue
		}
		for _, room := range []int{1, 2, 5, 9} {
			o := DefaultSVGOptions()
			o.MaxFillings = room
			v, err := newView(s.g, s.in)
			if err != nil {
				t.Fatal(err)
			}
			l := newLayout(v, o)
			for box := range l.panels {
				alive, in, used := s.g.AliveCount(box), v.aliveIn(box), 0
				shown := l.panels[box].shown
				for i, f := range shown {
					if v.state(box, f) == inSolution {
						used++
					}
					if i > 0 && shown[i-1] >= f {
						t.Fatalf("fillings %v do not rise", shown)
					}
				}
				if alive <= room {
					continue
				}
				if len(shown) != room || used != min(in, max((room+1)/2, room-(alive-in))) {
					t.Errorf("%s, box %d: %d shown, %d in solutions, of %d and %d with room for %d", s.name, box, len(shown), used, alive, in, room)
				}
			}
		}
	}
}

func TestSVGOptions(t *testing.T) {
	s := samples(t)[0]
	pale := render.DefaultTheme()
	pale.Single = pale.Paper
	for name, c := range map[string]struct {
		change func(*SVGOptions)
		want   string
	}{
		"fillings":   {func(o *SVGOptions) { o.MaxFillings = 0 }, "max_fillings is 0, want 1 to 400"},
		"fillings 2": {func(o *SVGOptions) { o.MaxFillings = 401 }, "max_fillings is 401"},
		"edges":      {func(o *SVGOptions) { o.MaxDrawnEdges = -1 }, "max_drawn_edges is -1, want 0 to 5000"},
		"theme":      {func(o *SVGOptions) { o.Theme = pale }, "contrast of single"},
		"dark":       {func(o *SVGOptions) { o.Dark = &pale }, "contrast of single"},
		"alphabet":   {func(o *SVGOptions) { o.Alphabet = "<<34" }, "alphabet"},
		"few":        {func(o *SVGOptions) { o.Alphabet = "123" }, "alphabet of 3 characters, board has 4 digits"},
	} {
		o := DefaultSVGOptions()
		c.change(&o)
		var buf bytes.Buffer
		if err := WriteSVG(&buf, s.g, o); err == nil || !strings.HasPrefix(err.Error(), "graphio: options: ") || !strings.Contains(err.Error(), c.want) || buf.Len() > 0 {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}

	plainData, _ := picture(t, s, func(o *SVGOptions) { o.Dark = nil })
	if bytes.Contains(plainData, []byte("class=")) || bytes.Contains(plainData, []byte("<style>")) {
		t.Error("a picture of one theme has classes")
	}
	_, f := picture(t, s, func(o *SVGOptions) {
		o.Title = "a <b>\x00 & " + strings.Repeat("long ", 60) + strings.Repeat("x", 300)
		o.Alphabet = "<&\">"
	})
	if !strings.HasPrefix(f.title, "a <b>  & long") || !slices.Contains(f.texts, "&") {
		t.Errorf("title %q, texts %q", f.title, f.texts)
	}
	for _, text := range f.texts {
		if width := averageChar * titleSize * float64(len(text)); strings.HasPrefix(text, "xxx") && width > f.width-2*margin {
			t.Errorf("line of %d characters on a page %g wide", len(text), f.width)
		}
	}
	empty, _ := picture(t, s, func(o *SVGOptions) { o.Alphabet = "" })
	numeric, _ := picture(t, s, func(o *SVGOptions) { o.Alphabet = board.Numeric })
	if !bytes.Equal(empty, numeric) {
		t.Error("the empty alphabet is not the numeric one")
	}
}

// TestInks: what is drawn on what has the contrast that WCAG wants, in both themes. Pairs that
// package render itself checks are left to it.
func TestInks(t *testing.T) {
	for _, theme := range []render.Theme{render.DefaultTheme(), render.DarkTheme()} {
		for _, c := range []struct {
			name        string
			front, back render.RGB
			want        float64
		}{
			{"words in panels", theme.Label, theme.Paper, 4.5},
			{"words in shaded panels", theme.Label, theme.Shade, 4.5},
			{"no filling left", theme.Conflict, theme.Shade, 4.5},
			{"number of no edges", theme.Conflict, theme.Page, 4.5},
			{"lines", theme.Open, theme.Page, 3},
			{"edge in solutions", theme.Single, theme.Page, 3},
			{"edge in none", theme.Focus, theme.Page, 3},
			{"edge in none in shade", theme.Focus, theme.Shade, 3},
			{"border in a solution", theme.Single, theme.SingleBed, 3},
			{"border in none", theme.Focus, theme.HighlightBed, 3},
			{"tick", theme.Paper, theme.Single, 3},
			{"cross", theme.Paper, theme.Focus, 3},
		} {
			if got := render.ContrastRatio(c.front, c.back); got < c.want {
				t.Errorf("%s: %s: contrast %.2f, want %.1f", theme.Name, c.name, got, c.want)
			}
		}
	}
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 1: "1", 1.5: "1.5", 2.0 / 3: "0.67", -0.001: "0", -1.25: "-1.25", math.Copysign(0, -1): "0"} {
		if got := number(x); got != want {
			t.Errorf("%g is %q, want %q", x, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text string
		room float64
		want string
	}{
		{"", 10, ""},
		{"one two three", 8, "one two|three"},
		{"one two", 3, "one|two"},
		{"abcdefgh ij", 3, "abc|def|gh|ij"},
		{"a\u00a0b c", 4, "a\u00a0b|c"},
		{"ab", 0, "a|b"},
	} {
		if got := strings.Join(wrap(c.text, 1, (c.room+0.01)*averageChar*1.05), "|"); got != c.want {
			t.Errorf("%q in %g: %q, want %q", c.text, c.room, got, c.want)
		}
	}
}
