package jupyter

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Config says how to start a kernel. The zero values of all but Spec are defaults.
type Config struct {
	Spec Spec
	// Dir is the working folder; empty for that of this process.
	Dir string
	// Env is added to the environment of this process and to that of the kernelspec, as
	// name=value.
	Env []string
	// Transport is TCP (the default) or IPC.
	Transport string
	// StartTimeout bounds the time until the kernel answers; 0 for a minute.
	StartTimeout time.Duration
	// StopGrace is how long Shutdown waits for the kernel to end by itself, and as long again
	// after SIGTERM; 0 for two seconds.
	StopGrace time.Duration
	// MaxMessage bounds the size of a message in bytes; 0 for 64 MiB. Of a larger one on iopub only
	// the size is delivered, on other channels it ends the connection.
	MaxMessage int
}

// Info is what a kernel says of itself.
type Info struct {
	ProtocolVersion       string `json:"protocol_version"`
	Implementation        string `json:"implementation"`
	ImplementationVersion string `json:"implementation_version"`
	Banner                string `json:"banner"`
	// LanguageInfo is kept whole, numbers as json.Number.
	LanguageInfo Object `json:"language_info"`
}

// DeadError says that a kernel's process ended or that its connection broke.
type DeadError struct {
	Kernel string // name of the kernelspec
	State  string // how the process ended, or what broke the connection
	Output string // last lines that it wrote to its terminal
	Err    error  // what broke the connection; nil if the process ended
}

// Error says how the kernel ended, and what it last wrote.
func (e *DeadError) Error() string {
	s := fmt.Sprintf("jupyter: kernel %s died: %s", e.Kernel, e.State)
	if e.Output != "" {
		s += "; it wrote last:\n" + e.Output
	}
	return s
}

// Unwrap returns what broke the connection.
func (e *DeadError) Unwrap() error { return e.Err }

// Kernel is a running kernel. Its methods may be called from several goroutines.
type Kernel struct {
	cfg     Config
	conn    *connection
	proc    *process
	session *session
	wires   map[Channel]*wire
	beat    *wire
	info    Info

	messages chan *Message
	dead     chan struct{} // closed when the kernel cannot be used any more
	err      error         // why; valid after dead
	deadOnce sync.Once
	closing  chan struct{}
	stopOnce sync.Once
	readers  sync.WaitGroup
	pulse    atomic.Int64 // when the heartbeat was last heard, in Unix nanoseconds
}

// defaultMaxMessage is the default of Config.MaxMessage, in bytes.
const defaultMaxMessage = 64 << 20

// portTaken recognises a kernel that lost the race for a port.
var portTaken = regexp.MustCompile(`(?i)address (is )?already in use`)

// Start starts a kernel and waits until it answers on the shell channel and is heard on iopub.
// If a port was taken in between, it begins again with others. An error leaves no process.
func Start(ctx context.Context, cfg Config) (*Kernel, error) {
	if cfg.StartTimeout == 0 {
		cfg.StartTimeout = time.Minute
	}
	if cfg.StopGrace == 0 {
		cfg.StopGrace = 2 * time.Second
	}
	if cfg.MaxMessage == 0 {
		cfg.MaxMessage = defaultMaxMessage
	}
	if cfg.Transport == "" {
		cfg.Transport = TCP
	}
	if cfg.Transport != TCP && cfg.Transport != IPC {
		return nil, fmt.Errorf("jupyter: transport %q, want %s or %s", cfg.Transport, TCP, IPC)
	}
	const attempts = 3
	for attempt := 1; ; attempt++ {
		k, err := start(ctx, cfg)
		var dead *DeadError
		if err == nil || attempt == attempts || !errors.As(err, &dead) || !portTaken.MatchString(dead.Output) {
			return k, err
		}
	}
}

func start(ctx context.Context, cfg Config) (*Kernel, error) {
	k := &Kernel{
		cfg: cfg, session: newSession("nbexec"), wires: map[Channel]*wire{},
		messages: make(chan *Message, 16), dead: make(chan struct{}), closing: make(chan struct{}),
	}
	var err error
	if k.conn, err = newConnection(cfg.Transport, cfg.Spec.Name, k.session.key); err != nil {
		return nil, err
	}
	env := append(os.Environ(), cfg.Spec.environ()...)
	env = append(env, cfg.Env...)
	// Kernels of the reference implementation end by themselves when this process is gone.
	env = append(env, "JPY_PARENT_PID="+strconv.Itoa(os.Getpid()))
	if k.proc, err = startProcess(k.session.id, cfg.Spec.command(k.conn.path()), env, cfg.Dir, k.conn.dir); err != nil {
		return nil, errors.Join(err, k.conn.remove())
	}
	go func() {
		<-k.proc.done
		// What it wrote last may still be on its way through the pipe.
		time.Sleep(10 * time.Millisecond)
		k.die(&DeadError{State: k.proc.state})
	}()
	if err := k.connect(ctx); err != nil {
		k.Close()
		return nil, err
	}
	return k, nil
}

