package experiments

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// cores is the number of cores of the machine that the budgets are stated for.
const cores = 2

// whole is how long a case took, with all sets of rounds that were measured again.
func whole(r record.Record) time.Duration { return r.Provenance.Duration }

// once is about how long a case takes where its control is sound at first: its share of the sets of
// rounds.
func once(r record.Record) time.Duration {
	attempts := 1.0
	if m, ok := r.Metric("control.attempts"); ok {
		attempts = max(attempts, m.Value)
	}
	return time.Duration(float64(r.Provenance.Duration) / attempts)
}

// makespan is how long the cases of a plan take by their records, took being how long a case does: those that are timed
// alone, one after the other, the others on two cores, in the plan's order.
func makespan(plan lab.Plan, set record.Set, took func(record.Record) time.Duration) time.Duration {
	var timed time.Duration
	var busy [cores]time.Duration
	for _, c := range plan.Cases {
		r, _ := set.Case(c.Key())
		if c.Timed {
			timed += took(r)
			continue
		}
		next := 0
		for i := range busy {
			if busy[i] < busy[next] {
				next = i
			}
		}
		busy[next] += took(r)
	}
	longest := time.Duration(0)
	for _, b := range busy {
		longest = max(longest, b)
	}
	return timed + longest
}

// spent is how long plans took, and how long they take where every control is sound at first.
type spent struct{ whole, once time.Duration }

func spend(plan lab.Plan, set record.Set) spent {
	return spent{whole: makespan(plan, set, whole), once: makespan(plan, set, once)}
}

func (s spent) plus(t spent) spent { return spent{whole: s.whole + t.whole, once: s.once + t.once} }

// atHead reads the records that an experiment's last commit has. Those in the folder may have been measured again since, on a machine
// that the budgets say nothing of. A new experiment has none until it is committed.
func atHead(t *testing.T, id string) record.Set {
	t.Helper()
	name := "results/" + id + "/records.jsonl"
	text, err := record.Committed(t.Context(), "..", name)
	if err != nil {
		t.Logf("%s is not counted: %v", id, err)
		return nil
	}
	set, err := record.Read(strings.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestBudgets holds the durations of the committed records to what the profiles may take: on a machine with nothing
// but Go, with the programs of other projects beside it, which only people that look for them have, and with the documents'
// own, some of which take seconds to load. Part of the
// quick profile's is kept for rounds that are measured again because their control was off; of that part the records may
// have used some, which is not counted twice.
func TestBudgets(t *testing.T) {
	if _, err := record.Committed(t.Context(), "..", "go.mod"); err != nil {
		t.Skipf("nothing tells committed records from those of this machine: %v", err)
	}
	for _, b := range []struct {
		profile                 lab.Profile
		alone, peers, originals time.Duration
	}{
		{lab.Smoke, time.Minute, time.Minute, 2 * time.Minute},
		{lab.Quick, 12 * time.Minute, 14 * time.Minute, 20 * time.Minute},
	} {
		var alone, peers, originals spent
		for _, e := range All() {
			plan, set := e.Plan(b.profile), lab.Only(atHead(t, e.ID), b.profile)
			whole := spend(plan, set)
			originals = originals.plus(whole)
			plan.Cases = slices.DeleteFunc(plan.Cases, func(c lab.Case) bool { return c.Original != nil })
			with := spend(plan, set)
			peers = peers.plus(with)
			plan.Cases = slices.DeleteFunc(plan.Cases, func(c lab.Case) bool { return c.Peer != "" || c.Control != "" })
			without := spend(plan, set)
			alone = alone.plus(without)
			t.Logf("%s %s: %.1f s, with peers %.1f s, with originals %.1f s", b.profile, e.ID, without.whole.Seconds(), with.whole.Seconds(), whole.whole.Seconds())
		}
		for _, c := range []struct {
			name  string
			took  spent
			limit time.Duration
		}{{"without peers", alone, b.alone}, {"with peers", peers, b.peers}, {"with originals", originals, b.originals}} {
			kept := b.profile.Again()
			took := c.took.whole - min(c.took.whole-c.took.once, kept)
			if limit := c.limit - kept; took > limit {
				t.Errorf("the %s profile %s takes %s on %d cores by its records, want at most %s",
					b.profile, c.name, took.Round(time.Second), cores, limit)
			}
			t.Logf("%s %s: %s, and %s measured again", b.profile, c.name, took.Round(time.Second), (c.took.whole - took).Round(time.Second))
		}
	}
}

func TestMakespan(t *testing.T) {
	at := func(name string, seconds int, timed bool) (lab.Case, record.Record) {
		r := record.Record{Case: name}
		r.Provenance.Duration = time.Duration(seconds) * time.Second
		return lab.Case{Kind: name, Timed: timed}, r
	}
	var plan lab.Plan
	var set record.Set
	for _, c := range []struct {
		name    string
		seconds int
		timed   bool
	}{{"a", 5, false}, {"alone", 7, true}, {"b", 1, false}, {"c", 2, false}, {"d", 1, false}} {
		pc, r := at(c.name, c.seconds, c.timed)
		plan.Cases, set = append(plan.Cases, pc), append(set, r)
	}
	if got, want := makespan(plan, set, whole), 12*time.Second; got != want {
		t.Errorf("makespan %s, want %s: a beside b, c and d, then the timed one", got, want)
	}
	set[1].Noisy = map[string]record.Metric{"control.attempts": {Value: 7}}
	if got, want := makespan(plan, set, once), 6*time.Second; got != want {
		t.Errorf("makespan %s, want %s: the timed one's rounds were measured seven times", got, want)
	}
}
