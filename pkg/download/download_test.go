package download

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// origin is a server of one content that can break off, and notes the ranges that it was asked for.
type origin struct {
	*httptest.Server
	content  string
	etag     string
	cutAfter int // bytes of the body, 0 never
	asked    []string
}

func newOrigin(t *testing.T, content string) *origin {
	t.Helper()
	o := &origin{content: content, etag: `"v1"`}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o.asked = append(o.asked, r.Header.Get("Range"))
		if o.etag != "" {
			w.Header().Set("ETag", o.etag)
		}
		if o.cutAfter == 0 {
			http.ServeContent(w, r, "", time.Time{}, strings.NewReader(o.content))
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(o.content)))
		_, _ = io.WriteString(w, o.content[:o.cutAfter])
	}))
	t.Cleanup(o.Close)
	return o
}

func holds(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if !slices.Equal(names, want) {
		t.Errorf("the folder holds %q, want %q", names, want)
	}
}

// wants accepts one content.
func wants(content string) func(context.Context, string) error {
	return func(_ context.Context, name string) error {
		if got, err := os.ReadFile(name); err != nil || string(got) != content {
			return fmt.Errorf("%w: %d bytes, %w", ErrWrong, len(got), errors.Join(err))
		}
		return nil
	}
}

// TestResume: an interrupted transfer leaves its bytes and no file, and the next call brings only
// what lacks; the bytes of another version are dropped.
func TestResume(t *testing.T) {
	text := strings.Repeat("0123456789", 1000)
	for name, c := range map[string]struct {
		between func(o *origin)
		hashed  bool
		asked   []string
	}{
		"continued":                        {func(*origin) {}, false, []string{"", "bytes=4000-"}},
		"changed, and the server knows":    {func(o *origin) { o.content, o.etag = strings.ToUpper(o.content)+"x", `"v2"` }, true, []string{"", "bytes=4000-"}},
		"changed under the same mark":      {func(o *origin) { o.content = "x" + o.content }, true, []string{"", "bytes=4000-", ""}},
		"nothing tells versions apart":     {func(o *origin) { o.etag = "" }, false, []string{"", "bytes=4000-"}},
		"no mark from the beginning, hash": {nil, true, []string{"", "bytes=4000-"}},
		"no mark from the beginning":       {nil, false, []string{"", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOrigin(t, text)
			if c.between == nil {
				o.etag = ""
			}
			o.cutAfter = 4000
			dir := t.TempDir()
			dst := filepath.Join(dir, "file")
			get := func(verify func(context.Context, string) error) error {
				return File(t.Context(), Request{URL: o.URL, Verify: verify, Hashed: c.hashed}, dst, Options{})
			}
			if err := get(nil); !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), "4000 of 10000 bytes") {
				t.Fatalf("interrupted: %v", err)
			}
			holds(t, dir, "file.part", "file.part.json")
			o.cutAfter = 0
			if c.between != nil {
				c.between(o)
			}
			if err := get(wants(o.content)); err != nil {
				t.Fatal(err)
			}
			holds(t, dir, "file")
			if !slices.Equal(o.asked, c.asked) {
				t.Errorf("asked for %q, want %q", o.asked, c.asked)
			}
		})
	}
}

// TestRefused: what is not accepted leaves nothing behind, and the old file as it was.
func TestRefused(t *testing.T) {
	o := newOrigin(t, "what came")
	dir := t.TempDir()
	dst := filepath.Join(dir, "file")
	if err := os.WriteFile(dst, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := File(t.Context(), Request{URL: o.URL, Verify: wants("other")}, dst, Options{}); !errors.Is(err, ErrWrong) {
		t.Errorf("a wrong file: %v", err)
	}
	if err := File(t.Context(), Request{URL: o.URL + "/\x00"}, dst, Options{}); err == nil {
		t.Error("an address that is none is taken")
	}
	var large *SizeError
	if err := File(t.Context(), Request{URL: o.URL}, filepath.Join(dir, "large"), Options{Limit: 4}); !errors.As(err, &large) || large.Limit != 4 {
		t.Errorf("more than the limit: %v", err)
	}
	if text, err := os.ReadFile(dst); err != nil || string(text) != "old" {
		t.Errorf("the old file holds %q, %v", text, err)
	}
	if err := File(t.Context(), Request{URL: o.URL}, filepath.Join(dst, "below"), Options{}); err == nil {
		t.Error("a file in the place of the folder is no error")
	}
}

// TestProgress: the last word is the whole.
func TestProgress(t *testing.T) {
	o := newOrigin(t, "0123456789")
	var done, total int64
	err := File(t.Context(), Request{URL: o.URL}, filepath.Join(t.TempDir(), "new", "file"), Options{Progress: func(d, of int64) { done, total = d, of }})
	if err != nil || done != 10 || total != 10 {
		t.Errorf("%d of %d, %v; want 10 of 10", done, total, err)
	}
}

func ExampleFile() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "puzzles") }))
	defer server.Close()
	dir, err := os.MkdirTemp("", "download-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	name := filepath.Join(dir, "set.txt")
	err = File(context.Background(), Request{URL: server.URL, Verify: func(_ context.Context, part string) error {
		if text, err := os.ReadFile(part); err != nil || !bytes.HasPrefix(text, []byte("puzzle")) {
			return ErrWrong
		}
		return nil
	}}, name, Options{})
	text, _ := os.ReadFile(name)
	fmt.Println(string(text), err)
	// Output: puzzles <nil>
}
