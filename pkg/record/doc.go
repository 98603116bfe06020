// Package record reads, writes and selects the lab's records. A [Record] is one measured case of an
// experiment with its configuration, corpus, seed, figures and provenance; tables, figures
// and verdicts are computed from records and from nothing else.
//
//	set, err := record.ReadFile("results/csp-sample/records.jsonl")
//	if err != nil { … }
//	for _, r := range set.Measured() {
//		givens := r.Exact["givens"]
//		fmt.Println(r.Case, givens.Value, givens.Unit, r.Provenance.Commit)
//	}
//
// Records are kept as JSON Lines. Deterministic figures (Exact, Texts) and noisy ones
// (Noisy: times, rates, memory) are kept apart, so that measuring again can be compared with the
// first byte by byte and with the second not at all.
//
// Invariants: a case appears once in a file for each profile; no figure is NaN or infinite;
// every figure has a unit; a missing record says what is missing; the configuration's hash
// matches the configuration. Reading takes nothing for granted: what is null, left out, unknown or
// there twice is an error with its line, never 0.
//
// Files are replaced whole ([ReplaceFile]) and journals appended and synced line by line
// ([Journal]), so that a kill at any moment loses at most the case that was running.
package record
