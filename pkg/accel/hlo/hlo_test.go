package hlo_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/accel/hlo"
)

func ExampleWrite() {
	err := hlo.Write(os.Stdout, "double", func(g *graph.Graph) []*graph.Node {
		x := graph.Parameter(g, "x", shapes.Make(dtypes.Int32, 3))
		return []*graph.Node{graph.Add(x, x)}
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// module @double {
	//   func.func @main(%x: tensor<3xi32>) -> tensor<3xi32> {
	//     %0 = "stablehlo.add"(%x, %x) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
	//     "stablehlo.return"(%0) : (tensor<3xi32>) -> ()
	//   }
	// }
}

// TestLines: one operation, one line of the program, with what StableHLO wants spelled out: a scalar's copies,
// whether a comparison is signed, what a reduction begins with.
func TestLines(t *testing.T) {
	for name, c := range map[string]struct {
		build func(x, y, b *graph.Node) *graph.Node // int32 [2, 3], uint64 [], uint64 [2, 3]
		want  []string
	}{
		"scalar": {
			func(_, y, b *graph.Node) *graph.Node { return graph.BitwiseShiftRightLogical(b, y) },
			[]string{
				`%0 = "stablehlo.broadcast_in_dim"(%y) { broadcast_dimensions = array<i64> } : (tensor<ui64>) -> tensor<2x3xui64>`,
				`%1 = "stablehlo.shift_right_logical"(%b, %0) : (tensor<2x3xui64>, tensor<2x3xui64>) -> tensor<2x3xui64>`,
			},
		},
		"signed": {
			func(x, _, _ *graph.Node) *graph.Node { return graph.LessThan(x, x) },
			[]string{`compare_type = #stablehlo<comparison_type SIGNED>`, `comparison_direction = #stablehlo<comparison_direction LT>`},
		},
		"unsigned": {
			func(_, _, b *graph.Node) *graph.Node { return graph.Equal(b, b) },
			[]string{`compare_type = #stablehlo<comparison_type UNSIGNED>`, `comparison_direction = #stablehlo<comparison_direction EQ>`},
		},
		"reduction": {
			func(_, _, b *graph.Node) *graph.Node { return graph.ReduceBitwiseOr(b, 1) },
			[]string{
				`%0 = "stablehlo.constant"() { value = dense<0> : tensor<ui64> }`, `"stablehlo.reduce"(%b, %0)`, `"stablehlo.or"`,
				`dimensions = array<i64: 1>`, `-> tensor<2xui64>`,
			},
		},
		"everything": {
			func(x, _, _ *graph.Node) *graph.Node { return graph.ReduceSum(x) },
			[]string{`"stablehlo.add"`, `dimensions = array<i64: 0, 1>`, `-> tensor<i32>`},
		},
		"largest constant": {
			func(_, _, b *graph.Node) *graph.Node {
				return graph.BitwiseAnd(b, graph.Const(b.Graph(), uint64(1<<64-1)))
			},
			[]string{`value = dense<18446744073709551615> : tensor<ui64>`, `"stablehlo.and"`},
		},
		"choice": {
			func(x, _, b *graph.Node) *graph.Node {
				return graph.Where(graph.Equal(x, x), graph.Const(b.Graph(), uint64(7)), b)
			},
			[]string{`value = dense<7> : tensor<ui64>`, `"stablehlo.broadcast_in_dim"`, `"stablehlo.select"`, `-> tensor<2x3xui64>`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			text := write(t, func(g *graph.Graph) []*graph.Node {
				x := graph.Parameter(g, "x", shapes.Make(dtypes.Int32, 2, 3))
				y := graph.Parameter(g, "y", shapes.Make(dtypes.Uint64))
				b := graph.Parameter(g, "b", shapes.Make(dtypes.Uint64, 2, 3))
				return []*graph.Node{c.build(x, y, b)}
			})
			at := 0
			for _, want := range c.want {
				next := strings.Index(text[at:], want)
				if next < 0 {
					t.Fatalf("no %s after byte %d of\n%s", want, at, text)
				}
				at += next
			}
		})
	}
}

func write(t *testing.T, build func(g *graph.Graph) []*graph.Node) string {
	t.Helper()
	var out [2]bytes.Buffer
	for i := range out {
		if err := hlo.Write(&out[i], "test", build); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(out[0].String(), out[1].String()); diff != "" {
		t.Errorf("written twice:\n%s", diff)
	}
	return out[0].String()
}

// TestErrors: an operation that is not known is named, and nothing of the program is written; what is wrong
// with a graph, and with the writer, comes back.
func TestErrors(t *testing.T) {
	parameter := func(g *graph.Graph) *graph.Node { return graph.Parameter(g, "x", shapes.Make(dtypes.Float32, 3)) }
	for want, build := range map[string]func(g *graph.Graph) []*graph.Node{
		"Sin":          func(g *graph.Graph) []*graph.Node { return []*graph.Node{graph.Sin(parameter(g))} },
		"no results":   func(*graph.Graph) []*graph.Node { return nil },
		"out of order": func(*graph.Graph) []*graph.Node { panic("out of order") },
	} {
		var out bytes.Buffer
		err := hlo.Write(&out, "wrong", build)
		if err == nil || !strings.HasPrefix(err.Error(), "hlo: writing wrong: ") || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("%v after %d bytes, want an error with %q", err, out.Len(), want)
		}
	}
	_, full := io.Pipe()
	_ = full.CloseWithError(io.ErrShortWrite) // so that writing fails
	err := hlo.Write(full, "right", func(g *graph.Graph) []*graph.Node {
		x := parameter(g)
		return []*graph.Node{graph.Add(x, x)}
	})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%v", err)
	}
}
