// Package tensornet solves Sudoku by a network that nobody trained: rules and search written as tensor
// operations on thousands of puzzles at once, with no branch on what the tensors hold.
//
//	n, err := tensornet.New(backend, board.Standard(), tensornet.DefaultConfig())
//	if err != nil { … }
//	defer n.Close()
//	for answer, err := range n.Solve(ctx, slices.Values(puzzles), 2) {
//		if err != nil { … }
//		unique := answer.End == plain.Exhausted && answer.Solutions == 1
//		fmt.Println(answer.Index, answer.Grid, unique, answer.Steps)
//	}
//
// # Method
//
// The design is that of the document tensor.md. A step applies the rules to the candidates and then
// computes, for every puzzle, what a guess, a return from a guess and doing nothing more would each
// give; masks of 0 and 1 select one. Package plain explains the step and the stack, in loops over one
// puzzle. There are two forms of it, equal after every step:
//
//   - packed (packed.go, packedstack.go): a candidate is a bit, six puzzles lie side by side in a word,
//     and the rules are bitwise operations, additions and subtractions;
//   - literal (literal.go): a candidate is a number in a tensor [N, 9, 9, 9], and the rules are convolution, ReLU,
//     max-pooling with its inverse, and multiplication, as the document has it.
//
// One call of the backend takes many steps in a loop (loop.go). Puzzles that have ended idle unchanged until
// the host looks; then others take their places, and when none wait the rest moves together into a smaller
// batch (network.go). [Pool] puts single questions, asked by many goroutines, into such batches.
//
// For a look inside there are [Apply] and [Check], single rules of either form (rule.go), [Iterate2D], and lists of
// what a program is built of and reads: [Operations], [Reduce], [Inputs].
//
// [Program] is the network as one function of puzzles and a number of steps, which package accel/hlo writes
// for programs outside of Go: sudokulab accel export.
//
// # Invariants
//
// Answers, steps and guesses of a puzzle do not depend on the others in its batch, on the form, on the
// backend or on where the loop was left. An answer with End plain.Exhausted has seen all solutions.
//
// # Cost
//
// The packed form has [Config.Bytes] of state per puzzle and does some ten thousand operations on words per
// puzzle and step for six puzzles at a time; see results/tensor-backends for times. A network compiles
// a program for each size of batch, in tens of milliseconds in Go.
//
// # What it does not do
//
// It has no variants of the rules, no more than plain.MaxGuesses open guesses, and it is no match for
// package bitboard on a processor.
package tensornet
