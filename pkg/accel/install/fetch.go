//go:build linux && amd64

package install

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// fetch downloads one file below work, checks its hash, unpacks it and removes the
// archive.
func fetch(ctx context.Context, client *http.Client, f remote, work string, stall time.Duration, progress io.Writer) (p Package, err error) {
	// The unpackers tell a compressed archive by its extension.
	archive := filepath.Join(work, "archive"+f.ext)
	defer func() { err = errors.Join(err, removeIfThere(archive)) }()
	size, sum, err := download(ctx, client, f.url, archive, stall, progress)
	if err != nil {
		return Package{}, err
	}
	if f.sha256 != "" && f.sha256 != sum {
		return Package{}, fmt.Errorf("SHA-256 is %s, its publisher says %s", sum, f.sha256)
	}
	if err := f.unpack(archive, work); err != nil {
		return Package{}, fmt.Errorf("unpacking: %w", err)
	}
	return Package{Name: f.name, Version: f.version, Bytes: size, SHA256: sum, Checked: f.sha256 != ""}, nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

var errStalled = errors.New("nothing arrives any more")

// download copies a URL into a new file and returns its size and SHA-256. It ends
// with an error when nothing arrived for as long as stall.
func download(ctx context.Context, client *http.Client, url, to string, stall time.Duration, progress io.Writer) (size int64, sum string, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(stall, func() { cancel(errStalled) })
	defer watch.Stop()
	defer func() {
		if err != nil && errors.Is(context.Cause(ctx), errStalled) {
			err = fmt.Errorf("%w (for %v, after %d bytes)", errStalled, stall, size)
		}
	}()

	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return 0, "", err
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return 0, "", fmt.Errorf("the server answers %s", response.Status)
	}
	file, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return 0, "", err
	}
	defer func() { err = errors.Join(err, file.Close()) }()

	hash := sha256.New()
	told := time.Now()
	buffer := make([]byte, 1<<20)
	for {
		n, readErr := response.Body.Read(buffer)
		if n > 0 {
			watch.Reset(stall)
			size += int64(n)
			if _, err := io.MultiWriter(file, hash).Write(buffer[:n]); err != nil {
				return size, "", err
			}
			if time.Since(told) > 2*time.Second {
				told = time.Now()
				_, _ = fmt.Fprintf(progress, "  %s\n", amount(size, response.ContentLength))
			}
		}
		if errors.Is(readErr, io.EOF) {
			break
		}
		if readErr != nil {
			return size, "", readErr
		}
	}
	return size, hex.EncodeToString(hash.Sum(nil)), nil
}

func amount(size, of int64) string {
	if of <= 0 {
		return fmt.Sprintf("%d MB", size/1e6)
	}
	return fmt.Sprintf("%d of %d MB", size/1e6, of/1e6)
}
