package distinct_test

import (
	"context"
	"fmt"
	"log"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
	"sudokulab/pkg/symmetry/distinct"
)

// The second puzzle is the first one with its digits 1 and 2 exchanged.
func Example() {
	d, err := distinct.New(distinct.DefaultConfig())
	if err != nil {
		log.Fatal(err)
	}
	for _, text := range []string{"12..34..2.4..3..", "21..34..1.4..3..", "1234............"} {
		b, err := board.Parse(text)
		if err != nil {
			log.Fatal(err)
		}
		k, err := symmetry.CanonicalKey(b)
		if err != nil {
			log.Fatal(err)
		}
		if err := d.Add(k); err != nil {
			log.Fatal(err)
		}
	}
	first, err := d.First(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	if err := d.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(first.Has(0), first.Has(1), first.Has(2))
	// Output: true false true
}
