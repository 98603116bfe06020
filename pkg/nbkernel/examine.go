package nbkernel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/jsonfile"
)

// State is how a part of the kernel was found.
type State string

// States of a [Check].
const (
	OK      State = "ok"
	Missing State = "missing"
	Broken  State = "broken"
)

// Check is one part of the kernel.
type Check struct {
	Part   string `json:"part"`
	State  State  `json:"state"`
	Found  string `json:"found"`            // what is there, or what was looked for
	Effect string `json:"effect,omitempty"` // what to do, unless the state is ok
}

const makeKernel = "make kernel builds it"

// Examine looks at all parts of the clone's kernel, without changing anything. It starts go
// and no kernel.
func (l Lab) Examine(ctx context.Context) []Check {
	checks := l.checkPrograms()
	spec, own := l.checkSpec()
	checks = append(checks, own)
	t, goCheck := l.checkGo(spec)
	checks = append(checks, goCheck)
	if goCheck.State == OK {
		checks = append(checks, l.checkModule(ctx, t))
	}
	checks = append(checks, l.checkInstalled(spec)...)
	return append(checks, l.checkNotebooks())
}

func (l Lab) checkPrograms() []Check {
	pins, err := l.Pins()
	if err != nil {
		return []Check{{Part: "kernel pins", State: Broken, Found: plain(err), Effect: "the versions of the kernel's programs stand there"}}
	}
	var checks []Check
	for _, p := range pins {
		c := Check{Part: p.Name, State: OK, Found: fmt.Sprintf("%s %s", l.bin(p.Name), p.Version)}
		v, err := l.installed(p)
		switch {
		case errors.Is(err, os.ErrNotExist):
			c.State, c.Found, c.Effect = Missing, "no "+l.bin(p.Name), makeKernel
		case err != nil:
			c.State, c.Found, c.Effect = Broken, plain(err), makeKernel+" again"
		case v != p.Version:
			c.State, c.Found, c.Effect = Broken, fmt.Sprintf("%s has version %s, the lab pins %s", l.bin(p.Name), v, p.Version), makeKernel+" again"
		}
		checks = append(checks, c)
	}
	c := Check{Part: "kernel launcher", State: OK, Found: l.bin(launcher)}
	if err := executable(l.bin(launcher)); errors.Is(err, os.ErrNotExist) {
		c.State, c.Found, c.Effect = Missing, "no "+l.bin(launcher), makeKernel
	} else if err != nil {
		c.State, c.Found, c.Effect = Broken, plain(err), makeKernel+" again"
	}
	return append(checks, c)
}

func plain(err error) string {
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "nbkernel: "), "jupyter: ")
	return strings.ReplaceAll(text, "\n", " ")
}

func (l Lab) checkSpec() (Spec, Check) {
	c := Check{Part: "kernel", State: OK, Found: filepath.Join(l.SpecDir(), specFile)}
	spec, err := ReadSpec(l.SpecDir())
	switch {
	case errors.Is(err, os.ErrNotExist):
		c.State, c.Found, c.Effect = Missing, "no "+c.Found, makeKernel
	case err != nil:
		c.State, c.Found, c.Effect = Broken, plain(err), "make kernel rewrites it"
	case spec.Root() != l.Root:
		c.State, c.Found, c.Effect = Broken, fmt.Sprintf("%s is for %s: the clone was moved or copied", c.Found, spec.Root()), "make kernel rewrites it"
	default:
		if err := executable(spec.Argv[0]); err != nil {
			c.State, c.Found, c.Effect = Broken, c.Found+" names a program that cannot start: "+plain(err), "make kernel rewrites it"
		}
	}
	return spec, c
}

// toolchain reads back what the description tells the launcher.
func (s Spec) toolchain() Toolchain {
	var t Toolchain
	for i := 1; i+1 < len(s.Argv) && s.Argv[i] != "--"; i += 2 {
		switch s.Argv[i] {
		case "--go":
			t.Go = s.Argv[i+1]
		case "--gocache":
			t.GoCache = s.Argv[i+1]
		case "--gomodcache":
			t.GoModCache = s.Argv[i+1]
		}
	}
	return t
}

// checkGo looks for go as the launcher does.
func (l Lab) checkGo(s Spec) (Toolchain, Check) {
	t := s.toolchain()
	recorded := t.Go
	t.Go = findGo(recorded, os.Getenv("PATH"))
	c := Check{Part: "kernel's go", State: OK, Found: t.Go}
	switch {
	case t.Go == "":
		c.State, c.Found, c.Effect = Missing, "no go where it was recorded, on the PATH or in the usual places", "the kernel compiles each cell with it; install Go, then make kernel"
	case recorded != "" && t.Go != recorded:
		c.Found = fmt.Sprintf("%s (recorded was %s, which has gone)", t.Go, recorded)
	}
	return t, c
}

