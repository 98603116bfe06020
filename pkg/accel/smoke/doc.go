// Package smoke proves that a backend can train: it is the first job on a machine
// that nobody has seen yet.
//
// # What it computes
//
// [Run] makes, in this order, and stops at the first failure: the probe of package
// accel (a small graph's answer, then the rates and their share of the card's
// limits); the loss and gradients of a two-layer network against plain loops; a
// short training run; the same run cut in half by a checkpoint and resumed in a
// fresh store; and one step of every model that the caller hands in.
//
// # Method and source
//
// The network is y = tanh(x·W1 + b1)·W2 + b2 with the mean squared error. Training
// uses GoMLX's trainer, Adam (Kingma and Ba, 2015, arXiv:1412.6980) and checkpoints,
// because that is what the real models use: forward, backward, optimizer state and
// its restoration are all exercised. The batches are a function of seed and step
// number, so the resumed half sees the same ones.
//
// # Example
//
//	report, err := smoke.Run(ctx, choice, smoke.DefaultConfig(choice.Platform), dir, os.Stderr)
//	if err != nil {
//		return err
//	}
//	return report.WriteText(os.Stdout)
//
// # Invariants
//
// A report with OK set had a right answer, gradients within tolerance, a falling
// loss and a resumed run whose variables (weights, moments, step) differ from the
// uninterrupted run's by no more than the tolerance; Resume.Exact tells whether they
// are equal to the last bit, as they are on the Go backend. The resumed half
// compiles its graph anew, so on a card the tuner may pick another algorithm for
// the same product: that is reported and is not a failure.
//
// # Cost
//
// On two processor cores a few seconds, most of them the probe's; on a card the
// compilations, which is to say some tens of seconds.
//
// # What it does not do
//
// It says nothing about the speed of the real models: their own jobs measure that.
package smoke
