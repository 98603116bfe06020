package csppage

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// base are records of a page that is as the document says.
func base() record.Set {
	text, err := record.Encode(plan(lab.Full).Config)
	if err != nil {
		panic(err)
	}
	of := map[string]map[string]float64{
		"board":      {"cells": 81, "rows": 9, "ordered": 1, "pairs": 36, "alike": 0},
		"domains":    {"entries": 46, "differ": 0},
		"single":     {"singles": 100, "wrong": 0, "off": 20},
		"several":    {"several": 300, "sizes": 8, "wrong": 0, "saturation": 0.1, "darkest": 0.3, "lightest": 0.4},
		"none":       {"empties": 1, "crosses": 1, "wrong": 0, "off": 3},
		"levels":     {"easy": 10, "medium": 10, "hard": 10, "presses": 10},
		"solve":      {"sample": 1, "search": 1},
		"speed":      {"slow": 1, "fast": 50, "slow filled": 1, "fast filled": 1},
		"validate":   {"filled": 1, "open": 0, "contradictory": 0, "differ": 1, "nodes": 0},
		"toggle":     {"before": 0, "shown": 81, "hidden": 0, "again": 1},
		"clear":      {"changed": 1, "filled": 0, "marked": 0, "status": 1},
		"status":     {"actions": 7, "changed": 7, "failures": 6, "told": 6},
		"dark":       {"ground": 0.02, "text": 8, "edge": 3.5},
		"small":      {"controls": 30, "lost": 0},
		"sizes":      {"widths": 7, "narrowest": 320, "widest": 2560, "overlaps": 0, "cut": 0},
		"lines":      {"sizes": 10, "lines": 3, "lacking": 0, "outside": 0},
		"failures":   {"injected": 15, "reported": 15, "again": 15, "uncaught": 0},
		"keys":       {"keys": 95, "digits": 9, "lost": 0, "others": 0},
		"unsolvable": {"boards": 1000, "flagged": 1000, "warned": 1000},
	}
	of["conflicts"] = map[string]float64{}
	for _, unit := range []string{"row", "column", "box"} {
		for name, v := range map[string]float64{"both": 3, "seconds": 0.02, "others": 180, "cleared": 180} {
			of["conflicts"][unit+" "+name] = v
		}
	}
	of["progress"] = map[string]float64{}
	for _, name := range []string{"solve", "generate easy", "generate medium", "generate hard", "generate by technique"} {
		for what, v := range map[string]float64{"seconds": 5, "changes": 20, "back": 0} {
			of["progress"][name+" "+what] = v
		}
	}
	var set record.Set
	for _, i := range items {
		r := labtest.Record(key(i.name), of[i.name], nil)
		r.Config = text
		set = append(set, r)
	}
	return set
}

func TestJudges(t *testing.T) {
	at := func(item, metric string, v float64) map[string]float64 {
		return map[string]float64{key(item) + "/" + metric: v}
	}
	var flips []labtest.Flip
	for _, i := range items {
		flips = append(flips, labtest.Flip{Claim: i.claim, Want: lab.Reproduced})
	}
	for _, of := range []struct {
		claim, item, metric string
		value               float64
	}{
		{"C17a", "board", "cells", 80},
		{"C17a", "board", "ordered", 0},
		{"C17a", "board", "alike", 1},
		{"C17a", "board", "pairs", 0},
		{"C17b", "conflicts", "row both", 40},
		{"C17b", "conflicts", "column seconds", 0.2},
		{"C17b", "conflicts", "box others", 10},
		{"C17b", "conflicts", "row cleared", 3},
		{"C17c", "domains", "differ", 1},
		{"C17d", "single", "off", 60},
		{"C17d", "single", "wrong", 1},
		{"C17d", "single", "singles", 0},
		{"C17e", "several", "saturation", 0.5},
		{"C17e", "several", "wrong", 1},
		{"C17e", "several", "sizes", 7},
		{"C17e", "several", "darkest", 0},
		{"C17e", "several", "lightest", 1},
		{"C17f", "none", "off", 90},
		{"C17f", "none", "wrong", 1},
		{"C17f", "none", "crosses", 2},
		{"C17f", "none", "empties", 0},
		{"C17g", "levels", "easy", 9},
		{"C17g", "levels", "hard", 0},
		{"C17h", "solve", "sample", 0},
		{"C17h", "solve", "search", 0},
		{"C17i", "speed", "fast", 1.5},
		{"C17i", "speed", "slow", 0},
		{"C17i", "speed", "slow filled", 0},
		{"C17i", "speed", "fast filled", 0},
		{"C17j", "validate", "filled", 0},
		{"C17j", "validate", "open", 1},
		{"C17j", "validate", "contradictory", 1},
		{"C17j", "validate", "differ", 0},
		{"C17j", "validate", "nodes", 3},
		{"C17k", "toggle", "shown", 80},
		{"C17k", "toggle", "hidden", 1},
		{"C17k", "toggle", "again", 0},
		{"C17l", "clear", "filled", 1},
		{"C17l", "clear", "marked", 1},
		{"C17l", "clear", "status", 0},
		{"C17l", "clear", "changed", 0},
		{"C17m", "status", "changed", 6},
		{"C17m", "status", "told", 5},
		{"C17n", "progress", "solve changes", 2},
		{"C17n", "progress", "generate hard back", 1},
		{"C17o", "dark", "ground", 0.3},
		{"C17o", "dark", "text", 4},
		{"C17o", "dark", "edge", 2},
		{"C17p", "small", "lost", 1},
		{"C17p", "small", "controls", 0},
		{"C17q", "sizes", "overlaps", 1},
		{"C17q", "sizes", "cut", 1},
		{"C17q", "sizes", "widths", 4},
		{"C17q", "sizes", "narrowest", 400},
		{"C17q", "sizes", "widest", 1920},
		{"C17r", "lines", "lines", 4},
		{"C17r", "lines", "lacking", 1},
		{"C17r", "lines", "outside", 2},
		{"C17r", "lines", "sizes", 9},
		{"C17s", "failures", "reported", 14},
		{"C17s", "failures", "again", 14},
		{"C17s", "failures", "uncaught", 1},
		{"C17s", "failures", "injected", 0},
		{"C17t", "unsolvable", "flagged", 999},
		{"C17u", "keys", "digits", 8},
		{"C17u", "keys", "others", 1},
		{"C17u", "keys", "lost", 1},
		{"C17u", "keys", "keys", 90},
	} {
		flips = append(flips, labtest.Flip{Claim: of.claim, Want: lab.Refuted, Set: at(of.item, of.metric, of.value)})
	}
	short := map[string]float64{key("unsolvable") + "/boards": 50, key("unsolvable") + "/flagged": 50}
	brief := map[string]float64{}
	for _, name := range []string{"solve", "generate easy", "generate medium", "generate hard", "generate by technique"} {
		brief[key("progress")+"/"+name+" seconds"] = 0.5
	}
	flips = append(flips,
		labtest.Flip{Claim: "C17c", Want: lab.Pending, Set: at("domains", "entries", 20)},
		labtest.Flip{Claim: "C17g", Want: lab.Pending, Set: map[string]float64{key("levels") + "/presses": 2, key("levels") + "/easy": 2, key("levels") + "/medium": 2, key("levels") + "/hard": 2}},
		labtest.Flip{Claim: "C17t", Want: lab.Pending, Set: short},
		labtest.Flip{Claim: "C17n", Want: lab.Pending, Set: brief},
	)
	labtest.Flips(t, Experiment(), base, flips)
}
