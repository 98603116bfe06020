// Package gotool makes the environment in which the lab calls the go command, so that what a
// person has set for other work neither breaks the call nor changes what is measured.
//
//	cmd := exec.CommandContext(ctx, "go", "list", "./...")
//	cmd.Dir = root
//	cmd.Env = gotool.Environ(os.Environ(), goflags)
//
// # What is replaced, and why
//
//	GOWORK       off: a workspace of another project, or one above the clone, knows nothing of
//	             the lab and refuses its packages, or brings other versions of its modules
//	GO111MODULE  on: without modules nothing here builds
//	GOOS, GOARCH those of this program: what go lists or builds is to run here
//	GOFLAGS      less the flags that [Flags] names
//
// All else stays, because the person means it: GOPROXY, GOTOOLCHAIN, GOMODCACHE, GOCACHE,
// GOEXPERIMENT, CGO_ENABLED, GODEBUG, and flags such as -tags, -trimpath, -p or -ldflags. The
// Makefile does the same for what it starts.
package gotool

import (
	"runtime"
	"slices"
	"strings"
)

// dropped are the flags that Flags leaves out:
//
//   - mod, modfile: vendor has no folder here, mod would rewrite go.mod, another go.mod is
//     another lab, and a workspace refuses them all but readonly;
//   - race, msan, asan, cover…: programs several times slower, which would be measured as if
//     they were the lab; the first three need a C compiler, and GoMLX's pointer arithmetic does
//     not pass their checks;
//   - json, n: the answer of go would be another than the one that is read.
var dropped = []string{"mod", "modfile", "race", "msan", "asan", "cover", "covermode", "coverpkg", "json", "n"}

// Flags returns the flags of a GOFLAGS that calls for the lab keep. It names the default of
// -mod, since an empty variable would bring back what go env -w has set.
func Flags(goflags string) string {
	words := slices.DeleteFunc(split(goflags), func(w string) bool { return slices.Contains(dropped, name(w)) })
	return strings.Join(append(words, "-mod=readonly"), " ")
}

// Has reports whether a GOFLAGS has a flag, named without its dashes.
func Has(goflags, flag string) bool {
	return slices.ContainsFunc(split(goflags), func(w string) bool { return name(w) == flag })
}

// Environ returns the variables, each NAME=value, for a call of go in the lab's tree. goflags is
// what go env GOFLAGS prints, which knows also what go env -w has set.
func Environ(base []string, goflags string) []string {
	set := []string{
		"GOWORK=off", "GO111MODULE=on", "GOOS=" + runtime.GOOS, "GOARCH=" + runtime.GOARCH, "GOFLAGS=" + Flags(goflags),
	}
	env := slices.DeleteFunc(slices.Clone(base), func(v string) bool {
		return slices.ContainsFunc(set, func(s string) bool {
			name, _, _ := strings.Cut(s, "=")
			return strings.HasPrefix(v, name+"=")
		})
	})
	return append(env, set...)
}

// name returns the name of a flag such as -tags=xla or "--ldflags=-s -w".
func name(word string) string {
	name, _, _ := strings.Cut(strings.Trim(word, `-'"`), "=")
	return name
}

// split splits at spaces outside quotes and keeps the quotes.
func split(s string) []string {
	var words []string
	var word []byte
	var quote byte
	for i := range len(s) {
		c := s[i]
		if quote == 0 && (c == ' ' || c == '\t' || c == '\n') {
			if len(word) > 0 {
				words = append(words, string(word))
			}
			word = nil
			continue
		}
		switch {
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == quote:
			quote = 0
		}
		word = append(word, c)
	}
	if len(word) > 0 {
		words = append(words, string(word))
	}
	return words
}
