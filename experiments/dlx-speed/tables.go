package dlxspeed

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	counts := lab.Table{
		Name:    "table",
		Title:   "Known exact-cover problems: solutions found and published, and the work as Knuth counts it",
		Columns: []string{"Problem", "Items", "Options", "Solutions", "Published", "Nodes", "Updates", "Time"},
		Notes:   []string{"Published: queens, OEIS A000170; Langford pairs, OEIS A014552, twice for the mirrored ones; pentominoes in a rectangle, C. B. and J. Haselgrove 1960 and later, four times for the symmetries of the rectangle; none for squares of random words, letters as colours. Times of one run while other cases ran: an order of magnitude."},
	}
	knuth := lab.Table{
		Name:    "knuth",
		Title:   "Compared with Knuth's programs on the same text; one thread, alternating rounds",
		Columns: []string{"Problem", "Program", "Nodes", "its nodes", "Updates", "its updates", "Time", "its time", "Ours to its", "95 % interval"},
		Notes:   []string{"Time: that of the whole process, which starts, reads the text and searches, for both."},
	}
	others := lab.Table{
		Name:  "go",
		Title: "Compared with other exact-cover solvers in Go: uniqueness proved, alternating rounds",
		Notes: []string{"Programs, each named for its repository on GitHub or the owner of that, and wrapped to read one puzzle per line: dimchansky/dlx, evjrob/dlx, goverture/exact_cover, jiangyang5157/go-dlx, Kappeh/dlx, sjnam/dlx, sjnam/dancing-cells (the part for exact cover with colours), zanicar/dlx, zigloo/godlx. " +
			"Time: ours inside this process, theirs that of the whole process; most rebuild their matrix for each puzzle. Not measured: thomasjungblut/go-dancing-links, which did not end on one puzzle within a minute."},
		Columns: []string{"Set", "Program", "Puzzles", "its right answers", "Puzzles/s", "its puzzles/s", "Ours to its time", "95 % interval"},
	}
	measured := set.Measured()
	for _, r := range measured.Where(countKind) {
		v := func(m string) string { return lab.NumberOf(r, m) } // published: of some problems only
		counts.Add(r.Dim("problem"), v("items"), v("options"), v("solutions"), v("published"), v("nodes"), v("updates"), lab.Seconds(r.Value("time")))
	}
	ratio := func(r record.Record) string { return fmt.Sprintf("%.2f ×", r.Value("ratio")) }
	interval := func(r record.Record) string {
		return fmt.Sprintf("%.2f–%.2f", r.Value("ratio.low"), r.Value("ratio.high"))
	}
	for _, r := range measured.Where(knuthKind) {
		v := func(m string) string { return lab.Number(r.Value(m)) }
		knuth.Add(r.Dim("problem"), r.Dim("peer"), v("nodes"), v("peer nodes"), v("updates"), v("peer updates"),
			lab.Seconds(r.Value("time")), lab.Seconds(r.Value("peer time")), ratio(r), interval(r))
	}
	for _, r := range measured.Where(goKind) {
		n := r.Value("puzzles")
		others.Add(r.Dim("set"), r.Dim("peer"), lab.Number(n), lab.Share(r.Value("peer right"), n),
			lab.Number(n/r.Value("time")), lab.Number(n/r.Value("peer time")), ratio(r), interval(r))
	}
	return []lab.Table{counts, knuth, others}
}
