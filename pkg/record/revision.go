package record

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
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
