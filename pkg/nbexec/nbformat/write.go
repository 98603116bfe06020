package nbformat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// transient fields are never written, as in the reference implementation.
var transient = []string{"orig_nbformat", "orig_nbformat_minor", "signature"}

// tree returns the notebook as a JSON value.
func (n *Notebook) tree() Object {
	out := withExtra(n.Extra, 4)
	metadata := maps.Clone(orEmpty(n.Metadata))
	for _, key := range transient {
		delete(metadata, key)
	}
	out["metadata"] = metadata
	out["nbformat"] = Major
	out["nbformat_minor"] = n.Minor
	cells := make([]any, len(n.Cells))
	for i, c := range n.Cells {
		cells[i] = c.tree()
	}
	out["cells"] = cells
	return out
}

func (c *Cell) tree() Object {
	out := withExtra(c.Extra, 7)
	metadata := orEmpty(c.Metadata)
	if _, ok := metadata["trusted"]; ok {
		metadata = maps.Clone(metadata)
		delete(metadata, "trusted")
	}
	out["cell_type"] = string(c.Type)
	out["metadata"] = metadata
	out["source"] = SplitLines(c.Source)
	if c.ID != "" {
		out["id"] = c.ID
	}
	if c.Attachments != nil {
		attachments := make(Object, len(c.Attachments))
		for name, v := range c.Attachments {
			if bundle, ok := v.(Object); ok {
				v = splitBundle(bundle)
			}
			attachments[name] = v
		}
		out["attachments"] = attachments
	}
	if c.Type == Code {
		out["execution_count"] = count(c.ExecutionCount)
		outputs := make([]any, len(c.Outputs))
		for i, o := range c.Outputs {
			outputs[i] = o.tree()
		}
		out["outputs"] = outputs
	}
	return out
}

func (o *Output) tree() Object {
	out := withExtra(o.Extra, 5)
	out["output_type"] = string(o.Type)
	switch o.Type {
	case Stream:
		out["name"] = o.Name
		out["text"] = SplitLines(o.Text)
	case DisplayData, ExecuteResult:
		out["data"] = splitBundle(o.Data)
		out["metadata"] = orEmpty(o.Metadata)
		if o.Type == ExecuteResult {
			out["execution_count"] = count(o.ExecutionCount)
		}
	case Error:
		out["ename"] = o.ErrorName
		out["evalue"] = o.ErrorValue
		out["traceback"] = o.Traceback
	}
	return out
}

func withExtra(extra Object, room int) Object {
	out := make(Object, len(extra)+room)
	maps.Copy(out, extra)
	return out
}

func orEmpty(o Object) Object {
	if o == nil {
		return Object{}
	}
	return o
}

func count(p *int) any {
	if p == nil {
		return nil
	}
	return *p
}

// encode writes a JSON value in the reference implementation's form: one space of indent a
// level, keys sorted by code point (which the order of UTF-8 bytes is), nothing escaped that
// need not be.
func encode(b *bytes.Buffer, v any, depth int) error {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case string:
		encodeString(b, v)
	case json.Number:
		b.WriteString(v.String())
	case int:
		b.WriteString(strconv.Itoa(v))
	case int64:
		b.WriteString(strconv.FormatInt(v, 10))
	case float64:
		return encodeFloat(b, v)
	case []string:
		return encodeList(b, len(v), func(i int) any { return v[i] }, depth)
	case []any:
		return encodeList(b, len(v), func(i int) any { return v[i] }, depth)
	case Object:
		return encodeObject(b, v, depth)
	default:
		return fmt.Errorf("nbformat: a value of type %T cannot be written", v)
	}
	return nil
}

func encodeObject(b *bytes.Buffer, o Object, depth int) error {
	if len(o) == 0 {
		b.WriteString("{}")
		return nil
	}
	b.WriteByte('{')
	for i, key := range slices.Sorted(maps.Keys(o)) {
		if i > 0 {
			b.WriteByte(',')
		}
		newline(b, depth+1)
		encodeString(b, key)
		b.WriteString(": ")
		if err := encode(b, o[key], depth+1); err != nil {
			return err
		}
	}
	newline(b, depth)
	b.WriteByte('}')
	return nil
}

func encodeList(b *bytes.Buffer, n int, at func(int) any, depth int) error {
	if n == 0 {
		b.WriteString("[]")
		return nil
	}
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		newline(b, depth+1)
		if err := encode(b, at(i), depth+1); err != nil {
			return err
		}
	}
	newline(b, depth)
	b.WriteByte(']')
	return nil
}

func newline(b *bytes.Buffer, depth int) {
	b.WriteByte('\n')
	for range depth {
		b.WriteByte(' ')
	}
}

// encodeFloat writes a float so that it reads as a float again.
func encodeFloat(b *bytes.Buffer, f float64) error {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return fmt.Errorf("nbformat: %v cannot be written as JSON", f)
	}
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	b.WriteString(s)
	return nil
}

// encodeString escapes what JSON demands and no more. encoding/json would also escape <, >, &
// and two line separators.
func encodeString(b *bytes.Buffer, s string) {
	b.WriteByte('"')
	start := 0
	for i := range len(s) {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b.WriteString(s[start:i])
		start = i + 1
		switch c {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		default:
			fmt.Fprintf(b, `\u%04x`, c)
		}
	}
	b.WriteString(s[start:])
	b.WriteByte('"')
}
