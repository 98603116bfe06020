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

	"sudokulab/pkg/board"
)

//go:embed film.js
var filmScript string

// HTMLFilm writes pictures of one board as a film with buttons and a slider, to be played or
// stepped through; it never plays by itself, and for readers who want reduced motion not at
// all. The keys are the arrows, Home, End and, to play and pause, the space bar. It stands in
// any page as an element of [HTML] does.
//
// What is seen without scripts are stills, images as those of HTML: the first frame, one from
// the middle that shows a cause and its effect, and the last. The player is part of the script, as a text, and
// takes their place when it is complete: a viewer that drops the script drops the whole player with
// it and shows the stills; nothing of it can stay behind as bare text. On paper the stills stand,
// too. For readers who cannot see, the stills have words, and the player a list of what each frame
// shows: its caption or, without one, the cells that changed.
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
	given := o
	if o.Cell == 0 { // one size for all frames, whether or not they show candidates
		o.Cell = largestCell(pictures, &o)
	}
	scenes, err := filmScenes(frames, o)
	if err != nil {
		return err
	}
	steps := filmSteps(frames, &o)
	var stills []Picture
	for _, i := range telling(pictures) {
		p := pictures[i]
		p.Caption = fmt.Sprintf("Frame %d of %d. %s", i+1, len(frames), steps[i])
		stills = append(stills, p)
	}
	given.Cell, given.narrow = stripCell(pictures, &given), true
	var body strings.Builder
	if len(frames) == 1 {
		if err := row(&body, pictures, o); err != nil {
			return err
		}
		return element(w, &o, "", body.String())
	}
	body.WriteString("<div class=\"still\">\n")
	if err := row(&body, stills, given); err != nil {
		return err
	}
	fmt.Fprintf(&body, "<p><small>%d frames of a film of %d. It plays where scripts may run: in JupyterLab after the command <em>Trust Notebook</em>.</small></p>\n</div>\n", len(stills), len(frames))
	player := newPlayer(&o)
	player.write(scenes, frames[0].Picture.Title, steps)

	// The script finds its film by a hash of it, since not every page tells a script where it stands.
	hash := fnv.New64a()
	for _, s := range []string{body.String(), player.body.String()} {
		_, _ = io.WriteString(hash, s) // a hash.Hash never errs
	}
	id := fmt.Sprintf("film-%016x", hash.Sum64())
	script := strings.NewReplacer("FILM", id, "PLAYER", quoted(player.element())).Replace(strings.TrimSpace(filmScript))
	fmt.Fprintf(&body, "<script>%s</script>\n", script)
	label := escape(titleOf(&frames[0].Picture) + ", " + strconv.Itoa(len(frames)) + " frames")
	return element(w, &o, ` role="group" aria-label="`+label+`" data-film="`+id+`" data-hold="`+holds(frames)+`"`, body.String())
}

// filmScenes lays the frames out, without titles and captions, and holds them to one size. Legends of tags
// may differ in height: all frames have room for the highest.
func filmScenes(frames []Frame, o Options) ([]scene, error) {
	scenes := make([]scene, len(frames))
	tags, highest := slices.ContainsFunc(frames, func(f Frame) bool { return len(f.Picture.Tags) > 0 }), 0.0
	for i, f := range frames {
		if f.Delay <= 0 {
			return nil, fmt.Errorf("render: frame %d stands for %v, want more", i+1, f.Delay)
		}
		f.Picture.Title, f.Picture.Caption = "", ""
		var err error
		if scenes[i], err = compose(f.Picture, o); err != nil {
			return nil, fmt.Errorf("%w (frame %d)", err, i+1)
		}
		highest = max(highest, scenes[i].h)
		if scenes[i].w != scenes[0].w || scenes[i].h != scenes[0].h && !tags || f.Picture.Board.Shape() != frames[0].Picture.Board.Shape() {
			return nil, fmt.Errorf("render: frame %d shows another board than the first: %v of %g×%g, want %v of %g×%g", i+1,
				f.Picture.Board.Shape(), scenes[i].w, scenes[i].h, frames[0].Picture.Board.Shape(), scenes[0].w, scenes[0].h)
		}
	}
	for i := range scenes {
		if sc := &scenes[i]; sc.h < highest {
			sc.h = highest
			sc.items[0].shape = rect{0, 0, sc.w, sc.h, 0} // the page
		}
	}
	return scenes, nil
}

// telling returns the places of the first picture, the one nearest to the middle that shows a cause
// by a link (of none the nearest that strikes or marks something, else the middle), and the last.
func telling(pictures []Picture) []int {
	last := len(pictures) - 1
	if last < 2 {
		return []int{0, last}[:last+1]
	}
	best, most := 0, -1
	for i := 1; i < last; i++ {
		p := &pictures[i]
		worth := 0
		for cell := range p.Board.Cells() {
			if at(p.Removed, cell) != 0 || at(p.Marks, cell)&(Single|Guess|Removed|Conflict|Focus) != 0 {
				worth = 1
			}
		}
		if len(p.Links) > 0 {
			worth = 2
		}
		if off := func(k int) int { return max(2*k-last, last-2*k) }; worth > most || worth == most && off(i) < off(best) {
			best, most = i, worth
		}
	}
	return []int{0, best, last}
}

// player collects the part of a film that a script puts into the page.
type player struct {
	o    *Options
	svg  svgBody // what its frames have used
	body strings.Builder
}

