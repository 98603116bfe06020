package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Package encoding/json leaves a field at zero where a text lacks it or says null, takes the last of two that have one name, and
// takes Value for value. A figure that was never measured would so be read as 0. Here a record has to say everything.

// shape is what a part of a record is in JSON.
type shape struct {
	fields map[string]*shape // of an object with fixed names
	needed []string          // of these, those that may not be left out
	each   *shape            // of an object with free names
	free   bool              // any JSON but null
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
	s := &shape{fields: map[string]*shape{}}
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		s.fields[name] = shapeOf(f.Type)
		if !slices.Contains(strings.Split(options, ","), "omitempty") {
			s.needed = append(s.needed, name)
		}
	}
	return s
}

// read reads a value of the shape and reports the first thing that is null, unknown, there twice or left out. at names the value.
func (s *shape) read(dec *json.Decoder, at string) error {
	if s.free {
		var text json.RawMessage
		if err := dec.Decode(&text); err != nil {
			return err
		}
		if string(text) == "null" {
			return fmt.Errorf("%s is null, want a value", at)
		}
		return nil
	}
	token, err := dec.Token()
	if err != nil {
		return err
	}
	switch token {
	case nil:
		return fmt.Errorf("%s is null, want a value", at)
	case json.Delim('['):
		return fmt.Errorf("%s is a list, want a value", at)
	case json.Delim('{'):
		return s.object(dec, at)
	}
	return nil
}

// object reads an object behind its first brace.
func (s *shape) object(dec *json.Decoder, at string) error {
	seen := map[string]bool{}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		of := s.each
		if s.fields != nil {
			of = s.fields[name]
		}
		switch {
		case of == nil:
			return fmt.Errorf("%s has an unknown field %q", at, name)
		case seen[name]:
			return fmt.Errorf("%s has the field %q twice", at, name)
		}
		seen[name] = true
		if err := of.read(dec, at+"."+name); err != nil {
			return err
		}
	}
	for _, name := range s.needed {
		if !seen[name] {
			return fmt.Errorf("%s has no %q", at, name)
		}
	}
	_, err := dec.Token() // the last brace
	return err
}

// unmarshal reads one record, all of it and nothing else.
func unmarshal(line []byte) (r Record, err error) {
	if err := json.Unmarshal(line, &r); err != nil {
		return Record{}, err
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	if err := recordShape().read(dec, "record"); err != nil {
		return Record{}, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Record{}, errors.New("text after the record")
	}
	err = r.Validate()
	return r, err
}
