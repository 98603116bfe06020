package gotool

import (
	"strings"
	"testing"
)

// TestList: whatever the person's flags say, go answers as it is asked; and when it cannot, its own
// words come back.
func TestList(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=vendor")
	t.Setenv("GOOS", "js")
	type named struct{ Name string }
	got, err := List[named](t.Context(), ".", "-json=Name", ".")
	if err != nil || len(got) != 1 || got[0].Name != "gotool" {
		t.Errorf("%v, %v, want this package", got, err)
	}
	if _, err := List[named](t.Context(), ".", "-json=Name", "./nothing"); err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Errorf("a package that is not there: %v", err)
	}
}
