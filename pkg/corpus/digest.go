package corpus

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/download"
)

// defaultMaxText bounds the text of a set whose size is not known: a few times the largest
// in the list, so that a hostile archive cannot fill a disk.
const defaultMaxText = 8 << 30

// Basis says what a set's bytes were compared with.
type Basis string

// The values of [Basis].
const (
	ListHash Basis = "list"        // the sha256 in the list of sets
	PinHash  Basis = "first fetch" // the sha256 recorded when the set was first fetched
	NoHash   Basis = "none"        // nothing: the list has no hash and the set was put here by hand
)

// Digest identifies the bytes of a set on this machine. It is what a record stores about
// the puzzles it used.
type Digest struct {
	ID         string `json:"id"`
	SHA256     string `json:"sha256"`      // of the text
	FileSHA256 string `json:"file_sha256"` // of the bytes on disk; differs if they are gzipped
	Bytes      int64  `json:"bytes"`       // size of the text
	Basis      Basis  `json:"basis"`       // what SHA256 was found equal to
	Location   `json:"-"`
}

// HashError reports bytes that are not those that the list or the first fetch recorded.
type HashError struct {
	ID    string
	Path  string // the file, or the address of a download
	Basis string // what Want is: "list", "first fetch", "git blob", …
	Want  string
	Got   string
}

// Error names the file, the expected and the actual hash.
func (e *HashError) Error() string {
	return fmt.Sprintf("corpus: set %q: %s: hash is %s, want %s (%s)", e.ID, e.Path, e.Got, e.Want, e.Basis)
}

// Is makes a hash that differs what a download removes.
func (e *HashError) Is(target error) bool { return target == download.ErrWrong }

// Digest returns the hash of a set's bytes after comparing it with the expected one; other
// bytes are a [*HashError], an absent set a [*MissingError]. A file is read once for each
// size and modification time, then its digest is remembered by the store.
func (s *Store) Digest(ctx context.Context, id string) (Digest, error) {
	set, err := s.ByID(id)
	if err != nil {
		return Digest{}, err
	}
	loc, err := s.locate(set)
	if err != nil {
		return Digest{}, err
	}
	return s.digest(ctx, set, loc)
}

// digest compares the bytes at loc with what they should be. The digest is filled in on a
// HashError, too.
func (s *Store) digest(ctx context.Context, set Set, loc Location) (Digest, error) {
	sums, err := s.sums(ctx, set, loc)
	if err != nil {
		return Digest{}, err
	}
	want, basis, err := s.expected(set)
	if err != nil {
		return Digest{}, err
	}
	d := Digest{ID: set.ID, SHA256: sums.text, FileSHA256: sums.file, Bytes: sums.bytes, Basis: basis, Location: loc}
	if basis != NoHash && want != d.SHA256 {
		return d, &HashError{ID: set.ID, Path: loc.Path, Basis: string(basis), Want: want, Got: d.SHA256}
	}
	return d, nil
}

type sums struct {
	text, file string
	bytes      int64
}

// fileDigest remembers the sums of one file as long as it looks unchanged.
type fileDigest struct {
	mu      sync.Mutex
	size    int64
	modTime time.Time
	sums    sums
}

func (s *Store) sums(ctx context.Context, set Set, loc Location) (sums, error) {
	if loc.Where == InPackage {
		return s.embeddedSums(set)
	}
	s.digestsMu.Lock()
	entry := s.digests[loc.Path]
	if entry == nil {
		if s.digests == nil {
			s.digests = map[string]*fileDigest{}
		}
		entry = &fileDigest{}
		s.digests[loc.Path] = entry
	}
	s.digestsMu.Unlock()

	entry.mu.Lock()
	defer entry.mu.Unlock()
	info, err := os.Stat(loc.Path)
	if err != nil {
		return sums{}, fmt.Errorf("corpus: %w", err)
	}
	if entry.sums.text != "" && entry.size == info.Size() && entry.modTime.Equal(info.ModTime()) {
		return entry.sums, nil
	}
	got, err := hashFile(ctx, loc.Path, s.textLimit())
	if err != nil {
		return sums{}, fmt.Errorf("corpus: %s: %w", loc.Path, err)
	}
	entry.size, entry.modTime, entry.sums = info.Size(), info.ModTime(), got
	return got, nil
}

