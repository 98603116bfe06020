package main

import (
	"bufio"
	"bytes"
)

// held writes results to a buffer in their order, and keeps the first one back where a lone
// puzzle is to be written in another form than many.
type held[R any] struct {
	textIfAlone bool
	e           entry
	r           R
	text        []byte
	count       int
}

// write takes the number-th result (from 1) with the bytes that say it, which need not stand afterwards.
func (h *held[R]) write(w *bufio.Writer, f form, number int, e *entry, r R, text []byte) error {
	h.count = number
	switch number {
	case 1:
		h.e, h.r = *e, r
		if h.textIfAlone {
			h.text = bytes.Clone(text)
			return nil
		}
	case 2:
		if h.textIfAlone {
			if _, err := w.Write(h.text); err != nil {
				return err
			}
		}
		h.text = nil
	}
	if f == formText && number > 1 {
		if err := w.WriteByte('\n'); err != nil {
			return err
		}
	}
	_, err := w.Write(text)
	return err
}

// alone reports whether there was exactly one result, which e and r hold then.
func (h *held[R]) alone() bool { return h.count == 1 }

// waits reports whether the one result is still to be written.
func (h *held[R]) waits() bool { return h.alone() && h.textIfAlone }
