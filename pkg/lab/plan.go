package lab

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/record"
)

// A plan for a card names the backend as the environment does that asks for it: xla:cuda where that is the plugin found in the
// usual folders, xla where it is a file, whose path is left out. Both are one plugin on one kind of device, and
// records of machines that have it in different places are of the same cases. So profile gpu has one name for both, here and not in the
// plans, which are part of the code that records are identified by.

// Names of a card's backend: that of records, and that of a plan made where no file is named.
const (
	cardName  = "xla"
	foundCard = "xla:cuda"
)

// backendDim is the dimension of cases that names a backend.
const backendDim = "backend"

// planOf returns the experiment's plan for a profile, with its cases named as in records.
func (e *Experiment) planOf(p Profile) Plan {
	plan := e.Plan(p)
	if p != GPU {
		return plan
	}
	plan.Cases = slices.Clone(plan.Cases)
	for i := range plan.Cases {
		c := &plan.Cases[i]
		c.Dims = slices.Clone(c.Dims)
		for j, d := range c.Dims {
			if d == record.D(backendDim, foundCard) {
				c.Dims[j] = record.D(backendDim, cardName)
			}
		}
	}
	return plan
}

// encode returns the configuration as it stands in records of a profile.
func (p Plan) encode(profile Profile) ([]byte, error) {
	if p.Config == nil {
		p.Config = struct{}{} // null is no configuration
	}
	config, err := record.Encode(p.Config)
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	if profile == GPU { // a quote within a value has a backslash before it, so this is a field
		config = bytes.ReplaceAll(config, []byte(`"backend":"`+foundCard+`"`), []byte(`"backend":"`+cardName+`"`))
	}
	return config, nil
}

// whole returns the records of a profile, and those beside them, with one that says missing in the place of each case of which there
// is none: of those that the profile's plan has, and of others that are needed.
func (e *Experiment) whole(set record.Set, needs ...string) record.Set {
	if len(set) == 0 {
		return set
	}
	out := slices.Clone(set)
	cases, _ := e.left(set, Profile(set[0].Profile))
	for _, c := range append(cases, needs...) {
		if _, ok := set.Case(c); ok {
			continue
		}
		out = append(out, record.Record{Experiment: e.ID, Profile: set[0].Profile, Case: c, Status: record.Missing, Note: "nobody has run it"})
	}
	return out
}

// unused says which larger profiles than that of the records, cards' excepted, have cases of which none was measured, though they
// are not those of this profile; "" if none has.
func (e *Experiment) unused(set record.Set) string {
	if len(set) == 0 || e.Plan == nil {
		return ""
	}
	p := Profile(set[0].Profile)
	var larger []string
	for _, q := range profiles[slices.Index(profiles, p)+1:] {
		if plan := e.planOf(q); q != GPU && len(plan.Cases) > 0 && !plan.asks(q, e.planOf(p), p) {
			larger = append(larger, string(q))
		}
	}
	if len(larger) == 0 {
		return ""
	}
	return fmt.Sprintf("nothing of profile %s is measured", strings.Join(larger, " and "))
}

// asks reports whether a plan for a profile asks for what another does.
func (p Plan) asks(profile Profile, o Plan, other Profile) bool {
	one, err := p.encode(profile)
	two, also := o.encode(other)
	return err == nil && also == nil && bytes.Equal(one, two) && p.Seed == o.Seed && slices.EqualFunc(p.Cases, o.Cases, func(a, b Case) bool { return a.Key() == b.Key() })
}
