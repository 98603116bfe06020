package nbformat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"sudokulab/pkg/jsonfile"
)

// maxProblems bounds how many problems of one file are listed.
const maxProblems = 20

// FormatError says what is wrong with a notebook.
type FormatError struct {
	Path     string // of the file; empty if it is not known
	Problems []Problem
	// Err is a fault of the JSON text; there are no problems then.
	Err error
}

// Problem is one fault of a notebook's content.
type Problem struct {
	Cell  int    // counted from 0; -1 for the notebook itself
	ID    string // of the cell, if it has one
	Field string // as in outputs[2].text
	Text  string // what is there and what was expected
}

// String writes the problem as one line.
func (p Problem) String() string {
	switch {
	case p.Cell < 0:
		return p.Field + ": " + p.Text
	case p.ID != "":
		return fmt.Sprintf("cell %d (%s): %s: %s", p.Cell+1, p.ID, p.Field, p.Text)
	}
	return fmt.Sprintf("cell %d: %s: %s", p.Cell+1, p.Field, p.Text)
}

// Error names the file, and each problem by cell (counted from 1) and field.
func (e *FormatError) Error() string {
	prefix := "nbformat: "
	if e.Path != "" {
		prefix += e.Path + ": "
	}
	if e.Err != nil {
		return prefix + e.Err.Error()
	}
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return prefix + strings.Join(lines, "; ")
}

// Unwrap returns the fault of the JSON text.
func (e *FormatError) Unwrap() error { return e.Err }

func parse(path string, data []byte) (*Notebook, error) {
	top, err := decodeJSON(data)
	if err != nil {
		return nil, &FormatError{Path: path, Err: err}
	}
	r := reader{cell: -1}
	n := r.notebook(top)
	if len(r.problems) > 0 {
		return nil, &FormatError{Path: path, Problems: r.problems}
	}
	return n, nil
}

// decodeJSON reads one JSON object; its errors name the line.
//
// Some editors put a byte order mark before UTF-8 (EF BB BF); it says nothing and is left out.
func decodeJSON(data []byte) (Object, error) {
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return nil, errors.New("UTF-16 text (it begins with a byte order mark), want UTF-8")
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, errors.New("the file is empty, want a JSON object")
	}
	if i := invalidUTF8(data); i >= 0 {
		return nil, fmt.Errorf("line %d: byte %#02x is not UTF-8", lineOf(data, i), data[i])
	}
	if err := jsonfile.Bounded(data, maxDepth, jsonfile.Most); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		var syntax *json.SyntaxError
		switch {
		case errors.As(err, &syntax):
			return nil, fmt.Errorf("line %d: not JSON: %w", lineOf(data, int(syntax.Offset)-1), err)
		case errors.Is(err, io.ErrUnexpectedEOF):
			return nil, fmt.Errorf("line %d: the JSON text ends in the middle", lineOf(data, len(data)))
		}
		return nil, fmt.Errorf("not JSON: %w", err)
	}
	if rest := bytes.TrimLeft(data[d.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return nil, fmt.Errorf("line %d: text after the end of the JSON object", lineOf(data, len(data)-len(rest)))
	}
	top, ok := v.(Object)
	if !ok {
		return nil, fmt.Errorf("%s, want a JSON object", kind(v))
	}
	return top, nil
}

func lineOf(data []byte, offset int) int {
	return 1 + bytes.Count(data[:min(max(offset, 0), len(data))], []byte{'\n'})
}

func invalidUTF8(data []byte) int {
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// reader turns a JSON tree into a notebook and collects what is wrong with it.
type reader struct {
	problems []Problem
	cell     int
	id       string
}

func (r *reader) fail(field, format string, args ...any) {
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, Problem{Cell: r.cell, ID: r.id, Field: field, Text: fmt.Sprintf(format, args...)})
	}
}

