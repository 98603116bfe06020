package jupyter

import (
	"context"
	"errors"
	"net"
	"sync"
)

// Publish puts a message on iopub that belongs to the request being answered.
type Publish func(kind string, content any) error

// Answer makes the reply to a request on shell or control: its type and content, and no type for
// what it leaves unanswered. Several goroutines may call it, one for each client of a channel.
type Answer func(request *Message, publish Publish) (kind string, content any)

// Serve is a kernel: it listens where the connection file says and answers requests until one is
// answered by a shutdown_reply or ctx ends, which is no error. Each answer comes between the
// states busy and idle; the heartbeat is echoed; questions to the person are not for such a kernel.
// A message that is not signed with the connection's key stays unanswered.
func Serve(ctx context.Context, connectionFile string, answer Answer) error {
	c, err := readConnection(connectionFile)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{session: newSession("kernel"), answer: answer, end: cancel}
	s.session.key = []byte(c.Key)
	var listeners []net.Listener
	defer func() {
		for _, l := range listeners {
			_ = l.Close()
		}
	}()
	for _, socket := range []struct {
		port  int
		kind  socketType
		serve func(*wire) error
	}{
		{c.ShellPort, router, func(w *wire) error { return s.reply(Shell, w) }},
		{c.ControlPort, router, func(w *wire) error { return s.reply(Control, w) }},
		{c.StdinPort, router, discard},
		{c.IOPubPort, pub, s.subscribe},
		{c.HeartbeatPort, rep, echo},
	} {
		network, address := c.address(socket.port)
		listener, err := (&net.ListenConfig{}).Listen(ctx, network, address)
		if err != nil {
			return err
		}
		listeners = append(listeners, listener)
		go accept(ctx, listener, socket.kind, socket.serve)
	}
	<-ctx.Done()
	return nil
}

// accept serves each connection in its own goroutine, until ctx ends or the other side goes.
func accept(ctx context.Context, l net.Listener, kind socketType, serve func(*wire) error) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer func() { _ = conn.Close() }()
			w, err := handshake(ctx, conn, kind, "", defaultMaxMessage)
			if err != nil {
				return
			}
			stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
			defer stop()
			_ = serve(w) // it ends when the client goes
		}()
	}
}

// echo returns each message as it came.
func echo(w *wire) error {
	for {
		frames, err := w.read()
		if err == nil {
			err = w.write(frames...)
		}
		if err != nil {
			return err
		}
	}
}

// discard reads and drops all messages.
func discard(w *wire) error {
	for {
		if _, err := w.read(); err != nil {
			return err
		}
	}
}

// server is the kernel that Serve runs.
type server struct {
	session *session
	answer  Answer
	end     func()

	mu          sync.Mutex
	subscribers map[*wire]bool
}

// subscribe sends a client all that is published, whatever it subscribes to.
func (s *server) subscribe(w *wire) error {
	s.mu.Lock()
	if s.subscribers == nil {
		s.subscribers = map[*wire]bool{}
	}
	s.subscribers[w] = true
	s.mu.Unlock()
	err := discard(w) // subscriptions
	s.mu.Lock()
	delete(s.subscribers, w)
	s.mu.Unlock()
	return err
}

// publish sends a message to all subscribers. One that does not read is given up.
func (s *server) publish(request *Message, kind string, content any) error {
	frames, err := s.session.pack(s.session.header(kind), request.head, content)
	if err != nil {
		return err
	}
	frames = append([][]byte{[]byte(kind)}, frames...)
	s.mu.Lock()
	defer s.mu.Unlock()
	for w := range s.subscribers {
		if err := w.write(frames...); err != nil {
			delete(s.subscribers, w)
			_ = w.raw.Close()
		}
	}
	return nil
}

// reply answers one client of shell or control.
func (s *server) reply(channel Channel, w *wire) error {
	for {
		frames, err := w.read()
		if err != nil {
			return err
		}
		request, err := s.session.unpack(channel, frames)
		if err != nil {
			continue // not for this kernel, or not from whom it should be
		}
		busy := s.publish(request, "status", Object{"execution_state": "busy"})
		kind, content := s.answer(request, func(kind string, content any) error { return s.publish(request, kind, content) })
		var sent error
		if kind != "" {
			frames, sent = s.session.pack(s.session.header(kind), request.head, content)
			if sent == nil {
				sent = w.write(frames...)
			}
		}
		idle := s.publish(request, "status", Object{"execution_state": "idle"})
		if kind == "shutdown_reply" {
			s.end()
		}
		if err := errors.Join(busy, sent, idle); err != nil {
			return err
		}
	}
}
