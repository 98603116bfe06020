// Package candidate is the candidate network, the project's own: it scores the candidates of a
// board, each digit in each cell, by passing messages between them and the constraints of the
// exact cover.
//
//	network, err := candidate.New(candidate.Default())
//	if err != nil { … }
//	thinker, err := candidate.NewThinker(choice.Backend, network, store, candidate.DefaultThink())
//	if err != nil { … }
//	defer thinker.Close()
//	thoughts, err := thinker.Think(ctx, boards, nil)
//	if err != nil { … }
//	fmt.Println(thoughts[0].Solved, thoughts[0].Steps)
//
// # What it computes
//
// A board of side n has n³ candidates and 4n² constraints: each cell has one digit, and each row,
// column and box has each digit once. A candidate is in four of them, a constraint holds n. Each
// candidate has a state of H numbers. In a step it tells its constraints M forces and M values;
// a constraint gathers, channel by channel, the logarithm of the sum of its members' exponential
// forces and the mean of their values weighed by them; a candidate then moves its state by a
// gate (network.go has the formulas at step). The score of a candidate is a linear function of its
// state, a softmax over the digits of a cell makes probabilities of the scores. The same few
// weights serve all digits, all positions, all steps and all sizes.
//
// # Method and source
//
// The document's network (gnn.md) has cells as nodes and gives them their digit and their
// position as numbers. It is not blind to what a Sudoku is blind to, relabelled digits and
// permuted lines, and a decoder with nine outputs has no word for a tenth digit. Candidates as
// nodes, gates, the givens at every step, a loss after every step and averaged weights are what
// the best published networks share (Palm, Paquet and Winther, "Recurrent Relational Networks",
// NeurIPS 2018, arXiv:1711.08028, and what followed it). The sums of exponentials are those of
// belief propagation: in logarithms, the share of a candidate among the members of its
// constraint is its force minus what the constraint gathered, whatever the side of the board.
// [TaskConfig] tells how it is trained, from states that are carried on.
//
// # Invariants
//
// Relabelling the digits of a board, or moving it by a symmetry, permutes the scores and changes
// nothing else, up to the rounding of sums in another order (a test moves boards of two sides).
// States stay within (-1, 1) for any number of steps. A solved [Thought] has been checked by
// package board, which knows nothing of networks. A training that is resumed goes on as if it had
// not been broken off, to the last bit.
//
// # Cost
//
// On boards of side n a step takes 2·n³·(2HM+2H²+H) + 2·4n²·4MH floating-point operations in
// products ([Config.FLOPs]): about 13 million at side 9 with H = 48 and M = 16. All sums run over
// axes of the cube [batch, row, column, digit, ·]; nothing is gathered by index. Sums over
// candidates and the element-wise rest take longer than the products on the Go backend.
//
// # What lost
//
// The shares n·M of each candidate as inputs of the update, in place of their logarithms: five
// times the products, since they are the candidates' own and not the constraints'. Plain sums
// and means as messages ([PoolSum], [PoolMean]) are kept for comparison.
//
// # What it does not do
//
// It searches nothing and proves nothing: a board it does not solve may have a solution. It
// knows plain boards only.
package candidate
