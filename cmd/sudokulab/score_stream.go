package main

import (
	"context"
	"io"
)

// awaitedReader reads what may block for any time, such as a pipe, and ends with its context: a read that blocks then is left behind.
type awaitedReader struct {
	ctx    context.Context
	blocks <-chan readBlock
	rest   []byte
	err    error
}

// readBlock is what one read has brought.
type readBlock struct {
	data []byte
	err  error
}

func newAwaitedReader(ctx context.Context, r io.Reader) *awaitedReader {
	const size = 64 << 10
	blocks := make(chan readBlock)
	go func() {
		for {
			b := readBlock{data: make([]byte, size)}
			var n int
			n, b.err = r.Read(b.data)
			b.data = b.data[:n]
			select {
			case blocks <- b:
			case <-ctx.Done():
				return
			}
			if b.err != nil {
				return
			}
		}
	}()
	return &awaitedReader{ctx: ctx, blocks: blocks}
}

func (a *awaitedReader) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.err != nil {
			return 0, a.err
		}
		select {
		case b := <-a.blocks:
			a.rest, a.err = b.data, b.err
		case <-a.ctx.Done():
			a.err = a.ctx.Err()
		}
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}
