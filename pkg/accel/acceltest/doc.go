// Package acceltest opens the backend in Go for tests, which close it by ending.
//
//	backend := acceltest.Go(t)
//
// [Choose] returns with it what is known of it.
package acceltest
