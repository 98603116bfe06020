package gotool

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestFlags(t *testing.T) {
	for flags, want := range map[string]string{
		"":                                   "-mod=readonly",
		"-mod=mod":                           "-mod=readonly",
		"-tags=xla --mod=vendor":             "-tags=xla -mod=readonly",
		"'-ldflags=-X a=b' \"-modfile=x y\"": "'-ldflags=-X a=b' -mod=readonly",
		"-model=1 -notes":                    "-model=1 -notes -mod=readonly",
		"-race -msan=true --asan -cover -coverpkg=a -p=1": "-p=1 -mod=readonly",
		"-json -n -v '-race'":                             "-v -mod=readonly",
	} {
		if got := Flags(flags); got != want {
			t.Errorf("%s: %q, want %q", flags, got, want)
		}
	}
	if f := "-p=1 '--ldflags=-s -race'"; !Has(f, "ldflags") || !Has(f, "p") || Has(f, "race") || Has("", "") {
		t.Errorf("flags in %s are not told apart", f)
	}
}

// TestModule compares the path that the compiler knows with the one in go.mod.
func TestModule(t *testing.T) {
	mod, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	if first, _, _ := strings.Cut(string(mod), "\n"); first != "module "+Module() {
		t.Errorf("module %q, and go.mod begins with %q", Module(), first)
	}
}

func TestEnviron(t *testing.T) {
	base := []string{"GOWORK=/elsewhere/go.work", "GOOS=js", "GOARCH=wasm", "GO111MODULE=off", "GOFLAGS=-mod=vendor", "GOFLAGSX=1", "GOPROXY=p", "GOOS=plan9"}
	kept := slices.Clone(base)
	got := Environ(base, "-mod=vendor -tags=xla")
	want := []string{"GOFLAGSX=1", "GOPROXY=p", "GOWORK=off", "GO111MODULE=on", "GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH, "GOFLAGS=-tags=xla -mod=readonly"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if !slices.Equal(base, kept) {
		t.Errorf("the caller's variables became %q", base)
	}
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{"", "-a -b", "'-a b' c", "\"x", " \t'"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		words := split(s)
		if again := split(strings.Join(words, " ")); !slices.Equal(again, words) {
			t.Fatalf("%q gives %q, and that %q", s, words, again)
		}
		if strip := strings.NewReplacer(" ", "", "\t", "", "\n", ""); strip.Replace(strings.Join(words, "")) != strip.Replace(s) {
			t.Fatalf("%q gives %q", s, words)
		}
	})
}

func ExampleFlags() {
	fmt.Println(Flags("-mod=vendor -tags=xla -race"))
	// Output: -tags=xla -mod=readonly
}
