// Command sudokulab-kernel starts the Go kernel of the lab's notebooks. Jupyter clients call
// it, as the kernel's description tells them; package nbkernel says what it does. Under the
// name of go it hands calls on to the real go.
//
//	sudokulab-kernel --root DIR [--go FILE] [--gocache DIR] [--gomodcache DIR] -- gonb --kernel FILE …
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"sudokulab/pkg/nbkernel"
)

func main() {
	os.Exit(run(os.Args))
}

func run(args []string) int {
	if nbkernel.IsGo(args[0]) {
		return code(nbkernel.ActAsGo(args[1:]))
	}
	var o nbkernel.LaunchOptions
	flags := flag.NewFlagSet("sudokulab-kernel", flag.ContinueOnError)
	flags.StringVar(&o.Root, "root", "", "the lab's source tree")
	flags.StringVar(&o.Toolchain.Go, "go", "", "the go program")
	flags.StringVar(&o.Toolchain.GoCache, "gocache", "", "the build cache that was warmed")
	flags.StringVar(&o.Toolchain.GoModCache, "gomodcache", "", "the module cache")
	if err := flags.Parse(args[1:]); err != nil {
		return 2
	}
	o.Command = flags.Args()
	// An interrupt ends a cell and never the kernel. Caught, not ignored: what is ignored stays
	// so in the programs that this one becomes and starts.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	return code(nbkernel.Launch(ctx, o, os.Stderr))
}

func code(err error) int {
	if err == nil {
		return 0
	}
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return failed.ExitCode()
	}
	fmt.Fprintln(os.Stderr, "sudokulab-kernel:", err)
	return 1
}
