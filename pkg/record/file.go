package record

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"sudokulab/pkg/atomicfile"
)

// Hash returns the first 16 hexadecimal digits of the SHA-256 of data.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// ReplaceFile writes a file whole or not at all (see package atomicfile), and makes its
// folder if it is not there.
func ReplaceFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if err := atomicfile.WriteBytes(path, content); err != nil {
		return fmt.Errorf("record: %s: %w", path, err)
	}
	return nil
}

// Marshal writes records as JSON Lines.
func Marshal(set Set) ([]byte, error) {
	var out []byte
	for i := range set {
		if err := set[i].Validate(); err != nil {
			return nil, err
		}
		if len(set[i].Config) == 0 {
			return nil, fmt.Errorf("record: %s/%s: no configuration", set[i].Experiment, set[i].Case)
		}
		line, err := Encode(&set[i])
		if err != nil {
			return nil, fmt.Errorf("record: %s/%s: %w", set[i].Experiment, set[i].Case, err)
		}
		out = append(append(out, line...), '\n')
	}
	return out, nil
}

// Encode writes a value as compact JSON without escaping <, > and &, so that a
// configuration keeps its bytes, and with them its hash, wherever it is nested.
func Encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte{'\n'}), nil
}

// Read reads JSON Lines, one record a line. name is the file's name in errors.
func Read(r io.Reader, name string) (Set, error) {
	var set Set
	seen := map[string]int{}
	in := bufio.NewReader(r)
	for line := 1; ; line++ {
		text, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("record: %s:%d: %w", name, line, err)
		}
		if len(bytes.TrimSpace(text)) > 0 {
			rec, perr := unmarshal(text)
			if perr != nil {
				return nil, fmt.Errorf("record: %s:%d: %w", name, line, perr)
			}
			key := rec.Profile + "\x00" + rec.Case
			if before, dup := seen[key]; dup {
				return nil, fmt.Errorf("record: %s:%d: case %q of profile %s stands in line %d already", name, line, rec.Case, rec.Profile, before)
			}
			seen[key] = line
			set = append(set, rec)
		}
		if err == io.EOF {
			return set, nil
		}
	}
}

// maxFile bounds a file of records or a journal, in bytes. The largest committed one has 2 MB.
const maxFile = 1 << 28

// ReadFile reads the records of a file; a file that is not there holds none.
func ReadFile(path string) (Set, error) {
	data, err := atomicfile.ReadFile(path, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return Read(bytes.NewReader(data), path)
}
