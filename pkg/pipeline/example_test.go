package pipeline_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"sudokulab/pkg/pipeline"
)

// words yields the words of a text, and no error.
func words(text string) func(yield func(string, error) bool) {
	return func(yield func(string, error) bool) {
		for w := range strings.FieldsSeq(text) {
			if !yield(w, nil) {
				return
			}
		}
	}
}

func ExampleMap() {
	length := func(_ context.Context, word string) (int, error) { return len(word), nil }
	workers := slices.Repeat([]func(context.Context, string) (int, error){length}, 4)
	for n, err := range pipeline.Map(context.Background(), words("many hands make light work"), workers, pipeline.Options{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(n, " ")
	}
	// Output: 4 5 4 5 4
}

// Each worker spells its words; they are written in their order, the first while it is spelt.
func ExampleEach() {
	type job struct {
		word string
		out  *pipeline.Outlet
	}
	jobs := func(yield func(*job, error) bool) {
		for w := range strings.FieldsSeq("one two three") {
			if !yield(&job{w, pipeline.NewOutlet()}, nil) {
				return
			}
		}
	}
	spell := func(ctx context.Context, j *job) {
		defer j.out.End()
		for letter := range strings.SplitSeq(j.word, "") {
			if err := j.out.Put(ctx, []byte(letter+" "), 1); err != nil {
				return
			}
		}
	}
	w := bufio.NewWriter(os.Stdout)
	letters := 0
	for j, err := range pipeline.Each(context.Background(), jobs, slices.Repeat([]func(context.Context, *job){spell}, 2), pipeline.Options{Idle: w.Flush}) {
		if err == nil {
			err = j.out.Drain(w, func(n int) { letters += n })
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	_ = w.Flush()
	fmt.Println(letters)
	// Output: o n e t w o t h r e e 11
}

func ExampleFor() {
	squares := make([]int, 5)
	square := func(_ context.Context, i int) error {
		squares[i] = i * i
		return nil
	}
	err := pipeline.For(context.Background(), len(squares), slices.Repeat([]func(context.Context, int) error{square}, 2))
	fmt.Println(squares, err)
	// Output: [0 1 4 9 16] <nil>
}
