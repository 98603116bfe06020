package nbkernel

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Answer is what a kernel said of itself.
type Answer struct {
	Implementation string        `json:"implementation"`
	Version        string        `json:"implementation_version"`
	Banner         string        `json:"banner"`
	Ready          time.Duration `json:"-"` // from the start of the process to the answer
}

// Ask starts the kernel that a description names, as a client does, waits for its answer to
// kernel_info_request, and shuts it down. A launcher that can only complain is an error with
// the complaint. When Ask returns, the processes have gone.
func Ask(ctx context.Context, spec Spec, wait time.Duration) (answer Answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	dir, err := os.MkdirTemp("", "sudokulab-ask-")
	if err != nil {
		return answer, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	c, err := freePorts(ctx)
	if err != nil {
		return answer, err
	}
	data, err := json.Marshal(c)
	if err != nil {
		return answer, err
	}
	file := filepath.Join(dir, "kernel-"+strings.ToLower(rand.Text())+".json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		return answer, err
	}
	if len(spec.Argv) == 0 {
		return answer, errors.New("nbkernel: the description names no program")
	}
	argv := make([]string, len(spec.Argv))
	for i, a := range spec.Argv {
		argv[i] = strings.ReplaceAll(a, "{connection_file}", file)
	}
	env := environment(os.Environ())
	for name, value := range spec.Env {
		env.set(name, value)
	}
	// Its end is by shutdown or, at the latest, with its group.
	cmd := interruptible(context.WithoutCancel(ctx), dir, env, argv[0], argv[1:]...)
	ownGroup(cmd)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return answer, fmt.Errorf("nbkernel: %w", err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // how it ends says less than whether it answered
		close(ended)
		cancel() // nobody will answer any more
	}()
	answer, err = c.kernelInfo(ctx)
	answer.Ready = time.Since(began)
	if err == nil {
		// Its end is what counts: a kernel may close the connection before it replies.
		_, _ = c.request(ctx, c.ControlPort, "shutdown_request", object{"restart": false})
		select {
		case <-ended:
		case <-time.After(shutdownTimeout):
			err = errors.New("it does not end when asked to")
		}
	}
	killed := endGroup(cmd)
	if err != nil {
		err = errors.Join(err, killed)
		select {
		case <-ended:
		case <-time.After(shutdownTimeout):
		}
		if text := strings.TrimSpace(said.String()); text != "" {
			err = fmt.Errorf("%w; it said: %s", err, lastLines(text, 5))
		}
	}
	sweep(os.TempDir())
	if err == nil && answer.Implementation == complaintName {
		err = errors.New(answer.Banner)
	}
	if err != nil {
		return answer, fmt.Errorf("nbkernel: asking the kernel: %w", err)
	}
	return answer, nil
}

const shutdownTimeout = 5 * time.Second

func lastLines(text string, n int) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// freePorts returns a connection with ports that are free now. Another process may take one
// before the kernel does; the question then fails and can be put again.
func freePorts(ctx context.Context) (connection, error) {
	var listeners []net.Listener // all stay open until all are found, so that they differ
	defer func() {
		for _, l := range listeners {
			_ = l.Close()
		}
	}()
	c := connection{Transport: "tcp", IP: "127.0.0.1", Key: rand.Text(), Scheme: "hmac-sha256"}
	for _, port := range []*int{&c.ShellPort, &c.IOPubPort, &c.StdinPort, &c.ControlPort, &c.HBPort} {
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
		if err != nil {
			return c, err
		}
		listeners = append(listeners, l)
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return c, nil
}

// dial connects to a port of a kernel that is starting.
func (c connection) dial(ctx context.Context, port int) (*peer, error) {
	network, address := c.address(port)
	for {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if err == nil {
			p, err := greet(conn, "DEALER")
			if err != nil {
				return nil, errors.Join(err, conn.Close())
			}
			return p, nil
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("no answer: %w", err)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// request sends a request and returns the content of the reply to it.
func (c connection) request(ctx context.Context, port int, kind string, content any) (json.RawMessage, error) {
	p, err := c.dial(ctx, port)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = p.conn.Close() })
	defer func() {
		stop()
		_ = p.conn.Close()
	}()
	h := newHeader(rand.Text(), kind)
	frames, err := c.encode(h, nil, content)
	if err == nil {
		err = p.send(frames...)
	}
	if err != nil {
		return nil, err
	}
	for {
		frames, err := p.receive()
		if ctx.Err() != nil {
			return nil, fmt.Errorf("no answer: %w", ctx.Err())
		}
		if err != nil {
			return nil, err
		}
		m, err := c.decode(frames)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(m.header.Type, "_reply") {
			return m.content, nil
		}
	}
}

func (c connection) kernelInfo(ctx context.Context) (Answer, error) {
	var a Answer
	content, err := c.request(ctx, c.ShellPort, "kernel_info_request", object{})
	if err == nil {
		err = json.Unmarshal(content, &a)
	}
	return a, err
}
