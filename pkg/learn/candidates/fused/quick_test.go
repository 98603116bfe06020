package fused_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	. "github.com/gomlx/gomlx/core/graph" //nolint:revive // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/learn/candidates"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/train"
)

func TestQuick(t *testing.T) {
	m, err := weights.Load("candidate")
	if err != nil {
		t.Fatal(err)
	}
	store, err := m.Store()
	if err != nil {
		t.Fatal(err)
	}
	c := m.Card.Recipe.Network
	fmt.Printf("%+v\n", c)
	net, _ := candidates.New(c)
	p := board.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	cells := make([]int32, 81)
	for i, d := range p.Cells() {
		cells[i] = int32(d)
	}
	backend := acceltest.Go(t)
	for _, steps := range []int{1, 2, 8, 32} {
		out, err := model.CallOnceN(backend, store, func(scope *model.Scope, in []*Node) []*Node {
			b := net.On(scope.Store().Scope(train.ScopePath), in[0], p.Shape())
			s := b.Steps(b.Start(), steps, nil)
			return []*Node{s, b.Score(s)}
		}, tensors.FromFlatDataAndDimensions(cells, 1, 81))
		if err != nil {
			t.Fatal(err)
		}
		want, _ := tensors.CopyFlatData[float32](out[0])
		for _, path := range []fused.Path{fused.Portable, fused.AVX2} {
			n, err := fused.Of(c, store, train.ScopePath, path)
			if err != nil {
				t.Fatal(err)
			}
			b, err := n.On(p.Shape())
			if err != nil {
				t.Fatal(err)
			}
			if err := b.Start(p.Cells(), nil); err != nil {
				t.Fatal(err)
			}
			b.Steps(context.Background(), steps)
			got := b.States()
			worst := 0.
			for i := range want {
				worst = math.Max(worst, math.Abs(float64(want[i]-got[i])))
			}
			fmt.Println(steps, path, worst)
		}
	}
}

func BenchmarkQuick(b *testing.B) {
	m, _ := weights.Load("candidate")
	store, _ := m.Store()
	c := m.Card.Recipe.Network
	p := board.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	for _, path := range []fused.Path{fused.Portable, fused.AVX2} {
		b.Run("path="+string(path), func(b *testing.B) {
			n, _ := fused.Of(c, store, train.ScopePath, path)
			on, _ := n.On(p.Shape())
			on.Start(p.Cells(), nil)
			b.ReportAllocs()
			for b.Loop() {
				on.Steps(context.Background(), 8)
			}
			b.ReportMetric(8*n.FLOPs(9)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
	b.Run("path=gomlx", func(b *testing.B) {
		store, _ := m.Store()
		cells := make([]int32, 81)
		for i, d := range p.Cells() {
			cells[i] = int32(d)
		}
		net, _ := candidates.New(c)
		e, _ := model.NewExec(acceltest.Go(b), store, func(scope *model.Scope, in []*Node) []*Node {
			b := net.On(scope.Store().Scope(train.ScopePath), in[0], p.Shape())
			s := b.Steps(b.Start(), 8, nil)
			return []*Node{s, b.Score(s)}
		})
		for b.Loop() {
			out, err := e.Exec(tensors.FromFlatDataAndDimensions(cells, 1, 81))
			if err != nil {
				b.Fatal(err)
			}
			for _, o := range out {
				o.MustFinalizeAll()
			}
		}
	})
}
