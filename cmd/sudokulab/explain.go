package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/explain/draw"
	"sudokulab/pkg/render"
	"sudokulab/pkg/render/animate"
)

// formMarkdown is Markdown.
const formMarkdown form = "markdown"

// explaining holds the flags of explain.
type explaining struct {
	in      inputFlags
	reason  reasonFlags
	form    form
	picture string
	film    string
	jobs    int
}

func newExplain() *cobra.Command {
	s := explaining{form: formText}
	cmd := &cobra.Command{
		Use:   "explain [puzzle | file | -] …",
		Short: "Solve puzzles as people do, every step with its reason",
		Long: "Solves each puzzle step by step, always by the easiest technique that applies, and says of every step\n" +
			"what proves it. At the end stand the hardest step, the score and level on HoDoKu's scale, and the rating\n" +
			"on Sudoku Explainer's, as sudokulab rate tells them: that rating is of a path of its own, on which the\n" +
			"techniques are tried in the order of that scale. Where no technique applies, the path is stuck, and that\n" +
			"is said.\n\n" +
			"--picture draws the position before the first step of the hardest technique, with that step; of a path\n" +
			"that is stuck, the position where it is. --film shows the whole path: as .html with buttons, as .gif, or\n" +
			"as .svg, a picture for each step.\n\n" +
			"An engine first proves that there is one solution; a puzzle with none or several is told so, with exit\n" +
			"code 2.\n\n" + inputHelp,
		Example: "  sudokulab explain 1.864.729.4.92.3819.2..1645..1.....4..47.981...3.1..72.19...4.8....9.1..4.51.629.\n" +
			"  sudokulab explain --format markdown --film path.html puzzle.txt > path.md\n" +
			"  sudokulab explain --technique full-house,naked-single,hidden-single puzzle.txt",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	s.reason.register(cmd)
	addChoice(cmd, &s.form, "format", "form of the output: %s", formText, formJSON, formMarkdown)
	cmd.Flags().StringVar(&s.picture, "picture", "", "also draw the hardest step of one puzzle to this .svg or .png file")
	writes.names(cmd, "picture")
	completeFiles(cmd, "picture", "svg", "png")
	cmd.Flags().StringVar(&s.film, "film", "", "also draw the path of one puzzle, step by step, to this .html, .gif or .svg file")
	writes.names(cmd, "film")
	completeFiles(cmd, "film", "html", "gif", "svg")
	addJobs(cmd, &s.jobs)
	return cmd
}

func (s *explaining) run(cmd *cobra.Command, args []string) error {
	if err := ending("picture", s.picture, ".svg", ".png"); err != nil {
		return err
	}
	if err := ending("film", s.film, ".html", ".gif", ".svg"); err != nil {
		return err
	}
	by, err := s.reason.reasoning(cmd.Context())
	if err != nil {
		return err
	}
	defer by.engines.close()
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	p := pen{in.opts.Alphabet, false}
	workers := workersOf(s.jobs, func() func(context.Context, *entry) (told, error) {
		r := by.next()
		return func(ctx context.Context, e *entry) (told, error) { return s.explain(ctx, r, p.of(e), e) }
	})
	if by.engines.err != nil {
		return by.engines.err
	}
	t := newTally(cmd, in)
	w := bufio.NewWriter(cmd.OutOrStdout())
	return tellAll(cmd.Context(), "explain", in, workers, t, w, s.form == formJSON, func() error {
		return t.alone("puzzle", [2]string{"picture", s.picture}, [2]string{"film", s.film})
	}, func(a *told) error { return s.draw(cmd.Context(), a) })
}

// pathRecord is the JSON form of a path. Without a path Text says why there is none.
type pathRecord struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Name   string `json:"name,omitempty"`
	Puzzle string `json:"puzzle"`
	// Proved says that an engine proved that there is one solution.
	Proved bool          `json:"proved"`
	Path   *explain.Path `json:"path,omitempty"`
	Text   string        `json:"text,omitempty"`
}

// explain tells the path of one puzzle.
func (s *explaining) explain(ctx context.Context, r *reasoner, p pen, e *entry) (told, error) {
	known, _, err := r.known(ctx, e.Board)
	if err != nil {
		return told{}, err
	}
	a := told{pen: p, unfit: unfit(p, e.Board, known)}
	record := pathRecord{File: e.source, Line: e.lineOrNone(), Name: nameOf(e), Puzzle: p.line(e.Board), Proved: known.Solutions == explain.OneSolution}
	if a.unfit == nil {
		by, err := r.explainer(p, e.Board.Shape(), known, explain.AsListed)
		if err != nil {
			return told{}, err
		}
		at, err := positionOf(by, &position{entry: *e})
		if err != nil {
			return told{}, err
		}
		// A mark that was struck and is needed is told, not where that leads to.
		h, none := by.Hint(at, explain.HintWhy, known)
		missing := none == nil && h.Kind == explain.HintMissing
		if !missing {
			record.Path, err = by.PathFrom(at)
		}
		switch {
		case missing:
			a.unfit = fmt.Errorf("%w: %s", errNotUnique, strings.TrimSuffix(h.Text, "."))
		case errors.Is(err, explain.ErrContradiction): // of what is struck, or where nothing is proved
			a.unfit = fmt.Errorf("%w: %s", errNotUnique, withoutPackage(err))
		case err != nil:
			return told{}, err
		default:
			se, err := r.ratingOf(e, known, explain.BySE)
			if err != nil {
				return told{}, err
			}
			record.Path.SE = se.SE
		}
	}
	if a.unfit != nil {
		record.Text = strings.TrimPrefix(a.unfit.Error(), errNotUnique.Error()+": ")
	}
	if err := s.pictures(&a, record.Path, e.Board); err != nil {
		return told{}, err
	}
	a.text, err = s.say(p, &record)
	return a, err
}

