package record

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Package encoding/json leaves a field at zero where a text lacks it or says null, takes the last of two that have one name, and
// takes Value for value. A figure that was never measured would so be read as 0. Here a record has to say everything.

// shape is what a part of a record is in JSON.
type shape struct {
	fields []field // of an object with fixed names
	each   *shape  // of an object with free names
	free   bool    // any JSON but null
}

// field is one of an object with fixed names.
type field struct {
	name   string
	shape  *shape
	needed bool
}

var recordShape = sync.OnceValue(func() *shape { return shapeOf(reflect.TypeFor[Record]()) })

func shapeOf(t reflect.Type) *shape {
	switch {
	case t == reflect.TypeFor[json.RawMessage]():
		return &shape{free: true}
	case t.Kind() == reflect.Pointer:
		return shapeOf(t.Elem())
	case t.Kind() == reflect.Map:
		return &shape{each: shapeOf(t.Elem())}
	case t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()):
		return &shape{}
	}
	s := &shape{}
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name != "-" {
			s.fields = append(s.fields, field{name, shapeOf(f.Type), !slices.Contains(strings.Split(options, ","), "omitempty")})
		}
	}
	return s
}

// read passes over a value of the shape and says the first thing that is null, unknown, there twice or left out, and where it is: ""
// for the value itself. A pass of package encoding/json takes ten times as long, and every table is made of all records.
func (s *shape) read(w *walk) (at, what string) {
	switch begin := w.next(); {
	case begin == 'n':
		return "", "is null, want a value"
	case begin == '[' && !s.free:
		return "", "is a list, want a value"
	case begin == '{' && !s.free:
		return s.object(w)
	}
	w.value()
	return "", ""
}

// object is read for an object.
func (s *shape) object(w *walk) (at, what string) {
	var seen []string
	for w.at++; w.next() != '}'; {
		name := w.name()
		of := s.each
		if i := slices.IndexFunc(s.fields, func(f field) bool { return f.name == name }); i >= 0 {
			of = s.fields[i].shape
		}
		if of == nil {
			return "", fmt.Sprintf("has an unknown field %q", name)
		}
		seen = append(seen, name)
		if at, what := of.read(w); what != "" {
			return "." + name + at, what
		}
	}
	w.at++
	slices.Sort(seen)
	for i := 1; i < len(seen); i++ {
		if seen[i] == seen[i-1] {
			return "", fmt.Sprintf("has the field %q twice", seen[i])
		}
	}
	for _, f := range s.fields {
		if f.needed && !slices.Contains(seen, f.name) {
			return "", fmt.Sprintf("has no %q", f.name)
		}
	}
	return "", ""
}

// walk passes over a text that is JSON.
type walk struct {
	text []byte
	at   int
}

// next is the byte that the next value, name or end begins with.
func (w *walk) next() byte {
	for strings.IndexByte(" \t\r\n,:", w.text[w.at]) >= 0 {
		w.at++
	}
	return w.text[w.at]
}

// name passes over the name of a field.
func (w *walk) name() string {
	text := w.quoted()
	name := string(text[1 : len(text)-1])
	if strings.Contains(name, `\`) {
		_ = json.Unmarshal(text, &name) // the text is JSON
	}
	return name
}

// quoted passes over a text in quotes.
func (w *walk) quoted() []byte {
	from := w.at
	for w.at++; w.text[w.at] != '"'; w.at++ {
		if w.text[w.at] == '\\' {
			w.at++
		}
	}
	w.at++
	return w.text[from:w.at]
}

// value passes over a value.
func (w *walk) value() {
	for open := 0; ; {
		switch w.next() {
		case '"':
			w.quoted()
		case '{', '[':
			open++
			w.at++
		case '}', ']':
			open--
			w.at++
		default:
			for w.at < len(w.text) && strings.IndexByte(" \t\r\n,:]}", w.text[w.at]) < 0 {
				w.at++
			}
		}
		if open == 0 {
			return
		}
	}
}

// unmarshal reads one record, all of it and nothing else.
func unmarshal(line []byte) (r Record, err error) {
	if err := json.Unmarshal(line, &r); err != nil {
		return Record{}, err
	}
	if at, what := recordShape().read(&walk{text: line}); what != "" {
		return Record{}, fmt.Errorf("record%s %s", at, what)
	}
	err = r.Validate()
	return r, err
}
