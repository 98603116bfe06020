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

	"sudokulab/pkg/jsonfile"
)

// Read reads a whole file. It stops at the end that the header gives and wants no byte to
// follow it.
func Read(r io.Reader) (*File, error) {
	if r == nil {
		return nil, errors.New("safetensors: no reader")
	}
	var b bytes.Buffer // grows with what arrives, not with what the header says
	fail := func(what string, err error) (*File, error) {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("safetensors: reading %s: %w", what, err)
	}
	if _, err := io.CopyN(&b, r, 8); err != nil {
		return fail("the length of the header", err)
	}
	length, err := headerLength(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("safetensors: %w", err)
	}
	if _, err := io.CopyN(&b, r, int64(length)); err != nil {
		return fail("the header", err)
	}
	entries, _, err := parseHeader(b.Bytes()[8:])
	if err != nil {
		return nil, fmt.Errorf("safetensors: %w", err)
	}
	end := 0
	for _, e := range entries {
		end = max(end, e.Offsets[1])
	}
	if _, err := io.CopyN(&b, r, int64(end)); err != nil {
		return fail("the data", err)
	}
	if n, err := io.ReadFull(r, make([]byte, 1)); n > 0 {
		return nil, fmt.Errorf("safetensors: more than the %d bytes of data that the header names", end)
	} else if !errors.Is(err, io.EOF) {
		return fail("the end", err)
	}
	return Parse(b.Bytes())
}

// Parse takes a whole file's bytes apart. The tensors' data are parts of file.
func Parse(file []byte) (*File, error) {
	f, err := parse(file)
	if err != nil {
		return nil, fmt.Errorf("safetensors: %w", err)
	}
	return f, nil
}

func parse(file []byte) (*File, error) {
	length, err := headerLength(file)
	if err != nil {
		return nil, err
	}
	if length > len(file)-8 {
		return nil, fmt.Errorf("header of %d bytes, but only %d follow its length", length, len(file)-8)
	}
	entries, metadata, err := parseHeader(file[8 : 8+length])
	if err != nil {
		return nil, err
	}
	data := file[8+length:]
	if err := checkOffsets(entries, len(data)); err != nil {
		return nil, err
	}
	f := &File{Metadata: metadata, Tensors: make([]Tensor, 0, len(entries))}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		e := entries[name]
		// The capacity ends with the tensor, so that appending to one cannot reach the next.
		t := Tensor{Name: name, DType: e.DType, Shape: e.Shape, Data: data[e.Offsets[0]:e.Offsets[1]:e.Offsets[1]]}
		if err := t.check(); err != nil {
			return nil, fmt.Errorf("tensor %q: %w", name, err)
		}
		f.Tensors = append(f.Tensors, t)
	}
	return f, nil
}

// checkOffsets wants the tensors to follow each other from 0 to size without gap or overlap.
func checkOffsets(entries map[string]entry, size int) error {
	names := slices.Collect(maps.Keys(entries))
	slices.SortFunc(names, func(a, b string) int {
		x, y := entries[a].Offsets, entries[b].Offsets
		return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1]), cmp.Compare(a, b))
	})
	at := 0
	for _, name := range names {
		o := entries[name].Offsets
		switch {
		case o[0] != at:
			return fmt.Errorf("tensor %q begins at byte %d, want %d, where the one before it ends", name, o[0], at)
		case o[1] < o[0] || o[1] > size:
			return fmt.Errorf("tensor %q is from byte %d to %d of %d", name, o[0], o[1], size)
		}
		at = o[1]
	}
	if at != size {
		return fmt.Errorf("%d bytes of data, the header names %d", size, at)
	}
	return nil
}

func headerLength(file []byte) (int, error) {
	if len(file) < 8 {
		return 0, fmt.Errorf("%d bytes, want at least the 8 of the header's length", len(file))
	}
	length := binary.LittleEndian.Uint64(file)
	if length > maxHeader {
		return 0, fmt.Errorf("header of %d bytes, at most %d are read", length, maxHeader)
	}
	return int(length), nil
}

