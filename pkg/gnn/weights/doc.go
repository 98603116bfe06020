// Package weights holds trained networks: the embedded ones, which need no file, and those
// that a training has left in a folder.
//
// A set of weights is two files. The safetensors file holds the numbers, in bfloat16 or
// float16 where they are embedded, and can be loaded by any other reader of that format; its
// metadata names the network and its configuration. The card, JSON beside it, says where the
// numbers come from: the recipe with data and seeds, steps, machine, time, floating-point
// operations, what was measured with which interval, and what the network is known to fail at.
//
// They may be of any network of this project: the candidate network, or one of the document on
// the graph network, packages literal and cnn. A [Recipe] is all that decides a set of weights
// of any of them, and makes what a trainer needs; [Model.Predictor] runs any, and
// [Model.Thinker], with looks and fresh starts, the candidate network.
//
//	m, err := weights.Load("candidate")
//	if err != nil { … }
//	fmt.Println(m.Card.Title, m.Card.Training.Steps)
//	predictor, err := m.Predictor(choice.Backend, 32, 0)
//	if err != nil { … }
//	defer predictor.Close()
//	answers, err := predictor.Predict(ctx, boards)
//
// Invariants: the card carries the SHA-256 of the numbers and a load compares it, so a card
// never describes other weights; every variable of the network is there, in its shape, and no
// other. A card of the candidate network is the JSON that it was before there
// were others.
//
// Cost: the embedded weights are some tens of kilobytes; a load takes a few milliseconds.
//
// The package does not train, and it measures nothing: package train does the first, and the
// experiments gnn-candidate and gnn-inference the second.
package weights
