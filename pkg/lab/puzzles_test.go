package lab

import (
	"testing"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/record"
)

// TestOtherPuzzles: a record of the code that is here is stale where its puzzles, or those that its case reads beside, are others here.
func TestOtherPuzzles(t *testing.T) {
	store := &corpus.Store{}
	own, err := store.Digest(t.Context(), "own-easy")
	if err != nil {
		t.Fatal(err)
	}
	public, err := store.ByID("17clue")
	if err != nil {
		t.Fatal(err)
	}
	s := standing{code: map[string]string{"exp": "one"}, sets: hashes(store)}
	on := func(id, hash string) record.Record {
		r := measured("a", "x", 1, 0)
		r.Experiment, r.Provenance.Code = "exp", "one"
		r.Corpus = &record.Corpus{ID: id, SHA256: hash, Puzzles: 1}
		return r
	}
	beside := func(id, hash string) record.Record {
		r := on(id, hash)
		r.Corpus, r.Texts = nil, map[string]string{setText + id: hash}
		return r
	}
	for name, c := range map[string]struct {
		r    record.Record
		want State
	}{
		"the same":              {on("own-easy", own.SHA256), Current},
		"a byte is another":     {on("own-easy", "0"+own.SHA256[1:]+"0"), Unverified},
		"the same, public":      {on("17clue", public.SHA256), Current},
		"another one, public":   {on("17clue", own.SHA256), Unverified},
		"the same beside":       {beside("own-easy", own.SHA256), Current},
		"another one beside":    {beside("17clue", own.SHA256), Unverified},
		"a set nobody lists":    {on("nobody", own.SHA256), Current},
		"the code is another":   {func() record.Record { r := on("own-easy", own.SHA256); r.Provenance.Code = "two"; return r }(), Unverified},
		"no hash was kept then": {on("own-easy", ""), Current},
	} {
		if got := s.of(c.r); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
