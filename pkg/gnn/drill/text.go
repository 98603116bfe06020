package drill

import (
	"fmt"
	"io"
	"strings"
)

// words is the result in a line.
func (r Result) words() string {
	switch {
	case r.Skipped != "":
		return r.String() + ": skipped, " + r.Skipped
	case r.Failure != "":
		failure, _, _ := strings.Cut(r.Failure, "\n") // panics of graph building bring their stack
		return r.String() + ": WRONG, " + failure
	}
	exact := fmt.Sprintf("off by %.2g, allowed %.2g", float64(r.MaxError), r.Tolerance)
	if r.Exact {
		exact = "equal to the last bit"
	}
	return fmt.Sprintf("%s: right; compiled in %.1f s, %.3g ms a step, %.0f %s, %.3g GFLOP/s, loss %.4g to %.4g, resumed %s",
		r.Case, r.CompileSeconds, 1e3*r.StepSeconds, r.Rate, r.Unit, r.FLOPS/1e9, float64(r.FirstLoss), float64(r.LastLoss), exact)
}

// WriteText prints a line for each case and one for all.
func (r Report) WriteText(w io.Writer) error {
	var b strings.Builder
	for _, x := range r.Results {
		fmt.Fprintf(&b, "drill     %s\n", x.words())
	}
	fmt.Fprintf(&b, "drill     %d right, %d wrong, %d skipped, on %s\n",
		len(r.Results)-r.Failed()-r.Skipped(), r.Failed(), r.Skipped(), r.Backend)
	_, err := io.WriteString(w, b.String())
	return err
}
