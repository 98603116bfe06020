// Package weights keeps trained weights in files, each set with a card that says where its
// numbers come from; for any learned system, whatever its network.
//
//	card, tensors, err := weights.Trained("runs/mine", recipe, train.PartAverage)
//	if err != nil { … }
//	if err := weights.Write("mine", card, tensors, safetensors.F16); err != nil { … }
//
//	set, err := weights.Open[Recipe]("mine.safetensors")
//	if err != nil { … }
//	store, err := set.Store() // what the network runs on
//
// A set of weights is two files. The safetensors file holds the numbers, in bfloat16 or
// float16 where they are embedded, and can be loaded by any other reader of that format; its
// metadata names the network and its configuration. The card, JSON beside it, says where the
// numbers come from: the recipe with data and seeds, steps, machine, time, floating-point
// operations, what was measured with which interval, and what the network is known to fail at.
// A third file is the card as a text for people, which is written and never read.
//
// What a system adds is its [Recipe]: a type that is all that decides its weights, that knows
// the shapes of its variables, and that has words for the card. Sets that a program embeds are
// handed in as a file system, see [Load].
//
// The sets that lie in a source tree are listed with their digests in one file, [ManifestName]. What writes a
// set keeps the list; [Verify] compares it, so that no score, note or fact of a training changes unseen.
//
// Invariants: the card carries the SHA-256 of the numbers and a load compares it, so a card
// never describes other weights; every variable of the network is there, in its shape, and no
// other; nothing is written of a set that a load would refuse.
//
// Cost: a load reads and hashes the file once.
//
// The package does not train, which is what package train does, and it measures nothing.
package weights
