// Package candidates is the graph of the candidate network, the project's own: it gives each
// candidate of a board, each digit in each cell, a state and a score by passing messages between
// the candidates and the constraints of the exact cover. Several systems train it, each in its way.
//
//	network, err := candidates.New(candidates.Default())
//	if err != nil { … }
//	h := network.Config().Hidden
//	b := network.On(scope, boards, shape)     // boards [B, N] int32
//	state := b.Steps(b.Start(), 16, nil)      // [B·n³, H], 16 steps from the first state
//	advantage := b.Score(state)               // [B, N, n]
//	pooled := ReduceMean(Reshape(state, -1, n*n*n, h), 1) // [B, H], for another head: a value per board
//
// # What it computes
//
// A board of side n has n³ candidates and 4n² constraints: each cell has one digit, and each row,
// column and box has each digit once. A candidate is in four of them, a constraint holds n. Each
// candidate has a state of H numbers. In a step it tells its constraints M forces and M values;
// a constraint gathers, channel by channel, the logarithm of the sum of its members' exponential
// forces and the mean of their values weighed by them; a candidate then moves its state by a
// gate (network.go has the formulas at step). The score of a candidate is a linear function of its
// state. What the score means, a softmax over the digits of a cell makes probabilities of it, is
// for the system that trains the network to say. The same few weights serve all digits, all
// positions, all steps and all sizes.
//
// # Method and source
//
// The document's network (gnn.md) has cells as nodes and gives them their digit and their
// position as numbers. It is not blind to what a Sudoku is blind to, relabelled digits and
// permuted lines, and a decoder with nine outputs has no word for a tenth digit. Candidates as
// nodes, gates, and the givens at every step are what the best published networks share (Palm,
// Paquet and Winther, "Recurrent Relational Networks", NeurIPS 2018, arXiv:1711.08028, and what
// followed it). The sums of exponentials are those of belief propagation: in logarithms, the
// share of a candidate among the members of its constraint is its force minus what the constraint
// gathered, whatever the side of the board.
//
// # Invariants
//
// Relabelling the digits of a board, or moving it by a symmetry, permutes states and scores and
// changes nothing else, up to the rounding of sums in another order (a test moves boards of two
// sides). States stay within (-1, 1) for any number of steps. Initial weights depend on the
// configuration alone, not on the scope, the backend or the boards.
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
// It trains nothing, answers nothing and holds no weights. It knows plain boards only.
package candidates
