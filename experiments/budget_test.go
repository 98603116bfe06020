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

// makespan is how long the cases of a plan take by their records: those that are timed alone, one
// after the other, the others on two cores, in the plan's order.
func makespan(plan lab.Plan, set record.Set) time.Duration {
	var timed time.Duration
	var busy [cores]time.Duration
	for _, c := range plan.Cases {
		r, _ := set.Case(c.Key())
		if c.Timed {
			timed += r.Provenance.Duration
			continue
		}
		next := 0
		for i := range busy {
			if busy[i] < busy[next] {
				next = i
			}
		}
		busy[next] += r.Provenance.Duration
	}
	longest := time.Duration(0)
	for _, b := range busy {
		longest = max(longest, b)
	}
	return timed + longest
}

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
// but Go, and with the programs of other projects beside it, which only people that look for them have. Part of the
// quick profile's is kept for rounds that are measured again because their control was off.
func TestBudgets(t *testing.T) {
	if _, err := record.Committed(t.Context(), "..", "go.mod"); err != nil {
		t.Skipf("nothing tells committed records from those of this machine: %v", err)
	}
	for _, b := range []struct {
		profile      lab.Profile
		alone, peers time.Duration
	}{
		{lab.Smoke, time.Minute, time.Minute},
		{lab.Quick, 12 * time.Minute, 14 * time.Minute},
	} {
		var alone, peers time.Duration
		for _, e := range All() {
			plan, set := e.Plan(b.profile), lab.Only(atHead(t, e.ID), b.profile)
			took := makespan(plan, set)
			peers += took
			plan.Cases = slices.DeleteFunc(plan.Cases, func(c lab.Case) bool { return c.Peer != "" || c.Control != "" })
			without := makespan(plan, set)
			alone += without
			t.Logf("%s %s: %.1f s, with peers %.1f s", b.profile, e.ID, without.Seconds(), took.Seconds())
		}
		for _, c := range []struct {
			name        string
			took, whole time.Duration
		}{{"without peers", alone, b.alone}, {"with peers", peers, b.peers}} {
			if limit := c.whole - b.profile.Again(); c.took > limit {
				t.Errorf("the %s profile %s takes %s on %d cores by its records, want at most %s",
					b.profile, c.name, c.took.Round(time.Second), cores, limit)
			}
			t.Logf("%s %s: %s", b.profile, c.name, c.took.Round(time.Second))
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
	if got, want := makespan(plan, set), 12*time.Second; got != want {
		t.Errorf("makespan %s, want %s: a beside b, c and d, then the timed one", got, want)
	}
}
