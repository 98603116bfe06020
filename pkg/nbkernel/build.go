package nbkernel

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// BuildOptions say what Build does.
type BuildOptions struct {
	Rebuild bool // the programs too that have the right version
	Cold    bool // leave the build cache as it is
}

// Progress tells how far Build is.
type Progress struct {
	Step     string
	Packages int    // compiled in this step so far
	Last     string // the package that was compiled last
}

// Built is what Build did.
type Built struct {
	Spec      string        `json:"spec"`      // the description's path
	Installed []string      `json:"installed"` // programs built now, with versions
	Compiled  int           `json:"compiled"`  // packages of the lab and below that were not in the build cache
	Cell      time.Duration `json:"cell_ns"`   // goimports and go build of a cell that imports pkg/board, after that; 0 if cold
	// Warning names packages of the lab that do not compile; notebooks cannot import them.
	Warning string `json:"warning,omitempty"`
}

// Build makes the kernel ready in the clone. It can be called again at any time and does what
// is left to do. progress may be nil.
func (l Lab) Build(ctx context.Context, o BuildOptions, progress func(Progress)) (Built, error) {
	if progress == nil {
		progress = func(Progress) {}
	}
	if err := l.check(); err != nil {
		return Built{}, err
	}
	t, err := l.ThisToolchain(ctx)
	if err != nil {
		return Built{}, err
	}
	b := builder{Lab: l, toolchain: t, progress: progress}
	if b.env, err = l.forGo(ctx, os.Environ(), t); err != nil {
		return Built{}, fmt.Errorf("nbkernel: %w", err)
	}
	built := Built{Spec: filepath.Join(l.SpecDir(), specFile), Installed: []string{}}
	if built.Installed, err = b.programs(ctx, o.Rebuild); err == nil {
		err = b.launcher(ctx)
	}
	if err == nil {
		err = l.spec(l.bin(launcher), t).write(l.SpecDir())
	}
	if err == nil && !o.Cold {
		err = b.warm(ctx, &built)
	}
	if err != nil && ctx.Err() == nil && !strings.HasPrefix(err.Error(), "nbkernel: ") {
		err = fmt.Errorf("nbkernel: %w", err)
	}
	return built, err
}

type builder struct {
	Lab
	toolchain Toolchain
	env       environment
	progress  func(Progress)
}

// programs installs those of the pinned programs that are missing or have another version.
func (b builder) programs(ctx context.Context, all bool) ([]string, error) {
	pins, err := b.Pins()
	if err != nil {
		return nil, err
	}
	wrong := func() (names []string, err error) {
		for _, p := range pins {
			v, failed := b.installed(p)
			if failed == nil && v != p.Version {
				failed = fmt.Errorf("%s has version %s, want %s", p.Name, v, p.Version)
			}
			if failed != nil {
				names = append(names, p.Name+" "+p.Version)
				err = errors.Join(err, failed)
			}
		}
		return names, err
	}
	todo, _ := wrong()
	if all {
		todo = nil
		for _, p := range pins {
			todo = append(todo, p.Name+" "+p.Version)
		}
	}
	if len(todo) == 0 {
		return []string{}, nil
	}
	if err := os.MkdirAll(b.BinDir(), 0o755); err != nil {
		return nil, err
	}
	env := slices.Clone(b.env)
	env.set("GOBIN", b.BinDir())
	env.set("GOWORK", "off")
	if err := b.compile(ctx, strings.Join(todo, " and "), b.toolsDir(), env, "install", "-v", "tool"); err != nil {
		return nil, fmt.Errorf("%w (modules that are not in the module cache need the network or a GOPROXY)", err)
	}
	_, err = wrong()
	return todo, err
}

// launcher builds the program that clients start, and puts it in the place of go on the
// kernel's PATH.
func (b builder) launcher(ctx context.Context) error {
	env := slices.Clone(b.env)
	env.set("GOWORK", "off")
	env.set("CGO_ENABLED", "0") // small, and the same on every machine
	if err := os.MkdirAll(b.BinDir(), 0o755); err != nil {
		return err
	}
	if err := b.compile(ctx, "the launcher", b.Root, env, "build", "-v", "-buildvcs=false", "-o", b.bin(launcher), "./cmd/sudokulab-kernel"); err != nil {
		return err
	}
	if runtime.GOOS == "windows" {
		return nil
	}
	return link(b.bin(launcher), filepath.Join(b.shimDir(), "go"))
}

