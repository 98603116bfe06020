package corpus

import (
	"context"
	"crypto/sha1" //nolint:gosec // git names objects by SHA-1; see verifyDownload
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sudokulab/pkg/atomicfile"
)

// Progress is told how much of a download has arrived; total is -1 if the server does not
// say. It is called often, from the goroutine that fetches.
type Progress func(done, total int64)

// partial is what is remembered beside an unfinished download, so that a later process can
// tell whether its bytes may be continued.
type partial struct {
	URL string `json:"url"`
	// Validator is the strong ETag or else the Last-Modified date of the first answer. With
	// it the server itself refuses to continue a file that has changed (If-Range).
	Validator string `json:"validator"`
}

// errRestart reports bytes of an earlier run that cannot be continued or came out wrong.
var errRestart = errors.New("the partial download does not fit")

// download brings d.URL to the file dst and returns its sha256. Bytes arrive in dst.part;
// an interrupted run leaves them, and the next one continues them with a Range request. The
// name dst appears only after the hashes were compared; after a wrong hash nothing is left.
func (s *Store) download(ctx context.Context, id string, d Download, dst string, progress Progress) (sum string, err error) {
	if err := os.MkdirAll(filepath.Dir(dst), 0o755); err != nil {
		return "", fmt.Errorf("corpus: %w", err)
	}
	release, err := atomicfile.Hold(dst + ".part.lock")
	if err != nil {
		return "", fmt.Errorf("corpus: %w", err)
	}
	defer func() { err = errors.Join(err, release()) }()
	sum, err = s.downloadOnce(ctx, id, d, dst, progress)
	if errors.Is(err, errRestart) {
		// The part was dropped; what comes now is from one answer alone.
		sum, err = s.downloadOnce(ctx, id, d, dst, progress)
	}
	return sum, err
}

func (s *Store) downloadOnce(ctx context.Context, id string, d Download, dst string, progress Progress) (string, error) {
	part := dst + ".part"
	resumed, err := s.transfer(ctx, d, part, progress)
	if err != nil {
		return "", err
	}
	sum, err := verifyDownload(ctx, id, d, part)
	if err != nil {
		if _, wrong := errors.AsType[*HashError](err); !wrong {
			return "", err
		}
		if rmErr := removePart(part); rmErr != nil {
			return "", errors.Join(err, rmErr)
		}
		if resumed {
			return "", fmt.Errorf("%w: %w", errRestart, err)
		}
		return "", err
	}
	if err := atomicfile.Place(part, dst); err != nil {
		return "", fmt.Errorf("corpus: %w", err)
	}
	return sum, removePart(part)
}

// transfer completes the file part and reports whether it began with bytes of an earlier
// run.
func (s *Store) transfer(ctx context.Context, d Download, part string, progress Progress) (resumed bool, err error) {
	offset, from := resumable(d, part)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.URL, http.NoBody)
	if err != nil {
		return false, fmt.Errorf("corpus: %w", err)
	}
	// The bytes must be those that the hash is of, and ranges count them.
	req.Header.Set("Accept-Encoding", "identity")
	req.Header.Set("User-Agent", "sudokulab")
	if offset > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", offset))
		if from.Validator != "" {
			req.Header.Set("If-Range", from.Validator)
		}
	}
	stall := s.StallTimeout
	if stall <= 0 {
		stall = time.Minute
	}
	watch := time.AfterFunc(stall, func() { cancel(fmt.Errorf("no data for %v", stall)) })
	defer watch.Stop()

	resp, err := s.client().Do(req)
	if err != nil {
		return false, transferError(ctx, d.URL, err)
	}
	defer closeRead(resp.Body)
	length := resp.ContentLength // of this answer
	switch resp.StatusCode {
	case http.StatusOK:
		offset = 0
	case http.StatusPartialContent:
		if !strings.HasPrefix(resp.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", offset)) || offset == 0 {
			return false, dropPart(part)
		}
	case http.StatusRequestedRangeNotSatisfiable:
		if offset > 0 && resp.Header.Get("Content-Range") == fmt.Sprintf("bytes */%d", offset) {
			return true, nil // everything had arrived before the interruption
		}
		return false, dropPart(part)
	default:
		return false, fmt.Errorf("corpus: %s: the server answers %s", d.URL, resp.Status)
	}
	if offset == 0 {
		if err := begin(d, part, resp.Header); err != nil {
			return false, err
		}
	}
	total := int64(-1)
	if length >= 0 {
		total = offset + length
	}
	f, err := atomicfile.Open(part, os.O_WRONLY|os.O_APPEND)
	if err != nil {
		return false, fmt.Errorf("corpus: %w", err)
	}
	n, err := copyWatched(f, resp.Body, func(n int64) {
		watch.Reset(stall)
		if progress != nil {
			progress(offset+n, total)
		}
	}, s.textLimit())
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || err == nil && length >= 0 && n != length {
		return false, fmt.Errorf("corpus: %s: the connection ended after %d of %d bytes, fetch again to continue: %w",
			d.URL, offset+n, total, io.ErrUnexpectedEOF)
	}
	if err != nil {
		return false, transferError(ctx, d.URL, err)
	}
	return offset > 0, nil
}

