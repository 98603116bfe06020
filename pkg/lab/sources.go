package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sudokulab/pkg/gotool"
)

const (
	modulePath      = "sudokulab"
	harnessPath     = modulePath + "/pkg/lab"
	experimentsPath = modulePath + "/experiments/"
)

// Sources identifies the code that each experiment's measurements run through.
type Sources struct {
	code    map[string]string            // experiment id → hash
	modules map[string]map[string]string // experiment id → module → version
	whole   string                       // for a program away from its sources
}

// goPackage is the part of `go list -json` that is read here.
type goPackage struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	CgoFiles   []string
	Imports    []string
	Standard   bool
	Module     *struct{ Path, Version string }
}

// ReadSources asks the go command for the packages that the experiments import. The hash of
// an experiment covers its own package and, in turn, all packages of this module that it
// imports, without tests and without what only presents (see the package comment). Away
// from the source tree, the program's own file stands for all of it.
func ReadSources(ctx context.Context, root string) (*Sources, error) {
	all, err := gotool.List[goPackage](ctx, root, "-deps",
		"-json=ImportPath,Dir,GoFiles,CgoFiles,Imports,Standard,Module", "./experiments/...")
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if _, serr := os.Stat(filepath.Join(root, "go.mod")); serr == nil && !errors.Is(err, exec.ErrNotFound) {
			return nil, fmt.Errorf("lab: %w", err)
		}
		return wholeProgram()
	}
	packages := map[string]*goPackage{}
	for i, p := range all {
		if !p.Standard {
			packages[p.ImportPath] = &all[i]
		}
	}
	s := &Sources{code: map[string]string{}, modules: map[string]map[string]string{}}
	for path := range packages {
		id, ok := strings.CutPrefix(path, experimentsPath)
		if !ok {
			continue
		}
		if s.code[id], err = hashClosure(packages, path); err != nil {
			return nil, err
		}
		s.modules[id] = modulesOf(packages, path)
	}
	return s, nil
}

func wholeProgram() (*Sources, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("lab: neither sources nor program file to identify the code: %w", err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	sum := sha256.Sum256(data)
	return &Sources{whole: "program:" + hex.EncodeToString(sum[:8])}, nil
}

// Code returns the hash of the code behind an experiment.
func (s *Sources) Code(experiment string) string {
	if s.whole != "" {
		return s.whole
	}
	return s.code[experiment]
}

// Modules returns the other modules that the measured code imports, with their versions.
func (s *Sources) Modules(experiment string) map[string]string { return s.modules[experiment] }

// closure returns path and the packages it imports, in turn, in order of import path.
func closure(packages map[string]*goPackage, path string, enter func(*goPackage) bool) []*goPackage {
	seen := map[string]bool{}
	var out []*goPackage
	var walk func(string)
	walk = func(path string) {
		p := packages[path]
		if p == nil || seen[path] || !enter(p) {
			return
		}
		seen[path] = true
		out = append(out, p)
		for _, imported := range p.Imports {
			walk(imported)
		}
	}
	walk(path)
	slices.SortFunc(out, func(a, b *goPackage) int { return strings.Compare(a.ImportPath, b.ImportPath) })
	return out
}

func ours(p *goPackage) bool { return p.Module != nil && p.Module.Path == modulePath }

func hashClosure(packages map[string]*goPackage, path string) (string, error) {
	h := sha256.New()
	for _, p := range closure(packages, path, ours) {
		if p.ImportPath == harnessPath {
			continue
		}
		for _, name := range slices.Sorted(slices.Values(append(slices.Clone(p.GoFiles), p.CgoFiles...))) {
			if strings.HasPrefix(p.ImportPath, experimentsPath) && presents(name) {
				continue
			}
			data, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return "", fmt.Errorf("lab: %w", err)
			}
			fmt.Fprintf(h, "%s/%s %d\n", p.ImportPath, name, len(data))
			h.Write(data)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// presents reports whether a file of an experiment only turns records into something.
func presents(name string) bool {
	for _, prefix := range []string{"judge", "table", "figure"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func modulesOf(packages map[string]*goPackage, path string) map[string]string {
	out := map[string]string{}
	for _, p := range closure(packages, path, func(p *goPackage) bool { return p.ImportPath != harnessPath }) {
		if p.Module != nil && !ours(p) {
			out[p.Module.Path] = p.Module.Version
		}
	}
	return out
}
