//go:build !race

package speedlarge

const raceDetector = false