func (r *reader) notebook(top Object) *Notebook {
	major, ok := r.integer(top, "", "nbformat")
	if !ok {
		return nil
	}
	switch {
	case major < Major:
		r.fail("nbformat", "%d, an old version of the notebook format; want %d: open it in Jupyter and save it, which upgrades it", major, Major)
		return nil
	case major > Major:
		r.fail("nbformat", "%d, a version of the notebook format that this program does not know; want %d, which all of Jupyter writes today", major, Major)
		return nil
	}
	n := &Notebook{}
	n.Minor, _ = r.integer(top, "", "nbformat_minor")
	n.Metadata = r.object(top, "", "metadata")
	cells := r.list(top, "", "cells")
	n.Extra = without(top, "nbformat", "nbformat_minor", "metadata", "cells")
	for _, key := range transient {
		delete(n.Metadata, key)
	}
	n.Cells = make([]*Cell, 0, len(cells))
	seen := map[string]int{}
	for i, v := range cells {
		r.cell, r.id = i, ""
		o, ok := v.(Object)
		if !ok {
			r.fail("cells["+strconv.Itoa(i)+"]", "%s, want an object", kind(v))
			continue
		}
		c := r.readCell(o, n.Minor)
		if first, dup := seen[c.ID]; dup && c.ID != "" {
			r.fail("id", "the same as that of cell %d", first+1)
		}
		seen[c.ID] = i
		n.Cells = append(n.Cells, c)
	}
	return n
}

func (r *reader) readCell(o Object, minor int) *Cell {
	c := &Cell{}
	_, has := o["id"]
	if minor >= CurrentMinor || has {
		c.ID = r.text(o, "", "id")
		r.id = c.ID
		if c.ID != "" && !validID(c.ID) {
			r.fail("id", "want 1 to 64 letters, digits, - and _")
		}
		if has && c.ID == "" {
			r.fail("id", "empty, want 1 to 64 letters, digits, - and _")
		}
	}
	c.Type = CellType(r.text(o, "", "cell_type"))
	c.Metadata = r.object(o, "", "metadata")
	r.metadata(c.Metadata)
	delete(c.Metadata, "trusted")
	c.Source = r.multiline(o, "", "source")
	if _, ok := o["attachments"]; ok {
		c.Attachments = r.object(o, "", "attachments")
		for _, name := range slices.Sorted(maps.Keys(c.Attachments)) {
			v := c.Attachments[name]
			if bundle, ok := v.(Object); ok {
				r.bundle("attachments."+name, bundle)
			} else {
				r.fail("attachments."+name, "%s, want an object", kind(v))
			}
		}
	}
	known := []string{"id", "cell_type", "metadata", "source", "attachments"}
	if c.Type == Code {
		c.ExecutionCount = r.count(o, "")
		outputs := r.list(o, "", "outputs")
		c.Outputs = make([]*Output, 0, len(outputs))
		for i, v := range outputs {
			at := "outputs[" + strconv.Itoa(i) + "]"
			if out, ok := v.(Object); ok {
				c.Outputs = append(c.Outputs, r.output(at+".", out))
			} else {
				r.fail(at, "%s, want an object", kind(v))
			}
		}
		known = append(known, "execution_count", "outputs")
	}
	c.Extra = without(o, known...)
	return c
}

// metadata checks what the format says of a cell's tags and name.
func (r *reader) metadata(m Object) {
	if v, ok := m["tags"]; ok {
		list, ok := v.([]any)
		if !ok {
			r.fail("metadata.tags", "%s, want a list of strings", kind(v))
		}
		seen := map[string]bool{}
		for i, t := range list {
			at := "metadata.tags[" + strconv.Itoa(i) + "]"
			s, ok := t.(string)
			switch {
			case !ok:
				r.fail(at, "%s, want a string", kind(t))
			case s == "" || strings.Contains(s, ","):
				r.fail(at, "%q, want a tag without commas", s)
			case seen[s]:
				r.fail(at, "%q is there twice", s)
			}
			seen[s] = true
		}
	}
	if v, ok := m["name"]; ok {
		if s, ok := v.(string); !ok || s == "" {
			r.fail("metadata.name", "want a string that is not empty")
		}
	}
}

