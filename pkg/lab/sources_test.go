package lab

import (
	"maps"
	"path/filepath"
	"testing"
)

// TestSourcesOfAnyone: what a person has set for other work neither breaks the list of packages
// nor changes what it says.
func TestSourcesOfAnyone(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := ReadSources(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"GOFLAGS": "-mod=vendor -json -race", "GOWORK": filepath.Join(t.TempDir(), "go.work"), "GO111MODULE": "off", "GOOS": "js", "GOARCH": "wasm",
	} {
		t.Setenv(name, value)
	}
	odd, err := ReadSources(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	if len(plain.code) == 0 || plain.whole != "" || !maps.Equal(odd.code, plain.code) {
		t.Errorf("%d experiments, %v, want %v", len(odd.code), odd.code, plain.code)
	}
}
