// Package gpuqueue runs long jobs in slices on machines that are lent for minutes
// and forget everything.
//
//	queue, err := gpuqueue.Load("experiments/gpu-queue.yaml")
//	if err != nil {
//		return err
//	}
//	slice, err := gpuqueue.RunSlice(ctx, gpuqueue.Config{
//		Queue: queue, StateDir: "results/gpu", OutDir: out, Binary: self, Log: os.Stderr,
//		Check: machine, // calls accel.Choose
//	})
//	if err != nil {
//		return err
//	}
//	fmt.Println(slice.Job, slice.Number, slice.Outcome, slice.Message)
//	return gpuqueue.Collect(out, "results/gpu") // here, or where the folder was carried
//
// # What it computes
//
// A queue file lists jobs: a command of the sudokulab program, its budget, the
// claims that it decides, the files that it leaves. [Next] picks the first job that
// is neither done nor waiting for something unwritten. [RunSlice] runs it for one
// budget in an output folder small enough to be carried home; [Collect] takes the
// folder over into the results and records the slice. Repeated until the queue is
// done, with a checkpoint carried from slice to slice.
//
// # Method and source
//
// The queue is written by people and never by the program. What happened is in
// state.json beside the results, one entry for a slice, and the folder of each job
// holds the files of its last slice. A slice itself writes only into its output
// folder, so the machine may vanish right after: slice.json in that folder is all
// that [Collect] needs. The contract with a job's command is three flags and two
// exit codes:
//
//	--out DIR        the only folder that it may write to
//	--budget 9m0s    save and stop within this time
//	--resume         DIR holds the files of the slice before: go on from them
//	exit 0           the job is done
//	exit 75          the budget is spent, there is more to do (EX_TEMPFAIL)
//
// Any other exit is a failure. A job that fails three times in a row is passed over.
//
// # Invariants
//
// An output folder holds at most [MaxFiles] files, each under [MaxFileBytes], with
// plain names at most two folders deep; a slice that breaks this has failed, however
// its command ended. Collect changes nothing unless every file has the size and the
// SHA-256 that the slice recorded, and swaps a job's folder as a whole.
//
// # Cost
//
// A process, and reading the output files twice.
//
// # What it does not do
//
// It does not rent or reach machines, does not run two jobs at once, and does not
// commit anything.
package gpuqueue
