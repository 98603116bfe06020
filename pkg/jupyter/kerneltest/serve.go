//go:build unix

package kerneltest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/go-zeromq/zmq4"
)

// kernel is the running kernel.
type kernel struct {
	mode string
	key  []byte
	path string
	info struct {
		Transport string `json:"transport"`
		IP        string `json:"ip"`
		Key       string `json:"key"`
		Shell     int    `json:"shell_port"`
		IOPub     int    `json:"iopub_port"`
		Stdin     int    `json:"stdin_port"`
		Control   int    `json:"control_port"`
		Heartbeat int    `json:"hb_port"`
	}
	shell, control, stdin, iopub, heartbeat zmq4.Socket

	mu        sync.Mutex // of sending
	sent      int
	count     int
	interrupt chan struct{}
	answers   chan string
	end       chan struct{}
}

func listen(path, mode string) (*kernel, error) {
	k := &kernel{mode: mode, path: path, interrupt: make(chan struct{}, 1), answers: make(chan string), end: make(chan struct{})}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &k.info); err != nil {
		return nil, err
	}
	k.key = []byte(k.info.Key)
	ctx := context.Background()
	k.shell, k.control, k.stdin = zmq4.NewRouter(ctx), zmq4.NewRouter(ctx), zmq4.NewRouter(ctx)
	k.iopub, k.heartbeat = zmq4.NewPub(ctx), zmq4.NewRep(ctx)
	for _, s := range []struct {
		socket zmq4.Socket
		port   int
	}{
		{k.heartbeat, k.info.Heartbeat},
		{k.iopub, k.info.IOPub},
		{k.stdin, k.info.Stdin},
		{k.control, k.info.Control},
		{k.shell, k.info.Shell},
	} {
		address := fmt.Sprintf("tcp://%s:%d", k.info.IP, s.port)
		if k.info.Transport == "ipc" {
			address = fmt.Sprintf("ipc://%s-%d", k.info.IP, s.port)
		}
		if err := s.socket.Listen(address); err != nil {
			return nil, err
		}
	}
	return k, nil
}

func (k *kernel) serve() int {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		for s := range signals {
			switch {
			case s == syscall.SIGTERM && k.mode != IgnoresEnd:
				os.Exit(143) //nolint:forbidigo // the process is the kernel, and this its reaction to the signal
			case s == syscall.SIGINT && k.mode != IgnoresSIGINT:
				k.interrupted()
			}
		}
	}()
	go k.echo()
	go k.questions()
	go k.controls()
	for {
		m, err := k.shell.Recv()
		if err != nil {
			return 0
		}
		if k.mode == Silent {
			continue
		}
		r, err := parse(k.key, m.Frames)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		switch r.header.Type {
		case "kernel_info_request":
			k.status(r, "busy")
			version := "5.3"
			if k.mode == OldProtocol {
				version = "4.1"
			}
			k.send(k.shell, r.route, "kernel_info_reply", r, map[string]any{
				"status": "ok", "protocol_version": version, "implementation": "kerneltest",
				"implementation_version": "1", "banner": "a kernel for tests",
				"language_info": map[string]any{"name": "lines", "version": "1.0", "file_extension": ".txt"},
			})
			k.status(r, "idle")
		case "execute_request":
			k.execute(r)
		}
	}
}

func (k *kernel) interrupted() {
	select {
	case k.interrupt <- struct{}{}:
	default:
	}
}

func (k *kernel) echo() {
	for {
		m, err := k.heartbeat.Recv()
		if err != nil {
			return
		}
		_ = k.heartbeat.Send(m)
	}
}

func (k *kernel) questions() {
	for {
		m, err := k.stdin.Recv()
		if err != nil {
			return
		}
		r, err := parse(k.key, m.Frames)
		if err != nil || r.header.Type != "input_reply" {
			continue
		}
		var reply struct{ Value, Status string }
		_ = json.Unmarshal(r.content, &reply)
		k.answers <- reply.Status + reply.Value
	}
}

