package main

import (
	"bufio"
	"io"
	"sync"
	"time"
)

// promptWriter gathers what is written quickly, and hands it on soon even if nothing more comes. A write to the system for
// every second of thousands of puzzles is what it saves.
type promptWriter struct {
	mu     sync.Mutex
	buffer *bufio.Writer
	wake   *time.Timer // that flushes
	due    bool        // it runs
}

// promptPause is how long text waits at most: too short to be noticed.
const promptPause = 20 * time.Millisecond

func newPromptWriter(w io.Writer) *promptWriter {
	p := &promptWriter{buffer: bufio.NewWriterSize(w, 64<<10)}
	p.wake = time.AfterFunc(time.Hour, func() { _ = p.Flush() }) // the next call has its error
	p.wake.Stop()
	return p
}

// Write implements io.Writer.
func (p *promptWriter) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.due {
		p.due = true
		p.wake.Reset(promptPause)
	}
	return p.buffer.Write(b)
}

// Flush hands on what is there. After the last call nothing is written that was not asked for.
func (p *promptWriter) Flush() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.due = false
	p.wake.Stop()
	return p.buffer.Flush()
}
