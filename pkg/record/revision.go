package record

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// Tracked reports whether git holds a file of a source tree, or something in a folder of it, named by its path from there with slashes.
// Where there is no git or no repository nothing is held.
func Tracked(ctx context.Context, tree, name string) (bool, error) {
	names, err := git(ctx, tree, "ls-files", "-z", "--", ":(literal)"+name)
	if err != nil {
		return false, ctx.Err()
	}
	return names != "", nil
}

// TrackedFiles lists the files that git holds of a source tree, below some of its files and folders, by their paths from there
// with slashes. ok tells whether git knows: not without git or a repository, nor in a folder of one that does not keep it.
func TrackedFiles(ctx context.Context, tree string, below ...string) (files []string, ok bool) {
	names, err := git(ctx, tree, append([]string{"ls-files", "-z", "--"}, below...)...)
	if err != nil || names == "" {
		return nil, false
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(names, "\x00"), "\x00") {
		files = append(files, name)
	}
	return files, true
}

// History returns the commits that the history of what is checked out in a source tree is known to hold. whole is false where it may
// hold others: without git or a repository, of which nothing is known, and in a shallow clone.
func History(ctx context.Context, tree string) (commits map[string]bool, whole bool) {
	if ok, err := Tracked(ctx, tree, "go.mod"); err != nil || !ok {
		return nil, false // or the tree was unpacked within another repository
	}
	all, err := git(ctx, tree, "rev-list", "HEAD")
	if err != nil {
		return nil, false
	}
	commits = map[string]bool{}
	for commit := range strings.Lines(all) {
		commits[strings.TrimSpace(commit)] = true
	}
	shallow, err := git(ctx, tree, "rev-parse", "--is-shallow-repository")
	return commits, err == nil && shallow == "false"
}

// At reads the records that a commit of a source tree holds below results, those of one experiment after the other. revision names
// the commit as git has it: HEAD~3, a branch, a tag. It returns the commit's hash as well. What the files hold now does not count.
func At(ctx context.Context, tree, revision string) (commit string, set Set, err error) {
	commit, err = git(ctx, tree, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		if _, ok := errors.AsType[*exec.ExitError](err); ok {
			err = errors.New("no such commit")
		}
		return "", nil, fmt.Errorf("record: revision %q of %s: %w", revision, tree, err)
	}
	names, err := git(ctx, tree, "ls-tree", "-r", "-z", "--name-only", commit, "--", "results")
	if err != nil {
		return "", nil, fmt.Errorf("record: %s: %w", revision, err)
	}
	found := false
	for name := range strings.SplitSeq(names, "\x00") {
		if path.Base(name) != "records.jsonl" {
			continue
		}
		found = true
		text, err := git(ctx, tree, "show", commit+":./"+name)
		if err != nil {
			return "", nil, fmt.Errorf("record: %s of %s: %w", name, revision, err)
		}
		of, err := Read(bytes.NewReader([]byte(text)), short(commit)+":"+name)
		if err != nil {
			return "", nil, err
		}
		set = append(set, of...)
	}
	if !found {
		return "", nil, fmt.Errorf("record: revision %q of %s has no results/*/records.jsonl", revision, tree)
	}
	return commit, set, nil
}

// Extract writes the regular files that a commit of a source tree holds into a folder, which must be there. Where there is no git,
// or the repository lacks the commit, it returns an error.
func Extract(ctx context.Context, tree, commit, dir string) (err error) {
	defer func() {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
		}
		if err != nil {
			err = fmt.Errorf("record: the files of commit %s of %s: %w", short(commit), tree, err)
		}
	}()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	archive, err := os.CreateTemp("", "sudokulab-commit-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, archive.Close(), os.Remove(archive.Name())) }()
	if _, err := git(ctx, tree, "archive", "--format=tar", "--output="+archive.Name(), "--end-of-options", commit); err != nil {
		return err
	}
	for files := tar.NewReader(archive); ; {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		name := filepath.FromSlash(h.Name)
		if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		data, err := io.ReadAll(files)
		if err != nil {
			return err
		}
		if err := root.WriteFile(name, data, 0o600); err != nil {
			return err
		}
	}
}
