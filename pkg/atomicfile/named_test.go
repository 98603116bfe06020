//go:build unix

package atomicfile_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sudokulab/pkg/atomicfile"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// both are the two ways to write.
var both = map[string]func(ctx context.Context, path, content string) error{
	"made up": func(_ context.Context, path, content string) error { return atomicfile.Write(path, text(content)) },
	"named": func(ctx context.Context, path, content string) error {
		return atomicfile.WriteNamed(ctx, path, text(content))
	},
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// TestModes: the umask decides about a new file, the old file about a replaced one.
func TestModes(t *testing.T) {
	before := syscall.Umask(0)
	defer syscall.Umask(before)
	for name, write := range both {
		for _, umask := range []int{0, 0o022, 0o077} {
			syscall.Umask(umask)
			dir := t.TempDir()
			path := filepath.Join(dir, "f")
			must(t, write(t.Context(), path, "new"))
			if want := fs.FileMode(0o666 &^ umask); mode(t, path) != want {
				t.Errorf("%s, umask %03o: mode %v of a new file, want %v", name, umask, mode(t, path), want)
			}
			for _, want := range []fs.FileMode{0o600, 0o640, 0o755, 0o444 | fs.ModeSetuid} {
				must(t, os.Chmod(path, want))
				if os.Geteuid() != 0 && want&0o200 == 0 {
					continue // see TestProtected
				}
				must(t, write(t.Context(), path, "newer"))
				if mode(t, path) != want {
					t.Errorf("%s, umask %03o: mode %v of a replaced file, want %v", name, umask, mode(t, path), want)
				}
			}
			if entries(t, dir) != 1 || content(t, path) != "newer" {
				t.Errorf("%s: %d files, %q", name, entries(t, dir), content(t, path))
			}
		}
	}
}

// TestOwner: root does not take a file away from its owner.
func TestOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	path := filepath.Join(t.TempDir(), "f")
	must(t, os.WriteFile(path, nil, 0o600), os.Chown(path, 12, 34))
	must(t, atomicfile.WriteBytes(path, []byte("new")))
	info, err := os.Stat(path)
	must(t, err)
	if s, ok := info.Sys().(*syscall.Stat_t); !ok || s.Uid != 12 || s.Gid != 34 || content(t, path) != "new" {
		t.Errorf("owner %+v, %q", info.Sys(), content(t, path))
	}
}

// TestProtected: a file that may not be written is not replaced.
func TestProtected(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	must(t, os.WriteFile(path, []byte("old"), 0o400))
	for name, write := range both {
		if err := write(t.Context(), path, "new"); !errors.Is(err, fs.ErrPermission) || content(t, path) != "old" || entries(t, dir) != 1 {
			t.Errorf("%s: %v, %q, %d files", name, err, content(t, path), entries(t, dir))
		}
	}
}

// TestRefused: what is neither a file nor something to write through stays, and a name that the
// program made up is for regular files.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	socket, err := new(net.ListenConfig).Listen(t.Context(), "unix", at("s"))
	must(t, err)
	defer func() { _ = socket.Close() }()
	must(t, os.Mkdir(at("folder"), 0o755), os.Symlink("folder", at("link")), syscall.Mkfifo(at("fifo"), 0o600),
		os.WriteFile(at("file"), []byte("old"), 0o600), os.Symlink("file", at("planted")), os.Symlink("nothing", at("dangling")),
		os.Symlink("loop", at("loop")))
	all := entries(t, dir)
	for _, test := range []struct{ way, path, want string }{
		{"named", at("folder"), "a folder is there"},
		{"named", at("folder") + "/", "a folder is there"},
		{"named", at("new") + "/", "no such file"},
		{"named", at("link"), "a folder is there"},
		{"named", at("s"), "a socket is there"},
		{"named", at("loop"), "too many"},
		{"named", at("none/f"), "there is no folder " + at("none") + "/"},
		{"named", at("file/f"), "not a directory"},
		{"named", "", ""},
		{"made up", at("folder"), "a folder is there"},
		{"made up", at("s"), "a socket is there"},
		{"made up", at("fifo"), "a FIFO is there"},
		{"made up", at("planted"), "a symbolic link"},
		{"made up", at("dangling"), "a symbolic link"},
		{"made up", os.DevNull, "a device is there"},
		{"made up", "", "want the name"},
	} {
		err := both[test.way](t.Context(), test.path, "new")
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), test.path) || strings.Contains(err.Error(), ".new-") {
			t.Errorf("%s %q: error %v, want one with %q", test.way, test.path, err, test.want)
		}
	}
	if entries(t, dir) != all || content(t, at("file")) != "old" || mode(t, at("planted"))&fs.ModeSymlink == 0 || mode(t, at("fifo"))&fs.ModeNamedPipe == 0 {
		t.Errorf("%d files, want %d; the file holds %q", entries(t, dir), all, content(t, at("file")))
	}
}

