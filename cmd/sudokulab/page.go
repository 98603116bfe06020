package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"sudokulab/pkg/page"
	"sudokulab/pkg/page/worker"
)

func newPage() *cobra.Command {
	output, networks := "lab.html", false
	cmd := &cobra.Command{
		Use:   "page",
		Short: "Write the page as one HTML file that opens from disk",
		Long: "Writes the lab's page as one HTML file, which needs no server and fetches nothing: the exact methods, hints and\n" +
			"ratings run in the browser. With --networks the graph networks, the agents and the tensor network run there, too, and\n" +
			"the file has 5 MB in place of 2. It wants the go command and the lab's source tree, from which it builds the engines once.",
		Example: "  sudokulab page --output lab.html\n" +
			"  sudokulab page --networks --output lab-networks.html",
		Args: cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			program := worker.Exact
			if networks {
				program = worker.Networks
			}
			root, err := rootHere()
			if err != nil {
				return err
			}
			e, err := builtEngine(cmd, root, program)
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
	writes.names(cmd, "output")
	cmd.Flags().BoolVar(&networks, "networks", false, "with the methods that compute with tensors: networks, agents and the tensor network")
	return cmd
}
