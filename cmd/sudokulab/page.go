package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"sudokulab/pkg/page"
)

func newPage() *cobra.Command {
	output := "lab.html"
	cmd := &cobra.Command{
		Use:   "page",
		Short: "Write the page as one HTML file that opens from disk",
		Long: "Writes the lab's page as one HTML file, which needs no server and fetches nothing: the exact methods, hints and\n" +
			"ratings run in the browser. Learned methods are not in it; sudokulab serve has them. It wants the go command and\n" +
			"the lab's source tree, from which it builds the engines once.",
		Example: "  sudokulab page --output lab.html",
		Args:    cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			e, err := builtEngine(cmd)
			if err != nil {
				return err
			}
			html, err := page.Single(&e)
			if err != nil {
				return err
			}
			if err := writeNamed(cmd.Context(), output, html); err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), output)
			return err
		}),
	}
	cmd.Flags().StringVar(&output, "output", output, "write to this file")
	return cmd
}
