package original

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Variable names the folder that holds the documents' programs, a checkout each.
const Variable = "SUDOKULAB_ORIGINALS"

// Program is a document's program at a commit.
type Program struct {
	Name   string // its subfolder: the document's id, and for an earlier commit the id, @ and the first seven digits
	Commit string // 40 hex digits
}

// AbsentError says that a program cannot be run on this machine, and what is wanted.
type AbsentError struct{ Wanted string }

func (e *AbsentError) Error() string { return e.Wanted }

func absent(format string, args ...any) *AbsentError {
	return &AbsentError{fmt.Sprintf(format, args...)}
}

// Find returns the folder of the program. An [*AbsentError] says that it is not there, stands at another commit or was changed.
func (p Program) Find(ctx context.Context) (folder string, err error) {
	all := os.Getenv(Variable)
	if all == "" {
		return "", absent("the program beside the document %s is not on this machine; %s names no folder of the documents' programs", p.Name, Variable)
	}
	folder, err = filepath.Abs(filepath.Join(all, p.Name))
	if err != nil {
		return "", fmt.Errorf("original: %w", err)
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return "", absent("the folder that %s names has no subfolder %s, a checkout of the document's program", Variable, p.Name)
	}
	// What git says of the folder and not of one above it.
	top, err := git(ctx, folder, "rev-parse", "--show-toplevel", "HEAD")
	lines := strings.Split(strings.TrimSpace(top), "\n")
	if err != nil || len(lines) != 2 || !same(lines[0], folder) {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		return "", absent("%s in the folder that %s names is no checkout of a repository by git", p.Name, Variable)
	}
	if lines[1] != p.Commit {
		return "", absent("%s in the folder that %s names stands at commit %.7s, want %.7s", p.Name, Variable, lines[1], p.Commit)
	}
	changed, err := git(ctx, folder, "status", "--porcelain", "--untracked-files=all")
	if err != nil {
		return "", fmt.Errorf("original: %s: %w", p.Name, err)
	}
	if first, _, _ := strings.Cut(changed, "\n"); first != "" {
		return "", absent("%s in the folder that %s names was changed, want it as it was published: %s", p.Name, Variable, strings.TrimSpace(first))
	}
	return folder, nil
}

// git asks git about a folder that others filled: nothing that the folder configures is run.
func git(ctx context.Context, folder string, args ...string) (string, error) {
	safe := []string{"-C", folder, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "safe.directory=*"}
	cmd := exec.CommandContext(ctx, "git", append(safe, args...)...)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	out, err := cmd.Output()
	if status, ok := errors.AsType[*exec.ExitError](err); ok {
		return "", fmt.Errorf("git: %w: %s", err, bytes.TrimSpace(status.Stderr))
	}
	return string(out), err
}

// same reports whether two names are of one folder.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
