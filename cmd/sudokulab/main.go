// Command sudokulab solves, enumerates, classifies, traces, validates and generates Sudoku
// puzzles, solves exact cover problems, runs the lab's experiments and shows what they found.
// `sudokulab help` lists the commands.
//
// Results go to standard output, everything else to standard error. Exit codes:
//
//	0    done; where uniqueness was asked for (solve, validate), every puzzle has exactly one
//	     solution
//	1    wrong usage, unreadable input, or an error while reading or writing
//	2    at least one puzzle without a unique solution where one was asked for
//	75   the time that --budget gives is up and there is more to do; --resume goes on
//	130  interrupted; what was finished is kept
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"sudokulab/pkg/accel/gpuqueue"
	"sudokulab/pkg/atomicfile"
)

// The exit codes of the program.
const (
	exitOK          = 0
	exitError       = 1
	exitNotUnique   = 2
	exitMore        = gpuqueue.ExitMore
	exitInterrupted = 130
)

func main() {
	// Caught, not ignored: a write to a closed pipe is an error like any other then, so that
	// temporary files are removed, and child processes keep the usual behaviour.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	ended := context.AfterFunc(ctx, func() { time.AfterFunc(patience, giveUp) })
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	ended() // so that stop's cancelling is not taken for an interruption: leaving may take a while, as under the race detector
	stop()
	os.Exit(code)
}

// patience is how long a command may take to end by itself once it is interrupted. The whole program is gone within a second.
const patience = 700 * time.Millisecond

// giveUp ends the program in the middle of what it does: a write that nobody reads, a system call that waits, a step of a library
// that cannot be stopped. Files that were not complete are not there afterwards.
func giveUp() {
	said := make(chan struct{})
	go func() {
		defer close(said)
		if err := atomicfile.Abandon(); err != nil {
			fmt.Fprintln(os.Stderr, "sudokulab:", err)
		}
		fmt.Fprintln(os.Stderr, "sudokulab: interrupted within a step that cannot be stopped; what was finished is kept, files that were being written are not")
	}()
	select {
	case <-said:
	case <-time.After(patience / 7): // nobody reads standard error either
	}
	os.Exit(exitInterrupted)
}

// run executes one command line and returns the exit code. Tests call it as a user would
// call the program.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		completing.Store(true)
	}
	return execute(ctx, newRoot(), args, stdin, stdout, stderr)
}

// execute runs a command line of a root.
func execute(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &resultWriter{w: stdout}
	if args == nil {
		args = []string{} // nil would make cobra read the arguments of the test binary
	}
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	readyBuiltIns(root)
	ctx = atomicfile.KeepApart(ctx)
	err := standardStreams(ctx, stdin, stdout)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	if err == nil && out.err != nil {
		err = fmt.Errorf("writing to standard output: %w", out.err)
	}
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errNotUnique):
		fmt.Fprintln(stderr, "sudokulab:", message(err))
		return exitNotUnique
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		left := "what was finished is kept"
		if lost, ok := errors.AsType[*unwrittenError](err); ok {
			left = printable(lost.path) + " is not written"
		}
		fmt.Fprintf(stderr, "sudokulab: interrupted; %s\n", left)
		return exitInterrupted
	case errors.Is(err, errMore):
		fmt.Fprintln(stderr, "sudokulab:", message(err))
		return exitMore
	case ctx.Err() != nil: // what an interrupt broke, such as a program that was run
		fmt.Fprintln(stderr, "sudokulab: interrupted:", message(err))
		return exitInterrupted
	case errors.Is(err, syscall.EPIPE) && !ofFile(err):
		return exitError // the reader of our output has gone, so no message can reach it
	}
	fmt.Fprintln(stderr, "sudokulab:", message(err))
	return exitError
}

// ofFile reports whether an error is about a file that the person named.
func ofFile(err error) bool {
	_, ok := errors.AsType[*unwrittenError](err)
	return ok
}

// errNotUnique is wrapped by commands that were asked for unique solutions and met a puzzle
// without one.
var errNotUnique = errors.New("not every puzzle has a unique solution")

// resultWriter is standard output. It remembers the first error, so that no command can
// succeed whose result was not written, a help text included.
type resultWriter struct {
	w   io.Writer
	err error
}

func (r *resultWriter) Write(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.w.Write(p)
	r.err = err
	return n, err
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	if r, ok := stream.(*resultWriter); ok {
		stream = r.w
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
