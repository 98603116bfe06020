// Package atomicfile is the one writer of the files that a person names or that the lab keeps:
// they appear whole or not at all, and nothing else at their names is harmed.
//
//	err := atomicfile.Write("results/figure.svg", func(w io.Writer) error {
//		_, err := w.Write(svg)
//		return err
//	})
//	if err != nil { … } // the file is as it was
//
// The method is the usual one: the content goes to a temporary file in the same folder, which
// is renamed to the file's name when it is complete. A reader sees the old content or the new
// and never a part; a kill leaves the old file and a temporary one that begins with [Prefix].
//
// Names are of two kinds. One that the program makes up ([Create], [Write], [WriteBytes],
// [Open], [Hold]) is for a regular file: a link there was planted or belongs to someone else, so it
// is not followed but refused, as is everything else that is no regular file. One that a person
// gave outright ([CreateNamed], [WriteNamed]) means what it means to a shell: a link is
// followed and stays, with its target replaced; a character device, a FIFO or a descriptor such
// as /dev/stdout is written through, so what arrives there before an error has arrived. Folders,
// sockets and block devices are refused, and no folder is made. [OpenNamed] reads a file that a person
// named, and [KeepApart] keeps what one command reads from being written by it.
//
// Invariants: after an error nothing is left behind and the old file stands. A new file has the
// mode that the umask leaves of rw-rw-rw-. One that replaces another keeps its mode, and its
// owner and group as far as the system lets this process give files away; access lists and
// extended attributes are a new file's, and other hard links keep the old content. A file that
// this process may not write is not replaced, though the folder would allow it. Temporary names
// are random, made with O_EXCL and never through a link.
//
// Cost: one rename, and the space of both files at once. Data is forced to the disk
// only by [Sync]: without it a crash of the whole system may lose what was written last.
package atomicfile

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// File is a file being written. Its errors name the operation and the path that was asked for.
type File struct {
	*bufio.Writer
	path   string // as asked for
	target string // the name that it will get, which is not a link; empty if it is written through
	file   *os.File
	old    fs.FileInfo // of what it replaces; nil if there is nothing
	ended  func() bool // ends the watch for the context's end, of a file that is written through
	done   bool
	names  *register // that knows of it; nil if none does
}

// Create begins a file that will replace path, a name that the program makes up, in a folder
// that exists.
func Create(path string) (*File, error) {
	old, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old = nil
	case err != nil:
		return nil, about("write", path, err)
	case !old.Mode().IsRegular():
		return nil, about("write", path, notRegular(old.Mode()))
	}
	return begin(path, path, old)
}

// CreateNamed begins to write to a path that a person gave. The end of ctx ends the wait for the
// reader of a FIFO, and writing to one that does not read.
func CreateNamed(ctx context.Context, path string) (*File, error) {
	target, fd, err := follow(path)
	if err != nil {
		return nil, about("write", path, err)
	}
	names := registerOf(ctx)
	if fd >= 0 {
		f, err := duplicate(fd, path)
		if err != nil {
			return nil, about("write", path, err)
		}
		return through(ctx, path, f), nil
	}
	old, err := os.Stat(path) // not of target: /proc has links whose text is no path
	switch {
	case errors.Is(err, fs.ErrNotExist) && !endsInSeparator(target):
		SweepFor(target)
		return begin(path, target, nil)
	case err != nil:
		return nil, about("write", path, err)
	case old.Mode().IsRegular():
		if err := names.writes(path, old); err != nil {
			return nil, about("write", path, err)
		}
		SweepFor(target)
		f, err := begin(path, target, old)
		if err != nil {
			names.ended(path)
			return nil, err
		}
		f.names = names
		return f, nil
	case old.Mode()&fs.ModeNamedPipe != 0, old.Mode()&fs.ModeCharDevice != 0:
		f, err := openThrough(ctx, path, old)
		if err != nil {
			return nil, about("write", path, err)
		}
		return through(ctx, path, f), nil
	}
	return nil, about("write", path, notRegular(old.Mode()))
}

