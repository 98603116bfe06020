package corpus

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board/format"
)

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Five 4×4 puzzles, one in a comment's shadow, with a CRLF among the line ends.
const tinyText = "# made up\n1...............\r\n\n.2..............\n..3.............\n...4............\n1234............\n"

func tinySet() Set {
	return Set{
		ID: "tiny", Title: "tiny", Description: "made up for tests", Side: 4, Unique: UniqueNo, Puzzles: 5,
		File: "sub/tiny.txt", Format: format.Line, SHA256: hashOf(tinyText), Bytes: int64(len(tinyText)),
		Origin: "https://example.org", Licence: "none stated", ByHand: "write it down",
	}
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, relErr := filepath.Rel(dir, p)
			out = append(out, filepath.ToSlash(rel))
			return relErr
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestListIsStrict(t *testing.T) {
	ids, bases := map[string]bool{}, map[string]string{}
	for _, s := range All() {
		if err := s.validate(); err != nil {
			t.Error(err)
		}
		if ids[s.ID] {
			t.Errorf("id %q twice", s.ID)
		}
		ids[s.ID] = true
		// The flat lookup needs names that differ without their folders.
		for _, name := range []string{path.Base(s.File), path.Base(s.File) + ".gz"} {
			if other, taken := bases[name]; taken {
				t.Errorf("%s and %s are both kept as %s", s.ID, other, name)
			}
			bases[name] = s.ID
		}
		if d := s.Download; d != nil && !strings.HasPrefix(d.URL, "https://") {
			t.Errorf("%s: %s is not https", s.ID, d.URL)
		}
		if d := s.Derivation; d != nil {
			from, err := ByID(d.From)
			if err != nil {
				t.Errorf("%s: %v", s.ID, err)
			} else if want := (from.Puzzles + d.Every - 1) / d.Every; s.Puzzles != want {
				t.Errorf("%s: %d puzzles, but every %d of %d are %d", s.ID, s.Puzzles, d.Every, from.Puzzles, want)
			}
		}
		if got, err := ByID(s.ID); err != nil || got.ID != s.ID {
			t.Errorf("ByID(%q) = %q, %v", s.ID, got.ID, err)
		}
		if s.HowToGet() == "" {
			t.Errorf("%s: no way to get it", s.ID)
		}
	}
}

func TestUnknownIDListsSets(t *testing.T) {
	_, err := ByID("18clue")
	if err == nil {
		t.Fatal("no error for an id that does not exist")
	}
	for _, s := range All() {
		if !strings.Contains(err.Error(), s.ID) {
			t.Errorf("the error does not list %s: %v", s.ID, err)
		}
	}
}

func TestAllIsTheCallers(t *testing.T) {
	all := All()
	for i := range all {
		all[i].ID = "changed"
		if all[i].Download != nil {
			all[i].Download.URL = "changed"
		}
	}
	for _, s := range All() {
		if s.ID == "changed" || s.Download != nil && s.Download.URL == "changed" {
			t.Fatal("a change of All's result is seen by the next call")
		}
	}
}

func TestValidateRefuses(t *testing.T) {
	for name, change := range map[string]func(*Set){
		"no licence":           func(s *Set) { s.Licence = "" },
		"side 10":              func(s *Set) { s.Side = 10 },
		"unique maybe":         func(s *Set) { s.Unique = "maybe" },
		"no puzzles":           func(s *Set) { s.Puzzles = 0 },
		"absolute file":        func(s *Set) { s.File = "/etc/passwd" },
		"file above":           func(s *Set) { s.File = "a/../../b" },
		"short hash":           func(s *Set) { s.SHA256 = "abc" },
		"upper-case hash":      func(s *Set) { s.SHA256 = strings.Repeat("A", 64) },
		"empty hash":           func(s *Set) { s.SHA256 = "" },
		"bad gzip hash":        func(s *Set) { s.GzipSHA256 = "abc" },
		"no way":               func(s *Set) { s.ByHand = "" },
		"two ways":             func(s *Set) { s.Derivation = &Derivation{From: "other", Every: 2} },
		"derived from itself":  func(s *Set) { s.ByHand, s.Derivation = "", &Derivation{From: "tiny", Every: 2} },
		"embedded, no recipe":  func(s *Set) { s.ByHand, s.Embedded = "", true },
		"zip without a member": func(s *Set) { s.ByHand, s.Download = "", &Download{SHA256: Unknown, Unpack: Zip} },
		"unpack by magic":      func(s *Set) { s.ByHand, s.Download = "", &Download{SHA256: Unknown, Unpack: "magic"} },
		"bad blob":             func(s *Set) { s.ByHand, s.Download = "", &Download{SHA256: Unknown, Unpack: Plain, GitBlob: "1"} },
		"bad download hash":    func(s *Set) { s.ByHand, s.Download = "", &Download{SHA256: "1", Unpack: Plain} },
	} {
		s := tinySet()
		if err := s.validate(); err != nil {
			t.Fatal(err)
		}
		change(&s)
		if err := s.validate(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestLocateOrder(t *testing.T) {
	data, cache := t.TempDir(), t.TempDir()
	s := &Store{DataDir: data, CacheDir: cache, Sets: []Set{tinySet()}}
	_, err := s.Locate("tiny")
	if _, missing := errors.AsType[*MissingError](err); !missing {
		t.Fatalf("error %v, want a MissingError", err)
	}
	for _, want := range []string{"tiny", data, cache, "write it down"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
	// From the last place looked at to the first: each new file hides the one before.
	for _, step := range []struct {
		dir, name string
		where     Where
	}{
		{cache, "tiny.txt.gz", InCacheDir},
		{cache, "tiny.txt", InCacheDir},
		{cache, "sub/tiny.txt.gz", InCacheDir},
		{cache, "sub/tiny.txt", InCacheDir},
		{data, "tiny.txt.gz", InDataDir},
		{data, "tiny.txt", InDataDir},
		{data, "sub/tiny.txt.gz", InDataDir},
		{data, "sub/tiny.txt", InDataDir},
	} {
		want := filepath.Join(step.dir, step.name)
		write(t, want, tinyText)
		got, err := s.Locate("tiny")
		if err != nil || got.Path != want || got.Where != step.where {
			t.Errorf("Locate = %+v, %v; want %s in the %s", got, err, want, step.where)
		}
	}
}

func TestLocateSkipsFolders(t *testing.T) {
	data := t.TempDir()
	if err := os.MkdirAll(filepath.Join(data, "sub", "tiny.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := &Store{DataDir: data, Sets: []Set{tinySet()}}
	if loc, err := s.Locate("tiny"); err == nil {
		t.Errorf("a folder passes for a set: %+v", loc)
	}
}

func TestMissingWithoutFolders(t *testing.T) {
	s := &Store{}
	_, err := s.Load(t.Context(), "17clue", 1)
	var missing *MissingError
	if !errors.As(err, &missing) || missing.Set.ID != "17clue" || len(missing.Looked) != 0 {
		t.Fatalf("error %v, want 17clue missing", err)
	}
	if !strings.Contains(err.Error(), "sudokulab data fetch 17clue") {
		t.Errorf("the error does not say how to get it: %v", err)
	}
}

func TestFromEnv(t *testing.T) {
	t.Setenv(EnvDataDir, "some/folder")
	if s := FromEnv("cache"); s.DataDir != "some/folder" || s.CacheDir != "cache" {
		t.Errorf("FromEnv = %q, %q", s.DataDir, s.CacheDir)
	}
}

func TestDigestAndRead(t *testing.T) {
	for _, gz := range []bool{false, true} {
		data := t.TempDir()
		name, content := filepath.Join(data, "sub", "tiny.txt"), tinyText
		if gz {
			name, content = name+".gz", gzipped(t, tinyText)
		}
		write(t, name, content)
		s := &Store{DataDir: data, Sets: []Set{tinySet()}}
		d, err := s.Digest(t.Context(), "tiny")
		if err != nil {
			t.Fatal(err)
		}
		want := Digest{
			ID: "tiny", SHA256: hashOf(tinyText), FileSHA256: hashOf(content), Bytes: int64(len(tinyText)),
			Basis: ListHash, Location: Location{InDataDir, name},
		}
		if d != want {
			t.Errorf("digest %+v, want %+v", d, want)
		}
		got, err := s.Load(t.Context(), "tiny", 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != 5 {
			t.Fatalf("%d puzzles, want 5", len(got))
		}
		for i, want := range []string{"1...............", ".2..............", "..3.............", "...4............", "1234............"} {
			if got[i].Board.String() != want {
				t.Errorf("puzzle %d is %s, want %s", i, got[i].Board, want)
			}
		}
		if got[1].Line != 4 {
			t.Errorf("puzzle 1 is on line %d, want 4", got[1].Line)
		}
		if got, err := s.Load(t.Context(), "tiny", 2); err != nil || len(got) != 2 {
			t.Errorf("limit 2: %d puzzles, %v", len(got), err)
		}
	}
}

func TestWrongBytesAreNeverRead(t *testing.T) {
	data := t.TempDir()
	name := filepath.Join(data, "tiny.txt")
	write(t, name, tinyText+"1...............\n")
	s := &Store{DataDir: data, Sets: []Set{tinySet()}}
	seen := 0
	var err error
	for _, e := range s.Open(t.Context(), "tiny") {
		if err = e; e == nil {
			seen++
		}
	}
	var wrong *HashError
	if !errors.As(err, &wrong) || seen != 0 {
		t.Fatalf("%d puzzles, error %v; want none and a HashError", seen, err)
	}
	if wrong.Want != hashOf(tinyText) || wrong.Got != hashOf(tinyText+"1...............\n") || wrong.Path != name {
		t.Errorf("error %+v", wrong)
	}
	for _, want := range []string{wrong.Want, wrong.Got, name} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
}

func TestDigestSeesChanges(t *testing.T) {
	data := t.TempDir()
	name := filepath.Join(data, "tiny.txt")
	write(t, name, tinyText)
	s := &Store{DataDir: data, Sets: []Set{tinySet()}}
	if _, err := s.Digest(t.Context(), "tiny"); err != nil {
		t.Fatal(err)
	}
	// Of the same size, so only the time tells.
	write(t, name, strings.Replace(tinyText, "1234", "4321", 1))
	later := time.Now().Add(time.Minute)
	if err := os.Chtimes(name, later, later); err != nil {
		t.Fatal(err)
	}
	var wrong *HashError
	if _, err := s.Digest(t.Context(), "tiny"); !errors.As(err, &wrong) {
		t.Errorf("error %v, want a HashError", err)
	}
}

func TestDigestIsComputedOnce(t *testing.T) {
	data := t.TempDir()
	name := filepath.Join(data, "tiny.txt")
	write(t, name, tinyText)
	then := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := os.Chtimes(name, then, then); err != nil {
		t.Fatal(err)
	}
	s := &Store{DataDir: data, Sets: []Set{tinySet()}}
	done := make(chan error)
	for range 8 {
		go func() {
			_, err := s.Digest(context.Background(), "tiny")
			done <- err
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	// Other bytes of the same size and time pass unseen: the file was not read again.
	write(t, name, strings.Replace(tinyText, "1234", "4321", 1))
	if err := os.Chtimes(name, then, then); err != nil {
		t.Fatal(err)
	}
	if d, err := s.Digest(t.Context(), "tiny"); err != nil || d.SHA256 != hashOf(tinyText) {
		t.Errorf("%+v, %v; want the digest remembered", d, err)
	}
}

func TestCancelledReading(t *testing.T) {
	data := t.TempDir()
	write(t, filepath.Join(data, "tiny.txt"), tinyText)
	s := &Store{DataDir: data, Sets: []Set{tinySet()}}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	var last error
	for _, err := range s.Open(ctx, "tiny") {
		if last = err; err == nil {
			n++
			cancel()
		}
	}
	if n != 1 || !errors.Is(last, context.Canceled) {
		t.Errorf("%d puzzles, then %v; want 1, then the cancellation", n, last)
	}
	if _, err := s.Verify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Verify: %v, want the cancellation", err)
	}
	fresh := &Store{DataDir: data, Sets: []Set{tinySet()}}
	if _, err := fresh.Digest(ctx, "tiny"); !errors.Is(err, context.Canceled) {
		t.Errorf("Digest: %v, want the cancellation", err)
	}
}

func TestBadTexts(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		side int
		want string
	}{
		"a bad line":    {"1...............\n1..............\n", 4, "tiny.txt:2"},
		"another side":  {"1...............\n", 9, "tiny.txt:1"},
		"half a gzip":   {gzipped(t, tinyText)[:30], 4, "tiny.txt"},
		"a gzip's head": {"\x1f\x8b", 4, "tiny.txt"},
	} {
		data := t.TempDir()
		write(t, filepath.Join(data, "tiny.txt"), c.text)
		set := tinySet()
		set.SHA256, set.Side, set.Puzzles = Unknown, c.side, -1
		s := &Store{DataDir: data, Sets: []Set{set}}
		_, err := s.Load(t.Context(), "tiny", 0)
		if err == nil || !strings.HasPrefix(err.Error(), "corpus: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one at %s", name, err, c.want)
		}
		rows, err := s.Verify(t.Context(), "tiny")
		if err != nil || rows[0].Err == nil || rows[0].CountOK() {
			t.Errorf("%s: verified as %+v, %v", name, rows, err)
		}
	}
	if _, err := (&Store{}).Load(t.Context(), "17clue", -1); err == nil || !strings.Contains(err.Error(), "limit -1") {
		t.Errorf("limit -1: %v", err)
	}
}

func TestBombIsNotRead(t *testing.T) {
	data := t.TempDir()
	write(t, filepath.Join(data, "tiny.txt.gz"), gzipped(t, strings.Repeat("\n", 1<<20)))
	s := &Store{DataDir: data, Sets: []Set{tinySet()}, maxText: 1 << 16}
	_, err := s.Digest(t.Context(), "tiny")
	if err == nil || !strings.Contains(err.Error(), "more than 65536 bytes") {
		t.Errorf("error %v, want the bound", err)
	}
}

func TestVerifyRows(t *testing.T) {
	data := t.TempDir()
	good, wrongHash, wrongCount, gone, unpinned := tinySet(), tinySet(), tinySet(), tinySet(), tinySet()
	wrongHash.ID, wrongHash.File, wrongHash.SHA256 = "wrong-hash", "wrong-hash.txt", hashOf("else")
	wrongCount.ID, wrongCount.File, wrongCount.Puzzles = "wrong-count", "wrong-count.txt", 6
	gone.ID, gone.File = "gone", "gone.txt"
	unpinned.ID, unpinned.File, unpinned.SHA256, unpinned.Puzzles = "unpinned", "unpinned.txt", Unknown, -1
	s := &Store{DataDir: data, Sets: []Set{good, wrongHash, wrongCount, gone, unpinned}}
	for _, set := range []Set{good, wrongHash, wrongCount, unpinned} {
		write(t, filepath.Join(data, filepath.FromSlash(set.File)), tinyText)
	}
	rows, err := s.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		present, hash, count, err bool
		puzzles                   int
		basis                     Basis
	}
	want := map[string]row{
		"tiny":        {true, true, true, false, 5, ListHash},
		"wrong-hash":  {true, false, false, true, -1, ListHash},
		"wrong-count": {true, true, false, true, 5, ListHash},
		"gone":        {false, false, false, true, -1, ""},
		"unpinned":    {true, false, true, false, 5, NoHash},
	}
	for _, c := range rows {
		got := row{c.Present(), c.HashOK(), c.CountOK(), c.Err != nil, c.Puzzles, c.Digest.Basis}
		if got != want[c.Set.ID] {
			t.Errorf("%s: %+v, want %+v (%v)", c.Set.ID, got, want[c.Set.ID], c.Err)
		}
	}
	if rows, err := s.Verify(t.Context(), "gone", "tiny"); err != nil || len(rows) != 2 || rows[1].Set.ID != "tiny" {
		t.Errorf("two ids: %d rows, %v", len(rows), err)
	}
	if _, err := s.Verify(t.Context(), "nosuch"); err == nil {
		t.Error("an unknown id: no error")
	}
	list := s.List()
	if len(list) != 5 || list[0].Location.Where != InDataDir || list[3].Location.Where != Missing || list[3].Get != gone.HowToGet() {
		t.Errorf("List = %+v", list)
	}
}

// dataDir returns the folder of public sets, which some tests read.
func dataDir(t *testing.T) string {
	t.Helper()
	dir := os.Getenv(EnvDataDir)
	if dir == "" {
		t.Skip(EnvDataDir + " is not set")
	}
	return dir
}

func TestPublicSetsVerify(t *testing.T) {
	s := &Store{DataDir: dataDir(t)}
	rows, err := s.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	public := map[string]bool{}
	for _, c := range rows {
		if !c.Present() || c.Set.Embedded {
			continue
		}
		public[c.Set.ID] = true
		if c.Err != nil || !c.HashOK() || !c.CountOK() {
			t.Errorf("%s: %v, %d puzzles, %+v", c.Set.ID, c.Err, c.Puzzles, c.Digest)
		}
		if c.Set.GzipSHA256 != "" && c.Digest.FileSHA256 != c.Set.GzipSHA256 {
			t.Errorf("%s: file hash %s, list says %s", c.Set.ID, c.Digest.FileSHA256, c.Set.GzipSHA256)
		}
		if c.Set.Bytes != c.Digest.Bytes {
			t.Errorf("%s: %d bytes, list says %d", c.Set.ID, c.Digest.Bytes, c.Set.Bytes)
		}
	}
	for _, id := range []string{
		"17clue", "magictour", "forum-11-half", "forum-1106", "norvig-10k", "norvig-hardest",
		"acs-9x9-half", "acs-16x16-half", "acs-25x25-half",
	} {
		t.Run(id, func(t *testing.T) {
			if !public[id] {
				t.Skip("not in the data folder") // a machine may have any subset
			}
		})
	}
}
