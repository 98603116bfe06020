package scaleslurm

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// tables show both cases.
func tables(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "shards", Title: "Minimal 9×9 puzzles made by one loop, in shards in one process, and under Slurm with all nodes killed",
		Columns: []string{"How", "Puzzles", "Shards", "Bytes of one loop", "Time"},
		Notes: []string{
			"One process: a loop and jobs in interleaved rounds on one machine; the plan, the files, the manifests and the merging count. In brackets the 95 % interval.",
			"Slurm: two nodes of one core on this machine's loopback; each time both are killed, as by kill −9, and start again after three seconds. The time holds that in which Slurm waits until it gives a node up and begins its tasks again.",
		},
	}
	yes := func(r record.Record) string {
		if r.Value(sameBytes) == 1 {
			return "yes"
		}
		return "no"
	}
	for _, r := range set.Measured().Where(shardsKind) {
		n, k := lab.Number(r.Value(lines)), lab.Number(r.Value("shards"))
		i := func(name string) string {
			return fmt.Sprintf("%.3f (%.3f to %.3f)", r.Value(name), r.Value(name+".low"), r.Value(name+".high"))
		}
		t.Add("one loop", n, "–", "–", lab.Number(r.Value(perSecond))+" puzzles/s")
		t.Add("job, one worker", n, k, yes(r), i(sharded)+" times the loop's")
		t.Add("job, two workers", n, k, yes(r), i(twoCores)+" times as fast as with one")
	}
	for _, r := range set.Measured().Where(slurmKind) {
		t.Add(fmt.Sprintf("%s, both nodes killed %s times", r.Texts["slurm"], lab.Number(r.Value("kills"))), lab.Number(r.Value(lines)), lab.Number(r.Value("shards")), yes(r),
			fmt.Sprintf("%s, one loop %s", lab.Seconds(r.Value("seconds")), lab.Seconds(r.Value("plain seconds"))))
	}
	return []lab.Table{t}
}
