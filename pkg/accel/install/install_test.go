//go:build linux && amd64

package install

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gomlx/go-xla/installer"
)

const pluginFile = "pjrt_c_api_cpu_v1_plugin.so"

// tarball packs files as the CPU plugin is packed.
func tarball(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var raw bytes.Buffer
	z := gzip.NewWriter(&raw)
	w := tar.NewWriter(z)
	for name, text := range files {
		if err := w.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return raw.Bytes()
}

// serve answers every request with the handler and returns a worker whose catalogue
// is one file there.
func serve(t *testing.T, sum string, handler http.HandlerFunc) worker {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return workerOf(origin{"the server", func(context.Context) ([]remote, error) {
		return []remote{{name: "thing", version: "v1", url: server.URL, ext: ".gz", sha256: sum, unpack: unpackPlugin}}, nil
	}})
}

// workerOf returns a worker that asks these origins and takes every plugin.
func workerOf(origins ...origin) worker {
	return worker{
		unknown: true,
		check:   func(context.Context, string, string) error { return nil },
		origins: func(string, string) []origin { return origins },
	}
}

// unreachable is an origin that no network leads to.
var unreachable = origin{"the moon", func(context.Context) ([]remote, error) { return nil, errors.New("no such host") }}

// names lists a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func body(data []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(data) }
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// hideUsualPlugins keeps the machine's own plugins out of the search.
func hideUsualPlugins(t *testing.T) {
	t.Helper()
	t.Setenv("PJRT_PLUGIN_LIBRARY_PATH", t.TempDir())
}

func TestInstall(t *testing.T) {
	hideUsualPlugins(t)
	data := tarball(t, map[string]string{pluginFile: "one", "LICENSE": "text"})
	w := serve(t, hashOf(data), body(data))
	checked := ""
	w.check = func(_ context.Context, _, path string) error { checked = path; return nil }
	dir := filepath.Join(t.TempDir(), "tools", "pjrt")
	var progress bytes.Buffer
	result, err := w.install(context.Background(), Options{Target: CPU, Dir: dir}, &progress)
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(dir, "cpu", "plugin", pluginFile); result.Plugin != want {
		t.Errorf("plugin %s, want %s", result.Plugin, want)
	}
	if text, err := os.ReadFile(result.Plugin); err != nil || string(text) != "one" {
		t.Errorf("plugin holds %q %v", text, err)
	}
	if filepath.Base(checked) != pluginFile {
		t.Errorf("checked %q", checked)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "cpu", manifestName))
	if err != nil {
		t.Fatal(err)
	}
	var manifest Result
	if err := json.Unmarshal(raw, &manifest); err != nil || len(manifest.Packages) != 1 {
		t.Fatalf("manifest %s %v", raw, err)
	}
	want := Package{Name: "thing", Version: "v1", Bytes: int64(len(data)), SHA256: hashOf(data), Checked: true}
	if manifest.Packages[0] != want {
		t.Errorf("manifest %+v, want %+v", manifest.Packages[0], want)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("beside the target: %v %v", entries, err)
	}
	if !strings.Contains(progress.String(), "1 of 1: thing v1") {
		t.Errorf("progress %q", progress.String())
	}

	if _, err := w.install(context.Background(), Options{Target: CPU, Dir: dir}, &progress); !errors.Is(err, ErrInstalled) {
		t.Errorf("second installation: %v, want ErrInstalled", err)
	}
	data = tarball(t, map[string]string{pluginFile: "two"})
	w = serve(t, "", body(data))
	result, err = w.install(context.Background(), Options{Target: CPU, Dir: dir, Replace: true}, &progress)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(result.Plugin); err != nil || string(text) != "two" || result.Packages[0].Checked {
		t.Errorf("replaced by %q %v, %+v", text, err, result.Packages)
	}
	if _, err := os.Stat(filepath.Join(dir, "cpu", "plugin", "LICENSE")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the old installation shows through: %v", err)
	}
}

