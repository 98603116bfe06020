package nbkernel

import (
	"bufio"
	"bytes"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gotool"
)

// Name is the kernel's name: what notebooks carry in their metadata and the folder's name.
const Name = "sudokulab"

// DisplayName is what clients show.
const DisplayName = "Go (sudokulab)"

// Environment variables that the launcher sets for cells.
const (
	EnvRoot = "SUDOKULAB_ROOT"      // the clone
	envGo   = "SUDOKULAB_KERNEL_GO" // the real go, for the launcher in its place
)

// Programs of the kernel.
const (
	gonb      = "gonb"
	goimports = "goimports"
	launcher  = "sudokulab-kernel"
)

// modulePath is the module whose packages cells import.
var modulePath = gotool.Module()

// Lab is a clone of the repository.
type Lab struct {
	Root string // absolute
}

// BinDir is the folder of the kernel's programs.
func (l Lab) BinDir() string { return filepath.Join(l.Root, ".tools", "bin") }

// JupyterDir is the folder to name in JUPYTER_PATH.
func (l Lab) JupyterDir() string { return filepath.Join(l.Root, ".jupyter") }

// SpecDir holds the kernel's description in the clone.
func (l Lab) SpecDir() string { return filepath.Join(l.JupyterDir(), "kernels", Name) }

// shimDir holds the launcher under the name of go.
func (l Lab) shimDir() string { return filepath.Join(l.JupyterDir(), "bin") }

// toolsDir holds the module that pins the kernel's programs.
func (l Lab) toolsDir() string { return filepath.Join(l.Root, ".tools", "jupyter") }

// bin returns the path of one of the kernel's programs.
func (l Lab) bin(name string) string { return filepath.Join(l.BinDir(), exe(name)) }

func exe(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// check says whether the folder is a clone that a kernel can be made for.
func (l Lab) check() error {
	if !filepath.IsAbs(l.Root) {
		return fmt.Errorf("nbkernel: %q is not an absolute path", l.Root)
	}
	data, err := atomicfile.ReadFile(filepath.Join(l.Root, "go.mod"), atomicfile.Most)
	if err != nil {
		return fmt.Errorf("nbkernel: %s is not the lab's source tree: %w", l.Root, err)
	}
	if first, _, _ := strings.Cut(string(data), "\n"); strings.TrimSpace(first) != "module "+modulePath {
		return fmt.Errorf("nbkernel: %s is not the lab's source tree: go.mod begins with %q, want module %s", l.Root, first, modulePath)
	}
	if strings.ContainsAny(l.Root, ",\n\"`") {
		return fmt.Errorf("nbkernel: the path %q has a comma, a quote or a line break, which GoNB's -go_work cannot take; move the clone", l.Root)
	}
	return nil
}

// Pin is a program with the version that the clone asks for.
type Pin struct {
	Name    string // of the program
	Module  string
	Version string
}

// Pins reads the versions that .tools/jupyter/go.mod pins.
func (l Lab) Pins() ([]Pin, error) {
	path := filepath.Join(l.toolsDir(), "go.mod")
	data, err := atomicfile.ReadFile(path, atomicfile.Most)
	if err != nil {
		return nil, fmt.Errorf("nbkernel: %w", err)
	}
	pins := []Pin{{Name: gonb, Module: "github.com/janpfeifer/gonb"}, {Name: goimports, Module: "golang.org/x/tools"}}
	for i := range pins {
		for sc := bufio.NewScanner(bytes.NewReader(data)); sc.Scan(); {
			if f := strings.Fields(strings.TrimPrefix(strings.TrimSpace(sc.Text()), "require ")); len(f) > 1 && f[0] == pins[i].Module && strings.HasPrefix(f[1], "v") {
				pins[i].Version = f[1]
			}
		}
		if pins[i].Version == "" {
			return nil, fmt.Errorf("nbkernel: %s: requires no version of %s", path, pins[i].Module)
		}
	}
	return pins, nil
}

// errNotExecutable says that a file cannot be run.
var errNotExecutable = errors.New("is not executable")

// installed returns the version of a pinned program's module that its file was built from.
func (l Lab) installed(p Pin) (string, error) {
	path := l.bin(p.Name)
	if err := executable(path); err != nil {
		return "", err
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	if info.Main.Path != p.Module {
		return "", fmt.Errorf("%s: built from %q, want %s", path, info.Main.Path, p.Module)
	}
	return info.Main.Version, nil
}

// executable says whether a file is there and may be run.
func executable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.IsDir() || runtime.GOOS != "windows" && info.Mode()&0o111 == 0 {
		return fmt.Errorf("%s %w", path, errNotExecutable)
	}
	return nil
}

// interruptible makes a command that gets an interrupt when ctx ends, and five seconds.
func interruptible(ctx context.Context, dir string, env []string, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	cmd.Cancel = func() error {
		if runtime.GOOS == "windows" {
			return cmd.Process.Kill()
		}
		return cmd.Process.Signal(os.Interrupt)
	}
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// output runs a command and returns what it prints. Its error ends with what the command
// said.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	cmd := interruptible(ctx, dir, env, name, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return stdout.String(), commandError(ctx, cmd, err, stderr.String())
	}
	return stdout.String(), nil
}

// commandError is the error of a command that failed, or of the context that ended it.
func commandError(ctx context.Context, cmd *exec.Cmd, err error, said string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	call := strings.Join(append([]string{filepath.Base(cmd.Path)}, cmd.Args[1:min(len(cmd.Args), 3)]...), " ")
	said = strings.TrimSpace(said)
	if lines := strings.Split(said, "\n"); len(lines) > 20 {
		said = strings.Join(lines[:20], "\n") + "\n…"
	}
	if said == "" {
		return fmt.Errorf("%s: %w", call, err)
	}
	return fmt.Errorf("%s: %w: %s", call, err, said)
}
