package nbexec

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	_ "image/gif"  // sizes of images
	_ "image/jpeg" // sizes of images
	_ "image/png"  // sizes of images
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/nbexec/nbformat"
)

// CompareOptions says what counts as a difference. The zero value compares sources and
// outputs.
type CompareOptions struct {
	// Counts compares execution counts too.
	Counts bool
	// Metadata compares the metadata of cells and outputs too, but not the times of cells that
	// this package, nbclient and papermill keep there. An empty list counts as none.
	Metadata bool
	// Sanitize is applied to copies of both before they are compared; nil for none.
	Sanitize *Sanitizer
}

// Difference is one difference between two notebooks.
type Difference struct {
	Cell  int    // in the first notebook, from 0; -1 if it is only in the second
	Other int    // the same cell in the second notebook; -1 if it is only in the first
	ID    string // of the cell
	Where string // "source", "output 2 (text/plain)" and so on
	// Lines show it: each begins with "- " (the first notebook), "+ " (the second), "  " (both)
	// or "… " (left out).
	Lines []string
}

// Diff are the differences of two notebooks, in the order of the cells.
type Diff []Difference

// String shows the differences by cell; empty if there are none.
func (d Diff) String() string {
	var b strings.Builder
	last := cellPair{-1, -1}
	for _, x := range d {
		if at := (cellPair{x.Cell, x.Other}); at != last {
			switch {
			case x.Cell < 0:
				fmt.Fprintf(&b, "cell %d of the second (%s)\n", x.Other+1, x.ID)
			case x.Other < 0 || x.Other == x.Cell:
				fmt.Fprintf(&b, "cell %d (%s)\n", x.Cell+1, x.ID)
			default:
				fmt.Fprintf(&b, "cell %d (%s), in the second cell %d\n", x.Cell+1, x.ID, x.Other+1)
			}
			last = at
		}
		fmt.Fprintf(&b, "  %s\n", x.Where)
		for _, line := range x.Lines {
			b.WriteString("    " + line + "\n")
		}
	}
	return b.String()
}

// Compare returns how fresh differs from committed. Cells correspond by their ids, so one that was
// inserted, deleted or moved is one difference; cells whose ids are found only on their side
// correspond if they are of one type, with one source and between the same neighbours. If a cell
// of either has no id, as before format 4.5, all correspond by their place. Images are compared by
// their bytes and shown by size and hash; HTML and SVG that come with plain text are shown by that.
func Compare(committed, fresh *nbformat.Notebook, o CompareOptions) Diff {
	byID := haveIDs(committed) && haveIDs(fresh)
	committed, fresh = committed.Clone(), fresh.Clone()
	committed.Upgrade()
	fresh.Upgrade()
	if o.Sanitize != nil {
		o.Sanitize.Notebook(committed)
		o.Sanitize.Notebook(fresh)
	}
	c := comparer{opts: o}
	for _, p := range alignCells(committed.Cells, fresh.Cells, byID) {
		c.at = p.cellPair
		switch {
		case p.a < 0:
			cell := fresh.Cells[p.b]
			c.id = cell.ID
			c.add(string(cell.Type)+" cell only in the second", mark("+ ", describeCell(cell))...)
		case p.b < 0:
			cell := committed.Cells[p.a]
			c.id = cell.ID
			c.add(string(cell.Type)+" cell only in the first", mark("- ", describeCell(cell))...)
		default:
			c.id = committed.Cells[p.a].ID
			if p.moved {
				c.add("moved", fmt.Sprintf("- cell %d", p.a+1), fmt.Sprintf("+ cell %d", p.b+1))
			}
			c.cells(committed.Cells[p.a], fresh.Cells[p.b])
		}
	}
	return c.diff
}

type comparer struct {
	opts CompareOptions
	diff Diff
	at   cellPair
	id   string
}

func (c *comparer) add(where string, lines ...string) {
	c.diff = append(c.diff, Difference{Cell: c.at.a, Other: c.at.b, ID: c.id, Where: where, Lines: lines})
}

func (c *comparer) text(where, a, b string) {
	if a != b {
		c.add(where, diffLines(a, b)...)
	}
}

func (c *comparer) cells(a, b *nbformat.Cell) {
	c.text("type", string(a.Type), string(b.Type))
	c.text("source", a.Source, b.Source)
	if c.opts.Counts {
		c.count("execution count", a.ExecutionCount, b.ExecutionCount)
	}
	if c.opts.Metadata {
		c.metadata("metadata", a.Metadata, b.Metadata, "execution", "papermill")
	}
	for i := range max(len(a.Outputs), len(b.Outputs)) {
		where := fmt.Sprintf("output %d", i+1)
		switch {
		case i >= len(a.Outputs):
			c.add(where+": only in the second", mark("+ ", describe(b.Outputs[i]))...)
		case i >= len(b.Outputs):
			c.add(where+": only in the first", mark("- ", describe(a.Outputs[i]))...)
		default:
			c.outputs(where, a.Outputs[i], b.Outputs[i])
		}
	}
}

func (c *comparer) count(where string, a, b *int) {
	text := func(p *int) string {
		if p == nil {
			return "none"
		}
		return strconv.Itoa(*p)
	}
	c.text(where, text(a), text(b))
}

func (c *comparer) metadata(where string, a, b nbformat.Object, except ...string) {
	none := func(v any) bool {
		list, ok := v.([]any)
		return v == nil || ok && len(list) == 0
	}
	for _, key := range keys(a, b) {
		if !slices.Contains(except, key) && (!none(a[key]) || !none(b[key])) && !equalJSON(a[key], b[key]) {
			c.text(where+"."+key, jsonText(a[key]), jsonText(b[key]))
		}
	}
}

