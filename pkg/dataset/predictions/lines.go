package predictions

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxLine bounds a line of text, in bytes. A longer one is a row that could not be read.
const MaxLine = 2 << 20

// lineReader cuts a text into lines.
type lineReader struct {
	r      *bufio.Reader
	number int64 // of the last line
	long   []byte
	ended  bool
}

// next returns the next line without its end, which stands until the following call. fault says why it is no line to work on. The error
// at the end is io.EOF.
func (l *lineReader) next() (line []byte, fault string, err error) {
	if l.ended {
		return nil, "", io.EOF
	}
	l.long = l.long[:0]
	size := 0
	for {
		part, err := l.r.ReadSlice('\n')
		size += len(part)
		if size <= MaxLine {
			if err == nil && len(l.long) == 0 {
				line = part
			} else {
				l.long = append(l.long, part...)
				line = l.long
			}
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			if l.ended = true; size == 0 {
				return nil, "", io.EOF
			}
		case err != nil:
			return nil, "", err
		}
		break
	}
	l.number++
	if size > MaxLine {
		return nil, fmt.Sprintf("a line of %d bytes, want at most %d", size, MaxLine), nil
	}
	if l.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	return bytes.TrimRight(line, "\r\n"), "", nil
}
