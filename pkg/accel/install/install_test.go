//go:build linux && amd64

package install

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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
	return worker{
		check: func(string) error { return nil },
		list: func(context.Context, string, string) ([]remote, error) {
			return []remote{{name: "thing", version: "v1", url: server.URL, ext: ".gz", sha256: sum, unpack: func(archive, into string) error {
				_, err := installer.Untar(archive, filepath.Join(into, pluginDir))
				return err
			}}}, nil
		},
	}
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
	w.check = func(path string) error { checked = path; return nil }
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
		"hash":        {serve(t, hashOf([]byte("other")), body(good)), "its publisher says"},
		"not found":   {serve(t, "", http.NotFound), "404"},
		"not a tar":   {serve(t, "", body([]byte("<html>"))), "unpacking"},
		"no plugin":   {serve(t, "", body(tarball(t, map[string]string{"README": "x"}))), "holds no plugin"},
		"stalled":     {serve(t, "", stalled), "nothing arrives any more"},
		"unreachable": {worker{list: func(context.Context, string, string) ([]remote, error) { return nil, errors.New("no such host") }}, "is the network reachable"},
		"bad plugin": {func() worker {
			w := serve(t, "", body(good))
			w.check = func(string) error { return errors.New("not a shared library") }
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
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
				t.Errorf("left behind: %v %v", entries, err)
			}
		})
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
		{Target: "gpu", Dir: "d"}, {Target: CPU}, {Target: CUDA13, Dir: "d", Version: "1.0"}, {},
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

func TestNewestWheel(t *testing.T) {
	file := func(platform string) []installer.PipReleaseInfo {
		return []installer.PipReleaseInfo{{Filename: "x-" + platform + ".whl", URL: platform, Digests: map[string]string{"sha256": "h"}}}
	}
	info := &installer.PipPackageInfo{Releases: map[string][]installer.PipReleaseInfo{
		"9.8.0":  file("manylinux_2_27_x86_64"),
		"9.10.0": file("manylinux_2_27_x86_64"), // newer than 9.8 although it sorts before
		"9.11.0": file("win_amd64"),
		"10.0.0": file("manylinux_2_27_x86_64"),
	}}
	got, err := newestWheel(info, &installer.PipDependency{Package: "nvidia-x", Minimum: "9.8", UpperBound: "10.0"})
	if err != nil || got.version != "9.10.0" {
		t.Errorf("%+v %v, want 9.10.0", got, err)
	}
	if _, err := newestWheel(info, &installer.PipDependency{Package: "nvidia-x", Minimum: "11"}); err == nil || !strings.Contains(err.Error(), "nvidia-x") {
		t.Errorf("error %v, want it to name the package", err)
	}
}
