package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board/format"
	"sudokulab/pkg/corpus"
)

// library is a server of puzzle sets and the store that fetches from it.
type library struct {
	store *corpus.Store
	cmd   *cobra.Command
	out   bytes.Buffer
	err   bytes.Buffer
}

func newLibrary(t *testing.T, ctx context.Context) *library { //nolint:revive // t comes first in tests
	t.Helper()
	text := easy + "\n" + search + "\n"
	sum := sha256.Sum256([]byte(text))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/good":
			_, _ = w.Write([]byte(text)) // a client that goes away is part of the test
		case "/other":
			_, _ = w.Write([]byte("something else\n"))
		case "/slow":
			<-r.Context().Done()
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	set := func(id, path, sum string) corpus.Set {
		return corpus.Set{
			ID: id, Title: id, Description: id, Side: 9, Unique: corpus.UniqueYes, Puzzles: 2, File: id + ".txt", Format: format.Line,
			SHA256: sum, Origin: "a test", Licence: "none",
			Download: &corpus.Download{URL: server.URL + path, SHA256: sum, Unpack: corpus.Plain},
		}
	}
	hash := hex.EncodeToString(sum[:])
	hand := set("hand", "", hash)
	hand.Download, hand.ByHand = nil, "ask for it"
	l := &library{
		store: &corpus.Store{CacheDir: t.TempDir(), Sets: []corpus.Set{
			set("absent", "/nowhere", hash), set("other", "/other", hash), set("good", "/good", hash), hand, set("trusted", "/good", corpus.Unknown),
		}},
		cmd: &cobra.Command{Use: "fetch"},
	}
	l.cmd.SetContext(ctx)
	l.cmd.SetOut(&l.out)
	l.cmd.SetErr(&l.err)
	return l
}

// TestFetchAll: a set that fails does not keep the next from being fetched, a set to be got
// by hand is listed, and what is here is not fetched again.
func TestFetchAll(t *testing.T) {
	l := newLibrary(t, t.Context())
	err := fetchSets(l.cmd, l.store, l.store.List(), true)
	if err == nil || !strings.Contains(err.Error(), "2 sets of 5 not fetched") {
		t.Errorf("error %v, want that of 2 sets", err)
	}
	for _, want := range []string{
		"good: fetched, 164 bytes, sha256 ", ": as in the list\n", "trusted: fetched, ", "taken on trust", "To be fetched by hand:\n  hand: ask for it (a test)\n",
	} {
		if !strings.Contains(l.out.String(), want) {
			t.Errorf("no %q on standard output:\n%s", want, l.out.String())
		}
	}
	for _, want := range []string{"data fetch: absent: ", "404", "data fetch: other: "} {
		if !strings.Contains(l.err.String(), want) {
			t.Errorf("no %q on standard error:\n%s", want, l.err.String())
		}
	}
	l.out.Reset()
	rows, err := chosenSets(l.store, []string{"good"})
	if err != nil {
		t.Fatal(err)
	}
	if err := fetchSets(l.cmd, l.store, rows, false); err != nil || !strings.HasPrefix(l.out.String(), "good: here already, cache, ") {
		t.Errorf("second time: error %v, %q", err, l.out.String())
	}
	rows, err = chosenSets(l.store, []string{"hand"})
	if err != nil {
		t.Fatal(err)
	}
	if err := fetchSets(l.cmd, l.store, rows, false); err == nil || !strings.Contains(l.err.String(), "ask for it") {
		t.Errorf("by hand, asked for by name: error %v, standard error %q", err, l.err.String())
	}
}

func TestFetchCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	l := newLibrary(t, ctx)
	l.store.Sets[2].Download.URL = strings.Replace(l.store.Sets[2].Download.URL, "/good", "/slow", 1)
	if err := fetchSets(l.cmd, l.store, l.store.List()[2:], true); err == nil || ctx.Err() == nil {
		t.Errorf("error %v, want the context's", err)
	}
}

