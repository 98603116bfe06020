// Package original runs the programs that documents describe, as their authors published them, and reads what is observed of them.
//
// The programs are no part of this project. A person lays each beside it, as a checkout of its repository, in the folder that
// [Variable] names, one subfolder for each document; [Program.Find] looks whether the right commit is there and nothing in it was
// changed. A driver, which is ours, imports or starts the program and prints what it observes, one [Observation] a line:
//
//	place, err := original.Program{Name: "csp", Commit: "25c18bc…"}.Find(ctx)
//	if absent, ok := errors.AsType[*original.AbsentError](err); ok {
//		… // it says what is wanted
//	}
//	seen, err := original.Driver{Text: driver}.Run(ctx, place, original.Bounds{Time: time.Minute, Memory: 2 << 30}, dims)
//
// Foreign code runs in a temporary folder, which is its home as well, with an environment of its own, without a network, for a bounded
// time, in bounded memory, and what it prints is bounded; at its end all that it has started is ended (package descendants). The network is
// cut off by a namespace where the system lets an ordinary user have one, and by a hook that the interpreter cannot remove
// everywhere; a program that is no Python and is started where there are no namespaces may still reach it.
//
// Invariants: nothing is written in the checkout. What a driver prints is taken whole or not at all: [Driver.Run] returns an error, of
// which [ErrDriver] says that it is the driver's or the program's, or observations of the case that was asked for.
//
// Linux and other systems with a POSIX shell's limits (package resource of Python) only; on others memory is not bounded.
package original