func (s *Store) embeddedSums(set Set) (sums, error) {
	text, err := ownFiles.ReadFile(set.File)
	if err != nil {
		return sums{}, fmt.Errorf("corpus: %w", err)
	}
	sum := sha256.Sum256(text)
	h := hex.EncodeToString(sum[:])
	return sums{text: h, file: h, bytes: int64(len(text))}, nil
}

func (s *Store) textLimit() int64 {
	if s.maxText > 0 {
		return s.maxText
	}
	return defaultMaxText
}

// hashFile hashes a file and, if it is gzipped, the text inside in the same pass.
func hashFile(ctx context.Context, name string, limit int64) (sums, error) {
	f, err := atomicfile.OpenRegular(name)
	if err != nil {
		return sums{}, err
	}
	defer closeRead(f)
	fileHash, textHash := sha256.New(), sha256.New()
	disk := io.TeeReader(&ctxReader{ctx, f}, fileHash)
	text, err := gunzip(disk)
	if err != nil {
		return sums{}, err
	}
	n, err := io.Copy(textHash, &boundedReader{r: text, limit: limit})
	if err != nil {
		return sums{}, err
	}
	// Bytes behind the last gzip member belong to the file, too.
	if _, err := io.Copy(io.Discard, disk); err != nil {
		return sums{}, err
	}
	return sums{
		text:  hex.EncodeToString(textHash.Sum(nil)),
		file:  hex.EncodeToString(fileHash.Sum(nil)),
		bytes: n,
	}, nil
}

// gunzip returns the text of r, which is gzipped if it begins with gzip's two magic bytes;
// no puzzle text does.
func gunzip(r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 64<<10)
	if head, err := b.Peek(2); err != nil || !bytes.Equal(head, []byte{0x1f, 0x8b}) {
		return b, nil //nolint:nilerr // an error of Peek comes again with the first Read
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, fmt.Errorf("gunzip: %w", err)
	}
	return z, nil
}

// openText opens the set's text, gunzipped if need be.
func openText(loc Location) (io.ReadCloser, error) {
	var f fs.File
	var err error
	if loc.Where == InPackage {
		f, err = ownFiles.Open(loc.Path)
	} else {
		f, err = atomicfile.OpenRegular(loc.Path)
	}
	if err != nil {
		return nil, fmt.Errorf("corpus: %w", err)
	}
	text, err := gunzip(f)
	if err != nil {
		closeRead(f)
		return nil, fmt.Errorf("corpus: %s: %w", loc.Path, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{text, f}, nil
}

// closeRead closes what was only read: its error could not have cost anything.
func closeRead(c io.Closer) { _ = c.Close() }

// ctxReader ends with the context's error once it is done.
type ctxReader struct {
	ctx context.Context //nolint:containedctx // lives for one copy
	r   io.Reader
}

func (c *ctxReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// boundedReader fails, rather than ends, behind limit bytes.
type boundedReader struct {
	r     io.Reader
	limit int64
	n     int64
}

type sizeError struct{ limit int64 }

func (e *sizeError) Error() string { return fmt.Sprintf("more than %d bytes of text", e.limit) }

func (b *boundedReader) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.n += int64(n); b.n > b.limit {
		return 0, &sizeError{b.limit}
	}
	return n, err
}

// pinPath is where the hash of a set without one in the list is recorded, in the form of
// sha256sum.
func (s *Store) pinPath(set Set) string {
	return filepath.Join(s.CacheDir, "pins", set.ID+".sha256")
}

// pin returns the recorded hash of a set, "" if none is recorded.
func (s *Store) pin(set Set) (string, error) {
	if s.CacheDir == "" {
		return "", nil
	}
	text, err := atomicfile.ReadFile(s.pinPath(set), atomicfile.Most)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("corpus: %w", err)
	}
	sum, _, _ := strings.Cut(string(text), " ")
	if !isHex(sum, 64) {
		return "", fmt.Errorf("corpus: %s: no sha256 at its start; delete it to trust the next fetch", s.pinPath(set))
	}
	return sum, nil
}

func (s *Store) writePin(set Set, sum string) error {
	return writeAtomic(s.pinPath(set), func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s  %s\n", sum, set.File)
		return err
	})
}

// writeAtomic writes a file whole or not at all, in a folder that it makes if need be.
func writeAtomic(name string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	var failed error // of write, which has its own prefix
	err := atomicfile.Write(name, func(w io.Writer) error {
		failed = write(w)
		return failed
	})
	if err != nil && failed == nil {
		return fmt.Errorf("corpus: %w", err)
	}
	return err
}
