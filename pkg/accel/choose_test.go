package accel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// quietEnv points every search at empty places, so that the machine's own plugins
// do not decide a test.
func quietEnv(t *testing.T) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	t.Setenv("LD_LIBRARY_PATH", "")
	t.Setenv(EnvPluginPath, t.TempDir())
}

// captureStdout returns what f wrote to the process's standard output.
func captureStdout(t *testing.T, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stdout
	os.Stdout = w
	defer func() { os.Stdout = old }()
	f()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestChooseGo(t *testing.T) {
	quietEnv(t)
	var choice *Choice
	var err error
	if out := captureStdout(t, func() { choice, err = Choose(context.Background(), Options{Backend: NameGo}) }); out != "" {
		t.Errorf("standard output: %q, want nothing", out)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer choice.Close()
	if choice.Name != NameGo || choice.Platform != PlatformGo {
		t.Errorf("got %s on %s", choice.Name, choice.Platform)
	}
	// The default of twice GOMAXPROCS workers deadlocks in training.
	if !strings.Contains(choice.Description, "parallelism=-1") {
		t.Errorf("description %q, want unlimited workers", choice.Description)
	}
	if choice.Reason != "go was asked for" || len(choice.Tried) != 1 || !choice.Tried[0].OK {
		t.Errorf("reason %q, tried %+v", choice.Reason, choice.Tried)
	}
	var doc map[string]any
	raw, err := json.Marshal(choice)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &doc); err != nil || doc["name"] != "go" || doc["Backend"] != nil {
		t.Errorf("JSON %s: %v", raw, err)
	}
}

func TestChooseAutoFallsBackToGoAndSaysWhy(t *testing.T) {
	quietEnv(t)
	choice, err := Choose(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer choice.Close()
	if choice.Name != NameGo || len(choice.Tried) != 3 {
		t.Fatalf("chose %s after %+v", choice.Name, choice.Tried)
	}
	for i, name := range []string{NameCUDA, NameCPU} {
		a := choice.Tried[i]
		if a.Name != name || a.OK || a.Lacked == "" {
			t.Errorf("attempt %d: %+v, want %s with what it lacked", i, a, name)
		}
		if !xlaBuilt && !strings.Contains(a.Lacked, "-tags xla") {
			t.Errorf("%s lacked %q, want the build tag named", name, a.Lacked)
		}
	}
	if xlaBuilt && !strings.Contains(choice.Tried[1].Lacked, os.Getenv(EnvPluginPath)) {
		t.Errorf("lacked %q, want the folders that were searched", choice.Tried[1].Lacked)
	}
	var text bytes.Buffer
	candidates := choice.Table()
	if err := candidates.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"taken", "not usable: xla:cuda, xla:cpu", choice.Description} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("text lacks %q:\n%s", want, text.String())
		}
	}
}

func TestChooseRefusesWhatItCannotHave(t *testing.T) {
	quietEnv(t)
	dir := t.TempDir()
	script := filepath.Join(dir, "pjrt_c_api_cpu_plugin.so")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable() // an ELF file, and no plugin
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	notBuilt := "-tags xla"
	if xlaBuilt {
		notBuilt = "no cuda plugin file in"
	}
	for _, test := range []struct{ backend, want string }{
		{"xla:" + filepath.Join(dir, "none.so"), "no such file"},
		{"xla:" + script, "not a shared library"},
		{"xla:./pjrt_c_api_cpu_plugin.so", "not a shared library"},
		{"xla:" + dir + "/", "not a file"},
		{"xla:" + self, "ELF"}, // an executable, or (built as PIE) a library without GetPjrtApi
		{NameCUDA, notBuilt},
	} {
		choice, err := Choose(context.Background(), Options{Backend: test.backend})
		if choice != nil {
			t.Errorf("%s: chose %s instead of failing", test.backend, choice.Name)
			choice.Close()
			continue
		}
		if !errors.Is(err, ErrNoBackend) || !strings.Contains(err.Error(), test.want) {
			if test.backend == "xla:"+self && strings.Contains(err.Error(), "GetPjrtApi") {
				continue
			}
			t.Errorf("%s: error %v, want ErrNoBackend with %q", test.backend, err, test.want)
		}
	}
}