// link makes path a symbolic link to a file, in one step.
func link(file, path string) error {
	dir := filepath.Dir(path)
	target, err := filepath.Rel(dir, file)
	if err != nil {
		return err
	}
	if old, err := os.Readlink(path); err == nil && old == target {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	fresh := filepath.Join(dir, fmt.Sprintf(".%s.new-%d", filepath.Base(path), os.Getpid()))
	if err := os.Symlink(target, fresh); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	return nil
}

// compile runs go with -v among its arguments, which names each package that is compiled.
func (b builder) compile(ctx context.Context, step, dir string, env environment, args ...string) error {
	_, err := b.compiled(ctx, step, dir, env, args...)
	return err
}

func (b builder) compiled(ctx context.Context, step, dir string, env environment, args ...string) (packages int, err error) {
	b.progress(Progress{Step: step})
	cmd := interruptible(ctx, dir, env, b.toolchain.Go, args...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	var said bytes.Buffer
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		line := lines.Text()
		if packagePath(line) {
			packages++
			b.progress(Progress{Step: step, Packages: packages, Last: line})
			continue
		}
		said.WriteString(line + "\n")
	}
	_, _ = io.Copy(io.Discard, stderr) // after a line too long to scan
	if err := cmd.Wait(); err != nil {
		return packages, commandError(ctx, cmd, err, said.String())
	}
	return packages, nil
}

// packagePath tells what -v prints from messages.
func packagePath(line string) bool {
	return line != "" && !strings.ContainsAny(line, " \t:#\"")
}

// extras are packages that notebooks import and the lab's own need not.
var extras = []string{"github.com/janpfeifer/gonb/gonbui", "html/template", "image/gif", "text/tabwriter", "encoding/csv"}

// sample is a first cell. It leaves an import to goimports, as cells do.
var sample = `package main

import "` + modulePath + `/pkg/board"

func main() { fmt.Print(board.MustParse("` + samplePuzzle + `")) }
`

const samplePuzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

// warm compiles, as cells are compiled, what notebooks import, then builds and runs a cell.
func (b builder) warm(ctx context.Context, built *Built) (err error) {
	w, err := b.workspace(ctx, b.toolchain)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(w.temp)) }()
	list := append([]string{"list", "-e", "-f", `{{if and .GoFiles (ne .Name "main")}}{{if or .Error .DepsErrors}}-{{end}}{{.ImportPath}}{{end}}`, modulePath + "/pkg/..."}, extras...)
	text, err := output(ctx, w.dir, w.env, b.toolchain.Go, list...)
	if err != nil {
		return err
	}
	var packages, bad []string
	for p := range strings.FieldsSeq(text) {
		switch name, isBad := strings.CutPrefix(p, "-"); {
		case isBad:
			bad = append(bad, name)
		case !strings.Contains(p, "/internal/"):
			packages = append(packages, p)
		}
	}
	built.Compiled, err = b.compiled(ctx, "what notebooks import", w.dir, w.env, append([]string{"build", "-v"}, packages...)...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		bad = append(bad, err.Error()) // all others are compiled nevertheless
	}
	built.Warning = strings.Join(bad, "\n")
	b.progress(Progress{Step: "a cell"})
	built.Cell, err = w.cell(ctx)
	return err
}

// workspace is a folder like that in which GoNB compiles cells.
type workspace struct {
	Lab
	temp      string // to be removed
	dir       string // the module's; go refuses one in the temporary folder itself
	env       environment
	toolchain Toolchain
}

func (l Lab) workspace(ctx context.Context, t Toolchain) (w workspace, err error) {
	temp, err := os.MkdirTemp("", "sudokulab-cell-")
	if err != nil {
		return w, err
	}
	w = workspace{Lab: l, temp: temp, dir: filepath.Join(temp, "cell"), toolchain: t}
	w.env, err = l.forCells(ctx, os.Environ(), t, temp)
	if err == nil {
		err = os.Mkdir(w.dir, 0o700)
	}
	for _, args := range [][]string{
		{"mod", "init", "cell"},
		{"work", "init"},
		{"work", "use", l.Root, "."},
		{"mod", "edit", "-replace", modulePath + "=" + l.Root},
	} {
		if err == nil {
			_, err = output(ctx, w.dir, w.env, t.Go, args...)
		}
	}
	if err != nil {
		return workspace{}, errors.Join(err, os.RemoveAll(temp))
	}
	return w, nil
}

// cell builds and runs the sample and returns how long the build took.
func (w workspace) cell(ctx context.Context) (time.Duration, error) {
	file := filepath.Join(w.dir, "main.go")
	if err := os.WriteFile(file, []byte(sample), 0o600); err != nil {
		return 0, err
	}
	program := filepath.Join(w.dir, exe("cell"))
	began := time.Now()
	if _, err := output(ctx, w.dir, w.env, w.bin(goimports), "-w", file); err != nil {
		return 0, err
	}
	if _, err := output(ctx, w.dir, w.env, w.toolchain.Go, "build", "-o", program); err != nil {
		return 0, err
	}
	took := time.Since(began)
	text, err := output(ctx, w.dir, w.env, program)
	if err == nil && text != samplePuzzle {
		err = fmt.Errorf("a cell printed %q, want %s", text, samplePuzzle)
	}
	return took, err
}