// pictures makes what is to be drawn of a path.
func (s *explaining) pictures(a *told, path *explain.Path, puzzle board.Board) (err error) {
	if path == nil {
		return nil
	}
	if s.film != "" {
		if a.film, err = draw.Path(path); err != nil {
			return err
		}
	}
	if s.picture == "" {
		return nil
	}
	var pic render.Picture
	if i := path.First(path.Hardest); i >= 0 && !path.Stuck() {
		pic, err = draw.Step(path.Before(i), &path.Steps[i])
	} else {
		pic, err = draw.Position(path.End)
		pic.Caption = draw.End(path)
	}
	pic.Givens = puzzle
	a.picture = &pic
	return err
}

// say writes a path in the form asked for.
func (s *explaining) say(p pen, r *pathRecord) ([]byte, error) {
	var w encoders
	w.open()
	switch {
	case s.form == formJSON:
		err := w.json.Encode(r)
		return w.buf.Bytes(), err
	case s.form == formMarkdown:
		title := label(r.Name)
		if title == "" {
			title = r.Puzzle
		}
		fmt.Fprintf(&w.buf, "## %s\n\n", title)
		if r.Path == nil {
			fmt.Fprintf(&w.buf, "%s\n", sentence(r.Text))
			break
		}
		fmt.Fprintf(&w.buf, "%s\n\n", draw.End(r.Path))
		for i := range r.Path.Steps {
			step := &r.Path.Steps[i]
			fmt.Fprintf(&w.buf, "%d. **%s.** %s\n", i+1, step.Technique.Info().Name, step.Sentence())
		}
	case r.Path == nil:
		fmt.Fprintf(&w.buf, "%s\n", sentence(r.Text))
	default:
		w.buf.WriteString(r.Path.String())
		if r.Path.Stuck() {
			struck := spelled(r.Path.End.Struck(), board.Numeric, cmp.Or(p.alphabet, board.Numeric))
			fmt.Fprintln(&w.buf, strings.TrimSpace(p.line(r.Path.End.Board())+" "+struck))
		}
	}
	return w.buf.Bytes(), nil
}

// Sizes of films of a path.
const (
	pathCell    = 76 // user units, on boards of side 9
	stripColumn = 4
)

// draw draws what is asked for.
func (s *explaining) draw(ctx context.Context, a *told) error {
	if a.picture != nil {
		if err := writePicture(ctx, s.picture, *a.picture, a.pen.alphabet); err != nil {
			return err
		}
	}
	if len(a.film) == 0 {
		return nil
	}
	options := render.DefaultOptions()
	if a.pen.alphabet != "" {
		options.Alphabet = a.pen.alphabet
	}
	var out bytes.Buffer
	var err error
	switch strings.ToLower(filepath.Ext(s.film)) {
	case ".html":
		if err := writeHTMLFilm(ctx, s.film, "A solve path", a.film, options); err != nil {
			return fmt.Errorf("--film: %w", err)
		}
		return nil
	case ".svg":
		pictures := make([]render.Picture, len(a.film))
		for i, f := range a.film {
			pictures[i] = f.Picture
			_, caption, numbered := strings.Cut(f.Picture.Caption, ". ")
			if numbered && i < len(a.film)-1 { // a strip numbers its pictures
				pictures[i].Caption = caption
			}
		}
		err = render.SVGStrip(&out, pictures, stripColumn, options)
	default:
		side := a.film[0].Picture.Board.Shape().Side()
		options.Scale, options.Cell = 1, max(pathCell, float64(5*side))
		frame := int(options.Cell) * (side + 2)
		if most := filmPixels / (frame * frame); len(a.film) > most {
			return fmt.Errorf("--film %s: %d steps, an animation holds %d of this board; .html and .svg hold any number", s.film, len(a.film), most)
		}
		err = animate.GIF(&out, a.film, options)
	}
	if err != nil {
		return fmt.Errorf("--film: %w", err)
	}
	return writeNamed(ctx, s.film, out.Bytes())
}
