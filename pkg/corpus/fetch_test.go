package corpus

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha1" //nolint:gosec // git's object names
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokulab/pkg/atomicfile"
)

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// zipped packs alternating names and texts.
func zipped(t *testing.T, namesAndTexts ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(namesAndTexts); i += 2 {
		w, err := z.Create(namesAndTexts[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(namesAndTexts[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func blobOf(content string) string {
	sum := sha1.Sum([]byte(fmt.Sprintf("blob %d\x00%s", len(content), content))) //nolint:gosec // git's object names
	return hex.EncodeToString(sum[:])
}

// origin is a server of one content that can break off, and counts what it was asked.
type origin struct {
	*httptest.Server
	mu       sync.Mutex
	content  string
	etag     string
	cutAfter int  // break the connection behind so many bytes of the body, 0 never
	ranges   bool // answer Range requests
	asked    []string
}

func newOrigin(t *testing.T, content string) *origin {
	o := &origin{content: content, etag: `"v1"`, ranges: true}
	o.Server = httptest.NewServer(o)
	t.Cleanup(o.Close)
	return o
}

func (o *origin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	content, etag, cut, ranges := o.content, o.etag, o.cutAfter, o.ranges
	o.asked = append(o.asked, r.Header.Get("Range"))
	o.mu.Unlock()
	if !ranges {
		r.Header.Del("Range")
	}
	if etag != "" {
		w.Header().Set("ETag", etag)
	}
	if cut > 0 {
		w = &cutWriter{ResponseWriter: w, left: cut}
	}
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(content))
}

// set changes the server between requests.
func (o *origin) set(change func(*origin)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	change(o)
}

// cutWriter breaks the connection in the middle of an answer.
type cutWriter struct {
	http.ResponseWriter
	left int
}

func (c *cutWriter) Write(p []byte) (int, error) {
	if len(p) > c.left {
		p = p[:c.left]
	}
	n, err := c.ResponseWriter.Write(p)
	if c.left -= n; c.left == 0 {
		if f, ok := c.ResponseWriter.(http.Flusher); ok {
			f.Flush()
		}
		panic(http.ErrAbortHandler)
	}
	return n, err
}

// remoteSet is tinySet, fetched from the server.
func remoteSet(o *origin, unpack Unpacking, member string) Set {
	s := tinySet()
	s.ByHand = ""
	s.Download = &Download{URL: o.URL + "/files/tiny.bin", SHA256: hashOf(o.content), Unpack: unpack, Member: member}
	return s
}

func storeOf(t *testing.T, sets ...Set) *Store {
	t.Helper()
	for _, s := range sets {
		if err := s.validate(); err != nil {
			t.Fatal(err)
		}
	}
	return &Store{CacheDir: t.TempDir(), Sets: sets}
}

// The text padded to a few packets, so that a connection can break in its middle.
func bigText() string { return tinyText + strings.Repeat("# padding\n", 40000) }

func bigSet(o *origin) Set {
	s := remoteSet(o, Plain, "")
	s.SHA256, s.Bytes = hashOf(o.content), int64(len(o.content))
	return s
}

func TestFetchForms(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		unpack  Unpacking
		member  string
		files   int // in the cache: the text, perhaps the archive
	}{
		"plain":              {tinyText, Plain, "", 1},
		"gzip":               {gzipped(t, tinyText), Gzip, "", 2},
		"zip":                {zipped(t, "x/other", "no", "data/tiny", tinyText), Zip, "data/tiny", 2},
		"zip, other folders": {zipped(t, "x/other", "no", "y/z/tiny", tinyText), Zip, "data/tiny", 2},
		"zip, exact first":   {zipped(t, "x/tiny", "no", "data/tiny", tinyText), Zip, "data/tiny", 2},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOrigin(t, c.content)
			s := storeOf(t, remoteSet(o, c.unpack, c.member))
			var done, total int64
			got, err := s.Fetch(t.Context(), "tiny", func(d, n int64) { done, total = d, n })
			if err != nil {
				t.Fatal(err)
			}
			if got.Present || got.Pinned || got.SHA256 != hashOf(tinyText) || got.ArchiveSHA256 != hashOf(c.content) {
				t.Errorf("fetched %+v", got)
			}
			if want := int64(len(c.content)); done != want || total != want {
				t.Errorf("progress ended at %d of %d, want %d", done, total, want)
			}
			if got.Path != filepath.Join(s.CacheDir, "sub", "tiny.txt") {
				t.Errorf("path %s", got.Path)
			}
			if all := files(t, s.CacheDir); len(all) != c.files || all[len(all)-1] != "sub/tiny.txt" {
				t.Errorf("the cache holds %v, want %d files", all, c.files)
			}
			if puzzles, err := s.Load(t.Context(), "tiny", 0); err != nil || len(puzzles) != 5 {
				t.Errorf("%d puzzles, %v", len(puzzles), err)
			}
			again, err := s.Fetch(t.Context(), "tiny", nil)
			if err != nil || !again.Present || len(o.asked) != 1 {
				t.Errorf("second fetch: %+v, %v, %d requests", again, err, len(o.asked))
			}
		})
	}
}

func TestFetchSharesArchive(t *testing.T) {
	o := newOrigin(t, zipped(t, "data/tiny", tinyText, "data/other", tinyText))
	a, b := remoteSet(o, Zip, "data/tiny"), remoteSet(o, Zip, "data/other")
	b.ID, b.File = "other", "other.txt"
	s := storeOf(t, a, b)
	for _, id := range []string{"tiny", "other"} {
		if _, err := s.Fetch(t.Context(), id, nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(o.asked) != 1 {
		t.Errorf("%d requests for one archive", len(o.asked))
	}
	// An archive cut short is noticed and fetched again.
	archive, err := s.archivePath(a.Download.URL)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(archive, 10); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(s.CacheDir, "other.txt")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Fetch(t.Context(), "other", nil); err != nil || len(o.asked) != 2 {
		t.Errorf("after damage: %v, %d requests", err, len(o.asked))
	}
}

func TestFetchResumes(t *testing.T) {
	o := newOrigin(t, bigText())
	o.cutAfter = 100_000
	s := storeOf(t, bigSet(o))
	_, err := s.Fetch(t.Context(), "tiny", nil)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), "fetch again") {
		t.Fatalf("error %v, want a truncated download", err)
	}
	part := filepath.Join(s.CacheDir, "sub", "tiny.txt.part")
	info, err := os.Stat(part)
	if err != nil || info.Size() != 100_000 {
		t.Fatalf("part: %v, %v; want 100000 bytes", info, err)
	}
	if _, err := s.Locate("tiny"); err == nil {
		t.Error("half a download passes for a set")
	}
	o.set(func(o *origin) { o.cutAfter = 0 })
	first := int64(-1)
	got, err := s.Fetch(t.Context(), "tiny", func(done, _ int64) {
		if first < 0 {
			first = done
		}
	})
	if err != nil || got.SHA256 != hashOf(o.content) {
		t.Fatalf("resumed: %+v, %v", got, err)
	}
	if !slices.Equal(o.asked, []string{"", "bytes=100000-"}) || first <= 100_000 {
		t.Errorf("requests %q, first progress %d", o.asked, first)
	}
	if all := files(t, s.CacheDir); !slices.Equal(all, []string{"sub/tiny.txt"}) {
		t.Errorf("the cache holds %v", all)
	}
}

func TestFetchResumeCases(t *testing.T) {
	for name, c := range map[string]struct {
		change   func(o *origin)
		spoil    func(t *testing.T, part string)
		requests []string
	}{
		"the server ignores ranges": {
			change:   func(o *origin) { o.ranges = false },
			requests: []string{"", "bytes=100000-"},
		},
		"the file changed, the validator tells": {
			change:   func(o *origin) { o.content, o.etag = bigText(), `"v2"` },
			spoil:    func(t *testing.T, part string) { t.Helper(); write(t, part, strings.Repeat("x", 100_000)) },
			requests: []string{"", "bytes=100000-"},
		},
		"the part is damaged, the hash tells": {
			spoil:    func(t *testing.T, part string) { t.Helper(); write(t, part, strings.Repeat("x", 100_000)) },
			requests: []string{"", "bytes=100000-", ""},
		},
		"the part is too long": {
			spoil:    func(t *testing.T, part string) { t.Helper(); write(t, part, strings.Repeat("x", 1_000_000)) },
			requests: []string{"", "bytes=1000000-", ""},
		},
		"all had come but the name": {
			spoil:    func(t *testing.T, part string) { t.Helper(); write(t, part, bigText()) },
			requests: []string{"", fmt.Sprintf("bytes=%d-", len(bigText()))},
		},
		"the note is lost": {
			spoil: func(t *testing.T, part string) {
				t.Helper()
				if err := os.Remove(part + ".json"); err != nil {
					t.Fatal(err)
				}
			},
			requests: []string{"", ""},
		},
		"the note is of another address": {
			spoil:    func(t *testing.T, part string) { t.Helper(); write(t, part+".json", `{"url":"http://else"}`) },
			requests: []string{"", ""},
		},
		"the part is lost": {
			spoil: func(t *testing.T, part string) {
				t.Helper()
				if err := os.Remove(part); err != nil {
					t.Fatal(err)
				}
			},
			requests: []string{"", ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOrigin(t, bigText())
			o.cutAfter = 100_000
			s := storeOf(t, bigSet(o))
			if _, err := s.Fetch(t.Context(), "tiny", nil); err == nil {
				t.Fatal("no error from a broken connection")
			}
			o.set(func(o *origin) { o.cutAfter = 0 })
			if c.change != nil {
				o.set(c.change)
			}
			if c.spoil != nil {
				c.spoil(t, filepath.Join(s.CacheDir, "sub", "tiny.txt.part"))
			}
			got, err := s.Fetch(t.Context(), "tiny", nil)
			if err != nil || got.SHA256 != hashOf(bigText()) {
				t.Errorf("%+v, %v", got, err)
			}
			if !slices.Equal(o.asked, c.requests) {
				t.Errorf("requests %q, want %q", o.asked, c.requests)
			}
			if all := files(t, s.CacheDir); !slices.Equal(all, []string{"sub/tiny.txt"}) {
				t.Errorf("the cache holds %v", all)
			}
		})
	}
}

// Without a hash and without a validator nothing would tell a mixture of two versions.
func TestFetchDoesNotContinueWhatNothingVouchesFor(t *testing.T) {
	o := newOrigin(t, bigText())
	o.etag, o.cutAfter = "", 100_000
	set := bigSet(o)
	set.SHA256, set.Download.SHA256, set.Bytes = Unknown, Unknown, 0
	s := storeOf(t, set)
	if _, err := s.Fetch(t.Context(), "tiny", nil); err == nil {
		t.Fatal("no error from a broken connection")
	}
	o.set(func(o *origin) { o.cutAfter = 0 })
	if _, err := s.Fetch(t.Context(), "tiny", nil); err != nil || !slices.Equal(o.asked, []string{"", ""}) {
		t.Errorf("%v, requests %q; want it from the start", err, o.asked)
	}
}

// TestFetchPlanted: at the names of an unfinished download nothing is followed or removed that is
// no file.
func TestFetchPlanted(t *testing.T) {
	for _, ending := range []string{".part", ".part.json", ".part.lock", ""} {
		o := newOrigin(t, bigText())
		s := storeOf(t, bigSet(o))
		dir := filepath.Join(s.CacheDir, "sub")
		precious, planted := filepath.Join(dir, "precious"), filepath.Join(dir, "tiny.txt"+ending)
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(precious, []byte("old"), 0o600), os.Symlink("nothing", planted)); err != nil {
			t.Fatal(err)
		}
		_, err := s.Fetch(t.Context(), "tiny", nil)
		if link, linkErr := os.Readlink(planted); err == nil || !strings.Contains(err.Error(), planted) || linkErr != nil || link != "nothing" {
			t.Errorf("%q: error %v; %q, %v", ending, err, link, linkErr)
		}
		if err := errors.Join(os.Remove(planted), os.Symlink("precious", planted)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Fetch(t.Context(), "tiny", nil); err == nil {
			t.Errorf("%q: a link to a file is taken for a download", ending)
		}
		if data, err := os.ReadFile(precious); err != nil || string(data) != "old" {
			t.Errorf("%q: %q, %v", ending, data, err)
		}
	}
}

// TestFetchAlone: two processes do not write to one unfinished download.
func TestFetchAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no locks there")
	}
	o := newOrigin(t, bigText())
	s := storeOf(t, bigSet(o))
	lock := filepath.Join(s.CacheDir, "sub", "tiny.txt.part.lock")
	if err := os.MkdirAll(filepath.Dir(lock), 0o755); err != nil {
		t.Fatal(err)
	}
	release, err := atomicfile.Hold(lock)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Fetch(t.Context(), "tiny", nil); !errors.Is(err, atomicfile.ErrHeld) || len(o.asked) > 0 {
		t.Errorf("error %v, requests %q", err, o.asked)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Fetch(t.Context(), "tiny", nil); err != nil {
		t.Error(err)
	}
}

func TestFetchWrongHash(t *testing.T) {
	good := zipped(t, "data/tiny", tinyText)
	for name, c := range map[string]struct {
		content string
		unpack  Unpacking
		change  func(*Set)
		left    int // files that may stay
	}{
		"plain":             {tinyText + "#", Plain, func(s *Set) { s.Download.SHA256 = s.SHA256 }, 0},
		"archive":           {good, Zip, func(s *Set) { s.Download.SHA256 = hashOf("else") }, 0},
		"git blob":          {good, Zip, func(s *Set) { s.Download.SHA256, s.Download.GitBlob = Unknown, blobOf("else") }, 0},
		"member":            {good, Zip, func(s *Set) { s.SHA256 = hashOf("else") }, 1},
		"member, no vouch":  {good, Zip, func(s *Set) { s.SHA256, s.Download.SHA256 = hashOf("else"), Unknown }, 0},
		"text of plain":     {tinyText, Plain, func(s *Set) { s.SHA256 = hashOf("else"); s.Download.SHA256 = s.SHA256 }, 0},
		"unknown, of plain": {tinyText, Plain, func(s *Set) { s.SHA256 = hashOf("else"); s.Download.SHA256 = Unknown }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOrigin(t, c.content)
			set := remoteSet(o, c.unpack, map[Unpacking]string{Zip: "data/tiny"}[c.unpack])
			c.change(&set)
			s := storeOf(t, set)
			_, err := s.Fetch(t.Context(), "tiny", nil)
			var wrong *HashError
			if !errors.As(err, &wrong) || !strings.Contains(err.Error(), wrong.Want) || !strings.Contains(err.Error(), wrong.Got) {
				t.Errorf("error %v, want a HashError", err)
			}
			if all := files(t, s.CacheDir); len(all) != c.left {
				t.Errorf("the cache holds %v", all)
			}
			if _, err := s.Locate("tiny"); err == nil {
				t.Error("the wrong text has the set's name")
			}
		})
	}
}

