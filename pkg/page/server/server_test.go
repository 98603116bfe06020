package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"sudokulab/pkg/page/protocol"
	"sudokulab/pkg/page/protocol/protocoltest"
)

const puzzle = `{"board":{"cells":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}}`

// open starts a server on this machine's loopback.
func open(t *testing.T, change func(*Options)) (*Server, *httptest.Server) {
	t.Helper()
	o := DefaultOptions()
	o.Page = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "the page") })
	if change != nil {
		change(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		h.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, h
}

func post(ctx context.Context, t *testing.T, url, body string) (*http.Response, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return http.DefaultClient.Do(r)
}

// TestCarrier runs the suite of all carriers over HTTP, and holds each answer against the description of the interface.
func TestCarrier(t *testing.T) {
	_, h := open(t, nil)
	doc, err := openapi3.NewLoader().LoadFromData(openAPI)
	if err != nil {
		t.Fatal(err)
	}
	streams := map[string]bool{}
	for _, c := range protocol.Calls() {
		streams[c.Name] = c.Streams()
	}
	fits := func(call, kind string, status int, body []byte) {
		op := doc.Paths.Value("/api/v1/" + call)
		if op == nil {
			return
		}
		var v any
		if err := json.Unmarshal(body, &v); err != nil {
			t.Errorf("%s: %v in %s", call, err, body)
			return
		}
		answer := op.Post.Responses.Status(status)
		if answer == nil || answer.Value.Content.Get(kind) == nil {
			t.Errorf("%s: no answer %d of type %s is described", call, status, kind)
			return
		}
		if err := answer.Value.Content.Get(kind).Schema.Value.VisitJSON(v); err != nil {
			t.Errorf("%s: %v", call, err)
		}
	}
	protocoltest.Run(t, func(ctx context.Context, call string, args []byte, event func([]byte) error) ([]byte, error) {
		res, err := post(ctx, t, h.URL+"/api/v1/"+call, string(args))
		if err != nil {
			return nil, err
		}
		defer func() { _ = res.Body.Close() }()
		kind := res.Header.Get("Content-Type")
		if res.StatusCode != http.StatusOK || kind == "application/json" {
			body, err := io.ReadAll(res.Body)
			if err != nil {
				return nil, err
			}
			fits(call, kind, res.StatusCode, body)
			var f failure
			if res.StatusCode != http.StatusOK {
				if err := json.Unmarshal(body, &f); err != nil || f.Error == nil {
					t.Errorf("%s: status %d with %s", call, res.StatusCode, body)
				}
				return nil, f.Error
			}
			return body, nil
		}
		lines := bufio.NewReader(res.Body)
		for {
			b, err := lines.ReadBytes('\n')
			if err != nil {
				return nil, fmt.Errorf("%s ended without a result: %w", call, err)
			}
			fits(call, kind, res.StatusCode, b)
			var line struct {
				Event, Result json.RawMessage
				Error         *protocol.Error
			}
			if err := json.Unmarshal(b, &line); err != nil {
				return nil, err
			}
			switch {
			case line.Error != nil:
				return nil, line.Error
			case line.Result != nil:
				return line.Result, nil
			}
			if err := event(line.Event); err != nil {
				return nil, err
			}
		}
	})
}

// TestGuards: who may ask, and for what.
func TestGuards(t *testing.T) {
	_, h := open(t, func(o *Options) { o.Body = 1000 })
	_, token := open(t, func(o *Options) { o.Token, o.Hosts = "secret", []string{"lab.example"} })
	for name, c := range map[string]struct {
		url, method, path, body string
		header                  map[string]string
		want                    int
	}{
		"call":               {h.URL, "POST", "/api/v1/solve", puzzle, nil, 200},
		"page":               {h.URL, "GET", "/", "", nil, 200},
		"description":        {h.URL, "GET", "/api/v1/openapi.json", "", nil, 200},
		"no such call":       {h.URL, "POST", "/api/v1/fly", "{}", nil, 404},
		"get of a call":      {h.URL, "GET", "/api/v1/solve", "", nil, 404},
		"no such path":       {h.URL, "GET", "/api/v2/solve", "", nil, 404},
		"up":                 {h.URL, "GET", "/api/v1/../../../etc/passwd", "", nil, 307}, // to /etc/passwd, which is the page: nothing of a path names a file
		"other host":         {h.URL, "POST", "/api/v1/solve", puzzle, map[string]string{"Host": "evil.example"}, 421},
		"other host's page":  {h.URL, "GET", "/", "", map[string]string{"Host": "evil.example:80"}, 421},
		"IPv6 loopback":      {h.URL, "GET", "/", "", map[string]string{"Host": "[::1]:8080"}, 200},
		"other site":         {h.URL, "POST", "/api/v1/solve", puzzle, map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}, 403},
		"old browser's site": {h.URL, "POST", "/api/v1/solve", puzzle, map[string]string{"Origin": "https://evil.example"}, 403},
		"form":               {h.URL, "POST", "/api/v1/solve", puzzle, map[string]string{"Content-Type": "text/plain"}, 415},
		"large":              {h.URL, "POST", "/api/v1/read", `{"text":"` + strings.Repeat("1", 1000) + `"}`, nil, 413},
		"no token":           {token.URL, "POST", "/api/v1/solve", puzzle, nil, 401},
		"no token, page":     {token.URL, "GET", "/", "", nil, 401},
		"wrong token":        {token.URL, "POST", "/api/v1/solve", puzzle, map[string]string{"Authorization": "Bearer guess"}, 401},
		"token":              {token.URL, "POST", "/api/v1/solve", puzzle, map[string]string{"Authorization": "Bearer secret"}, 200},
		"token, named host":  {token.URL, "POST", "/api/v1/solve", puzzle, map[string]string{"Authorization": "Bearer secret", "Host": "lab.example"}, 200},
		"cookie":             {token.URL, "GET", "/", "", map[string]string{"Cookie": "sudokulab=c2VjcmV0"}, 200},
		"token of the page":  {token.URL, "GET", "/?token=secret", "", nil, 303},
	} {
		r, err := http.NewRequest(c.method, c.url+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		for k, v := range c.header {
			r.Header.Set(k, v)
			if k == "Host" {
				r.Host = v
			}
		}
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		res, err := client.Do(r)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if res.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d: %s", name, res.StatusCode, c.want, body)
		}
		if res.Header.Get("Content-Security-Policy") == "" || res.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers %v", name, res.Header)
		}
		if strings.Contains(string(body), "secret") || strings.Contains(res.Header.Get("Location"), "token") {
			t.Errorf("%s: the token is in the answer", name)
		}
	}
}

