package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/page/protocol"
)

// serving starts a server with its own limits on connections, and returns its address.
func serving(t *testing.T, change func(*Options), conns int) (*Server, string) {
	t.Helper()
	o := DefaultOptions()
	o.Page = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "the page") })
	change(&o)
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	s.conns.most = conns
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-done, s.Close()); err != nil {
			t.Error(err)
		}
	})
	return s, l.Addr().String()
}

// begin sends the head of a call, and what there is of its body.
func begin(t *testing.T, address, call string, length int, body string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	fmt.Fprintf(c, "POST /api/v1/%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", call, length, body)
	return c
}

// answered reads an answer, which has to come within a time.
func answered(t *testing.T, c net.Conn, within time.Duration) reply {
	t.Helper()
	if err := c.SetReadDeadline(time.Now().Add(within)); err != nil {
		t.Fatal(err)
	}
	return replied(t, c, http.MethodPost)
}

// TestSlowBodies: bodies that come slowly keep nobody from a place, and are not waited for though each byte is in time; one that comes
// steadily is.
func TestSlowBodies(t *testing.T) {
	_, address := serving(t, func(o *Options) { o.Idle, o.Running, o.Waiting = 500*time.Millisecond, 1, 1 }, mostConns)
	var slow []net.Conn
	for range 66 {
		slow = append(slow, begin(t, address, "check", 4000, "{"))
	}
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(50 * time.Millisecond):
				for _, c := range slow {
					_, _ = c.Write([]byte(" "))
				}
			}
		}
	}()
	for range 5 {
		if res := answered(t, begin(t, address, "check", len(puzzle), puzzle), 10*time.Second); res.code != http.StatusOK {
			t.Errorf("a good call beside slow bodies: %d", res.code)
		}
	}
	for _, c := range slow {
		res := answered(t, c, 10*time.Second)
		if err := honest(res); err != nil || res.code != http.StatusRequestTimeout || res.header.Get("Retry-After") == "" {
			t.Fatalf("a slow body: %d, %v, %v", res.code, res.header, err)
		}
	}
	long := puzzle + strings.Repeat(" ", 12<<10)
	c := begin(t, address, "check", len(long), "")
	for part := range slices.Chunk([]byte(long), 1<<10) { // 10 KiB per second
		if _, err := c.Write(part); err != nil {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
	if res := answered(t, c, 10*time.Second); res.code != http.StatusOK {
		t.Errorf("a steady body: %d", res.code)
	}
}

// TestLongerThanIdle: a call may take longer than a connection may stand still, and ends with its connection even then.
func TestLongerThanIdle(t *testing.T) {
	s, address := serving(t, func(o *Options) { o.Idle = 100 * time.Millisecond }, mostConns)
	body := emptyBoard(25, `,"method":"csp-first","seconds":3}`)
	res := answered(t, begin(t, address, "solve", len(body), body), 20*time.Second)
	if !strings.Contains(string(res.body), `"status":"capped"`) {
		t.Errorf("%d, %s", res.code, res.body)
	}
	body = emptyBoard(36, `,"method":"csp-plain"}`)
	c := begin(t, address, "solve", len(body), body)
	for begun := time.Now(); s.lanes[protocol.Long].busy() == 0; time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > 20*time.Second {
			t.Fatal("the call does not begin")
		}
	}
	time.Sleep(300 * time.Millisecond)
	_ = c.Close()
	for begun := time.Now(); s.lanes[protocol.Long].busy() > 0; time.Sleep(time.Millisecond) {
		if time.Since(begun) > 2*time.Second {
			t.Fatal("the call goes on though its connection is gone")
		}
	}
}

func emptyBoard(side int, more string) string {
	return `{"board":{"cells":"` + strings.Repeat(".", side*side) + `"}` + more
}

// TestUnread: whoever does not read an answer loses it, be it of a call or the page.
func TestUnread(t *testing.T) {
	s, address := serving(t, func(o *Options) {
		o.Idle = 200 * time.Millisecond
		o.Page = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 64<<20)) })
	}, mostConns)
	body := emptyBoard(16, `,"most":1000000}`)
	begin(t, address, "enumerate", len(body), body)
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	fmt.Fprint(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	begun := time.Now()
	for s.open() < 2 {
		time.Sleep(time.Millisecond)
	}
	for s.open() > 0 {
		if time.Since(begun) > 20*time.Second {
			t.Fatalf("%d connections are open still", s.open())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// open is how many connections there are.
func (s *Server) open() int {
	s.conns.mu.Lock()
	defer s.conns.mu.Unlock()
	return len(s.conns.all)
}

// TestConnections: those on which nothing comes make room for new ones, the oldest first, and those that work stay.
func TestConnections(t *testing.T) {
	s, address := serving(t, func(o *Options) { o.Idle = 10 * time.Second }, 10)
	body := emptyBoard(25, `,"method":"csp-first","seconds":2}`)
	busy := begin(t, address, "solve", len(body), body)
	for begun := time.Now(); s.lanes[protocol.Fair].busy()+s.lanes[protocol.Long].busy() == 0; time.Sleep(time.Millisecond) {
		if time.Since(begun) > 10*time.Second {
			t.Fatal("the call does not begin")
		}
	}
	var still []net.Conn
	for i := range 30 {
		switch i % 3 {
		case 0:
			still = append(still, begin(t, address, "check", 4000, "{"))
		default:
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = c.Close() })
			still = append(still, c)
		}
	}
	for range 20 {
		if res := answered(t, begin(t, address, "check", len(puzzle), puzzle), 10*time.Second); res.code != http.StatusOK {
			t.Errorf("a good call: %d", res.code)
		}
		if n := s.open(); n > 11 { // one may be closing
			t.Errorf("%d connections are open, want at most 10", n)
		}
	}
	if err := still[0].SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := still[0].Read(make([]byte, 1)); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the oldest: %v", err)
	}
	if res := answered(t, busy, 20*time.Second); res.code != http.StatusOK {
		t.Errorf("the call that was answered meanwhile: %d", res.code)
	}
}

