// Package drill takes each network of the lab through a few training steps, a checkpoint and a
// resumption, so that a machine nobody has seen yet, or a backend, shows what it can do before
// hours are spent on it.
//
// # What it computes
//
// [Drill] goes through the [Cases] of its configuration: the candidate network in float32, in
// bfloat16 and with activations computed again, the document's graph network in float32 and in
// bfloat16, the document's convolutional network; each small, and each as large as it is
// trained on a card. A [Result] says how long the graphs took to compile, what a step takes,
// the loss before and after, whether all was finite, and whether the steps after the
// resumption gave the losses of the run that was not broken off.
//
// # Method and source
//
// One trainer of package train makes 2·Steps steps. The checkpoint that it writes halfway is
// copied, and a second trainer with a task of its own resumes the copy and makes the second
// half again. So a case compiles its graphs twice, which on a card is most of its time.
// A case that fails, by an error or by a panic of graph building, is reported, and the next
// one is tried.
//
// # Example
//
//	report, err := drill.Drill(ctx, choice, drill.Default(choice.Platform), dir, drill.Options{Progress: os.Stderr})
//	if err != nil {
//		return err
//	}
//	if err := report.WriteText(os.Stdout); err != nil {
//		return err
//	}
//	fmt.Println(report.Failed(), "failed,", report.Skipped(), "were not tried")
//
// # Invariants
//
// On the Go backend the losses after the resumption are equal to the last bit. Elsewhere the
// second compilation may choose another order of sums, so they may differ by
// Config.Tolerance, or Config.HalfTolerance in bfloat16, relative to the loss. A deadline of
// ctx ends no case that is right: what does not fit before it is not begun, and said to be
// skipped. The cases of one size are tried before the next larger one.
//
// # Cost
//
// On two processor cores the small cases take some seconds on the Go backend; the large ones
// are for a card. Checkpoints of the large ones hold the carried states and take up to 200 MB
// of the folder while a case runs.
//
// # What it does not do
//
// It says nothing about what a network learns: the loss of a few steps may rise. Its rates are
// medians of a few steps, those of jobs come from thousands.
package drill
