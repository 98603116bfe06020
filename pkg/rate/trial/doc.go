// Package trial says whether a 9×9 puzzle is solved by trying each candidate once and following singles.
//
//	t := trial.New()
//	r := t.Rate(&puzzle) // [81]uint8, 0 for an empty cell
//	if r.Depth() > 1 { … } // no trial of one candidate, and no chain of such trials, solves it
//
// A trial assumes one candidate, follows naked and hidden singles, and takes the candidate away if that comes to a
// contradiction. Trials go on until none takes anything away. What they solve is T&E(1) in the words of D. Berthier ("Pattern-Based
// Constraint Satisfaction and Logic Puzzles", 2nd edition, 2015), in those of constraint programming what singleton
// consistency solves with singles as the propagation (Debruyne and Bessière, 1997); a satisfiability solver calls it
// failed literals. A trial that happens to come to the solution is not taken for an answer.
//
// It tells more of what is hard without search than guesses do. A puzzle of hundreds of guesses is often solved by the first round of
// trials, and then what is hard about it is the breadth of a search; the hardest puzzles that are known are those that trials
// do not solve.
//
// Invariants: what a round leaves does not depend on the order of its trials, so that equal ratings come of boards that a symmetry
// maps to each other. Cost: a [Trier] allocates nothing after [New]; BenchmarkRate measures it.
package trial
