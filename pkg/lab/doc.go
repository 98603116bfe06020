// Package lab is the harness: it runs experiments, keeps their records, and computes from
// the records every table, figure and verdict that the project publishes.
//
//	l := &lab.Lab{Root: ".", Experiments: experiments.All(), Corpora: store}
//	summary, err := l.Run(ctx, lab.Options{Profile: lab.Quick, Progress: os.Stderr})
//	if err != nil { … }
//	fmt.Println(summary)
//	stray, err := l.Publish()
//	ledger, err := l.Ledger()
//	for _, e := range ledger.Entries {
//		fmt.Println(e.Claim.ID, e.Finding.Verdict, e.Finding.Figure)
//	}
//
// An [Experiment] says what it asks, plans its cases for a profile, and holds the functions
// that turn its records into tables, figures and judgements of claims. [Lab.Run] measures
// the cases that no earlier run has measured with the same configuration, corpus and code,
// keeps each as it finishes, and replaces results/<id>/records.jsonl when all are done.
// [Lab.Publish] writes what follows from the records; [Lab.Check] proves that what is
// committed does follow from them, and that the exact figures of the smoke profile, and of a
// sample of the quick one, come out the same again.
//
// Invariants: tables, figures and verdicts are pure functions of the committed records, and
// their states of these, of results/code.json and of results/<id>/verified.json;
// a profile changes sizes only; an interrupted run publishes nothing half-done and loses no
// finished case; a case that needs a corpus or device that is not here keeps its committed
// record (see settle.go), and where it has none leaves one that says so; nothing is computed
// from the times of two machines (see machines.go), and times whose control is off do not count (see
// control.go and void.go).
//
// A [Judge] decides one claim by the rule of its entry in research/claims.yaml: it reads its numbers
// with [Evidence.Limit] and holds none itself, and decides by intervals (see rules.go, tally.go).
//
// What an experiment's cache depends on: the case's configuration, its corpus, the toolchain, and
// the code that its plan and cases reach (see [Sources] and package codeid). Judges, tables and
// figures, and this package's own running of cases, are presentation: changing them recomputes what
// is published and measures nothing again.
//
// When that code changes, its records are not thrown away: [Lab.Check] measures the smoke profile and
// a sample of the quick one again, and verifies the records of earlier code where the exact figures
// come out the same (see standing.go). What is published says of each table and verdict whether its
// records are current, verified or stale; [Lab.Status] lists them.
package lab
