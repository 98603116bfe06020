// Package scaleslurm measures what it costs to cut work into shards, and whether an array of Slurm whose nodes are killed ends with
// the bytes of one process. It decides no claim.
//
// The work is that of sudokulab job: minimal puzzles from a seed, by package making. In the case shards a plain loop over all puzzles
// and jobs with one worker and with two take turns. In the case slurm a cluster of two nodes is started on this machine's loopback
// (slurmctld, two slurmd and munge, in a folder of their own), the job is submitted as an array by the lab's own program, all
// nodes are killed at random moments and started again, and what is merged is compared with one process.
//
// The cluster takes part as a program slurmctld in the folder of peers (SUDOKULAB_PEERS): a link to Slurm's controller, with slurmd beside the
// file that it leads to, and munged, sbatch, squeue and scancel on the PATH. It wants to be root, as slurmd does.
package scaleslurm

import (
	"context"
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
}

// Slurm is the run under Slurm.
type Slurm struct {
	Puzzles  int           `json:"puzzles"`
	Shards   int           `json:"shards"`
	Tasks    int           `json:"tasks"`
	Kills    int           `json:"kills"` // of all nodes at once
	Patience time.Duration `json:"patience_ns"`
}

// Kinds of cases.
const (
	shardsKind = "shards"
	slurmKind  = "slurm"
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
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Puzzles: 2000, Shards: 20, Rounds: 3, Bootstrap: stats.DefaultBootstrap(),
		Slurm: Slurm{Puzzles: 200_000, Shards: 1000, Tasks: 25, Kills: 2, Patience: 15 * time.Minute},
	}
	cluster := false
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Shards, cfg.Rounds, cfg.Bootstrap.Resamples = 200, 10, 2, 500
	case lab.Full:
		cfg.Puzzles, cfg.Shards, cfg.Rounds, cluster = 100_000, 1000, 11, true
	case lab.GPU:
		return lab.Plan{}
	}
	pl := lab.Plan{Config: cfg, Seed: 41, Cases: []lab.Case{{
		Kind: shardsKind, Timed: true,
		Run: func(ctx context.Context, r *lab.Run) error { return shards(ctx, cfg, r) },
	}}}
	if cluster { // which waits for minutes until it gives a killed node up
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: slurmKind, Dims: []record.Dim{record.D("kills", cfg.Slurm.Kills)}, Peer: peerName,
			Run: func(ctx context.Context, r *lab.Run) error { return underSlurm(ctx, cfg.Slurm, r) },
		})
	}
	return pl
}
