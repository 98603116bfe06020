package backend

import (
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/accel"
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
