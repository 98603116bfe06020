package scaleslurm

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/record"
)

// What the figures are held to.
const (
	overheadGoal = 0.03  // of the plain command's time
	memoryGoal   = 200e6 // bytes of one process
)

// What throughput is projected to.
const (
	projected    = 1_000_000_000 // puzzles
	clusterCores = 100
)

// tables show all cases.
func tables(set record.Set) []lab.Table {
	set = set.Measured()
	return []lab.Table{shardsTable(set), chainTable(set), sizesTable(set), projectionTable(set)}
}

// same says whether the bytes of a record are those that they are held to.
func same(r record.Record) string { return yesNo(r.Value(sameBytes) == 1) }

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// shardsTable shows the plain loop, jobs in this process, and a job under Slurm.
func shardsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "shards", Title: "Minimal 9×9 puzzles made by one loop, in shards in one process, and under Slurm with all nodes killed",
		Columns: []string{"How", "Puzzles", "Shards", "Bytes of one loop", "Time"},
		Notes: []string{
			"One process: a loop and jobs in interleaved rounds on one machine; the plan, the files, the manifests and the merging count. In brackets the 95 % interval.",
			"Slurm: two nodes of one core on this machine's loopback; each time both are killed, as by kill −9, and start again after three seconds. The time holds that in which Slurm waits until it gives a node up and begins its tasks again.",
		},
	}
	for _, r := range set.Where(shardsKind) {
		n, k := lab.NumberOf(r, lines), lab.NumberOf(r, "shards")
		i := func(name string) string { return lab.WithInterval(r, name, lab.Decimals(3)) }
		t.Add("one loop", n, "–", "–", lab.Number(r.Value(perSecond))+" puzzles/s")
		t.Add("job, one worker", n, k, same(r), i(sharded)+" times the loop's")
		t.Add("job, two workers", n, k, same(r), i(twoCores)+" times as fast as with one")
	}
	for _, r := range set.Where(slurmKind) {
		if r.Status == record.Capped {
			t.Add("Slurm", "–", "–", "–", r.Note)
			continue
		}
		t.Add(fmt.Sprintf("%s, both nodes killed %s times", r.Texts["slurm"], lab.NumberOf(r, "kills")), lab.NumberOf(r, lines), lab.NumberOf(r, "shards"), same(r),
			fmt.Sprintf("%s, one loop %s", lab.Seconds(r.Value("seconds")), lab.Seconds(r.Value("plain seconds"))))
	}
	return t
}

// onlyFull is the note of a table that has no rows in smaller profiles.
func onlyFull(t *lab.Table) {
	if len(t.Rows) == 0 {
		t.Notes = append([]string{"Not measured: only the full profile has these cases."}, t.Notes...)
	}
}

// chainTable shows the jobs of the chains.
func chainTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "chain", Title: "Minimal 9×9 puzzles made, classified and rated by three jobs, each on the output of the one before, in one process and under Slurm",
		Columns: []string{"Operation", "How", "Puzzles", "Shards", "Output", "Same bytes", "Time", "Puzzles/s", "Memory of a process"},
		Notes: []string{
			"Same bytes: the merged output has the SHA-256 hash of that of one process with one worker per core. The time holds the plan and the merging.",
			fmt.Sprintf("Memory: the most that one process of the program held, looked at up to once a second; the goal is %s at any number of puzzles.", megabytes(memoryGoal)),
			"Slurm: two nodes of one core on this machine's loopback, both killed as by kill −9 in each job. Rated are the first of the puzzles.",
		},
	}
	base, based := set.Case(record.Key(chainKind, record.D(byDim, byEveryCore)))
	for _, operation := range operations {
		for _, r := range set.Where(chainKind) {
			if _, ok := r.Metric(operation + tookSeconds); !ok {
				continue // broken off before
			}
			equal := "–"
			if text, ok := base.Texts[operation+hashed]; based && ok && r.Case != base.Case {
				equal = yesNo(text == r.Texts[operation+hashed])
			}
			n, seconds := r.Value(operation+wrotePuzzle), r.Value(operation+tookSeconds)
			t.Add(operation, how(r), lab.Number(n), lab.NumberOf(r, "shards"), megabytes(r.Value(operation+wroteBytes)), equal,
				lab.Seconds(seconds), wholeRate(n/seconds), lab.Written(r, operation+mostMemory, megabytes))
		}
	}
	onlyFull(&t)
	return t
}

// how says in words how a chain was done.
func how(r record.Record) string {
	switch by := r.Dim(byDim); by {
	case bySlurm:
		return fmt.Sprintf("%s, both nodes killed %s times", r.Texts["slurm"], lab.NumberOf(r, "kills"))
	case byEveryCore:
		return "one process, one worker per core"
	default:
		return "one process, " + by + " workers"
	}
}

func megabytes(n float64) string { return lab.Number(n/1e6) + " MB" }

// wholeRate writes puzzles per second, which are many.
func wholeRate(x float64) string { return lab.Number(math.Round(x)) }

