package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gotool"
)

// unknown stands for a commit that cannot be told.
const unknown = "unknown"

// Known reports whether the commit that a provenance names is one.
func Known(commit string) bool { return commit != "" && commit != unknown }

// Built returns the commit that go build stamped into this program, and whether the tree
// differed from it then. It is "unknown" where stamping is off, as it is for go run and go test,
// and where the program is another module's.
func Built() (commit string, dirty bool) { return thisProgram().stamp() }

// Source returns the commit of the code that this program runs, and whether that code differs
// from it, files in the folders named by except left out.
//
// A stamp of go build decides. Without one only go run and go test tell where the code is: the
// toolchain has just built it from the tree, and git is asked there. Anything else is "unknown":
// an installed program says nothing of the folder that it is run in, nor that folder of the
// program.
func Source(ctx context.Context, except ...string) (commit string, dirty bool) {
	return thisProgram().source(ctx, except)
}

// CheckTree returns an error if this program is known to run other code than the source tree in
// a folder holds, so that what it measures may not be recorded there: another commit was stamped
// into it than is checked out, or go run built it from another folder. It is no error where
// neither is known.
func CheckTree(ctx context.Context, dir string) error { return thisProgram().checkTree(ctx, dir) }

// JustBuilt reports whether go run or go test has just built this program, from the sources as they
// are.
func JustBuilt() bool { return thisProgram().justBuilt() }

// program is what a program knows of its own making.
type program struct {
	info   *debug.BuildInfo // nil if there is none
	module string           // of this package
	path   string           // of the program's file
	code   string           // this file as the compiler saw it: without its folder under -trimpath
	folder string           // the current one
}

func thisProgram() program {
	p := program{module: gotool.Module()}
	p.info, _ = debug.ReadBuildInfo()
	_, p.code, _, _ = runtime.Caller(0)
	// Where these fail, the answer is that nothing is known.
	p.path, _ = os.Executable()
	p.folder, _ = os.Getwd()
	return p
}

// inTree is where this file is in the tree.
const inTree = "pkg/record/source.go"

// stamp returns what go build wrote about this module.
func (p program) stamp() (commit string, dirty bool) {
	commit = unknown
	if p.info == nil || p.info.Main.Path != p.module { // or the stamp is of the module that uses this one
		return commit, false
	}
	for _, s := range p.info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	return commit, dirty && commit != unknown
}

func (p program) source(ctx context.Context, except []string) (commit string, dirty bool) {
	tree := p.tree()
	if commit, dirty = p.stamp(); commit != unknown {
		// A tree unpacked within another repository is stamped with that one's commit.
		if tree != "" && untracked(ctx, tree) {
			return unknown, false
		}
		return commit, dirty
	}
	if !p.justBuilt() {
		return unknown, false
	}
	if tree == "" {
		tree = p.moduleAbove()
	}
	if tree == "" || untracked(ctx, tree) {
		return unknown, false
	}
	commit, err := git(ctx, tree, "rev-parse", "HEAD")
	if err != nil {
		return unknown, false
	}
	args := []string{"status", "--porcelain", "--", "."}
	for _, e := range except {
		args = append(args, ":(exclude)"+e)
	}
	changes, err := git(ctx, tree, args...)
	return commit, err != nil || changes != ""
}

func (p program) checkTree(ctx context.Context, dir string) error {
	const so = "records would name code that did not run"
	if commit, _ := p.stamp(); commit != unknown {
		head, err := git(ctx, dir, "rev-parse", "HEAD")
		if err != nil || head == commit || untracked(ctx, dir) {
			return nil //nolint:nilerr // without git nothing is known of the folder
		}
		return fmt.Errorf("record: this program was built from commit %s, and %s is checked out in %s: %s; build it again there", short(commit), short(head), dir, so)
	}
	tree := p.tree()
	if tree == "" || !p.justBuilt() || strings.HasSuffix(p.path, ".test") { // tests measure trees that they make
		return nil
	}
	from, errFrom := os.Stat(tree)
	to, errTo := os.Stat(dir)
	if errFrom != nil || errTo != nil || os.SameFile(from, to) {
		return nil //nolint:nilerr // a folder that is not there is its user's error
	}
	return fmt.Errorf("record: this program was built from %s, not from %s: %s; run it there", tree, dir, so)
}

// short shortens a commit as git does.
func short(commit string) string { return commit[:min(12, len(commit))] }

// tree returns the folder that the program was compiled from, "" if it does not know or if it is
// gone.
func (p program) tree() string {
	dir, ok := strings.CutSuffix(filepath.ToSlash(p.code), "/"+inTree)
	if !ok || !filepath.IsAbs(dir) {
		return ""
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		return ""
	}
	return dir
}

// moduleAbove returns the folder of this module that the current folder is in, "" if it is in
// none. go run and go test start there.
func (p program) moduleAbove() string {
	for dir := p.folder; dir != ""; dir = filepath.Dir(dir) {
		data, err := atomicfile.ReadFile(filepath.Join(dir, "go.mod"), atomicfile.Most)
		if err == nil {
			for line := range strings.Lines(string(data)) {
				if name, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok && strings.TrimSpace(name) == p.module {
					return dir
				}
			}
			return ""
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return ""
}

// cached is how the toolchain names the folder of a program in its build cache.
var cached = regexp.MustCompile(`/[0-9a-f]{2}/[0-9a-f]{64}-d/[^/]*$`)

// justBuilt reports whether the program lies where go run and go test put theirs: in a folder of
// their own for the time of the run, or in the build cache.
func (p program) justBuilt() bool {
	path := filepath.ToSlash(p.path)
	return strings.Contains(path, "/go-build") && strings.Contains(path, "/b001/") || cached.MatchString(path)
}

// untracked reports whether git says that the tree is not in a repository's keeping, although it
// is in a repository.
func untracked(ctx context.Context, tree string) bool {
	_, err := git(ctx, tree, "ls-files", "--error-unmatch", "--", "go.mod")
	exit, ok := errors.AsType[*exec.ExitError](err)
	return ok && exit.ExitCode() == 1
}

// Committed returns a file of a source tree, named by its path from there with slashes, as the tree's last commit has it, without
// white space at its ends. What the file says now, as after a measurement on another machine, does not count. Where there is no git or no
// commit of the tree, or the commit lacks the file, it returns an error.
func Committed(ctx context.Context, tree, name string) (string, error) {
	out, err := git(ctx, tree, "show", "HEAD:./"+name)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
	}
	if err != nil {
		return "", fmt.Errorf("record: %s as committed: %w", name, err)
	}
	return out, nil
}

// git runs git in a tree whose code is running already, so that it may be another user's. What
// the environment says of other repositories, as it does within a hook, is kept from it.
func git(ctx context.Context, tree string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{
		"-c", "safe.directory=*", "-c", "core.fsmonitor=false", "--no-optional-locks", "-C", tree,
	}, args...)...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}
