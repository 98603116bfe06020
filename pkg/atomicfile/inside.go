package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Folder makes a folder at a name that the program makes up, with those above it, unless it is there. A link at the name itself was
// planted or belongs to someone else, and is refused, as is what is no folder; those above may be links.
func Folder(dir string, mode fs.FileMode) error {
	switch info, err := os.Lstat(dir); {
	case err == nil && !info.IsDir():
		return about("make", dir, notFolder(info.Mode()))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return os.MkdirAll(dir, mode)
}

func notFolder(mode fs.FileMode) error {
	if mode.IsRegular() {
		return errors.New("a file is there, want a folder")
	}
	return errors.New(strings.TrimSuffix(notRegular(mode).Error(), "a regular file") + "a folder")
}

// Inside returns the path of a name, with slashes, in a folder, and refuses one that leads out of it: by dots, or through a link at
// any place before the last. What is not there yet is no link.
func Inside(dir, name string) (string, error) {
	local := filepath.FromSlash(name)
	full := filepath.Join(dir, local)
	if !filepath.IsLocal(local) {
		return "", about("open", full, errors.New("it lies outside of the folder"))
	}
	for at := filepath.Dir(local); at != "."; at = filepath.Dir(at) {
		info, err := os.Lstat(filepath.Join(dir, at))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return "", err
		case !info.IsDir():
			return "", about("open", filepath.Join(dir, at), notFolder(info.Mode()))
		}
	}
	return full, nil
}

// WriteIn replaces the file of a name, with slashes, in an opened folder by data, and makes the folders between them. Nothing out of the
// folder is reached, and what is no regular file is refused. The file is left alone if it holds data already.
func WriteIn(root *os.Root, name string, data []byte) (err error) {
	full := filepath.Join(root.Name(), filepath.FromSlash(name))
	defer func() { err = about("write", full, err) }()
	if dir := path.Dir(name); dir != "." {
		if err := root.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // as readable as the umask says
			return err
		}
	}
	mode := fs.FileMode(0o666)
	switch info, err := root.Lstat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return notRegular(info.Mode())
	case info.Size() == int64(len(data)):
		if old, err := readIn(root, name); err == nil && bytes.Equal(old, data) {
			return nil
		}
		fallthrough
	default:
		mode = info.Mode().Perm()
	}
	fresh := path.Join(path.Dir(name), freshName(path.Base(name)))
	f, err := root.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL|noFollow, mode)
	if err != nil {
		return err
	}
	_ = Lock(f) // so that it is not taken for one that was left behind
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = root.Rename(fresh, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(fresh))
	}
	return nil
}

// readIn reads a regular file of an opened folder.
func readIn(root *os.Root, name string) ([]byte, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|noFollow|noWait, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	return io.ReadAll(f)
}

// Regular is a tree of files, such as that of os.DirFS, in which only folders and regular files can be opened: what would be
// waited for, as the writer of a FIFO, is an error.
func Regular(files fs.FS) fs.FS { return regular{files} }

type regular struct{ files fs.FS }

func (r regular) Open(name string) (fs.File, error) {
	info, err := fs.Stat(r.files, name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: notRegular(info.Mode())}
	}
	return r.files.Open(name)
}

// Stat is that of the tree beneath, which opens nothing.
func (r regular) Stat(name string) (fs.FileInfo, error) { return fs.Stat(r.files, name) }

// Sweep removes the temporary files that killed processes left in a folder, of the files for which ours says so; those that a process
// still writes stay. Where the file system has no locks by which that can be known, all stay.
func Sweep(dir string, ours func(name string) bool) error {
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(SweepIn(root, ".", ours), root.Close())
}

// SweepIn is [Sweep] for a folder, named with slashes, of an opened one. Nothing out of that is reached.
func SweepIn(root *os.Root, dir string, ours func(name string) bool) error {
	entries, err := fs.ReadDir(root.FS(), dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		name, ok := temporary(e.Name())
		if !ok || !e.Type().IsRegular() || !ours(name) {
			continue
		}
		if err := removeLeft(root, path.Join(dir, e.Name())); err != nil {
			return fmt.Errorf("what a killed run left: %w", err)
		}
	}
	return nil
}

// SweepFor is [Sweep] for one file, whose temporary files lie beside it. What cannot be removed is in nobody's way.
func SweepFor(target string) {
	dir, base := filepath.Split(target)
	_ = Sweep(folder(dir), func(name string) bool { return Prefix(name) == Prefix(base) })
}

// temporary returns the name that a temporary file would have got, as far as its own name has room for it.
func temporary(name string) (string, bool) {
	rest, ok := strings.CutPrefix(name, ".")
	i := strings.LastIndex(rest, freshMark)
	if !ok || i < 1 || len(rest)-i-len(freshMark) != freshLetters {
		return "", false
	}
	return rest[:i], true
}

// RemoveLeft removes a temporary file that a killed process left, and leaves one that a process still writes, as [Sweep] does.
func RemoveLeft(path string) error {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(removeLeft(root, filepath.Base(path)), root.Close())
}

func removeLeft(root *os.Root, name string) error {
	f, err := root.OpenFile(name, os.O_RDONLY|noFollow|noWait, 0)
	if err != nil {
		return nil // it has got its name meanwhile, or is another user's
	}
	defer func() { _ = f.Close() }() // nothing was written
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || !unheld(f) {
		return nil // it was exchanged for something else
	}
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}
