package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/nbexec/nbformat"
	"sudokulab/pkg/nbexec/nbhtml"
)

func newNotebookHTML() *cobra.Command {
	var (
		root labFlags
		out  string
		safe bool
	)
	cmd := &cobra.Command{
		Use:   "html [notebook or folder …]",
		Short: "Write notebooks as HTML files that open without a network",
		Long: "Writes each notebook with the outputs that it holds, those of the lab's folder notebooks if none is\n" +
			"named, as one HTML file beside it: images and formulas within, nothing fetched, light or dark as the\n" +
			"reader's system is. Code that the notebook hides is closed, and a button hides the rest. Links to other\n" +
			"notebooks lead to their pages, several pages in one folder to the one before and the next, and --out\n" +
			"writes an index of several into the folder. Nothing is executed.\n" +
			"\n" +
			"Outputs are trusted: scripts within them run when the page is opened. For a notebook that is not\n" +
			"your own use --safe, which leaves out scripts, event handlers, frames, forms, style sheets and\n" +
			"addresses that run or fetch something, and forbids the page to run any but its own script." +
			fmt.Sprintf(strings.ReplaceAll(notebookExits, "a cell failed, or another error", "an error"), "", ""),
		Example: "  sudokulab notebook html --out pages/\n  sudokulab notebook html notebooks/00-tour.ipynb\n  sudokulab notebook html --safe --out found.html found.ipynb",
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
			pages, index, err := planPages(paths, outs, out, safe)
			if err != nil {
				return err
			}
			for _, p := range pages {
				alsoWrites(cmd, p.to)
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				if err := p.write(cmd.Context()); err != nil {
					return err
				}
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), p.to); err != nil {
					return err
				}
			}
			if index == "" {
				return nil
			}
			if err := writeIndex(cmd.Context(), index, pages); err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), index)
			return err
		}),
	}
	root.register(cmd)
	cmd.Flags().StringVar(&out, "out", "", "write to this file, or into this folder, instead")
	fills.names(cmd, "out")
	cmd.Flags().BoolVar(&safe, "safe", false, "leave out of outputs and text anything that could run or fetch something")
	cmd.ValidArgsFunction = completeNotebooks
	return cmd
}

// notebookPage is a notebook that becomes an HTML file.
type notebookPage struct {
	path, to     string
	own          bool // the program made up the file's name
	title, about string
	options      nbhtml.Options
}

const indexName = "index.html"

// planPages says which page each notebook becomes and which pages it leads to; index is the file that
// lists them, "" for none.
func planPages(paths, outs []string, out string, safe bool) (pages []*notebookPage, index string, err error) {
	for i, path := range paths {
		p := &notebookPage{path: path, to: outs[i], own: outs[i] != out, options: nbhtml.Options{Pages: true, Safe: safe}}
		if p.to == "" {
			p.to = strings.TrimSuffix(path, filepath.Ext(path)) + ".html"
		}
		if i := slices.IndexFunc(paths, func(notebook string) bool { return atomicfile.Same(notebook, p.to) }); i >= 0 {
			return nil, "", fmt.Errorf("%s: its page would be written over the notebook %s; name another file with --out", path, paths[i])
		}
		if len(paths) > 1 {
			n, err := nbformat.ReadFile(path)
			if err != nil {
				return nil, "", err
			}
			p.title, p.about = nbhtml.Summary(n)
		}
		pages = append(pages, p)
	}
	if out != "" && len(pages) > 1 {
		index = filepath.Join(out, indexName)
		if slices.ContainsFunc(pages, func(p *notebookPage) bool { return p.to == index }) {
			index = "" // one of the notebooks is the index
		} else if err := ownIndex(index); err != nil {
			return nil, "", err
		}
	}
	for i, p := range pages {
		if index != "" {
			p.options.Index = indexName
		}
		if i > 0 {
			p.options.Previous = pages[i-1].link(p)
		}
		if i+1 < len(pages) {
			p.options.Next = pages[i+1].link(p)
		}
	}
	return pages, index, nil
}

// link returns the link to a page from another, none if that lies in another folder.
func (p *notebookPage) link(from *notebookPage) nbhtml.Link {
	if filepath.Dir(p.to) != filepath.Dir(from.to) {
		return nbhtml.Link{}
	}
	return nbhtml.Link{Title: p.title, Address: (&url.URL{Path: filepath.Base(p.to)}).String()}
}

// ownIndex looks whether the file that lists pages is there and was not written by this program.
func ownIndex(path string) error {
	const most = 16 << 20
	data, err := atomicfile.ReadFile(path, most)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case bytes.Contains(data, []byte(nbhtml.Generator)):
		return nil
	}
	return fmt.Errorf("--out: %s exists and is not an index of notebooks; choose another folder or rename it", path)
}

func writeIndex(ctx context.Context, path string, pages []*notebookPage) error {
	var entries []nbhtml.Entry
	for _, p := range pages {
		entries = append(entries, nbhtml.Entry{Link: nbhtml.Link{Title: p.title, Address: (&url.URL{Path: filepath.Base(p.to)}).String()}, Text: p.about})
	}
	_, err := replaceUnlessSame(ctx, path, nbhtml.Index("Notebooks", entries), true)
	return err
}

// write writes the notebook as HTML.
func (p *notebookPage) write(ctx context.Context) error {
	n, err := nbformat.ReadFile(p.path)
	if err != nil {
		return err
	}
	// A folder opened as a root keeps what a text cell names within it, links included.
	folder, err := os.OpenRoot(filepath.Dir(p.path))
	if err != nil {
		return err
	}
	p.options.Files = atomicfile.Regular(folder.FS())
	page, err := nbhtml.Page(n, p.options)
	if closeErr := folder.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("%s: %w", p.path, err)
	}
	_, err = replaceUnlessSame(ctx, p.to, page, p.own)
	return err
}