func TestFailureLeavesTheOldInstallation(t *testing.T) {
	hideUsualPlugins(t)
	good := tarball(t, map[string]string{pluginFile: "new"})
	stalled := func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(good[:10])
		w.(http.Flusher).Flush()
		select {
		case <-r.Context().Done():
		case <-time.After(10 * time.Second):
		}
	}
	for name, test := range map[string]struct {
		worker worker
		want   string
	}{
		"hash":        {serve(t, hashOf([]byte("other")), body(good)), "want "},
		"not found":   {serve(t, "", http.NotFound), "404"},
		"not a tar":   {serve(t, "", body([]byte("<html>"))), "unpacking"},
		"no plugin":   {serve(t, "", body(tarball(t, map[string]string{"README": "x"}))), "holds no plugin"},
		"stalled":     {serve(t, "", stalled), "no data for"},
		"unreachable": {workerOf(unreachable), "is the network reachable"},
		"bad plugin": {func() worker {
			w := serve(t, "", body(good))
			w.check = func(context.Context, string, string) error { return errors.New("not a shared library") }
			return w
		}(), "cannot be used"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			old := filepath.Join(dir, CPU, pluginDir, pluginFile)
			if err := os.MkdirAll(filepath.Dir(old), 0o750); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := test.worker.install(context.Background(), Options{Target: CPU, Dir: dir, Replace: true, Stall: 200 * time.Millisecond}, &bytes.Buffer{})
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "is as it was") {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
			if text, err := os.ReadFile(old); err != nil || string(text) != "old" {
				t.Errorf("old installation: %q %v", text, err)
			}
			want := []string{CPU}
			if name == "stalled" { // what arrived waits for the next call
				want = []string{".cpu-downloads", CPU}
			}
			if got := names(t, dir); !slices.Equal(got, want) {
				t.Errorf("the folder holds %q, want %q", got, want)
			}
		})
	}
}

// TestInterrupted: an installation that breaks off leaves no plugin, and the next one fetches only what
// lacks.
func TestInterrupted(t *testing.T) {
	hideUsualPlugins(t)
	data := tarball(t, map[string]string{pluginFile: strings.Repeat("x", 5000)})
	var asked []string
	broken := true
	w := serve(t, hashOf(data), func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Header.Get("Range"))
		if broken {
			w.Header().Set("Content-Length", strconv.Itoa(len(data)))
			_, _ = w.Write(data[:40])
			return
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	})
	dir := t.TempDir()
	install := func() error {
		_, err := w.install(t.Context(), Options{Target: CPU, Dir: dir}, io.Discard)
		return err
	}
	if err := install(); !errors.Is(err, io.ErrUnexpectedEOF) && (err == nil || !strings.Contains(err.Error(), "connection ended")) {
		t.Errorf("error %v, want the end of the connection", err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{".cpu-downloads"}) || Installed(dir, CPU) {
		t.Errorf("after the interruption the folder holds %q", got)
	}
	broken = false
	if err := install(); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{CPU}) || !Installed(dir, CPU) {
		t.Errorf("then it holds %q", got)
	}
	if !slices.Equal(asked, []string{"", "bytes=40-"}) {
		t.Errorf("asked for %q", asked)
	}
}