func TestFetchGitBlob(t *testing.T) {
	o := newOrigin(t, zipped(t, "data/tiny", tinyText))
	set := remoteSet(o, Zip, "data/tiny")
	set.Download.SHA256, set.Download.GitBlob = Unknown, blobOf(o.content)
	s := storeOf(t, set)
	if got, err := s.Fetch(t.Context(), "tiny", nil); err != nil || got.ArchiveSHA256 != hashOf(o.content) {
		t.Errorf("%+v, %v", got, err)
	}
	// The known name of an empty blob, as any git repository has it.
	if got := blobOf(""); got != "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391" {
		t.Errorf("blob of nothing is %s", got)
	}
}

func TestFetchTrustsFirstUse(t *testing.T) {
	o := newOrigin(t, zipped(t, "data/tiny", tinyText))
	set := remoteSet(o, Zip, "data/tiny")
	set.SHA256, set.Download.SHA256, set.Bytes = Unknown, Unknown, 0
	s := storeOf(t, set)
	got, err := s.Fetch(t.Context(), "tiny", nil)
	if err != nil || !got.Pinned || got.Basis != PinHash || got.SHA256 != hashOf(tinyText) {
		t.Fatalf("%+v, %v; want it pinned", got, err)
	}
	pin, err := os.ReadFile(filepath.Join(s.CacheDir, "pins", "tiny.sha256"))
	if err != nil || string(pin) != hashOf(tinyText)+"  sub/tiny.txt\n" {
		t.Errorf("pin %q, %v", pin, err)
	}
	if again, err := s.Fetch(t.Context(), "tiny", nil); err != nil || again.Pinned || again.Basis != PinHash {
		t.Errorf("second fetch: %+v, %v", again, err)
	}
	rows, err := s.Verify(t.Context(), "tiny")
	if err != nil || !rows[0].HashOK() || !rows[0].CountOK() {
		t.Errorf("verified: %+v, %v", rows, err)
	}
	// Another content under the same name is refused, wherever it turns up.
	text := filepath.Join(s.CacheDir, "sub", "tiny.txt")
	write(t, text, "1234............\n")
	var wrong *HashError
	if _, err := s.Load(t.Context(), "tiny", 0); !errors.As(err, &wrong) || wrong.Basis != string(PinHash) {
		t.Errorf("changed text: %v", err)
	}
	if _, err := s.Fetch(t.Context(), "tiny", nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "delete the file") {
		t.Errorf("changed text, fetched: %v", err)
	}
	if err := os.Remove(text); err != nil {
		t.Fatal(err)
	}
	o.set(func(o *origin) { o.content = zipped(t, "data/tiny", "1234............\n") })
	if err := os.RemoveAll(filepath.Join(s.CacheDir, "downloads")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Fetch(t.Context(), "tiny", nil); !errors.As(err, &wrong) {
		t.Errorf("changed origin: %v", err)
	}
	write(t, filepath.Join(s.CacheDir, "pins", "tiny.sha256"), "nonsense\n")
	if _, err := s.Fetch(t.Context(), "tiny", nil); err == nil || !strings.Contains(err.Error(), "no sha256") {
		t.Errorf("broken pin: %v", err)
	}
}

func TestFetchPinsByHand(t *testing.T) {
	set := tinySet()
	set.SHA256, set.Puzzles = Unknown, -1
	s := storeOf(t, set)
	s.DataDir = t.TempDir()
	var missing *MissingError
	if _, err := s.Fetch(t.Context(), "tiny", nil); !errors.As(err, &missing) || !strings.Contains(err.Error(), "write it down") {
		t.Errorf("error %v, want the way to get it", err)
	}
	write(t, filepath.Join(s.DataDir, "tiny.txt"), tinyText)
	if got, err := s.Fetch(t.Context(), "tiny", nil); err != nil || !got.Pinned || !got.Present {
		t.Errorf("%+v, %v; want it found and pinned", got, err)
	}
	write(t, filepath.Join(s.DataDir, "tiny.txt"), tinyText+"#\n")
	var wrong *HashError
	if _, err := s.Load(t.Context(), "tiny", 1); !errors.As(err, &wrong) {
		t.Errorf("changed: %v, want a HashError", err)
	}
}

func TestFetchDerived(t *testing.T) {
	o := newOrigin(t, tinyText)
	half := tinySet()
	half.ID, half.File, half.ByHand = "half", "sub/tiny.half", ""
	text := "1...............\r\n..3.............\n1234............\n"
	half.SHA256, half.Puzzles, half.Bytes = hashOf(text), 3, int64(len(text))
	half.Derivation = &Derivation{From: "tiny", Every: 2}
	s := storeOf(t, remoteSet(o, Plain, ""), half)
	got, err := s.Fetch(t.Context(), "half", nil)
	if err != nil || got.SHA256 != half.SHA256 {
		t.Fatalf("%+v, %v", got, err)
	}
	if rows, err := s.Verify(t.Context()); err != nil || !rows[0].CountOK() || !rows[1].CountOK() {
		t.Errorf("%+v, %v", rows, err)
	}
	wrong := half
	wrong.ID, wrong.File, wrong.SHA256 = "wrong", "wrong.txt", hashOf("else")
	s.Sets = append(s.Sets, wrong)
	var hashErr *HashError
	if _, err := s.Fetch(t.Context(), "wrong", nil); !errors.As(err, &hashErr) {
		t.Errorf("error %v, want a HashError", err)
	}
}

func TestFetchServerErrors(t *testing.T) {
	for _, status := range []int{403, 404, 500} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "no", status)
		}))
		set := remoteSet(&origin{Server: server}, Plain, "")
		s := storeOf(t, set)
		_, err := s.Fetch(t.Context(), "tiny", nil)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprint(status)) || !strings.Contains(err.Error(), set.Download.URL) {
			t.Errorf("status %d: error %v", status, err)
		}
		if all := files(t, s.CacheDir); len(all) != 0 {
			t.Errorf("status %d: the cache holds %v", status, all)
		}
		server.Close()
		if _, err := s.Fetch(t.Context(), "tiny", nil); err == nil || strings.Count(err.Error(), set.Download.URL) != 1 {
			t.Errorf("no server: error %v", err)
		}
	}
}

