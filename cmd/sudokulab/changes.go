package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// digests holds the SHA-256 of files by their paths below the tree's root, with slashes.
type digests map[string]string

// treeDigests reads what commands write of a tree.
func treeDigests(root string) (digests, error) {
	out := digests{}
	for _, name := range lab.WrittenFiles() {
		err := filepath.WalkDir(filepath.Join(root, name), func(file string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case d.IsDir() && d.Name()[0] == '.':
				return fs.SkipDir
			case !d.Type().IsRegular():
				return nil
			}
			sum, _, err := atomicfile.SHA256(file)
			if errors.Is(err, fs.ErrNotExist) {
				return nil // removed since the folder was read
			}
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, file)
			out[filepath.ToSlash(rel)] = sum
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// sayingChanges runs what writes into the lab's tree, and says at its end, also where it fails or is interrupted, which of the files
// that git keeps it changed, or, where there is no git, of those that were there before. Where it changed none it says so only if always
// is set and all went well.
func sayingChanges(ctx context.Context, root string, out io.Writer, always bool, work func() error) error {
	tracked, known := record.TrackedFiles(ctx, root, lab.WrittenFiles()...)
	before, err := treeDigests(root)
	if err != nil {
		return err
	}
	failed := work()
	after, err := treeDigests(root)
	if err == nil {
		if !known {
			tracked = slices.Collect(maps.Keys(before))
		}
		if text, changed := changesOf(before, after, tracked, known); changed || always && failed == nil {
			_, err = fmt.Fprintln(out, text)
		}
	}
	if err != nil {
		return errors.Join(failed, err)
	}
	return failed
}

// changesOf says in a sentence which tracked files changed, and which others are new. known tells whether git says what is tracked.
func changesOf(before, after digests, tracked []string, known bool) (text string, changed bool) {
	old := changedBetween(before, after, tracked)
	var fresh []string
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if _, stood := before[name]; !stood && !slices.Contains(tracked, name) {
			fresh = append(fresh, name)
		}
	}
	noun := "file"
	if known {
		noun = "tracked file"
	}
	text = "Changed no " + noun
	if len(old) > 0 {
		text = fmt.Sprintf("Changed %s: %s", plural(len(old), noun), namedBriefly(old))
	}
	if len(fresh) > 0 {
		text += "; new: " + namedBriefly(fresh)
	}
	return text + ".", len(old)+len(fresh) > 0
}

// changedBetween returns which of the files changed, in order, and says of those that are gone that they are.
func changedBetween(before, after digests, files []string) (changed []string) {
	for _, name := range slices.Sorted(slices.Values(files)) {
		was, stood := before[name]
		switch is, there := after[name]; {
		case stood && !there:
			changed = append(changed, name+" (removed)")
		case stood != there || was != is:
			changed = append(changed, name)
		}
	}
	return changed
}

// namedBriefly lists names, of many the first ones and how many more there are.
func namedBriefly(names []string) string {
	if n := len(names) - maxNamed; n > 0 {
		return strings.Join(names[:maxNamed], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(names, ", ")
}
