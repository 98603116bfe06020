package networks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/dqn/networks"
)

// TestShapes: what a network says of its variables without being built are those that are there when it is.
func TestShapes(t *testing.T) {
	b := acceltest.Go(t)
	for _, side := range []int{4, 9} {
		for _, c := range variants(side) {
			r := start(t, b, c)
			built := map[string][]int{}
			at := r.store.Scope("net").Scope() + "/"
			for v := range r.store.Scope("net").IterVariables() {
				built[v.Path()[len(at):]] = v.Shape().Dimensions
			}
			said := r.net.Shapes()
			for name := range said {
				if !slices.Equal(said[name], built[name]) {
					t.Errorf("%s: %s has the shape %v, built %v", title(c), name, said[name], built[name])
				}
			}
			if len(said) != len(built) {
				t.Errorf("%s: %d variables, built %d", title(c), len(said), len(built))
			}
			if got, want := r.net.Operations(r.shape, 3), float64(3*r.net.FLOPs(1)); got != want {
				t.Errorf("%s: %g operations on three boards, want %g", title(c), got, want)
			}
		}
	}
}

// TestCandidateShapes: the same of the candidate network, whose size no board changes.
func TestCandidateShapes(t *testing.T) {
	net, err := networks.New(networks.Default(networks.Candidate, 4))
	if err != nil {
		t.Fatal(err)
	}
	sized, ok := net.(networks.Sized)
	if !ok {
		t.Fatalf("%T does not say what it holds", net)
	}
	shape, store := shapeOf(t, 4), model.NewStore()
	defer store.Finalize()
	exec, err := model.NewExec(acceltest.Go(t), store, func(scope *model.Scope, boards *graph.Node) *graph.Node {
		return net.Values(scope.At("net"), boards, shape)[0]
	})
	if err != nil {
		t.Fatal(err)
	}
	defer exec.Finalize()
	if _, err := exec.Call1(tensors.FromFlatDataAndDimensions(make([]int32, 16), 1, 16)); err != nil {
		t.Fatal(err)
	}
	said, built := sized.Shapes(), 0
	for v := range store.Scope("net").IterVariables() {
		built++
		if name := strings.TrimPrefix(v.Path(), "/net/"); !slices.Equal(said[name], v.Shape().Dimensions) {
			t.Errorf("%s has the shape %v, built %v", name, said[name], v.Shape().Dimensions)
		}
	}
	if built != len(said) {
		t.Errorf("%d variables, built %d", len(said), built)
	}
	if one, many := sized.Operations(shape, 1), sized.Operations(shapeOf(t, 9), 10); one <= 0 || many <= 10*one {
		t.Errorf("%g operations on a board of side 4, %g on ten of side 9", one, many)
	}
}
