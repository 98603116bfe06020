// Package gnn is the root of the networks that pass messages over a board: what they have in
// common, so that training, inference and measurement know none of them by name.
//
// The document on the graph neural network (gnn.md) draws one network and describes how it is
// trained and used. The packages below hold it and what was built in addition to it, on the floor that
// package learn describes:
//
//	literal     the document's network as drawn: cells and constraints as nodes, 32 rounds
//	cnn         the convolutional network that the document compares it with
//	candidate   the candidate network, the project's own: candidates as nodes, one set of weights for all sizes
//	inspect     what a network weighs, holds and computes, without GoMLX in the caller
//	supervised  the document's training: loss, curriculum, augmentation
//	infer       the document's inference methods, with an exact engine behind them
//	weights     trained weights, each with a card
//	documented  recipes for the document's two networks
//	selfcases   the networks' cases for the self-test of a backend
//
// A [Network] builds a graph and is trained; a learn.Predictor runs weights on a backend and gives
// probabilities, which is all that package infer asks for:
//
//	var p learn.Predictor = thinker
//	predictions, err := p.Predict(ctx, []board.Board{puzzle})
//	if err != nil { … }
//	fmt.Println(predictions[0].P[cell*9+digit-1])
//
// Invariants: scores and probabilities are row-major by cell and then by digit, digit d at
// d−1; the probabilities of a cell add up to 1.
//
// The package computes nothing itself.
package gnn
