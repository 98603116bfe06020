// Package supervised trains any gnn.Network on puzzles with their solutions, by the pipeline
// of the document on the graph network (gnn.md, "Training Pipeline"), and runs any trained
// one with a fixed number of steps.
//
//	cfg := supervised.Default() // the document's
//	task, err := supervised.NewTask(ctx, choice.Backend, network, cfg, 0)
//	if err != nil { … }
//	defer task.Close()
//	trainer, err := train.New(choice.Backend, task, cfg.Train(), train.Options{Folder: dir, Resume: true})
//	if err != nil { … }
//	report, err := trainer.Run(ctx)
//	weights, err := trainer.Weights()
//	model, err := supervised.NewPredictor(choice.Backend, network, weights, 64, 0)
//	answers, err := model.Predict(ctx, boards)
//
// A [Task] gives a train.Trainer batches of augmented puzzles whose givens follow a curriculum
// by epochs, or do not; its loss is the cross-entropy of the empty cells plus λ times a
// penalty of broken rules; it validates on held-out puzzles. [Predictor] is what the
// validation runs on: a learn.Predictor over any network and weights.
//
// # The penalty
//
// The document counts repeated digits in rows, columns and boxes. A count of answers does not
// change when a score moves a little, so it has no gradient to learn from. Here, for each
// unit u and digit d,
//
//	p(u,d) = Σ over the unit's cells of the probability of d, a given counting as its digit
//	penalty = ½ · Σ over u, d of (p(u,d) − 1)²
//
// which is the expected number of places of d in u, and what it should be. Where every cell
// has one digit for certain, a digit that stands k times in a unit adds ½(k−1)² and one that
// is missing ½; as many are missing as stand too often, so the sum is the document's count
// ([Repeats]) where no digit stands more than twice in a unit, and above it elsewhere. It is 0
// for a solved grid and for no other full one. But it is 0 as well for an empty board all of
// whose digits are equally likely: it asks that expectations add up, not for certainty.
//
// # Invariants
//
// The batch of a step depends on the configuration and the step alone: not on workers or
// breaks, so that a resumed run has the same weights to the last bit where the backend is
// deterministic. A stage of the curriculum begins with the first batch of its epoch. No
// puzzle of a validation is, under symmetry, one that is trained on.
//
// # Cost
//
// That of the network, and for the penalty some n³ additions per board; puzzles are made during
// the training (package puzzles says how fast). A data set of a fixed size is made when the task is.
//
// # What it does not do
//
// It mixes no sizes in one run, and carries no states from step to step: see package candidate
// for both. It searches nothing; package infer does.
package supervised
