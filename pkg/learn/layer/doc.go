// Package layer builds the layers that several networks share, in GoMLX graphs: linear layers
// on any number of leading axes, 3×3 convolutions, normalisation, initial values that are the same
// on every backend, and dropout whose masks can be drawn a second time.
//
//	start := layer.Start{Init: layer.FanIn, Seed: 1}
//	hidden := start.Linear(scope.In("first"), g, dtypes.Float32, 5, 96) // 576 values
//	masks := layer.NewMasks(scope, g, 0.3, training, false)
//	x = layer.ReLU(hidden.Apply(x), masks.Draw(dims...)) // nil mask: no dropout
//
// The method is the usual one: initial values after He et al. (2015,
// doi:10.1109/ICCV.2015.123), Glorot and Bengio (2010), or uniform in ±1/√inputs, which is
// what PyTorch gives a linear layer that says nothing else; dropout after Srivastava et al.
// (2014), with kept values scaled up, so that nothing changes when it is off; convolutions as
// one product of matrices (im2col, Chellapilla et al. 2006), which on the Go backend is several
// times as fast as the library's own: BenchmarkConvolve measures both.
//
// Invariants: initial values depend on the seed, the variable's path and its shape alone,
// not on the backend or on the order of building. A mask drawn with recompute is drawn
// again, the same, where the backward pass recomputes a checkpointed block, so that it need
// not be kept.
//
// Cost: one matrix product for a linear layer; a convolution holds its input nine times. ReLU and dropout are one selection, and the
// backward pass keeps one byte for each value of it, not the value.
//
// The package builds no network and trains nothing.
package layer
