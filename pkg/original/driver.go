package original

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/descendants"
)

// PythonVariable names the interpreter that drivers run with; without it python3 of the path does.
const PythonVariable = "SUDOKULAB_PYTHON"

// Driver is a program of ours, in Python, that observes a document's.
type Driver struct {
	Text    []byte   // called with the folder of the document's program and the arguments; module observing has what drivers share
	Modules []string // that it and the program import beside Python's own
	Tools   []string // commands that it starts, beside the program, which must be on the path
	Binary  string   // the file in the program's folder that it starts, which a person built; empty for none
}

// Bounds are what a driver may take.
type Bounds struct {
	Time   time.Duration // until it has ended
	Memory int64         // bytes of address space, of each of its processes
	Output int64         // bytes that it prints; 0: a megabyte
}

// Seen is what was observed, and with what.
type Seen struct {
	Observations []Observation
	Pictures     map[string][]byte // files with the ending .png that the driver left in its folder, by name
	Versions     map[string]string // of Python and of each module; of the binary the first digits of its SHA-256
}

var (
	//go:embed bounds.py
	boundsText []byte
	// What drivers share: folder, dims, say, mean and median, units and solutions.
	//go:embed observing.py
	observingText []byte
)

// Python finds the interpreter and looks whether it has the modules, which are not loaded. Versions are those of Python and of each of them.
func Python(ctx context.Context, modules []string) (path string, versions map[string]string, err error) {
	name := os.Getenv(PythonVariable)
	if name == "" {
		name = "python3"
	}
	path, err = exec.LookPath(name)
	if err != nil {
		return "", nil, absent("there is no Python (%s), which runs the documents' programs; %s may name one", name, PythonVariable)
	}
	const ask = `import json, platform, sys
from importlib import metadata, util
seen = {"python": platform.python_version()}
for name in sys.argv[1:]:
    if util.find_spec(name) is None:
        seen[name] = ""
        continue
    try:
        seen[name] = metadata.version(name)
    except metadata.PackageNotFoundError:
        seen[name] = "unknown"
print(json.dumps(seen))`
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, append([]string{"-I", "-c", ask}, modules...)...).Output()
	if ctx.Err() != nil {
		return "", nil, ctx.Err()
	}
	if err != nil || json.Unmarshal(out, &versions) != nil {
		return "", nil, absent("%s does not answer as Python does: %.60q, %v", name, out, err)
	}
	var lacks []string
	for _, m := range modules {
		if versions[m] == "" {
			lacks = append(lacks, m)
		}
	}
	if len(lacks) > 0 {
		return "", nil, absent("Python (%s) lacks %s, which the document's program imports", name, strings.Join(lacks, ", "))
	}
	return path, versions, nil
}

// Run runs the driver on the program in a folder and returns what it observes of a case. The driver is called with the folder and then
// the dimensions of the case in their order by name, as name=value. An [*AbsentError] says that Python or a module is not here; an error that
// wraps [ErrDriver] what the driver did wrong.
func (d Driver) Run(ctx context.Context, folder string, b Bounds, dims map[string]string) (seen Seen, err error) {
	python, versions, err := Python(ctx, d.Modules)
	if err != nil {
		return seen, err
	}
	for _, name := range d.Tools {
		if _, err := exec.LookPath(name); err != nil {
			return seen, absent("there is no %s, which observing the document's program takes", name)
		}
	}
	if d.Binary != "" {
		sum, _, err := atomicfile.SHA256(filepath.Join(folder, filepath.FromSlash(d.Binary)))
		if err != nil {
			return seen, absent("there is no file %s in the folder of the document's program, which a person builds", d.Binary)
		}
		versions["binary"] = sum[:12]
	}
	dir, err := os.MkdirTemp("", "sudokulab-original-")
	if err != nil {
		return seen, fmt.Errorf("original: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for name, text := range map[string][]byte{"bounds.py": boundsText, "observing.py": observingText, "driver.py": d.Text} {
		if err := atomicfile.WriteBytes(filepath.Join(dir, name), text); err != nil {
			return seen, fmt.Errorf("original: %w", err)
		}
	}
	args := []string{"-B", "-s", filepath.Join(dir, "bounds.py"), strconv.FormatInt(b.Memory, 10), filepath.Join(dir, "driver.py"), folder}
	for _, name := range slices.Sorted(maps.Keys(dims)) {
		args = append(args, name+"="+dims[name])
	}
	if b.Output == 0 {
		b.Output = 1 << 20
	}
	bounded, cancel := context.WithTimeoutCause(ctx, b.Time, fmt.Errorf("%w did not end within %s", ErrDriver, b.Time))
	defer cancel()
	bounded, stop := context.WithCancelCause(bounded)
	defer stop(nil)
	out := &capped{most: b.Output, over: func(n int64) { stop(fmt.Errorf("%w wrote more than %d bytes", ErrDriver, n)) }}
	says := &last{}
	if err := start(bounded, dir, python, args, out, says); err != nil {
		if ctx.Err() != nil {
			return seen, ctx.Err()
		}
		if cause := context.Cause(bounded); cause != nil {
			return seen, cause
		}
		return seen, fmt.Errorf("%w ended with %w: %s", ErrDriver, err, says)
	}
	if cause := context.Cause(bounded); cause != nil {
		return seen, cause
	}
	if seen.Pictures, err = pictures(dir); err != nil {
		return Seen{}, err
	}
	seen.Observations, err = Read(&out.text, dims)
	seen.Versions = versions
	return seen, err
}

// pictures reads what a driver left, a few and no large ones.
func pictures(dir string) (map[string][]byte, error) {
	const few, most = 8, 256 << 10
	names, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil || len(names) == 0 {
		return nil, err
	}
	if len(names) > few {
		return nil, fmt.Errorf("%w left %d pictures, want at most %d", ErrDriver, len(names), few)
	}
	all := map[string][]byte{}
	for _, name := range names {
		if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%w left no picture: %s, want a regular file", ErrDriver, filepath.Base(name))
		}
		if all[filepath.Base(name)], err = atomicfile.ReadFile(name, most); err != nil {
			return nil, fmt.Errorf("%w left no picture: %w", ErrDriver, err)
		}
	}
	return all, nil
}

// start runs the interpreter to its end, and ends whatever it leaves behind.
func start(ctx context.Context, dir, python string, args []string, out *capped, says *last) error {
	run := func(apart bool) error {
		runtime.LockOSThread() // whose end would be that of the interpreter, see setApart
		defer runtime.UnlockOSThread()
		mark := descendants.NewMark()
		cmd := exec.CommandContext(ctx, python, args...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir, "LANG=C.UTF-8", "PYTHONHASHSEED=0", mark}
		cmd.Stdout, cmd.Stderr = out, says
		setApart(cmd, apart)
		cmd.Cancel = func() error {
			err := endGroup(cmd)
			descendants.Kill(mark)
			return err
		}
		cmd.WaitDelay = 2 * time.Second // for what a child that left the group holds open
		defer descendants.Kill(mark)
		if err := cmd.Start(); err != nil {
			return &startError{err}
		}
		err := cmd.Wait()
		if errors.Is(err, exec.ErrWaitDelay) {
			err = nil // it ended well, and something that it started holds its output open
		}
		_ = endGroup(cmd) // it has ended; what it left has not
		return err
	}
	err := run(true)
	if _, failed := errors.AsType[*startError](err); failed { // where namespaces are not to be had
		err = run(false)
	}
	return err
}

type startError struct{ error }

func (e *startError) Unwrap() error { return e.error }