// A text file named like a plugin, in a folder that is searched, crashed go-xla's own
// search.
func TestChooseSurvivesAFalsePluginInASearchedFolder(t *testing.T) {
	quietEnv(t)
	dir := t.TempDir()
	for _, name := range []string{"pjrt_c_api_cpu_plugin.so", "pjrt-plugin-cuda.so", "xla_cuda_plugin.so", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{PluginDirs: []string{dir}}
	found, searched := FindPlugins(o)
	if len(found) != 3 || searched[0] != dir {
		t.Fatalf("found %+v in %v", found, searched)
	}
	choice, err := Choose(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer choice.Close()
	if choice.Name != NameGo {
		t.Errorf("chose %s", choice.Name)
	}
	if xlaBuilt {
		o.Backend = NameCPU
		if _, err := Choose(context.Background(), o); err == nil || !strings.Contains(err.Error(), "not a shared library") {
			t.Errorf("error %v, want it to say what is wrong with the file", err)
		}
	}
}

func TestParseRequest(t *testing.T) {
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ in, name, file string }{
		{"", NameAuto, ""},
		{"auto", NameAuto, ""},
		{"go", NameGo, ""},
		{"xla:cpu", NameCPU, ""},
		{"xla:cuda", NameCUDA, ""},
		{"xla:/a/b.so", "xla:/a/b.so", "/a/b.so"},
		{"xla:./b.so", "xla:" + filepath.Join(here, "b.so"), filepath.Join(here, "b.so")},
		{"xla:b.so", "xla:" + filepath.Join(here, "b.so"), filepath.Join(here, "b.so")},
	} {
		got, err := parseRequest(test.in)
		if err != nil || got.name != test.name || got.file != test.file {
			t.Errorf("%q: %+v %v, want %s %s", test.in, got, err, test.name, test.file)
		}
	}
	for _, bad := range []string{"xla", "xla:", "xla:gpu", "xla:cud", "cuda", "cpu", "GO", "go:parallelism=-1", "/a/b.so", "xla:/a,b.so"} {
		if got, err := parseRequest(bad); err == nil {
			t.Errorf("%q: accepted as %+v", bad, got)
		} else if !strings.HasPrefix(err.Error(), "accel: ") {
			t.Errorf("%q: error %q lacks the package's name", bad, err)
		}
		if err := (Options{Backend: bad}).Validate(); err == nil {
			t.Errorf("Validate accepts %q", bad)
		}
	}
	if err := DefaultOptions().Validate(); err != nil {
		t.Error(err)
	}
}

func FuzzParseRequest(f *testing.F) {
	for _, s := range []string{"", "go", "xla:cpu", "xla:/a/b.so", "xla:,", "xla:\x00.so"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		req, err := parseRequest(s)
		if err != nil {
			return
		}
		if req.file != "" && (!filepath.IsAbs(req.file) || req.name != "xla:"+req.file || strings.ContainsRune(req.file, ',')) {
			t.Errorf("%q: %+v", s, req)
		}
		if again, err := parseRequest(req.name); err != nil || again != req {
			t.Errorf("%q: parsed to %q, which parses to %+v, %v", s, req.name, again, err)
		}
	})
}

func TestFindPluginsLayouts(t *testing.T) {
	quietEnv(t)
	dir := t.TempDir()
	want := map[string]string{
		"pjrt_c_api_cpu_plugin.so":                  PlatformCPU,
		"pjrt_c_api_cpu_v0.114.0_plugin.so":         PlatformCPU,
		"cuda13/plugin/pjrt_c_api_cuda_plugin.so":   PlatformCUDA,
		"cpu/plugin/pjrt-plugin-cpu.so":             PlatformCPU,
		"jax_plugins/xla_cuda13/xla_cuda_plugin.so": PlatformCUDA,
		"pjrt_plugin_tpu.so":                        PlatformOther,
	}
	for _, name := range []string{"libcudart.so", "jax_plugins/xla_cuda13/_triton.so", "plugin.so"} {
		want[name] = ""
	}
	for name := range want {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(EnvPluginPath, dir) // also the folder of the variable is looked through
	found, _ := FindPlugins(Options{PluginDirs: []string{dir}})
	got := map[string]string{}
	for _, p := range found {
		rel, err := filepath.Rel(dir, p.Path)
		if err != nil {
			t.Fatal(err)
		}
		if got[filepath.ToSlash(rel)] != "" {
			t.Errorf("%s found twice", rel)
		}
		got[filepath.ToSlash(rel)] = p.Platform
	}
	for name, platform := range want {
		if got[name] != platform {
			t.Errorf("%s: platform %q, want %q", name, got[name], platform)
		}
	}
}

func TestChooseCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Choose(ctx, Options{Backend: NameGo}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestGuard(t *testing.T) {
	boom := errors.New("boom")
	if err := guard(func() error { panic(boom) }); !errors.Is(err, boom) {
		t.Errorf("panic with an error: %v", err)
	}
	if err := guard(func() error { panic("words") }); err == nil || !strings.Contains(err.Error(), "words") {
		t.Errorf("panic with words: %v", err)
	}
	if err := guard(func() error { return boom }); err != boom { //nolint:errorlint // identity is meant
		t.Errorf("returned error: %v", err)
	}
}

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{
		"go": "go", "xla:cpu": "xla:cpu", "xla:" + filepath.FromSlash("/a/b/plugin.so"): "xla:plugin.so",
	} {
		if got := Label(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
