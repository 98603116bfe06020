// Package selftesttest tests cases of the self-test on the backend in Go.
//
//	results := selftesttest.Exact(t, selfcases.Cases, steps)
//
// [Exact] requires a resumption to the last bit.
package selftesttest
