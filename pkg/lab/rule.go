package lab

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Rule says what decides a claim. It stands in research/claims.yaml before the records are made,
// in words for readers and in numbers, the limits, for the judge: there is no other place for a
// threshold. In the words {name} stands for the limit of that name, {name%} for it as a share in
// per cent and {name s} for it as a time in seconds.
type Rule struct {
	// Reading says which reading of the document's words decides, and on which figures. A
	// corrected reading is quoted in the finding and changes no verdict.
	Reading string `yaml:"reading" json:"reading"`
	// What each verdict needs. A claim without words for partly is never partly so.
	Reproduced string `yaml:"reproduced" json:"reproduced"`
	Partly     string `yaml:"partly" json:"partly,omitempty"`
	Refuted    string `yaml:"refuted" json:"refuted"`
	// Limits are the numbers; [Evidence.Limit] reads them.
	Limits map[string]float64 `yaml:"limits" json:"limits,omitempty"`
	// Machine is the class of machine that a claim about time names: [AnyMachine] where the
	// document names none, [CPU] or [Card]; empty for claims about anything else.
	Machine string `yaml:"machine" json:"machine,omitempty"`
}

// Classes of machines, slowest first but for the one that stands for all.
const (
	AnyMachine = "any" // the document names none: a computer of its time
	CPU        = "cpu"
	Card       = "card" // a graphics card
)

// ClassOf returns the class of machine behind a backend's own description.
func ClassOf(backend string) string {
	if strings.Contains(strings.ToLower(backend), "cuda") {
		return Card
	}
	return CPU
}

// IsZero reports whether there is no rule.
func (r Rule) IsZero() bool { return r.Reading == "" && r.Reproduced == "" && r.Limits == nil }

// Allows returns the verdicts that the rule has. A claim can always be pending.
func (r Rule) Allows() []Verdict {
	if r.Partly == "" {
		return []Verdict{Reproduced, Refuted, Pending}
	}
	return []Verdict{Reproduced, Partly, Refuted, Pending}
}

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// Words returns one of the rule's texts with the limits in their places.
func (r Rule) Words(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(p string) string {
		name, write := limitOf(p[1 : len(p)-1])
		return write(r.Limits[name])
	})
}

// limitOf splits what stands between braces into the name of a limit and the way to write it.
func limitOf(inner string) (name string, write func(float64) string) {
	if name, ok := strings.CutSuffix(inner, "%"); ok {
		return name, func(x float64) string { return Number(100*x) + " %" }
	}
	if name, ok := strings.CutSuffix(inner, " s"); ok {
		return name, Seconds
	}
	return inner, Number
}

// check reports the first thing that is wrong with a rule.
func (r Rule) check() error {
	if r.IsZero() {
		return nil
	}
	if r.Reading == "" || r.Reproduced == "" || r.Refuted == "" {
		return errors.New("reading, reproduced and refuted may not be empty")
	}
	if r.Machine != "" && !slices.Contains([]string{AnyMachine, CPU, Card}, r.Machine) {
		return fmt.Errorf("machine %q, want %s, %s or %s", r.Machine, AnyMachine, CPU, Card)
	}
	said := map[string]bool{}
	for _, text := range []string{r.Reading, r.Reproduced, r.Partly, r.Refuted} {
		for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
			name, _ := limitOf(m[1])
			if _, ok := r.Limits[name]; !ok {
				return fmt.Errorf("the words speak of a limit %q that there is not", name)
			}
			said[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Limits)) {
		if !said[name] {
			return fmt.Errorf("the words do not speak of the limit %q", name)
		}
	}
	last, before := math.Inf(-1), ""
	for _, name := range []string{"partly_low", "low", "high", "partly_high"} {
		x, ok := r.Limits[name]
		if ok && x < last {
			return fmt.Errorf("limit %s is %v, less than %s, %v", name, x, before, last)
		}
		if ok {
			last, before = x, name
		}
	}
	return nil
}

// Limit returns a limit of the claim's rule. One that the rule does not have leaves the claim
// pending.
func (e *Evidence) Limit(name string) float64 {
	x, ok := e.limit(name)
	if !ok {
		e.lack("the limit " + name + " in research/claims.yaml")
	}
	return x
}

// limit returns a limit that the rule may have.
func (e *Evidence) limit(name string) (float64, bool) {
	x, ok := e.rule.Limits[name]
	if ok && !slices.Contains(e.read, name) {
		e.read = append(e.read, name)
	}
	return x, ok
}
