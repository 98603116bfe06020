package lab

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"sudokulab/pkg/record"
)

// VerifyReport says what [Lab.Verify] measured again.
type VerifyReport struct {
	Same, Differ int
	Left         int      // stale cases that the time did not reach
	Elsewhere    int      // stale cases that need what is not on this machine
	Ended        int      // stale cases that a limit ended, this time or then, and that came out otherwise: the limit may be one of time
	Silent       int      // stale cases of which only times could come out the same, so that they have to be measured anew
	Replanned    int      // stale cases that the plan has no more, or asks for with another configuration, seed or version of what is timed
	Differences  []string // what differs, a sentence each
	Wanted       []string // what a case that was begun did not find here, or a driver did wrong
	Written      []string // files
}

// verifySlice is how long a part of a verification takes; after each, what it found is written.
const verifySlice = 30 * time.Second

// Verify measures stale cases of the profile again, or of all for "", the cheapest first and of those the ones first that were measured longest ago, for as long as the
// budget lasts. It writes down how each came out, part by part, so that one that is ended has lost a part at most; records stay as they are. A
// timed case is measured beside others, since its times are not kept.
func (l *Lab) Verify(ctx context.Context, o Options, budget time.Duration) (rep VerifyReport, err error) {
	begin := time.Now()
	chosen, err := l.Select(o.Only)
	if err != nil {
		return rep, err
	}
	c := checking{lab: l, opts: o}
	if c.now, err = l.standing(); err != nil {
		return rep, err
	}
	if c.records, err = l.records(); err != nil {
		return rep, err
	}
	if err := c.identify(ctx); err != nil {
		return rep, err
	}
	trials, err := c.stale(ctx, chosen, o.Profile, &rep)
	if err != nil {
		return rep, err
	}
	for len(trials) > 0 && ctx.Err() == nil {
		left := budget - time.Since(begin)
		part := fitting(trials, min(left, verifySlice), left, c.jobs())
		if len(part) == 0 {
			break
		}
		trials = trials[len(part):]
		_ = c.measure(ctx, "verify", part) // an end on the way leaves trials that are not done
		if err := c.note(part, &rep); err != nil {
			return rep, err
		}
	}
	rep.Left += len(trials)
	if err := ctx.Err(); err != nil {
		return rep, err // the next call, or publishing, shows what was found
	}
	now, err := l.standing()
	if err != nil {
		return rep, err
	}
	site, err := l.renderBy(now, c.records)
	if err != nil {
		return rep, err
	}
	rep.Written, err = l.write(site)
	return rep, err
}

// fitting returns the first trials that fill a slice, one at least where it fits what is left of the time; they run jobs at once.
func fitting(trials []*trial, slice, left time.Duration, jobs int) []*trial {
	var sum time.Duration
	for i, t := range trials {
		d := t.was.Provenance.Duration
		if d > left || i > 0 && sum+d > slice*time.Duration(jobs) {
			return trials[:i]
		}
		sum += d
	}
	return trials
}

// stale returns the stale cases that can be measured again here, in the order in which they will be.
func (c *checking) stale(ctx context.Context, experiments []*Experiment, profile Profile, rep *VerifyReport) (trials []*trial, err error) {
	for _, e := range experiments {
		c.now.code[e.ID] = c.sources.Code(e.ID)
		for _, p := range profiles {
			committed := c.now.stale(Only(c.records[e.ID], p))
			if profile != "" && p != profile || len(committed) == 0 {
				continue
			}
			again, err := c.again(ctx, e, p, committed)
			if err != nil {
				return nil, err
			}
			rep.Elsewhere += again.elsewhere
			rep.Replanned += again.replanned
			for _, t := range again.here {
				switch {
				case c.now.of(t.was) == Differs: // until it is measured anew
				case evidence(t.was):
					trials = append(trials, t)
				default:
					rep.Silent++
				}
			}
		}
	}
	cost := func(t *trial) int { return int(math.Log2(1 + t.was.Provenance.Duration.Seconds())) }
	slices.SortStableFunc(trials, func(a, b *trial) int {
		return cmp.Or(cmp.Compare(cost(a), cost(b)), a.was.Provenance.Started.Compare(b.was.Provenance.Started))
	})
	return trials, nil
}

// note writes down how trials came out.
func (c *checking) note(part []*trial, rep *VerifyReport) error {
	by := map[*Experiment]map[Profile]*comparison{}
	for _, t := range part {
		switch {
		case !t.done:
			rep.Left++
			continue
		case t.err != nil && unavailable(t.err) != "":
			rep.Elsewhere++
			rep.Wanted = append(rep.Wanted, fmt.Sprintf("%s (%s): %s", t.name(), t.profile, unavailable(t.err)))
			continue
		case t.err != nil: // told, and the others go on
			rep.Differ++
			rep.Differences = append(rep.Differences, fmt.Sprintf("%s (%s): %v", t.name(), t.profile, t.err))
			continue
		}
		if by[t.exp] == nil {
			by[t.exp] = map[Profile]*comparison{}
		}
		if by[t.exp][t.profile] == nil {
			by[t.exp][t.profile] = &comparison{}
		}
		same, err := by[t.exp][t.profile].add(Comparison{Committed: t.was, Measured: *t.is})
		switch {
		case err != nil:
			return err
		case same:
			rep.Same++
		case t.was.Status == record.Capped || t.is.Status == record.Capped:
			rep.Ended++
		default:
			rep.Differ++
			rep.Differences = append(rep.Differences, fmt.Sprintf("%s (%s): measured again, %s", t.name(), t.profile, firstDifference(t.was, *t.is)))
		}
	}
	for e, measured := range by {
		if err := c.lab.stand(e, c.sources, c.records[e.ID], measured, c.host); err != nil {
			return err
		}
	}
	return nil
}

// String says in a line what was measured again.
func (r VerifyReport) String() string {
	parts := []string{fmt.Sprintf("%d cases gave the same exact figures", r.Same), fmt.Sprintf("%d others", r.Differ)}
	for _, more := range []struct {
		n    int
		text string
	}{
		{r.Left, "are left for another time"},
		{r.Elsewhere, "need what is not on this machine"},
		{r.Ended, "came out otherwise where a limit ended them"},
		{r.Silent, "have nothing but times, and have to be measured anew"},
		{r.Replanned, "are asked for otherwise by now"},
	} {
		if more.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", more.n, more.text))
		}
	}
	return strings.Join(parts, "; ")
}
