package backend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/record"
)

// TestAsked: a plugin's path does not get into a configuration, and comes back on opening.
func TestAsked(t *testing.T) {
	for asked, want := range map[string]string{"": "go", "go": "go", "xla:cuda": "xla:cuda", "xla:/some/where/plugin.so": "xla"} {
		t.Setenv(accel.EnvBackend, asked)
		if got := Asked(); got != want {
			t.Errorf("%q: %q, want %q", asked, got, want)
		}
	}
	missing := filepath.Join(t.TempDir(), "plugin.so")
	t.Setenv(accel.EnvBackend, "xla:"+missing)
	if _, err := Open(t.Context(), Asked()); err == nil || !strings.Contains(err.Error(), "xla") {
		t.Errorf("a plugin that is not there: error %v", err)
	}
	choice, err := Open(t.Context(), accel.NameGo) // smoke runs ask for it by name
	if err != nil {
		t.Fatal(err)
	}
	defer choice.Close()
	if got := Name(choice); got != "pure Go" {
		t.Errorf("name %q, want pure Go", got)
	}
}

// TestWithPlugins: the folders of a context are searched.
func TestWithPlugins(t *testing.T) {
	t.Setenv(accel.EnvBackend, accel.NameCPU)
	t.Setenv(accel.EnvPluginPath, t.TempDir())
	dir := filepath.Join(t.TempDir(), "the folder")
	_, err := Open(WithPlugins(t.Context(), dir), Asked())
	want := dir
	if !accel.BuiltWithXLA() {
		want = "built without XLA" // before any folder is searched
	}
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want one with %s", err, want)
	}
	file := filepath.Join(dir, "cpu", "plugin", "pjrt_c_api_cpu_plugin.so")
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(WithPlugins(t.Context(), dir), Asked()); err == nil || accel.BuiltWithXLA() && !strings.Contains(err.Error(), file) {
		t.Errorf("an empty file for a plugin: error %v", err)
	}
}

// TestNote: each backend once, and nothing where no record names one.
func TestNote(t *testing.T) {
	on := func(name string) record.Record { return record.Record{Texts: map[string]string{"backend": name}} }
	if got := Note(record.Set{on("XLA, CPU"), {}, on("pure Go"), on("XLA, CPU")}); len(got) != 1 || got[0] != "Backend: XLA, CPU; pure Go." {
		t.Errorf("%q", got)
	}
	if got := Note(record.Set{{}}); got != nil {
		t.Errorf("%q of a record without a backend", got)
	}
}

// TestPath: answers of a path are named with it; those of vectors are kept as noisy, those of plain Go as exact.
func TestPath(t *testing.T) {
	pure := &accel.Choice{Platform: accel.PlatformGo}
	for _, tc := range []struct {
		choice *accel.Choice
		path   fused.Path
		name   string
		exact  bool
	}{
		{pure, "", "pure Go", true},
		{pure, fused.Portable, "pure Go, fused, portable", true},
		{pure, fused.AVX2, "pure Go, fused, AVX2+FMA", false},
		{&accel.Choice{Platform: accel.PlatformCPU}, "", "XLA, CPU", false},
	} {
		if got := NameOf(tc.choice, tc.path); got != tc.name {
			t.Errorf("named %q, want %q", got, tc.name)
		}
		if got := KeeperOn(nil, tc.choice, tc.path).exact; got != tc.exact {
			t.Errorf("%s: exact is %v, want %v", tc.name, got, tc.exact)
		}
	}
}

// TestForProfile: profile gpu is measured with the CUDA plugin where nothing else is asked for, and what comes after it is not.
func TestForProfile(t *testing.T) {
	for _, tc := range []struct {
		asked   string
		profile lab.Profile
		want    string
	}{
		{"", lab.GPU, accel.NameCUDA},
		{"", lab.Full, accel.NameGo},
		{"xla:/some/where/plugin.so", lab.GPU, "xla"},
	} {
		t.Setenv(accel.EnvBackend, tc.asked)
		during := ""
		if err := ForProfile(tc.profile, func() error { during = Asked(); return nil }); err != nil || during != tc.want {
			t.Errorf("%q, profile %s: %s, want %s: %v", tc.asked, tc.profile, during, tc.want, err)
		}
		if after := os.Getenv(accel.EnvBackend); after != tc.asked {
			t.Errorf("%q, profile %s: %q afterwards", tc.asked, tc.profile, after)
		}
	}
}

// TestAside: a backend that was taken aside is asked for while something is measured, whatever the profile, and not
// before or after it.
func TestAside(t *testing.T) {
	t.Cleanup(func() { aside = "" })
	t.Setenv(accel.EnvBackend, accel.NameCPU)
	for range 2 { // the second time there is nothing left to take
		if err := Aside(); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []lab.Profile{lab.Smoke, lab.GPU} {
		if asked := Asked(); asked != accel.NameGo {
			t.Errorf("%s is asked for before profile %s, want %s", asked, p, accel.NameGo)
		}
		during := ""
		if err := ForProfile(p, func() error { during = Asked(); return nil }); err != nil || during != accel.NameCPU {
			t.Errorf("profile %s: measured with %q, want %s: %v", p, during, accel.NameCPU, err)
		}
	}
	if left, there := os.LookupEnv(accel.EnvBackend); there {
		t.Errorf("%q is left in the environment", left)
	}
}
