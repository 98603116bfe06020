package tensornet

import (
	"strings"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
)

// TestTraps are what GoMLX v0.28.7 with compute v0.1.6 refuses on the backend in Go, each as small as it
// gets, with the workaround that this package has. One that is refused no longer fails here: then its
// workaround can go.
func TestTraps(t *testing.T) {
	backend := goBackend(t)
	shape := shapes.Make(dtypes.Int32, 2, 3)
	// loop doubles x until a scalar reaches 3; body says how.
	loop := func(body func(x, t, one *Node) *Node) (err error) {
		e, err := NewExec(backend, func(x, zero, one *Node) *Node {
			g := x.Graph()
			parameters := func(g *Graph) (x, t, one *Node) {
				scalar := shapes.Make(dtypes.Int32)
				return Parameter(g, "x", shape), Parameter(g, "t", scalar), Parameter(g, "one", scalar)
			}
			cond := NewClosure(g, func(g *Graph) []*Node {
				_, t, one := parameters(g) // the scalar 1 is made here first
				return []*Node{LessThan(t, AddScalar(Add(one, one), 1))}
			})
			step := NewClosure(g, func(g *Graph) []*Node {
				x, t, one := parameters(g)
				return []*Node{body(x, t, one), Add(t, one), one}
			})
			return While(cond, step, x, zero, one)[0]
		})
		if err != nil {
			return err
		}
		defer e.Finalize()
		_, err = e.Call(tensors.FromShape(shape), int32(0), int32(1))
		return err
	}
	for _, trap := range []struct {
		name, refusal string
		refused       func(x, t, one *Node) *Node
		instead       func(x, t, one *Node) *Node
	}{
		{
			"a scalar that another closure of the graph has made", "scope",
			func(x, _, _ *Node) *Node { return AddScalar(x, 1) },
			func(x, _, one *Node) *Node { return Add(x, one) }, // handed in as part of the state
		},
		{
			"an operand repeated along an axis", "not computed yet",
			func(x, _, _ *Node) *Node { return Add(x, BroadcastToDims(Slice(x, AxisRange(), AxisElem(0)), 2, 3)) },
			func(x, _, _ *Node) *Node {
				first := Slice(x, AxisRange(), AxisElem(0))
				return Add(x, Concatenate([]*Node{first, first, first}, 1))
			},
		},
	} {
		err := loop(trap.refused)
		t.Logf("%s: %v", trap.name, err)
		if err == nil || !strings.Contains(err.Error(), trap.refusal) {
			t.Errorf("%s: error %v, so far one with %q: the workaround may be needless", trap.name, err, trap.refusal)
		}
		if err := loop(trap.instead); err != nil {
			t.Errorf("%s: the workaround fails: %v", trap.name, err)
		}
	}
}