// TestTurns: as many calls run at once as are allowed, some wait, others are told so, and all are answered.
func TestTurns(t *testing.T) {
	_, h := open(t, func(o *Options) { o.Running, o.Waiting = 1, 2 })
	var all sync.WaitGroup
	var mu sync.Mutex
	got := map[int]int{}
	empty := `{"board":{"cells":"` + strings.Repeat(".", 81) + `"},"most":50000}`
	for range 20 {
		all.Go(func() {
			res, err := post(context.Background(), t, h.URL+"/api/v1/classify", empty)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = res.Body.Close() }()
			_, _ = io.Copy(io.Discard, res.Body)
			mu.Lock()
			got[res.StatusCode]++
			mu.Unlock()
			if res.StatusCode != http.StatusOK && res.Header.Get("Retry-After") == "" {
				t.Error("nothing says when to try again")
			}
		})
	}
	all.Wait()
	if got[200] < 3 || got[200]+got[429]+got[503] != 20 {
		t.Errorf("answers by status: %v", got)
	}
}

// TestGone: whoever closes the connection stops the call.
func TestGone(t *testing.T) {
	s, h := open(t, func(o *Options) { o.Running = 1 })
	ctx, cancel := context.WithCancel(context.Background())
	res, err := post(ctx, t, h.URL+"/api/v1/enumerate", `{"board":{"cells":"`+strings.Repeat(".", 81)+`"},"most":1000000}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(res.Body).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	cancel()
	_ = res.Body.Close()
	for begun := time.Now(); s.lanes[protocol.Long].busy() > 0; {
		if time.Since(begun) > 10*time.Second {
			t.Fatal("the call goes on though nobody listens")
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestServe: the context ends the server, and the calls that run.
func TestServe(t *testing.T) {
	o := DefaultOptions()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	res, err := post(context.Background(), t, "http://"+l.Addr().String()+"/api/v1/enumerate", `{"board":{"cells":"`+strings.Repeat(".", 81)+`"},"most":1000000}`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(2 * grace):
		t.Error("the server does not end")
	}
}

// peaks watches the memory of this process until it is told to end, and returns the most that was in use for data and stacks.
func peaks(t *testing.T) (end func() uint64) {
	t.Helper()
	stop, said := make(chan struct{}), make(chan uint64)
	go func() {
		most := uint64(0)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse+m.StackInuse)
			select {
			case <-stop:
				said <- most
				return
			case <-tick.C:
			}
		}
	}()
	return func() uint64 {
		close(stop)
		return <-said
	}
}

// codes are the statuses that tell of an error, by its code.
var codes = map[int]string{
	400: "bad_input", 404: "unknown_call", 408: "cancelled", 413: "bad_input", 415: "bad_input", 422: "refused", 429: "cancelled", 503: "cancelled",
}

// read reads an answer to its end.
func read(t *testing.T, res *http.Response) reply {
	t.Helper()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Error(err)
	}
	return reply{res.StatusCode, res.Header, body}
}

// honest reports of an answer whether its status is that of what it says: a result, or an error with a code and a sentence.
func honest(res reply) error {
	text := res.body
	if res.code == http.StatusOK {
		for line := range bytes.Lines(text) {
			if !json.Valid(line) || bytes.HasPrefix(line, []byte(`{"error"`)) && !strings.HasPrefix(res.header.Get("Content-Type"), "application/x-ndjson") {
				return fmt.Errorf("status 200, and %q", line)
			}
		}
		return nil
	}
	var f failure
	if err := json.Unmarshal(text, &f); err != nil || f.Error == nil || f.Error.Message == "" || string(f.Error.Code) != codes[res.code] {
		return fmt.Errorf("status %d, and %q", res.code, text)
	}
	if strings.Contains(f.Error.Message, "too many") && res.header.Get("Retry-After") == "" {
		return errors.New("status 503, and nothing says when to try again")
	}
	return nil
}

// bend makes something else of the arguments of a call: bytes that are changed, left out, or said again.
func bend(rng *rand.Rand, args string) string {
	body := []byte(args)
	for range 1 + rng.IntN(4) {
		at := rng.IntN(len(body))
		switch rng.IntN(4) {
		case 0:
			body = slices.Concat(body[:at], body[min(len(body), at+1+rng.IntN(5)):], []byte{'x'})
		case 1:
			body = slices.Concat(body[:at], body)
		default:
			body[at] = byte(rng.IntN(256))
		}
	}
	return string(body[:1+rng.IntN(len(body))])
}

// TestStorm: malformed requests by the thousand, and a thousand at once, among them large and long ones, leave memory bounded
// while they run and as it was afterwards, and each has an honest status.
func TestStorm(t *testing.T) {
	_, h := open(t, func(o *Options) { o.Limits.Time = 2 * time.Second })
	malformed, together := 10_000, 1000
	if testing.Short() {
		malformed, together = 500, 100
	}
	const (
		most = 192 << 20 // bytes in use while a storm is on
		left = 32 << 20  // bytes more in use after it
	)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	defer client.CloseIdleConnections()
	rng := rand.New(rand.NewPCG(1, 2))
	ask := func(call, body string) int {
		r, err := http.NewRequest(http.MethodPost, h.URL+"/api/v1/"+call, strings.NewReader(body))
		if err != nil {
			t.Error(err)
			return 0
		}
		r.Header.Set("Content-Type", "application/json")
		res, err := client.Do(r)
		if err != nil {
			t.Errorf("%s: %v", call, err)
			return 0
		}
		defer func() { _ = res.Body.Close() }()
		if err := honest(read(t, res)); err != nil {
			t.Errorf("%s %.100q: %v", call, body, err)
		}
		return res.StatusCode
	}
	ask("solve", puzzle)
	memory := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, goroutines := memory(), runtime.NumGoroutine()

	calls := protocol.Calls()
	got := map[int]int{}
	end := peaks(t)
	for i := range malformed {
		name := calls[rng.IntN(len(calls))].Name
		if i%50 == 0 {
			name = bend(rng, name)
			name = url.PathEscape(strings.Trim(name, "./"))
		}
		got[ask(name, bend(rng, puzzle))]++
	}
	peak := end()
	t.Logf("%d malformed requests: answers by status %v, at most %d MB in use", malformed, got, peak>>20)
	for code := range got {
		if code != 200 && code != 400 && code != 404 && code != 422 {
			t.Errorf("malformed requests: answers by status %v", got)
		}
	}
	if got[400] < malformed/2 || peak > most {
		t.Errorf("malformed requests: answers by status %v, %d bytes in use, want at most %d", got, peak, most)
	}

	empty := `{"board":{"cells":"` + strings.Repeat(".", 81) + `"}`
	kinds := []struct{ call, body string }{
		{"classify", puzzle},
		{"solve", puzzle},
		{"check", puzzle},
		{"hint", puzzle[:len(puzzle)-1] + `,"level":3}`},
		{"enumerate", empty + `,"most":2000}`},
		{"classify", empty + `,"most":1000000}`},
		{"generate", `{"technique":"jellyfish"}`},
		{"read", `{"text":"` + strings.Repeat("1", 1<<20-100) + `"}`},
		{"read", `{"text":"` + strings.Repeat("1", 3<<20) + `"}`},
		{"watch", `{"board":{"cells":"x"}}`},
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	clear(got)
	end = peaks(t)
	for i := range together {
		all.Go(func() {
			k := kinds[0]
			if i%4 == 0 {
				k = kinds[i/4%len(kinds)]
			}
			code := ask(k.call, k.body)
			mu.Lock()
			got[code]++
			mu.Unlock()
		})
	}
	all.Wait()
	peak = end()
	t.Logf("%d requests at once: answers by status %v, at most %d MB in use", together, got, peak>>20)
	if got[200]+got[400]+got[413]+got[429]+got[503] != together || got[200] == 0 || got[429]+got[503] == 0 && !testing.Short() {
		t.Errorf("%d requests at once: answers by status %v", together, got)
	}
	if peak > most {
		t.Errorf("%d requests at once: %d bytes in use, want at most %d", together, peak, most)
	}
	client.CloseIdleConnections()
	for begun := time.Now(); runtime.NumGoroutine() > goroutines+10; time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > 10*time.Second {
			t.Fatalf("%d goroutines before the storm, %d after it", goroutines, runtime.NumGoroutine())
		}
	}
	if after := memory(); after > before+left {
		t.Errorf("%d bytes before the storm, %d after it", before, after)
	}
	if code := ask("solve", puzzle); code != http.StatusOK {
		t.Errorf("after the storm a puzzle is answered with status %d", code)
	}
}

// TestSlow: a body that does not come is not waited for.
func TestSlow(t *testing.T) {
	o := DefaultOptions()
	o.Idle = 300 * time.Millisecond
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { _ = s.Serve(ctx, l) }()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	fmt.Fprintf(c, "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	if err := c.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(c)
	if err != nil && !errors.Is(err, net.ErrClosed) || !bytes.Contains(answer, []byte("408 Request Timeout")) {
		t.Errorf("%q, %v", answer, err)
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []Options{{}, {Body: 1}, {Body: 1, Idle: 1, Running: -1}} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}

// TestLocal: a server of one's own answers until it is ended, for good, and bad options open none.
func TestLocal(t *testing.T) {
	address, end, err := Local(t.Context(), DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get(address + "api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("%s, %v", answer.Status, err)
	}
	if err := errors.Join(end(), end()); err != nil {
		t.Error(err)
	}
	if answer, err := http.Get(address); err == nil {
		t.Errorf("an answer after the end: %s, %v", answer.Status, answer.Body.Close())
	}
	o := DefaultOptions()
	o.Body = 0
	if _, _, err := Local(t.Context(), o); err == nil {
		t.Error("a server that takes requests of no size")
	}
}

// busy is how many calls have a place.
func (l *lane) busy() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.inUse
}