// TestPlantedLinks: where a name that an installation makes is a link that leads out of its folder, to a file, to a folder or to
// nothing, nothing is written, made or removed there.
func TestPlantedLinks(t *testing.T) {
	hideUsualPlugins(t)
	data := tarball(t, map[string]string{pluginFile: strings.Repeat("x", 5000)})
	half := true
	w := serve(t, hashOf(data), func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		_, _ = w.Write(data[:map[bool]int{true: 40, false: len(data)}[half]])
	})
	install := func(dir string) {
		// Whether it comes to its end or is refused is not asked here.
		_, _ = w.install(t.Context(), Options{Target: CPU, Dir: dir, Replace: true}, io.Discard)
	}
	first := t.TempDir()
	install(first) // half of the download stays, with all that goes with it
	downloads := "." + CPU + "-downloads"
	planted := []string{CPU, downloads}
	for _, name := range names(t, filepath.Join(first, downloads)) {
		planted = append(planted, filepath.Join(downloads, name), filepath.Join(downloads, name+".lock"), filepath.Join(downloads, strings.TrimSuffix(name, ".part")))
	}
	half = false
	if len(planted) < 5 {
		t.Fatalf("half an installation leaves %q", planted)
	}
	for _, name := range planted {
		for _, kind := range []string{"file", "folder", "nothing"} {
			outside, dir := t.TempDir(), t.TempDir()
			precious := filepath.Join(outside, "folder", "precious")
			for _, file := range []string{filepath.Join(outside, "file"), precious} {
				if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("precious"), 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			at := filepath.Join(dir, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.Symlink(filepath.Join(outside, kind), at)); err != nil {
				t.Skip(err)
			}
			install(dir)
			if got := names(t, outside); !slices.Equal(got, []string{"file", "folder"}) {
				t.Errorf("%s leads to %s: outside there is now %q", name, kind, got)
			}
			if got := names(t, filepath.Dir(precious)); !slices.Equal(got, []string{"precious"}) {
				t.Errorf("%s leads to %s: the folder outside holds %q", name, kind, got)
			}
			for _, file := range []string{filepath.Join(outside, "file"), precious} {
				if text, err := os.ReadFile(file); err != nil || string(text) != "precious" {
					t.Errorf("%s leads to %s: a file outside holds %.20q, %v", name, kind, text, err)
				}
			}
		}
	}
}

// TestOrigins: the next origin is asked when one cannot give the plugin or gives one that does not
// work here; when none can, the error says what was tried and which file would do.
func TestOrigins(t *testing.T) {
	hideUsualPlugins(t)
	data := tarball(t, map[string]string{pluginFile: "good"})
	bad := tarball(t, map[string]string{pluginFile: "bad"})
	good := serve(t, hashOf(data), body(data)).origins(CPU, "")[0]
	unfit := serve(t, hashOf(bad), body(bad)).origins(CPU, "")[0]
	w := workerOf(unreachable, unfit, good)
	w.check = func(_ context.Context, _, path string) error {
		if text, err := os.ReadFile(path); err != nil || string(text) != "good" {
			return errors.New("GLIBC_9.9 not found")
		}
		return nil
	}
	dir := t.TempDir()
	var progress bytes.Buffer
	result, err := w.install(t.Context(), Options{Target: CPU, Dir: dir}, &progress)
	if err != nil || !Installed(dir, CPU) || filepath.Base(result.Plugin) != pluginFile {
		t.Errorf("%+v %v", result, err)
	}
	for _, want := range []string{"the moon: no list of files", "GLIBC_9.9 not found"} {
		if !strings.Contains(progress.String(), want) {
			t.Errorf("nothing says %q:\n%s", want, progress.String())
		}
	}
	w = workerOf(unreachable, unfit)
	w.check = func(context.Context, string, string) error { return errors.New("GLIBC_9.9 not found") }
	dir = t.TempDir()
	_, err = w.install(t.Context(), Options{Target: CPU, Dir: dir}, io.Discard)
	for _, want := range []string{"the moon: ", "no such host", "GLIBC_9.9", wheelFile, wheelSHA256, releaseFile(), "name that file", "is as it was"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want it to say %q", err, want)
		}
	}
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("left behind: %q", got)
	}
}

// TestPublished: the CPU plugin comes from its release alone, of the version asked for.
func TestPublished(t *testing.T) {
	for _, c := range []struct{ target, version, want string }{
		{CPU, "", TestedCPUVersion}, {CPU, "v0.100.0", "v0.100.0"}, {CUDA13, "", "cuda13"},
	} {
		if got := published(c.target, c.version); len(got) != 1 || !strings.Contains(got[0].name, c.want) {
			t.Errorf("%s %s: origins %v, want one with %s", c.target, c.version, got, c.want)
		}
	}
}

// zipfile packs files as a wheel is packed.
func zipfile(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var raw bytes.Buffer
	z := zip.NewWriter(&raw)
	for name, text := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return raw.Bytes()
}

