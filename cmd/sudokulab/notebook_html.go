package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/nbexec/nbformat"
	"sudokulab/pkg/nbexec/nbhtml"
)

func newNotebookHTML() *cobra.Command {
	var (
		root labFlags
		out  string
	)
	cmd := &cobra.Command{
		Use:   "html [notebook or folder …]",
		Short: "Write notebooks as HTML files that open without a network",
		Long: "Writes each notebook with the outputs that it holds, those of the lab's folder notebooks if none is\n" +
			"named, as one HTML file beside it: images and formulas within, nothing fetched, light or dark as the\n" +
			"reader's system is. Code that the notebook hides is closed, and a button hides the rest. Links to other\n" +
			"notebooks lead to their pages. Nothing is executed." + fmt.Sprintf(strings.ReplaceAll(notebookExits, "a cell failed, or another error", "an error"), "", ""),
		Example: "  sudokulab notebook html --out pages/\n  sudokulab notebook html notebooks/00-tour.ipynb",
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			dir := ""
			if len(args) == 0 {
				lab, err := root.clone()
				if err != nil {
					return err
				}
				dir = lab.Root
			}
			paths, err := notebooksOf(dir, args)
			if err != nil {
				return err
			}
			outs, err := destinations(paths, out, ".html")
			if err != nil {
				return err
			}
			for i, path := range paths {
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				to := outs[i]
				if to == "" {
					to = strings.TrimSuffix(path, filepath.Ext(path)) + ".html"
				}
				if err := notebookPage(cmd.Context(), path, to); err != nil {
					return err
				}
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), to); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	root.register(cmd)
	cmd.Flags().StringVar(&out, "out", "", "write to this file, or into this folder, instead")
	cmd.ValidArgsFunction = completeNotebooks
	return cmd
}

// notebookPage writes a notebook as HTML.
func notebookPage(ctx context.Context, path, to string) error {
	n, err := nbformat.ReadFile(path)
	if err != nil {
		return err
	}
	// A folder opened as a root keeps what a text cell names within it, links included.
	folder, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	page, err := nbhtml.Page(n, nbhtml.Options{Files: folder.FS(), Pages: true})
	if closeErr := folder.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if holds(to, page) {
		return nil
	}
	return writeNamed(ctx, to, page)
}