func TestFetchCancelled(t *testing.T) {
	o := newOrigin(t, bigText())
	s := storeOf(t, bigSet(o))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := s.Fetch(ctx, "tiny", func(done, _ int64) {
		if done > 50_000 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want the cancellation", err)
	}
	if _, err := s.Locate("tiny"); err == nil {
		t.Error("half a download passes for a set")
	}
	if _, err := s.Fetch(t.Context(), "tiny", nil); err != nil {
		t.Errorf("after a cancellation: %v", err)
	}
}

func TestFetchStalls(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte("some"))
		w.(http.Flusher).Flush()
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}))
	defer server.Close()
	defer close(release)
	s := storeOf(t, remoteSet(&origin{Server: server}, Plain, ""))
	s.StallTimeout = 50 * time.Millisecond
	_, err := s.Fetch(t.Context(), "tiny", nil)
	if err == nil || !strings.Contains(err.Error(), "no data for 50ms") {
		t.Errorf("error %v, want the stall", err)
	}
}

// A server that does not say how much will come, and breaks off.
func TestFetchTruncatedChunks(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("some"))
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}))
	defer server.Close()
	set := remoteSet(&origin{Server: server}, Plain, "")
	set.SHA256, set.Download.SHA256, set.Bytes = Unknown, Unknown, 0
	s := storeOf(t, set)
	if _, err := s.Fetch(t.Context(), "tiny", nil); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v, want a truncated download", err)
	}
}

