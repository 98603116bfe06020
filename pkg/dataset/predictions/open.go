package predictions

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"iter"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"sudokulab/pkg/board"
)

// File is a file with predictions, read once from its beginning.
type File struct {
	o       Options
	form    Form
	hash    hash.Hash
	counted *counted  // of what is hashed
	raw     io.Reader // what is hashed while it is read
	close   func()

	lines   lineReader
	digits  *digits
	columns columns
	array   array
	parquet *parquet.File
	least   *int64 // index stated
	told    bool   // Alphabet was stated
}

// counted counts what is read.
type counted struct {
	r io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// headBytes is how much of a text is looked at to tell its form and alphabet.
const headBytes = 1 << 18

// maxWindow bounds the memory that a zstd stream may ask for: the window of its level 22.
const maxWindow = 128 << 20

// seekable is what an archive has to be.
type seekable interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// Open finds out the form of a file. An archive has to be an *os.File or the like. Errors are about the file as a whole; an empty file
// is none: it has no rows.
func Open(r io.Reader, o Options) (*File, error) {
	o.Name = cmp.Or(o.Name, "<input>")
	o.Form = cmp.Or(o.Form, Auto)
	switch {
	case r == nil:
		return nil, errors.New("predictions: no reader")
	case !slices.Contains(Forms(), o.Form):
		return nil, fmt.Errorf("predictions: form %q, want one of %v", o.Form, Forms())
	case o.IndexBase != 0 && o.IndexBase != 1:
		return nil, fmt.Errorf("predictions: index of the first puzzle %d, want 0 or 1", o.IndexBase)
	case o.Side != 0 && sideOf(o.Side*o.Side) == 0:
		return nil, fmt.Errorf("predictions: side %d, want 4, 9, 16, 25 or 36", o.Side)
	case o.Alphabet != "" && len(o.Alphabet) != board.MaxSide:
		return nil, fmt.Errorf("predictions: alphabet %q, want %d characters", o.Alphabet, board.MaxSide)
	}
	f := &File{o: o, form: o.Form, hash: sha256.New(), told: o.Alphabet != "", close: func() {}}
	f.counted = &counted{r: r}
	f.raw = io.TeeReader(f.counted, f.hash)
	f.digits = newDigits(&f.o, cmp.Or(o.Alphabet, board.Numeric))
	if err := f.sniff(r); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *File) wrong(format string, args ...any) error {
	return &FileError{File: f.o.Name, Cause: fmt.Sprintf(format, args...)}
}

// broken says after which line reading failed.
func (f *File) broken(after int64, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	what := err.Error()
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		what = "the file is cut short"
	}
	return &FileError{File: f.o.Name, Line: after, Cause: "reading ends behind this: " + what}
}

func (f *File) sniff(from io.Reader) error {
	buffered := bufio.NewReaderSize(f.raw, headBytes)
	peek := func() ([]byte, error) {
		head, err := buffered.Peek(headBytes)
		if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
			return nil, f.broken(0, err)
		}
		return head, nil
	}
	head, err := peek()
	if err != nil {
		return err
	}
	var unpacked io.Reader
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		if unpacked, err = gzip.NewReader(buffered); err != nil {
			return f.wrong("reading gzip: %v", err)
		}
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return f.wrong("reading zstd: %v", err)
		}
		f.close = z.Close
		unpacked = z
	}
	if unpacked != nil {
		buffered = bufio.NewReaderSize(unpacked, headBytes)
		if head, err = peek(); err != nil {
			return err
		}
	}
	if f.form == Auto {
		f.form = f.formOf(head)
	}
	switch f.form {
	case NPZ:
		return f.openArchive(from)
	case Parquet:
		return f.openParquet(from)
	case NPY:
		if len(head) == 0 {
			return f.wrong("the file is empty, want an array")
		}
		return f.openArray(buffered)
	}
	if unlike := noText(head); unlike != "" && (!f.o.Puzzles || unlike != otherBytes) {
		return f.wrong("this is %s, want one of the forms %v", unlike, Forms()[1:])
	}
	if f.o.Puzzles && f.form != JSONL {
		return nil
	}
	f.lines.r = buffered
	if !f.told {
		f.digits = newDigits(&f.o, alphabetOf(head, f.o.Side))
	}
	if f.form != CSV || len(head) == 0 {
		return nil
	}
	for {
		header, fault, err := f.lines.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return f.broken(f.lines.number, err)
		case fault == "" && len(bytes.TrimSpace(header)) == 0:
			continue
		}
		var ok bool
		if f.columns, ok = newColumns(header); fault != "" || !ok {
			return &FileError{File: f.o.Name, Line: f.lines.number, Cause: fmt.Sprintf("the header is %q, want a column prediction, answer or solution", clip(string(header)))}
		}
		return nil
	}
}