// die marks the kernel as unusable; the first reason stays.
func (k *Kernel) die(e *DeadError) {
	k.deadOnce.Do(func() {
		e.Kernel = k.cfg.Spec.Name
		e.Output = k.proc.tail.last(10)
		k.err = e
		close(k.dead)
	})
}

// errStart is the cause of the end of a start that took too long.
var errStart = errors.New("time is up")

// connect opens the channels and waits for the first answers.
func (k *Kernel) connect(ctx context.Context) error {
	outer := ctx
	ctx, cancel := context.WithTimeoutCause(ctx, k.cfg.StartTimeout, errStart)
	defer cancel()
	stop := make(chan struct{})
	defer close(stop)
	ctx, died := context.WithCancelCause(ctx)
	defer died(nil)
	go func() {
		select {
		case <-k.dead:
			died(k.err)
		case <-stop:
		}
	}()
	err := k.dialAll(ctx)
	if err == nil {
		err = k.greet(ctx)
	}
	if err == nil {
		return nil
	}
	select {
	case <-k.dead:
		return k.err
	default:
	}
	if outer.Err() != nil {
		return fmt.Errorf("jupyter: kernel %s: start: %w", k.cfg.Spec.Name, context.Cause(outer))
	}
	if errors.Is(err, errStart) {
		err = fmt.Errorf("did not answer within %v (%w)", k.cfg.StartTimeout, err)
	}
	if out := k.proc.tail.last(10); out != "" {
		err = fmt.Errorf("%w; it wrote last:\n%s", err, out)
	}
	return fmt.Errorf("jupyter: kernel %s: start: %w", k.cfg.Spec.Name, err)
}

func (k *Kernel) dialAll(ctx context.Context) error {
	for _, c := range []struct {
		channel Channel
		port    int
		kind    socketType
	}{
		{Shell, k.conn.ShellPort, dealer},
		{IOPub, k.conn.IOPubPort, sub},
		{Stdin, k.conn.StdinPort, dealer},
		{Control, k.conn.ControlPort, dealer},
		{"heartbeat", k.conn.HeartbeatPort, req},
	} {
		network, address := k.conn.address(c.port)
		// A question on stdin is addressed to the identity that sent the request on shell, so
		// all sockets have the same.
		w, err := dial(ctx, network, address, c.kind, k.session.id, k.cfg.MaxMessage)
		if err != nil {
			return fmt.Errorf("%s: %w", c.channel, err)
		}
		switch c.channel {
		case "heartbeat":
			k.beat = w
			continue
		case IOPub:
			if err := w.write([]byte{1}); err != nil { // subscribe to everything
				return fmt.Errorf("%s: %w", c.channel, err)
			}
		}
		k.wires[c.channel] = w
	}
	for channel, w := range k.wires {
		k.readers.Go(func() { k.read(channel, w) })
	}
	k.readers.Go(k.heartbeat)
	return nil
}

// read delivers the messages of a channel until the connection ends.
func (k *Kernel) read(channel Channel, w *wire) {
	for {
		frames, err := w.read()
		var m *Message
		var large *TooLargeError
		switch {
		case err == nil:
			m, err = k.session.unpack(channel, frames)
		case channel == IOPub && errors.As(err, &large) && large.Size <= largestDropped:
			m, err = &Message{Channel: channel, Cut: large.Size}, nil
		}
		if err != nil {
			k.lost(channel, err)
			return
		}
		select {
		case k.messages <- m:
		case <-k.closing:
			return
		}
	}
}

// lost reports a broken connection. When the process ends its connections break first; how it
// ended says more, so that is waited for.
func (k *Kernel) lost(channel Channel, err error) {
	var large *TooLargeError
	if !errors.As(err, &large) && !errors.Is(err, ErrSignature) {
		select {
		case <-k.proc.done:
			return // die is on its way
		case <-k.closing:
			return
		case <-time.After(500 * time.Millisecond):
		}
	}
	k.die(&DeadError{State: fmt.Sprintf("%s: %v", channel, err), Err: err})
}

// heartbeat asks for a sign of life every second. Silence alone ends nothing: a kernel that is
// stopped and goes on later is not dead.
func (k *Kernel) heartbeat() {
	k.pulse.Store(time.Now().UnixNano())
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if err := k.beat.write(nil, []byte("ping")); err != nil {
			return // the reader of another channel reports it
		}
		if _, err := k.beat.read(); err != nil {
			return
		}
		k.pulse.Store(time.Now().UnixNano())
		select {
		case <-k.closing:
			return
		case <-tick.C:
		}
	}
}

// Silent returns how long the kernel has not answered its heartbeat; it is asked each second.
func (k *Kernel) Silent() time.Duration {
	return time.Since(time.Unix(0, k.pulse.Load()))
}

