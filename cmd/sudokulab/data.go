package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
)

func newData() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "List, download and verify puzzle sets",
		Long: "Puzzle sets are found in the program itself, in the folder that " + corpus.EnvDataDir + " names, and in the\n" +
			"cache folder: .cache/data in the lab's tree, or the user's cache folder outside of one.",
		Args: knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newDataList(), newDataFetch(), newDataVerify())
	return cmd
}

// completeSets completes the ids of puzzle sets.
func completeSets(_ *cobra.Command, chosen []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	for _, s := range corpus.All() {
		if !slices.Contains(chosen, s.ID) {
			out = append(out, cobra.CompletionWithDesc(s.ID, s.Title))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

func newDataList() *cobra.Command {
	var (
		root   labFlags
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:               "list [set …]",
		Short:             "List puzzle sets: what they are, where they are here, or how to get them",
		Example:           "  sudokulab data list\n  sudokulab data list 17clue --json",
		ValidArgsFunction: completeSets,
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			store, err := openStore(root.root)
			if err != nil {
				return err
			}
			rows, err := chosenSets(store, args)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), rows)
			}
			return listSets(cmd.OutOrStdout(), rows, len(args) > 0)
		}),
	}
	root.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON with everything known of each set")
	return cmd
}

// chosenSets returns the rows of the named sets, or of all.
func chosenSets(store *corpus.Store, ids []string) ([]corpus.Status, error) {
	rows := store.List()
	if len(ids) == 0 {
		return rows, nil
	}
	var out []corpus.Status
	for _, id := range ids {
		if err := knownSet(store, strconv.Quote(id), id); err != nil {
			return nil, err
		}
		for _, r := range rows {
			if r.Set.ID == id {
				out = append(out, r)
			}
		}
	}
	return out, nil
}

func listSets(w io.Writer, rows []corpus.Status, described bool) error {
	t := lab.Table{
		Title:   "Puzzle sets",
		Columns: []string{"Set", "Puzzles", "Side", "Unique", "Licence", "Where, or how to get"},
	}
	for _, r := range rows {
		puzzles := "–"
		if r.Set.Puzzles >= 0 {
			puzzles = lab.Number(float64(r.Set.Puzzles))
		}
		where := string(r.Location.Where)
		if r.Location.Where == corpus.Missing {
			where = "data fetch"
			if r.Set.ByHand != "" {
				where = "by hand"
			}
		}
		t.Add(r.Set.ID, puzzles, lab.Number(float64(r.Set.Side)), string(r.Set.Unique), clip(r.Set.Licence, 40), where)
		if described {
			t.Notes = append(t.Notes, fmt.Sprintf("%s, %s: %s.", r.Set.ID, r.Set.Title, r.Set.Description),
				"licence: "+r.Set.Licence, "origin: "+originOf(r.Set))
			if r.Location.Where == corpus.Missing {
				t.Notes = append(t.Notes, "to get it: "+r.Get)
			}
		}
	}
	if !described {
		t.Notes = []string{"sudokulab data list <set> tells more; data fetch <set> downloads one, data fetch --all what is missing."}
	}
	return t.WriteText(w)
}

func originOf(s corpus.Set) string {
	if s.Recipe != "" {
		return s.Recipe
	}
	return s.Origin
}

func newDataFetch() *cobra.Command {
	var (
		root labFlags
		all  bool
	)
	cmd := &cobra.Command{
		Use:   "fetch {--all | set …}",
		Short: "Download puzzle sets into the cache folder",
		Long: "Downloads sets that are not on this machine, compares their checksums, and keeps them in the cache\n" +
			"folder. An interrupted download continues where it stopped. A set that fails does not stop the\n" +
			"others; the exit code is then 1. Sets that only a person can get are listed.",
		Example:           "  sudokulab data fetch 17clue magictour\n  sudokulab data fetch --all",
		ValidArgsFunction: completeSets,
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			if all == (len(args) > 0) {
				return errors.New("name sets, or say --all; see sudokulab data list")
			}
			store, err := openStore(root.root)
			if err != nil {
				return err
			}
			if store.CacheDir == "" {
				_, err := userSets()
				return err
			}
			rows, err := chosenSets(store, args)
			if err != nil {
				return err
			}
			return fetchSets(cmd, store, rows, all)
		}),
	}
	root.register(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "every set that can be downloaded")
	return cmd
}

// fetchSets fetches one set after the other.
func fetchSets(cmd *cobra.Command, store *corpus.Store, rows []corpus.Status, all bool) error {
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	var byHand []corpus.Status
	failed := 0
	for _, r := range rows {
		if all && (r.Set.Embedded || r.Location.Where == corpus.Missing && r.Set.ByHand != "") {
			if !r.Set.Embedded {
				byHand = append(byHand, r)
			}
			continue
		}
		bar := newDownloadBar(cmd, r.Set.ID)
		got, err := store.Fetch(ctx, r.Set.ID, bar.step)
		bar.hide()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failed++
			fmt.Fprintf(cmd.ErrOrStderr(), "data fetch: %s: %v\n", r.Set.ID, err)
			continue
		}
		if _, err := fmt.Fprintln(out, fetchedLine(r.Set.ID, got)); err != nil {
			return err
		}
	}
	if len(byHand) > 0 {
		if _, err := fmt.Fprintln(out, "To be fetched by hand:"); err != nil {
			return err
		}
		for _, r := range byHand {
			if _, err := fmt.Fprintf(out, "  %s: %s (%s)\n", r.Set.ID, strings.TrimPrefix(r.Get, "by hand: "), r.Set.Origin); err != nil {
				return err
			}
		}
	}
	if failed > 0 {
		return fmt.Errorf("%s of %d not fetched; run again to go on", plural(failed, "set"), len(rows))
	}
	return nil
}

