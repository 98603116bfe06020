//go:build race

package speedlarge

// raceDetector says that the tests run under the race detector, where a run of gophersat cannot be
// stopped (see pkg/engine): the boards of side 36 would keep it for ever.
const raceDetector = true
