package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	goversion "go/version"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gotool"
	"sudokulab/pkg/nbkernel"
)

// What make results and make test need, in bytes, with room to spare over what was measured on two
// cores: 0.7 GiB while four packages were compiled and linked at once, 0.5 GiB for notebooks, 0.4 GiB
// for the learned experiments, 0.3 GiB for the heaviest test; 0.7 GiB of modules, 1.5 GiB of build
// cache, and the test programs until they have run.
const (
	needMemory = 2 << 30
	needDisk   = 4 << 30
)

const forBoth = "make results and make test"

// needsFindings looks at what the two commands of the README need in the lab's tree. The parts
// without which one of them cannot work are essential.
func needsFindings(ctx context.Context, root string) []finding {
	var out []finding
	essential := func(f finding) {
		f.Essential = true
		out = append(out, f)
	}
	g, goFound := goFinding(ctx, root)
	essential(goFound)
	essential(withGet(tool(ctx, "make", []string{"--version"}, forBoth, root, "make", "gmake"),
		"your system's packages, or Xcode's command line tools on macOS"))
	essential(cloneFinding(root))
	if goFound.State == stateOK {
		essential(cacheFinding(g.GOCACHE))
		out = append(out, modulesFinding(ctx, root, g))
	}
	essential(tempFinding(ctx))
	out = append(out, memoryFinding(), diskFinding(root, g))
	if f, odd := settingsFinding(g); odd {
		out = append(out, f)
	}
	out = append(out, gitFinding(ctx, root))
	return append(out, compilerFinding(ctx, root, g))
}

func compilerFinding(ctx context.Context, root string, g goSettings) finding {
	names := []string{"cc", "gcc", "clang"}
	if words := strings.Fields(g.CC); len(words) > 0 {
		names = words[:1] // what cgo would start
	}
	f := withGet(tool(ctx, "C compiler", nil, "make race, make xla and make gpu-binary; nothing else", root, names...), "your system's packages, such as gcc or clang")
	switch {
	case f.State == stateOK:
	case g.CGOEnabled == "1": // which go says without a compiler only if it was asked for
		f.State, f.Essential = stateBroken, true
		f.Found += ", and CGO_ENABLED asks for one"
		f.Get = "unset CGO_ENABLED, or install gcc or clang"
	default:
		f.State = stateNone
	}
	return f
}

func withGet(f finding, get string) finding {
	if f.State != stateOK {
		f.Get = get
	}
	return f
}

// goSettings is the part of go env that matters here.
type goSettings struct {
	CC         string
	CGOEnabled string `json:"CGO_ENABLED"`

	GOCACHE, GOFLAGS, GOMODCACHE, GOTOOLCHAIN, GOVERSION, GOWORK string
}

// askGo asks the go program on the PATH, outside of every module, so that no go.mod makes it
// fetch another release.
func askGo(ctx context.Context) (g goSettings, path string, err error) {
	if path, err = exec.LookPath("go"); err != nil {
		return g, "", err
	}
	cmd := exec.CommandContext(ctx, path, "env", "-json", "CC", "CGO_ENABLED", "GOCACHE", "GOFLAGS", "GOMODCACHE", "GOTOOLCHAIN", "GOVERSION", "GOWORK")
	cmd.Dir = filepath.VolumeName(path) + string(filepath.Separator)
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &g)
	}
	return g, path, err
}

var goLine = regexp.MustCompile(`(?m)^go (\S+)`)

func goFinding(ctx context.Context, root string) (goSettings, finding) {
	f := finding{Part: "go", State: stateOK, Effect: forBoth + ", and each cell of a notebook; solving puzzles needs only this program"}
	g, path, err := askGo(ctx)
	switch {
	case path == "":
		f.State, f.Found, f.Get = stateMissing, "go not on PATH", "https://go.dev/dl, or your system's packages"
		return g, f
	case err != nil:
		f.State, f.Found, f.Get = stateBroken, fmt.Sprintf("%s: %v", path, oneLine(commandText(err))), "https://go.dev/dl"
		return g, f
	}
	f.Found = fmt.Sprintf("%s, %s", g.GOVERSION, path)
	mod, err := atomicfile.ReadFile(filepath.Join(root, "go.mod"), atomicfile.Most)
	if want := goLine.FindSubmatch(mod); err == nil && want != nil && goversion.Compare(g.GOVERSION, "go"+string(want[1])) < 0 {
		f.Found += fmt.Sprintf("; the lab wants go%s", want[1])
		if g.GOTOOLCHAIN == "local" || goversion.Compare(g.GOVERSION, "go1.21") < 0 {
			f.State, f.Get = stateBroken, "https://go.dev/dl; a release from 1.21 on fetches what it lacks, unless GOTOOLCHAIN is local"
		} else {
			f.Found += ", which the first call fetches"
		}
	}
	return g, f
}

