package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/lab"
)

func newClaims() *cobra.Command {
	var (
		flags   labFlags
		doc     string
		verdict lab.Verdict
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:   "claims [claim …]",
		Short: "Print the ledger: every claim with its verdict, judged from the records",
		ValidArgsFunction: func(_ *cobra.Command, chosen []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return completeClaims(&flags, chosen), cobra.ShellCompDirectiveNoFileComp
		},
		Example: "  sudokulab claims --doc csp\n  sudokulab claims --verdict refuted --json\n  sudokulab claims C07 C09",
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := flags.open()
			if err != nil {
				return err
			}
			ledger, err := l.Ledger()
			if err != nil {
				return err
			}
			if doc != "" && len(ledger.Filter(doc, "")) == 0 {
				return fmt.Errorf("claims: no document %q; want one of %s", doc, documentNames(ledger))
			}
			entries, err := named(ledger.Filter(doc, verdict), args)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			switch {
			case asJSON:
				enc := json.NewEncoder(out)
				enc.SetIndent("", "  ")
				enc.SetEscapeHTML(false)
				return enc.Encode(entries)
			case len(args) > 0:
				return details(out, entries)
			}
			return summaryOf(out, ledger, entries)
		},
	}
	flags.register(cmd)
	cmd.Flags().StringVar(&doc, "doc", "", "only claims of this document, by its id or its letter in research/claims.yaml")
	completeBy(cmd, "doc", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return completeDocuments(&flags), cobra.ShellCompDirectiveNoFileComp
	})
	addChoice(cmd, &verdict, "verdict", "only claims with this verdict", lab.Verdicts[:]...)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON with everything the ledger knows")
	return cmd
}

// statements reads the ledger's statements, which is quicker than judging them.
func statements(flags *labFlags) *lab.Claims {
	root, err := findRoot(flags.root)
	if err != nil {
		return &lab.Claims{}
	}
	claims, err := lab.ReadClaims(root)
	if err != nil {
		return &lab.Claims{}
	}
	return claims
}

func completeClaims(flags *labFlags, chosen []string) []cobra.Completion {
	var out []cobra.Completion
	for _, c := range statements(flags).Claims {
		if !slices.Contains(chosen, c.ID) {
			out = append(out, cobra.CompletionWithDesc(c.ID, clip(c.Stated, 60)))
		}
	}
	return out
}

func completeDocuments(flags *labFlags) []cobra.Completion {
	var out []cobra.Completion
	for _, d := range statements(flags).Documents {
		out = append(out, cobra.CompletionWithDesc(d.ID, d.Title))
	}
	return out
}

func documentNames(l *lab.Ledger) string {
	names := make([]string, len(l.Documents))
	for i, d := range l.Documents {
		names[i] = d.ID
	}
	return strings.Join(names, ", ")
}

// named keeps the entries that the ids name, in full (C07a) or by their row (C07).
func named(entries []lab.Entry, ids []string) ([]lab.Entry, error) {
	if len(ids) == 0 {
		return entries, nil
	}
	var out []lab.Entry
	for _, id := range ids {
		before := len(out)
		for _, e := range entries {
			if rest, ok := strings.CutPrefix(e.Claim.ID, strings.ToUpper(id[:min(3, len(id))])+id[min(3, len(id)):]); ok && len(rest) <= 1 {
				out = append(out, e)
			}
		}
		if len(out) == before {
			return nil, fmt.Errorf("claims: no claim %q among those chosen", id)
		}
	}
	return out, nil
}

func summaryOf(out io.Writer, ledger *lab.Ledger, entries []lab.Entry) error {
	t := lab.Table{
		Title:   "Claims",
		Columns: []string{"Claim", "Stated", "Measured", "Verdict", "Decided by"},
	}
	for _, e := range entries {
		figure := e.Finding.Figure
		if figure == "" {
			figure = "–"
		}
		by := e.Claim.Experiment
		if e.Profile != "" {
			by += " (" + e.Basis() + ")"
		}
		t.Add(e.Claim.ID, clip(e.Claim.Stated, 48), clip(figure, 60), string(e.Finding.Verdict), by)
	}
	t.Notes = []string{"sudokulab claims <claim> shows the statement, the reason and the records."}
	if err := t.WriteText(out); err != nil {
		return err
	}
	fmt.Fprintln(out)
	sum := ledger.Summary()
	return sum.WriteText(out)
}

func details(out io.Writer, entries []lab.Entry) error {
	for i, e := range entries {
		if i > 0 {
			fmt.Fprintln(out)
		}
		c, f := e.Claim, e.Finding
		stale := "" // what is current or verified needs no word
		if e.State.Stale() {
			stale = string(e.State) + ": code has changed since these records were made"
		}
		fmt.Fprintf(out, "%s  %s\n  document    %s, %s\n  stated      %s\n", c.ID, f.Verdict, c.Document, c.Section, c.Stated)
		for _, l := range [][2]string{
			{"source", e.Source},
			{"conditions", c.Conditions},
			{"statement", c.Statement},
			{"decides", c.Decides},
			{"reading", c.Rule.Words(c.Rule.Reading)},
			{"reproduced", c.Rule.Words(c.Rule.Reproduced)},
			{"partly", c.Rule.Words(c.Rule.Partly)},
			{"refuted", c.Rule.Words(c.Rule.Refuted)},
			{"machine", c.Rule.Machine},
			{"measured", f.Figure},
			{"because", f.Because},
			{"records", e.Records},
			{"state", stale},
			{"cases", strings.Join(f.Cases, ", ")},
		} {
			if l[1] != "" {
				fmt.Fprintf(out, "  %-11s %s\n", l[0], strings.Join(strings.Fields(l[1]), " "))
			}
		}
	}
	return nil
}

// clip shortens a text to n characters.
func clip(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
