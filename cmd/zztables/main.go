package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sudokulab/experiments"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
)

func main() {
	l := &lab.Lab{Root: ".", Experiments: experiments.All(), Corpora: &corpus.Store{}}
	es, err := l.Select(os.Args[1:])
	if err != nil {
		panic(err)
	}
	_ = context.Background
	for _, e := range es {
		ts, err := l.Tables(e)
		if err != nil {
			fmt.Println(e.ID, err)
			continue
		}
		for _, t := range ts {
			md, err := t.Markdown()
			if err != nil {
				fmt.Println(e.ID, t.Name, err)
			}
			old, _ := os.ReadFile(filepath.Join("results", e.ID, t.Name+".md"))
			if !bytes.Equal(md, old) {
				a, b := strings.Split(string(old), "\n"), strings.Split(string(md), "\n")
				for i := range a {
					if i >= len(b) || a[i] != b[i] {
						x := ""
						if i < len(b) {
							x = b[i]
						}
						fmt.Printf("%s/%s line %d:\n- %.300s\n+ %.300s\n", e.ID, t.Name, i+1, a[i], x)
					}
				}
			}
		}
	}
}