func (k *kernel) controls() {
	for {
		m, err := k.control.Recv()
		if err != nil {
			return
		}
		r, err := parse(k.key, m.Frames)
		if err != nil {
			continue
		}
		switch r.header.Type {
		case "interrupt_request":
			if k.mode != IgnoresSIGINT {
				k.interrupted()
			}
			k.send(k.control, r.route, "interrupt_reply", r, map[string]any{"status": "ok"})
		case "shutdown_request":
			k.send(k.control, r.route, "shutdown_reply", r, map[string]any{"status": "ok", "restart": false})
			if k.mode != IgnoresEnd {
				os.Exit(0) //nolint:forbidigo // the process is the kernel, and it was told to end
			}
		}
	}
}

// send signs and sends a message.
func (k *kernel) send(to zmq4.Socket, route [][]byte, kind string, parent *request, content any) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.sent++
	h, _ := json.Marshal(header{
		ID: "k" + strconv.Itoa(k.sent), Session: "kernel", Username: "kernel", Type: kind, Version: "5.3",
		Date: time.Now().UTC().Format(time.RFC3339Nano),
	})
	body, _ := json.Marshal(content)
	parts := [][]byte{h, parent.raw, []byte("{}"), body}
	key := k.key
	if k.mode == BadSignatures || kind == "badsign" {
		key = []byte("another")
	}
	frames := append([][]byte{}, route...)
	frames = append(frames, []byte("<IDS|MSG>"), sign(key, parts))
	_ = to.SendMulti(zmq4.NewMsgFrom(append(frames, parts...)...))
}

var started = time.Now()

func (k *kernel) publish(r *request, kind string, content map[string]any) {
	if k.mode == Mute || k.mode == LateSubscriber && time.Since(started) < 300*time.Millisecond {
		return
	}
	k.send(k.iopub, [][]byte{[]byte(kind)}, kind, r, content)
}

func (k *kernel) status(r *request, state string) {
	k.publish(r, "status", map[string]any{"execution_state": state})
}

// raised ends a cell with an error.
type raised struct{ name, value string }

func (e *raised) Error() string { return e.name + ": " + e.value }

// cell is the state of the cell being executed.
type cell struct {
	*kernel
	r       *request
	replied bool
	noIdle  bool
	noReply bool
	quiet   bool // the error is in the reply only
	status  string
}

func (k *kernel) execute(r *request) {
	var content struct {
		Code       string `json:"code"`
		Silent     *bool  `json:"silent"`
		History    *bool  `json:"store_history"`
		AllowStdin *bool  `json:"allow_stdin"`
	}
	if err := json.Unmarshal(r.content, &content); err != nil || content.Silent == nil || content.History == nil {
		fmt.Fprintln(os.Stderr, "execute_request lacks a field", err)
		os.Exit(1) //nolint:forbidigo // the process is the kernel
	}
	k.count++
	select {
	case <-k.interrupt: // one that came too late for the cell before
	default:
	}
	k.status(r, "busy")
	k.publish(r, "execute_input", map[string]any{"code": content.Code, "execution_count": k.count})
	c := &cell{kernel: k, r: r, status: "ok"}
	var err error
	for line := range strings.Lines(content.Code) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			if err = c.command(line); err != nil {
				break
			}
		}
	}
	c.finish(err)
}

func (c *cell) finish(err error) {
	reply := map[string]any{"status": c.status, "execution_count": c.count}
	if e, ok := errors.AsType[*raised](err); ok {
		report := map[string]any{"ename": e.name, "evalue": e.value, "traceback": []string{"\x1b[31m" + e.name + "\x1b[0m: " + e.value}}
		if !c.quiet {
			c.publish(c.r, "error", report)
		}
		maps.Copy(reply, report)
		reply["status"] = "error"
	}
	if !c.replied && !c.noReply {
		c.send(c.shell, c.r.route, "execute_reply", c.r, reply)
	}
	if !c.noIdle {
		c.kernel.status(c.r, "idle")
	}
}

var unescape = strings.NewReplacer(`\n`, "\n", `\r`, "\r", `\t`, "\t", `\e`, "\x1b")

func bundle(text string) map[string]any { return map[string]any{"text/plain": text} }

func (c *cell) print(name, text string) {
	c.publish(c.r, "stream", map[string]any{"name": name, "text": text})
}

