//go:build linux

package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "sudokulab/pkg/method/agent"
	_ "sudokulab/pkg/method/learned"
	_ "sudokulab/pkg/method/tensor"
)

// abused makes the test binary be a server that tells its goroutines, so that its memory and processors are its own.
const abused = "SUDOKULAB_TEST_ABUSED"

func TestMain(m *testing.M) {
	if os.Getenv(abused) == "" {
		os.Exit(m.Run())
	}
	o := DefaultOptions()
	o.Page = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/stacks" {
			_ = pprof.Lookup("goroutine").WriteTo(w, 1)
			return
		}
		fmt.Fprintln(w, runtime.NumGoroutine())
	})
	debug.SetMemoryLimit(o.Memory())
	s, err := New(o)
	if err != nil {
		panic(err)
	}
	l, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(l.Addr().(*net.TCPAddr).Port)
	panic(s.Serve(context.Background(), l)) // until it is killed
}

// victim is a server in a process of its own.
type victim struct {
	pid  int
	port string
}

func startVictim(t *testing.T) victim {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), abused+"=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
	port, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return victim{cmd.Process.Pid, strings.TrimSpace(port)}
}

// client asks from an address of the loopback, so that each is a client of its own.
func (v victim) client(t *testing.T, from string) *http.Client {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	transport := &http.Transport{DialContext: d.DialContext, MaxIdleConnsPerHost: 64}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

// dial opens a connection from an address, and sends the head of a call with a body of a length.
func (v victim) dial(ctx context.Context, from, call string, length int) (net.Conn, error) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := d.DialContext(ctx, "tcp4", "127.0.0.1:"+v.port)
	if err == nil {
		_, err = fmt.Fprintf(c, "POST /api/v1/%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", call, length)
	}
	return c, err
}

// ask returns the status of a call and how long its answer took.
func (v victim) ask(ctx context.Context, by *http.Client, call, body string) (int, time.Duration, error) {
	begun := time.Now()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1:"+v.port+"/api/v1/"+call, strings.NewReader(body))
	if err != nil {
		return 0, 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	res, err := by.Do(r)
	if err != nil {
		return 0, 0, err
	}
	_, err = io.Copy(io.Discard, res.Body)
	_ = res.Body.Close()
	return res.StatusCode, time.Since(begun), err
}

// page returns what the server shows at a path.
func (v victim) page(t *testing.T, by *http.Client, path string) string {
	t.Helper()
	res, err := by.Get("http://127.0.0.1:" + v.port + path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// goroutines of the server, those that answer this question included.
func (v victim) goroutines(t *testing.T, by *http.Client) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(v.page(t, by, "/")))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// memory is the most memory in MB that the server ever had.
func (v victim) memory(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", v.pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if kb, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, err := strconv.Atoi(strings.Fields(kb)[0])
			if err != nil {
				t.Fatal(err)
			}
			return n >> 10
		}
	}
	t.Fatal("no memory in the status of the server")
	return 0
}

// board25 and the like are calls on an empty board.
func emptyCall(side int, more string) string {
	return `{"board":{"cells":"` + strings.Repeat(".", side*side) + `"}` + more + `}`
}