// TestLinksOfThePerson: they stay, and what they lead to is written.
func TestLinksOfThePerson(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, os.MkdirAll(at("far/deep"), 0o755), os.WriteFile(at("far/file"), []byte("old"), 0o600), os.Chmod(at("far/file"), 0o640),
		os.Symlink("far/deep", at("deep")), os.Symlink("../file", at("far/deep/up")),
		os.Symlink("deep/up", at("there")), os.Symlink("deep/../fresh", at("dangling")), os.Symlink("none/f", at("nowhere")))
	must(t, atomicfile.WriteNamed(t.Context(), at("there"), text("new")))
	if content(t, at("far/file")) != "new" || mode(t, at("far/file")) != 0o640 || mode(t, at("there"))&fs.ModeSymlink == 0 || mode(t, at("far/deep/up"))&fs.ModeSymlink == 0 {
		t.Errorf("%q, modes %v, %v", content(t, at("far/file")), mode(t, at("far/file")), mode(t, at("there")))
	}
	// deep/.. is far, not the folder that deep stands in.
	must(t, atomicfile.WriteNamed(t.Context(), at("dangling"), text("fresh")))
	if content(t, at("far/fresh")) != "fresh" || mode(t, at("dangling"))&fs.ModeSymlink == 0 || entries(t, at("far")) != 3 || entries(t, dir) != 5 {
		t.Errorf("%q, %d and %d files", content(t, at("far/fresh")), entries(t, at("far")), entries(t, dir))
	}
	if err := atomicfile.WriteNamed(t.Context(), at("nowhere"), text("")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link into no folder: %v", err)
	}
}

// TestThrough: devices and FIFOs are written, not replaced.
func TestThrough(t *testing.T) {
	dir := t.TempDir()
	fifo, link, device := filepath.Join(dir, "fifo"), filepath.Join(dir, "link"), filepath.Join(dir, "null")
	must(t, syscall.Mkfifo(fifo, 0o600), os.Symlink("fifo", link))
	for _, path := range []string{fifo, link} {
		got := make(chan string)
		go func() {
			time.Sleep(30 * time.Millisecond) // the writer waits for it
			data, err := os.ReadFile(path)
			got <- fmt.Sprint(string(data), err)
		}()
		long := strings.Repeat("x", 1<<20)
		must(t, atomicfile.WriteNamed(t.Context(), path, text(long)))
		if s := <-got; s != long+"<nil>" {
			t.Errorf("%s: %d bytes read", path, len(s))
		}
	}
	if err := syscall.Mknod(device, syscall.S_IFCHR|0o666, 1<<8|3); err != nil {
		device = os.DevNull // only root makes devices
	}
	was := mode(t, device)
	must(t, atomicfile.WriteNamed(t.Context(), device, text("gone")))
	if mode(t, device) != was || mode(t, fifo)&fs.ModeNamedPipe == 0 || mode(t, link)&fs.ModeSymlink == 0 {
		t.Errorf("modes %v (was %v), %v, %v", mode(t, device), was, mode(t, fifo), mode(t, link))
	}
}

// TestFIFOEnds: neither a FIFO without a reader nor one whose reader does not read outlasts the
// context.
func TestFIFOEnds(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	must(t, syscall.Mkfifo(fifo, 0o600))
	for _, read := range []bool{false, true} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if read {
			f, err := os.OpenFile(fifo, os.O_RDWR, 0) // does not wait for the writer, on Linux
			must(t, err)
			t.Cleanup(func() { _ = f.Close() })
		}
		err := atomicfile.WriteNamed(ctx, fifo, text(strings.Repeat("x", 1<<20)))
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with a reader %v: %v, want the context's error", read, err)
		}
		cancel()
	}
}

