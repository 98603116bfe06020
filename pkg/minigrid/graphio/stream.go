package graphio

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stream is a buffered writer that remembers its first error, so that the writers check it now
// and then and not at each word.
type stream struct {
	w       *bufio.Writer
	err     error
	scratch []byte
}

func newStream(w io.Writer) *stream { return &stream{w: bufio.NewWriterSize(w, 1<<16)} }

func (s *stream) put(parts ...string) {
	for _, p := range parts {
		if s.err == nil {
			_, s.err = s.w.WriteString(p)
		}
	}
}

func (s *stream) bytes(b []byte) {
	if s.err == nil {
		_, s.err = s.w.Write(b)
	}
}

func (s *stream) int(n int64) {
	s.scratch = strconv.AppendInt(s.scratch[:0], n, 10)
	s.bytes(s.scratch)
}

// ints writes numbers with a comma between them.
func (s *stream) ints(numbers []int) {
	for i, n := range numbers {
		if i > 0 {
			s.put(",")
		}
		s.int(int64(n))
	}
}

func (s *stream) check() error { return s.err }

// end flushes the buffer and returns the first error of the writer.
func (s *stream) end(form string) error {
	if s.err == nil {
		s.err = s.w.Flush()
	}
	if s.err != nil {
		return fmt.Errorf("graphio: %s: %w", form, s.err)
	}
	return nil
}

// plain makes a title safe in every form: one line of valid UTF-8 without control characters,
// which XML forbids.
func plain(title string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == 0xFFFE || r == 0xFFFF || unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsControl(r) || unicode.IsSpace(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(title, string(utf8.RuneError))))
}
