package corpus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"

	"sudokulab/pkg/atomicfile"
)

// Fetched says what [Store.Fetch] did.
type Fetched struct {
	Digest
	// Present: the set was here already and nothing was downloaded or cut.
	Present bool
	// Pinned: the list has no hash for the set, so the one in Digest was taken on trust and
	// recorded. A caller should show it.
	Pinned bool
	// Archive is the address of the download and ArchiveSHA256 its hash; "" if there was none.
	Archive       string
	ArchiveSHA256 string
}

// Fetch brings a set into the cache folder, unless it is on this machine already, and
// verifies it. A download is continued if an earlier call was interrupted; its hash is
// compared before it gets its name; the text is cut out of it within bounds, compared, and
// only then gets its name. An archive stays below downloads/ in the cache, since several
// sets come out of one; it may be deleted.
//
// A set without a hash in the list is trusted on first use: its hash is recorded under
// pins/ in the cache, Fetched.Pinned says so, and other bytes are an error from then on.
// For a set that only a person can get, Fetch pins what it finds, or returns the
// [*MissingError] that says how to get it. progress may be nil.
func (s *Store) Fetch(ctx context.Context, id string, progress Progress) (Fetched, error) {
	s.fetching.Lock()
	defer s.fetching.Unlock()
	return s.fetch(ctx, id, progress)
}

func (s *Store) fetch(ctx context.Context, id string, progress Progress) (Fetched, error) {
	set, err := s.ByID(id)
	if err != nil {
		return Fetched{}, err
	}
	loc, err := s.locate(set)
	var missing *MissingError
	switch {
	case err == nil:
		return s.adopt(ctx, set, loc, Fetched{Present: true})
	case !errors.As(err, &missing), set.Download == nil && set.Derivation == nil:
		return Fetched{}, err
	case s.CacheDir == "":
		return Fetched{}, fmt.Errorf("corpus: fetching set %q needs a cache folder", id)
	}
	dst := filepath.Join(s.CacheDir, filepath.FromSlash(set.File))
	if err := removeStale(dst); err != nil {
		return Fetched{}, err
	}
	got := Fetched{}
	if set.Derivation != nil {
		err = s.fetchDerived(ctx, set, dst, progress)
	} else {
		got, err = s.fetchDownload(ctx, set, dst, progress)
	}
	if err != nil {
		return Fetched{}, err
	}
	return s.adopt(ctx, set, Location{InCacheDir, dst}, got)
}

// adopt verifies a set that is in its place, and pins it if there is nothing to verify it
// with.
func (s *Store) adopt(ctx context.Context, set Set, loc Location, f Fetched) (Fetched, error) {
	d, err := s.digest(ctx, set, loc)
	if err != nil {
		var wrong *HashError
		if errors.As(err, &wrong) && loc.Where == InCacheDir {
			err = fmt.Errorf("%w; delete the file to fetch it again", err)
		}
		return Fetched{}, err
	}
	if d.Basis == NoHash && s.CacheDir != "" {
		if err := s.writePin(set, d.SHA256); err != nil {
			return Fetched{}, err
		}
		f.Pinned = true
		d.Basis = PinHash
	}
	f.Digest = d
	return f, nil
}

func (s *Store) fetchDownload(ctx context.Context, set Set, dst string, progress Progress) (Fetched, error) {
	d := *set.Download
	got := Fetched{Archive: d.URL}
	if d.Unpack == Plain {
		// The download is the text, so what is known of the one is known of the other.
		var err error
		if d.SHA256 == Unknown {
			if d.SHA256, _, err = s.expected(set); err != nil {
				return Fetched{}, err
			}
		}
		got.ArchiveSHA256, err = s.download(ctx, set.ID, d, dst, progress)
		return got, err
	}
	archive, err := s.archivePath(d.URL)
	if err != nil {
		return Fetched{}, err
	}
	if err := removeStale(archive); err != nil {
		return Fetched{}, err
	}
	// An archive that is here is hashed again: it may have been cut short or replaced.
	got.ArchiveSHA256, err = verifyDownload(ctx, set.ID, d, archive)
	if ctx.Err() != nil {
		return Fetched{}, fmt.Errorf("corpus: fetching %s: %w", set.ID, ctx.Err())
	}
	if err != nil {
		if got.ArchiveSHA256, err = s.download(ctx, set.ID, d, archive, progress); err != nil {
			return Fetched{}, err
		}
	}
	err = s.place(set, dst, func(w io.Writer) error { return s.unpack(ctx, set, archive, w) })
	if err != nil && d.SHA256 == Unknown && d.GitBlob == "" {
		// Nothing vouches for the archive, so it may be what is wrong.
		err = errors.Join(err, os.Remove(archive))
	}
	return got, err
}

func (s *Store) fetchDerived(ctx context.Context, set Set, dst string, progress Progress) error {
	parent, err := s.fetch(ctx, set.Derivation.From, progress)
	if err != nil {
		return err
	}
	text, err := openText(parent.Location)
	if err != nil {
		return err
	}
	defer closeRead(text)
	return s.place(set, dst, func(w io.Writer) error {
		if err := derive(ctx, text, set.Derivation.Every, w); err != nil {
			return fmt.Errorf("corpus: set %q: %s: %w", set.ID, parent.Path, err)
		}
		return nil
	})
}

// place writes a set's text and gives it its name if the hash is the expected one.
func (s *Store) place(set Set, dst string, write func(io.Writer) error) error {
	want, basis, err := s.expected(set)
	if err != nil {
		return err
	}
	return writeAtomic(dst, func(w io.Writer) error {
		h := sha256.New()
		if err := write(io.MultiWriter(w, h)); err != nil {
			return err
		}
		if got := hex.EncodeToString(h.Sum(nil)); want != Unknown && want != got {
			return &HashError{ID: set.ID, Path: dst, Basis: string(basis), Want: want, Got: got}
		}
		return nil
	})
}

// expected returns the hash that the set's text must have and who says so, [Unknown] and
// [NoHash] before the first fetch of a set without one.
func (s *Store) expected(set Set) (string, Basis, error) {
	if set.SHA256 != Unknown {
		return set.SHA256, ListHash, nil
	}
	pin, err := s.pin(set)
	switch {
	case err != nil:
		return "", NoHash, err
	case pin == "":
		return Unknown, NoHash, nil
	}
	return pin, PinHash, nil
}

// archivePath names the cached download of an address: readable, and another for every
// address.
func (s *Store) archivePath(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", fmt.Errorf("corpus: %w", err)
	}
	sum := sha256.Sum256([]byte(address))
	return filepath.Join(s.CacheDir, "downloads", hex.EncodeToString(sum[:4])+"-"+path.Base(u.Path)), nil
}

// removeStale deletes the temporary files that a killed process left for name.
func removeStale(name string) error {
	err := atomicfile.Sweep(filepath.Dir(name), func(of string) bool { return atomicfile.Prefix(of) == atomicfile.Prefix(name) })
	if err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	return nil
}
