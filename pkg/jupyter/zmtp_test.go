package jupyter

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"
)

// reading is a wire that reads from a text.
func reading(text string, limit int) *wire {
	return &wire{r: bufio.NewReader(strings.NewReader(text)), limit: limit}
}

// frame lays out a frame whose head claims the size.
func frame(flags byte, size uint64, body string) string {
	if flags&frameLong == 0 {
		return string([]byte{flags, byte(size)}) + body
	}
	return string(binary.BigEndian.AppendUint64([]byte{flags}, size)) + body
}

func filled(flags byte, size int) string {
	return frame(flags, uint64(size), strings.Repeat("x", size))
}

// TestReadBounded: a message that is too large is dropped as it comes, those before and behind it
// are read, and noise ends the stream.
func TestReadBounded(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	fine := frame(0, 3, "abc") + frame(4, 2, "zz") + filled(2, 300) + frame(1, 0, "") + frame(0, 2, "yz")
	read := [][]string{{"abc"}, {x(300)}, {"", "yz"}}
	for name, tc := range map[string]struct {
		in  string
		out [][]string // nil: too large
		cut uint64
	}{
		"fine":       {"", nil, 0},
		"limit":      {filled(1, 250) + filled(0, 150), [][]string{{x(250), x(150)}}, 0},
		"huge frame": {filled(2, 5<<20) + frame(0, 1, "a"), [][]string{nil, {"a"}}, 5 << 20},
		"many frames": {
			filled(1, 250) + filled(1, 151) + filled(3, 400) + frame(0, 2, "zz") + frame(0, 1, "a"), [][]string{nil, {"a"}}, 803,
		},
	} {
		w := reading(fine+tc.in, 400)
		for i, want := range slices.Concat(read, tc.out) {
			frames, err := w.read()
			if large, ok := errors.AsType[*TooLargeError](err); ok && want == nil && large.Size == tc.cut && large.Limit == 400 {
				continue
			}
			var got []string
			for _, f := range frames {
				got = append(got, string(f))
			}
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%s: message %d is %q, %v, want %q", name, i, got, err, want)
			}
		}
		if _, err := w.read(); !errors.Is(err, io.EOF) {
			t.Errorf("%s: at the end: %v", name, err)
		}
	}
	for name, bad := range map[string]string{
		"noise": frame(2, 1<<62, ""), "largest frame": frame(2, 1<<64-1, ""),
		"sum": filled(3, 1) + frame(2, largestDropped, ""),
	} {
		_, err := reading(bad, 400).read()
		if large, ok := errors.AsType[*TooLargeError](err); !ok || large.Size <= largestDropped {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for name, half := range map[string]string{
		"dropped": frame(2, 1<<20, "the end"), "kept": frame(0, 9, "the end"), "head": "\x02\x00\x00", "next": frame(1, 0, ""), "command": frame(4, 9, "x"),
	} {
		if _, err := reading(half, 400).read(); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s, which ends in the middle: %v", name, err)
		}
	}
	for name, bad := range map[string]string{
		"frames without end": strings.Repeat(frame(1, 0, ""), mostFrames+1), "large command": filled(6, largestCommand+1),
	} {
		if _, err := reading(bad, 400).read(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// pair returns both ends of a connection.
func pair(t *testing.T) (client, server net.Conn) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if client, err = (&net.Dialer{}).DialContext(t.Context(), "tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if server, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _, _ = client.Close(), server.Close(), l.Close() })
	return client, server
}

// TestRefuses: a side that speaks something else is told from one that speaks ZMTP 3 with NULL.
func TestRefuses(t *testing.T) {
	greeting := func(change func(g []byte)) string {
		g := make([]byte, greetingSize)
		g[0], g[9], g[10] = 0xff, 0x7f, 3
		copy(g[12:], "NULL")
		change(g)
		return string(g)
	}
	same := func([]byte) {}
	for name, theirs := range map[string]string{
		"web":           strings.Repeat("HTTP/1.1 400 Bad Request\r\n", 4),
		"old":           greeting(func(g []byte) { g[10] = 1 }),
		"other":         greeting(func(g []byte) { copy(g[12:], "CURVE") }),
		"message":       greeting(same) + frame(0, 6, "\x05READY"),
		"error":         greeting(same) + frame(4, 7, "\x05ERROR\x00"),
		"large command": greeting(same) + frame(6, 1<<40, ""),
		"ends":          greeting(same) + frame(4, 7, "\x05"),
	} {
		client, server := pair(t)
		if _, err := io.WriteString(server, theirs); err != nil {
			t.Fatal(err)
		}
		if err := server.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		if _, err := handshake(t.Context(), client, dealer, "", 1000); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	client, _ := pair(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := handshake(ctx, client, dealer, "", 1000); err == nil {
		t.Error("a side that says nothing: no error")
	}
}

// TestSpeaksZMTP talks with another implementation, this side as a client and as a server.
func TestSpeaksZMTP(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	long := bytes.Repeat([]byte("long"), 100)
	message := [][]byte{[]byte("a"), {}, long}

	// A client's sockets.
	listen := func(s zmq4.Socket) net.Addr {
		t.Cleanup(func() { _ = s.Close() })
		if err := s.Listen("tcp://127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		return s.Addr()
	}
	to := func(a net.Addr, kind socketType) *wire {
		w, err := dial(ctx, "tcp", a.String(), kind, "ada", 1000)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = w.raw.Close() })
		return w
	}
	sent := func(w *wire, frames ...[]byte) {
		t.Helper()
		if err := w.write(frames...); err != nil {
			t.Fatal(err)
		}
	}
	arrived := func(w *wire, want ...[]byte) {
		t.Helper()
		if got, err := w.read(); err != nil || !slices.EqualFunc(got, want, bytes.Equal) {
			t.Errorf("read %.30q, %v, want %.30q", got, err, want)
		}
	}
	theirs := zmq4.NewRouter(ctx)
	w := to(listen(theirs), dealer)
	sent(w, message...)
	m, err := theirs.Recv()
	if err != nil || !slices.EqualFunc(m.Frames, slices.Concat([][]byte{[]byte("ada")}, message), bytes.Equal) {
		t.Errorf("their router got %.30q, %v", m.Frames, err)
	}
	if err := theirs.SendMulti(m); err != nil {
		t.Fatal(err)
	}
	arrived(w, message...)

	publisher := zmq4.NewPub(ctx)
	w = to(listen(publisher), sub)
	sent(w, []byte{1})
	published := make(chan struct{})
	go func() { // a subscription takes effect at a time that only they know
		for {
			select {
			case <-published:
				return
			case <-time.After(5 * time.Millisecond):
				_ = publisher.SendMulti(zmq4.NewMsgFrom(message...))
			}
		}
	}()
	arrived(w, message...)
	close(published)

	theirs = zmq4.NewRep(ctx)
	w = to(listen(theirs), req)
	sent(w, nil, long)
	if m, err := theirs.Recv(); err != nil || len(m.Frames) != 1 || !bytes.Equal(m.Frames[0], long) {
		t.Errorf("their rep got %.30q, %v", m.Frames, err)
	}
	if err := theirs.Send(zmq4.NewMsg([]byte("yes"))); err != nil {
		t.Fatal(err)
	}
	arrived(w, nil, []byte("yes"))

	// A server's sockets.
	serve := func(s zmq4.Socket, kind socketType) *wire {
		t.Cleanup(func() { _ = s.Close() })
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		dialed := make(chan error, 1)
		go func() { dialed <- s.Dial("tcp://" + l.Addr().String()) }()
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		w, err := handshake(ctx, c, kind, "", 1000)
		if err = errors.Join(err, <-dialed); err != nil {
			t.Fatal(err)
		}
		return w
	}
	theirs = zmq4.NewDealer(ctx)
	w = serve(theirs, router)
	if err := theirs.SendMulti(zmq4.NewMsgFrom(message...)); err != nil {
		t.Fatal(err)
	}
	arrived(w, message...)
	sent(w, message...)
	if m, err := theirs.Recv(); err != nil || !slices.EqualFunc(m.Frames, message, bytes.Equal) {
		t.Errorf("their dealer got %.30q, %v", m.Frames, err)
	}

	theirs = zmq4.NewSub(ctx)
	w = serve(theirs, pub)
	if err := theirs.SetOption(zmq4.OptionSubscribe, ""); err != nil {
		t.Fatal(err)
	}
	arrived(w, []byte{1})
	sent(w, message...)
	if m, err := theirs.Recv(); err != nil || !slices.EqualFunc(m.Frames, message, bytes.Equal) {
		t.Errorf("their sub got %.30q, %v", m.Frames, err)
	}

	theirs = zmq4.NewReq(ctx)
	w = serve(theirs, rep)
	if err := theirs.Send(zmq4.NewMsg(long)); err != nil {
		t.Fatal(err)
	}
	arrived(w, nil, long)
	sent(w, nil, []byte("yes"))
	if m, err := theirs.Recv(); err != nil || len(m.Frames) != 1 || string(m.Frames[0]) != "yes" {
		t.Errorf("their req got %.30q, %v", m.Frames, err)
	}
}

// FuzzRead feeds the reader with noise.
func FuzzRead(f *testing.F) {
	f.Add([]byte{0, 1, 'x'})
	f.Add([]byte{1, 1, 'x', 2, 0, 0, 0, 0, 0, 0, 0, 1, 'y'})
	f.Add([]byte{4, 2, 'a', 'b', 0, 0})
	f.Add([]byte{2, 0, 0, 0, 1, 0, 0, 0, 0, 'x'})
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 100
		w := reading(string(data), limit)
		total := 0
		for {
			frames, err := w.read()
			if large, ok := errors.AsType[*TooLargeError](err); ok && large.Size <= largestDropped {
				continue
			}
			if err != nil {
				return
			}
			size := 0
			for _, frame := range frames {
				size += len(frame)
			}
			if total += size; total > len(data) || size > limit {
				t.Fatalf("%d bytes, %d before, out of %d", size, total-size, len(data))
			}
		}
	})
}
