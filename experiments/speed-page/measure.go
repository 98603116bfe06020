package speedpage

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/page/pagetest"
	"sudokulab/pkg/page/server"
	"sudokulab/pkg/stats"
)

// hard is a puzzle of this project's generator that needs search: its film is long.
const hard = "..7...3...62..1...........9.8.19..62....238......85...9.6.4....85.7..........2..4"

// Names of figures.
const (
	firstSolve = "first solve" // milliseconds after the page's navigation began
	untilDone  = "done"        // milliseconds from a key to the end of what it set off, layout and all
	untilShown = "shown"       // milliseconds from a key to the first frame with it
	frameRate  = "frames"      // a second
	lateFrames = "late"        // share of frames that came later than the second one after their predecessor's at 60 a second
	rate       = "answers"     // a second
	wrong      = "wrong"       // answers that are not "unique"
)

// quantiles keeps the median of times and the value that 95 of 100 do not pass.
func (v *visit) quantiles(name string, ms []float64) error {
	q, err := stats.Quantiles(ms, 0.5, 0.95)
	if err != nil {
		return err
	}
	v.r.Noisy(name, q[0], "ms, median", len(ms))
	v.r.Noisy(name+" p95", q[1], "ms, 95th percentile", len(ms))
	return nil
}

// ready is true in a page that can be used.
const ready = `document.querySelectorAll("#method option").length > 1`

// opens opens the page with a puzzle and presses Solve as soon as there is a button, each time in a fresh tab.
func (v *visit) opens(times int) error {
	var ms []float64
	for i := range times {
		p, err := v.browser.Open(v.url + "#p=" + hard)
		if err != nil {
			return err
		}
		var took float64
		err = p.Eval(`new Promise((done) => {
			document.getElementById("animate").checked = false;
			document.getElementById("solve").click();
			const look = () => document.getElementById("status").dataset.tone === "good" ? done(performance.now()) : requestAnimationFrame(look);
			look();
		})`, &took)
		p.Close()
		if err != nil {
			return err
		}
		ms = append(ms, took)
		v.r.Progress(i+1, times)
	}
	return v.quantiles(firstSolve, ms)
}

// longest and shortest bound the time between a click on a cell and the digit that is typed there, in milliseconds. Without one the
// page would still be at the click when the key comes, and each key would come at the same moment between two frames.
const shortest, longest = 60, 160

// typing types digits of a solution on an empty board, cell by cell, with the domains shown. Each cell is clicked, and the key comes
// a little later, as from a person.
func (v *visit) typing(side, digits int) error {
	p, err := v.browser.Open(v.url + "#p=" + strings.Repeat(".", side*side))
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.Wait(ready); err != nil {
		return err
	}
	// Listeners at the window hear a key first and last. What was done counts with the layout that it made necessary.
	err = p.Eval(`(async () => {
		const domains = document.getElementById("domains");
		if (domains.getAttribute("aria-pressed") !== "true") { domains.click(); }
		window.done = [];
		window.shown = [];
		addEventListener("keydown", (event) => {
			document.getElementById("grid").getBoundingClientRect();
			window.done.push(performance.now() - event.timeStamp);
			requestAnimationFrame(() => setTimeout(() => window.shown.push(performance.now() - event.timeStamp)));
		});
		await new Promise((then) => setTimeout(then, 200));
	})()`, nil)
	if err != nil {
		return err
	}
	box := 3
	if side == 25 {
		box = 5
	}
	rng := rand.New(rand.NewPCG(v.r.Seed, uint64(side))) //nolint:gosec // small
	for cell, left := 0, digits; left > 0 && cell < side*side; cell++ {
		row, column := cell/side, cell%side
		digit := (row%box*box+row/box+column)%side + 1
		if digit > 9 || (row+column)%2 == 1 {
			continue // digits with one key, spread over the board
		}
		if err := p.Click(fmt.Sprintf("#cell-%d", cell)); err != nil {
			return err
		}
		if err := p.Eval(fmt.Sprintf(`new Promise((then) => setTimeout(then, %d))`, shortest+rng.IntN(longest-shortest)), nil); err != nil {
			return err
		}
		if err := p.Type(strconv.Itoa(digit)); err != nil {
			return err
		}
		left--
		v.r.Progress(digits-left, digits)
	}
	var seen struct{ Done, Shown []float64 }
	if err := p.Eval(`new Promise((then) => setTimeout(() => then({ Done: window.done, Shown: window.shown }), 200))`, &seen); err != nil {
		return err
	}
	if len(seen.Done) != digits || len(seen.Shown) != digits {
		return fmt.Errorf("%d keys of %d were heard, and %d shown", len(seen.Done), digits, len(seen.Shown))
	}
	var filled int
	if err := p.Eval(`[...document.querySelectorAll("#grid [role=gridcell]")].filter((c) => c.querySelector(".digit").textContent.trim()).length`, &filled); err != nil {
		return err
	}
	v.r.Count("filled", int64(filled), "cells filled")
	if err := v.quantiles(untilDone, seen.Done); err != nil {
		return err
	}
	return v.quantiles(untilShown, seen.Shown)
}

