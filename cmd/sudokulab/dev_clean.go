package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/record"
)

// built are the files that the make targets build, as patterns below the root.
var built = []string{
	"sudokulab", "sudokulab.exe", "bin/sudokulab-xla", "bin/sudokulab-gpu",
	"dist/sudokulab-*", "dist/" + checksums, "notebooks/*" + partialEnding, ".cache/bitboard.test",
}

// kept are the caches and tools, folders whole.
var kept = []string{
	".cache/records", ".cache/code.json", ".cache/notebooks", ".cache/page", ".cache/go-build", ".cache/tmp", ".cache/data/downloads",
	".tools/bin", ".tools/pjrt", ".jupyter",
}

// emptied are the folders that go when nothing is left in them.
var emptied = []string{"bin", "dist", ".cache/data", ".cache"}

// newClean is make clean, and with all make distclean.
func newClean() *cobra.Command {
	var (
		flags    labFlags
		all, dry bool
	)
	cmd := &cobra.Command{
		Use:   "clean",
		Short: "Remove what the make targets have built in this folder, with --all caches and tools, too",
		Long: "Removes what the make targets build below the lab's tree, by name: programs, archives of a release, notebooks whose run\n" +
			"failed. With --all also what they keep there: journals of finished records, downloaded puzzle sets, the notebooks' kernel, tools and\n" +
			"plugins. Anything else in the same folders stays, and so do committed files and links. Go's own caches are not touched.",
		Args: cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			root, err := findRoot(flags.root)
			if err != nil {
				return err
			}
			c := cleaner{root: root, dry: dry, out: cmd.OutOrStdout()}
			return c.clean(cmd.Context(), all)
		}),
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "also remove caches and tools")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "say what would be removed, and remove nothing")
	return cmd
}

// cleaner removes what the lab has made.
type cleaner struct {
	root    string
	dry     bool
	out     io.Writer
	removed int
	bytes   int64
}

func (c *cleaner) clean(ctx context.Context, all bool) error {
	patterns := slices.Clone(built)
	if all {
		patterns = append(patterns, kept...)
		for _, s := range corpus.All() {
			if s.File != "" {
				patterns = append(patterns, ".cache/data/"+s.File, ".cache/data/"+s.File+".gz", ".cache/data/"+s.File+".part")
			}
		}
	}
	tree := os.DirFS(c.root) // whose own name may have the brackets of a pattern
	for _, p := range patterns {
		names, err := fs.Glob(tree, p)
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := c.remove(ctx, name); err != nil {
				return err
			}
		}
	}
	for _, dir := range emptied {
		path := filepath.Join(c.root, filepath.FromSlash(dir))
		info, err := os.Lstat(path)
		if c.dry || err != nil || !info.IsDir() { // a link may lead to an empty folder
			continue
		}
		if entries, err := os.ReadDir(path); err == nil && len(entries) == 0 {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	if c.removed == 0 {
		_, err := fmt.Fprintln(c.out, "Nothing to remove.")
		return err
	}
	done := "Removed"
	if c.dry {
		done = "Would remove"
	}
	_, err := fmt.Fprintf(c.out, "%s %s, %.1f MB.\n", done, plural(c.removed, "entry"), float64(c.bytes)/1e6)
	return err
}

// remove removes a file or folder, unless it is, or is reached through, a link, or git holds something of it.
func (c *cleaner) remove(ctx context.Context, name string) error {
	leave := func(why string) error {
		_, err := fmt.Fprintf(c.out, "left     %s: %s\n", name, why)
		return err
	}
	at := c.root
	for part := range strings.SplitSeq(name, "/") {
		at = filepath.Join(at, part)
		info, err := os.Lstat(at)
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return leave("a link")
		}
	}
	held, err := record.Tracked(ctx, c.root, name)
	if err != nil {
		return err
	}
	if held {
		return leave("committed")
	}
	var size int64
	err = filepath.WalkDir(at, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		return err
	}
	if !c.dry {
		if err := removeAll(at); err != nil {
			return err
		}
	}
	c.removed, c.bytes = c.removed+1, c.bytes+size
	_, err = fmt.Fprintf(c.out, "removed  %s  %.1f MB\n", name, float64(size)/1e6)
	return err
}

// removeAll removes a folder in which others may be read-only, as go has them in its cache of modules.
func removeAll(path string) error {
	err := os.RemoveAll(path)
	if !errors.Is(err, fs.ErrPermission) {
		return err
	}
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			err = os.Chmod(name, 0o700) //nolint:gosec // a folder that is to be removed
		}
		return err
	})
	return errors.Join(err, os.RemoveAll(path))
}
