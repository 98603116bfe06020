// Package weights opens the trained agents of this project: the embedded ones, which need no file, and
// those that a training has left in a folder.
//
//	m, err := weights.Named(weights.Default)
//	if err != nil { … }
//	fmt.Println(m.Card.Title, m.Card.Training.Steps)
//	player, err := m.Player(choice.Backend, board.Standard(), 64)
//	if err != nil { … }
//	defer player.Close()
//	games, err := player.Play(ctx, samples)
//
// An agent is a Q-network of package dqn/networks. A [Recipe] is a dqn.Recipe with what a card and a trainer
// need in addition; [Trained] reads the agent out of a training's folder. Files, cards and their checks
// are those of package learn/weights.
//
// Invariants: those of package learn/weights. A set holds the network that plays, never the target network, which is
// a copy that only the training needs.
//
// Cost: a load takes some milliseconds. The weights of the candidate network take tens of kilobytes, those of
// the others up to a megabyte.
//
// The package does not train, and it measures nothing: package train does the first, and
// `sudokulab eval dqn` the second.
package weights