func newPlayer(o *Options) *player {
	return &player{o: o, svg: svgBody{palette: o.Theme.palette(), classes: true}}
}

// write writes the frames with their controls, and the words of each.
func (pl *player) write(scenes []scene, title string, steps []string) {
	width, height := number(scenes[0].w), number(scenes[0].h)
	fmt.Fprintf(&pl.body, "<figure style=\"width:%spx\">\n", number(max(scenes[0].w, minContent+2*margin)))
	if text := lines(title); len(text) > 0 {
		for i := range text {
			text[i] = escape(text[i])
		}
		fmt.Fprintf(&pl.body, "<p class=\"title\">%s</p>\n", strings.Join(text, "<br />"))
	}
	fmt.Fprintf(&pl.body, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" aria-hidden="true" font-family="%s">`+"\n",
		width, height, width, height, FontFamily)
	pl.film(scenes)
	pl.body.WriteString("</svg>\n<figcaption aria-live=\"polite\"></figcaption>\n</figure>\n" +
		"<div class=\"controls\"><button type=\"button\" data-do=\"back\">Back</button><button type=\"button\" data-do=\"play\">Play</button>" +
		"<button type=\"button\" data-do=\"next\">Next</button>")
	fmt.Fprintf(&pl.body, "<input type=\"range\" min=\"1\" max=\"%d\" value=\"1\" aria-label=\"Frame\" /><output>1 of %d</output></div>\n", len(scenes), len(scenes))
	pl.body.WriteString("<ol class=\"alt\">\n")
	for _, s := range steps {
		fmt.Fprintf(&pl.body, "<li>%s</li>\n", escape(s))
	}
	pl.body.WriteString("</ol>\n")
}

// element returns the player as one element with its style sheet.
func (pl *player) element() string {
	css, class := bounded(pl.sheet())
	return fmt.Sprintf("<div class=\"show %s\"><style>%s</style>\n%s</div>\n", class, css, pl.body.String())
}

// sheet returns the rules of the player, under .ID. Notebooks style every list, figure and
// paragraph of an output; the class named twice outweighs that.
func (pl *player) sheet() string {
	light := pl.o.Theme.palette()
	dark := light
	if pl.o.Dark != nil {
		dark = pl.o.Dark.palette()
	}
	colour := func(p paint) string {
		if dark == light {
			return light[p].String()
		}
		return fmt.Sprintf("light-dark(%v,%v)", light[p], dark[p])
	}
	var b strings.Builder
	fmt.Fprintf(&b, ".ID{display:none}[data-ready]>.ID{display:block;position:relative;max-width:100%%;width:fit-content;background:%s;color:%s;font:%dpx/%.2f %s}", colour(pagePaint), colour(labelPaint), captionSize, leading, FontFamily)
	b.WriteString(".ID.ID figure{margin:0;position:relative;max-width:100%}" +
		".ID.ID svg{display:block;max-width:100%;height:auto}" +
		".ID.ID .alt{position:absolute;left:0;top:0;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}")
	fmt.Fprintf(&b, ".ID.ID p.title{position:relative;margin:0 0 -4px;padding:%dpx %dpx 0;font-size:%dpx;font-weight:700}", margin, margin, titleSize)
	fmt.Fprintf(&b, ".ID.ID figcaption{position:relative;margin:-6px 0 0;padding:0 %dpx %dpx;text-align:left;min-height:2lh;white-space:pre-line}", margin, margin)
	fmt.Fprintf(&b, ".ID .controls{display:flex;gap:6px;align-items:center;padding:0 %dpx %dpx}"+
		".ID .controls input{flex:1;min-width:4em}.ID button,.ID output{font:inherit;white-space:nowrap}"+
		".ID button{color:%s;background:%s;border:1px solid %s;border-radius:4px;padding:2px 10px}"+
		"@media(prefers-reduced-motion:reduce){.ID [data-do=play]{display:none}}"+
		"[data-ready]>.still{display:none}@media print{[data-ready]>.still{display:block}[data-ready]>.ID{display:none}}",
		margin, margin, colour(givenPaint), colour(paperPaint), colour(framePaint))
	for p := noPaint + 1; int(p) < len(light); p++ {
		if pl.svg.filled[p] {
			fmt.Fprintf(&b, ".ID .f%d{fill:%s}", p, colour(p))
		}
		if pl.svg.stroked[p] {
			fmt.Fprintf(&b, ".ID .s%d{stroke:%s}", p, colour(p))
		}
	}
	return b.String()
}

// quoted writes a text as a string of JavaScript that may stand in a <script> of HTML and of XML.
func quoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`, "\r", `\r`, "\u2028", `\u2028`, "\u2029", `\u2029`, "<", `\x3c`, "&", `\x26`).Replace(text) + "'"
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
func (pl *player) film(scenes []scene) {
	pl.svg.Reset()
	all := merge(scenes)
	for i := 0; i < len(all); {
		j := i + 1
		for j < len(all) && slices.Equal(all[j].frames, all[i].frames) {
			j++
		}
		if pl.svg.attributes = ""; len(all[i].frames) < len(scenes) {
			pl.svg.attributes = ` data-on="` + ranges(all[i].frames) + `"`
		}
		run := make([]item, 0, j-i)
		for _, s := range all[i:j] {
			run = append(run, s.item)
		}
		pl.svg.items(run)
		i = j
	}
	pl.svg.attributes = ""
	pl.body.WriteString(pl.svg.String())
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
