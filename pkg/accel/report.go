package accel

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"sudokulab/pkg/table"
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

	copies := table.Table{Title: "Copies, medians of n", Columns: []string{"Copy", "MiB", "ms", "GB/s", "Of limit", "n"}}
	for _, c := range r.Copies {
		copies.Add(c.Direction, fmt.Sprintf("%.0f", float64(c.Bytes)/(1<<20)), fmt.Sprintf("%.3f", 1e3*c.Seconds),
			fmt.Sprintf("%.1f", c.GBps), percent(c.Share), strconv.Itoa(c.Samples))
	}
	products := table.Table{Title: "Matrix products M×K by K×N, medians of n", Columns: []string{"Product", "M", "K", "N", "ms", "GFLOP/s", "Of limit", "n"}}
	for _, p := range r.Products {
		products.Add(p.Format, strconv.Itoa(p.M), strconv.Itoa(p.K), strconv.Itoa(p.N), fmt.Sprintf("%.3f", 1e3*p.Seconds),
			fmt.Sprintf("%.1f", p.GFLOPS), percent(p.Share), strconv.Itoa(p.Samples))
	}
	for _, t := range []table.Table{copies, products} {
		if len(t.Rows) == 0 {
			continue
		}
		if err := t.WriteText(&b); err != nil {
			return err
		}
	}
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	fmt.Fprintf(&b, "after a warm-up, random operands; %.1f s in all\n", r.ElapsedSeconds)
	_, err := io.WriteString(w, b.String())
	return err
}

func percent(share float64) string {
	if share == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", 100*share)
}