// film watches a solve at the fastest speed, from its start for some seconds, over again where it ends sooner.
func (v *visit) film(seconds int) error {
	p, err := v.browser.Open(v.url + "#p=" + hard)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.Wait(ready); err != nil {
		return err
	}
	if err := p.Focus("#speed"); err != nil {
		return err
	}
	if err := p.Type(pagetest.End); err != nil {
		return err
	}
	var gaps []float64
	err = p.Eval(fmt.Sprintf(`new Promise((done) => {
		const gaps = [];
		const solve = document.getElementById("solve");
		const status = document.getElementById("status");
		solve.click();
		let last, begun;
		const look = (now) => {
			begun ??= now;
			if (last !== undefined) { gaps.push(now - last); }
			last = now;
			if (status.dataset.tone === "good") { location.hash = "p=%s"; status.dataset.tone = "plain"; setTimeout(() => solve.click(), 50); }
			if (now - begun > %d) { done(gaps); } else { requestAnimationFrame(look); }
		};
		requestAnimationFrame(look);
	})`, hard, 1000*seconds), &gaps)
	if err != nil {
		return err
	}
	if len(gaps) == 0 {
		return fmt.Errorf("the page showed no frame in %d s", seconds)
	}
	sum, late := 0.0, 0
	for _, gap := range gaps {
		sum += gap
		if gap > 1.5*1000/60 {
			late++
		}
	}
	v.r.Noisy(frameRate, 1000*float64(len(gaps))/sum, "frames a second", len(gaps))
	v.r.Noisy(lateFrames, float64(late)/float64(len(gaps)), "of frames late", len(gaps))
	return nil
}

// requests has clients on this machine ask the server whether puzzles have one solution.
func requests(ctx context.Context, cfg Config, r *lab.Run) (err error) {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	bodies := make([][]byte, len(puzzles))
	for i, p := range puzzles {
		if bodies[i], err = json.Marshal(map[string]any{"board": map[string]string{"cells": p.Board.String()}}); err != nil {
			return err
		}
	}
	address, end, err := server.Local(ctx, server.DefaultOptions())
	if err != nil {
		return err
	}
	defer func() {
		if ended := end(); err == nil {
			err = ended
		}
	}()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: cfg.Clients}}
	defer client.CloseIdleConnections()
	ask := func(ctx context.Context, i int) (unique bool, err error) {
		q, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"api/v1/classify", bytes.NewReader(bodies[i%len(bodies)]))
		if err != nil {
			return false, err
		}
		q.Header.Set("Content-Type", "application/json")
		answer, err := client.Do(q)
		if err != nil {
			return false, err
		}
		defer func() { _ = answer.Body.Close() }() // it was read
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			return false, err
		}
		if answer.StatusCode != http.StatusOK {
			return false, fmt.Errorf("classify: %s: %s", answer.Status, text)
		}
		var found struct {
			Status string `json:"status"`
		}
		err = json.Unmarshal(text, &found)
		return found.Status == "unique", err
	}
	all := func(n int) (wrong int64, took time.Duration, err error) {
		missed := make([]int64, cfg.Clients)
		g, ctx := errgroup.WithContext(ctx)
		begun := time.Now()
		for c := range cfg.Clients {
			g.Go(func() error {
				for i := c; i < n; i += cfg.Clients {
					unique, err := ask(ctx, i)
					if err != nil {
						return err
					}
					if !unique {
						missed[c]++
					}
				}
				return nil
			})
		}
		err = g.Wait()
		for _, m := range missed {
			wrong += m
		}
		return wrong, time.Since(begun), err
	}
	if _, _, err := all(len(bodies)); err != nil { // connections and solvers are opened before the clock starts
		return err
	}
	missed, took, err := all(cfg.Requests)
	if err != nil {
		return err
	}
	r.Count(wrong, missed, "answers that are not unique")
	r.Noisy(rate, float64(cfg.Requests)/took.Seconds(), "answers a second", cfg.Requests)
	return nil
}