// begin makes the temporary file.
func begin(path, target string, old fs.FileInfo) (*File, error) {
	mode := fs.FileMode(0o666) // less the umask
	if old != nil {
		mode = 0o600 // until Commit gives it that of old
		if err := mayWrite(target); err != nil {
			return nil, about("write", path, err)
		}
	}
	dir, base := filepath.Split(target) // not cleaned: a/../b is another place if a is a link
	if base == "" {
		return nil, about("write", path, errors.New("want the name of a file"))
	}
	for {
		name := dir + freshName(base)
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL|noFollow, mode) //nolint:gosec // as readable as the umask says
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case errors.Is(err, fs.ErrNotExist):
			return nil, about("write", path, noFolderError(folder(dir)))
		case err != nil:
			return nil, about("write", path, fmt.Errorf("no file can be made in the folder %s: %w", folder(dir), bare(err)))
		}
		if !mark(f) {
			if err := f.Close(); err != nil {
				return nil, about("write", path, err)
			}
			continue // it was taken for one that a killed process left
		}
		unfinished.Store(name, nil)
		w := &writer{context.Background(), f, path}
		return &File{Writer: bufio.NewWriterSize(w, 64<<10), path: path, target: target, file: f, old: old}, nil
	}
}

// through returns a file whose content goes straight to f.
func through(ctx context.Context, path string, f *os.File) *File {
	// A file that cannot be waited for has no deadline, and its writes are short.
	ended := context.AfterFunc(ctx, func() { _ = f.SetWriteDeadline(past) })
	w := &writer{ctx, f, path}
	return &File{Writer: bufio.NewWriterSize(w, 64<<10), path: path, file: f, ended: ended}
}

// writer writes to a file until ctx ends, and tells errors of path.
type writer struct {
	ctx  context.Context //nolint:containedctx // that of the one who asked for the file
	file *os.File
	path string
}

func (w *writer) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.file.Write(p)
	if err != nil && w.ctx.Err() != nil {
		return n, w.ctx.Err()
	}
	return n, about("write", w.path, err)
}

// Prefix returns the beginning of the names of temporary files for path, without the
// folder, so that those of a killed process can be found.
func Prefix(path string) string {
	const most = 200 // bytes: with the rest, names may have 255
	base := filepath.Base(path)
	if len(base) > most {
		base = base[:most]
		for !utf8.ValidString(base) && len(base) > most-utf8.UTFMax && utf8.ValidString(filepath.Base(path)) {
			base = base[:len(base)-1]
		}
	}
	return "." + base + freshMark
}

// The rest of the name of a temporary file.
const (
	freshMark    = ".new-"
	freshLetters = 10
)

// freshName is a name of a temporary file for a file of a name.
func freshName(base string) string { return Prefix(base) + strings.ToLower(rand.Text()[:freshLetters]) }

// mark takes the lock that says that a temporary file is being written, and reports whether the file still has its name.
func mark(f *os.File) bool {
	if errors.Is(Lock(f), ErrHeld) {
		return false
	}
	mine, err := f.Stat()
	if err != nil {
		return true // what is done with it says what is wrong
	}
	there, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(mine, there)
}

// Sync forces what was written to a file to the disk, for files that must outlast a crash of the system. It is no method: a
// method more would be other code to all that writes files.
func Sync(f *File) error {
	if err := f.Flush(); err != nil {
		return err
	}
	return about("sync", f.path, f.file.Sync())
}

// Commit gives the file its name. After an error it has discarded the file.
func (f *File) Commit() error {
	f.done = true
	f.names.ended(f.path)
	err := f.Flush()
	if f.target == "" {
		f.ended()
		if closeErr := f.file.Close(); err == nil {
			err = about("close", f.path, closeErr)
		}
		return err
	}
	defer unfinished.Delete(f.file.Name())
	if err == nil {
		err = about("chmod", f.path, f.dress())
	}
	release := keepLock(f.file)
	defer release()
	if closeErr := f.file.Close(); err == nil {
		err = about("close", f.path, closeErr)
	}
	if err == nil {
		err = Place(f.file.Name(), f.target)
	}
	if err == nil {
		return nil
	}
	err = about("write", f.path, err)
	if left := os.Remove(f.file.Name()); left != nil {
		err = errors.Join(err, left)
	}
	return err
}

