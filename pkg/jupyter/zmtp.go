package jupyter

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"time"
)

// The part of ZMTP 3.0 (rfc.zeromq.org/spec/23) that two sides with the NULL mechanism need:
//
//	greeting 64 | READY | frame | frame …
//	frame: flags 1 | size 1, or 8 with the flag long | body

const (
	frameMore    = 1 // another frame of the message follows
	frameLong    = 2
	frameCommand = 4

	greetingSize = 64
	// largestCommand bounds a command, of which the longest that either side sends is READY.
	largestCommand = 64 << 10
	// largestDropped bounds the frames that are read in order to be dropped; a larger one is noise.
	largestDropped = 1 << 36
	// mostFrames bounds the frames of a message; Jupyter's have seven and one for each binary buffer.
	mostFrames = 1 << 12

	handshakeTimeout = 2 * time.Second
	// writeTimeout is how long a side that does not read, its buffers full, holds up the other.
	writeTimeout = 5 * time.Second
)

// socketType is the type of a ZeroMQ socket.
type socketType string

const (
	dealer socketType = "DEALER"
	router socketType = "ROUTER"
	pub    socketType = "PUB"
	sub    socketType = "SUB"
	req    socketType = "REQ"
	rep    socketType = "REP"
)

// TooLargeError means that a message was larger than the connection takes.
type TooLargeError struct {
	Size  uint64 // bytes
	Limit int
}

// Error says how large the message was.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("message of %d bytes, more than the limit of %d", e.Size, e.Limit)
}

// wire is one ZMTP connection after its handshake. One goroutine may read while others write.
type wire struct {
	raw   net.Conn
	r     *bufio.Reader
	limit int // of a message, in bytes
	send  sync.Mutex
}

// dial connects to a socket that may not be there yet: it tries until ctx ends.
func dial(ctx context.Context, network, address string, kind socketType, identity string, limit int) (*wire, error) {
	// The port is free until the kernel takes it, so failing is the usual case at first.
	const pause = 5 * time.Millisecond
	var d net.Dialer
	for {
		c, err := d.DialContext(ctx, network, address)
		if err == nil {
			var w *wire
			if w, err = handshake(ctx, c, kind, identity, limit); err == nil {
				return w, nil
			}
			_ = c.Close()
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", context.Cause(ctx), err)
		case <-time.After(pause):
		}
	}
}

// handshake exchanges greetings and READY commands. kind is the type of this side's socket, and
// identity the name by which a ROUTER on the other side knows it.
func handshake(ctx context.Context, c net.Conn, kind socketType, identity string, limit int) (*wire, error) {
	stop := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Now()) })
	defer stop()
	if err := c.SetDeadline(time.Now().Add(handshakeTimeout)); err != nil {
		return nil, err
	}
	greeting := make([]byte, greetingSize)
	greeting[0], greeting[9], greeting[10] = 0xff, 0x7f, 3 // signature, version 3.0
	copy(greeting[12:], "NULL")
	ready := []byte("\x05READY")
	for _, property := range [][2]string{{"Socket-Type", string(kind)}, {"Identity", identity}} {
		ready = append(ready, byte(len(property[0])))
		ready = append(ready, property[0]...)
		ready = binary.BigEndian.AppendUint32(ready, uint32(len(property[1])))
		ready = append(ready, property[1]...)
	}
	if _, err := c.Write(slices.Concat(greeting, []byte{frameCommand, byte(len(ready))}, ready)); err != nil {
		return nil, err
	}
	w := &wire{raw: c, r: bufio.NewReaderSize(c, 64<<10), limit: limit}
	theirs := make([]byte, greetingSize)
	if _, err := io.ReadFull(w.r, theirs); err != nil {
		return nil, err
	}
	if theirs[0] != 0xff || theirs[9]&1 == 0 || theirs[10] < 3 || !bytes.Equal(theirs[12:17], []byte("NULL\x00")) {
		return nil, errors.New("the other side does not speak ZMTP 3 with the NULL mechanism")
	}
	flags, size, err := w.head()
	if err != nil {
		return nil, err
	}
	if flags&frameCommand == 0 || size > largestCommand {
		return nil, fmt.Errorf("want a command, READY, got a frame of %d bytes with the flags %#x", size, flags)
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(w.r, body); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(body, []byte("\x05READY")) {
		return nil, fmt.Errorf("want READY, got %.20q", body)
	}
	return w, c.SetDeadline(time.Time{})
}

// head reads the head of the next frame.
func (w *wire) head() (flags byte, size uint64, err error) {
	var head [9]byte
	if _, err := io.ReadFull(w.r, head[:2]); err != nil {
		return 0, 0, err
	}
	if head[0]&frameLong == 0 {
		return head[0], uint64(head[1]), nil
	}
	if _, err := io.ReadFull(w.r, head[2:]); err != nil {
		return 0, 0, unexpected(err)
	}
	return head[0], binary.BigEndian.Uint64(head[1:]), nil
}

// unexpected is the error of a stream that ends within a frame.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// read returns the frames of the next message. It is a *[TooLargeError] if the message was larger
// than the connection takes; its frames are dropped as they come, from the one that is too much on,
// and the message behind it can be read all the same. Only a size that cannot be meant ends the
// connection. Commands between messages are skipped.
func (w *wire) read() ([][]byte, error) {
	var frames [][]byte
	var total uint64
	for n := 0; ; {
		flags, size, err := w.head()
		if err != nil && n > 0 {
			err = unexpected(err)
		}
		if err != nil {
			return nil, err
		}
		if size > largestDropped || total+size > largestDropped {
			return nil, &TooLargeError{Size: max(size, total+size), Limit: w.limit}
		}
		if flags&frameCommand != 0 {
			if size > largestCommand {
				return nil, fmt.Errorf("a command of %d bytes, want %d at most", size, largestCommand)
			}
			if _, err := io.CopyN(io.Discard, w.r, int64(size)); err != nil {
				return nil, unexpected(err)
			}
			continue
		}
		total += size
		n++
		if n > mostFrames {
			return nil, fmt.Errorf("a message of more than %d frames", mostFrames)
		}
		if total > uint64(w.limit) {
			frames = nil
			_, err = io.CopyN(io.Discard, w.r, int64(size))
		} else {
			frame := make([]byte, size)
			_, err = io.ReadFull(w.r, frame)
			frames = append(frames, frame)
		}
		switch {
		case err != nil:
			return nil, unexpected(err)
		case flags&frameMore != 0:
		case total > uint64(w.limit):
			return nil, &TooLargeError{Size: total, Limit: w.limit}
		default:
			return frames, nil
		}
	}
}

// write sends the frames as one message. After an error the connection is of no more use: part of
// the message may have gone out.
func (w *wire) write(frames ...[]byte) error {
	size := 0
	for _, f := range frames {
		size += 9 + len(f)
	}
	out := make([]byte, 0, size)
	for i, f := range frames {
		var flags byte
		if i < len(frames)-1 {
			flags = frameMore
		}
		if len(f) > 255 {
			out = binary.BigEndian.AppendUint64(append(out, flags|frameLong), uint64(len(f)))
		} else {
			out = append(out, flags, byte(len(f)))
		}
		out = append(out, f...)
	}
	w.send.Lock()
	defer w.send.Unlock()
	if err := w.raw.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	_, err := w.raw.Write(out)
	return err
}
