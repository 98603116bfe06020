package nbcache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sudokulab/pkg/atomicfile"
)

// Contents returns a digest of files and of all files below folders, by path and bytes. Paths are
// relative to root where they are not absolute; one that does not exist counts as such. Folders
// that begin with a dot are left out.
func Contents(root string, paths ...string) (string, error) {
	return digest(root, paths, func(h hash.Hash, path string, _ fs.FileInfo) error { return hashFile(h, path) })
}

// Listing returns a digest of the names, sizes and times of files and of all files below folders,
// for those that are too large to be read.
func Listing(root string, paths ...string) (string, error) {
	return digest(root, paths, func(h hash.Hash, _ string, info fs.FileInfo) error {
		_, err := fmt.Fprintf(h, "%d %d\n", info.Size(), info.ModTime().UnixNano())
		return err
	})
}

func digest(root string, paths []string, add func(h hash.Hash, path string, info fs.FileInfo) error) (string, error) {
	h := sha256.New()
	for _, p := range paths {
		full := p
		if !filepath.IsAbs(p) {
			full = filepath.Join(root, p)
		}
		// A link may lead to a folder; the walk would not follow it.
		if target, err := filepath.EvalSymlinks(full); err == nil {
			full = target
		}
		fmt.Fprintf(h, "%q\n", p)
		err := filepath.WalkDir(full, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() {
				if path != full && strings.HasPrefix(entry.Name(), ".") {
					return fs.SkipDir
				}
				return nil
			}
			info, statErr := os.Stat(path)
			if statErr == nil && !info.Mode().IsRegular() || errors.Is(statErr, fs.ErrNotExist) {
				fmt.Fprintf(h, "%q is no file\n", path) // a link to a folder or to nothing, a pipe
				return nil
			}
			if statErr != nil {
				return statErr
			}
			rel, err := filepath.Rel(full, path)
			if err != nil {
				return err
			}
			fmt.Fprintf(h, "%q\n", filepath.ToSlash(rel))
			return add(h, path, info)
		})
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintln(h, "does not exist")
			continue
		}
		if err != nil {
			return "", fmt.Errorf("nbcache: %w", err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// hashFile adds a file with its length, so that the ends of files count.
func hashFile(h hash.Hash, path string) error {
	f, err := atomicfile.OpenRegular(path)
	if err != nil {
		return err
	}
	size, err := io.Copy(h, f)
	fmt.Fprintf(h, "\n%d\n", size)
	return errors.Join(err, f.Close())
}