// parseHeader reads the JSON object. Shapes are checked against the offsets later.
func parseHeader(header []byte) (entries map[string]entry, metadata map[string]string, err error) {
	if len(header) == 0 || header[0] != '{' {
		return nil, nil, errors.New("the header does not begin with {")
	}
	if !utf8.Valid(header) {
		return nil, nil, errors.New("the header is not UTF-8") // encoding/json would replace bytes and merge names
	}
	if err := jsonfile.Bounded(header, jsonfile.Depth, maxValues); err != nil {
		return nil, nil, fmt.Errorf("header: %w", err)
	}
	raw, err := object(header)
	if err != nil {
		return nil, nil, fmt.Errorf("header: %w", err)
	}
	entries = make(map[string]entry, len(raw))
	for name, value := range raw {
		if name == metadataKey {
			if metadata, err = parseMetadata(value); err != nil {
				return nil, nil, fmt.Errorf("header: %s: %w", metadataKey, err)
			}
			continue
		}
		e, err := parseEntry(value)
		if err != nil {
			return nil, nil, fmt.Errorf("header: tensor %q: %w", name, err)
		}
		entries[name] = e
	}
	return entries, metadata, nil
}

func parseMetadata(value []byte) (map[string]string, error) {
	raw, err := object(value)
	if err != nil {
		return nil, err
	}
	metadata := make(map[string]string, len(raw))
	for key, value := range raw {
		var text *string // a pointer tells null from ""
		if err := json.Unmarshal(value, &text); err != nil || text == nil {
			return nil, fmt.Errorf("the value of %q is not a string", key)
		}
		metadata[key] = *text
	}
	return metadata, nil
}

func parseEntry(value []byte) (entry, error) {
	raw, err := object(value)
	if err != nil {
		return entry{}, err
	}
	for _, key := range []string{"dtype", "shape", "data_offsets"} {
		if v, ok := raw[key]; !ok || string(v) == "null" {
			return entry{}, fmt.Errorf("no %s", key)
		}
	}
	var e entry
	var offsets []int
	if err := json.Unmarshal(raw["dtype"], &e.DType); err != nil {
		return entry{}, fmt.Errorf("dtype: %w", err)
	}
	if err := json.Unmarshal(raw["shape"], &e.Shape); err != nil {
		return entry{}, fmt.Errorf("shape: %w", err)
	}
	if err := json.Unmarshal(raw["data_offsets"], &offsets); err != nil {
		return entry{}, fmt.Errorf("data_offsets: %w", err)
	}
	if len(offsets) != 2 || offsets[0] < 0 || offsets[1] < offsets[0] {
		return entry{}, fmt.Errorf("data_offsets %v, want a beginning and an end", offsets)
	}
	e.Offsets = [2]int(offsets)
	n, err := size(e.DType, e.Shape)
	if err != nil {
		return entry{}, err
	}
	if want := n * e.DType.Size(); offsets[1]-offsets[0] != want {
		return entry{}, fmt.Errorf("%d bytes, want %d for %s %v", offsets[1]-offsets[0], want, e.DType, e.Shape)
	}
	return e, nil
}

// object reads a JSON object's members. encoding/json alone would take the last of two
// equal keys and would match a struct's keys regardless of case.
func object(text []byte) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if token, err := d.Token(); err != nil {
		return nil, err
	} else if token != json.Delim('{') {
		return nil, fmt.Errorf("%v where an object was expected", token)
	}
	members := map[string]json.RawMessage{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, ok := token.(string)
		if !ok {
			return nil, fmt.Errorf("%v where a name was expected", token)
		}
		if _, twice := members[key]; twice {
			return nil, fmt.Errorf("the name %q is there twice", key)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		members[key] = value
	}
	if _, err := d.Token(); err != nil { // the closing brace
		return nil, err
	}
	if rest := bytes.Trim(text[d.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return nil, fmt.Errorf("%q after the object", rest[:min(len(rest), 20)])
	}
	return members, nil
}
