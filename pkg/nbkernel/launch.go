package nbkernel

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// LaunchOptions are what the kernel's description tells the launcher.
type LaunchOptions struct {
	Root      string
	Toolchain Toolchain
	Command   []string // GoNB with its arguments, --kernel FILE among them
}

// NotReadyError is a reason why a kernel cannot work, and what to do about it.
type NotReadyError struct {
	What   string
	Remedy string
}

func (c *NotReadyError) Error() string { return c.What + ". " + c.Remedy }

// Launch mends the surroundings and becomes GoNB; where a process cannot be replaced it runs
// GoNB as a child. When something is missing it serves the client itself, with errors that
// tell what, until the client shuts it down.
func Launch(ctx context.Context, o LaunchOptions, stderr io.Writer) error {
	env, err := prepare(ctx, o)
	if err == nil {
		err = become(o.Command[0], o.Command, env)
	}
	if err == nil {
		return nil // a child has done the work
	}
	connection := connectionFile(o.Command)
	if connection == "" {
		return err
	}
	complaint, ok := errors.AsType[*NotReadyError](err)
	if !ok {
		complaint = &NotReadyError{What: "The kernel cannot start: " + err.Error(), Remedy: "sudokulab doctor says more"}
	}
	fmt.Fprintln(stderr, "sudokulab-kernel:", complaint)
	return complain(ctx, connection, complaint)
}

// connectionFile returns the argument after --kernel.
func connectionFile(command []string) string {
	i := slices.IndexFunc(command, func(a string) bool { return strings.TrimLeft(a, "-") == "kernel" })
	if i < 0 || i+1 >= len(command) {
		return ""
	}
	return command[i+1]
}

// prepare checks what the kernel needs and returns its environment. The kernel's temporary
// folder is made and locked.
func prepare(ctx context.Context, o LaunchOptions) (environment, error) {
	if len(o.Command) == 0 {
		return nil, errors.New("no command to start, want GoNB's after --")
	}
	l := Lab{o.Root}
	if err := l.check(); err != nil {
		return nil, &NotReadyError{
			What:   fmt.Sprintf("This kernel was made for the lab in %s, and that is not there any more: %s", l.Root, strings.TrimPrefix(err.Error(), "nbkernel: ")),
			Remedy: "Where the lab is now, run make kernel; if the kernel was installed for your own Jupyter, then also sudokulab kernel install --user",
		}
	}
	makeKernel := "In " + l.Root + ", run make kernel"
	if err := executable(o.Command[0]); err != nil {
		return nil, &NotReadyError{What: "GoNB is missing: " + err.Error(), Remedy: makeKernel}
	}
	t := o.Toolchain
	recorded := t.Go
	if t.Go = findGo(recorded, os.Getenv("PATH")); t.Go == "" {
		return nil, &NotReadyError{
			What:   fmt.Sprintf("There is no go program: neither %s, where it was, nor on the PATH (%s), nor in the usual places", recorded, os.Getenv("PATH")),
			Remedy: "Install Go (https://go.dev/dl), then, in " + l.Root + ", run make kernel",
		}
	}
	temp, err := newTemp(l)
	if err != nil {
		return nil, &NotReadyError{What: "There is no folder for temporary programs: " + err.Error(), Remedy: "Set TMPDIR to a folder that may be written to and whose programs may be run"}
	}
	env, err := l.forCells(ctx, os.Environ(), t, temp)
	if err == nil {
		// Finds a go that is too old for the clone, and a go.mod that cannot be read.
		asked := slices.Clone(env)
		asked.set("GOWORK", "off")
		_, err = output(ctx, l.Root, asked, t.Go, "list", "-m")
	}
	if err != nil {
		return nil, &NotReadyError{What: "Go does not work here: " + err.Error(), Remedy: "Try go list -m in " + l.Root}
	}
	if lookPath(goimports, env.get("PATH")) == "" {
		return nil, &NotReadyError{What: "goimports is missing, which GoNB calls for each cell", Remedy: makeKernel}
	}
	return env, nil
}

const (
	tempPrefix = "sudokulab-"
	lockName   = "kernel.lock"
)

// newTemp makes the kernel's temporary folder, where the system keeps such, or in the clone's
// cache if programs cannot run there. The names are short: sockets lie below.
func newTemp(l Lab) (string, error) {
	var errs []error
	for _, parent := range []string{os.TempDir(), filepath.Join(l.Root, ".cache", "tmp")} {
		dir, err := tempIn(parent)
		if err == nil {
			return dir, nil
		}
		errs = append(errs, err)
	}
	return "", errors.Join(errs...)
}

func tempIn(parent string) (string, error) {
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", err
	}
	sweep(parent)
	dir, err := os.MkdirTemp(parent, tempPrefix)
	if err != nil {
		return "", err
	}
	if err = RunsPrograms(context.Background(), dir); err != nil {
		err = fmt.Errorf("programs in %s cannot run: %w", dir, err)
	} else {
		err = hold(filepath.Join(dir, lockName))
	}
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}

// RunsPrograms says why the system does not let programs in a folder run; nil if it does. It tries
// one, and takes it away.
func RunsPrograms(ctx context.Context, dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	probe := filepath.Join(dir, "probe")
	if err := os.WriteFile(probe, []byte("#!/bin/sh\n"), 0o700); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	if err := exec.CommandContext(ctx, probe).Run(); err != nil {
		return err
	}
	return os.Remove(probe)
}

// sweep removes the temporary folders of kernels that have ended without doing so. A folder
// without a lock, or one whose lock is held or another user's, is left alone.
func sweep(parent string) (removed int) {
	locks, err := fs.Glob(os.DirFS(parent), tempPrefix+"*/"+lockName)
	if err != nil {
		return 0
	}
	for _, lock := range locks {
		lock = filepath.Join(parent, filepath.FromSlash(lock))
		dir := filepath.Dir(lock)
		if info, err := os.Lstat(dir); err != nil || !info.IsDir() { // a link in a folder that all users share is somebody's
			continue
		}
		if free(lock) && os.RemoveAll(dir) == nil {
			removed++
		}
	}
	return removed
}

// IsGo reports whether the launcher was started in the place of go.
func IsGo(program string) bool {
	return strings.TrimSuffix(filepath.Base(program), ".exe") == "go"
}

// ActAsGo hands a call on to the real go, which takes this process's place. Two calls that are
// made for each cell are treated otherwise. GoNB's go get is dropped: the workspace has what
// the clone's go.mod names, and a cell must not bring other versions. The list of modules that
// goimports asks for is answered without the network, which go would ask about each module
// whose source it never needed: measured 0.33 s per cell with a proxy near by, 0.03 s without.
// args are those of the call, without the program.
func ActAsGo(args []string) error {
	env := environment(os.Environ())
	if ofCell() {
		switch strings.Join(args, " ") {
		case "get", "get -t":
			return nil
		case "list -m -e -json ...":
			env.set("GOPROXY", "off")
		}
	}
	program := findGo(env.get(envGo), env.get("PATH"))
	if program == "" {
		return fmt.Errorf("nbkernel: go: %w", exec.ErrNotFound)
	}
	return become(program, append([]string{program}, args...), env)
}

// ofCell reports whether this process was started in GoNB's temporary module.
func ofCell() bool {
	dir, err := os.Getwd()
	return err == nil && sameFile(dir, os.Getenv("GONB_TMP_DIR"))
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}
