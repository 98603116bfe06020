package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/house"
)

func newHouse() *cobra.Command {
	var flags labFlags
	cmd := &cobra.Command{
		Use:   "house",
		Short: "Draw the house: research/house.md and research/house.svg",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			root, err := findRoot(flags.root)
			if err != nil {
				return err
			}
			h, err := house.Read(cmd.Context(), root)
			if err != nil {
				return err
			}
			for name, content := range map[string][]byte{"house.md": h.Markdown(), "house.svg": h.SVG()} {
				if err := atomicfile.WriteBytes(filepath.Join(root, "research", name), content); err != nil {
					return err
				}
			}
			return nil
		},
	}
	flags.register(cmd)
	return cmd
}
