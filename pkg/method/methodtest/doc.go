// Package methodtest tests what methods of package method promise beyond package solvertest's rules for solvers.
//
//	methodtest.Forks(t, "gnn-hybrid", method.Options{}, puzzle)
//
// [Forks] requires that forks answer as the solver that they come from, and outlive it.
package methodtest
