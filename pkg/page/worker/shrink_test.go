package worker

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/gotool"
)

// section writes a section of a program.
func section(id byte, body []byte) []byte {
	return append(binary.AppendUvarint([]byte{id}, uint64(len(body))), body...)
}

// dataOf writes a data section.
func dataOf(pieces map[int]string, order ...int) []byte {
	body := binary.AppendUvarint(nil, uint64(len(order)))
	for _, at := range order {
		body = append(body, 0, i32Const)
		body = append(appendSigned(body, at), end)
		body = append(binary.AppendUvarint(body, uint64(len(pieces[at]))), pieces[at]...)
	}
	return section(dataSection, body)
}

// TestSegments: whatever lies where in memory lies there still, in as few pieces as the gaps allow.
func TestSegments(t *testing.T) {
	for _, c := range []struct {
		pieces map[int]string
		order  []int
		want   int
	}{
		{map[int]string{}, nil, 0},
		{map[int]string{64: "a"}, []int{64}, 1},
		{map[int]string{64: "ab", 70: "\x00c", 5000: "d"}, []int{64, 70, 5000}, 2},
		{map[int]string{64: "ab", 64 + gap: "c", 66 + 2*gap: "d"}, []int{64, 64 + gap, 66 + 2*gap}, 2},
		{map[int]string{100: "later", 8: "early\x00\x00", 102: "XY"}, []int{100, 8, 102}, 1},
		{map[int]string{1 << 20: strings.Repeat("\x00", 10)}, []int{1 << 20}, 0},
	} {
		program := append([]byte(magic), dataOf(c.pieces, c.order...)...)
		small, err := shrink(program)
		if err != nil {
			t.Fatal(err)
		}
		want, from, err := flatten(program[len(magic)+2:])
		if len(program)-len(magic)-2 > 127 {
			want, from, err = flatten(program[len(magic)+3:])
		}
		if err != nil {
			t.Fatal(err)
		}
		r := reader{small, len(magic) + 1}
		r.unsigned()
		got, at, err := flatten(small[r.at:])
		count := reader{small, r.at}
		if n := count.unsigned(); err != nil || int(n) != c.want {
			t.Errorf("%v: %d pieces, %v, want %d", c.order, n, err, c.want)
		}
		all := make([]byte, max(from+len(want), at+len(got)))
		copy(all[at:], got)
		if !bytes.Equal(all[from:from+len(want)], want) || bytes.Trim(all[:from], "\x00") != nil && len(bytes.Trim(all[:from], "\x00")) > 0 {
			t.Errorf("%v: %q at %d, want %q at %d", c.order, got, at, want, from)
		}
	}
}

// TestShrinkRefuses: what is no program, or ends early, at every length.
func TestShrinkRefuses(t *testing.T) {
	program := append([]byte(magic), dataOf(map[int]string{64: "ab", 5000: "d"}, 64, 5000)...)
	if _, err := shrink(program); err != nil {
		t.Fatal(err)
	}
	for n := range program {
		if _, err := shrink(program[:n]); err == nil && n != len(magic) {
			t.Errorf("the first %d bytes pass", n)
		}
	}
	for name, body := range map[string]string{
		"passive":     "\x01\x01\x01a",
		"no constant": "\x01\x00\x23\x00\x0b\x01a",
		"too much":    "\x01\x00\x41\x00\x0b\x7fa",
		"behind":      "\x01\x00\x41\x00\x0b\x01ab",
		"far":         "\x01\x00\x41\xff\xff\xff\xff\x07\x0b\x01a",
	} {
		if _, err := shrink(append([]byte(magic), section(dataSection, []byte(body))...)); err == nil {
			t.Errorf("%s: passes", name)
		}
	}
}

// panicking is a program that needs what the tables of functions say: it panics and recovers at some depth, its stack grows and
// is collected from, and it asks for the name of a function.
const panicking = `package main

import (
	"os"
	"runtime"
)

type node struct{ next *node; fill [100]int }

func deep(n int, list *node) (sum int) {
	defer func() {
		if r := recover(); r != nil {
			runtime.GC()
			sum = n
			for ; list != nil; list = list.next {
				sum += list.fill[7]
			}
		}
	}()
	var room [64]int
	room[n&63] = n
	if n == 0 {
		panic("at the bottom")
	}
	if n%100 == 0 {
		runtime.GC()
	}
	return deep(n-1, &node{next: list, fill: [100]int{7: room[n&63]}}) + 1
}

func main() {
	c := make(chan int)
	for i := range 3 {
		go func() { c <- deep(2000+i, nil) }()
	}
	println(<-c + <-c + <-c)
	pc, _, _, _ := runtime.Caller(0)
	println("name:", runtime.FuncForPC(pc).Name())
	os.Exit(3)
}
`

// TestShrinkRuns: a shrunk program does what it did, without the names of its functions, and is smaller.
func TestShrinkRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles a program")
	}
	goPath, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": panicking, "go.mod": "module small\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := append(gotool.Environ(os.Environ(), ""), target...)
	if _, err := run(t.Context(), dir, env, nil, goPath, "build", "-ldflags=-s -w", "-o", "big.wasm", "."); err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(filepath.Join(dir, "big.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	small, err := shrink(program)
	if err != nil {
		t.Fatal(err)
	}
	big, less := len(gzipped(program)), len(gzipped(small))
	t.Logf("%d bytes packed, %d shrunk", big, less)
	if float64(less) > 0.85*float64(big) {
		t.Errorf("%d bytes packed, want at most 85 %% of %d", less, big)
	}
	if bytes.Contains(small, []byte("main.deep")) {
		t.Error("it has the name of a function still")
	}
	// Tables that are not as they should be are refused or left, without a panic.
	rng := rand.New(rand.NewPCG(5, 6))
	at := bytes.Index(program, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, wordSize})
	if at < 0 {
		t.Fatal("no tables of functions")
	}
	for range 50 {
		bent := bytes.Clone(program)
		bent[at+8+rng.IntN(64)] ^= 1 << rng.IntN(8)
		_, _ = shrink(bent)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on the PATH to run WebAssembly")
	}
	root, err := run(t.Context(), dir, os.Environ(), nil, goPath, "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	said := func(name string, program []byte) string {
		if err := os.WriteFile(filepath.Join(dir, name), program, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), node, "--stack-size=2000", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), name)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != 3 {
			t.Errorf("%s: exit %d, %v: %s", name, code, err, out)
		}
		return string(out)
	}
	was, is := said("big.wasm", program), said("small.wasm", small)
	if !strings.Contains(was, "name: main.main") || is != strings.Replace(was, "main.main", "", 1) {
		t.Errorf("it said\n%swant, but for the name,\n%s", is, was)
	}
}
