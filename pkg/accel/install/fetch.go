//go:build linux && amd64

package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/download"
)

// fetch downloads one file into the folder of downloads, checks its hash, unpacks it below work and
// removes it. An interruption leaves its bytes in that folder, and the next call continues them.
func fetch(ctx context.Context, f remote, downloads, work string, stall time.Duration, progress io.Writer) (p Package, err error) {
	// The unpackers tell a compressed archive by its extension.
	archive := filepath.Join(downloads, fileName(f.name+"-"+f.version)+f.ext)
	defer func() { err = errors.Join(err, removeIfThere(archive)) }()
	told := time.Now()
	say := func(done, total int64) {
		if time.Since(told) > 2*time.Second {
			told = time.Now()
			_, _ = fmt.Fprintf(progress, "  %s\n", amount(done, total))
		}
	}
	request := download.Request{URL: f.url, Hashed: f.sha256 != "", Verify: func(_ context.Context, name string) error {
		p, err = packageOf(f, name)
		return err
	}}
	if err := download.File(ctx, request, archive, download.Options{Stall: stall, Progress: say}); err != nil {
		return Package{}, err
	}
	if err := f.unpack(archive, work); err != nil {
		return Package{}, fmt.Errorf("unpacking: %w", err)
	}
	return p, nil
}

// packageOf hashes a file and compares the hash with the known one.
func packageOf(f remote, name string) (Package, error) {
	sum, size, err := atomicfile.SHA256(name)
	if err != nil {
		return Package{}, err
	}
	if f.sha256 != "" && f.sha256 != sum {
		return Package{}, fmt.Errorf("%w: its SHA-256 is %s, want %s", download.ErrWrong, sum, f.sha256)
	}
	return Package{Name: f.name, Version: f.version, Bytes: size, SHA256: sum, Checked: f.sha256 != ""}, nil
}

// fileName makes a name that a publisher gave fit to be a file's.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || r == filepath.Separator || r < ' ' {
			return '_'
		}
		return r
	}, name)
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

func amount(size, of int64) string {
	if of <= 0 {
		return fmt.Sprintf("%d MB", size/1e6)
	}
	return fmt.Sprintf("%d of %d MB", size/1e6, of/1e6)
}