// resumable returns how many bytes of an earlier run may be continued. Without a validator
// that is safe only if a hash will tell a mixture of two versions.
func resumable(d Download, part string) (int64, partial) {
	info, err := os.Lstat(part)
	if err != nil || !info.Mode().IsRegular() {
		return 0, partial{}
	}
	var p partial
	const most = 64 << 10 // bytes of the note
	text, err := atomicfile.ReadFile(part+".json", most)
	if err != nil || json.Unmarshal(text, &p) != nil || p.URL != d.URL {
		return 0, partial{}
	}
	if p.Validator == "" && d.SHA256 == Unknown && d.GitBlob == "" {
		return 0, partial{}
	}
	return info.Size(), p
}

// begin empties the part and remembers what it is the beginning of. The note is removed
// first, so that a kill in between leaves bytes without a note, which nobody continues.
func begin(d Download, part string, h http.Header) error {
	if err := removePart(part); err != nil {
		return err
	}
	p := partial{URL: d.URL, Validator: h.Get("ETag")}
	if p.Validator == "" || strings.HasPrefix(p.Validator, "W/") {
		p.Validator = h.Get("Last-Modified")
	}
	f, err := atomicfile.Open(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	return writeAtomic(part+".json", func(w io.Writer) error { return json.NewEncoder(w).Encode(p) })
}

// removePart removes the part and its note. What is not a file of ours stays, and is an error.
func removePart(part string) error {
	for _, name := range []string{part + ".json", part} {
		if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("corpus: %s is no regular file; remove it to fetch here", name)
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("corpus: %w", err)
		}
	}
	return nil
}

func dropPart(part string) error {
	if err := removePart(part); err != nil {
		return err
	}
	return fmt.Errorf("corpus: %w", errRestart)
}

// copyWatched copies and calls seen with the running total after each piece.
func copyWatched(w io.Writer, r io.Reader, seen func(n int64), limit int64) (int64, error) {
	buf := make([]byte, 64<<10)
	var n int64
	for {
		k, err := r.Read(buf)
		if k > 0 {
			if n += int64(k); n > limit {
				return n, &sizeError{limit}
			}
			if _, err := w.Write(buf[:k]); err != nil {
				return n, err
			}
			seen(n)
		}
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

// transferError says why a transfer ended: the watch's reason rather than "context
// canceled" if it was the watch.
func transferError(ctx context.Context, url string, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if strings.Contains(err.Error(), url) {
		return fmt.Errorf("corpus: %w", err)
	}
	return fmt.Errorf("corpus: %s: %w", url, err)
}

// verifyDownload hashes a finished download and compares what the list knows of it. Git's
// SHA-1 guards against accidents and against anyone without a chosen-prefix collision; it is
// used where the origin's tree names the file but its bytes could not be had.
func verifyDownload(ctx context.Context, id string, d Download, name string) (string, error) {
	f, err := os.Open(name)
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

func (s *Store) client() *http.Client {
	if s.Client != nil {
		return s.Client
	}
	// No time-out for the whole: a large set may take its time as long as bytes arrive,
	// which transfer watches.
	return &http.Client{Transport: &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:   15 * time.Second,
		ResponseHeaderTimeout: time.Minute,
		ForceAttemptHTTP2:     true,
	}}
}
