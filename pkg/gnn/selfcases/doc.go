// Package selfcases makes the cases of the networks for the self-test of a backend.
//
//	cases, err := selfcases.Cases(choice.Platform, 1)
//	if err != nil { … }
//	report, err := selftest.Run(ctx, choice, selftest.Default(choice.Platform), cases, dir, selftest.Options{})
//
// They are the candidate network in float32, in bfloat16 and with activations computed again,
// the document's graph network in float32 and in bfloat16, and its convolutional network; each
// small, and on a card also as large as it is trained there.
//
// Invariants: the full candidate network is that of the queue's recipe; all small cases come
// before all full ones.
//
// Cost: some seconds on the Go backend for the small cases together.
//
// The package runs nothing: package learn/selftest does.
package selfcases