// fetchedLine says what fetching a set did.
func fetchedLine(id string, f corpus.Fetched) string {
	what := "fetched"
	if f.Present {
		what = "here already, " + string(f.Where)
	}
	line := fmt.Sprintf("%s: %s, %s bytes, sha256 %s", id, what, lab.Number(float64(f.Bytes)), f.SHA256)
	switch {
	case f.Pinned:
		line += ": taken on trust and recorded, as the list has none to compare"
	case f.Basis != corpus.NoHash:
		line += ": as in the " + string(f.Basis)
	}
	return line
}

// downloadBar shows a download: a bar on a terminal, nothing elsewhere.
type downloadBar struct {
	w     io.Writer
	id    string
	bar   *progressbar.ProgressBar
	shown time.Time
}

func newDownloadBar(cmd *cobra.Command, id string) *downloadBar {
	b := &downloadBar{id: id}
	if isTerminal(cmd.ErrOrStderr()) {
		b.w = cmd.ErrOrStderr()
	}
	return b
}

func (b *downloadBar) step(done, total int64) {
	if b.w == nil || time.Since(b.shown) < barPause && done != total {
		return
	}
	b.shown = time.Now()
	if b.bar == nil || b.bar.GetMax64() != total && total > 0 {
		b.bar = newBar(b.w, total, progressbar.OptionSetDescription(b.id), progressbar.OptionShowBytes(true))
	}
	_ = b.bar.Set64(done) // a bar that cannot be drawn must not end the download
}

func (b *downloadBar) hide() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}

func newDataVerify() *cobra.Command {
	var (
		root   labFlags
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "verify [set …]",
		Short: "Compare the checksums and numbers of the sets on this machine",
		Long: "Hashes and counts the sets on this machine, or the named ones. A set that differs makes the exit\n" +
			"code 1, and so does a named one that is missing.",
		Example:           "  sudokulab data verify\n  sudokulab data verify 17clue --json",
		ValidArgsFunction: completeSets,
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			store, err := openStore(root.root)
			if err != nil {
				return err
			}
			for _, id := range args {
				if err := knownSet(store, strconv.Quote(id), id); err != nil {
					return err
				}
			}
			checks, err := store.Verify(cmd.Context(), args...)
			if err != nil {
				return err
			}
			return reportChecks(cmd.OutOrStdout(), checks, len(args) > 0, asJSON)
		}),
	}
	root.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// checked is the JSON form of a verified set.
type checked struct {
	ID      string         `json:"id"`
	Present bool           `json:"present"`
	OK      bool           `json:"ok"`
	Puzzles int            `json:"puzzles"` // −1 if not counted
	Digest  *corpus.Digest `json:"digest,omitempty"`
	Error   string         `json:"error,omitempty"`
}

func reportChecks(w io.Writer, checks []corpus.Check, named, asJSON bool) error {
	t := lab.Table{Title: "Puzzle sets on this machine", Columns: []string{"Set", "Here", "Puzzles", "Compared with", "Verdict"}}
	rows := []checked{}
	wrong, missing := 0, 0
	for _, c := range checks {
		row := checked{ID: c.Set.ID, Present: c.Present(), OK: c.Err == nil, Puzzles: c.Puzzles}
		if c.Digest.SHA256 != "" {
			row.Digest = &c.Digest
		}
		if c.Err != nil {
			row.Error = c.Err.Error()
		}
		rows = append(rows, row)
		switch {
		case !row.Present:
			missing++
			if named {
				t.Add(c.Set.ID, "missing", "–", "–", "missing: "+c.Set.HowToGet())
			}
			continue
		case !row.OK:
			wrong++
		}
		puzzles, verdict := "–", "as it should be"
		if c.Puzzles >= 0 {
			puzzles = lab.Number(float64(c.Puzzles))
		}
		if c.Err != nil {
			verdict = strings.TrimPrefix(row.Error, "corpus: ")
		}
		t.Add(c.Set.ID, string(c.Digest.Where), puzzles, string(c.Digest.Basis), verdict)
	}
	if !named && missing > 0 {
		t.Notes = []string{fmt.Sprintf("%s not here; see sudokulab data list.", plural(missing, "set"))}
	}
	var err error
	if asJSON {
		err = writeJSON(w, rows)
	} else {
		err = t.WriteText(w)
	}
	switch {
	case err != nil:
		return err
	case wrong > 0:
		return fmt.Errorf("%s wrong", plural(wrong, "set"))
	case named && missing > 0:
		return fmt.Errorf("%s missing", plural(missing, "set"))
	}
	return nil
}

// writeJSON writes a value for people and programs alike.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