// abuses are what clients do to a server. Each goes on until the context ends; n counts what it has done.
func (v victim) abuses(t *testing.T) map[string]func(ctx context.Context, from string, n *atomic.Int64) {
	t.Helper()
	heavy := []struct{ call, body string }{
		{"solve", emptyCall(25, `,"method":"csp-first"`)},
		{"solve", emptyCall(36, `,"method":"csp-plain"`)},
		{"solve", emptyCall(36, `,"method":"sat"`)},
		{"classify", emptyCall(16, `,"most":1000000`)},
		{"solve", emptyCall(25, `,"method":"minigrid-parallel"`)},
		{"outcomes", emptyCall(25, "")},
		{"solve", emptyCall(9, `,"method":"csp-plain"`)},
		{"validate", emptyCall(25, "")},
		{"watch", emptyCall(25, "")},
		{"generate", `{"technique":"forcing-net","count":1000}`},
		{"rate", emptyCall(25, "")},
		{"solve", emptyCall(36, `,"method":"gnn-hybrid"`)},
		{"solve", emptyCall(25, `,"method":"tensor"`)},
		{"solve", emptyCall(36, `,"method":"dqn-guided"`)},
	}
	for _, h := range heavy { // half of them end some time
		if !strings.HasPrefix(h.call, "generate") {
			h.body = h.body[:len(h.body)-1] + `,"seconds":2}`
			heavy = append(heavy, h)
		}
	}
	ask := func(ctx context.Context, by *http.Client, i int, n *atomic.Int64) {
		h := heavy[i%len(heavy)]
		if _, _, err := v.ask(ctx, by, h.call, h.body); err == nil || ctx.Err() != nil {
			n.Add(1)
		}
	}
	return map[string]func(context.Context, string, *atomic.Int64){
		// Long calls, one after another.
		"heavy": func(ctx context.Context, from string, n *atomic.Int64) {
			by := v.client(t, from)
			defer by.CloseIdleConnections()
			for i := rand.IntN(len(heavy)); ctx.Err() == nil; i++ {
				ask(ctx, by, i, n)
			}
		},
		// Long calls that nobody waits for.
		"gone": func(ctx context.Context, from string, n *atomic.Int64) {
			by := v.client(t, from)
			defer by.CloseIdleConnections()
			for i := rand.IntN(len(heavy)); ctx.Err() == nil; i++ {
				short, cancel := context.WithTimeout(ctx, time.Duration(50+i%7*50)*time.Millisecond)
				ask(short, by, i, n)
				cancel()
			}
		},
		// Bodies, a byte a second.
		"slow": func(ctx context.Context, from string, n *atomic.Int64) {
			for ctx.Err() == nil {
				c, err := v.dial(ctx, from, "check", 4000)
				n.Add(1)
				for err == nil && ctx.Err() == nil {
					if _, err = c.Write([]byte(" ")); err == nil {
						pause(ctx, time.Second)
					}
				}
				if c != nil {
					_ = c.Close()
				}
				pause(ctx, 50*time.Millisecond)
			}
		},
		// Answers that nobody reads.
		"unread": func(ctx context.Context, from string, n *atomic.Int64) {
			body := emptyCall(16, `,"most":1000000`)
			for ctx.Err() == nil {
				c, err := v.dial(ctx, from, "enumerate", len(body))
				if err == nil {
					_, _ = io.WriteString(c, body)
					n.Add(1)
					pause(ctx, 10*time.Second)
				}
				if c != nil {
					_ = c.Close()
				}
				pause(ctx, 50*time.Millisecond)
			}
		},
		// Connections on which nothing comes.
		"silent": func(ctx context.Context, from string, n *atomic.Int64) {
			d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
			for ctx.Err() == nil {
				var all []net.Conn
				for range 20 {
					if c, err := d.DialContext(ctx, "tcp4", "127.0.0.1:"+v.port); err == nil {
						all = append(all, c)
						n.Add(1)
					}
				}
				pause(ctx, 2*time.Second)
				for _, c := range all {
					_ = c.Close()
				}
			}
		},
		// Cheap calls without a pause.
		"many": func(ctx context.Context, from string, n *atomic.Int64) {
			by := v.client(t, from)
			defer by.CloseIdleConnections()
			for ctx.Err() == nil {
				if _, _, err := v.ask(ctx, by, "check", puzzle); err == nil {
					n.Add(1)
				}
				pause(ctx, 5*time.Millisecond)
			}
		},
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// TestAbuse: while others ask for the hardest, send bodies byte by byte, go away, read nothing and come by the dozen, a good client
// has its answers at once, memory is bounded, and all is as before when they are gone.
func TestAbuse(t *testing.T) {
	each := map[string]int{"heavy": 6, "gone": 3, "slow": 22, "unread": 4, "silent": 2, "many": 2}
	length := 5 * time.Second
	large := os.Getenv("SUDOKULAB_LARGE") != ""
	if large {
		each, length = map[string]int{"heavy": 24, "gone": 8, "slow": 66, "unread": 16, "silent": 10, "many": 8}, 40*time.Second
	}
	if testing.Short() {
		length = 2 * time.Second
	}
	v := startVictim(t)
	good := v.client(t, "127.0.0.1")
	// What is opened once stays: the tensor network keeps goroutines for each size.
	for _, c := range [][2]string{{"check", puzzle}, {"solve", puzzle}, {"solve", emptyCall(25, `,"method":"tensor","seconds":0.01`)}} {
		if code, _, err := v.ask(t.Context(), good, c[0], c[1]); code != http.StatusOK {
			t.Fatalf("%s: %d, %v", c[0], code, err)
		}
	}
	before := v.goroutines(t, good)

	ctx, stop := context.WithTimeout(t.Context(), length)
	defer stop()
	var all sync.WaitGroup
	counts := map[string]*atomic.Int64{}
	k := 0
	for name, abuse := range v.abuses(t) {
		count := new(atomic.Int64)
		counts[name] = count
		for range each[name] {
			// Half come from an address of their own, half from that of the good client.
			from := "127.0.0.1"
			k++
			if k%2 == 0 {
				from = fmt.Sprintf("127.0.1.%d", 1+k%250)
			}
			all.Go(func() { abuse(ctx, from, count) })
		}
	}
	pause(ctx, length/10)
	level3 := puzzle[:len(puzzle)-1] + `,"level":3}`
	// The hardest for people, of 21 givens.
	hard := `{"board":{"cells":"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."}`
	took := map[bool][]time.Duration{} // by whether the call is a solve
	statuses := map[int]int{}
	var mu sync.Mutex
	cheap := []struct{ call, body string }{
		{"check", puzzle}, {"validate", puzzle}, {"hint", level3}, {"read", `{"text":"` + strings.Repeat(".", 81) + `"}`}, {"methods", "{}"}, {"check", emptyCall(25, "")},
	}
	solves := []string{puzzle, hard + "}", hard + `,"method":"csp"}`, hard + `,"method":"dlx"}`, emptyCall(9, "")}
	var asking sync.WaitGroup
	for range 2 {
		asking.Go(func() {
			by := v.client(t, "127.0.0.1")
			defer by.CloseIdleConnections()
			for i := 0; ctx.Err() == nil; i++ {
				c, solve := cheap[i%len(cheap)], i%4 == 3
				if solve {
					c.call, c.body = "solve", solves[i/4%len(solves)]
				}
				code, d, err := v.ask(context.WithoutCancel(ctx), by, c.call, c.body)
				if err != nil {
					t.Errorf("%s of the good client: %v", c.call, err)
				}
				mu.Lock()
				statuses[code]++
				took[solve] = append(took[solve], d)
				mu.Unlock()
				pause(ctx, 10*time.Millisecond)
			}
		})
	}
	asking.Wait()
	all.Wait()
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range counts {
			if !yield(name) {
				return
			}
		}
	}) {
		t.Logf("%s: %d clients, %d times", name, each[name], counts[name].Load())
	}
	begun := time.Now()
	after := v.goroutines(t, good)
	for after > before && time.Since(begun) < 5*time.Second {
		time.Sleep(20 * time.Millisecond)
		good.CloseIdleConnections()
		after = v.goroutines(t, good)
	}
	t.Logf("good client: answers by status %v; %d cheap calls, p50 %v, p99 %v, most %v; %d solves of 9×9, p50 %v, p99 %v, most %v",
		statuses, len(took[false]), at(took[false], 50), at(took[false], 99), at(took[false], 100), len(took[true]), at(took[true], 50), at(took[true], 99), at(took[true], 100))
	t.Logf("server: %d MB at most; %d goroutines before, %d after %v", v.memory(t), before, after, time.Since(begun).Round(time.Millisecond))
	if len(statuses) != 1 || statuses[http.StatusOK] == 0 {
		t.Errorf("answers of the good client by status: %v", statuses)
	}
	// The large one has the machine for itself, the small one runs beside other tests.
	cheapMost, solveMost := time.Second, 4*time.Second
	if large {
		cheapMost, solveMost = 250*time.Millisecond, 2*time.Second
	}
	if d := at(took[false], 99); d > cheapMost {
		t.Errorf("p99 of cheap calls is %v, want at most %v", d, cheapMost)
	}
	if d := at(took[true], 99); d > solveMost {
		t.Errorf("p99 of solves of 9×9 is %v, want at most %v", d, solveMost)
	}
	if mb := v.memory(t); mb > 512 {
		t.Errorf("%d MB, want at most 512", mb)
	}
	if after > before {
		t.Errorf("%d goroutines before, %d five seconds after:\n%s", before, after, v.page(t, good, "/stacks"))
	}
}

// at is a percentile.
func at(all []time.Duration, percent int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	all = slices.Sorted(slices.Values(all))
	return all[min(len(all)-1, len(all)*percent/100)]
}
