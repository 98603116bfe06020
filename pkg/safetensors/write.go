package safetensors

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"unicode/utf8"
)

const (
	metadataKey = "__metadata__"
	alignment   = 8         // of the first array's first byte
	maxHeader   = 100 << 20 // bytes; the reference reader's limit
	maxValues   = 500_000   // of a header: 30,000 tensors
)

// Write writes a file of the tensors, in any order, and the strings. It refuses tensors
// whose bytes do not match their shapes, names that occur twice or are the header's own
// __metadata__, and text that is not UTF-8.
func Write(w io.Writer, tensors []Tensor, metadata map[string]string) error {
	if w == nil {
		return errors.New("safetensors: no writer")
	}
	ordered := slices.Clone(tensors)
	slices.SortStableFunc(ordered, func(a, b Tensor) int {
		return cmp.Or(cmp.Compare(b.DType.Size(), a.DType.Size()), cmp.Compare(a.Name, b.Name))
	})
	header, err := header(ordered, metadata)
	if err != nil {
		return fmt.Errorf("safetensors: writing: %w", err)
	}
	if _, err := w.Write(header); err != nil {
		return fmt.Errorf("safetensors: writing the header: %w", err)
	}
	for _, t := range ordered {
		if _, err := w.Write(t.Data); err != nil {
			return fmt.Errorf("safetensors: writing %q: %w", t.Name, err)
		}
	}
	return nil
}

// entry is an array's value in the header.
type entry struct {
	DType   DType  `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"`
}

// header returns the length and the padded JSON object. Its keys are written one by one,
// because a Go map would lose the order.
func header(ordered []Tensor, metadata map[string]string) ([]byte, error) {
	var b bytes.Buffer
	b.Write(make([]byte, 8)) // the length, set below
	add := func(key string, value any) error {
		if !utf8.ValidString(key) {
			return fmt.Errorf("name %q is not UTF-8", key)
		}
		separator := ","
		if b.Len() == 8 {
			separator = "{"
		}
		k, err := json.Marshal(key)
		if err != nil {
			return err
		}
		v, err := json.Marshal(value)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s%s:%s", separator, k, v)
		return nil
	}
	if len(metadata) > 0 {
		for _, key := range slices.Sorted(maps.Keys(metadata)) {
			if !utf8.ValidString(key) || !utf8.ValidString(metadata[key]) {
				return nil, fmt.Errorf("metadata %q is not UTF-8", key)
			}
		}
		if err := add(metadataKey, metadata); err != nil { // encoding/json sorts a map's keys
			return nil, err
		}
	}
	seen := map[string]bool{metadataKey: true}
	at := 0
	for _, t := range ordered {
		if seen[t.Name] {
			return nil, fmt.Errorf("name %q is there twice or reserved", t.Name)
		}
		seen[t.Name] = true
		if err := t.check(); err != nil {
			return nil, fmt.Errorf("%q: %w", t.Name, err)
		}
		shape := t.Shape
		if shape == nil {
			shape = []int{} // a scalar's shape is [], not null
		}
		if err := add(t.Name, entry{t.DType, shape, [2]int{at, at + len(t.Data)}}); err != nil {
			return nil, err
		}
		at += len(t.Data)
	}
	if b.Len() == 8 {
		b.WriteString("{")
	}
	b.WriteString("}")
	for b.Len()%alignment != 0 {
		b.WriteByte(' ')
	}
	if b.Len()-8 > maxHeader {
		return nil, fmt.Errorf("header of %d bytes, at most %d are read", b.Len()-8, maxHeader)
	}
	binary.LittleEndian.PutUint64(b.Bytes(), uint64(b.Len()-8))
	return b.Bytes(), nil
}
