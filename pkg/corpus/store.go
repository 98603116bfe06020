package corpus

import (
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// EnvDataDir is the environment variable that names a folder of public sets.
const EnvDataDir = "SUDOKULAB_DATA"

// Store finds, reads, verifies and fetches sets on this machine. Its zero value knows the
// embedded sets only. It is safe for use by several goroutines; one process at a time may
// fetch into a cache folder. Fields are not to be changed after the first call.
type Store struct {
	// DataDir is a folder of sets that this program does not fill; it is only read. "" for none.
	DataDir string
	// CacheDir is the folder into which [Store.Fetch] puts sets and their pins. "" for none.
	CacheDir string
	// Sets is the list in which ids are looked up; nil for [All].
	Sets []Set
	// Client makes the requests; nil for one with time-outs for connecting and answering.
	Client *http.Client
	// StallTimeout ends a download that brings no byte for so long; 0 for a minute.
	StallTimeout time.Duration

	digestsMu sync.Mutex
	digests   map[string]*fileDigest // by path on disk

	fetching sync.Mutex
	maxText  int64 // bound on the size of a text; 0 for defaultMaxText; tests lower it
}

// FromEnv returns a store over the data folder that SUDOKULAB_DATA names, if it is set,
// and the given cache folder.
func FromEnv(cacheDir string) *Store {
	return &Store{DataDir: os.Getenv(EnvDataDir), CacheDir: cacheDir}
}

// Where is the kind of place in which a set was found.
type Where string

// The values of [Where].
const (
	Missing    Where = "missing"
	InPackage  Where = "embedded"
	InDataDir  Where = "data folder"
	InCacheDir Where = "cache"
)

// Location is where a set's bytes are.
type Location struct {
	Where Where  `json:"where"`
	Path  string `json:"path"` // on disk, or below this package for an embedded set
}

// MissingError reports a set that is in the list but not on this machine.
type MissingError struct {
	Set    Set
	Looked []string // the folders looked in
}

// Error names the set, the folders and the way to get it.
func (e *MissingError) Error() string {
	in := "no data or cache folder is set"
	if len(e.Looked) > 0 {
		in = "not in " + strings.Join(e.Looked, " or ")
	}
	return fmt.Sprintf("corpus: set %q is missing (%s); to get it: %s", e.Set.ID, in, e.Set.HowToGet())
}

// ByID returns the set with the given id in the store's list.
func (s *Store) ByID(id string) (Set, error) { return findSet(s.sets(), id) }

func (s *Store) sets() []Set {
	if s.Sets != nil {
		return s.Sets
	}
	return All()
}

// Locate says where the set is, without reading it. It looks at the embedded bytes, then
// in the data folder, then in the cache; in each folder for the path of [Set.File] and then
// for its last part alone, each as text and with ".gz". A set that is nowhere is a
// [*MissingError].
func (s *Store) Locate(id string) (Location, error) {
	set, err := s.ByID(id)
	if err != nil {
		return Location{}, err
	}
	return s.locate(set)
}

func (s *Store) locate(set Set) (Location, error) {
	if set.Embedded {
		return Location{InPackage, set.File}, nil
	}
	missing := &MissingError{Set: set}
	for _, place := range []struct {
		where Where
		dir   string
	}{{InDataDir, s.DataDir}, {InCacheDir, s.CacheDir}} {
		if place.dir == "" {
			continue
		}
		missing.Looked = append(missing.Looked, place.dir)
		for _, name := range []string{set.File, set.File + ".gz", path.Base(set.File), path.Base(set.File) + ".gz"} {
			p := filepath.Join(place.dir, filepath.FromSlash(name))
			if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() {
				return Location{place.where, p}, nil
			}
		}
	}
	return Location{Missing, ""}, missing
}

// Status is a set and whether it is on this machine.
type Status struct {
	Set      Set      `json:"set"`
	Location Location `json:"location"`
	Get      string   `json:"get"` // how to get it
}

// List returns a row for every set, in the order of the list, without reading any.
func (s *Store) List() []Status {
	sets := s.sets()
	rows := make([]Status, len(sets))
	for i, set := range sets {
		loc, _ := s.locate(set) // the only error is a missing set, and the row says so
		rows[i] = Status{Set: set, Location: loc, Get: set.HowToGet()}
	}
	return rows
}
