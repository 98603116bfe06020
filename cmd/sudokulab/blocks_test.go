package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sudokulab/pkg/board/format"
)

// TestAnswersAtOnce: every command that goes through puzzles answers a person who types them one by one before the next is
// asked, also after many have come at once, and where two come together.
func TestAnswersAtOnce(t *testing.T) {
	for _, args := range [][]string{
		{"solve", "-q"},
		{"solve", "-q", "--format", "json"},
		{"classify", "-q"},
		{"enumerate", "-q", "--count-only"},
		{"rate", "-q", "--format", "json"},
		{"validate", "-q"},
		{"hint", "--format", "json"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			in, ask := io.Pipe()
			answers, out := io.Pipe()
			done := make(chan int)
			go func() {
				done <- run(t.Context(), args, in, out, io.Discard)
				_ = out.Close()
			}()
			read := bufio.NewScanner(answers)
			for _, n := range []int{1, 1, 2, 200, 1, 3, 1} {
				asked := make(chan error, 1)
				go func() { // many answers fill the pipe before all questions are taken
					_, err := io.WriteString(ask, strings.Repeat(easy+"\n", n))
					asked <- err
				}()
				for i := range n {
					if !read.Scan() || read.Text() == "" {
						t.Fatalf("answer %d of %d: %q, error %v", i+1, n, read.Text(), read.Err())
					}
				}
				if err := <-asked; err != nil {
					t.Fatal(err)
				}
			}
			_ = ask.Close()
			if code := <-done; code != exitOK {
				t.Errorf("exit code %d", code)
			}
		})
	}
}

// testInput is an input of one text.
func testInput(text string, keepGoing bool) *input {
	return &input{
		opts: format.Options{KeepGoing: keepGoing}, keepGoing: keepGoing, variant: &variant{},
		sources: []source{{name: "f", stdin: strings.NewReader(text)}},
	}
}

// numbered is a result with its text.
type numbered struct {
	index int
	text  []byte
}

func (n *numbered) said() *[]byte { return &n.text }

func newTestTally(w io.Writer, in *input) *tally {
	return &tally{name: "test", w: w, in: in, start: time.Now(), counts: map[string]int{}}
}

