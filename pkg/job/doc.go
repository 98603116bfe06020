// Package job cuts long work into shards that can be run in any order, anywhere, any number of times, and puts what they
// wrote together to the same bytes.
//
//	spec, err := job.Read("job.yaml")
//	if err != nil { … }
//	j, err := job.Open(ctx, spec, job.Options{Code: commit, Do: do})
//	if err != nil { … }
//	err = j.Run(ctx, []int{17}, 1, nil)     // one shard, or j.Missing() for all, on so many cores
//	err = j.Merge(ctx)                       // the shards' outputs in order, as one file
//
// # Method
//
// What is parallel here is independent: a shard is a range of the input's lines, or of the numbers of puzzles that are made from
// a seed, and one operation on it. A scheduler such as Slurm or Kubernetes is the engine; the package makes no queue,
// keeps no database and talks to no other process. Two things make it safe:
//
// The plan, a file made once from the job and its input, says where each shard begins: the file, the byte, the number of the
// line. It holds the input's hash, and [CheckInput] compares: no shard should run on other input than the rest.
//
// A shard writes to a temporary name, forces it to the disk, renames it, and then does the same with its manifest: the hash of the job,
// its range, the code that ran, and size and hash of what it wrote. A shard is done exactly if its manifest is there and
// agrees with the job and with the output. Work broken off at any moment leaves no manifest, and is done again. Of two processes
// that do a shard at the same time, that which ends first has written it.
//
// # Invariants
//
// Output depends on the job, its input and the code alone: not on the number of cores, tasks or machines, nor on the order or on
// how often a shard is run. [Job.Merge] refuses shards that are missing, were altered, belong to another job or come from
// different code, by name, and writes all or nothing.
//
// # Cost
//
// Making the plan reads the input once. Memory is that of the operation, besides a mark for each of up to 65,536 places in the
// input. A shard of a packed file (gzip, zstd), or of a set, reads what stands before it.
//
// # What it does not do
//
// It knows no Sudoku: the operation is a function that it is handed. It moves no files between machines: all of them must
// see the same folder. It holds no locks, which shared folders keep badly; two processes at one shard do the work twice and leave the
// same bytes.
package job