// formOf tells the form from the beginning of a file. The name decides only where that is no grid and nothing else either.
func (f *File) formOf(head []byte) Form {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	first, _, _ := bytes.Cut(text, []byte("\n"))
	switch {
	case bytes.HasPrefix(head, []byte("\x93NUMPY")):
		return NPY
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return NPZ
	case bytes.HasPrefix(head, []byte("PAR1")):
		return Parquet
	case bytes.HasPrefix(text, []byte("{")) && (!f.o.Puzzles || json.Valid(first)):
		return JSONL
	case f.o.Puzzles:
		return Lines
	}
	if c, ok := newColumns(bytes.TrimRight(first, "\r")); ok || firstOf(puzzleNames, c.names) >= 0 {
		return CSV
	}
	name := strings.ToLower(f.o.Name)
	for _, packed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	if len(first) > 0 && first[0] != '#' && noText(head) == "" {
		var row Row
		f.line(first, &row)
		switch {
		case row.Fault == "":
		case strings.HasSuffix(name, ".csv"), strings.HasSuffix(name, ".tsv"):
			return CSV
		case strings.HasSuffix(name, ".jsonl"), strings.HasSuffix(name, ".ndjson"), strings.HasSuffix(name, ".json"):
			return JSONL
		}
	}
	return Lines
}

// noText names what is no text.
func noText(head []byte) string {
	for start, name := range map[string]string{"\x89HDF": "an HDF5 file", "BZh": "a bzip2 file", "\xfd7zXZ": "an xz file", "%PDF": "a PDF file"} {
		if bytes.HasPrefix(head, []byte(start)) {
			return name
		}
	}
	if bytes.IndexByte(head[:min(len(head), 4096)], 0) >= 0 {
		return otherBytes
	}
	return ""
}

// otherBytes is what noText says of bytes that are of no known form; package format knows texts that have such.
const otherBytes = "no text"

// openArchive opens one array of an archive.
func (f *File) openArchive(from io.Reader) error {
	at, ok := from.(seekable)
	if !ok {
		return f.wrong("an archive (npz), want a file of that form rather than a stream")
	}
	info, err := at.Stat()
	if err != nil {
		return f.wrong("%v", err)
	}
	z, err := zip.NewReader(at, info.Size())
	if err != nil {
		return f.wrong("reading npz: %v", err)
	}
	var names []string
	for _, m := range z.File {
		names = append(names, strings.TrimSuffix(m.Name, ".npy"))
	}
	wanted := slices.Concat(answerNames, probabilityNames, []string{"arr_0"})
	if f.o.Puzzles {
		wanted = slices.Concat(puzzleKeys, []string{"arr_0"})
	}
	var pick int
	switch usual := firstOf(wanted, strings.Split(strings.ToLower(strings.Join(names, "\n")), "\n")); {
	case f.o.Array != "":
		if pick = slices.Index(names, f.o.Array); pick < 0 {
			return f.wrong("no array %q, want one of %q", f.o.Array, names)
		}
	case usual >= 0:
		pick = usual
	case len(names) == 1:
		pick = 0
	case f.o.Puzzles:
		return f.wrong("the arrays %q, want one of %q", names, wanted)
	default:
		return f.wrong("the arrays %q, want one of them named (--array)", names)
	}
	// All bytes are hashed first: the array is read out of their order.
	if _, err := io.Copy(io.Discard, f.raw); err != nil {
		return f.broken(0, err)
	}
	member, err := z.File[pick].Open()
	if err != nil {
		return f.wrong("reading npz: %v", err)
	}
	f.close = func() { _ = member.Close() }
	return f.openArray(bufio.NewReaderSize(member, headBytes))
}

// Form returns the form of the file.
func (f *File) Form() Form { return f.form }

// Name returns the name of the file, as it was given.
func (f *File) Name() string { return f.o.Name }

// Alphabet returns the characters in which the digits of a text are written, "" for arrays of numbers.
func (f *File) Alphabet() board.Alphabet {
	if f.lines.r == nil && f.parquet == nil {
		return ""
	}
	return f.digits.of
}

// LeastIndex returns the least index that rows have stated so far; ok is false if none has.
func (f *File) LeastIndex() (least int64, ok bool) {
	if f.least == nil {
		return 0, false
	}
	return *f.least, true
}

// Rows yields the rows in their order, once. An error ends them: a [*FileError] where the file is cut short or cannot be read.
func (f *File) Rows(ctx context.Context) iter.Seq2[Row, error] {
	rows := f.arrayRows()
	if f.parquet != nil {
		rows = f.parquetRows()
	}
	if f.lines.r != nil {
		rows = f.textRows(map[Form]func([]byte, *Row){CSV: f.record, JSONL: f.object, Lines: f.line}[f.form])
	}
	return func(yield func(Row, error) bool) {
		defer f.close()
		for row, err := range rows {
			if end := ctx.Err(); end != nil {
				yield(Row{}, end)
				return
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// SHA256 reads what is left of the file and returns the hash of all its bytes in hexadecimal.
func (f *File) SHA256() (string, error) {
	if _, err := io.Copy(io.Discard, f.raw); err != nil {
		return "", f.broken(0, err)
	}
	return hex.EncodeToString(f.hash.Sum(nil)), nil
}

// Bytes returns how much of the file was read.
func (f *File) Bytes() int64 { return f.counted.n }