// output runs the commands that output something.
func (c *cell) output(name, rest string) (known bool) {
	first, text, _ := strings.Cut(rest, " ")
	switch name {
	case "print":
		c.print("stdout", unescape.Replace(rest))
	case "stderr":
		c.print("stderr", unescape.Replace(rest))
	case "result":
		c.publish(c.r, "execute_result", map[string]any{"data": bundle(rest), "metadata": map[string]any{}, "execution_count": c.count})
	case "display", "update":
		transient := map[string]any{}
		if first != "-" {
			transient["display_id"] = first
		}
		kind := "display_data"
		if name == "update" {
			kind = "update_display_data"
		}
		c.publish(c.r, kind, map[string]any{"data": bundle(text), "metadata": map[string]any{"n": 1.50}, "transient": transient})
	case "clear":
		c.publish(c.r, "clear_output", map[string]any{"wait": rest == "wait"})
	case "env":
		c.print("stdout", os.Getenv(rest))
	case "cwd":
		dir, _ := os.Getwd()
		c.print("stdout", dir)
	case "pid":
		c.print("stdout", strconv.Itoa(os.Getpid()))
	case "mode":
		if info, err := os.Stat(c.path); err == nil {
			c.print("stdout", fmt.Sprintf("%o", info.Mode().Perm()))
		}
	default:
		return false
	}
	return true
}

func (c *cell) command(line string) error {
	name, rest, _ := strings.Cut(line, " ")
	if c.output(name, rest) {
		return nil
	}
	switch name {
	case "error", "replyerror":
		c.quiet = name == "replyerror"
		kind, text, _ := strings.Cut(rest, " ")
		return &raised{kind, text}
	case "sleep":
		d, err := time.ParseDuration(rest)
		if err != nil {
			return &raised{"ValueError", err.Error()}
		}
		select {
		case <-time.After(d):
		case <-c.interrupt:
			return &raised{"KeyboardInterrupt", ""}
		}
	case "hang":
		select {}
	case "die":
		status, _ := strconv.Atoi(rest)
		fmt.Fprintln(os.Stderr, "fatal: told to die")
		if status == -9 {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
		os.Exit(status) //nolint:forbidigo // the process is the kernel, and it was told to end
	case "ask":
		c.send(c.stdin, c.r.route, "input_request", c.r, map[string]any{"prompt": rest, "password": false})
		c.print("stdout", "answer: "+<-c.answers)
		return c.command("sleep 1h")
	case "replyfirst":
		c.send(c.shell, c.r.route, "execute_reply", c.r, map[string]any{"status": "ok", "execution_count": c.count})
		c.replied = true
		time.Sleep(20 * time.Millisecond)
	case "noidle":
		c.noIdle = true
	case "noreply":
		c.noReply = true
	case "status":
		c.status = rest
	default:
		return c.fault(name, rest)
	}
	return nil
}

// fault runs the commands that a kernel should not know.
func (c *cell) fault(name, rest string) error {
	size, _ := strconv.Atoi(rest)
	const chunk = 64 << 10
	switch name {
	case "flood":
		for sent := 0; sent < size; sent += chunk {
			c.print("stdout", strings.Repeat("x", chunk-1)+"\n")
			select {
			case <-c.interrupt:
				return &raised{"KeyboardInterrupt", ""}
			default:
			}
		}
	case "endless":
		for {
			c.print("stdout", strings.Repeat("x", chunk-1)+"\n")
		}
	case "big":
		c.print("stdout", strings.Repeat("x", size))
	case "spawn", "child":
		cmd := exec.Command("sleep", "300")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: name == "spawn"}
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr // holds the kernel's pipes open
		if err := cmd.Start(); err != nil {
			return &raised{"OSError", err.Error()}
		}
		c.print("stdout", strconv.Itoa(cmd.Process.Pid))
	case "badsign":
		c.send(c.iopub, [][]byte{[]byte("x")}, "badsign", c.r, map[string]any{})
	case "garbage":
		_ = c.iopub.SendMulti(zmq4.NewMsgFrom([]byte("a"), []byte("b")))
	case "strayidle":
		stray := *c.r
		stray.raw = []byte(`{"msg_id":"another"}`)
		c.kernel.status(&stray, "idle")
	default:
		return &raised{"SyntaxError", "unknown command " + name}
	}
	return nil
}
