// Package descendants ends a program with all that it has started, children that left its process group included.
//
//	mark := descendants.NewMark()
//	cmd := exec.Command("program")
//	cmd.Env = append(os.Environ(), mark)
//	… // start it, and wait for it or kill it
//	descendants.Kill(mark)
//
// A mark is a variable in the environment, which children inherit: a daemon with a session and a parent of its own is found by it.
//
// Invariants: Kill returns when no process with the mark is left, or after five seconds. It ends no process without the mark, and not
// the one that calls it.
//
// Cost: a look at the environment of every process of this user, some milliseconds, once where nothing was left.
//
// It does not find a process that was started with an emptied environment, and does nothing on systems other than Linux, where
// the environment of other processes cannot be read.
package descendants

import "crypto/rand"

// variable begins each mark.
const variable = "SUDOKULAB_STARTED_BY="

// NewMark returns a variable, as the environment of a command takes it, that no other process has.
func NewMark() string { return variable + rand.Text() }