func keys(a, b nbformat.Object) []string {
	all := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(all)
	return slices.Compact(all)
}

func (c *comparer) outputs(where string, a, b *nbformat.Output) {
	if a.Type != b.Type || a.Name != b.Name {
		c.add(where, append(mark("- ", describe(a)), mark("+ ", describe(b))...)...)
		return
	}
	switch a.Type {
	case nbformat.Stream:
		c.text(where+" ("+a.Name+")", a.Text, b.Text)
	case nbformat.Error:
		c.text(where+" (error)", a.ErrorName+": "+a.ErrorValue, b.ErrorName+": "+b.ErrorValue)
		c.text(where+" (traceback)", strings.Join(a.Traceback, "\n"), strings.Join(b.Traceback, "\n"))
	default:
		if c.opts.Counts {
			c.count(where+" (execution count)", a.ExecutionCount, b.ExecutionCount)
		}
		c.bundles(where, a.Data, b.Data)
		if c.opts.Metadata {
			c.metadata(where+" metadata", a.Metadata, b.Metadata)
		}
		c.metadata(where, a.Extra, b.Extra)
	}
}

// bundles compares what an output is in all its forms. What a page shows is long and hard to read;
// the plain text beside it tells the same, or that only its look has changed.
func (c *comparer) bundles(where string, a, b nbformat.Object) {
	const plain = "text/plain"
	kinds := keys(a, b)
	x, inA := a[plain].(string)
	y, inB := b[plain].(string)
	told := inA && inB && x != y
	if told {
		what := []string{plain}
		for _, mime := range kinds {
			if pageMarkup(mime, a, b) && a[mime] != b[mime] {
				what = append(what, mime)
			}
		}
		c.text(where+" ("+strings.Join(what, ", and ")+")", x, y)
	}
	for _, mime := range kinds {
		here := where + " (" + mime + ")"
		switch {
		case mime == plain && told:
		case !inA || !inB || !pageMarkup(mime, a, b):
			c.data(here, mime, a, b)
		case !told && a[mime] != b[mime]:
			c.add(here, firstDifference(a[mime].(string), b[mime].(string))...)
		}
	}
}

// pageMarkup says whether both have text of this type, and it is markup of pages.
func pageMarkup(mime string, a, b nbformat.Object) bool {
	_, inA := a[mime].(string)
	_, inB := b[mime].(string)
	return inA && inB && (mime == "text/html" || mime == "image/svg+xml")
}

// data compares the data of one MIME type.
func (c *comparer) data(where, mime string, a, b nbformat.Object) {
	x, inA := a[mime]
	y, inB := b[mime]
	switch {
	case !inA:
		c.add(where+": only in the second", "+ "+summary(mime, y))
	case !inB:
		c.add(where+": only in the first", "- "+summary(mime, x))
	case equalJSON(x, y):
	default:
		s, ok1 := x.(string)
		t, ok2 := y.(string)
		if binary(mime) || !ok1 || !ok2 {
			c.add(where, "- "+summary(mime, x), "+ "+summary(mime, y))
			return
		}
		c.text(where, s, t)
	}
}

func binary(mime string) bool {
	kind, sub, _ := strings.Cut(mime, "/")
	return kind == "image" && sub != "svg+xml" || kind == "audio" || kind == "video" || mime == "application/pdf"
}

// equalJSON compares JSON values, however their numbers and lists are typed.
func equalJSON(a, b any) bool {
	return reflect.DeepEqual(a, b) || jsonText(a) == jsonText(b)
}

func jsonText(v any) string {
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}

// describeCell shows a cell in a few lines.
func describeCell(c *nbformat.Cell) []string {
	lines := firstLines(c.Source)
	if n := len(c.Outputs); n > 0 {
		lines = append(lines, fmt.Sprintf("… outputs: %d", n))
	}
	return lines
}

// describe shows an output in a few lines.
func describe(o *nbformat.Output) []string {
	switch o.Type {
	case nbformat.Stream:
		return append([]string{"stream " + o.Name}, firstLines(o.Text)...)
	case nbformat.Error:
		return append([]string{"error " + o.ErrorName}, firstLines(o.ErrorValue)...)
	}
	lines := []string{string(o.Type)}
	for _, mime := range slices.Sorted(maps.Keys(o.Data)) {
		lines = append(lines, mime+": "+summary(mime, o.Data[mime]))
	}
	return lines
}

func firstLines(text string) []string {
	const shown = 5
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) > shown {
		lines = append(lines[:shown:shown], fmt.Sprintf("… %d lines more", len(lines)-shown))
	}
	for i := range lines {
		lines[i] = short(lines[i])
	}
	return lines
}

// summary shows data on one line: images by size and hash, text by its beginning.
func summary(mime string, v any) string {
	text, ok := v.(string)
	if !ok {
		return short(strings.Join(strings.Fields(jsonText(v)), " "))
	}
	if !binary(mime) {
		line, _, more := strings.Cut(text, "\n")
		if more {
			line += " …"
		}
		return short(line)
	}
	raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		raw = []byte(text)
	}
	sum := sha256.Sum256(raw)
	size := ""
	if c, _, err := image.DecodeConfig(bytes.NewReader(raw)); err == nil {
		size = fmt.Sprintf("%d×%d pixels, ", c.Width, c.Height)
	}
	return fmt.Sprintf("%s%d bytes, sha256 %s…", size, len(raw), hex.EncodeToString(sum[:6]))
}

// shortWidth is how many characters of a line are shown.
const shortWidth = 160

// short cuts a long line.
func short(line string) string {
	if runes := []rune(line); len(runes) > shortWidth {
		return string(runes[:shortWidth]) + "…"
	}
	return line
}

func mark(with string, lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = with + line
	}
	return out
}
