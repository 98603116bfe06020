package selftest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/jsonfile"
	"sudokulab/pkg/train"
)

// Report is what [Run] found so far.
type Report struct {
	OK bool `json:"ok"` // everything was tried and right
	// Failure says what was wrong before there were cases; else it is empty.
	Failure  string       `json:"failure,omitempty"`
	Backend  string       `json:"backend"`
	Config   Config       `json:"config"`
	Probe    accel.Report `json:"probe"`
	Gradient Gradient     `json:"gradient"`
	Results  []Result     `json:"results"` // the package's own case, and those handed in
}

// Result is what came of a case.
type Result struct {
	Name  string `json:"name"`
	Model string `json:"model"`
	Size  Size   `json:"size"`
	OK    bool   `json:"ok"`
	// Skipped says why the case was not tried, Failure what went wrong; else both are empty.
	Skipped string  `json:"skipped,omitempty"`
	Failure string  `json:"failure,omitempty"`
	Seconds float64 `json:"seconds"` // of the whole case

	Parameters      int     `json:"parameters"`
	Batch           int     `json:"batch"`      // samples of the first step
	Steps           int     `json:"steps"`      // of the unbroken run
	CompileSeconds  float64 `json:"compile_s"`  // of all graphs of a step, once
	StepSeconds     float64 `json:"step_s"`     // median, the first step left out
	Rate            float64 `json:"rate"`       // Unit, over the steps but the first
	Unit            string  `json:"rate_unit"`  // such as boards/s
	FLOPS           float64 `json:"flops"`      // operations in products per second, forward and backward, by count
	CheckpointBytes int64   `json:"checkpoint"` // the size of its file

	FirstLoss   train.Number `json:"first_loss"`
	LastLoss    train.Number `json:"last_loss"`    // of the last step, unbroken
	ResumedLoss train.Number `json:"resumed_loss"` // the same step after the resumption
	LossError   train.Number `json:"loss_error"`   // of the resumed losses, relative, at most
	Values      int          `json:"values"`       // numbers in the last checkpoint
	ValueError  train.Number `json:"value_error"`  // of those of the resumed run, at most
	Tolerance   Tolerance    `json:"tolerance"`
	Exact       bool         `json:"exact"`  // losses and values are equal to the last bit
	Finite      bool         `json:"finite"` // all losses and norms of gradients were
}

// failed counts the cases that went wrong.
func (r Report) failed() int { return r.count(func(x Result) bool { return x.Failure != "" }) }

// skipped counts the cases that were not tried.
func (r Report) skipped() int { return r.count(func(x Result) bool { return x.Skipped != "" }) }

func (r Report) count(is func(Result) bool) (n int) {
	for _, x := range r.Results {
		if is(x) {
			n++
		}
	}
	return n
}

// verdict is the error of the cases: those that failed, or else those that were skipped.
func (r Report) verdict() error {
	var why []string
	for _, x := range r.Results {
		if x.Failure != "" {
			why = append(why, x.Name+": "+firstLine(x.Failure))
		}
	}
	if len(why) > 0 {
		return fmt.Errorf("selftest: %w: %d of %d cases: %s", ErrFailed, len(why), len(r.Results), strings.Join(why, "; "))
	}
	if n := r.skipped(); n > 0 {
		return fmt.Errorf("selftest: %w: %d of %d were skipped", ErrSkipped, n, len(r.Results))
	}
	return nil
}

// firstLine leaves out the stack that panics of graph building bring.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// words is the result in a line.
func (r Result) words() string {
	switch {
	case r.Skipped != "":
		return r.Name + ": skipped, " + r.Skipped
	case r.Failure != "":
		return r.Name + ": WRONG, " + firstLine(r.Failure)
	}
	resumed := fmt.Sprintf("loss off by %.2g, allowed %.2g", float64(r.LossError), r.Tolerance.Loss)
	if r.Exact {
		resumed = "equal to the last bit"
	}
	return fmt.Sprintf("%s: right; compiled in %.1f s, %.3g ms per step, %.0f %s, %.3g GFLOP/s, loss %.4g to %.4g, resumed %s",
		r.Name, r.CompileSeconds, 1e3*r.StepSeconds, r.Rate, r.Unit, r.FLOPS/1e9, float64(r.FirstLoss), float64(r.LastLoss), resumed)
}

// WriteText prints the probe's tables, a line for the gradients and for each case, and one for
// all.
func (r Report) WriteText(w io.Writer) error {
	var b strings.Builder
	if err := r.Probe.WriteText(&b); err != nil {
		return err
	}
	word := "WRONG"
	if r.Gradient.OK {
		word = "right"
	}
	if r.Gradient.Tolerance > 0 { // else it did not come to that
		fmt.Fprintf(&b, "\ngradient  %s: off by %.2g, allowed %.2g\n", word, float64(r.Gradient.MaxError), r.Gradient.Tolerance)
	}
	for _, x := range r.Results {
		fmt.Fprintf(&b, "case      %s\n", x.words())
	}
	if r.Failure != "" {
		fmt.Fprintf(&b, "failure   %s\n", firstLine(r.Failure))
	}
	word = "unfinished"
	switch {
	case r.OK:
		word = "right"
	case r.Failure != "" || r.failed() > 0:
		word = "WRONG"
	}
	fmt.Fprintf(&b, "selftest  %s: %d cases right, %d wrong, %d skipped, on %s\n",
		word, len(r.Results)-r.failed()-r.skipped(), r.failed(), r.skipped(), r.Backend)
	_, err := io.WriteString(w, b.String())
	return err
}

// Names of the files that [Report.Save] writes.
const (
	JSONName = "selftest.json"
	TextName = "selftest.txt"
)

// Save writes the report into a folder, which it makes if need be, as JSON and as text. Each
// file appears whole or not at all.
func (r Report) Save(dir string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("selftest: %w", err)
	}
	var text bytes.Buffer
	err = errors.Join(r.WriteText(&text), os.MkdirAll(dir, 0o755))
	if err == nil {
		err = errors.Join(
			atomicfile.WriteBytes(filepath.Join(dir, JSONName), append(data, '\n')),
			atomicfile.WriteBytes(filepath.Join(dir, TextName), text.Bytes()))
	}
	if err != nil {
		return fmt.Errorf("selftest: %w", err)
	}
	return nil
}

// maxReport bounds a report, in bytes.
const maxReport = 16 << 20

// Load returns the report that [Report.Save] has written into a folder; nil if there is none.
func Load(dir string) (*Report, error) {
	path := filepath.Join(dir, JSONName)
	text, err := atomicfile.ReadFile(path, maxReport)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // there need not be one
	}
	if err != nil {
		return nil, fmt.Errorf("selftest: %w", err)
	}
	var r Report
	if err := jsonfile.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("selftest: %s: %w", path, err)
	}
	return &r, nil
}