func TestDownloadBar(t *testing.T) {
	var w bytes.Buffer
	b := &downloadBar{id: "17clue", w: &w}
	b.step(50, 100)
	if !strings.Contains(w.String(), "17clue") || !strings.Contains(w.String(), "50%") {
		t.Errorf("bar %q", w.String())
	}
	b.hide()
	b = &downloadBar{id: "unknown size", w: &w}
	b.step(50, -1)
	b.step(100, -1)
	b.hide()
	b = &downloadBar{}
	b.step(50, 100)
	b.hide()
}

func TestReportChecks(t *testing.T) {
	l := newLibrary(t, t.Context())
	if err := fetchSets(l.cmd, l.store, l.store.List()[2:3], false); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(l.store.CacheDir, "other.txt"), []byte("changed\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	checks, err := l.store.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = reportChecks(&out, checks, false, false)
	if err == nil || err.Error() != "1 set wrong" || !strings.Contains(out.String(), "as it should be") || !strings.Contains(out.String(), "3 sets not here") {
		t.Errorf("error %v\n%s", err, out.String())
	}
	if err := reportChecks(&out, checks[3:4], true, false); err == nil || err.Error() != "1 set missing" {
		t.Errorf("a named set that is missing: error %v", err)
	}
	out.Reset()
	if err := reportChecks(&out, checks[2:3], true, true); err != nil {
		t.Error(err)
	}
	var rows []checked
	decode(t, out.String(), &rows)
	if len(rows) != 1 || !rows[0].OK || rows[0].Puzzles != 2 || rows[0].Digest == nil {
		t.Errorf("JSON\n%s", out.String())
	}
}

func TestDataList(t *testing.T) {
	out := must(t, "", "data", "list")
	for _, s := range corpus.All() {
		if !strings.Contains(out, s.ID) {
			t.Errorf("no %s in\n%s", s.ID, out)
		}
	}
	if out := must(t, "", "data", "list", "kaggle-1m"); !strings.Contains(out, "log in at the origin's page") || strings.Contains(out, "17clue") {
		t.Errorf("one set:\n%s", out)
	}
	var rows []corpus.Status
	decode(t, must(t, "", "data", "list", "--json", "own-easy"), &rows)
	if len(rows) != 1 || rows[0].Location.Where != corpus.InPackage {
		t.Errorf("JSON %+v", rows)
	}
}

func TestDataVerify(t *testing.T) {
	if out := must(t, "", "data", "verify", "own-4x4", "own-easy"); strings.Count(out, "as it should be") != 2 {
		t.Errorf("own sets:\n%s", out)
	}
}

// TestOpenStore: the cache lies in the lab's tree, and elsewhere outside of one.
func TestOpenStore(t *testing.T) {
	root := t.TempDir()
	below := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(below, 0o750); err != nil {
		t.Fatal(err)
	}
	t.Chdir(below)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(root, "cache"))
	t.Setenv(corpus.EnvDataDir, filepath.Join(root, "data"))
	outside, err := openStore("")
	if err != nil {
		t.Fatal(err)
	}
	if want, err := os.UserCacheDir(); err != nil || outside.CacheDir != filepath.Join(want, "sudokulab", "data") || outside.DataDir != filepath.Join(root, "data") {
		t.Errorf("outside: cache %s, data %s", outside.CacheDir, outside.DataDir)
	}
	if err := os.MkdirAll(filepath.Join(root, "research"), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "research", "claims.yaml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	inside, err := openStore("")
	if err != nil {
		t.Fatal(err)
	}
	// The system may name the folder in another way than the test did.
	if !strings.HasSuffix(inside.CacheDir, filepath.Join(filepath.Base(root), ".cache", "data")) {
		t.Errorf("inside: cache %s, want it in %s", inside.CacheDir, root)
	}
	t.Chdir(t.TempDir())
	if named, err := openStore(root); err != nil || named.CacheDir != filepath.Join(root, ".cache", "data") {
		t.Errorf("named: %v, error %v", named, err)
	}
	if _, err := openStore("somewhere"); err == nil || !strings.Contains(err.Error(), "--root somewhere: not the lab's source tree") {
		t.Errorf("no lab there: %v", err)
	}
}