// TestStreamOrder: results and faults come in the order of the input with any number of workers, whose texts are
// overwritten by the next one, though some puzzles take a thousand times as long as others.
func TestStreamOrder(t *testing.T) {
	const lines = 3000
	var text, want strings.Builder
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range lines {
		switch rng.IntN(50) {
		case 0:
			text.WriteString("bad line\n")
			fmt.Fprintf(&want, "skip %d\n", i+1)
		default:
			text.WriteString(easy + "\n")
			if i%97 == 5 {
				fmt.Fprintf(&want, "fail %d\n", i+1)
			} else {
				fmt.Fprintf(&want, "line %d %s\n", i+1, strings.Repeat("x", i%7))
			}
		}
	}
	for _, jobs := range []int{1, 2, 7, 600} {
		var out bytes.Buffer
		in := testInput(text.String(), true)
		workers := workersOf(jobs, func() func(context.Context, *entry) (numbered, error) {
			var buf []byte
			return func(_ context.Context, e *entry) (numbered, error) {
				if e.Line%500 == 0 {
					time.Sleep(5 * time.Millisecond)
				}
				if (e.Line-1)%97 == 5 {
					return numbered{}, errors.New("as asked")
				}
				buf = fmt.Appendf(buf[:0], "line %d %s\n", e.Line, strings.Repeat("x", (e.Line-1)%7))
				return numbered{e.Line, buf}, nil
			}
		})
		told := writerFunc(func(p []byte) (int, error) {
			line := 0
			if _, err := fmt.Sscanf(string(p), "test: f:%d:", &line); err != nil {
				return 0, fmt.Errorf("%q: %w", p, err)
			}
			word := "skip"
			if bytes.Contains(p, []byte("as asked")) {
				word = "fail"
			}
			fmt.Fprintf(&out, "%s %d\n", word, line)
			return len(p), nil
		})
		tl := newTestTally(told, in)
		err := stream(t.Context(), in, workers, (*numbered).said, tl, func(e *entry, n numbered) error {
			if e.Line != n.index {
				t.Errorf("line %d has the result of %d", e.Line, n.index)
			}
			out.Write(n.text)
			return nil
		}, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if out.String() != want.String() {
			diff(t, fmt.Sprintf("%d jobs", jobs), out.Bytes(), []byte(want.String()))
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestStreamEnds: what precedes an error of a worker is handed out, and nothing behind it; so with an interrupt, and with an
// error of the writer.
func TestStreamEnds(t *testing.T) {
	const lines, at = 5000, 1234
	text := strings.Repeat(easy+"\n", lines)
	for _, jobs := range []int{1, 3} {
		for _, why := range []string{"worker", "writer", "flush", "interrupt"} {
			ctx, cancel := context.WithCancel(t.Context())
			boom := errors.New("boom")
			in := testInput(text, false)
			workers := workersOf(jobs, func() func(context.Context, *entry) (numbered, error) {
				return func(_ context.Context, e *entry) (numbered, error) {
					if e.Line == at {
						switch why {
						case "worker":
							return numbered{}, boom
						case "interrupt":
							cancel()
						}
					}
					return numbered{e.Line, nil}, nil
				}
			})
			last := 0
			err := stream(ctx, in, workers, (*numbered).said, newTestTally(io.Discard, in), func(_ *entry, n numbered) error {
				if n.index != last+1 {
					t.Fatalf("%s: line %d after %d", why, n.index, last)
				}
				if last = n.index; why == "writer" && last == at-1 {
					return boom
				}
				return nil
			}, func() error {
				if why == "flush" {
					return boom
				}
				return nil
			})
			cancel()
			switch why {
			case "interrupt":
				if !errors.Is(err, context.Canceled) || last >= at {
					t.Errorf("%d jobs, %s: error %v after line %d", jobs, why, err, last)
				}
			case "flush":
				if !errors.Is(err, boom) {
					t.Errorf("%d jobs, %s: error %v", jobs, why, err)
				}
			default:
				if !errors.Is(err, boom) || last != at-1 {
					t.Errorf("%d jobs, %s: error %v after line %d, want boom after %d", jobs, why, err, last, at-1)
				}
			}
		}
	}
}

// TestStreamInterrupt: of a block, what was finished before an interrupt is handed out.
func TestStreamInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	in := testInput(strings.Repeat(easy+"\n", 4000), false)
	var finished atomic.Int64
	workers := workersOf(1, func() func(context.Context, *entry) (numbered, error) {
		return func(ctx context.Context, e *entry) (numbered, error) {
			if e.Line == 3333 {
				cancel()
				<-ctx.Done()
				return numbered{}, ctx.Err()
			}
			finished.Store(int64(e.Line))
			return numbered{e.Line, nil}, nil
		}
	})
	last := 0
	err := stream(ctx, in, workers, (*numbered).said, newTestTally(io.Discard, in), func(_ *entry, n numbered) error {
		last = n.index
		return nil
	}, func() error { return nil })
	if !errors.Is(err, context.Canceled) || last != 3332 || finished.Load() != 3332 {
		t.Errorf("error %v, %d written of %d finished", err, last, finished.Load())
	}
}

// TestStreamWindow: while one puzzle takes its time, others are worked on, and no more than there is room for.
func TestStreamWindow(t *testing.T) {
	const lines = 20_000
	in := testInput(strings.Repeat(easy+"\n", lines), false)
	var begun atomic.Int64
	release := make(chan struct{})
	workers := workersOf(2, func() func(context.Context, *entry) (numbered, error) {
		return func(_ context.Context, e *entry) (numbered, error) {
			begun.Add(1)
			if e.Line == 1 {
				<-release
			}
			return numbered{e.Line, nil}, nil
		}
	})
	go func() {
		for before := int64(-1); begun.Load() != before; time.Sleep(300 * time.Millisecond) {
			before = begun.Load()
		}
		n := begun.Load()
		close(release)
		if most := int64(mostAhead/entryBytes + mostInBlock); n < most/2 || n > most {
			t.Errorf("%d puzzles worked on while the first takes its time, want about %d", n, most)
		}
	}()
	n := 0
	err := stream(t.Context(), in, workers, (*numbered).said, newTestTally(io.Discard, in), func(*entry, numbered) error {
		n++
		return nil
	}, func() error { return nil })
	if err != nil || n != lines {
		t.Errorf("%d results, error %v", n, err)
	}
}

// TestBlockSizes: entries that take long go one by one, quick ones in full blocks, and a process in the way changes little.
func TestBlockSizes(t *testing.T) {
	s := newBlocks[numbered](&input{}, 2)
	if s.size() != 1 {
		t.Errorf("a first block of %d", s.size())
	}
	for range 20 {
		s.took(20*time.Microsecond, 10)
	}
	if s.size() != mostInBlock {
		t.Errorf("blocks of %d for entries of 2 µs", s.size())
	}
	s.took(20*time.Millisecond, 10)
	if s.size() != mostInBlock {
		t.Errorf("blocks of %d after one slow block", s.size())
	}
	s.took(3*time.Second, 10)
	if s.size() != 1 {
		t.Errorf("blocks of %d for entries of 0.3 s", s.size())
	}
	for range 200 {
		s.took(100*time.Microsecond, 1)
	}
	if s.size() != 5 {
		t.Errorf("blocks of %d for entries of 0.1 ms, want 5", s.size())
	}
}

// TestWaitsForSources: what precedes a source that has to be waited for is answered first.
func TestWaitsForSources(t *testing.T) {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	file := filepath.Join(t.TempDir(), "p.txt")
	if err := os.WriteFile(file, []byte(easy+"\n"+easy+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan int)
	go func() {
		done <- run(t.Context(), []string{"solve", "--quiet", file, "-"}, in, out, io.Discard)
		_ = out.Close()
	}()
	read := bufio.NewScanner(answers)
	for range 2 {
		if !read.Scan() || read.Text() != easySolution {
			t.Fatalf("answer %q, error %v", read.Text(), read.Err())
		}
	}
	_ = ask.Close()
	if code := <-done; code != exitOK {
		t.Errorf("exit code %d", code)
	}
}

// TestTerseAnswers: with and without what only other forms show, the answers are the same.
func TestTerseAnswers(t *testing.T) {
	var text strings.Builder
	for i := range 300 {
		p := []byte(easy)
		p[i%81] = "123456789."[i%10]
		text.Write(append(p, '\n'))
		if i%3 == 0 {
			text.WriteString("12..34..2.4..3..\n" + strings.Repeat(".", 81) + "\n")
		}
	}
	for _, args := range [][]string{{"solve"}, {"solve", "--any"}, {"classify", "--max-solutions", "30"}, {"enumerate", "--count-only", "--limit", "30"}} {
		quick := sudokulab(t, text.String(), append(args, "-q")...)
		slow := sudokulab(t, text.String(), append(args, "-q", "--max-nodes", "1000000000")...)
		if quick.code != slow.code || quick.out != slow.out || quick.out == "" {
			diff(t, strings.Join(args, " "), []byte(quick.out), []byte(slow.out))
		}
	}
}

// slowWriter counts how often it is written to.
type slowWriter struct {
	bytes.Buffer
	writes int
}

func (w *slowWriter) Write(b []byte) (int, error) {
	w.writes++
	return w.Buffer.Write(b)
}

// TestPromptWriter: quick text is gathered, and none waits for what never comes.
func TestPromptWriter(t *testing.T) {
	in, out := io.Pipe()
	p := newPromptWriter(out)
	for range 3 {
		if _, err := io.WriteString(p, "a line\n"); err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 100)
		if n, err := in.Read(buf); string(buf[:n]) != "a line\n" || err != nil { // without a Flush
			t.Fatalf("%q, %v", buf[:n], err)
		}
	}
	var w slowWriter
	p = newPromptWriter(&w)
	for range 10_000 {
		if _, err := io.WriteString(p, "a line\n"); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Flush(); err != nil || w.Len() != 70_000 || w.writes > 1000 {
		t.Errorf("%d bytes in %d writes, %v", w.Len(), w.writes, err)
	}
	_ = in.Close()
	p = newPromptWriter(out)
	_, _ = io.WriteString(p, "a line\n")
	if err := p.Flush(); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v, want that of the pipe", err)
	}
}