// What a killed process can leave: a part with its note, bytes behind the note's file
// system, temporary files of texts and of notes.
func TestFetchAfterKill(t *testing.T) {
	o := newOrigin(t, zipped(t, "data/tiny", tinyText))
	s := storeOf(t, remoteSet(o, Zip, "data/tiny"))
	archive, err := s.archivePath(s.Sets[0].Download.URL)
	if err != nil {
		t.Fatal(err)
	}
	write(t, archive+".part", o.content[:20])
	write(t, archive+".part.json", fmt.Sprintf(`{"url":%q,"validator":"\"v1\""}`, s.Sets[0].Download.URL))
	write(t, filepath.Join(filepath.Dir(archive), atomicfile.Prefix(archive)+"abcdefghij"), "half a note")
	write(t, filepath.Join(s.CacheDir, "sub", ".tiny.txt.new-abcdefghij"), tinyText[:10])
	if _, err := s.Fetch(t.Context(), "tiny", nil); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(o.asked, []string{"bytes=20-"}) {
		t.Errorf("requests %q", o.asked)
	}
	if all := files(t, s.CacheDir); len(all) != 2 {
		t.Errorf("the cache holds %v", all)
	}
}

func TestFetchNeedsCache(t *testing.T) {
	o := newOrigin(t, tinyText)
	s := storeOf(t, remoteSet(o, Plain, ""))
	s.CacheDir = ""
	if _, err := s.Fetch(t.Context(), "tiny", nil); err == nil || !strings.Contains(err.Error(), "cache folder") {
		t.Errorf("error %v", err)
	}
	if _, err := s.Fetch(t.Context(), "nosuch", nil); err == nil {
		t.Error("an unknown id: no error")
	}
}