// TestFile: a plugin that a person names is taken whatever the file is called and packed in, and what
// is not one is refused with the reason.
func TestFile(t *testing.T) {
	hideUsualPlugins(t)
	const library = "\x7fELF and so on"
	for name, c := range map[string]struct {
		file    string
		content []byte
		want    string // of the installed file
	}{
		"library":          {"xla.so", []byte(library), "pjrt_c_api_cpu_plugin.so"},
		"named library":    {"pjrt_c_api_cpu_v9_plugin.so", []byte(library), "pjrt_c_api_cpu_v9_plugin.so"},
		"wheel":            {"some.whl", zipfile(t, map[string]string{"a/b/" + pluginFile: library, "a/other.so": library}), pluginFile},
		"odd name, tar":    {"download(1)", tarball(t, map[string]string{pluginFile: library}), pluginFile},
		"hash in its name": {"sha.tar.gz", tarball(t, map[string]string{"lib/" + pluginFile: library}), pluginFile},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(t.TempDir(), c.file)
			if err := os.WriteFile(path, c.content, 0o600); err != nil {
				t.Fatal(err)
			}
			result, err := workerOf().install(t.Context(), Options{Target: CPU, Dir: dir, File: path}, io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(result.Plugin); err != nil || string(got) != library || filepath.Base(result.Plugin) != c.want {
				t.Errorf("%s holds %q, %v; want the library as %s", result.Plugin, got, err, c.want)
			}
			if p := result.Packages[0]; p.Name != c.file || p.SHA256 != hashOf(c.content) || p.Checked || len(result.Packages) != 1 {
				t.Errorf("manifest %+v", result.Packages)
			}
			if got := names(t, filepath.Join(dir, CPU)); !slices.Equal(got, []string{manifestName, pluginDir}) {
				t.Errorf("installed %q", got)
			}
		})
	}
}

func TestFileRefused(t *testing.T) {
	hideUsualPlugins(t)
	self, err := os.Executable() // an ELF file, and no plugin
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	usual := worker{check: check}
	for name, c := range map[string]struct {
		file    string
		content []byte
		want    string
	}{
		"missing":            {"none", nil, "no such file"},
		"text":               {"plugin.so", []byte("hello"), "neither a library"},
		"empty":              {"plugin.so", []byte{}, "neither a library"},
		"a program":          {"plugin.so", program, "cannot be used"},
		"half a zip":         {"a.whl", zipfile(t, map[string]string{pluginFile: "x"})[:30], "unpacking"},
		"half a tar":         {"a.tar.gz", tarball(t, map[string]string{pluginFile: strings.Repeat("x", 5000)})[:50], "unpacking"},
		"no plugin in it":    {"a.whl", zipfile(t, map[string]string{"lib.so": string(program)}), "no library that exports GetPjrtApi"},
		"the wheel, damaged": {wheelFile, zipfile(t, map[string]string{pluginFile: "x"}), wheelSHA256},
		"out of the folder":  {"a.tar.gz", tarball(t, map[string]string{"../../x": "x"}), "unpacking"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(t.TempDir(), c.file)
			if c.content != nil {
				if err := os.WriteFile(path, c.content, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, err := usual.install(t.Context(), Options{Target: CPU, Dir: dir, File: path}, io.Discard)
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "is as it was") {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if got := names(t, dir); len(got) != 0 {
				t.Errorf("left behind: %q", got)
			}
		})
	}
	if _, err := usual.install(t.Context(), Options{Target: CPU, Dir: t.TempDir(), File: t.TempDir()}, io.Discard); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Errorf("a folder: %v", err)
	}
}

