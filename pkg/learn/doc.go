// Package learn is the floor that learned systems stand on: what a network of any kind needs
// before it is trained and after, so that none has to import another for it.
//
//	puzzles   endless streams of puzzles to train on, and held-out sets that no stream meets
//	score     accuracy by cells, grids and units, and the baselines to stand beside it
//	layer     layers that several networks are built of
//
// The packages train (the loop, checkpoints, logs), accel (backends) and safetensors (files of
// numbers) belong to it, too. None of them knows a network.
//
// A [Predictor] gives probabilities for the digits of each cell. Whatever does so can be scored,
// and asked by the inference methods of package gnn/infer:
//
//	var p learn.Predictor = thinker
//	predictions, err := p.Predict(ctx, []board.Board{puzzle})
//	if err != nil { … }
//	fmt.Println(predictions[0].P[cell*9+digit-1])
//
// Invariants: probabilities are row-major by cell and then by digit, digit d at d−1; those of a
// cell add up to 1.
//
// The package computes nothing itself.
package learn
