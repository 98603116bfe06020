// Package weightstest trains a tiny agent for tests, in seconds: no test depends on embedded weights.
//
//	file := weightstest.Agent(t)
//	model, err := weights.Open(file)
//
// [Recipe] and [Train] are its parts, for tests of recipes and of what a training leaves in its folder.
package weightstest
