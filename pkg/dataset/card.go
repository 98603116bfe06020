package dataset

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/dataset/audit"
	"sudokulab/pkg/dataset/files"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/table"
)

// card writes what stands beside the puzzles: the audits, the picture, the summary, the card itself, and last the hashes of all.
func (f *folder) card(ctx context.Context, s *Summary, a audits) error {
	picture, err := audit.Picture(audit.Drawn{Name: drawnName(f.sets), Of: a.test.Training}, audit.Drawn{Name: Test.String(), Of: a.test.Test})
	if err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	about := map[string][]byte{pictureName: picture}
	for name, r := range map[string]*audit.Report{auditName: a.test, auditOther: a.validation} {
		if r == nil {
			continue
		}
		var words bytes.Buffer
		if err := r.Text(&words); err != nil {
			return fmt.Errorf("dataset: %w", err)
		}
		if about[name+".json"], err = indented(r); err != nil {
			return err
		}
		about[name+".txt"] = words.Bytes()
	}
	if about[summaryName], err = indented(s); err != nil {
		return err
	}
	if about[recipeName], err = f.r.YAML(); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := f.readme(&text, s, a); err != nil {
		return err
	}
	about[cardName] = text.Bytes()
	for _, name := range slices.Sorted(maps.Keys(about)) {
		if err := atomicfile.WriteBytes(f.path(name), about[name]); err != nil {
			return fmt.Errorf("dataset: %w", err)
		}
		hash, err := hashOf(ctx, f.path(name))
		if err != nil {
			return fmt.Errorf("dataset: %w", err)
		}
		f.written.Files[name] = hash
	}
	return f.sums()
}

// drawnName says what the training of an audit is: all splits but the test, or what there is.
func drawnName(sets []*set) string {
	var out []string
	for _, s := range sets {
		if name := s.split.String(); !slices.Contains(out, name) && (s.split != Test || len(out) == 0) {
			out = append(out, name)
		}
	}
	return strings.Join(out, " and ")
}

func indented(v any) ([]byte, error) {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	return append(data, '\n'), nil
}

// sums writes the hashes as sha256sum does, and reads them: sha256sum -c SHA256SUMS.
func (f *folder) sums() error {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(f.written.Files)) {
		fmt.Fprintf(&b, "%s  %s\n", f.written.Files[name], name)
	}
	if err := atomicfile.WriteBytes(f.path(sumsName), []byte(b.String())); err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	return nil
}

// readme writes the card.
func (f *folder) readme(w io.Writer, s *Summary, a audits) error {
	r := f.r
	fmt.Fprintf(w, "---\nlicense: cc0-1.0\npretty_name: %s\ntags: [sudoku]\n---\n\n# %s\n\n", r.Name, r.Name)
	if r.About != "" {
		fmt.Fprintf(w, "%s\n\n", r.About)
	}
	var total int64
	for i := range s.Sets {
		total += s.Sets[i].Puzzles
	}
	fmt.Fprintf(w, "%s Sudoku puzzles with their solutions. Each has exactly one solution. [%s](%s) says how they were chosen, [%s](%s) holds the counts below for programs.\n",
		lab.Number(float64(total)), recipeName, recipeName, summaryName, summaryName)
	if len(s.Only) < len(Splits()) {
		fmt.Fprintf(w, "\nOf the recipe's splits only these were made: %s.\n", strings.Trim(fmt.Sprint(s.Only), "[]"))
	}
	fmt.Fprint(w, "\n## What is in it\n\n")
	if err := counts(w, s); err != nil {
		return err
	}
	fmt.Fprint(w, "\nGuesses are those with which a search proves that a puzzle has one solution, on average: that of the lab's package bitboard without vectors at side 9, of package wide at other sides.\n")
	fmt.Fprintf(w, "\n![What solves the puzzles, in shares of each split](%s)\n", pictureName)
	f.loading(w)
	f.splitting(w)
	fmt.Fprintf(w, "\n## Audit\n\nAll puzzles, as `sudokulab dataset audit` judges them; also as [JSON](%s.json).", auditName)
	if a.validation != nil {
		fmt.Fprintf(w, " Its training is train and validation together. [%s.txt](%s.txt) compares validation with train likewise.", auditOther, auditOther)
	}
	fmt.Fprint(w, "\n\n```\n")
	if err := a.test.Text(w); err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	fmt.Fprint(w, "```\n")
	fmt.Fprintf(w, "\n## Hashes\n\nThe recipe's hash is `%s`. Whatever the files, the puzzles have these hashes: SHA-256 of a line with puzzle, a blank and solution for each, in order, without copies.\n\n", s.Recipe)
	for i := range s.Sets {
		x := &s.Sets[i]
		fmt.Fprintf(w, "    %s  %s\n", x.SHA256, strings.TrimPrefix(x.Part+"/"+x.Split.String(), "/"))
	}
	fmt.Fprintf(w, "\nThe files, which `sha256sum -c %s` compares:\n\n", sumsName)
	for _, name := range slices.Sorted(maps.Keys(f.written.Files)) {
		if dataFile(name) {
			fmt.Fprintf(w, "    %s  %s\n", f.written.Files[name], name)
		}
	}
	only := ""
	if len(s.Only) < len(Splits()) {
		var names []string
		for _, x := range s.Only {
			names = append(names, x.String())
		}
		only = " --only " + strings.Join(names, ",")
	}
	fmt.Fprintf(w, "\n## Made by\n\n%s. To make the same files again, byte by byte:\n\n    sudokulab dataset make recipe.yaml --output again%s\n", s.Program, only)
	fmt.Fprintf(w, "\n## Licence\n\nThe puzzles are in the public domain, as far as there are rights in them at all: CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/.\n"+
		"\n## How to cite\n\n> %s, a Sudoku data set made by sudokulab, recipe %.16s, seed %d.\n\nWith a figure, give the split and its hash: it says which puzzles were measured.\n", r.Name, s.Recipe, r.Seed)
	return nil
}

