package csppage

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/page"
	"sudokulab/pkg/page/pagetest"
	"sudokulab/pkg/page/server"
)

//go:embed look.js
var lookScript string

// shotName is the file of a record's picture.
const shotName = "page.webp"

// visit is the page in a browser, and the record that a case fills.
type visit struct {
	*pagetest.Page
	r   *lab.Run
	url string
}

// Browse serves the page from this process, starts the browser of a case, and closes both in the end.
func Browse(ctx context.Context, r *lab.Run, use func(b *pagetest.Browser, url string) error) (err error) {
	o := server.DefaultOptions()
	o.Page = page.Handler(nil)
	url, end, err := server.Local(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	b, err := pagetest.Start(ctx, r.Peer(ctx).Path, pagetest.Options{Width: 1280, Height: 900})
	if err != nil {
		return err
	}
	defer b.Close()
	return use(b, url)
}

// open opens the page for a case. What the page itself got wrong besides is counted in every record.
func open(ctx context.Context, cfg Config, r *lab.Run, use func(v *visit) error) error {
	return Browse(ctx, r, func(b *pagetest.Browser, url string) (err error) {
		v := &visit{r: r, url: url}
		if v.Page, err = b.Open(url); err != nil {
			return err
		}
		return v.look(cfg, use)
	})
}

// look fills the case's record.
func (v *visit) look(cfg Config, use func(v *visit) error) error {
	if err := v.ready(); err != nil {
		return err
	}
	if err := use(v); err != nil {
		return err
	}
	faults := v.Faults()
	v.r.Count("faults", int64(len(faults)), "errors in the console, requests that failed or left the machine")
	if len(faults) > 0 {
		v.r.Text("fault", faults[0].String())
	}
	if !cfg.Pictures {
		return nil
	}
	shot, err := v.Shot()
	if err != nil {
		return err
	}
	v.r.Picture(shotName, shot)
	return nil
}

// ready waits for the page, and hands it the measuring script.
func (v *visit) ready() error {
	if err := v.Wait(`document.querySelectorAll("#grid [role=gridcell]").length === 81 && document.querySelectorAll("#method option").length > 1`); err != nil {
		return err
	}
	return v.Eval(`(() => { `+lookScript+` })()`, nil)
}

// quoted writes a value as JavaScript.
func quoted(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // strings and numbers
	}
	return string(text)
}

// show puts a board on the page by its address, as a link does.
func (v *visit) show(cells string) error {
	return v.Eval(`(async () => { location.hash = "p=" + `+quoted(cells)+`; await look.wait(20); await look.frames(2) })()`, nil)
}

// cell is the selector of a cell.
func cell(c int) string { return "#cell-" + strconv.Itoa(c) }

// enter clicks on a cell and types.
func (v *visit) enter(c int, key string) error {
	if err := v.Click(cell(c)); err != nil {
		return err
	}
	return v.Type(key)
}

// board reads what the cells hold.
func (v *visit) board() (text string, err error) {
	err = v.Eval(`look.board()`, &text)
	return text, err
}

// domain is how a cell's domain looks.
type domain struct {
	Text       string  `json:"text"` // its digits, "X", or nothing where it is not shown
	Red        float64 `json:"red"`  // degrees
	Green      float64 `json:"green"`
	Saturation float64 `json:"saturation"`
	Lightness  float64 `json:"lightness"`
	Lines      int     `json:"lines"`
	Outside    float64 `json:"outside"` // pixels by which it leaves its cell
}

func (v *visit) domains() (all []domain, err error) {
	err = v.Eval(`look.domains()`, &all)
	return all, err
}

// truth is what arc consistency leaves the cells of a board, by the engine.
func truth(ctx context.Context, cells string) (all []string, emptied int, err error) {
	b, err := board.Parse(cells)
	if err != nil {
		return nil, -1, err
	}
	sets, emptied, err := engine.CSP(engine.DefaultCSP()).Domains(ctx, b)
	if err != nil {
		return nil, -1, err
	}
	for _, set := range sets {
		var text strings.Builder
		for d := range set.All() {
			text.WriteString(strconv.Itoa(d))
		}
		if text.Len() == 0 {
			text.WriteString("X")
		}
		all = append(all, text.String())
	}
	return all, emptied, nil
}

// solved says whether a full board keeps the givens and the rules.
func solved(givens, text string) bool {
	b, err := board.Parse(text)
	if err != nil || len(text) != len(givens) || strings.Contains(text, ".") {
		return false
	}
	for i := range givens {
		if givens[i] != '.' && givens[i] != text[i] {
			return false
		}
	}
	return len(board.Conflicts(b)) == 0
}

// status is what the status bar says.
type status struct {
	Text string `json:"text"`
	Tone string `json:"tone"`
}

func (v *visit) status() (s status, err error) {
	err = v.Eval(`look.status()`, &s)
	return s, err
}

// press clicks on a button and waits until the page is at rest again: what takes long shows itself soon after the click.
func (v *visit) press(selector string) error {
	if err := v.Click(selector); err != nil {
		return err
	}
	if err := v.Eval(`look.wait(300)`, nil); err != nil {
		return err
	}
	return v.Wait(`!look.busy()`)
}

// times are those in what the page says, which differ from run to run.
var times = regexp.MustCompile(`[0-9.e-]+ (ms|s)\b`)

// note keeps what the page says.
func (v *visit) note(name, text string) { v.r.Text(name, times.ReplaceAllString(text, "… $1")) }

// slide sets a slider by keys, to one of its ends.
func (v *visit) slide(selector, end string) error {
	if err := v.Focus(selector); err != nil {
		return err
	}
	if err := v.Type(end); err != nil {
		return fmt.Errorf("slide %s: %w", selector, err)
	}
	return nil
}