// sizesTable shows what shards cost, and how many puzzles a second jobs come to.
func sizesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "sizes", Title: "Puzzles per second of a command and of jobs that do the same, by operation, puzzles per shard and workers",
		Columns: []string{"Operation", "Puzzles per shard", "Shards", "Same bytes", "Command, one worker", "Workers", "Job", "Time to the command's", "Time to one shard's", "Times as fast as one worker"},
		Notes: []string{
			"One shard: a job that does all of it in one, planned, hashed and merged as any other; what is above 1 is what dividing it costs.",
			"A command and jobs of 9×9 puzzles in interleaved rounds, each in a process of its own; starting it, the plan, the files, the manifests and the merging count. In brackets the 95 % interval.",
			fmt.Sprintf("The goal is that %s puzzles in 1,000 shards, which is 10,000 puzzles per shard, take at most %.0f %% more time than the command.", lab.Number(10_000_000), 100*overheadGoal),
		},
	}
	if note, ok := together(set); ok {
		t.Notes = append(t.Notes, note)
	}
	for _, r := range set.Where(sizesKind) {
		for _, w := range workersOf(r) {
			overhead, beside, gain := "–", "–", "–"
			if w == 1 {
				overhead = lab.WithInterval(r, sharded, lab.Decimals(3))
				if _, ok := r.Metric(besideOne); ok {
					beside = lab.WithInterval(r, besideOne, lab.Decimals(3))
				}
			} else {
				gain = lab.WithInterval(r, cores.GainMetric(jobs, w), lab.Decimals(2))
			}
			t.Add(r.Dim("operation"), lab.Number(shardOf(r)), lab.NumberOf(r, "shards"), same(r), lab.Written(r, perSecond, wholeRate), strconv.Itoa(w),
				lab.Written(r, rateMetric(w), wholeRate), overhead, beside, gain)
		}
	}
	onlyFull(&t)
	return t
}

// together says how much more time the jobs of the chain take than commands, and than jobs of one shard, computed from the cases with as many
// puzzles in a shard. It reports false where one of them is not there.
func together(set record.Set) (string, bool) {
	c, ok := set.Case(record.Key(chainKind, record.D(byDim, byEveryCore)))
	if !ok || c.Status == record.Capped {
		return "", false
	}
	var commands, jobs, single float64 // seconds of one worker
	for _, operation := range operations {
		n := c.Value(operation + wrotePuzzle)
		i := slices.IndexFunc(set, func(r record.Record) bool {
			return r.Kind() == sizesKind && r.Dim("operation") == operation && shardOf(r)*c.Value("shards") == n
		})
		if i < 0 || set[i].Value(sharded) == 0 || set[i].Value(besideOne) == 0 {
			return "", false
		}
		command := n / set[i].Value(perSecond)
		commands += command
		jobs += command * set[i].Value(sharded)
		single += command * set[i].Value(sharded) / set[i].Value(besideOne)
	}
	more := func(than float64) string { return fmt.Sprintf("%.1f %% more than", 100*(jobs/than-1)) }
	return fmt.Sprintf("The three jobs of the chain together, in %s shards each: %s the commands and %s jobs of one shard, computed from the rows with as many puzzles in a shard as theirs.",
		lab.NumberOf(c, "shards"), more(commands), more(single)), true
}

// workersOf are the numbers of workers that a record has figures of; none if nothing was measured.
func workersOf(r record.Record) []int { return r.Numbers("rate workers=", "") } // see rateMetric

// shardOf is how many puzzles a shard has.
func shardOf(r record.Record) float64 {
	n, _ := strconv.Atoi(r.Dim("shard")) // written by a number
	return float64(n)
}

// largest returns, for each operation, the record with most puzzles per shard.
func largest(set record.Set) (out record.Set) {
	for _, operation := range operations {
		of := set.Where(sizesKind, record.D("operation", operation))
		of = slices.DeleteFunc(of, func(r record.Record) bool { return len(workersOf(r)) == 0 })
		if len(of) > 0 {
			out = append(out, slices.MaxFunc(of, func(a, b record.Record) int { return cmp.Compare(shardOf(a), shardOf(b)) }))
		}
	}
	return out
}

// projectionTable projects the throughput onto more puzzles than were worked on.
func projectionTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "projection", Title: fmt.Sprintf("Projected, not measured: time and size of jobs on %s 9×9 puzzles", lab.Number(projected)),
		Columns: []string{"Operation", "Measured, one worker", "Measured, all cores", "Projected, one core", "Projected, the cores here", fmt.Sprintf("Projected, %d cores", clusterCores), "Projected output"},
		Notes: []string{
			"Projected in proportion from the puzzles per second and the bytes per puzzle of the job with most puzzles per shard in the table of sizes.",
			fmt.Sprintf("%d cores: if each does what one worker does here, with nothing lost to a shared folder or to waiting.", clusterCores),
		},
	}
	for _, r := range largest(set) {
		counts := workersOf(r)
		one, all := r.Value(rateMetric(1)), r.Value(rateMetric(counts[len(counts)-1]))
		hours := func(perSecond float64) string { return lab.Number(projected/perSecond/3600) + " h" }
		t.Add(r.Dim("operation"), wholeRate(one)+" puzzles/s", fmt.Sprintf("%s puzzles/s on %d", wholeRate(all), counts[len(counts)-1]),
			hours(one), hours(all), hours(clusterCores*one), lab.Number(r.Value("bytes")/r.Value(lines)*projected/1e9)+" GB")
	}
	onlyFull(&t)
	return t
}
