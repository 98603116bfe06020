package tensornet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/accel/hlo"
	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

// programAnswers are the results of a program, in its order and shapes.
type programAnswers struct{ Grids, Candidates, Solutions, Ends []int32 }

const programLimit = 3

// programOf makes a program for puzzles, and its first input, where empty cells are anything but digits.
func programOf(t *testing.T, puzzles []board.Board) (*Program, []int32) {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Batch = len(puzzles)
	shape := puzzles[0].Shape()
	p, err := NewProgram(shape, cfg, programLimit)
	if err != nil {
		t.Fatal(err)
	}
	var input []int32
	for _, b := range puzzles {
		for cell, digit := range b.Cells() {
			if digit == 0 {
				input = append(input, []int32{0, -1, int32(shape.Side()) + 1, -1 << 31, 1<<31 - 1}[cell%5])
			} else {
				input = append(input, int32(digit))
			}
		}
	}
	return p, input
}

// plainAnswers are what the plain step says after so many steps.
func plainAnswers(t *testing.T, puzzles []board.Board, steps int) (out programAnswers) {
	t.Helper()
	for _, b := range puzzles {
		s, err := plain.New(b, plain.Search{Limit: programLimit})
		if err != nil {
			t.Fatal(err)
		}
		for range steps {
			if s.End != plain.Open {
				break
			}
			s.Step(DefaultConfig().Rules)
		}
		n := b.Shape().Side()
		for cell := range b.Shape().Cells() {
			bits, digit := int32(0), int32(0)
			for d, stamp := range s.Stamp[cell*n : (cell+1)*n] {
				if stamp == 0 {
					bits |= 1 << d
				}
			}
			if s.Solution != nil {
				digit = int32(s.Solution[cell])
			}
			out.Grids, out.Candidates = append(out.Grids, digit), append(out.Candidates, bits)
		}
		out.Solutions, out.Ends = append(out.Solutions, int32(s.Found)), append(out.Ends, int32(s.End))
	}
	return out
}

// TestProgram holds the program, run by the backend in Go, against the plain step: on boards with one,
// several and no solutions, in batches that fill no whole number of words, and after more steps than a form
// counts.
func TestProgram(t *testing.T) {
	backend := goBackend(t)
	for k, count := range map[int]int{2: 17, 3: 23, 4: 7} {
		puzzles := boards(t, k, count)
		p, input := programOf(t, puzzles)
		g := graph.NewGraph(backend, "program")
		if err := g.Compile(p.Build(g)...); err != nil {
			t.Fatal(err)
		}
		for _, steps := range []int{0, 1, 9, 40, 300} {
			var got programAnswers
			results := g.Run(tensors.FromFlatDataAndDimensions(input, count, k*k*k*k), int32(steps))
			for i, into := range []*[]int32{&got.Grids, &got.Candidates, &got.Solutions, &got.Ends} {
				*into = tensors.MustCopyFlatData[int32](results[i])
			}
			if diff := cmp.Diff(plainAnswers(t, puzzles, steps), got); diff != "" {
				t.Errorf("k=%d, %d steps (-plain +program):\n%s", k, steps, diff)
			}
		}
	}
}

// TestProgramElsewhere has another program do the same: the program is written as StableHLO, and the compiler
// and the runtime of IREE, which know nothing of GoMLX or XLA, compile it and run it.
func TestProgramElsewhere(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for some ten seconds")
	}
	var tools [2]string
	for i, name := range []string{"iree-compile", "iree-run-module"} {
		var err error
		if tools[i], err = exec.LookPath(name); err != nil {
			t.Skipf("no %s in the path", name)
		}
	}
	call := func(tool string, args ...string) {
		t.Helper()
		if out, err := exec.CommandContext(t.Context(), tool, args...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", filepath.Base(tool), err, out)
		}
	}
	for k, count := range map[int]int{2: 17, 3: 100} {
		puzzles := boards(t, k, count)
		p, input := programOf(t, puzzles)
		dir := t.TempDir()
		file := func(name string) string { return filepath.Join(dir, name) }
		var text bytes.Buffer
		if err := hlo.Write(&text, "tensornet", p.Build); err != nil {
			t.Fatal(err)
		}
		var bytesOf bytes.Buffer
		if err := binary.Write(&bytesOf, binary.LittleEndian, input); err != nil {
			t.Fatal(err)
		}
		for name, data := range map[string][]byte{"program.mlir": text.Bytes(), "puzzles.bin": bytesOf.Bytes()} {
			if err := os.WriteFile(file(name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		call(tools[0], "--iree-input-type=stablehlo", "--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu",
			"--iree-llvmcpu-target-cpu=generic", file("program.mlir"), "-o", file("program.vmfb"))
		for _, steps := range []int{1, 9, 1000} {
			cells := k * k * k * k
			args := []string{
				"--device=local-sync", "--module=" + file("program.vmfb"), "--function=main",
				fmt.Sprintf("--input=%dx%dxi32=@%s", count, cells, file("puzzles.bin")), "--input=i32=" + strconv.Itoa(steps),
			}
			want := plainAnswers(t, puzzles, steps)
			got := programAnswers{make([]int32, count*cells), make([]int32, count*cells), make([]int32, count), make([]int32, count)}
			for i := range 4 {
				args = append(args, "--output=@"+file(fmt.Sprintf("out%d.bin", i)))
			}
			call(tools[1], args...)
			for i, into := range [][]int32{got.Grids, got.Candidates, got.Solutions, got.Ends} {
				data, err := os.ReadFile(file(fmt.Sprintf("out%d.bin", i)))
				if err != nil {
					t.Fatal(err)
				}
				if n, err := binary.Decode(data, binary.LittleEndian, into); err != nil || n != len(data) {
					t.Fatalf("output %d: %d of %d bytes, %v", i, n, len(data), err)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("k=%d, %d steps (-plain +IREE):\n%s", k, steps, diff)
			}
		}
	}
}

// TestNewProgramRefuses: what no program can be made of is an error that says why.
func TestNewProgramRefuses(t *testing.T) {
	literal, deep := DefaultConfig(), DefaultConfig()
	literal.Form, deep.Guesses = Literal, 0
	shape36, err := board.ShapeOf(6)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		shape *board.Shape
		cfg   Config
		limit int
		want  string
	}{
		{board.Standard(), DefaultConfig(), 0, "limit of 0 solutions"},
		{board.Standard(), DefaultConfig(), 128, "want 1 to 127"},
		{board.Standard(), literal, 1, "literal form"},
		{board.Standard(), deep, 1, "0 guesses deep"},
		{shape36, DefaultConfig(), 1, "takes sides 4 to 25"},
		{nil, DefaultConfig(), 1, "no shape"},
	} {
		if p, err := NewProgram(c.shape, c.cfg, c.limit); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, %v; want an error with %q", p, err, c.want)
		}
	}
}