// TestDescriptor: a descriptor of this process is written where it stands, not from the
// beginning, and the file under it stays, through a link of the person's as well.
func TestDescriptor(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "f"), filepath.Join(dir, "link")
	f, err := os.Create(path)
	must(t, err)
	defer func() { _ = f.Close() }()
	if _, err := os.Stat("/dev/fd"); err != nil {
		t.Skip("no /dev/fd here")
	}
	name := fmt.Sprintf("/dev/fd/%d", f.Fd())
	must(t, os.Symlink(name, link))
	for i, to := range []string{name, link} {
		if _, err := fmt.Fprintf(f, "%d", i); err != nil {
			t.Fatal(err)
		}
		must(t, atomicfile.WriteNamed(t.Context(), to, text("x")))
	}
	now, err := os.Stat(path)
	must(t, err)
	if was, err := f.Stat(); err != nil || !os.SameFile(was, now) || content(t, path) != "0x1x" || entries(t, dir) != 2 {
		t.Errorf("%q, %d files, the same %v", content(t, path), entries(t, dir), os.SameFile(was, now))
	}
	if err := atomicfile.WriteNamed(t.Context(), "/dev/fd/987654", text("x")); err == nil {
		t.Error("a descriptor that is not open was written")
	}
}

// TestLongNames: a name may be as long as the system lets it be.
func TestLongNames(t *testing.T) {
	for _, base := range []string{strings.Repeat("n", 255), strings.Repeat("ü", 127)} {
		path := filepath.Join(t.TempDir(), base)
		must(t, atomicfile.WriteBytes(path, []byte("x")))
		if content(t, path) != "x" {
			t.Errorf("%q", content(t, path))
		}
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, syscall.Mkfifo(at("fifo"), 0o600), os.WriteFile(at("file"), []byte("old"), 0o600), os.Symlink("file", at("link")),
		os.Symlink("new", at("dangling")), os.Mkdir(at("folder"), 0o755))
	for _, name := range []string{"fifo", "link", "dangling", "folder"} {
		if f, err := atomicfile.Open(at(name), os.O_RDWR|os.O_CREATE); err == nil || f != nil || !strings.Contains(err.Error(), "is there, want a regular file") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Lstat(at("new")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a file was made through a link")
	}
	f, err := atomicfile.Open(at("file"), os.O_WRONLY|os.O_APPEND)
	must(t, err)
	_, err = f.WriteString(" and new")
	must(t, err, f.Close())
	if content(t, at("file")) != "old and new" {
		t.Errorf("%q", content(t, at("file")))
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, syscall.Mkfifo(at("fifo"), 0o600), os.WriteFile(at("file"), []byte("text"), 0o600), os.Symlink("file", at("link")),
		os.WriteFile(at("sparse"), nil, 0o600), os.Truncate(at("sparse"), 30<<30))
	for _, name := range []string{"file", "link"} {
		if data, err := atomicfile.ReadFile(at(name), 4); err != nil || string(data) != "text" {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	for name, want := range map[string]string{
		"fifo": "a FIFO is there", ".": "a folder is there", "none": "no such file",
		"file": "it has 4 bytes, want at most 3", "sparse": "it has 32212254720 bytes, want at most 3",
	} {
		if _, err := atomicfile.ReadFile(at(name), 3); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), at(name)) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if _, err := atomicfile.ReadFile("/dev/zero", 3); err == nil {
		t.Error("/dev/zero was read")
	}
}

// TestHold: one at a time, the other learns who it is, and nothing is left.
func TestHold(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lock")
	for range 2 {
		release, err := atomicfile.Hold(path)
		must(t, err)
		_, err = atomicfile.Hold(path)
		if want := fmt.Sprintf("process %d on ", os.Getpid()); !errors.Is(err, atomicfile.ErrHeld) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
		must(t, release())
		if entries(t, dir) != 0 {
			t.Error("the lock is left behind")
		}
	}
	// What a kill left belongs to no process.
	must(t, os.WriteFile(path, []byte("process 1 on elsewhere, with a name that is longer than the next\n"), 0o600))
	release, err := atomicfile.Hold(path)
	must(t, err)
	f, err := os.Open(path)
	must(t, err)
	line, err := bufio.NewReader(f).ReadString('\n')
	must(t, err, f.Close(), release())
	if !strings.HasPrefix(line, fmt.Sprintf("process %d", os.Getpid())) || strings.Contains(line, "elsewhere") {
		t.Errorf("%q", line)
	}
	must(t, syscall.Mkfifo(path, 0o600))
	if _, err := atomicfile.Hold(path); err == nil {
		t.Error("a FIFO is held")
	}
}