// commandText is what a failed command said, or else how it failed.
func commandText(err error) string {
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && len(exit.Stderr) > 0 {
		return string(exit.Stderr)
	}
	return err.Error()
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// cloneFinding says whether the commands can write what they make.
func cloneFinding(root string) finding {
	f := finding{Part: "clone", State: stateOK, Found: root + " can be written to", Effect: forBoth + " write below it"}
	for _, dir := range []string{".", ".cache", ".tools", ".jupyter", "research", "results", "notebooks"} {
		if err := writable(filepath.Join(root, dir)); err != nil {
			f.State, f.Found, f.Get = stateBroken, oneLine(err.Error()), "make a clone of your own, or have its owner let you write there"
			break
		}
	}
	return f
}

// writable says why no file can be made in a folder, or in the nearest one above it that there
// is. Nothing stays.
func writable(dir string) error {
	for {
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			return fmt.Errorf("%s is not a folder", dir)
		}
		if err == nil {
			break
		}
		above := filepath.Dir(dir)
		if !errors.Is(err, os.ErrNotExist) || above == dir {
			return err
		}
		dir = above
	}
	return atomicfile.Writable(dir)
}

func cacheFinding(dir string) finding {
	f := finding{Part: "build cache", State: stateOK, Found: dir, Effect: "go keeps what it compiled there"}
	const get = "set HOME, or set GOCACHE to a folder of yours"
	if dir == "" || dir == "off" {
		f.State, f.Found, f.Get = stateBroken, "go has no folder for it", get
	} else if err := writable(dir); err != nil {
		f.State, f.Found, f.Get = stateBroken, oneLine(err.Error()), get
	}
	return f
}

// modulesFinding looks whether all modules are here, those of the kernel's programs included,
// and else whether they can be fetched.
func modulesFinding(ctx context.Context, root string, g goSettings) finding {
	f := finding{Part: "modules", State: stateOK, Effect: "the libraries that " + forBoth + " compile", Essential: true}
	if g.GOMODCACHE == "" {
		f.State, f.Found, f.Get = stateBroken, "go has no folder for them", "set HOME, or set GOMODCACHE to a folder of yours"
		return f
	}
	var lacking error
	for _, c := range []struct{ dir, what string }{{root, "./..."}, {filepath.Join(root, ".tools", "jupyter"), "tool"}} {
		cmd := exec.CommandContext(ctx, "go", "list", "-buildvcs=false", "-deps", "-test", c.what) // git has a line of its own
		cmd.Dir = c.dir
		// Nothing is fetched for a question.
		cmd.Env = append(gotool.Environ(os.Environ(), g.GOFLAGS), "GOPROXY=off")
		if _, err := cmd.Output(); err != nil {
			lacking = err
			break
		}
	}
	cannot := writable(g.GOMODCACHE)
	switch {
	case lacking == nil && cannot != nil:
		f.Found = g.GOMODCACHE + " has all of them; it cannot be written to and need not be"
	case lacking == nil:
		f.Found = g.GOMODCACHE + " has all of them"
	case cannot != nil:
		f.State, f.Found = stateBroken, fmt.Sprintf("%s lacks some, and cannot be written to: %s", g.GOMODCACHE, clip(oneLine(commandText(lacking)), 200))
		f.Get = "set GOMODCACHE to a folder of yours"
	default:
		f.State, f.Found = stateMissing, g.GOMODCACHE+" lacks some"
		f.Get = "the first call fetches them, 250 MB in all, from where GOPROXY says"
		f.Essential = false
	}
	return f
}

// tempFinding says whether programs can run in the folder where go puts those that it builds to
// run at once.
func tempFinding(ctx context.Context) finding {
	dir := os.Getenv("GOTMPDIR")
	if dir == "" {
		dir = os.TempDir()
	}
	f := finding{Part: "temporary folder", State: stateOK, Found: dir, Effect: "go run and go test start programs there"}
	if err := runsIn(ctx, dir); err != nil {
		f.State, f.Found, f.Get = stateBroken, fmt.Sprintf("%s: %s", dir, oneLine(err.Error())), "set TMPDIR to a folder of yours whose programs may be run"
	}
	return f
}

