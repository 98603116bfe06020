package dlxspeed

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	counts := lab.Table{
		Name:    "table",
		Title:   "Known exact-cover problems: solutions found and published, and the work as Knuth counts it",
		Columns: []string{"Problem", "Items", "Options", "Solutions", "Published", "Nodes", "Updates", "Time"},
		Notes:   []string{"Published: queens, OEIS A000170; Langford pairs, OEIS A014552, twice for the mirrored ones; pentominoes in a rectangle, C. B. and J. Haselgrove 1960 and later, four times for the symmetries of the rectangle; none for squares of random words, letters as colours. Times of one run beside other cases: an order of magnitude."},
	}
	knuth := lab.Table{
		Name:    "knuth",
		Title:   "Beside Knuth's programs on the same text; one thread, alternating rounds",
		Columns: []string{"Problem", "Program", "Nodes", "its nodes", "Updates", "its updates", "Time", "its time", "Ours to its", "95 % interval"},
		Notes:   []string{"Time: reading the text and searching; for the other program, that of the whole process."},
	}
	others := lab.Table{
		Name:  "go",
		Title: "Beside other exact-cover solvers in Go: uniqueness proved, alternating rounds",
		Notes: []string{"Programs, each named for its repository on GitHub or the owner of that, and wrapped to read a puzzle a line: dimchansky/dlx, evjrob/dlx, goverture/exact_cover, jiangyang5157/go-dlx, Kappeh/dlx, sjnam/dlx, sjnam/dancing-cells (the part for exact cover with colours), zanicar/dlx, zigloo/godlx. " +
			"Time: ours inside this process, theirs that of the whole process; most build their matrix anew for each puzzle. Not measured: thomasjungblut/go-dancing-links, which did not end on one puzzle within a minute."},
		Columns: []string{"Set", "Program", "Puzzles", "its right answers", "Puzzles/s", "its puzzles/s", "Ours to its time", "95 % interval"},
	}
	for _, r := range set.Measured() {
		v := func(m string) string { return lab.Number(r.Value(m)) }
		kind, rest, _ := strings.Cut(r.Case, "/")
		ratio := fmt.Sprintf("%.2f ×", r.Value("ratio"))
		interval := fmt.Sprintf("%.2f–%.2f", r.Value("ratio.low"), r.Value("ratio.high"))
		switch kind {
		case "count":
			published := "–"
			if _, ok := r.Metric("published"); ok {
				published = v("published")
			}
			counts.Add(strings.TrimPrefix(rest, "problem="), v("items"), v("options"), v("solutions"), published, v("nodes"), v("updates"), lab.Seconds(r.Value("time")))
		case "knuth":
			peer, problem, _ := strings.Cut(rest, "/")
			knuth.Add(strings.TrimPrefix(problem, "problem="), strings.TrimPrefix(peer, "peer="), v("nodes"), v("peer nodes"), v("updates"), v("peer updates"),
				lab.Seconds(r.Value("time")), lab.Seconds(r.Value("peer time")), ratio, interval)
		case "go":
			peer, id, _ := strings.Cut(rest, "/")
			others.Add(strings.TrimPrefix(id, "set="), strings.TrimPrefix(peer, "peer="), v("puzzles"), lab.Share(r.Value("peer right"), r.Value("puzzles")),
				lab.Number(r.Value("puzzles")/r.Value("time")), lab.Number(r.Value("puzzles")/r.Value("peer time")), ratio, interval)
		}
	}
	return []lab.Table{counts, knuth, others}
}