// dataFile reports whether a name is that of a file with puzzles.
func dataFile(name string) bool {
	return dataName.MatchString(name[strings.LastIndexByte(name, '/')+1:])
}

// counts writes the table of bands.
func counts(w io.Writer, s *Summary) error {
	t := table.Table{Title: "Puzzles by split and band", Columns: []string{"Split", "Band", "Puzzles", "Asked for", "Givens", "Guesses"}}
	var rows []string
	for i := range s.Sets {
		x := &s.Sets[i]
		name := strings.TrimPrefix(x.Part+"/"+x.Split.String(), "/")
		for j := range x.Bands {
			b := &x.Bands[j]
			givens := fmt.Sprintf("%d to %d", b.Givens[0], b.Givens[1])
			if b.Puzzles == 0 {
				givens = "–"
			}
			t.Add(name, b.Band, lab.Number(float64(b.Puzzles)), lab.Number(float64(b.Asked)), givens, fmt.Sprintf("%.2f", b.Guesses))
		}
		if x.Rows > x.Puzzles {
			rows = append(rows, fmt.Sprintf("%s has %s rows: each puzzle is followed by disguised copies of it, see the column copy.", name, lab.Number(float64(x.Rows))))
		}
	}
	if err := t.WriteMarkdown(w); err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	if len(rows) > 0 {
		fmt.Fprintf(w, "\n%s\n", strings.Join(rows, "\n"))
	}
	return nil
}

// loading says how the first file is read.
func (f *folder) loading(w io.Writer) {
	fmt.Fprint(w, "\n## How to load it\n\n```python\n")
	outputs := f.outputs()
	seen := map[files.Format]bool{}
	for i := range outputs {
		o := &outputs[i]
		if seen[o.format] {
			continue
		}
		seen[o.format] = true
		switch o.format {
		case files.Parquet:
			fmt.Fprintf(w, "pandas.read_parquet(%q)\n", o.name)
		case files.NPY:
			fmt.Fprintf(w, "numpy.load(%q)  # uint8, rows×%d×%d, 0 for an empty cell; .solutions.npy likewise\n", o.name, o.of.part.Side, o.of.part.Side)
		case files.NPZ:
			fmt.Fprintf(w, "numpy.load(%q)  # arrays puzzles, solutions (uint8, rows×%d×%d, 0 for an empty cell) and guesses\n", o.name, o.of.part.Side, o.of.part.Side)
		case files.JSONL, files.JSONL + ".gz":
			fmt.Fprintf(w, "pandas.read_json(%q, lines=True, dtype={\"puzzle\": str, \"solution\": str})\n", o.name)
		default:
			fmt.Fprintf(w, "pandas.read_csv(%q, dtype=str)\n", o.name)
		}
	}
	fmt.Fprint(w, "```\n\nIn text a board is one character a cell, row by row: a dot for an empty cell, then 1 to 9 and A to P. "+
		"difficulty is the lowest of these that solves a puzzle: naked singles, hidden singles, locked candidates, pairs, guesses. "+
		"index is the puzzle's number in its band, copy 0 or the number of a disguised copy, which has its puzzle's difficulty and guesses.\n")
}

// splitting says by which rule puzzles are split.
func (f *folder) splitting(w io.Writer) {
	fmt.Fprint(w, "\n## How it is split\n\nBy the class of a puzzle under symmetry: digits renamed, the board transposed, bands, stacks and lines in them moved. "+
		"The key of a class is the first 16 bytes of the SHA-256 of its canonical form, the least string of digits, one byte a cell, 0 for an empty one. "+
		"By the low bits of the key's first byte, four at side 9 and two at other sides, a class is for tests where they are 0, for validation where they are 1, and for training otherwise. "+
		"The rule is the same for every recipe and seed, and the lab's own networks keep to it: no test puzzle, nor a twin of one, is in a training set made by the rule. "+
		"Two puzzles of different classes may have solutions in common.\n")
	if !f.r.Distinct {
		fmt.Fprint(w, "\nThe recipe does not ask for distinct classes, so a split may hold twins; the audit counts them.\n")
		return
	}
	fmt.Fprint(w, "\nNo two puzzles of a split are twins, copies aside.")
	var twins, fewer []string
	for _, x := range f.sets {
		for _, b := range x.bands {
			asked := x.w.segs[b.seg].count
			if n := asked - b.kept; n > 0 {
				twins = append(twins, fmt.Sprintf("%s of %s in %s", lab.Number(float64(n)), lab.Number(float64(asked)), x.name()+" "+x.band(b).Name))
			}
			if n := asked - b.puzzles(); n > 0 {
				fewer = append(fewer, fmt.Sprintf("%s of %s in %s", lab.Number(float64(b.puzzles())), lab.Number(float64(asked)), x.name()+" "+x.band(b).Name))
			}
		}
	}
	if len(twins) > 0 {
		fmt.Fprintf(w, " Twins of earlier puzzles were left out, and later puzzles took their places: %s.", strings.Join(twins, "; "))
	}
	if len(fewer) > 0 {
		fmt.Fprintf(w, " Classes ran out, so there are fewer puzzles than asked for: %s.", strings.Join(fewer, "; "))
	}
	fmt.Fprintln(w)
}
