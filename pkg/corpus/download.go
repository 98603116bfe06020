package corpus

import (
	"context"
	"crypto/sha1" //nolint:gosec // git names objects by SHA-1; see verifyDownload
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/download"
)

// Progress is told how much of a download has arrived; total is -1 if the server does not
// say. It is called often, from the goroutine that fetches.
type Progress = download.Progress

// download brings d.URL to the file dst and returns its sha256. The name dst appears only after
// the hashes were compared; after a wrong hash nothing is left.
func (s *Store) download(ctx context.Context, id string, d Download, dst string, progress Progress) (sum string, err error) {
	var failed error // of verifyDownload, which has its own prefix
	request := download.Request{URL: d.URL, Hashed: d.SHA256 != Unknown || d.GitBlob != "", Verify: func(ctx context.Context, name string) error {
		sum, failed = verifyDownload(ctx, id, d, name)
		return failed
	}}
	options := download.Options{Client: s.Client, Stall: s.StallTimeout, Limit: s.textLimit(), Progress: progress}
	err = download.File(ctx, request, dst, options)
	switch {
	case failed != nil && errors.Is(err, failed):
		return "", err
	case err != nil:
		return "", fmt.Errorf("corpus: %w", err)
	}
	return sum, nil
}

// verifyDownload hashes a finished download and compares what the list knows of it. Git's
// SHA-1 guards against accidents and against anyone without a chosen-prefix collision; it is
// used where the origin's tree names the file but its bytes could not be had.
func verifyDownload(ctx context.Context, id string, d Download, name string) (string, error) {
	f, err := atomicfile.OpenRegular(name)
	if err != nil {
		return "", fmt.Errorf("corpus: %w", err)
	}
	defer closeRead(f)
	info, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("corpus: %w", err)
	}
	sha, blob := sha256.New(), sha1.New() //nolint:gosec // see above
	if _, err := blob.Write([]byte("blob " + strconv.FormatInt(info.Size(), 10) + "\x00")); err != nil {
		return "", fmt.Errorf("corpus: %w", err)
	}
	if _, err := io.Copy(io.MultiWriter(sha, blob), &ctxReader{ctx, f}); err != nil {
		return "", fmt.Errorf("corpus: %s: %w", name, err)
	}
	hexSum := func(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }
	sum := hexSum(sha)
	if d.SHA256 != Unknown && d.SHA256 != sum {
		return "", &HashError{ID: id, Path: d.URL, Basis: string(ListHash), Want: d.SHA256, Got: sum}
	}
	if got := hexSum(blob); d.GitBlob != "" && d.GitBlob != got {
		return "", &HashError{ID: id, Path: d.URL, Basis: "git blob", Want: d.GitBlob, Got: got}
	}
	return sum, nil
}
