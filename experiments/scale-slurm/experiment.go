// Package scaleslurm measures what it costs to cut work into shards, and whether an array of Slurm whose nodes are killed ends with
// the bytes of one process. It decides no claim.
//
// The work is that of sudokulab job. In the case shards, minimal puzzles are made from a seed by package making: a plain loop over all of
// them and jobs with one worker and with two take turns. In the case slurm a cluster of two nodes is started on this machine's loopback
// (slurmctld, two slurmd and munge, in a folder of their own), the job is submitted as an array by the lab's own program, all
// nodes are killed at random moments and started again, and what is merged is compared with one process.
//
// The full profile runs the lab's own program as people do. The cases chain make, classify and rate millions of puzzles, each job on the
// output of the one before, in one process with one worker per core, with seven, and under Slurm: what they write is compared by its hash.
// They want 3 GB in the folder for temporary files, and leave nothing there. In the cases sizes a command and jobs that do the same in shards
// take turns, for several sizes of shards and numbers of workers.
//
// The cluster takes part as a program slurmctld in the folder of peers (SUDOKULAB_PEERS): a link to Slurm's controller, with slurmd beside the
// file that it leads to, and munged, sbatch, squeue and scancel on the PATH. It wants to be root, as slurmd does.
package scaleslurm

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Puzzles   int                   `json:"puzzles"`
	Shards    int                   `json:"shards"`
	Rounds    int                   `json:"rounds"`
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
	Slurm     Slurm                 `json:"slurm"`
	Chain     Chain                 `json:"chain,omitzero"`
	Sizes     []Size                `json:"sizes,omitempty"`
}

// Slurm is the run under Slurm.
type Slurm struct {
	Puzzles  int           `json:"puzzles"`
	Shards   int           `json:"shards"`
	Tasks    int           `json:"tasks"`
	Kills    int           `json:"kills"` // of all nodes at once
	Patience time.Duration `json:"patience_ns"`
}

// Chain is three jobs, each on the output of the one before: puzzles are made, classified, and the first of them rated.
type Chain struct {
	Puzzles  int           `json:"puzzles"`
	Rated    int           `json:"rated"`
	Shards   int           `json:"shards"`  // of each job
	Workers  []int         `json:"workers"` // of one process; 0 for one per core
	Patience time.Duration `json:"patience_ns"`
}

// Size is an operation on so many puzzles, so many in each shard.
type Size struct {
	Operation string `json:"operation"`
	Puzzles   int    `json:"puzzles"`
	Shard     int    `json:"shard"`
	Rounds    int    `json:"rounds"`
}

// Kinds of cases.
const (
	shardsKind = "shards"
	slurmKind  = "slurm"
	chainKind  = "chain"
	sizesKind  = "sizes"
)

// byDim is the dimension of a chain: how its jobs are done. Its values are bySlurm, and how many workers one process has.
const (
	byDim       = "by"
	bySlurm     = "slurm"
	byEveryCore = "one-per-core"
)

// peerName is the program that the cluster wants.
const peerName = "slurmctld"

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "scale-slurm",
		Title:    "Work in shards, in one process and under Slurm",
		Question: "What does it cost to cut work into shards, and does a cluster whose nodes are killed end with the bytes of one process?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Puzzles: 2000, Shards: 20, Rounds: 3, Bootstrap: stats.DefaultBootstrap(),
		Slurm: Slurm{Puzzles: 200_000, Shards: 1000, Tasks: 25, Kills: 2, Patience: 15 * time.Minute},
	}
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Shards, cfg.Rounds, cfg.Bootstrap.Resamples = 200, 10, 2, 500
	case lab.Full:
		cfg.Puzzles, cfg.Shards, cfg.Rounds = 100_000, 1000, 11
		cfg.Chain = Chain{Puzzles: 10_000_000, Rated: 1_000_000, Shards: 1000, Workers: []int{0, 7}, Patience: time.Hour}
		cfg.Sizes = []Size{
			{generate, 5_000, 10, 7},
			{generate, 20_000, 100, 7},
			{generate, 40_000, 1_000, 7},
			{generate, 80_000, 10_000, 7},
			{classify, 5_000, 10, 7},
			{classify, 20_000, 100, 7},
			{classify, 100_000, 1_000, 7},
			{classify, 400_000, 10_000, 7},
			{rate, 1_000, 10, 7},
			{rate, 2_000, 100, 7},
			{rate, 4_000, 1_000, 7},
		}
	case lab.GPU:
		return lab.Plan{}
	}
	pl := lab.Plan{Config: cfg, Seed: 41, Cases: []lab.Case{{
		Kind: shardsKind, Timed: true,
		Run: func(ctx context.Context, r *lab.Run) error { return shards(ctx, cfg, r) },
	}}}
	for _, s := range cfg.Sizes {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: sizesKind, Dims: []record.Dim{record.D("operation", s.Operation), record.D("shard", s.Shard)}, Timed: true,
			Run: own(func(ctx context.Context, program string, r *lab.Run) error {
				return sizes(ctx, s, cfg.Bootstrap, program, r)
			}),
		})
	}
	if p != lab.Full {
		return pl
	}
	// What needs a cluster waits for minutes until it gives a killed node up.
	pl.Cases = append(pl.Cases, lab.Case{
		Kind: slurmKind, Dims: []record.Dim{record.D("kills", cfg.Slurm.Kills)}, Peer: peerName,
		Run: own(func(ctx context.Context, program string, r *lab.Run) error {
			return underSlurm(ctx, cfg.Slurm, program, r)
		}),
	})
	for _, workers := range cfg.Chain.Workers {
		by := byEveryCore
		if workers > 0 {
			by = strconv.Itoa(workers)
		}
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: chainKind, Dims: []record.Dim{record.D(byDim, by)}, Timed: true,
			Run: own(func(ctx context.Context, program string, r *lab.Run) error {
				return chain(ctx, cfg.Chain, inOneProcess(program, workers), r)
			}),
		})
	}
	pl.Cases = append(pl.Cases, lab.Case{
		Kind: chainKind, Dims: []record.Dim{record.D(byDim, bySlurm)}, Timed: true, Peer: peerName,
		Run: own(func(ctx context.Context, program string, r *lab.Run) error {
			return chainUnderSlurm(ctx, cfg, program, r)
		}),
	})
	return pl
}

// own hands a case the lab's own program. Where another one runs it, such as a test, nothing is measured.
func own(run func(ctx context.Context, program string, r *lab.Run) error) func(context.Context, *lab.Run) error {
	return func(ctx context.Context, r *lab.Run) error {
		program, err := os.Executable()
		if err != nil {
			return err
		}
		if !strings.HasPrefix(filepath.Base(program), "sudokulab") {
			r.Cap("wants the lab's own program, this is " + filepath.Base(program))
			return nil
		}
		return run(ctx, program, r)
	}
}
