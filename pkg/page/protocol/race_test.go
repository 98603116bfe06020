//go:build unix && race

package protocol_test

// slower is how many times as long the race detector's code takes: 5 to 15, as https://go.dev/doc/articles/race_detector says.
const slower = 10
