package tensornet

import (
	"slices"
	"testing"

	"github.com/gomlx/compute"

	"sudokulab/pkg/board"
)

func TestOffer(t *testing.T) {
	of := func(part Part, class Class, name string) Operation {
		return Operation{Part: part, Class: class, Name: name}
	}
	has := compute.Capabilities{Operations: map[compute.OpType]bool{compute.OpTypeMul: true, compute.OpTypeReduceWindow: true}}
	o := offerOf(has, []Operation{
		of(Step, Computes, "Mul"), of(Entry, Computes, "Mul"), of(Step, Computes, "Add"), of(Step, Computes, "ReduceWindow"),
		of(Step, Computes, "SelectAndScatterMax"), of(Step, Moves, "Reshape"), of(Ended, Computes, "ReduceSum"), of(Whole, Branches, "While"),
	})
	if o.Kinds != 2 || o.Native != 1 || o.Pooling != 1 || !slices.Equal(o.Lacking, []string{"Add"}) {
		t.Errorf("%+v", o)
	}
	backend := goBackend(t)
	for _, form := range []Form{Packed, Literal} {
		cfg := DefaultConfig()
		cfg.Form, cfg.Batch = form, 6
		operations, err := Operations(backend, board.Standard(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		o := OfferOf(backend, operations)
		if o.Kinds < 4 || o.Native != o.Kinds || (o.Pooling == 2) != (form == Literal) {
			t.Errorf("%s on the backend in Go, which runs it: %+v", form, o)
		}
	}
}
