package jupyter

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/go-zeromq/zmq4"
	"github.com/go-zeromq/zmq4/security/null"
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

// greetingSize is the length of ZMTP 3.0's greeting, which comes before the first frame.
const greetingSize = 64

// guard reads a ZMTP stream for zmq4, which makes room for whatever size a frame's head claims. Of a
// message that is larger than the limit it lets through the frames up to the one that is too much;
// that one and those behind it are read and dropped, and zmq4 gets empty ones in their places.
//
//	greeting 64 | frame | frame …
//	frame: flags 1 | size 1, or 8 if flags has bit 1 | body; bit 0 of flags: more frames follow
type guard struct {
	net.Conn
	r       *bufio.Reader
	limit   int
	pending uint64 // bytes up to the next frame's head
	message uint64 // bytes of the frames of this message so far
	fake    []byte // rest of the head that stands for a dropped frame
	cut     uint64 // bytes of the last message that was too large, until it is asked for
}

func newGuard(c net.Conn, limit int) *guard {
	return &guard{Conn: c, r: bufio.NewReaderSize(c, 64<<10), limit: limit, pending: greetingSize}
}

// Read reads from the stream.
func (g *guard) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if g.pending == 0 && len(g.fake) == 0 {
		if err := g.head(); err != nil {
			return 0, err
		}
	}
	if len(g.fake) > 0 {
		n := copy(p, g.fake)
		g.fake = g.fake[n:]
		return n, nil
	}
	if uint64(len(p)) > g.pending {
		p = p[:g.pending]
	}
	n, err := g.r.Read(p)
	g.pending -= uint64(n)
	return n, err
}

// largestDropped bounds the frames that are read in order to be dropped; a larger one is noise.
const largestDropped = 1 << 36

// head looks at the next frame's head, and drops the frame if it is too large.
func (g *guard) head() error {
	const more, long = 1, 2
	head, err := g.r.Peek(2)
	if err != nil {
		return err
	}
	size, length := uint64(head[1]), uint64(2)
	flags := head[0]
	if flags&long != 0 {
		if head, err = g.r.Peek(9); err != nil {
			return err
		}
		size, length = binary.BigEndian.Uint64(head[1:]), 9
	}
	if size > largestDropped || g.message+size > largestDropped {
		return &TooLargeError{Size: max(size, g.message+size), Limit: g.limit}
	}
	g.message += size
	if g.message > uint64(g.limit) {
		if _, err := io.CopyN(io.Discard, g.r, int64(length+size)); errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		} else if err != nil {
			return err
		}
		g.cut = g.message
		g.fake = []byte{flags &^ long, 0}
	} else {
		g.pending = length + size
	}
	if flags&more == 0 {
		g.message = 0
	}
	return nil
}

// wire is one connection to a kernel's socket.
type wire struct {
	conn  *zmq4.Conn
	raw   net.Conn
	guard *guard
	send  sync.Mutex
}

// dial connects to a socket that may not be there yet: it tries until ctx ends.
func dial(ctx context.Context, network, address string, kind zmq4.SocketType, identity string, limit int) (*wire, error) {
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

func handshake(ctx context.Context, c net.Conn, kind zmq4.SocketType, identity string, limit int) (*wire, error) {
	stop := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Now()) })
	defer stop()
	if err := c.SetDeadline(time.Now().Add(2 * time.Second)); err != nil {
		return nil, err
	}
	g := newGuard(c, limit)
	conn, err := zmq4.Open(g, null.Security(), kind, zmq4.SocketIdentity(identity), false, nil)
	if err != nil {
		return nil, err
	}
	if err := c.SetDeadline(time.Time{}); err != nil {
		return nil, err
	}
	return &wire{conn: conn, raw: c, guard: g}, nil
}

// write sends the frames as one message. A kernel that does not read for so long that the
// buffers are full does not hold the sender for more than a few seconds.
func (w *wire) write(frames ...[]byte) error {
	w.send.Lock()
	defer w.send.Unlock()
	if err := w.raw.SetWriteDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return err
	}
	return w.conn.SendMsg(zmq4.NewMsgFrom(frames...))
}

// read returns the frames of the next message; it is a *[TooLargeError] if that was larger than the
// connection takes, and the one behind it can be read all the same.
func (w *wire) read() ([][]byte, error) {
	for {
		m, err := w.conn.RecvMsg()
		if err != nil {
			return nil, err
		}
		if size := w.guard.cut; size > 0 {
			w.guard.cut = 0
			return nil, &TooLargeError{Size: size, Limit: w.guard.limit}
		}
		if m.Type != zmq4.CmdMsg {
			return m.Frames, nil
		}
	}
}