// checkModule asks go for one of the lab's packages from a module like GoNB's.
func (l Lab) checkModule(ctx context.Context, t Toolchain) Check {
	c := Check{Part: "kernel's modules", State: OK, Found: modulePath + "/pkg/board is visible to cells"}
	w, err := l.workspace(ctx, t)
	if err == nil {
		_, err = output(ctx, w.dir, w.env, t.Go, "list", modulePath+"/pkg/board")
		err = errors.Join(err, os.RemoveAll(w.temp))
	}
	if err != nil {
		c.State, c.Found, c.Effect = Broken, plain(err), "cells cannot import the lab's packages"
	}
	return c
}

// checkInstalled looks at the copies outside the clone.
func (l Lab) checkInstalled(own Spec) []Check {
	const part = "installed kernel"
	var checks []Check
	for _, f := range List("") {
		c := Check{Part: part, State: OK, Found: f.Dir}
		switch {
		case f.Err != "":
			c.State, c.Found, c.Effect = Broken, f.Dir+": "+f.Err, "sudokulab kernel install rewrites it"
		case f.Root == "":
			c.State, c.Found, c.Effect = Broken, f.Dir+" is another's", "it carries the name "+Name+", so notebooks may start it; install with --force or rename it"
		case f.Root != l.Root:
			c.Found += " is for " + f.Root
			if (Lab{f.Root}).check() != nil {
				c.State, c.Effect = Broken, "that clone has gone; sudokulab kernel install or uninstall"
			}
		case len(own.Argv) > 0 && !reflect.DeepEqual(f.Spec.Argv[1:], own.Argv[1:]):
			c.State, c.Found, c.Effect = Broken, f.Dir+" differs from the clone's", "sudokulab kernel install rewrites it"
		}
		checks = append(checks, c)
	}
	if len(checks) == 0 {
		checks = append(checks, Check{
			Part: part, State: Missing, Found: "not in JUPYTER_PATH or the usual folders",
			Effect: "your own Jupyter does not list it (in a container, a volume over the home folder can hide it); sudokulab kernel install --user puts it there, sudokulab kernel jupyter does without",
		})
	}
	return checks
}

// checkNotebooks looks for cells that GoNB cannot compile because a line %% is missing: outside
// of it there may be declarations only.
func (l Lab) checkNotebooks() Check {
	c := Check{Part: "notebook cells", State: OK}
	paths, err := l.Notebooks()
	var traps []string
	cells := 0
	for _, path := range paths {
		n, found, failed := unmarkedStatements(path)
		if failed != nil {
			err = failed
			break
		}
		cells += n
		for _, i := range found {
			traps = append(traps, fmt.Sprintf("%s cell %d", filepath.Base(path), i+1))
		}
	}
	c.Found = fmt.Sprintf("%d in %d notebooks: each is a separate program, so declarations carry over and values do not", cells, len(paths))
	switch {
	case err != nil:
		c.State, c.Found, c.Effect = Broken, plain(err), "it cannot be read"
	case len(traps) > 0:
		c.State, c.Found, c.Effect = Broken, strings.Join(traps, ", ")+": statements without a line %% above", "such a cell does not compile"
	}
	return c
}

// unmarkedStatements returns the number of a notebook's Go cells and those, counted from 0
// over all cells, that hold more than declarations but no line beginning with %%.
func unmarkedStatements(path string) (cells int, found []int, err error) {
	data, err := atomicfile.ReadFile(path, atomicfile.Most)
	if err != nil {
		return 0, nil, err
	}
	var book struct {
		Cells []struct {
			Type   string          `json:"cell_type"`
			Source json.RawMessage `json:"source"`
		} `json:"cells"`
	}
	if err := jsonfile.UnmarshalMost(data, &book, jsonfile.Most); err != nil {
		return 0, nil, fmt.Errorf("%s: %w", path, err)
	}
	for i, cell := range book.Cells {
		if cell.Type != "code" {
			continue
		}
		cells++
		var lines []string
		var text string
		if json.Unmarshal(cell.Source, &lines) == nil {
			text = strings.Join(lines, "")
		} else if err := json.Unmarshal(cell.Source, &text); err != nil {
			return 0, nil, fmt.Errorf("%s: cell %d: %w", path, i+1, err)
		}
		if statements(text) {
			found = append(found, i)
		}
	}
	return cells, found, nil
}

// statements reports whether a cell is Go that parses within a function and not outside.
func statements(cell string) bool {
	var code []string
	for line := range strings.Lines(cell) {
		switch {
		case strings.HasPrefix(line, "%%"), strings.HasPrefix(line, "%main"), strings.HasPrefix(line, "%exec"), strings.HasPrefix(line, "%test"):
			return false
		case strings.HasPrefix(line, "%"), strings.HasPrefix(line, "!"):
			continue
		}
		code = append(code, line)
	}
	body := strings.Join(code, "")
	parses := func(source string) bool {
		_, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
		return err == nil
	}
	return !parses("package p\n"+body) && parses("package p\nfunc f() {\n"+body+"\n}")
}