func (r *reader) output(at string, o Object) *Output {
	out := &Output{Type: OutputType(r.text(o, at, "output_type"))}
	known := []string{"output_type"}
	switch out.Type {
	case Stream:
		out.Name = r.text(o, at, "name")
		out.Text = r.multiline(o, at, "text")
		known = append(known, "name", "text")
	case DisplayData, ExecuteResult:
		out.Data = r.object(o, at, "data")
		r.bundle(at+"data", out.Data)
		out.Metadata = r.object(o, at, "metadata")
		known = append(known, "data", "metadata")
		if out.Type == ExecuteResult {
			out.ExecutionCount = r.count(o, at)
			known = append(known, "execution_count")
		}
	case Error:
		out.ErrorName = r.text(o, at, "ename")
		out.ErrorValue = r.text(o, at, "evalue")
		list := r.list(o, at, "traceback")
		out.Traceback = make([]string, 0, len(list))
		for i, v := range list {
			s, ok := v.(string)
			if !ok {
				r.fail(at+"traceback["+strconv.Itoa(i)+"]", "%s, want a string", kind(v))
			}
			out.Traceback = append(out.Traceback, s)
		}
		known = append(known, "ename", "evalue", "traceback")
	}
	out.Extra = without(o, known...)
	return out
}

// bundle joins the lines of a MIME bundle and checks that what is not JSON is text.
func (r *reader) bundle(at string, bundle Object) {
	joinBundle(bundle)
	for _, mime := range slices.Sorted(maps.Keys(bundle)) {
		v := bundle[mime]
		if _, ok := v.(string); !ok && !IsJSON(mime) {
			r.fail(at+"."+mime, "%s, want a string or a list of strings", kind(v))
		}
	}
}

func (r *reader) field(o Object, at, key string) (any, bool) {
	v, ok := o[key]
	if !ok {
		r.fail(at+key, "missing")
	}
	return v, ok
}

func (r *reader) text(o Object, at, key string) string {
	v, ok := r.field(o, at, key)
	s, isText := v.(string)
	if ok && !isText {
		r.fail(at+key, "%s, want a string", kind(v))
	}
	return s
}

func (r *reader) multiline(o Object, at, key string) string {
	v, ok := r.field(o, at, key)
	switch v := v.(type) {
	case string:
		return v
	case []any:
		if text, ok := joinLines(v); ok {
			return text
		}
	}
	if ok {
		r.fail(at+key, "%s, want a string or a list of strings", kind(v))
	}
	return ""
}

func (r *reader) object(o Object, at, key string) Object {
	v, ok := r.field(o, at, key)
	out, isObject := v.(Object)
	if ok && !isObject {
		r.fail(at+key, "%s, want an object", kind(v))
	}
	return out
}

func (r *reader) list(o Object, at, key string) []any {
	v, ok := r.field(o, at, key)
	out, isList := v.([]any)
	if ok && !isList {
		r.fail(at+key, "%s, want a list", kind(v))
	}
	return out
}

func (r *reader) integer(o Object, at, key string) (int, bool) {
	v, ok := r.field(o, at, key)
	if !ok {
		return 0, false
	}
	if number, isNumber := v.(json.Number); isNumber {
		if i, err := strconv.Atoi(number.String()); err == nil && i >= 0 {
			return i, true
		}
	}
	r.fail(at+key, "%s, want a whole number that is not negative", kind(v))
	return 0, false
}

func (r *reader) count(o Object, at string) *int {
	if v, ok := o["execution_count"]; ok && v == nil {
		return nil
	}
	if i, ok := r.integer(o, at, "execution_count"); ok {
		return &i
	}
	return nil
}

// without returns the fields of o that are not known, nil if there are none.
func without(o Object, known ...string) Object {
	extra := maps.Clone(o)
	for _, key := range known {
		delete(extra, key)
	}
	if len(extra) == 0 {
		return nil
	}
	return extra
}

// validID says whether id may be a cell's id.
func validID(id string) bool {
	if len(id) > 64 {
		return false
	}
	for _, c := range []byte(id) {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return id != ""
}

// kind names the type of a JSON value, and short values too.
func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return "the number " + v.String()
	case string:
		return "a string"
	case []any:
		return "a list"
	case Object:
		return "an object"
	}
	return fmt.Sprintf("%T", v)
}
