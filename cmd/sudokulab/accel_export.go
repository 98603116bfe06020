package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel/hlo"
	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet"
)

func newAccelExport() *cobra.Command {
	config, side, limit, output := tensornet.DefaultConfig(), 9, 2, ""
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the tensor network as a StableHLO program, which other programs compile and run",
		Long: "Writes the network of method tensor, rules, guesses and stack, as one StableHLO program. Its function main\n" +
			"takes a batch of N puzzles, int32 [N, cells] (0 for an empty cell), and the most steps to take, int32 [].\n" +
			"It returns four tensors of int32:\n" +
			"  grids [N, cells]       the first solution of each puzzle, 0 where there is none yet\n" +
			"  candidates [N, cells]  what is possible after the last step, bit d-1 for digit d\n" +
			"  solutions [N]          found so far, at most --limit\n" +
			"  ends [N]               0: not done, 1: searched everything, 2: --limit reached, 3: too many open guesses\n" +
			"A puzzle has one solution if its end is 1 and its solutions are 1.",
		Example: "  sudokulab accel export --output tensor.mlir\n" +
			"  sudokulab accel export --side 4 --batch 17 > tensor.mlir",
		Args: cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			shape, err := board.ShapeOfSide(side)
			if err != nil {
				return fmt.Errorf("--side %d: want 4, 9, 16 or 25", side)
			}
			program, err := tensornet.NewProgram(shape, config, limit)
			if err != nil {
				return err
			}
			var text bytes.Buffer
			if err := hlo.Write(&text, "tensornet", program.Build); err != nil {
				return err
			}
			if output != "" {
				return writeNamed(cmd.Context(), output, text.Bytes())
			}
			_, err = cmd.OutOrStdout().Write(text.Bytes())
			return err
		}),
	}
	config.Batch = 60
	addNumber(cmd, &side, "side", 4, 25, "side of the boards: 4, 9, 16 or 25")
	complete(cmd, "side", "4", "9", "16", "25")
	addNumber(cmd, &config.Batch, "batch", 1, maxBatch, "puzzles side by side")
	addNumber(cmd, &limit, "limit", 1, 127, "stop at this many solutions of a puzzle")
	cmd.Flags().StringVar(&output, "output", "", "write to this file, which appears when it is complete")
	writes.names(cmd, "output")
	completeFiles(cmd, "output", "mlir")
	return cmd
}
