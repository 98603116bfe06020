package render

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokulab/pkg/board"
)

// Frame is a picture of an animation and how long it stands.
type Frame struct {
	Picture Picture
	Delay   time.Duration
}

//go:embed film.js
var filmScript string

// HTMLFilm writes pictures of one board as a film with buttons and a slider, to be played or
// stepped through; it never plays by itself, and for readers who want reduced motion not at
// all. The keys are the arrows, Home, End and, to play and pause, the space bar. It stands in
// any page as an element of [HTML] does. Where scripts do not run, the first and the last
// frame stand side by side. For readers who cannot see them, both stand in tables, and what
// each frame shows in a list: its caption or, without one, the cells that changed.
//
// Each shape is written once with the frames in which it is seen, so a film is about as large
// as its first picture and what changes after it. The title is that of the first frame.
func HTMLFilm(w io.Writer, frames []Frame, o Options) error {
	if len(frames) == 0 {
		return errors.New("render: film of no frames")
	}
	pictures := make([]Picture, len(frames))
	for i, f := range frames {
		pictures[i] = f.Picture
	}
	if o.Cell == 0 { // one size for all frames, whether or not they show candidates
		o.Cell = largestCell(pictures, &o)
	}
	scenes := make([]scene, len(frames))
	for i, f := range frames {
		if f.Delay <= 0 {
			return fmt.Errorf("render: frame %d stands for %v, want more", i+1, f.Delay)
		}
		f.Picture.Title, f.Picture.Caption = "", ""
		var err error
		if scenes[i], err = compose(f.Picture, o); err != nil {
			return fmt.Errorf("%w (frame %d)", err, i+1)
		}
		if scenes[i].w != scenes[0].w || scenes[i].h != scenes[0].h || f.Picture.Board.Shape() != frames[0].Picture.Board.Shape() {
			return fmt.Errorf("render: frame %d shows another board than the first: %v of %g×%g, want %v of %g×%g", i+1,
				f.Picture.Board.Shape(), scenes[i].w, scenes[i].h, frames[0].Picture.Board.Shape(), scenes[0].w, scenes[0].h)
		}
	}
	pg := newPageWriter(&o)
	pg.controls = len(frames) > 1
	steps := filmSteps(frames, &o)
	title := titleOf(&frames[0].Picture)

	pg.body.WriteString("<div class=\"still row\">\n")
	ends := []int{0, len(frames) - 1}
	if len(frames) == 1 {
		ends = ends[:1]
	}
	for _, i := range ends {
		p := frames[i].Picture
		p.Caption = fmt.Sprintf("Frame %d of %d. %s", i+1, len(frames), steps[i])
		if err := pg.figure(p, ""); err != nil {
			return err
		}
	}
	pg.body.WriteString("</div>\n")
	if len(frames) == 1 {
		return pg.flush(w, "")
	}

	pg.body.WriteString("<div class=\"show\" hidden=\"\">\n")
	pg.openFigure(&scenes[0])
	pg.title(frames[0].Picture.Title)
	pg.openSVG(&scenes[0], "")
	pg.film(scenes)
	pg.body.WriteString("</svg>\n<figcaption aria-live=\"polite\"></figcaption>\n</figure>\n" +
		"<div class=\"controls\"><button type=\"button\" data-do=\"back\">Back</button><button type=\"button\" data-do=\"play\">Play</button>" +
		"<button type=\"button\" data-do=\"next\">Next</button>")
	fmt.Fprintf(&pg.body, "<input type=\"range\" min=\"1\" max=\"%d\" value=\"1\" aria-label=\"Frame\" /><output>1 of %d</output></div>\n</div>\n", len(frames), len(frames))
	pg.body.WriteString("<ol class=\"alt\">\n")
	for _, s := range steps {
		fmt.Fprintf(&pg.body, "<li>%s</li>\n", escape(s))
	}
	pg.body.WriteString("</ol>\n")

	// The script finds its film by a hash of it, since not every page tells a script where it stands.
	hash := fnv.New64a()
	_, _ = io.WriteString(hash, pg.body.String()) // a hash.Hash never errs
	id := fmt.Sprintf("film-%016x", hash.Sum64())
	fmt.Fprintf(&pg.body, "<script>%s</script>\n", strings.ReplaceAll(strings.TrimSpace(filmScript), "FILM", id))
	label := escape(title + ", " + strconv.Itoa(len(frames)) + " frames")
	return pg.flush(w, ` role="group" aria-label="`+label+`" data-film="`+id+`" data-hold="`+holds(frames)+`"`)
}

