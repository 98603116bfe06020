package fused

import "sudokulab/pkg/accel"

// Instead returns the path that takes a backend's place for the candidate network; empty if none does.
// One does where no backend was asked for by name (nothing, or accel.NameAuto) and the choice runs on the processor:
// on GoMLX's own backend in Go any path is faster, and so are vectors on XLA. A backend that was named is what
// computes.
func Instead(asked string, c *accel.Choice) Path {
	switch best := Best(); {
	case asked != "" && asked != accel.NameAuto:
		return ""
	case c.Platform == accel.PlatformGo, c.Platform == accel.PlatformCPU && best != Portable:
		return best
	}
	return ""
}

// Name names a path for records and people.
func (p Path) Name() string { return "pure Go, fused, " + string(p) }
