//go:build unix && !race

package protocol_test

// slower is how many times as long this build's code takes as the program's.
const slower = 1