// holds lists the milliseconds of the frames, or the one number that holds for all.
func holds(frames []Frame) string {
	all := make([]string, len(frames))
	for i, f := range frames {
		all[i] = strconv.FormatInt(max(1, f.Delay.Milliseconds()), 10)
	}
	if one := slices.Compact(slices.Clone(all)); len(one) == 1 {
		return one[0]
	}
	return strings.Join(all, " ")
}

// filmSteps says in words what each frame shows.
func filmSteps(frames []Frame, o *Options) []string {
	out := make([]string, len(frames))
	for i, f := range frames {
		out[i] = strings.Join(lines(f.Picture.Caption), " ")
		switch {
		case out[i] != "":
		case i == 0:
			out[i] = "The board at the start."
		default:
			out[i] = changes(frames[i-1].Picture.Board, f.Picture.Board, o.Alphabet)
		}
	}
	return out
}

// changes names the cells in which two boards of one shape differ, some of them where there
// are many.
func changes(from, to board.Board, alphabet board.Alphabet) string {
	s := to.Shape()
	alphabet, _ = digitsOf(alphabet, s.Side()) // compose has checked it
	var parts []string
	count := 0
	for cell := range s.Cells() {
		d := to.At(cell)
		if d == from.At(cell) {
			continue
		}
		count++
		switch {
		case count > named:
		case d == 0:
			parts = append(parts, s.CellName(cell)+" emptied")
		default:
			parts = append(parts, linkEnd(s, cell, d, alphabet))
		}
	}
	switch {
	case count == 0:
		return "No digit changed."
	case count > named:
		return fmt.Sprintf("%s and %d more.", strings.Join(parts, ", "), count-named)
	}
	return strings.Join(parts, ", ") + "."
}

// appearance is a shape with the frames in which it is part of the scene.
type appearance struct {
	item
	first  int // its place among all shapes, by first appearance
	frames []int
}

// merge returns the shapes of all scenes, each once. Shapes of one layer are sorted as a scene
// sorts them, and by their frames, except links, whose order matters: those of a frame stay
// together in their order.
func merge(scenes []scene) []appearance {
	var all []appearance
	place := map[string]int{}
	for frame, sc := range scenes {
		links := linksOf(sc)
		repeated := map[string]int{} // a scene may hold a shape twice
		for _, it := range sc.items {
			key := fmt.Sprint(it.layer, it.style, it.shape)
			if it.layer == linkLayer {
				key += links
			}
			repeated[key]++
			key += "#" + strconv.Itoa(repeated[key])
			i, ok := place[key]
			if !ok {
				i = len(all)
				place[key] = i
				all = append(all, appearance{item: it, first: i})
			}
			all[i].frames = append(all[i].frames, frame)
		}
	}
	slices.SortStableFunc(all, func(a, b appearance) int {
		if d := cmp.Compare(a.layer, b.layer); d != 0 || a.layer == linkLayer {
			return cmp.Or(d, cmp.Compare(a.first, b.first))
		}
		return cmp.Or(compareStyles(a.style, b.style), slices.Compare(a.frames, b.frames), cmp.Compare(a.first, b.first))
	})
	return all
}

// linksOf spells the layer of links out.
func linksOf(sc scene) string {
	var b strings.Builder
	for _, it := range sc.items {
		if it.layer == linkLayer {
			fmt.Fprint(&b, it.style, it.shape)
		}
	}
	return b.String()
}

// film writes the shapes of all scenes; data-on says in which frames those of an element are
// seen, where it is not all of them.
func (pg *pageWriter) film(scenes []scene) {
	pg.svg.Reset()
	all := merge(scenes)
	for i := 0; i < len(all); {
		j := i + 1
		for j < len(all) && slices.Equal(all[j].frames, all[i].frames) {
			j++
		}
		if pg.svg.attributes = ""; len(all[i].frames) < len(scenes) {
			pg.svg.attributes = ` data-on="` + ranges(all[i].frames) + `"`
		}
		run := make([]item, 0, j-i)
		for _, s := range all[i:j] {
			run = append(run, s.item)
		}
		pg.svg.items(run)
		i = j
	}
	pg.svg.attributes = ""
	pg.body.WriteString(pg.svg.String())
}

// ranges writes ascending numbers as "0-3 5 7-9".
func ranges(numbers []int) string {
	var b strings.Builder
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(numbers[i]))
		if j > i {
			b.WriteString("-" + strconv.Itoa(numbers[j]))
		}
		i = j + 1
	}
	return b.String()
}