// dress gives the temporary file the owner and the mode of what it replaces.
func (f *File) dress() error {
	if f.old == nil {
		return nil
	}
	const special = fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky
	mode := f.old.Mode() & (fs.ModePerm | special)
	if !keepOwner(f.file, f.old) {
		mode &^= special
	}
	now, err := f.file.Stat()
	if err != nil || now.Mode()&(fs.ModePerm|special) == mode {
		return err // a file system without modes is not asked to change them
	}
	return f.file.Chmod(mode)
}

// Place renames a complete file of the program's own, from, to the name to, which is a regular
// file's or no process's.
func Place(from, to string) error {
	switch info, err := os.Lstat(to); {
	case err == nil && !info.Mode().IsRegular():
		return about("write", to, notRegular(info.Mode()))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return about("write", to, err)
	}
	return about("write", to, os.Rename(from, to))
}

// Discard drops what was written; after Commit it does nothing. What was written through has
// arrived nevertheless.
func (f *File) Discard() error {
	if f.done {
		return nil
	}
	f.done = true
	f.names.ended(f.path)
	if f.target == "" {
		f.ended()
		return about("close", f.path, f.file.Close())
	}
	defer unfinished.Delete(f.file.Name())
	return errors.Join(f.file.Close(), os.Remove(f.file.Name()))
}

// Write replaces the file at path, a name that the program makes up, by what write writes. Its
// error, or that of write, comes back as it is.
func Write(path string, write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	return f.fill(write)
}

// WriteNamed writes what write writes to a path that a person gave, see [CreateNamed].
func WriteNamed(ctx context.Context, path string, write func(io.Writer) error) error {
	f, err := CreateNamed(ctx, path)
	if err != nil {
		return err
	}
	return f.fill(write)
}

func (f *File) fill(write func(io.Writer) error) error {
	if err := write(f); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit()
}

// WriteBytes replaces the file at path, a name that the program makes up, by data.
func WriteBytes(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// follow returns what path stands for when the links that it ends in are followed, though there
// be nothing; or the descriptor of this process, from 0, that it names on the way.
func follow(path string) (target string, fd int, err error) {
	const most = 40 // links in a row, as the kernel has it
	target = path
	for range most {
		if fd := descriptor(target); fd >= 0 {
			return target, fd, nil
		}
		info, err := os.Lstat(target)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return target, -1, nil //nolint:nilerr // whatever is wrong is told by what is done with it
		}
		link, err := os.Readlink(target)
		if err != nil {
			return "", -1, err
		}
		if dir, _ := filepath.Split(target); !filepath.IsAbs(link) {
			link = dir + link
		}
		target = link
	}
	return "", -1, errors.New("too many links, each to the next")
}

// mayWrite returns an error if the file at path is protected against this process.
func mayWrite(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|noFollow|noWait, 0)
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("it is protected against writing: %w", bare(err))
	}
	if err == nil {
		return f.Close()
	}
	return nil // a program that runs cannot be opened, but replaced
}

// notRegular says what a file is that is no regular one.
func notRegular(mode fs.FileMode) error {
	kind := "something"
	switch {
	case mode.IsDir():
		kind = "a folder"
	case mode&fs.ModeSymlink != 0:
		kind = "a symbolic link, which is not followed at this name,"
	case mode&fs.ModeNamedPipe != 0:
		kind = "a FIFO"
	case mode&fs.ModeSocket != 0:
		kind = "a socket"
	case mode&fs.ModeCharDevice != 0:
		kind = "a device"
	case mode&fs.ModeDevice != 0:
		kind = "a block device"
	}
	return fmt.Errorf("%s is there, want a regular file", kind)
}

// about returns an error of the operating system as one of path, without names of temporary
// files; others, and nil, as they are.
func about(op, path string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if p, ok := errors.AsType[*fs.PathError](err); ok && p.Path == path {
		return err
	}
	return &fs.PathError{Op: op, Path: path, Err: bare(err)}
}

// bare returns what an error of the operating system says beside the operation and the paths.
func bare(err error) error {
	switch e := err.(type) { //nolint:errorlint // the outermost one is taken off
	case *fs.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}

// noFolderError is the name of a folder that is not there.
type noFolderError string

func (e noFolderError) Error() string { return "there is no folder " + string(e) }

func (noFolderError) Is(target error) bool { return target == fs.ErrNotExist }

func folder(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}

func endsInSeparator(path string) bool {
	return path == "" || os.IsPathSeparator(path[len(path)-1])
}
