// Package curves draws the log of a training run.
//
// # What it computes
//
// [Figures] makes a picture of the loss, one of the learning rate, and one of each other
// metric over the steps; training and validation of the same metric share a picture. [Save]
// does it for a folder.
//
// # Method and source
//
// gonum/plot in the style of package lab. A picture whose values are all positive and spread
// over more than a factor of twenty gets a logarithmic scale.
//
// # Example
//
//	if err := curves.Save(dir); err != nil { // reads dir/log.jsonl
//		return err
//	}
//	// dir/curve-loss.svg, dir/curve-rate.svg, …
//
// # Invariants
//
// Equal records give equal bytes. Values that are not finite leave a gap. The pictures stand
// on white, so that they are readable on dark pages too.
//
// # Cost
//
// Linear in the number of records; a log of ten thousand takes well under a second.
//
// # What it does not do
//
// No smoothing: the log's lines are means already.
package curves
