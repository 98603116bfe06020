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
		Long: "Prints the version, the commit that the program was built from, the toolchain and the platform. The\n" +
			"commit is unknown where the build did not stamp it, as with go run or -buildvcs=false.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			commit, dirty := record.Built()
			if dirty {
				commit += " with changes"
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "sudokulab %s, commit %s, %s %s/%s\n", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
