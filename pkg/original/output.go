package original

import (
	"bytes"
	"strings"
)

// capped keeps what is written up to a bound, and says once when more comes.
type capped struct {
	text bytes.Buffer
	most int64
	over func(most int64)
}

func (c *capped) Write(p []byte) (int, error) {
	if int64(c.text.Len()+len(p)) > c.most {
		c.over(c.most)
		return len(p), nil // a writer that is told of an error may go on for long without reading it
	}
	return c.text.Write(p)
}

// last keeps the end of what is written.
type last struct{ text []byte }

func (l *last) Write(p []byte) (int, error) {
	const most = 400
	l.text = append(l.text, p[max(0, len(p)-most):]...)
	l.text = l.text[max(0, len(l.text)-most):]
	return len(p), nil
}

func (l *last) String() string { return strings.ToValidUTF8(strings.TrimSpace(string(l.text)), "�") }
