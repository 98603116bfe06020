// Package train trains networks: whatever is given as a [Task], on any backend of package
// accel.
//
//	config := train.DefaultConfig()
//	config.Steps, config.ValidateEvery, config.Watch = 20_000, 500, "loss"
//	trainer, err := train.New(choice.Backend, task, config, train.Options{Folder: dir, Resume: true, Progress: os.Stderr})
//	if err != nil {
//		return err
//	}
//	defer trainer.Close()
//	report, err := trainer.Run(ctx) // a cancelled ctx leaves a whole checkpoint too
//	if err != nil {
//		return err
//	}
//	weights, best, ok := trainer.Best()
//
// # What it computes
//
// A [Trainer] asks its task for batches, computes the loss, the gradients of all trainable
// variables, bounds their common norm, and lets AdamW change the weights; it keeps an average
// of the weights, measures that average now and then, lowers the learning rate when nothing
// improves, and stops when nothing improves for long. Batches may be of several kinds with
// different shapes; each kind is compiled once, and all share weights, moments and the step
// counter. What it needs to go on is one file, [CheckpointName]; what it measures is a log of
// one JSON object per line, [LogName], which package curves draws and TensorBoard reads in the
// form of [EventsName].
//
// # Method and source
//
// AdamW is that of Loshchilov and Hutter (2019, arXiv:1711.05101) on GoMLX's Adam (Kingma
// and Ba, arXiv:1412.6980); the decay, whose place in the update is ours, acts on variables
// with two axes or more. Clipping by the global norm: Pascanu, Mikolov and Bengio (2013,
// arXiv:1211.5063). The average is exponential with the usual warm-up of its decay,
// min(EMA, (1+t)/(10+t)) after t steps, and begins with the initial weights. The learning
// rate is base × plateau's factor × schedule; the schedule is a linear warm-up and then
// constant or half a cosine (Loshchilov and Hutter 2017, arXiv:1608.03983). A plateau is
// more than Patience validations in a row without improvement; early stopping ends at
// Patience of them. GoMLX's own trainer is not used: it has no clipping by norm, no average
// and no plateau, and its metric variables have random names.
//
// # Invariants
//
// Resumption is exact on a backend that is deterministic (the Go backend is, on any number
// of cores, for one build: one with vector instructions rounds differently). From a checkpoint
// of any step the weights, moments, averages, losses, lines of the log and decisions that
// follow are the same to the last bit as without the break, provided that the task's Save and
// Load are. For that the checkpoint also holds GoMLX's random state, of which dropout draws,
// the order of variables, the sums of an unfinished line of the log, and the position of
// plateau and early stopping. A checkpoint replaces the one before whole or not at all, and
// one that is damaged or of another configuration is refused by name.
//
// A step whose loss or norm is not finite changes no variable and ends the run with
// [ErrNotFinite]; the file is then the last checkpoint before.
//
// A task's variables lie under [ScopePath]; trainable ones are float32 (a network may compute
// in another format). The norm is computed in float32 in the graph, schedule and plateau in
// float64 outside.
//
// Validate is given the same store each time, refilled, so what a task compiled for it
// stays valid; its random state is the seed's each time. What a task must keep: Next that
// returns an error has not moved on, Validate does not change what Save returns, and
// variables that are not to be trained (a target network, running means) are marked so with
// SetTrainable(false).
//
// # Cost
//
// In addition to the task's graph a step costs a time for each weight (BenchmarkStep): Adam, the
// average, and the guard against what is not finite, which is the smaller part. Weights, two moments and the average are held, and
// copies of the averages for validation and for the best; a checkpoint holds all but one of
// these. Each kind of batch is compiled once in
// each process; Options.Log says how long that took.
//
// # What it does not do
//
// No accumulation of gradients, no several devices, no scaling of losses for float16. The
// numbers' format inside a network and the recomputation of activations are the network's.
package train
