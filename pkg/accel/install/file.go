//go:build linux && amd64

package install

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gomlx/go-xla/installer"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/atomicfile"
)

// The first bytes of what may be named as the plugin.
var (
	magicELF  = []byte("\x7fELF")
	magicZip  = []byte("PK\x03\x04")
	magicGzip = []byte{0x1f, 0x8b}
)

// takeFile puts the plugin of a file that a person named below work: the library itself, a wheel or
// another zip file that holds it, or a .tar.gz. What it is, its first bytes say, not its name. A file
// that bears the name of the known wheel must have its hash.
func takeFile(path, work string) (Package, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Package{}, err
	}
	if !info.Mode().IsRegular() {
		return Package{}, fmt.Errorf("%s is not a file", path)
	}
	head, err := firstBytes(path)
	if err != nil {
		return Package{}, err
	}
	var ext string
	switch {
	case bytes.HasPrefix(head, magicELF):
		ext = ".so"
	case bytes.HasPrefix(head, magicZip):
		ext = ".zip"
	case bytes.HasPrefix(head, magicGzip):
		ext = ".gz"
	default:
		return Package{}, fmt.Errorf("%s is neither a library (ELF) nor a wheel (zip) nor a .tar.gz", path)
	}
	// A copy of our own: what is hashed is then what is unpacked.
	archive := filepath.Join(work, "archive"+ext)
	if err := copyFile(path, archive); err != nil {
		return Package{}, err
	}
	f := remote{name: filepath.Base(path), version: "named by hand"}
	if f.name == wheelFile {
		f.sha256 = wheelSHA256
	}
	p, err := packageOf(f, archive)
	if err != nil {
		return Package{}, err
	}
	if ext == ".so" {
		return p, os.Rename(archive, filepath.Join(work, pluginDir, pluginName(f.name)))
	}
	if err := unpackPlugin(archive, work); err != nil {
		return Package{}, fmt.Errorf("unpacking %s: %w", path, err)
	}
	return p, os.Remove(archive)
}

func firstBytes(path string) ([]byte, error) {
	file, err := atomicfile.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // only read
	head := make([]byte, 4)
	n, err := io.ReadFull(file, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return head[:n], err
}

func copyFile(from, to string) (err error) {
	in, err := atomicfile.OpenRegular(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // only read
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// unpackPlugin unpacks an archive below a separate folder in into, and moves the library in it that
// is named like a plugin, or else the one that is a plugin, to where the lab finds it by its name.
func unpackPlugin(archive, into string) error {
	unpack := installer.Untar
	if filepath.Ext(archive) == ".zip" {
		unpack = installer.Unzip
	}
	all := filepath.Join(into, "unpacked")
	if err := os.Mkdir(all, 0o755); err != nil {
		return err
	}
	if _, err := unpack(archive, all); err != nil {
		return err
	}
	plugin, err := pluginBelow(all)
	if err != nil {
		return err
	}
	if err := os.Rename(plugin, filepath.Join(into, pluginDir, pluginName(filepath.Base(plugin)))); err != nil {
		return err
	}
	return os.RemoveAll(all)
}

var errNoPlugin = errors.New("it holds no plugin: no library that exports GetPjrtApi")

// pluginBelow returns the first regular file below a folder that is a plugin.
func pluginBelow(dir string) (plugin string, err error) {
	named := ""
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.Contains(d.Name(), ".so") {
			return err
		}
		if plugin == "" && accel.CheckPluginFile(path) == nil {
			plugin = path
		}
		if named == "" && pluginName(d.Name()) == d.Name() {
			named = path
		}
		return nil
	})
	switch {
	case err != nil:
		return "", err
	case plugin == "" && named == "":
		return "", errNoPlugin
	case plugin == "": // what is wrong with it, the installer says
		return named, nil
	}
	return plugin, nil
}

// pluginName is the name under which a library is found as the CPU plugin: its own, if that says so.
func pluginName(name string) string {
	if ok, err := filepath.Match("pjrt_c_api_cpu*_plugin.so", name); ok && err == nil {
		return name
	}
	return "pjrt_c_api_cpu_plugin.so"
}
