package fused_test

import (
	"context"
	"fmt"
	"slices"
	"syscall"
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

func cpu() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Utime.Sec)*1e3 + float64(u.Utime.Usec)/1e3 + float64(u.Stime.Sec)*1e3 + float64(u.Stime.Usec)/1e3
}

func TestTimes(t *testing.T) {
	m, _ := weights.Load("candidate")
	store, _ := m.Store()
	c := m.Card.Recipe.Network
	p := board.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	cells := make([]int32, 81)
	for i, d := range p.Cells() {
		cells[i] = int32(d)
	}
	net, _ := candidates.New(c)
	runs := map[string]func(){}
	for _, path := range []fused.Path{fused.Portable, fused.AVX2} {
		n, _ := fused.Of(c, store, train.ScopePath, path)
		on, _ := n.On(p.Shape())
		on.Start(p.Cells(), nil)
		reps := 4
		if path == fused.AVX2 {
			reps = 40
		}
		runs[string(path)] = func() {
			for range reps {
				on.Steps(context.Background(), 8)
			}
		}
	}
	e, _ := model.NewExec(acceltest.Go(t), store, func(scope *model.Scope, in []*Node) []*Node {
		b := net.On(scope.Store().Scope(train.ScopePath), in[0], p.Shape())
		s := b.Steps(b.Start(), 8, nil)
		return []*Node{s, b.Score(s)}
	})
	runs["gomlx"] = func() {
		for range 1 {
			out, err := e.Exec(tensors.FromFlatDataAndDimensions(cells, 1, 81))
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range out {
				o.MustFinalizeAll()
			}
		}
	}
	runs["gomlx"]()
	times := map[string][]float64{}
	for range 25 {
		for name, f := range runs {
			s := cpu()
			f()
			d := cpu() - s
			switch name {
			case "portable":
				d /= 4
			case "AVX2+FMA":
				d /= 40
			}
			times[name] = append(times[name], d)
		}
	}
	for name, v := range times {
		slices.Sort(v)
		fmt.Printf("%-10s min %.3f q1 %.3f median %.3f ms cpu per 8 steps; GFLOP/s at q1 %.1f\n", name, v[0], v[len(v)/4], v[len(v)/2], 8*c.FLOPs(9)/v[len(v)/4]/1e6)
	}
}
