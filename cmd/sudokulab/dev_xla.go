package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gotool"
)

// xlaProgram is what make xla builds, in the lab's tree.
var xlaProgram = filepath.Join("bin", "sudokulab-xla")

// newXLA is make xla.
func newXLA() *cobra.Command {
	var (
		flags labFlags
		file  string
	)
	cmd := &cobra.Command{
		Use:   "xla",
		Short: "Build " + xlaProgram + ", the program with XLA, and install XLA's plugin for the processor",
		Args:  cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			root, err := findRoot(flags.root)
			if err != nil {
				return err
			}
			if root, err = filepath.Abs(root); err != nil {
				return err
			}
			return buildXLA(cmd, root, file)
		}),
	}
	flags.register(cmd)
	cmd.Flags().StringVar(&file, "plugin", "", "take the plugin from this file: the library, or a wheel or .tar.gz that holds it")
	reads.names(cmd, "plugin")
	completeFiles(cmd, "plugin", "so", "whl", "gz")
	return cmd
}

// buildXLA builds the program and lets it install the plugin, after a look at what would keep it from
// that.
func buildXLA(cmd *cobra.Command, root, file string) error {
	ctx := cmd.Context()
	if !accel.CPUPluginOffered() {
		return errors.New("a plugin of XLA for the processor is offered for Linux on amd64 only; everything runs on the pure-Go backend without it")
	}
	if file != "" {
		info, err := os.Stat(file)
		if err == nil && !info.Mode().IsRegular() {
			err = fmt.Errorf("%s is not a file", file)
		}
		if err == nil {
			file, err = filepath.Abs(file)
		}
		if err != nil {
			return fmt.Errorf("--plugin: %w", err)
		}
	}
	env, err := cgoEnviron(ctx)
	if err != nil {
		return err
	}
	program := filepath.Join(root, xlaProgram)
	step := func(name string, args ...string) error {
		c := exec.CommandContext(ctx, name, args...)
		c.Dir, c.Env = root, env
		c.Stdout, c.Stderr = cmd.ErrOrStderr(), cmd.ErrOrStderr()
		return c.Run()
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "building %s (a minute or two when the build cache is empty)\n", xlaProgram)
	if err := step("go", "build", "-tags=xla", "-o", program, "./cmd/sudokulab"); err != nil {
		return fmt.Errorf("building %s: %w", xlaProgram, err)
	}
	install := []string{"accel", "install", accel.PlatformCPU, "--root", root}
	if file == "" {
		install = append(install, "--if-missing")
	} else {
		install = append(install, "--replace", "--file", file)
	}
	if err := step(program, install...); err != nil {
		return fmt.Errorf("%s is built and has no plugin: make xla PLUGIN=<file> takes it from a file: %w", xlaProgram, err)
	}
	if err := step(program, "accel", "list", "--backend", accel.NameCPU); err != nil {
		return fmt.Errorf("%s is built, and the installed plugin does not work: %w", xlaProgram, err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "ready: %s train gnn, eval gnn and solve --method gnn… --backend %s; make results ONLY=<experiment> BACKEND=%s\n",
		xlaProgram, accel.NameCPU, accel.NameCPU)
	return err
}

// cgoEnviron is the environment for a build with cgo, or an error that says what such a build lacks.
func cgoEnviron(ctx context.Context) ([]string, error) {
	g, _, err := askGo(ctx)
	if err != nil {
		return nil, err
	}
	words := strings.Fields(g.CC)
	if len(words) == 0 {
		words = []string{"gcc"} // what go takes where it found none
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return nil, fmt.Errorf("XLA is reached through cgo, which wants a C compiler, and %s is not on PATH; install gcc or clang with your system's packages, "+
			"or name another compiler in CC. Nothing is built; everything runs on the pure-Go backend without it", words[0])
	}
	return append(gotool.Environ(os.Environ(), g.GOFLAGS), "CGO_ENABLED=1"), nil
}
