package scaleslurm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// TestSmoke measures the smoke profile, and shows it beside a record of a cluster.
func TestSmoke(t *testing.T) {
	set := labtest.MeasureAll(t, plan(lab.Smoke))
	if len(set) != 1 || set[0].Value(sameBytes) != 1 || set[0].Value(lines) != 200 || set[0].Value(sharded) <= 0 {
		t.Fatalf("%+v", set)
	}
	set = append(set, labtest.Record("slurm/kills=2", map[string]float64{"kills": 2, lines: 200, "shards": 10, sameBytes: 0, "seconds": 9, "plain seconds": 1}, map[string]string{"slurm": "slurm 1"}))
	rows := tables(set)[0].Rows
	if len(rows) != 4 || rows[1][3] != "yes" || rows[3][3] != "no" || !strings.Contains(rows[3][0], "killed 2 times") {
		t.Errorf("%v", rows)
	}
	for _, table := range tables(set)[1:] {
		if len(table.Rows) > 0 || !strings.Contains(table.Notes[0], "only the full profile") {
			t.Errorf("%s: %v, %v", table.Name, table.Rows, table.Notes)
		}
	}
	if f, err := figures(set); err != nil || len(f) > 0 {
		t.Errorf("%d figures, %v", len(f), err)
	}
}

// TestCluster: only the full profile wants one, never two at once, and its configuration has two nodes.
func TestCluster(t *testing.T) {
	for _, p := range []lab.Profile{lab.Smoke, lab.Quick, lab.Full} {
		n := 0
		for _, c := range plan(p).Cases {
			if c.Peer == peerName {
				n++
			}
			if c.Kind != slurmKind && !c.Timed {
				t.Errorf("%s: %s: runs beside others", p, c.Key())
			}
		}
		if n != map[lab.Profile]int{lab.Full: 2}[p] {
			t.Errorf("%s: %d cases with a cluster", p, n)
		}
	}
	text := (&cluster{dir: "/d"}).config("host")
	if strings.Count(text, "\nNodeName=") != 2 || !strings.Contains(text, "StateSaveLocation=/d/state\n") || strings.Contains(text, "%!") {
		t.Error(text)
	}
}

// TestErrors: a cluster that cannot start says why, and leaves no process.
func TestErrors(t *testing.T) {
	if _, err := startCluster(t.Context(), "/no/such/slurmctld", t.TempDir()); err == nil {
		t.Error("a controller that is not there")
	}
}

