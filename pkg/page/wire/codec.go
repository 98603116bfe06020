package wire

import (
	"encoding"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// Codec reads and writes JSON. The zero Codec is ready; it is safe for many goroutines, and remembers the fields of structs.
type Codec struct {
	mu sync.Mutex
	of map[reflect.Type][]field
}

// field is a field of a struct.
type field struct {
	name      string
	index     int
	omitEmpty bool
	embedded  bool // its fields are those of the struct
}

// fields returns the fields of a struct that JSON has, in their order.
func (c *Codec) fields(t reflect.Type) []field {
	c.mu.Lock()
	defer c.mu.Unlock()
	if all, ok := c.of[t]; ok {
		return all
	}
	var all []field
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		name, options, _ := strings.Cut(tag, ",")
		switch {
		case tag == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			all = append(all, field{index: i, embedded: true})
			continue
		case !f.IsExported():
			continue
		case name == "":
			name = f.Name
		}
		all = append(all, field{name: name, index: i, omitEmpty: options == "omitempty"})
	}
	if c.of == nil {
		c.of = map[reflect.Type][]field{}
	}
	c.of[t] = all
	return all
}

// find returns the field of a struct with a name in JSON.
func (c *Codec) find(v reflect.Value, name string) (reflect.Value, bool) {
	all := c.fields(v.Type())
	for _, f := range all {
		if !f.embedded && f.name == name {
			return v.Field(f.index), true
		}
	}
	for _, f := range all {
		if f.embedded {
			if found, ok := c.find(v.Field(f.index), name); ok {
				return found, true
			}
		}
	}
	return reflect.Value{}, false
}

var texts = reflect.TypeFor[encoding.TextMarshaler]()

// errType says that JSON has nothing for a type here: a defect of the program, not of what it was sent.
func errType(t reflect.Type) error { return fmt.Errorf("wire: no JSON for the type %s", t) }
