// Package speedpage measures what a person at the page waits for, and what its server answers in a second: the first solve
// after opening, a digit typed until its domains are there, the frames of a solve that is watched, and checks of uniqueness.
//
// The browser takes part as a program `browser` in the folder of peers (SUDOKULAB_PEERS), as in experiment csp-page. The page
// comes from a server in this process, with the engines in the server. Times of the browser are read in the page, by its own
// clock.
package speedpage

import (
	"context"

	csppage "sudokulab/experiments/csp-page"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/page/pagetest"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Opens    int `json:"opens"`    // of the page, each in a fresh tab
	Typed    int `json:"typed"`    // digits on a board of each side
	Watch    int `json:"watch"`    // seconds for which solves are watched
	Requests int `json:"requests"` // to the server
	Clients  int `json:"clients"`  // that ask at once
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "speed-page",
		Title:    "How long a person at the page waits, and what its server answers",
		Question: "How soon does the page solve, follow what is typed and show a solve, and how many checks does the server answer in a second?",
		Plan:     plan,
		Tables:   tables,
	}
}

// peerName is the program that cases with a browser want.
const peerName = "browser"

// Kinds of cases.
const (
	openKind    = "open"    // the page, to its first solve
	typingKind  = "typing"  // by side
	filmKind    = "film"    // of a solve
	requestKind = "request" // by call
)

// sides are those of the boards that are typed on.
var sides = []int{9, 25}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Opens: 5, Typed: 40, Watch: 3, Requests: 3000, Clients: 8}
	switch p {
	case lab.Smoke:
		cfg.Requests = 50
	case lab.GPU:
		return lab.Plan{}
	}
	pl := lab.Plan{Config: cfg, Seed: 29, Cases: []lab.Case{{
		Kind: requestKind, Dims: []record.Dim{record.D("call", "classify")}, Corpus: "own-minimal", Limit: 100, Timed: true,
		Run: func(ctx context.Context, r *lab.Run) error { return requests(ctx, cfg, r) },
	}}}
	if p != lab.Full {
		return pl // a browser takes its time
	}
	add := func(kind string, look func(v *visit) error, dims ...record.Dim) {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: kind, Dims: dims, Peer: peerName, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error {
				return csppage.Browse(ctx, r, func(b *pagetest.Browser, url string) error { return look(&visit{b, url, r}) })
			},
		})
	}
	add(openKind, func(v *visit) error { return v.opens(cfg.Opens) })
	for _, side := range sides {
		add(typingKind, func(v *visit) error { return v.typing(side, cfg.Typed) }, record.D("side", side))
	}
	add(filmKind, func(v *visit) error { return v.film(cfg.Watch) })
	return pl
}

// visit is a browser with the page at an address, and the record that a case fills.
type visit struct {
	browser *pagetest.Browser
	url     string
	r       *lab.Run
}