// TestUnwritable: a folder in which nothing can be made is told before anything is fetched.
func TestUnwritable(t *testing.T) {
	w := workerOf(origin{"the server", func(context.Context) ([]remote, error) {
		t.Error("an origin is asked")
		return nil, errors.New("x")
	}})
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.install(t.Context(), Options{Target: CPU, Dir: file}, io.Discard); err == nil {
		t.Error("a file serves as the folder")
	}
	if os.Geteuid() == 0 {
		return // may write everywhere
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil { //nolint:gosec // a folder that is only read
		t.Fatal(err)
	}
	if _, err := w.install(t.Context(), Options{Target: CPU, Dir: dir}, io.Discard); !errors.Is(err, os.ErrPermission) {
		t.Errorf("a folder that is only read: %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	w := serve(t, "", func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	dir := t.TempDir()
	if _, err := w.install(ctx, Options{Target: CPU, Dir: dir}, &bytes.Buffer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v %v", entries, err)
	}
	block := make(chan struct{})
	defer close(block)
	begin := time.Now()
	if _, err := detached(ctx, func() (int, error) { <-block; return 0, nil }); !errors.Is(err, context.Canceled) || time.Since(begin) > 5*time.Second {
		t.Errorf("a call that hangs: %v after %v", err, time.Since(begin))
	}
}

func TestValidate(t *testing.T) {
	for _, bad := range []Options{
		{Target: "gpu", Dir: "d"},
		{Target: CPU},
		{Target: CUDA13, Dir: "d", Version: "1.0"},
		{},
		{Target: CUDA13, Dir: "d", File: "f"},
		{Target: CPU, Dir: "d", Version: "v1", File: "f"},
	} {
		if err := bad.Validate(); err == nil {
			t.Errorf("%+v: accepted", bad)
		}
		if _, err := Plugin(context.Background(), bad, &bytes.Buffer{}); err == nil {
			t.Errorf("%+v: installed", bad)
		}
	}
	for _, good := range []Options{{Target: CPU, Dir: "d", Version: "v0.1.0"}, {Target: CUDA13, Dir: "d"}, {Target: CUDA12, Dir: "d"}} {
		if err := good.Validate(); err != nil {
			t.Error(err)
		}
	}
}

// TestPins: of what the index offers only the file with the hash that this program holds is taken, and a target without one, or a file
// whose hash nobody knows, is not fetched at all.
func TestPins(t *testing.T) {
	p := pin{"nvidia-x", "9.1", strings.Repeat("ab", 32)}
	offer := func(sum string) *installer.PipPackageInfo {
		return &installer.PipPackageInfo{Releases: map[string][]installer.PipReleaseInfo{
			"9.1": {{Filename: "other.whl", URL: "other", Digests: map[string]string{"sha256": "00"}}, {Filename: "x.whl", URL: "here", Digests: map[string]string{"sha256": sum}}},
			"9.2": {{Filename: "newer.whl", URL: "newer", Digests: map[string]string{"sha256": p.sha256}}},
		}}
	}
	if got, err := p.wheel(offer(p.sha256)); err != nil || got.url != "here" || got.sha256 != p.sha256 || got.version != "9.1" {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := p.wheel(offer("cd")); err == nil || !strings.Contains(err.Error(), "nvidia-x 9.1") || !strings.Contains(err.Error(), p.sha256) {
		t.Errorf("another file under the same version: %+v, %v", got, err)
	}
	for target, list := range pins {
		seen := map[string]bool{}
		for i, p := range list {
			if sum, err := hex.DecodeString(p.sha256); err != nil || len(sum) != 32 || seen[p.name] || p.version == "" || (i == 0) != strings.HasPrefix(p.name, "jax-"+target) {
				t.Errorf("%s: %+v", target, p)
			}
			seen[p.name] = true
		}
	}
	if _, err := published(CPU, "")[0].list(t.Context()); err == nil || !strings.Contains(err.Error(), "no SHA-256 of "+releaseFile()) || !strings.Contains(err.Error(), "--file") {
		t.Errorf("the release: %v, want that it is not fetched and what to do", err)
	}
	w := serve(t, "", func(http.ResponseWriter, *http.Request) { t.Error("a file without a hash is asked for") })
	w.unknown = false
	if _, err := w.install(t.Context(), Options{Target: CPU, Dir: t.TempDir()}, io.Discard); err == nil || !strings.Contains(err.Error(), "thing: no SHA-256") {
		t.Errorf("%v", err)
	}
}
