package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"sudokulab/pkg/record"
)

// version is the release; between releases it names the next one.
const version = "0.1.0-dev"

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, the commit, the toolchain and the platform",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p := record.Host(cmd.Context(), ".")
			commit := p.Commit
			if p.Dirty {
				commit += " with changes"
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "sudokulab %s, commit %s, %s %s/%s\n", version, commit, p.Go, runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
