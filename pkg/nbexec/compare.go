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
	// Metadata compares the metadata of cells and outputs too, the times of cells apart.
	Metadata bool
	// Sanitize is applied to copies of both before they are compared; nil for none.
	Sanitize *Sanitizer
}

// Difference is one difference between two notebooks.
type Difference struct {
	Cell  int    // in the first notebook, from 0; -1 for the notebook as a whole
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
	last := -2
	for _, x := range d {
		if x.Cell != last {
			if x.Cell < 0 {
				b.WriteString("notebook\n")
			} else {
				fmt.Fprintf(&b, "cell %d (%s)\n", x.Cell+1, x.ID)
			}
			last = x.Cell
		}
		fmt.Fprintf(&b, "  %s\n", x.Where)
		for _, line := range x.Lines {
			b.WriteString("    " + line + "\n")
		}
	}
	return b.String()
}

// Compare returns how fresh differs from committed. Cells correspond by their place; images are
// compared by their bytes and shown by size and hash.
func Compare(committed, fresh *nbformat.Notebook, o CompareOptions) Diff {
	committed, fresh = committed.Clone(), fresh.Clone()
	committed.Upgrade()
	fresh.Upgrade()
	if o.Sanitize != nil {
		o.Sanitize.Notebook(committed)
		o.Sanitize.Notebook(fresh)
	}
	c := comparer{opts: o, cell: -1}
	if a, b := len(committed.Cells), len(fresh.Cells); a != b {
		c.add("number of cells", "- "+strconv.Itoa(a), "+ "+strconv.Itoa(b))
	}
	for i := range min(len(committed.Cells), len(fresh.Cells)) {
		c.cell, c.id = i, committed.Cells[i].ID
		c.cells(committed.Cells[i], fresh.Cells[i])
	}
	return c.diff
}

type comparer struct {
	opts CompareOptions
	diff Diff
	cell int
	id   string
}

func (c *comparer) add(where string, lines ...string) {
	c.diff = append(c.diff, Difference{Cell: c.cell, ID: c.id, Where: where, Lines: lines})
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
		c.metadata("metadata", a.Metadata, b.Metadata, "execution")
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
	for _, key := range keys(a, b) {
		if !slices.Contains(except, key) && !equalJSON(a[key], b[key]) {
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
		for _, mime := range keys(a.Data, b.Data) {
			c.data(where+" ("+mime+")", mime, a.Data, b.Data)
		}
		if c.opts.Metadata {
			c.metadata(where+" metadata", a.Metadata, b.Metadata)
		}
		c.metadata(where, a.Extra, b.Extra)
	}
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

// short cuts a long line.
func short(line string) string {
	const width = 160
	if runes := []rune(line); len(runes) > width {
		return string(runes[:width]) + "…"
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
