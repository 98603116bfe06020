// Package environmenttest is the conformance suite of an agent's environment: the promises of Gymnasium's
// contract, each as a check that can fail alone.
//
//	func TestConformance(t *testing.T) {
//		environmenttest.Run(t, func() (environmenttest.Environment, error) {
//			return environment.New(environment.Default(9), source)
//		})
//	}
//
// [Run] makes environments and puts them through the checks, each in a subtest: spaces that are not empty,
// resets and steps that repeat with their seeds, random states that are equal after equal seeds and differ
// after others, observations inside their space, finite rewards, at most one of two flags, errors for a step
// at the wrong time, returned data that stays the caller's, every mode of rendering, closing twice. What is
// checked follows gymnasium.utils.env_checker of the Farama Foundation (its check_env), as published with
// Gymnasium 1.4; that flags and spaces are of their types is here the compiler's to know. A test of the package
// environment runs that checker itself where Python has it.
//
// Invariants: each check has an environment in the suite's own tests that breaks what it is about, and is caught.
//
// Cost: well under a second at 9×9; most of it is the drawing of pictures.
//
// It does not know the rules of the game: which move earns what is for the environment's own tests.
package environmenttest
