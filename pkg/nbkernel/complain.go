package nbkernel

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"sync"
)

// complaintName is the implementation that kernel_info names while the launcher answers in
// GoNB's place.
const complaintName = "sudokulab-complaint"

// complain serves a client with nothing but errors until it asks for the shutdown or ctx
// ends.
func complain(ctx context.Context, connectionFile string, c *NotReadyError) error {
	info, err := readConnection(connectionFile)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	k := &complainer{connection: info, complaint: c, session: rand.Text(), shutdown: cancel}
	var listeners []net.Listener
	defer func() {
		for _, l := range listeners {
			_ = l.Close()
		}
	}()
	for _, s := range []struct {
		port  int
		kind  string
		serve func(*peer) error
	}{
		{info.ShellPort, "ROUTER", k.answer},
		{info.ControlPort, "ROUTER", k.answer},
		{info.StdinPort, "ROUTER", drain},
		{info.IOPubPort, "PUB", k.publishTo},
		{info.HBPort, "REP", echo},
	} {
		network, address := info.address(s.port)
		listener, err := (&net.ListenConfig{}).Listen(ctx, network, address)
		if err != nil {
			return err
		}
		listeners = append(listeners, listener)
		go accept(listener, s.kind, s.serve)
	}
	<-ctx.Done()
	return nil
}

func accept(l net.Listener, kind string, serve func(*peer) error) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer func() { _ = conn.Close() }()
			if p, err := greet(conn, kind); err == nil {
				_ = serve(p) // it ends when the client goes
			}
		}()
	}
}

func echo(p *peer) error {
	for {
		frames, err := p.receive()
		if err == nil {
			err = p.send(frames...)
		}
		if err != nil {
			return err
		}
	}
}

func drain(p *peer) error {
	for {
		if _, err := p.receive(); err != nil {
			return err
		}
	}
}

// complainer is a kernel whose every cell fails.
type complainer struct {
	connection connection
	complaint  *NotReadyError
	session    string
	shutdown   func()

	mu          sync.Mutex
	subscribers []*peer
	count       int
}

func (k *complainer) publishTo(p *peer) error {
	k.mu.Lock()
	k.subscribers = append(k.subscribers, p)
	k.mu.Unlock()
	return drain(p) // subscriptions: everything is sent to everyone
}

func (k *complainer) publish(parent message, kind string, content any) error {
	frames, err := k.connection.encode(newHeader(k.session, kind), parent.raw, content)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, p := range k.subscribers {
		_ = p.send(append([][]byte{[]byte(kind)}, frames...)...) // one that has gone needs nothing
	}
	return nil
}

type object = map[string]any

// answer serves one client of shell or control.
func (k *complainer) answer(p *peer) error {
	for {
		frames, err := p.receive()
		if err != nil {
			return err
		}
		request, err := k.connection.decode(frames)
		if err != nil {
			continue // not for us, or not from whom it should be
		}
		kind, content := k.reply(request)
		if kind == "" {
			continue
		}
		published := k.publish(request, "status", object{"execution_state": "busy"})
		if request.header.Type == "execute_request" {
			k.mu.Lock()
			k.count++
			content["execution_count"] = k.count
			k.mu.Unlock()
			published = errors.Join(published, k.publish(request, "error", object{"ename": content["ename"], "evalue": content["evalue"], "traceback": content["traceback"]}))
		}
		reply, err := k.connection.encode(newHeader(k.session, kind), request.raw, content)
		if err == nil {
			err = p.send(reply...)
		}
		idle := k.publish(request, "status", object{"execution_state": "idle"})
		if err := errors.Join(published, err, idle); err != nil {
			return err
		}
		if kind == "shutdown_reply" {
			k.shutdown()
		}
	}
}

// reply returns the type and content of the answer to a request, "" for what is no request.
func (k *complainer) reply(request message) (kind string, content object) {
	switch request.header.Type {
	case "kernel_info_request":
		return "kernel_info_reply", object{
			"status": "ok", "protocol_version": protocolVersion, "implementation": complaintName, "implementation_version": "1",
			"language_info": object{"name": "go", "version": "", "mimetype": "text/x-go", "file_extension": ".go"}, "banner": k.complaint.Error(),
		}
	case "shutdown_request":
		return "shutdown_reply", object{"status": "ok", "restart": false}
	case "interrupt_request":
		return "interrupt_reply", object{"status": "ok"}
	case "comm_info_request":
		return "comm_info_reply", object{"status": "ok", "comms": object{}}
	case "history_request":
		return "history_reply", object{"status": "ok", "history": []any{}}
	case "is_complete_request":
		return "is_complete_reply", object{"status": "unknown"}
	case "execute_request", "complete_request", "inspect_request":
		return request.header.Type[:len(request.header.Type)-len("request")] + "reply", object{
			"status": "error", "ename": "KernelNotReady", "evalue": k.complaint.Error(), "traceback": []string{k.complaint.What + ".", k.complaint.Remedy + "."},
		}
	}
	return "", nil
}
