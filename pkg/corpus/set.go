package corpus

import (
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

// Unknown stands in the list for a sha256 that could not be computed yet, because the
// origin could not be reached when the list was written. [Store.Fetch] records the hash of
// what it first gets and holds every later read to it.
const Unknown = "unknown"

// Uniqueness says whether the puzzles of a set have exactly one solution.
type Uniqueness string

// The values of [Uniqueness]. Yes and No are stated by the origin or were counted; Unknown
// means that they were not counted here.
const (
	UniqueYes     Uniqueness = "yes"
	UniqueNo      Uniqueness = "no"
	UniqueUnknown Uniqueness = "unknown"
)

// Set describes one named puzzle set: what it is, where it came from and how its bytes are
// recognised.
type Set struct {
	ID          string `json:"id"`          // the name that records and the command line use
	Title       string `json:"title"`       // a few words
	Description string `json:"description"` // what a reader of a table should know
	Side        int    `json:"side"`        // n of its n×n boards

	Unique  Uniqueness `json:"unique"`
	Puzzles int        `json:"puzzles"` // -1 if not known

	// File is the slash-separated path of the set's text below a data folder.
	File   string        `json:"file"`
	Format format.Format `json:"-"`
	// Alphabet is how the text writes digits; "" lets the reader recognise it.
	Alphabet board.Alphabet `json:"-"`
	// SHA256 is of the text: of the file after gunzip, if it is kept compressed, so that it
	// does not depend on who compressed it. [Unknown] if it could not be computed.
	SHA256 string `json:"sha256"`
	// GzipSHA256 is of the compressed file that shared data folders hold, for comparison
	// with their own lists; "" if they hold the text. Nothing is refused for its sake.
	GzipSHA256 string `json:"gzip_sha256,omitempty"`
	Bytes      int64  `json:"bytes,omitempty"` // size of the text, 0 if not known

	Origin  string `json:"origin"`  // a page for people
	Licence string `json:"licence"` // as stated by the origin

	Download   *Download   `json:"download,omitempty"`   // where the text is fetched from
	Derivation *Derivation `json:"derivation,omitempty"` // or which set it is cut from
	ByHand     string      `json:"by_hand,omitempty"`    // or how a person gets it

	Embedded bool   `json:"embedded"`
	Recipe   string `json:"recipe,omitempty"` // of an embedded set: the call that makes it
}

// Download is an address and what must come from it.
type Download struct {
	URL string `json:"url"`
	// SHA256 is of the download; [Unknown] if it could not be computed.
	SHA256 string `json:"sha256"`
	// GitBlob is the object id under which the origin's git repository holds the download,
	// "" if none: the SHA-1 of "blob <size>\x00" and the bytes. A commit that can be read
	// without the file pins the file all the same.
	GitBlob string    `json:"git_blob,omitempty"`
	Unpack  Unpacking `json:"unpack"`
	// Member is the path inside a zip archive; for [ACSZip] the folder of the instances.
	Member string `json:"member,omitempty"`
}

// Unpacking says how a set's text comes out of a download.
type Unpacking string

// The values of [Unpacking].
const (
	Plain  Unpacking = "plain"   // the download is the text
	Gzip   Unpacking = "gzip"    // the text, compressed
	Zip    Unpacking = "zip"     // one member of a zip archive
	ACSZip Unpacking = "acs-zip" // many small instance files in a zip archive, see unpackACS
)

// Derivation cuts a set from another one: puzzle lines 0, Every, 2·Every, … of From, its
// empty lines and those that begin with '#' left out.
type Derivation struct {
	From  string `json:"from"`
	Every int    `json:"every"`
}

// All returns every set: the project's own first, then the public ones, in the order in
// which tables show them. The slice is the caller's.
func All() []Set {
	return slices.Concat(ownSets(), publicSets())
}

// ByID returns the set with the given id. The error of an unknown id lists those that
// exist.
func ByID(id string) (Set, error) { return findSet(All(), id) }

func findSet(sets []Set, id string) (Set, error) {
	ids := make([]string, len(sets))
	for i, set := range sets {
		if set.ID == id {
			return set, nil
		}
		ids[i] = set.ID
	}
	return Set{}, fmt.Errorf("corpus: no set %q, want one of %s", id, strings.Join(ids, ", "))
}

// HowToGet says in one line how a person gets the set onto the machine.
func (s Set) HowToGet() string {
	switch {
	case s.Embedded:
		return "embedded"
	case s.ByHand != "":
		return "by hand: " + s.ByHand
	case s.Download != nil || s.Derivation != nil:
		return "sudokulab data fetch " + s.ID
	}
	return "by hand: put it at " + s.File + " below the data folder"
}

// validate checks the facts that the rest of the package relies on.
func (s Set) validate() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("corpus: set %q: %s", s.ID, fmt.Sprintf(format, args...))
	}
	switch {
	case s.ID == "" || s.Title == "" || s.Description == "" || s.Origin == "" || s.Licence == "":
		return bad("id, title, description, origin and licence must be filled in")
	case !slices.Contains([]int{4, 9, 16, 25, 36}, s.Side):
		return bad("side %d, want 4, 9, 16, 25 or 36", s.Side)
	case s.Unique != UniqueYes && s.Unique != UniqueNo && s.Unique != UniqueUnknown:
		return bad("unique is %q, want yes, no or unknown", s.Unique)
	case s.Puzzles < -1 || s.Puzzles == 0:
		return bad("%d puzzles, want a number above 0, or -1 if not known", s.Puzzles)
	case s.File == "" || strings.HasPrefix(s.File, "/") || strings.Contains(s.File, ".."):
		return bad("file is %q, want a path below the data folder", s.File)
	case s.SHA256 != Unknown && !isHex(s.SHA256, 64):
		return bad("sha256 is %q, want 64 hex digits or %q", s.SHA256, Unknown)
	case s.GzipSHA256 != "" && !isHex(s.GzipSHA256, 64):
		return bad("gzip sha256 is %q, want 64 hex digits", s.GzipSHA256)
	case s.Embedded && (s.SHA256 == Unknown || s.Recipe == "" || s.Puzzles < 0):
		return bad("an embedded set has a hash, a recipe and a count")
	}
	ways := 0
	if d := s.Download; d != nil {
		ways++
		switch {
		case d.SHA256 != Unknown && !isHex(d.SHA256, 64):
			return bad("download sha256 is %q, want 64 hex digits or %q", d.SHA256, Unknown)
		case d.GitBlob != "" && !isHex(d.GitBlob, 40):
			return bad("git blob is %q, want 40 hex digits", d.GitBlob)
		case !slices.Contains([]Unpacking{Plain, Gzip, Zip, ACSZip}, d.Unpack):
			return bad("unpack is %q, want plain, gzip, zip or acs-zip", d.Unpack)
		case (d.Unpack == Zip || d.Unpack == ACSZip) != (d.Member != ""):
			return bad("member is %q with unpack %q", d.Member, d.Unpack)
		}
	}
	if d := s.Derivation; d != nil {
		ways++
		if d.From == "" || d.From == s.ID || d.Every < 2 {
			return bad("derivation from %q, every %d; want another set and 2 or more", d.From, d.Every)
		}
	}
	if s.ByHand != "" {
		ways++
	}
	if s.Embedded {
		ways++
	}
	if ways != 1 {
		return bad("%d ways to get it, want exactly one of download, derivation, by hand, embedded", ways)
	}
	return nil
}

func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}