func TestFetchBombs(t *testing.T) {
	zeros := strings.Repeat("\x00", 4<<20)
	for name, c := range map[string]struct {
		content string
		unpack  Unpacking
		bytes   int64
		max     int64
	}{
		"gzip, size known":      {gzipped(t, zeros), Gzip, 100, 0},
		"gzip, size unknown":    {gzipped(t, zeros), Gzip, 0, 1 << 20},
		"zip, size known":       {zipped(t, "data/tiny", zeros), Zip, 100, 0},
		"zip, size unknown":     {zipped(t, "data/tiny", zeros), Zip, 0, 1 << 20},
		"zip, lying about size": {lyingZip(t, zeros, 50), Zip, 100, 0},
		"endless download":      {zeros, Plain, 0, 1 << 20},
	} {
		o := newOrigin(t, c.content)
		set := remoteSet(o, c.unpack, map[Unpacking]string{Zip: "data/tiny"}[c.unpack])
		set.Bytes = c.bytes
		s := storeOf(t, set)
		s.maxText = c.max
		if _, err := s.Fetch(t.Context(), "tiny", nil); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := s.Locate("tiny"); err == nil {
			t.Errorf("%s: it has the set's name", name)
		}
		for _, f := range files(t, s.CacheDir) {
			if strings.Contains(f, ".new-") {
				t.Errorf("%s: %s is left", name, f)
			}
		}
	}
}

