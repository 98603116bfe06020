package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds the length of a line in bytes. The longest line that means something is
// a 36×36 puzzle as integers, 4 KB.
const maxLine = 1 << 16

// maxBuffer is the size of the buffer for a stream. It holds the longest line with its end,
// or next could not tell that a line is too long.
const maxBuffer = 2 * maxLine

var errLongLine = errors.New("line is too long")

// maxPassed bounds what is passed over in search of the end of a line that is too long.
const maxPassed = 1 << 28

// errEndlessLine ends a stream like /dev/zero.
var errEndlessLine = fmt.Errorf("no end of this line within %d bytes", maxPassed)

// lines cuts a stream into lines within bounded memory. A bufio.Scanner gives up at a line
// that is too long; here the line is passed over if there is a next call, so that reading can go
// on behind it.
type lines struct {
	src        io.Reader
	buf        []byte
	start, end int   // buf[start:end] is read and not yet handed out
	err        error // from src, io.EOF included
	number     int   // of the line handed out last, 1-based
	odd        bool  // a byte has been read that may not stand within a line; see oddAt
	lastCR     bool  // the last byte read is a carriage return
	within     bool  // buf[start:] begins within a line that is too long
}

// newLines returns the lines of a source of at most size bytes, which saves room for short
// texts; maxBuffer for a source of unknown size.
func newLines(src io.Reader, size int) *lines {
	return &lines{src: src, buf: make([]byte, min(size+1, maxBuffer))}
}

// next returns the next line without its line end; it is valid until the next call. It
// returns errLongLine for a line that is too long, io.EOF after the last line and other
// errors of the source. What stands before such an error on an unfinished line is lost:
// it is not known to be whole.
func (l *lines) next() ([]byte, error) {
	if l.within {
		l.within = false
		l.passOver()
	}
	seen := 0 // bytes of buf[start:end] known to hold no line end
	for {
		if i := bytes.IndexByte(l.buf[l.start+seen:l.end], '\n'); i >= 0 {
			line := l.buf[l.start : l.start+seen+i]
			l.start += seen + i + 1
			return l.hand(line)
		}
		seen = l.end - l.start
		switch {
		case seen > maxLine+1:
			l.number++
			l.within = true
			return nil, errLongLine
		case errors.Is(l.err, io.EOF) && seen > 0:
			line := l.buf[l.start:l.end]
			l.start = l.end
			return l.hand(line)
		case l.err != nil:
			return nil, l.err
		}
		l.fill()
	}
}

// look watches for NUL bytes and for carriage returns that end no line. Looking at whole
// buffers is much cheaper than at every line; only a file that has such a byte pays more.
func (l *lines) look(b []byte) {
	if len(b) == 0 || l.odd {
		return
	}
	l.odd = l.lastCR && b[0] != '\n' || bytes.IndexByte(b, 0) >= 0
	l.lastCR = b[len(b)-1] == '\r'
	for !l.odd {
		i := bytes.IndexByte(b, '\r')
		if i < 0 || i+1 == len(b) {
			return
		}
		l.odd = b[i+1] != '\n'
		b = b[i+1:]
	}
}

// oddAt returns the offset of the first byte of a line that may not stand within one, and
// its name; -1 if there is none.
func (l *lines) oddAt(line []byte) (int, string) {
	if !l.odd {
		return -1, ""
	}
	if i := bytes.IndexByte(line, 0); i >= 0 {
		return i, "a NUL byte, want text"
	}
	return bytes.IndexByte(line, '\r'), "a carriage return within a line, want lines that end in LF or CRLF"
}

// hand counts the line and strips carriage returns from its end.
func (l *lines) hand(line []byte) ([]byte, error) {
	l.number++
	for n := len(line); n > 0 && line[n-1] == '\r'; n = len(line) {
		line = line[:n-1]
	}
	if len(line) > maxLine {
		return nil, errLongLine
	}
	return line, nil
}

// passOver drops bytes up to and including the next line end. An error of the source is
// left for what follows.
func (l *lines) passOver() {
	for passed := 0; ; {
		if i := bytes.IndexByte(l.buf[l.start:l.end], '\n'); i >= 0 {
			l.start += i + 1
			return
		}
		passed += l.end - l.start
		l.start = l.end
		switch {
		case l.err != nil:
			return
		case passed > maxPassed:
			l.number-- // the fault is told of the line after the last one
			l.err = errEndlessLine
			return
		}
		l.fill()
	}
}

// fill reads more, behind what is left of the buffer's content.
func (l *lines) fill() {
	l.start, l.end = 0, copy(l.buf, l.buf[l.start:l.end])
	for range 100 {
		n, err := l.src.Read(l.buf[l.end:])
		l.look(l.buf[l.end : l.end+n])
		l.end += n
		l.err = err
		if n > 0 || err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}
