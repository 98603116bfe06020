// Package selftest proves that a backend can train. It is the first thing to run on a machine
// with a card: it says what fails and why before hours are spent there.
//
//	report, err := selftest.Run(ctx, choice, selftest.Default(choice.Platform), cases, dir, selftest.Options{Progress: os.Stderr})
//	if writeErr := report.WriteText(os.Stdout); writeErr != nil {
//		return writeErr
//	}
//	return err // wraps ErrFailed if anything was wrong
//
// # What it computes
//
// [Run] makes, in this order, the probe of package accel (a small graph's answer, then rates and
// their share of the card's limits); the loss and the gradients of a two-layer network against
// plain loops; and [Case] by case a few training steps, a checkpoint and a resumption. The first
// case is the package's own, the two-layer network, whose loss must fall to half; the others are
// the caller's: the package imports no network. A [Result] says how long the graphs took to
// compile, what a step takes, the loss before and after, whether all was finite, and whether the
// steps after the resumption gave what the run that was not broken off gave.
//
// # Method and source
//
// The two-layer network is y = tanh(x·W1 + b1)·W2 + b2 with the mean squared error; it learns
// the outputs of another one. One trainer of package train makes 2·Steps steps of a case. The
// checkpoint that it writes halfway is copied, and a second trainer with a new task
// resumes the copy and makes the second half again. Compared are the losses of that half and
// every tensor of the two last checkpoints: weights, moments, averages, and what the task
// carries. So a case compiles its graphs twice, which with XLA is most of its time.
//
// Answers or gradients that are wrong end the test: nothing else would mean anything. A case
// that fails, by an error or by a panic of graph building, is reported, and the next is tried.
//
// # Invariants
//
// On the Go backend both halves are equal to the last bit. Elsewhere the second compilation may
// choose another order of sums, so they may differ by the case's [Tolerance]. A deadline of ctx
// ends no case that is right: what does not fit before it is not begun, and said to be skipped.
//
// # Cost
//
// On two processor cores a few seconds for the probe and a second for a small case on the Go
// backend; full cases are for a card. Checkpoints of those hold carried states and may take
// hundreds of megabytes of the folder while a case runs, and twice that in memory.
//
// # What it does not do
//
// It says nothing about what a network learns: the loss of a few steps may rise. Its rates are
// medians of a few steps, those of jobs come from thousands.
package selftest
