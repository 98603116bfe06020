// Package weights opens the trained networks of this project: the embedded ones, which need no
// file, and those that a training has left in a folder.
//
//	m, err := weights.Load("candidate")
//	if err != nil { … }
//	fmt.Println(m.Card.Title, m.Card.Training.Steps)
//	predictor, err := m.Predictor(choice.Backend, 32, 0)
//	if err != nil { … }
//	defer predictor.Close()
//	answers, err := predictor.Predict(ctx, boards)
//
// They may be of the candidate network, or of one of the document on the graph network,
// packages literal and cnn. Of the embedded ones, candidate is the candidate network, trained on puzzles of all
// difficulties; small is a narrower one that was trained for an hour on easier ones: a step of it costs a
// quarter, and it solves few of the hardest; literal is the document's network. A [Recipe] is all that decides a set of weights of any of them, and
// makes what a trainer needs; [Model.Predictor] runs any, and [Model.Thinker], with looks and
// fresh starts, the candidate network. [Model.Fused] has the candidate network's steps made by package fused,
// which on a processor is much faster than a backend. Files, cards and their checks are those of package
// learn/weights, which knows no network.
//
// Invariants: those of package learn/weights. A card of the candidate network is the JSON that
// it was before there were others.
//
// Cost: the embedded weights are some tens of kilobytes to a hundred and fifty; a load takes a few milliseconds.
//
// The package does not train, and it measures nothing: package train does the first, and the
// experiments gnn-candidate and gnn-inference the second.
package weights