// TestBodies: large bodies are bounded together, one client has no more than half of that, and small ones always come in.
func TestBodies(t *testing.T) {
	b := bodies{by: map[string]int64{}}
	if !b.take("a", allBodies/2) || b.take("a", 1) || !b.take("b", allBodies/2) || b.take("c", 1) {
		t.Errorf("%+v", &b)
	}
	b.give("a", allBodies/2)
	if !b.take("c", 1) || len(b.by) != 2 {
		t.Errorf("%+v", &b)
	}
	s, h := open(t, nil)
	s.bodies.held = allBodies
	for size, want := range map[int]int{0: http.StatusOK, smallBody - 200: http.StatusOK, 40 << 10: http.StatusServiceUnavailable, 2<<20 - 200: http.StatusServiceUnavailable, 3 << 20: http.StatusRequestEntityTooLarge} {
		res, err := post(t.Context(), t, h.URL+"/api/v1/check", puzzle+strings.Repeat(" ", size))
		if err != nil {
			t.Fatal(err)
		}
		if err := honest(read(t, res)); err != nil || res.StatusCode != want {
			t.Errorf("a body of %d more bytes: %d, want %d, %v", size, res.StatusCode, want, err)
		}
		_ = res.Body.Close()
	}
	s.bodies.held = 0
	for _, size := range []int{100, 40 << 10, 1 << 20} {
		res, err := post(t.Context(), t, h.URL+"/api/v1/check", puzzle+strings.Repeat(" ", size))
		if err != nil {
			t.Fatal(err)
		}
		if _ = res.Body.Close(); res.StatusCode != http.StatusOK {
			t.Errorf("a body of %d more bytes: %d", size, res.StatusCode)
		}
	}
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		s.bodies.mu.Lock()
		held, clients := s.bodies.held, len(s.bodies.by)
		s.bodies.mu.Unlock()
		if held == 0 && clients == 0 {
			break
		}
		if time.Since(begun) > 5*time.Second {
			t.Fatalf("%d bytes of %d clients are held when all is answered", held, clients)
		}
	}
}

// TestLanes: while one call takes long, those of moments and those of other weights are answered; a call that takes longer than it
// seemed has the same answer as one that had its time at once.
func TestLanes(t *testing.T) {
	_, h := open(t, func(o *Options) { o.Running = 1 })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range 4 {
		go func() {
			if res, err := post(ctx, t, h.URL+"/api/v1/solve", emptyBoard(25, `,"method":"csp-first"}`)); err == nil {
				_ = res.Body.Close()
			}
		}()
	}
	time.Sleep(1500 * time.Millisecond) // until one is a long one
	begun := time.Now()
	for call, body := range map[string]string{
		"check": puzzle, "validate": puzzle, "solve": puzzle[:len(puzzle)-1] + `,"method":"csp"}`, "rate": puzzle, "path": puzzle,
		"generate": `{"seed":3}`, "enumerate": puzzle, "watch": puzzle, "methods": "{}", "techniques": "{}", "hint": puzzle[:len(puzzle)-1] + `,"level":1}`,
	} {
		res, err := post(t.Context(), t, h.URL+"/api/v1/"+call, body)
		if err != nil {
			t.Fatal(err)
		}
		if err := honest(read(t, res)); err != nil || res.StatusCode != http.StatusOK {
			t.Errorf("%s beside long calls: %d, %v", call, res.StatusCode, err)
		}
		_ = res.Body.Close()
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("short calls beside long ones take %v", took)
	}
	cancel()
	// More than fits into a short call's time and room, so it begins again twice.
	res, err := post(t.Context(), t, h.URL+"/api/v1/enumerate", emptyBoard(9, `,"most":30000}`))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	seen, lines := map[string]bool{}, 0
	for scan := bufio.NewScanner(res.Body); scan.Scan(); lines++ {
		seen[scan.Text()] = true
	}
	if lines != 30_001 || len(seen) != lines {
		t.Errorf("%d lines, %d of them different, want 30000 solutions and a result", lines, len(seen))
	}
}