// lyingZip has a member whose headers state another size than its content's.
func lyingZip(t *testing.T, content string, stated uint32) string {
	t.Helper()
	z := []byte(zipped(t, "data/tiny", content))
	// The central directory's record: uncompressed size at offset 24 behind its signature.
	i := bytes.LastIndex(z, []byte("PK\x01\x02"))
	if i < 0 {
		t.Fatal("no central directory")
	}
	for j := range 4 {
		z[i+24+j] = byte(stated >> (8 * j))
	}
	return string(z)
}

func TestFetchBadArchives(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		unpack  Unpacking
		want    string
	}{
		"no zip":      {tinyText, Zip, "zip"},
		"no gzip":     {tinyText, Gzip, "gzip"},
		"half a gzip": {gzipped(t, tinyText)[:30], Gzip, "EOF"},
		"no member":   {zipped(t, "data/else", tinyText), Zip, "0 members"},
		"two members": {zipped(t, "a/tiny", tinyText, "b/tiny", tinyText), Zip, "2 members"},
	} {
		o := newOrigin(t, c.content)
		s := storeOf(t, remoteSet(o, c.unpack, map[Unpacking]string{Zip: "data/tiny"}[c.unpack]))
		if _, err := s.Fetch(t.Context(), "tiny", nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", name, err, c.want)
		}
	}
}

