package lab

import (
	"bytes"
	"fmt"
	"strings"

	"sudokulab/pkg/record"
)

// A record with figures is worth more than one that says what is missing, wherever it was
// measured. So a run on a machine without a set, a program or a device replaces what it has
// measured and nothing else, and the following holds of every file of records:
//
//   - a measured record is replaced by a measured one only, as long as the plan still asks for
//     the case; where it asks with another configuration by now, the table's foot says so;
//   - a record whose exact figures came out the same, and which has no others, stays as it is, unless these are all the plan's own, or it does not
//     name its code and the fresh one does: by a commit of the history from which the tree did not differ;
//   - so does one of the same code, so that a run of an unchanged tree changes nothing: its times are as good as those of another
//     machine, or better;
//   - a record that names its code is not replaced by one with the same exact figures that does not: its times are worth less than to
//     know what measured them;
//   - where some case could not be measured again, the times of the other cases stay with it as
//     long as their exact figures came out the same: they are read together, and were
//     taken on one machine.
//
// The last is not enough where an exact figure did change: then records of two machines lie in
// one file, and machines.go keeps their times apart.

// settle returns the records that take the place of the committed ones of the same profile, in the
// order of the fresh ones, and the number of fresh ones that say only that something is missing
// and gave way to a committed record with figures. With force, a measured record always takes the
// place of one that was measured before. named reports whether a committed record names its code.
func settle(committed, fresh record.Set, force bool, named func(record.Provenance) bool) (out record.Set, kept int, err error) {
	whole := true // every case that has figures has been measured again
	for _, f := range fresh {
		if c, ok := committed.Case(f.Case); ok && f.Status == record.Missing && c.Status != record.Missing {
			whole = false
			kept++
		}
	}
	for _, f := range fresh {
		c, ok := committed.Case(f.Case)
		if !ok {
			out = append(out, f)
			continue
		}
		stays := f.Status == record.Missing && (c.Status != record.Missing || answers(c, f))
		if !stays && !force && c.Status != record.Missing {
			same, err := Comparison{Committed: c, Measured: f}.Same()
			if err != nil {
				return nil, 0, err
			}
			timed := len(c.Noisy) > 0 || len(f.Noisy) > 0
			switch was, is := named(c.Provenance), record.Named(f.Provenance); {
			case was && !is:
				stays = same
			case !was && is:
				stays = same && timed && !whole
			default:
				stays = same && (evidence(c) && (!whole || !timed) || alike(c, f)) // without evidence, only the fresh one is of this code
			}
		}
		if stays {
			f = c
		}
		out = append(out, f)
	}
	return out, kept, nil
}

// alike reports whether the same code measured two records, beside the same other program.
func alike(a, b record.Record) bool {
	return a.Provenance.Code == b.Provenance.Code && a.Note == b.Note
}

// answers reports whether a committed record is of the same question as a fresh one: the same
// configuration and seed.
func answers(committed, fresh record.Record) bool {
	return bytes.Equal(committed.Config, fresh.Config) && committed.Seed == fresh.Seed
}

// elsewhere says in one sentence, empty if there are none, which measured records of the first one's profile were made on
// another machine than the first, or with another configuration or seed.
func elsewhere(set record.Set) string {
	measured := set.Measured()
	if len(measured) == 0 {
		return ""
	}
	first := measured[0]
	var others record.Set
	for _, r := range measured {
		if r.Profile == first.Profile && (!r.Provenance.SameMachine(first.Provenance) || !answers(r, first)) { // besides names the others
			others = append(others, r)
		}
	}
	if len(others) == 0 {
		return ""
	}
	return "Measured separately from the rest: " + whence(others, first) + "."
}

// besides says how many of the records are of profile gpu where those of another one are the most, and where these were
// measured; "" if none is.
func besides(set record.Set) string {
	gpu := Only(set, GPU)
	if len(gpu) == 0 || len(gpu) == len(set) {
		return ""
	}
	verb := "are"
	if len(gpu) == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%d of the %d records %s of profile gpu: %s.", len(gpu), len(set), verb, whence(gpu, gpu[0]))
}

// whence names records by where and when they were measured, and tells those of another configuration than that of one.
func whence(set record.Set, than record.Record) string {
	var order []string
	groups := map[string][]string{}
	for _, r := range set {
		p := r.Provenance
		of := fmt.Sprintf("code %s, %s, %s", p.Code, p.Hardware(), p.Started.Format("2006-01-02"))
		if r.Profile == string(GPU) && r.Texts["backend"] != "" {
			of += ", backend " + r.Texts["backend"]
		}
		if !answers(r, than) {
			of += ", with another configuration"
		}
		if groups[of] == nil {
			order = append(order, of)
		}
		groups[of] = append(groups[of], r.Case)
	}
	for i, of := range order {
		cases := groups[of]
		if more := len(cases) - 6; more > 1 {
			cases = append(cases[:6:6], fmt.Sprintf("%d more", more))
		}
		order[i] = strings.Join(cases, ", ") + " (" + of + ")"
	}
	return strings.Join(order, "; ")
}
