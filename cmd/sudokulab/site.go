package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/page"
	"sudokulab/pkg/page/worker"
	"sudokulab/pkg/site"
)

// siteFolder is where the site is written below the lab's folder, unless another is named.
const siteFolder = "site"

// labPage is the page that runs engines, within the site.
const labPage = "lab.html"

func newSite() *cobra.Command {
	var (
		root      labFlags
		out, base string
		engines   bool
	)
	cmd := &cobra.Command{
		Use:   "site",
		Short: "Write notes, claims, results, notebooks and package documentation as a web site",
		Long: "Writes everything that people read as a folder of files: reports and notes, the claims with a page each, the results of every\n" +
			"experiment with its records, the notebooks as they are, the documentation of the packages, and the page that runs engines. It opens\n" +
			"from disk and from any web server, and fetches nothing. Nothing is measured or executed. An earlier site in the folder is replaced,\n" +
			"file by file; a folder that holds anything else is refused.",
		Example: "  sudokulab site\n" +
			"  sudokulab site --out /srv/www/sudoku --base https://lab.example.org/sudoku/",
		Args: cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			tree, err := findRoot(root.root)
			if err != nil {
				return err
			}
			if out == "" {
				out = filepath.Join(tree, siteFolder)
			}
			o := site.Options{Base: base}
			if err := o.Validate(); err != nil {
				return err
			}
			if engines {
				e, err := builtEngine(cmd, tree, worker.Exact)
				if err != nil {
					return err
				}
				html, err := page.Single(&e)
				if err != nil {
					return err
				}
				o.Extra = append(o.Extra, site.Extra{Path: labPage, Title: "Lab", About: "Solve, make and explain puzzles with the lab's engines, here in the browser.", HTML: html})
			}
			s, err := site.Build(cmd.Context(), atomicfile.Regular(os.DirFS(tree)), o)
			if err != nil {
				return err
			}
			if err := s.Write(cmd.Context(), out); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "site: %s, %s MB\n", plural(len(s.Names()), "file"), lab.Number(float64(s.Size()/1e5)/10))
			_, err = fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(out, "index.html"))
			return err
		}),
	}
	root.register(cmd)
	cmd.Flags().StringVar(&out, "out", "", "write into this folder (default: site in the lab's folder)")
	fills.names(cmd, "out")
	cmd.Flags().StringVar(&base, "base", "", "address at which the site will stand, for its sitemap and the page for addresses that are not there")
	cmd.Flags().BoolVar(&engines, "engines", true, "with the page that runs engines (wants the go command; built once)")
	return cmd
}
