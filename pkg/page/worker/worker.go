package worker

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gotool"
	"sudokulab/pkg/page"
)

const source = "./cmd/sudokulab-worker"

// Program is which methods an engine has.
type Program string

// The programs.
const (
	Exact    Program = "exact"    // those that need no tensors
	Networks Program = "networks" // the networks, the agents and the tensor network, too, with their weights
)

// flags leave out tables for debuggers.
var flags = []string{"-trimpath", "-ldflags=-s -w"}

// known is the release of Go whose compiler and library are known well enough to ask more of them.
const known = "go1.26"

// settings are the flags and the environment by which a release makes a small program. One that is not known inlines no function into
// another. The known one inlines those that are smaller than a call, and takes the collector of earlier releases, which is less code
// and no slower here: 2 % fewer bytes together. Bounds of -60, -68, -72, -75, -77 and -79 save less.
func settings(release string) (flags, env []string) {
	if version.Lang(release) != known {
		return []string{"-gcflags=all=-l"}, nil
	}
	return []string{"-gcflags=all=-d=inlbudgetslack=-74"}, []string{"GOEXPERIMENT=newinliner,nogreenteagc"}
}

// own are the flags of a program behind these. Tags that a person has set do not count. The tensor library keeps its
// inlining, since its loops call a function for each number: agents take three quarters of the time then, for 4 % more bytes.
var own = map[Program][]string{
	Exact:    {"-tags="},
	Networks: {"-tags=networks", "-gcflags=github.com/gomlx/...="},
}

// packing counts the changes to what becomes of a program once it is compiled.
const packing = 5

var target = []string{"GOOS=js", "GOARCH=wasm"}

// Build returns an engine of the lab's source tree at root. It compiles it if it is not kept; compiled, which may be nil,
// is told of each package then.
func Build(ctx context.Context, root string, p Program, compiled func(name string)) (page.Engine, error) {
	e, err := build(ctx, root, p, compiled)
	if err != nil {
		return page.Engine{}, fmt.Errorf("worker: the engine for browsers cannot be built: %w", err)
	}
	return e, nil
}

func build(ctx context.Context, root string, p Program, compiled func(name string)) (e page.Engine, err error) {
	special, ok := own[p]
	if !ok {
		return e, fmt.Errorf("no program %q, want %s or %s", p, Exact, Networks)
	}
	if root, err = filepath.Abs(root); err == nil {
		root, err = filepath.EvalSymlinks(root) // as the go command names what it may see in place of a file
	}
	if err != nil {
		return e, err
	}
	if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(source), "doc.go")); err != nil {
		return e, fmt.Errorf("%s is not the lab's source tree: %w", root, err)
	}
	goPath, err := exec.LookPath("go")
	if err != nil {
		return e, err
	}
	var env struct{ GOROOT, GOVERSION, GOFLAGS string }
	said, err := run(ctx, root, os.Environ(), nil, goPath, "env", "-json", "GOROOT", "GOVERSION", "GOFLAGS")
	if err == nil {
		err = json.Unmarshal(said, &env)
	}
	if err != nil {
		return e, err
	}
	if e.Exec, err = atomicfile.ReadFile(filepath.Join(env.GOROOT, "lib", "wasm", "wasm_exec.js"), atomicfile.Most); err != nil {
		return e, fmt.Errorf("the Go release has no support for browsers: %w", err)
	}
	temp, err := os.MkdirTemp("", "sudokulab-page-")
	if err != nil {
		return e, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	over, fresh, err := overlay(root, env.GOROOT, env.GOVERSION, temp)
	if err != nil {
		return e, err
	}
	small, experiments := settings(env.GOVERSION)
	special = slices.Concat(flags, small, special)
	vars := slices.Concat(target, experiments)
	key, err := identity(ctx, root, env.GOVERSION, special, vars, over, fresh)
	if err != nil {
		return e, err
	}
	dir := filepath.Join(root, ".cache", "page")
	kept := filepath.Join(dir, key+".wasm.gz")
	const most = 64 << 20
	if e.Wasm, err = atomicfile.ReadFile(kept, most); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return e, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return e, err
	}
	out := filepath.Join(temp, "engine.wasm")
	args := append([]string{"build", "-v", "-buildvcs=false", "-overlay=" + over, "-o", out}, append(special, source)...)
	if _, err := run(ctx, root, append(gotool.Environ(os.Environ(), env.GOFLAGS), vars...), compiled, goPath, args...); err != nil {
		return e, err
	}
	plain, err := atomicfile.ReadFile(out, atomicfile.Most)
	if err != nil {
		return e, err
	}
	if plain, err = shrink(plain); err != nil {
		return e, fmt.Errorf("the program that was compiled: %w", err)
	}
	e.Wasm = gzipped(plain)
	return e, atomicfile.WriteBytes(kept, e.Wasm)
}

// identity hashes all that the program is made of: by a release, with flags, an environment, an overlay, and the files that stand in for
// others by it.
func identity(ctx context.Context, root, release string, flags, env []string, over string, fresh []string) (string, error) {
	type pkg struct {
		Dir                 string
		Standard            bool
		Module              *struct{ Main bool }
		GoFiles, EmbedFiles []string
	}
	all, err := gotool.ListWith[pkg](ctx, root, env, append(slices.Clone(flags), "-overlay="+over, "-deps", "-json=Dir,Standard,Module,GoFiles,EmbedFiles", source)...)
	if err != nil {
		return "", err
	}
	slices.Sort(fresh)
	files := slices.Concat(fresh, []string{filepath.Join(root, "go.mod"), filepath.Join(root, "go.sum")})
	for _, p := range all {
		if p.Module == nil || !p.Module.Main {
			continue // the release, or go.sum
		}
		for _, name := range append(p.GoFiles, p.EmbedFiles...) {
			files = append(files, filepath.Join(p.Dir, name))
		}
	}
	h := sha256.New()
	fmt.Fprintf(h, "%d %s %q %q\n", packing, release, flags, env)
	for _, name := range files {
		data, err := atomicfile.ReadFile(name, atomicfile.Most)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n%s", filepath.Base(name), len(data), data)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// run runs a command and returns its output. Lines of its standard error that name a package go to named, if that is not
// nil; the others are part of the error.
func run(ctx context.Context, dir string, env []string, named func(string), name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, env, 5*time.Second
	var out bytes.Buffer
	cmd.Stdout = &out
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	var rest strings.Builder
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		if line := lines.Text(); line == "" || strings.ContainsAny(line, " \t:#\"") {
			rest.WriteString(line + "\n")
		} else if named != nil {
			named(line)
		}
	}
	_, _ = io.Copy(io.Discard, stderr) // after a line too long to scan
	if err := cmd.Wait(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("go %s: %w: %s", args[0], err, strings.TrimSpace(rest.String()))
	}
	return out.Bytes(), nil
}
