// Package learn is the floor that learned systems stand on: what a network of any kind needs
// before it is trained and after, so that none has to import another for it. Here is the
// interface between the two sides: a [Predictor] gives probabilities for the digits of each
// cell, and whatever does so can be scored, and asked by the inference methods of gnn/infer.
//
//	var p learn.Predictor = thinker
//	predictions, err := p.Predict(ctx, []board.Board{puzzle})
//	if err != nil { … }
//	fmt.Println(predictions[0].P[cell*9+digit-1])
//
//	metrics, loss, err := score.Evaluate(ctx, p, samples)
//
// The packages of the floor, in the order in which a system meets them:
//
//	learn/puzzles    endless streams of puzzles to train on, and held-out sets that no stream meets
//	learn/layer      layers that several networks are built of
//	learn/candidates the one network that several systems train: the candidate network's graph
//	accel            backends: which this machine has, and whether they compute rightly
//	train            the loop, checkpoints, exact resumption, logs; train/curves draws them
//	learn/score      accuracy by cells, grids and units, and the baselines to compare it with
//	learn/weights    trained weights in files, with cards that say where they come from
//	safetensors      files of numbers
//	learn/selftest   whether a backend can train the system: the first thing to run on a card
//
// None of them knows a system, and a law of the tree keeps it so. What a system adds: its
// network, a train.Task, a weights.Recipe, and cases for the self-test.
//
// Invariants: probabilities are row-major by cell and then by digit, digit d at d−1; those of a
// cell add up to 1.
//
// The package computes nothing itself.
package learn
