package accel

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Report is what [Probe] found. It marshals to JSON as it is.
type Report struct {
	Backend        string        `json:"backend"`
	Platform       string        `json:"platform"`
	Description    string        `json:"description"`
	Device         string        `json:"device"`
	TF32           bool          `json:"tf32"` // in force outside the probe
	Card           *Card         `json:"card,omitempty"`
	Answer         Answer        `json:"answer"`
	Copies         []CopyRate    `json:"copies"`
	Products       []ProductRate `json:"products"`
	Warnings       []string      `json:"warnings,omitempty"`
	ElapsedSeconds float64       `json:"elapsed_s"`
	Config         ProbeConfig   `json:"config"`
}

// WriteText prints the report as tables of text.
func (r Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "backend  %s: %s\n", r.Backend, r.Description)
	fmt.Fprintf(&b, "device   %s\n", r.Device)
	if r.Card != nil {
		fmt.Fprintf(&b, "card     %s (%q): bf16 %g, tf32 %g, fp32 %g TFLOP/s, memory %g GB/s; %s\n",
			r.Card.Name, r.Card.Matched, r.Card.BF16, r.Card.TF32, r.Card.FP32, r.Card.MemoryGB, r.Card.Source)
	}
	verdict := "right"
	if !r.Answer.OK {
		verdict = "WRONG"
	}
	fmt.Fprintf(&b, "answer   %s: off by %.2g, allowed %.2g\n\n", verdict, r.Answer.MaxError, r.Answer.Tolerance)

	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	if len(r.Copies) > 0 {
		_, _ = fmt.Fprintln(tw, "copy\tMiB\tms\tGB/s\tof limit\tn\t")
		for _, c := range r.Copies {
			_, _ = fmt.Fprintf(tw, "%s\t%.0f\t%.3f\t%.1f\t%s\t%d\t\n",
				c.Direction, float64(c.Bytes)/(1<<20), 1e3*c.Seconds, c.GBps, percent(c.Share), c.Samples)
		}
		_, _ = fmt.Fprintln(tw)
	}
	_ = tw.Flush() // into memory
	tw = tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	if len(r.Products) > 0 {
		_, _ = fmt.Fprintln(tw, "product\tM\tK\tN\tms\tGFLOP/s\tof limit\tn\t")
		for _, p := range r.Products {
			_, _ = fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%.3f\t%.1f\t%s\t%d\t\n",
				p.Format, p.M, p.K, p.N, 1e3*p.Seconds, p.GFLOPS, percent(p.Share), p.Samples)
		}
	}
	_ = tw.Flush()
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	fmt.Fprintf(&b, "medians of n samples after a warm-up, random operands; %.1f s in all\n", r.ElapsedSeconds)
	_, err := io.WriteString(w, b.String())
	return err
}

func percent(share float64) string {
	if share == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}