// runsIn asks for a folder that others use as well, by one of its own in it.
func runsIn(ctx context.Context, dir string) (err error) {
	own, err := os.MkdirTemp(dir, "sudokulab-doctor-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(own)) }()
	return nbkernel.RunsPrograms(ctx, own)
}

func memoryFinding() finding {
	f := finding{Part: "memory", State: stateOK, Effect: forBoth + " need " + gibibytes(needMemory)}
	switch have := memory(func(name string) ([]byte, error) { return atomicfile.ReadFile(name, atomicfile.Most) }); {
	case have == 0:
		f.State, f.Found = stateNone, "the system does not tell how much there is"
	case have < needMemory*95/100: // the system keeps a part of what is built in
		f.State, f.Found, f.Get = stateMissing, gibibytes(have), "GOFLAGS=-p=1 compiles one package at a time, and then less may do"
	default:
		f.Found = gibibytes(have)
	}
	return f
}

// memory returns how many bytes a process here may use: those of the machine, or the limit that
// a container has; 0 where the system does not tell.
func memory(read func(string) ([]byte, error)) uint64 {
	have := uint64(0)
	if text, err := read("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if f := strings.Fields(line); len(f) == 3 && f[0] == "MemTotal:" && f[2] == "kB" {
				if kB, err := strconv.ParseUint(f[1], 10, 64); err == nil && kB < math.MaxUint64>>10 {
					have = kB << 10
				}
			}
		}
	}
	for _, limit := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := read(limit)
		if err != nil {
			continue
		}
		// "max", or a number that no machine has, stands for no limit.
		if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil && (have == 0 || n < have) && n < 1<<60 {
			have = n
		}
	}
	return have
}

func diskFinding(root string, g goSettings) finding {
	f := finding{Part: "disk", State: stateOK, Effect: forBoth + " need " + gibibytes(needDisk) + " when Go's caches are empty, most of it in the caches"}
	least, where := uint64(math.MaxUint64), ""
	for _, dir := range []string{root, g.GOCACHE, g.GOMODCACHE, os.TempDir()} {
		if free, ok := freeBytes(dir); ok && free < least {
			least, where = free, dir
		}
	}
	switch {
	case where == "":
		f.State, f.Found = stateNone, "the system does not tell how much is free"
	case least < needDisk:
		f.State, f.Found, f.Get = stateMissing, fmt.Sprintf("%s free for %s", gibibytes(least), where), "less will do where the caches are warm; GOCACHE, GOMODCACHE and TMPDIR may lie on another disk"
	default:
		f.Found = fmt.Sprintf("%s free for %s", gibibytes(least), where)
	}
	return f
}

// freeBytes is what is free for a folder, or the nearest one above it that there is.
func freeBytes(dir string) (uint64, bool) {
	for filepath.IsAbs(dir) {
		if _, err := os.Stat(dir); err == nil {
			return diskFree(dir)
		}
		if filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir)
	}
	return 0, false
}

func gibibytes(n uint64) string { return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30)) }

// settingsFinding names what the person has set for go and make leaves out.
func settingsFinding(g goSettings) (finding, bool) {
	var odd []string
	if kept := gotool.Flags(g.GOFLAGS); strings.TrimSpace(g.GOFLAGS+" -mod=readonly") != kept && g.GOFLAGS != kept {
		odd = append(odd, "GOFLAGS="+g.GOFLAGS)
	}
	for _, v := range []string{"GOWORK", "GO111MODULE", "GOOS", "GOARCH"} {
		usual := map[string]string{"GOWORK": "off", "GO111MODULE": "on", "GOOS": runtime.GOOS, "GOARCH": runtime.GOARCH}[v]
		if set := os.Getenv(v); set != "" && set != usual {
			odd = append(odd, v+"="+set)
		}
	}
	return finding{
		Part: "settings of go", State: stateNone, Found: strings.Join(odd, ", "),
		Effect: "make leaves these out; go run and go test by hand may fail with them",
	}, len(odd) > 0
}

func gitFinding(ctx context.Context, root string) finding {
	f := withGet(tool(ctx, "git", []string{"--version"}, "records name the commit they were measured at", root, "git"), "your system's packages")
	if f.State != stateOK || root == "" {
		return f
	}
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		f.Found += "; " + root + " is no clone, so records say that the commit is unknown"
		return f
	}
	if _, err := exec.CommandContext(ctx, "git", "-C", root, "rev-parse", "HEAD").Output(); err != nil {
		f.State, f.Found = stateBroken, oneLine(commandText(err))
		f.Get = "if the clone is another's, git config --global --add safe.directory " + strconv.Quote(root)
	}
	return f
}