// TestPatience: a job that does not come to its end on a cluster ends the case.
func TestPatience(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	dir := t.TempDir()
	for _, name := range []string{"program", "scancel"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho 1 of 4 shards done\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	r, err := labtest.Measure(t, lab.Case{Kind: "test", Run: func(ctx context.Context, r *lab.Run) error {
		c := &cluster{env: os.Environ()}
		return c.do(ctx, Slurm{Shards: 4, Tasks: 1, Patience: time.Nanosecond}, filepath.Join(dir, "program"), "job.yaml", "", kills(1), r)
	}})
	if !errors.Is(err, errPatience) || !strings.Contains(err.Error(), "1 of 4 shards") {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestWatch: the memory of a process is seen that has the file among its arguments, and of no other.
func TestWatch(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no other system tells")
	}
	file := filepath.Join(t.TempDir(), "job.yaml")
	memory, other := watch(file), watch(file+"2")
	if err := called(exec.CommandContext(t.Context(), "sh", "-c", "sleep 0.3; true", "sh", file)); err != nil {
		t.Fatal(err)
	}
	if got, none := memory(), other(); got < 1e5 || none != 0 {
		t.Errorf("%g and %g bytes", got, none)
	}
}

// TestProgram measures with the lab's own program: chains write the same bytes by any number of workers and leave no file, jobs
// write what commands do, and tables and figures show it.
func TestProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	program := filepath.Join(t.TempDir(), "sudokulab")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", program, "../../cmd/sudokulab")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	scratch := t.TempDir()
	t.Setenv("TMPDIR", scratch)
	cfg := Chain{Puzzles: 500, Rated: 300, Shards: 20}
	var cases []lab.Case
	for _, workers := range []int{0, 7} {
		by := map[int]string{0: byEveryCore, 7: "7"}[workers]
		cases = append(cases, lab.Case{Kind: chainKind, Dims: []record.Dim{record.D(byDim, by)}, Run: func(ctx context.Context, r *lab.Run) error {
			return chain(ctx, cfg, inOneProcess(program, workers), r)
		}})
	}
	for _, s := range []Size{{generate, 60, 7, 2}, {classify, 50, 20, 2}, {rate, 30, 10, 2}} {
		cases = append(cases, lab.Case{
			Kind: sizesKind, Dims: []record.Dim{record.D("operation", s.Operation), record.D("shard", s.Shard)}, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error {
				return sizes(ctx, s, stats.DefaultBootstrap(), program, r)
			},
		})
	}
	set := labtest.MeasureAll(t, lab.Plan{Config: Config{}, Cases: cases})
	if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
	one, seven := set[0], set[1]
	for _, operation := range operations {
		if h := one.Texts[operation+hashed]; len(h) != 64 || h != seven.Texts[operation+hashed] {
			t.Errorf("%s: %q by one worker per core, %q by 7", operation, h, seven.Texts[operation+hashed])
		}
	}
	if one.Value(generate+wrotePuzzle) != 500 || one.Value(classify+wrotePuzzle) != 500 || one.Value(rate+wrotePuzzle) != 300 || one.Value(generate+wroteBytes) != 500*82 {
		t.Errorf("%+v", one.Exact)
	}
	if m, ok := one.Metric(rate + mostMemory); runtime.GOOS == "linux" && (!ok || m.Value < 1e6) {
		t.Errorf("memory: %+v", m)
	}
	for _, r := range set[2:] {
		if r.Value(sameBytes) != 1 || r.Value("bytes") == 0 || r.Value(sharded) <= 0 || r.Value(rateMetric(1)) <= 0 {
			t.Errorf("%+v", r)
		}
	}
	if n := set[2].Value("shards"); n != 9 {
		t.Errorf("%g shards of 60 puzzles, 7 in each", n)
	}
	set = append(set, labtest.Record("chain/by=slurm", map[string]float64{
		"shards": 20, "kills": 2, generate + tookSeconds: 9, generate + wrotePuzzle: 500, generate + wroteBytes: 1,
	}, map[string]string{"slurm": "slurm 1", generate + hashed: "another"}))
	all := tables(set)
	chains, projections := all[1].Rows, all[3].Rows
	if len(chains) != 7 || chains[0][5] != "–" || chains[1][5] != "yes" || chains[2][5] != "no" || chains[2][8] != "–" || !strings.Contains(chains[2][1], "slurm 1, both nodes killed 2 times") {
		t.Errorf("%v", chains)
	}
	if len(all[2].Rows) < 3 || len(projections) != 3 || projections[0][0] != generate || projections[0][6] != "82 GB" {
		t.Errorf("%v\n%v", all[2].Rows, projections)
	}
	// Rows of as many puzzles in a shard as the chain has: 1 s, 2 s and 1 s by command, 1.1, 3 and 1.2 s by job.
	made := record.Set{labtest.Record("chain/by=one-per-core", map[string]float64{
		"shards": 10, generate + wrotePuzzle: 100, classify + wrotePuzzle: 100, rate + wrotePuzzle: 50,
		generate + tookSeconds: 1, classify + tookSeconds: 1, rate + tookSeconds: 1,
	}, nil)}
	for i, operation := range operations {
		made = append(made, labtest.Record(fmt.Sprintf("sizes/operation=%s/shard=%d", operation, []int{10, 10, 5}[i]), map[string]float64{
			perSecond: []float64{100, 50, 50}[i], sharded: []float64{1.1, 1.5, 1.2}[i], besideOne: 1.06, "shards": 10, rateMetric(1): 1,
		}, nil))
	}
	if note, ok := together(made); !ok || !strings.Contains(note, "in 10 shards each: 32.5 % more than the commands and 6.0 % more than jobs of one shard") {
		t.Errorf("%q", note)
	}
	if note, ok := together(made[:3]); ok {
		t.Errorf("without rating: %q", note)
	}
	if f, err := figures(set); err != nil || len(f) != min(1, len(workersOf(set[2]))/3) {
		t.Errorf("%d figures, %v", len(f), err)
	}
	_, err := labtest.Measure(t, lab.Case{Kind: "test", Run: func(ctx context.Context, r *lab.Run) error {
		return chain(ctx, Chain{Puzzles: 5, Rated: 9, Shards: 1}, inOneProcess(program, 1), r)
	}})
	if left, e := os.ReadDir(scratch); err == nil || e != nil || len(left) > 0 {
		t.Errorf("more rated than made: %v; %v are left, %v", err, left, e)
	}
}

// TestOwn: another program than the lab's own measures nothing, and says so.
func TestOwn(t *testing.T) {
	var set record.Set
	for _, c := range plan(lab.Full).Cases {
		if c.Kind == shardsKind {
			continue
		}
		c.Peer = ""
		r, err := labtest.Measure(t, c)
		if err != nil || r.Status != record.Capped || !strings.Contains(r.Note, "own program") {
			t.Errorf("%+v, %v", r, err)
		}
		set = append(set, r)
	}
	rows := 0
	for _, table := range tables(set) {
		rows += len(table.Rows)
	}
	if f, err := figures(set); err != nil || len(f) > 0 || rows != 1 {
		t.Errorf("%d figures and %d rows of nothing, %v", len(f), rows, err)
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
