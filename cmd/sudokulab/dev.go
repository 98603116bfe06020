package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// newDev holds what only the project's own make targets call.
func newDev() *cobra.Command {
	dev := &cobra.Command{
		Use: "dev", Short: "Tools for working on the lab itself", Hidden: true, Args: knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var (
		length time.Duration
		match  string
	)
	fuzz := &cobra.Command{
		Use:   "fuzz",
		Short: "Run every fuzz target in turn",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			targets, err := fuzzTargets(cmd.Context())
			if err != nil {
				return err
			}
			for _, t := range targets {
				if !strings.Contains(t.name, match) {
					continue
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "%s %s\n", t.pkg, t.name)
				c := exec.CommandContext(cmd.Context(), "go", "test", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", length.String(), t.pkg)
				c.Stdout, c.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
				if err := c.Run(); err != nil {
					return fmt.Errorf("fuzz: %s %s: %w", t.pkg, t.name, err)
				}
			}
			return nil
		},
	}
	length = 20 * time.Second
	addNumber(fuzz, &length, "time", time.Second, noBound, "how long to fuzz each target")
	fuzz.Flags().StringVar(&match, "match", "", "only targets whose name holds this")
	dev.AddCommand(fuzz, newPublish(), newHouse(), newClean(), newRelease(), newVet(), newRace(), newBare(), newModule(), newXLA(), newBench())
	return dev
}

type fuzzTarget struct{ pkg, name string }

// fuzzTargets asks the test binaries for their fuzz targets: names first, then the package.
func fuzzTargets(ctx context.Context) ([]fuzzTarget, error) {
	out, err := exec.CommandContext(ctx, "go", "test", "-list", "^Fuzz", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("fuzz: go test -list: %w", err)
	}
	var targets []fuzzTarget
	var names []string
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		f := strings.Fields(lines.Text())
		switch {
		case len(f) == 1 && strings.HasPrefix(f[0], "Fuzz"):
			names = append(names, f[0])
		case len(f) > 1 && f[0] == "ok":
			for _, n := range names {
				targets = append(targets, fuzzTarget{f[1], n})
			}
			names = nil
		}
	}
	return targets, nil
}

// newPublish is what results does after measuring, without the measuring: for use after a change to
// a table, a figure, a judge or a document with generated blocks.
func newPublish() *cobra.Command {
	var flags labFlags
	cmd := &cobra.Command{
		Use:   "publish",
		Short: "Write every table, figure, verdict and block from the records, and measure nothing",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := flags.open()
			if err != nil {
				return err
			}
			return sayingChanges(cmd.Context(), l.Root, cmd.OutOrStdout(), true, func() error { return publish(l, cmd.OutOrStdout()) })
		},
	}
	flags.register(cmd)
	return cmd
}
