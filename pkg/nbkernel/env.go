package nbkernel

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gotool"
)

// Toolchain is where go and its caches are. The kernel's description records it, for clients
// that start kernels without PATH or HOME.
type Toolchain struct {
	Go         string `json:"go"` // the program
	GoCache    string `json:"gocache,omitempty"`
	GoModCache string `json:"gomodcache,omitempty"`
}

// goEnv is the part of go env that matters here.
type goEnv struct {
	GOCACHE, GOFLAGS, GOMODCACHE, GOROOT, GOVERSION string
}

const askTimeout = 20 * time.Second

func askGo(ctx context.Context, program, dir string, env []string) (goEnv, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	text, err := output(ctx, dir, env, program, "env", "-json", "GOCACHE", "GOFLAGS", "GOMODCACHE", "GOROOT", "GOVERSION")
	var g goEnv
	if err == nil {
		err = json.Unmarshal([]byte(text), &g)
	}
	return g, err
}

// usualPlaces are where go is installed on machines that keep it off the PATH of services.
func usualPlaces() []string {
	places := []string{"/usr/local/go", "/usr/lib/go", "/usr/lib/golang", "/opt/homebrew/opt/go/libexec", "/usr/local/opt/go/libexec", "/snap/go/current", `C:\Program Files\Go`}
	for i := range places {
		places[i] = filepath.Join(places[i], "bin", exe("go"))
	}
	return places
}

// findGo returns the go program: the recorded one, else that of the PATH, else one of the
// usual places; "" if there is none. A launcher in the place of go does not count.
func findGo(recorded, path string) string {
	candidates := []string{recorded}
	for _, dir := range filepath.SplitList(path) {
		candidates = append(candidates, filepath.Join(dir, exe("go")))
	}
	for _, c := range append(candidates, usualPlaces()...) {
		if !filepath.IsAbs(c) || executable(c) != nil {
			continue
		}
		if target, err := filepath.EvalSymlinks(c); err == nil && filepath.Base(target) == exe(launcher) {
			continue
		}
		return c
	}
	return ""
}

// environment changes a list of NAME=value in place of the process's own.
type environment []string

func (e environment) get(name string) string {
	for _, v := range slices.Backward(e) {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			return rest
		}
	}
	return ""
}

func (e *environment) unset(names ...string) {
	*e = slices.DeleteFunc(slices.Clone(*e), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(names, name)
	})
}

func (e *environment) set(name, value string) {
	e.unset(name)
	*e = append(*e, name+"="+value)
}

// forGo returns an environment in which go builds for this machine, in module mode, in
// whichever workspace the folder lies, with caches that can be used.
func (l Lab) forGo(ctx context.Context, base []string, t Toolchain) (environment, error) {
	asked := environment(slices.Clone(base))
	// What the person set stands. The recorded caches are the ones that were warmed. A folder of
	// modules that cannot be written to holds what it holds; a build cache has to take cells.
	if asked.get("GOCACHE") == "" && t.GoCache != "" && writable(t.GoCache) {
		asked.set("GOCACHE", t.GoCache)
	}
	if asked.get("GOMODCACHE") == "" && t.GoModCache != "" && (isFolder(t.GoModCache) || writable(t.GoModCache)) {
		asked.set("GOMODCACHE", t.GoModCache)
	}
	asked.set("GOWORK", "off") // keeps a go.work above the clone out of this question
	g, err := askGo(ctx, t.Go, l.Root, asked)
	if err != nil {
		return nil, err
	}
	env := environment(gotool.Environ(asked, g.GOFLAGS))
	env.unset("GOWORK")
	if g.GOCACHE == "" || g.GOCACHE == "off" {
		// HOME is not set. A cold cache is better than none.
		env.set("GOCACHE", filepath.Join(l.Root, ".cache", "go-build"))
	}
	if g.GOMODCACHE == "" {
		return nil, fmt.Errorf("go knows no folder for modules: neither HOME nor GOPATH nor GOMODCACHE is set, and the recorded folder %q cannot be used", t.GoModCache)
	}
	return env, nil
}

func isFolder(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}

// writable says whether files can be made in a folder, which is made if it is missing.
func writable(dir string) bool {
	return os.MkdirAll(dir, 0o755) == nil && atomicfile.Writable(dir) == nil
}

// cellFlags leaves out debugging data when cells are linked, which takes a third of the time
// that a GoMLX cell needs: 0.54 s of processor time instead of 0.80 s. Stack traces keep their
// lines. It also keeps go from asking git about the folder around the cell's: a temporary
// folder may lie in a repository that git refuses to read.
func cellFlags(flags string) string {
	for _, add := range []struct{ name, flag string }{{"ldflags", "-ldflags=-w"}, {"buildvcs", "-buildvcs=false"}} {
		if !gotool.Has(flags, add.name) {
			flags += " " + add.flag
		}
	}
	return flags
}

// forCells returns the environment of the kernel and its cells. temp is the kernel's folder
// for temporary files.
func (l Lab) forCells(ctx context.Context, base []string, t Toolchain, temp string) (environment, error) {
	env, err := l.forGo(ctx, base, t)
	if err != nil {
		return nil, err
	}
	path := []string{l.shimDir(), l.BinDir(), filepath.Dir(t.Go)}
	if runtime.GOOS == "windows" {
		path = path[1:]
	}
	usual := env.get("PATH")
	if usual == "" {
		usual = "/usr/local/bin:/usr/bin:/bin"
	}
	for _, dir := range filepath.SplitList(usual) {
		if !slices.Contains(path, dir) {
			path = append(path, dir)
		}
	}
	env.set("PATH", strings.Join(path, string(os.PathListSeparator)))
	env.set("GOFLAGS", cellFlags(env.get("GOFLAGS")))
	env.set(EnvRoot, l.Root)
	env.set(envGo, t.Go)
	env.set("GOMLX_NO_AUTO_INSTALL", "1") // a cell must not download a plugin
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		if name == "TMPDIR" || runtime.GOOS == "windows" {
			env.set(name, temp)
		}
	}
	return env, nil
}

// lookPath finds a program on a PATH that is not this process's own.
func lookPath(name, path string) string {
	for _, dir := range filepath.SplitList(path) {
		if file := filepath.Join(dir, exe(name)); filepath.IsAbs(file) && executable(file) == nil {
			return file
		}
	}
	return ""
}

// ThisToolchain asks the go program on the PATH, or in one of the usual places, for its
// folders.
func (l Lab) ThisToolchain(ctx context.Context) (Toolchain, error) {
	t := Toolchain{Go: findGo("", os.Getenv("PATH"))}
	if t.Go == "" {
		return t, fmt.Errorf("nbkernel: %w", exec.ErrNotFound)
	}
	env := environment(os.Environ())
	env.set("GOWORK", "off")
	g, err := askGo(ctx, t.Go, l.Root, env)
	if err != nil {
		return t, fmt.Errorf("nbkernel: %w", err)
	}
	t.GoCache, t.GoModCache = g.GOCACHE, g.GOMODCACHE
	return t, nil
}
