package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"sudokulab/pkg/atomicfile"
)

// Journal keeps finished records across interrupted runs: one line for each, appended and
// synced as it finishes, found again by its key. A line cut off by a crash is dropped when
// the journal is next opened. A journal is scratch: deleting it only costs time.
type Journal struct {
	mu      sync.Mutex
	file    *os.File
	entries map[string]Record
}

// entry is a line of a journal.
type entry[R Record | json.RawMessage] struct {
	Key    string `json:"key"`
	Record R      `json:"record"`
}

// OpenJournal opens or creates the journal at path and takes hold of it: a second process
// that opens the same journal gets an error until the first one ends.
func OpenJournal(path string) (*Journal, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	f, err := atomicfile.Open(path, os.O_RDWR|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	if err := atomicfile.Lock(f); err != nil {
		return nil, errors.Join(fmt.Errorf("record: %w", err), f.Close())
	}
	j := &Journal{file: f, entries: map[string]Record{}}
	if err := j.load(path); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

// load reads the entries and cuts off a last line that never got its end.
func (j *Journal) load(path string) error {
	data, err := atomicfile.ReadFile(path, maxFile)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	for line := range bytes.Lines(data[:whole]) {
		var e entry[json.RawMessage]
		// An unreadable or outdated line is one record to be measured again.
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		if r, err := unmarshal(e.Record); err == nil {
			j.entries[e.Key] = r
		}
	}
	if whole < len(data) {
		if err := j.file.Truncate(int64(whole)); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	return nil
}

// Get returns the record kept under the key.
func (j *Journal) Get(key string) (Record, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.entries[key]
	return r, ok
}

// Len returns the number of records kept.
func (j *Journal) Len() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.entries)
}

// Put keeps a record under the key; it is on disk when Put returns.
func (j *Journal) Put(key string, r Record) error {
	if err := r.Validate(); err != nil {
		return err
	}
	line, err := Encode(entry[Record]{key, r})
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	j.entries[key] = r
	return nil
}

// Close releases the journal.
func (j *Journal) Close() error { return j.file.Close() }
