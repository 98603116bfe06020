package nbkernel

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"time"
)

// The part of ZMTP 3.0 (rfc.zeromq.org/spec/23) that two peers with the NULL mechanism need:
// a greeting, one READY command each, then messages of frames.

const (
	frameMore    = 1
	frameLong    = 2
	frameCommand = 4

	maxFrame         = 1 << 26 // a longer frame is taken for noise
	handshakeTimeout = 10 * time.Second
)

// peer is one connection after its handshake.
type peer struct {
	conn  net.Conn
	write sync.Mutex
}

// greet does the handshake. kind is this side's socket type, such as ROUTER.
func greet(conn net.Conn, kind string) (*peer, error) {
	if err := conn.SetDeadline(time.Now().Add(handshakeTimeout)); err != nil {
		return nil, err
	}
	greeting := make([]byte, 64)
	greeting[0], greeting[9], greeting[10] = 0xff, 0x7f, 3 // signature, version 3.0
	copy(greeting[12:], "NULL")
	ready := []byte("\x05READY")
	for _, property := range [][2]string{{"Socket-Type", kind}, {"Identity", ""}} {
		ready = append(ready, byte(len(property[0])))
		ready = append(ready, property[0]...)
		ready = binary.BigEndian.AppendUint32(ready, uint32(len(property[1])))
		ready = append(ready, property[1]...)
	}
	p := &peer{conn: conn}
	if _, err := conn.Write(slices.Concat(greeting, []byte{frameCommand, byte(len(ready))}, ready)); err != nil {
		return nil, err
	}
	theirs := make([]byte, 64)
	if _, err := io.ReadFull(conn, theirs); err != nil {
		return nil, err
	}
	if theirs[0] != 0xff || theirs[9]&1 == 0 || theirs[10] < 3 || !bytes.Equal(theirs[12:17], []byte("NULL\x00")) {
		return nil, errors.New("the other side does not speak ZMTP 3 with the NULL mechanism")
	}
	flags, body, err := p.frame()
	if err != nil {
		return nil, err
	}
	if flags&frameCommand == 0 || !bytes.HasPrefix(body, []byte("\x05READY")) {
		return nil, fmt.Errorf("want READY, got %.20q", body)
	}
	return p, conn.SetDeadline(time.Time{})
}

func (p *peer) frame() (flags byte, body []byte, err error) {
	var head [9]byte
	if _, err := io.ReadFull(p.conn, head[:2]); err != nil {
		return 0, nil, err
	}
	size := uint64(head[1])
	if head[0]&frameLong != 0 {
		if _, err := io.ReadFull(p.conn, head[2:]); err != nil {
			return 0, nil, err
		}
		size = binary.BigEndian.Uint64(head[1:])
	}
	if size > maxFrame {
		return 0, nil, fmt.Errorf("a frame of %d bytes", size)
	}
	body = make([]byte, size)
	_, err = io.ReadFull(p.conn, body)
	return head[0], body, err
}

// receive returns the frames of the next message. Commands between messages are skipped.
func (p *peer) receive() ([][]byte, error) {
	var frames [][]byte
	for {
		flags, body, err := p.frame()
		if err != nil {
			return nil, err
		}
		if flags&frameCommand != 0 {
			continue
		}
		frames = append(frames, body)
		if flags&frameMore == 0 {
			return frames, nil
		}
	}
}

func (p *peer) send(frames ...[]byte) error {
	var out []byte
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
	p.write.Lock()
	defer p.write.Unlock()
	_, err := p.conn.Write(out)
	return err
}
