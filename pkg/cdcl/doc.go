// Package cdcl decides whether a formula in conjunctive normal form has a model, and finds one,
// by clause learning; it can be stopped at any time, and any number of its solvers run at once.
//
//	s := cdcl.New(2)
//	s.Add(1, 2)   // x1 or x2; literals as in the DIMACS format
//	s.Add(-1, -2) // not both
//	for s.Solve(ctx, 0) == cdcl.Satisfiable {
//		model := s.Model() // model[0] is the value of x1
//		…
//		s.Add(…) // rule this model out, to find the next one
//	}
//
// The method is conflict-driven clause learning (J. Marques-Silva and K. Sakallah, "GRASP", IEEE
// Transactions on Computers 48, 1999, doi:10.1109/12.769433) in the form of MiniSat (N. Eén and
// N. Sörensson, "An Extensible SAT-solver", SAT 2003, doi:10.1007/978-3-540-24605-3_37): two
// watched literals per clause and variables by activity (M. Moskewicz and others, "Chaff", DAC 2001,
// doi:10.1145/378239.379017), the first unique implication point, restarts after Luby's sequence
// (doi:10.1016/0020-0190(93)90029-9), the value that a variable had last as the first one to try
// (K. Pipatsrisawat and A. Darwiche, SAT 2007, doi:10.1007/978-3-540-72788-0_28), and learnt
// clauses thrown away by the number of decision levels in them (G. Audemard and L. Simon,
// "Predicting Learnt Clauses Quality in Modern SAT Solvers", IJCAI 2009). Clauses of two literals,
// most of a Sudoku's formula, lie apart, as lists of what each literal implies.
//
// Invariants: the same calls give the same answers, models and counters on every machine; there
// is no clock and no random number in it. A bound of conflicts ends a search at that conflict,
// neither before nor after.
//
// Cost: memory grows with the literals of the clauses, and with those of the learnt ones that are
// kept. The context is looked at once per decision or conflict.
//
// It does not simplify formulas, take assumptions or write proofs.
package cdcl
