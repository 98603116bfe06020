package lab

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/record"
)

// A record holds for the puzzles that it was measured on. It names them by the hash of their set, and those of sets that its case reads
// beside by texts; see [PuzzlesOf]. Where a set is another one by now, the record is stale, whatever its code.

// setText begins the name of the text with the hash of a set that a case reads beside its own.
const setText = "sha256 of "

// hashes returns the hash of a set as it is here: of an embedded one that of its bytes, of another one that in the list of sets, whether
// the set is at hand or not; "" where there is none.
func hashes(store *corpus.Store) func(id string) string {
	if store == nil {
		store = &corpus.Store{}
	}
	known := map[string]string{}
	var mu sync.Mutex
	return func(id string) string {
		mu.Lock()
		defer mu.Unlock()
		if hash, ok := known[id]; ok {
			return hash
		}
		known[id] = hashOf(store, id)
		return known[id]
	}
}

func hashOf(store *corpus.Store, id string) string {
	set, err := store.ByID(id)
	switch {
	case err != nil:
		return ""
	case set.Embedded:
		d, err := store.Digest(context.Background(), id)
		if _, other := errors.AsType[*corpus.HashError](err); err != nil && !other {
			return ""
		}
		return d.SHA256
	case set.SHA256 == corpus.Unknown:
		return ""
	}
	return set.SHA256
}

// others returns the sets that are other ones now than those that a record was measured on.
func (s standing) others(r record.Record) (ids []string) {
	look := func(id, was string) {
		if s.sets == nil || was == "" {
			return
		}
		if now := s.sets(id); now != "" && now != was {
			ids = append(ids, id)
		}
	}
	if r.Corpus != nil {
		look(r.Corpus.ID, r.Corpus.SHA256)
	}
	for name, hash := range r.Texts {
		if id, ok := strings.CutPrefix(name, setText); ok {
			look(id, hash)
		}
	}
	return ids
}

func (s standing) otherPuzzles(r record.Record) bool { return len(s.others(r)) > 0 }

// othersOf returns the same of several records, sorted.
func (s standing) othersOf(set record.Set) (ids []string) {
	for _, r := range set {
		ids = append(ids, s.others(r)...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Standings returns how records stand to the committed identities of code and to the puzzle sets that are here.
func (l *Lab) Standings() (func(record.Record) State, error) {
	s, err := l.standing()
	return s.of, err
}
