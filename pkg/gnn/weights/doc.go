// Package weights holds trained networks: the embedded ones, which need no file, and those
// that a training has left in a folder.
//
// A set of weights is two files. The safetensors file holds the numbers, in bfloat16 or
// float16 where they are embedded, and can be loaded by any other reader of that format; its
// metadata names the network and its configuration. The card, JSON beside it, says where the
// numbers come from: the recipe with data and seeds, steps, machine, time, floating-point
// operations, what was measured with which interval, and what the network is known to fail at.
//
//	m, err := weights.Load("candidate")
//	if err != nil { … }
//	fmt.Println(m.Card.Title, m.Card.Training.Steps)
//	thinker, err := m.Thinker(choice.Backend, candidate.DefaultThink())
//	if err != nil { … }
//	defer thinker.Close()
//
// Invariants: the card carries the SHA-256 of the numbers and a load compares it, so a card
// never describes other weights; every variable of the network is there, in its shape, and no
// other.
//
// Cost: the embedded weights are some tens of kilobytes; a load takes a few milliseconds.
//
// The package does not train, and it measures nothing: package candidate does the first, and
// experiment gnn-candidate the second.
package weights
