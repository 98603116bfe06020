package download

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sudokulab/pkg/atomicfile"
)

// Request says what to fetch.
type Request struct {
	URL string
	// Verify looks at the finished file before it gets its name; nil accepts every file. What it
	// refuses with an error that wraps [ErrWrong] is removed; after another error it stays.
	Verify func(ctx context.Context, name string) error
	// Hashed says that Verify compares a hash which was known before, so that bytes of two
	// versions put together would be found out.
	Hashed bool
}

// Options say how. The zero value is fit for use.
type Options struct {
	// Client makes the request; nil for one with time-outs for connecting and answering.
	Client *http.Client
	// Stall ends a transfer of which nothing arrived for so long; 0 means a minute.
	Stall time.Duration
	// Limit is the most that may arrive, in bytes; 0 for no bound.
	Limit int64
	// Progress may be nil.
	Progress Progress
}

// Progress is told how much of a download has arrived; total is -1 if the server does not
// say. It is called often, from the goroutine that fetches.
type Progress func(done, total int64)

// ErrWrong is wrapped by what Verify says of a file that is another than the wanted one.
var ErrWrong = errors.New("not the wanted file")

// SizeError says that more arrived than [Options.Limit].
type SizeError struct{ Limit int64 }

func (e *SizeError) Error() string { return fmt.Sprintf("more than %d bytes", e.Limit) }

// partial is what is remembered next to an unfinished download, so that a later process can
// tell whether its bytes may be continued.
type partial struct {
	URL string `json:"url"`
	// Validator is the strong ETag or else the Last-Modified date of the first answer. With
	// it the server itself refuses to continue a file that has changed (If-Range).
	Validator string `json:"validator"`
}

// errRestart reports bytes of an earlier run that cannot be continued or came out wrong.
var errRestart = errors.New("the partial download does not fit")

// File brings a file to the name dst, whose folder it makes if need be.
func File(ctx context.Context, r Request, dst string, o Options) (err error) {
	if err := os.MkdirAll(filepath.Dir(dst), 0o755); err != nil {
		return err
	}
	release, err := atomicfile.Hold(dst + ".part.lock")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	err = once(ctx, r, dst, o)
	if errors.Is(err, errRestart) {
		// The part was dropped; what comes now is from one answer alone.
		err = once(ctx, r, dst, o)
	}
	return err
}

func once(ctx context.Context, r Request, dst string, o Options) error {
	part := dst + ".part"
	resumed, err := transfer(ctx, r, part, o)
	if err != nil {
		return err
	}
	if r.Verify != nil {
		err = r.Verify(ctx, part)
	}
	if err != nil {
		if !errors.Is(err, ErrWrong) {
			return err
		}
		if rmErr := removePart(part); rmErr != nil {
			return errors.Join(err, rmErr)
		}
		if resumed {
			return fmt.Errorf("%w: %w", errRestart, err)
		}
		return err
	}
	if err := atomicfile.Place(part, dst); err != nil {
		return err
	}
	return removePart(part)
}

// transfer completes the file part and reports whether it began with bytes of an earlier
// run.
func transfer(ctx context.Context, r Request, part string, o Options) (resumed bool, err error) {
	offset, from := resumable(r, part)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.URL, http.NoBody)
	if err != nil {
		return false, err
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
	stall := o.Stall
	if stall <= 0 {
		stall = time.Minute
	}
	watch := time.AfterFunc(stall, func() { cancel(fmt.Errorf("no data for %v", stall)) })
	defer watch.Stop()

	resp, err := o.client().Do(req)
	if err != nil {
		return false, transferError(ctx, r.URL, err)
	}
	defer func() { _ = resp.Body.Close() }() // only read
	length := resp.ContentLength             // of this answer
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
		return false, fmt.Errorf("%s: the server answers %s", r.URL, resp.Status)
	}
	if offset == 0 {
		if err := begin(r, part, resp.Header); err != nil {
			return false, err
		}
	}
	total := int64(-1)
	if length >= 0 {
		total = offset + length
	}
	f, err := atomicfile.Open(part, os.O_WRONLY|os.O_APPEND)
	if err != nil {
		return false, err
	}
	n, err := copyWatched(f, resp.Body, func(n int64) {
		watch.Reset(stall)
		if o.Progress != nil {
			o.Progress(offset+n, total)
		}
	}, o.Limit)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || err == nil && length >= 0 && n != length {
		return false, fmt.Errorf("%s: the connection ended after %d of %d bytes, fetch again to continue: %w",
			r.URL, offset+n, total, io.ErrUnexpectedEOF)
	}
	if err != nil {
		return false, transferError(ctx, r.URL, err)
	}
	return offset > 0, nil
}

// resumable returns how many bytes of an earlier run may be continued. Without a validator
// that is safe only if a hash will tell a mixture of two versions.
func resumable(r Request, part string) (int64, partial) {
	info, err := os.Lstat(part)
	if err != nil || !info.Mode().IsRegular() {
		return 0, partial{}
	}
	var p partial
	const most = 64 << 10 // bytes of the note
	text, err := atomicfile.ReadFile(part+".json", most)
	if err != nil || json.Unmarshal(text, &p) != nil || p.URL != r.URL {
		return 0, partial{}
	}
	if p.Validator == "" && !r.Hashed {
		return 0, partial{}
	}
	return info.Size(), p
}

// begin empties the part and remembers what it is the beginning of. The note is removed
// first, so that a kill in between leaves bytes without a note, which no later run continues.
func begin(r Request, part string, h http.Header) error {
	if err := removePart(part); err != nil {
		return err
	}
	p := partial{URL: r.URL, Validator: h.Get("ETag")}
	if p.Validator == "" || strings.HasPrefix(p.Validator, "W/") {
		p.Validator = h.Get("Last-Modified")
	}
	f, err := atomicfile.Open(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return err
	}
	return atomicfile.Write(part+".json", func(w io.Writer) error { return json.NewEncoder(w).Encode(p) })
}

// removePart removes the part and its note. What is not a file of ours stays, and is an error.
func removePart(part string) error {
	for _, name := range []string{part + ".json", part} {
		if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s is no regular file; remove it to fetch here", name)
		}
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func dropPart(part string) error {
	if err := removePart(part); err != nil {
		return err
	}
	return errRestart
}

// copyWatched copies and calls seen with the running total after each piece.
func copyWatched(w io.Writer, r io.Reader, seen func(n int64), limit int64) (int64, error) {
	buf := make([]byte, 64<<10)
	var n int64
	for {
		k, err := r.Read(buf)
		if k > 0 {
			if n += int64(k); limit > 0 && n > limit {
				return n, &SizeError{limit}
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
		return err
	}
	return fmt.Errorf("%s: %w", url, err)
}

func (o Options) client() *http.Client {
	if o.Client != nil {
		return o.Client
	}
	// No time-out for the whole: a large file may take its time as long as bytes arrive,
	// which transfer watches.
	return &http.Client{Transport: &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:   15 * time.Second,
		ResponseHeaderTimeout: time.Minute,
		ForceAttemptHTTP2:     true,
	}}
}
