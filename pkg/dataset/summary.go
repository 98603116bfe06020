package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"sudokulab/pkg/dataset/files"
)

// Summary says what a set holds, for programs.
type Summary struct {
	Name    string    `json:"name"`
	Version int       `json:"version"` // of recipes
	Recipe  string    `json:"recipe"`  // hash
	Program string    `json:"program"`
	Only    []Split   `json:"only"` // the splits that were made
	Sets    []SetSize `json:"sets"`

	Old bool `json:"-"` // the set was there already, and its hashes were compared
}

// SetSize says how large a split of a part is.
type SetSize struct {
	Part    string     `json:"part,omitempty"`
	Side    int        `json:"side"`
	Split   Split      `json:"split"`
	Asked   int64      `json:"asked"` // puzzles that the recipe asks for
	Puzzles int64      `json:"puzzles"`
	Rows    int64      `json:"rows"` // with copies
	Bands   []BandSize `json:"bands"`
	// SHA256 is the hash of the puzzles in their order, whatever the files: of a line with puzzle, a blank and solution for
	// each, without copies.
	SHA256 string `json:"sha256"`
}

// BandSize says how large a band is, and of what.
type BandSize struct {
	Band    string  `json:"band"`
	Asked   int64   `json:"asked"`
	Puzzles int64   `json:"puzzles"`
	Givens  [2]int  `json:"givens"`  // fewest and most
	Guesses float64 `json:"guesses"` // mean
}

// MarshalText writes the split's name.
func (s Split) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads it.
func (s *Split) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSplit(string(text))
	return err
}

// Test returns the hash of the test puzzles of a part, "" if there are none.
func (s *Summary) Test(part string) string {
	for i := range s.Sets {
		if s.Sets[i].Split == Test && s.Sets[i].Part == part {
			return s.Sets[i].SHA256
		}
	}
	return ""
}

// summary goes through all puzzles.
func (f *folder) summary(ctx context.Context) (*Summary, error) {
	out := &Summary{Name: f.r.Name, Version: f.r.Version, Recipe: f.hash, Program: f.o.Program, Only: f.o.Only, Sets: []SetSize{}}
	for _, s := range f.sets {
		size := SetSize{Part: s.part.Name, Side: s.part.Side, Split: s.split, Asked: s.asked(), Puzzles: s.puzzles(), Rows: s.rows()}
		at := map[*bandOf]*BandSize{}
		size.Bands = make([]BandSize, len(s.bands))
		for i, b := range s.bands {
			size.Bands[i] = BandSize{Band: s.band(b).Name, Asked: s.w.segs[b.seg].count, Puzzles: b.puzzles()}
			at[b] = &size.Bands[i]
		}
		h := sha256.New()
		var line []byte
		n := 0
		for it, err := range s.from(0) {
			n++
			if err == nil && n%4096 == 0 {
				err = ctx.Err()
			}
			if err != nil {
				return nil, err
			}
			row, b := s.row(&it), at[it.band]
			if b.Givens[0] == 0 || row.Givens < b.Givens[0] {
				b.Givens[0] = row.Givens
			}
			b.Givens[1] = max(b.Givens[1], row.Givens)
			b.Guesses += float64(row.Guesses)
			line = append(files.AppendCells(line[:0], row.Puzzle), ' ')
			line = append(files.AppendCells(line, row.Solution), '\n')
			h.Write(line)
		}
		for i := range size.Bands {
			if b := &size.Bands[i]; b.Puzzles > 0 {
				b.Guesses /= float64(b.Puzzles)
			}
		}
		size.SHA256 = hex.EncodeToString(h.Sum(nil))
		out.Sets = append(out.Sets, size)
	}
	return out, nil
}