func TestFetchACS(t *testing.T) {
	// 4×4 instances as the origin writes them: numbers between tabs, CRLF.
	instance := func(first string) string {
		cells := slices.Repeat([]string{"-1"}, 16)
		cells[0] = first
		return "2\r\n1\r\n" + strings.Join(cells, "\t\r\n")
	}
	blanks := strings.Repeat(" 0", 15)
	text := "0 0 1" + blanks + "\n0 10 2" + blanks + "\n5 2 3" + blanks + "\n"
	ok := []string{
		"r/general/inst4x4_5_2.txt", instance("3"), "r/general/inst4x4_0_10.txt", instance("2"),
		"r/general/inst4x4_0_0.txt", instance("1"), "r/general/inst9x9_0_0.txt", "of another size",
		"r/else/inst4x4_0_3.txt", "of another folder",
	}
	for name, c := range map[string]struct {
		members []string
		want    string // of the error, "" for none
	}{
		"good":           {ok, ""},
		"none":           {ok[6:], "no instances"},
		"a cell short":   {append([]string{"r/general/inst4x4_1_1.txt", "2 1 -1 -1"}, ok...), "want 2 and 16 cells"},
		"a digit above":  {append([]string{"r/general/inst4x4_1_1.txt", instance("5")}, ok...), `"5"`},
		"a zero":         {append([]string{"r/general/inst4x4_1_1.txt", instance("0")}, ok...), `"0"`},
		"one more":       {append([]string{"r/general/inst4x4_9_9.txt", instance("1")}, ok...), "more text"},
		"too long":       {append([]string{"r/general/inst4x4_1_1.txt", strings.Repeat(" ", acsMemberBytes+1)}, ok...), "at most"},
		"another number": {append([]string{"r/general/inst4x4_5_2.txt", instance("x")}, ok[2:]...), `"x"`},
	} {
		o := newOrigin(t, zipped(t, c.members...))
		set := remoteSet(o, ACSZip, "r/general")
		set.SHA256, set.Bytes, set.Puzzles = hashOf(text), int64(len(text)), 3
		s := storeOf(t, set)
		got, err := s.Fetch(t.Context(), "tiny", nil)
		if c.want == "" {
			if err != nil || got.SHA256 != hashOf(text) {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", name, err, c.want)
		}
	}
}
