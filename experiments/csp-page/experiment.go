// Package csppage drives the lab's page in a real browser, by clicks and keys, and notes what it shows: the interface that the
// CSP document describes. It decides C17a–u.
//
// The browser takes part as a program `browser` in the folder of peers (SUDOKULAB_PEERS): a link to Chromium or one of its
// kin. Each case opens the page afresh, from a server in this process, with the engines in the server. Besides its figures a record
// keeps a picture of what the case ended with; pictures depend on the machine's fonts and are no part of what is compared.
package csppage

import (
	"context"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Entries  int    `json:"entries"`  // digits typed on the board whose domains are read
	Back     int    `json:"back"`     // of them taken back
	Presses  int    `json:"presses"`  // of each button that generates
	Boards   int    `json:"boards"`   // without a solution
	Typed    int    `json:"typed"`    // of them typed, where the others come by the page's address
	Widths   []int  `json:"widths"`   // of the window, in pixels
	Narrow   [2]int `json:"narrow"`   // the small window: width and height
	Watch    int    `json:"watch"`    // seconds for which a slow solve is watched
	Pictures bool   `json:"pictures"` // whether records keep them
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-page",
		Title:    "The document's page in a real browser",
		Question: "Does the page do what the document says of its interface?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

// peerName is the program that cases want.
const peerName = "browser"

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Entries: 40, Back: 6, Presses: 10, Boards: 200, Typed: 2,
		Widths: []int{320, 480, 768, 1024, 1440, 1920, 2560}, Narrow: [2]int{320, 480}, Watch: 4, Pictures: true,
	}
	switch p {
	case lab.Smoke:
		cfg.Pictures = false
	case lab.GPU:
		return lab.Plan{}
	}
	pl := lab.Plan{Config: cfg, Seed: 17}
	for _, i := range items {
		if p != lab.Full && !i.smoke {
			continue // a browser takes its time
		}
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: itemKind, Dims: []record.Dim{record.D("item", i.name)}, Peer: peerName, Timed: i.timed, Corpus: i.corpus, Limit: i.limit(cfg),
			Run: func(ctx context.Context, r *lab.Run) error {
				return open(ctx, cfg, r, func(v *visit) error { return i.run(ctx, cfg, v) })
			},
		})
	}
	return pl
}

const itemKind = "item" // by what is looked at

// item is one thing that the document says of the page.
type item struct {
	name   string
	claim  string
	says   string
	corpus string // set of puzzles that it takes
	timed  bool   // it goes by the clock
	smoke  bool   // it is a case of the smoke profile, too
	run    func(ctx context.Context, cfg Config, v *visit) error
}

func (i item) limit(cfg Config) int {
	if i.corpus == "" {
		return 0
	}
	return cfg.Boards
}

// key is the key of an item's record.
func key(name string) string { return record.Key(itemKind, record.D("item", name)) }

var items = []item{
	{name: "board", smoke: true, claim: "C17a", says: "81 cells, boxes alternate", run: theBoard},
	{name: "conflicts", timed: true, claim: "C17b", says: "conflicts are red at once", run: conflicts},
	{name: "domains", claim: "C17c", says: "domains follow what is typed", run: liveDomains},
	{name: "single", claim: "C17d", says: "green for one", run: singles},
	{name: "several", claim: "C17e", says: "grey for several", run: several},
	{name: "none", claim: "C17f", says: "a red X for none", run: none},
	{name: "levels", claim: "C17g", says: "three buttons generate", run: levels},
	{name: "solve", claim: "C17h", says: "a button solves", run: solve},
	{name: "speed", timed: true, claim: "C17i", says: "a slider sets the speed", run: speed},
	{name: "validate", claim: "C17j", says: "a button validates by AC-3 alone", run: validate},
	{name: "toggle", claim: "C17k", says: "domains are shown and hidden", run: toggle},
	{name: "clear", claim: "C17l", says: "a button clears", run: clearing},
	{name: "status", claim: "C17m", says: "a status bar tells", run: statusBar},
	{name: "progress", timed: true, claim: "C17n", says: "long actions show progress", run: progress},
	{name: "dark", claim: "C17o", says: "a dark theme", run: dark},
	{name: "small", claim: "C17p", says: "a small window scrolls", run: small},
	{name: "sizes", claim: "C17q", says: "the layout follows the window", run: sizes},
	{name: "lines", claim: "C17r", says: "nine digits in three lines", run: lines},
	{name: "failures", claim: "C17s", says: "failures do not crash", run: failures},
	{name: "unsolvable", claim: "C17t", says: "conflicts against boards without a solution", corpus: "own-medium", run: unsolvable},
	{name: "keys", claim: "C17u", says: "only digits are taken", run: keys},
}