// greet asks for the kernel's info until it has answered on shell and been heard on iopub: a
// subscription takes effect at a time that only the kernel knows, and what it publishes before
// is lost.
func (k *Kernel) greet(ctx context.Context) error {
	mine := map[string]bool{}
	replied, heard := false, false
	wait := 20 * time.Millisecond
	for {
		id, err := k.Send(Shell, "kernel_info_request", Object{})
		if err != nil {
			return err
		}
		mine[id] = true
		again := time.NewTimer(wait)
		wait = min(2*wait, time.Second)
		for waiting := true; waiting; {
			select {
			case m := <-k.messages:
				if !mine[m.Parent.ID] {
					continue
				}
				if m.Header.Type == "kernel_info_reply" {
					if k.info, err = decodeInfo(m.Content); err != nil {
						return err
					}
					replied = true
				}
				heard = heard || m.Channel == IOPub
				if replied && heard {
					again.Stop()
					return nil
				}
			case <-again.C:
				waiting = false
			case <-ctx.Done():
				again.Stop()
				cause := context.Cause(ctx)
				switch {
				case replied:
					return fmt.Errorf("it replies but publishes nothing: %w", cause)
				case heard:
					return fmt.Errorf("it publishes but does not reply: %w", cause)
				}
				return cause
			}
		}
	}
}

func decodeInfo(content json.RawMessage) (Info, error) {
	var info Info
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	if err := d.Decode(&info); err != nil {
		return info, fmt.Errorf("kernel_info_reply: %w", err)
	}
	if major, _, _ := strings.Cut(info.ProtocolVersion, "."); major != "5" {
		return info, fmt.Errorf("it speaks protocol %q, want 5.x", info.ProtocolVersion)
	}
	return info, nil
}

// Info returns what the kernel says of itself.
func (k *Kernel) Info() Info {
	info := k.info
	info.LanguageInfo = maps.Clone(info.LanguageInfo)
	return info
}

// PID returns the number of the kernel's process, which is that of its group.
func (k *Kernel) PID() int { return k.proc.cmd.Process.Pid }

// Messages returns the channel of what the kernel sends, on any of its channels. It is never
// closed: wait for Done too. Who stops reading stops the kernel's output.
func (k *Kernel) Messages() <-chan *Message { return k.messages }

// Done is closed when the process has ended or its connection is broken.
func (k *Kernel) Done() <-chan struct{} { return k.dead }

// Err returns why Done is closed, a *[DeadError]; nil before.
func (k *Kernel) Err() error {
	select {
	case <-k.dead:
		return k.err
	default:
		return nil
	}
}

// Send sends a request and returns its id, which is the parent's id of all that answers it.
func (k *Kernel) Send(channel Channel, kind string, content any) (id string, err error) {
	return k.send(channel, kind, nil, content)
}

// Reply answers a message on its channel.
func (k *Kernel) Reply(to *Message, kind string, content any) error {
	_, err := k.send(to.Channel, kind, to.head, content)
	return err
}

func (k *Kernel) send(channel Channel, kind string, parent json.RawMessage, content any) (string, error) {
	w := k.wires[channel]
	if w == nil || channel == IOPub {
		return "", fmt.Errorf("jupyter: nothing can be sent on %s", channel)
	}
	h := k.session.header(kind)
	frames, err := k.session.pack(h, parent, content)
	if err != nil {
		return "", err
	}
	if err := w.write(frames...); err != nil {
		return "", fmt.Errorf("jupyter: kernel %s: %s: %w", k.cfg.Spec.Name, kind, err)
	}
	return h.ID, nil
}

// Interrupt interrupts what the kernel does, by a signal or a message, as its kernelspec says.
// It does not wait for the effect.
func (k *Kernel) Interrupt() error {
	if k.cfg.Spec.InterruptMode == "message" {
		_, err := k.Send(Control, "interrupt_request", Object{})
		return err
	}
	if err := interruptGroup(k.proc.cmd); err != nil {
		return fmt.Errorf("jupyter: kernel %s: interrupt: %w", k.cfg.Spec.Name, err)
	}
	return nil
}

// Shutdown asks the kernel to end, waits, asks its group with SIGTERM, waits, and kills what is
// left. If ctx ends it kills at once. Messages are dropped from now on. asked says that the
// request was enough.
func (k *Kernel) Shutdown(ctx context.Context) (asked bool) {
	defer k.Close()
	if _, err := k.Send(Control, "shutdown_request", Object{"restart": false}); err == nil && k.gone(ctx) {
		return true
	}
	terminateGroup(k.proc.cmd)
	k.gone(ctx)
	return false
}

// gone waits for the end of the process for the time of grace.
func (k *Kernel) gone(ctx context.Context) bool {
	timer := time.NewTimer(k.cfg.StopGrace)
	defer timer.Stop()
	for {
		select {
		case <-k.messages: // a kernel that cannot get rid of its messages may not end
		case <-k.proc.done:
			return true
		case <-ctx.Done():
			return false
		case <-timer.C:
			return false
		}
	}
}

// Close kills the kernel and everything it started, and returns when they are gone and the
// connection file is removed. A second call does nothing.
func (k *Kernel) Close() {
	k.stopOnce.Do(func() {
		close(k.closing)
		k.proc.kill()
		for _, w := range k.wires {
			_ = w.raw.Close()
		}
		if k.beat != nil {
			_ = k.beat.raw.Close()
		}
		k.readers.Wait()
		_ = k.conn.remove()
		<-k.dead
	})
}
