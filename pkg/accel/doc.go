// Package accel is the one place that chooses the GoMLX backend on which the
// learned systems run, says which it took and why, and measures what it got.
//
//	choice, err := accel.Choose(ctx, accel.Options{Backend: os.Getenv(accel.EnvBackend)})
//	if err != nil {
//		return err
//	}
//	defer choice.Close()
//	fmt.Fprintln(os.Stderr, choice.Reason)
//	report, err := accel.Probe(ctx, choice, accel.DefaultProbe(choice.Platform))
//	if err != nil {
//		return err
//	}
//	return report.WriteText(os.Stdout)
//
// # What it computes
//
// [Choose] opens a [github.com/gomlx/compute.Backend]: the CUDA plugin, the XLA
// CPU plugin or the pure-Go backend, in that order, or exactly the one that was
// asked for. The [Choice] lists every candidate with what it lacked. [Probe]
// compiles a small graph on it, compares the answer with plain Go loops, then
// measures matrix-product and copy rates.
//
// # Method and source
//
// The pure-Go backend (compute/gobackend) is always compiled in and needs
// nothing else. XLA is reached through PJRT plugins: shared libraries that export
// GetPjrtApi, loaded while the program runs (go-xla). It needs cgo and the build
// tag xla; without them a request for XLA is an error that names the tag. A
// plugin file is looked at as an ELF file before it is loaded, so a text file or
// a library for another processor gives a message and not a crash. Every XLA
// backend must solve a small known graph before it is accepted: a plugin that
// loads but lacks its libraries is found here and not in the first training step.
//
// # Invariants
//
// An explicit request is met or is an error; another backend never takes its
// place. Nothing is downloaded: the downloading installer of go-xla is not linked
// in, and is switched off as well (package accel/install downloads, when told to).
// Nothing is written to standard output. Panics of the libraries below come back
// as errors. Float32 products are float32 unless [Options.TF32] says otherwise.
//
// # Cost
//
// Opening the Go backend takes microseconds; a CUDA plugin some tenths of a second
// to load and about as much for its first compilation. [Probe] stops at its budget:
// [DefaultProbe] gives it four seconds on a processor and one minute on a card.
//
// # What it does not do
//
// It does not spread work over several cards (it opens device 0 of the backend),
// does not set clocks or memory limits, and cannot interrupt a plugin that hangs
// inside its own code: ctx is polled between steps.
package accel
