package graphio_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/minigrid/graphio"
)

// graph runs phases 1 to 4.
func graph(puzzle string) *minigrid.Graph {
	ctx, cfg := context.Background(), minigrid.DefaultConfig()
	masks, err := minigrid.Mask(board.MustParse(puzzle))
	if err != nil {
		log.Panic(err)
	}
	fillings, err := minigrid.Permute(ctx, masks, cfg)
	if err != nil {
		log.Panic(err)
	}
	g, err := minigrid.Connect(ctx, fillings, cfg)
	if err != nil {
		log.Panic(err)
	}
	if err := g.PruneToFixedPoint(ctx); err != nil {
		log.Panic(err)
	}
	return g
}

// The graph goes through JSON, and its reader finds the vertices that pruning left
// although no solution uses them.
func Example() {
	g := graph("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........")
	o := graphio.DefaultOptions()
	var err error
	if o.InSolutions, err = g.InSolutions(context.Background()); err != nil {
		log.Panic(err)
	}
	var file bytes.Buffer
	if err := graphio.WriteJSON(&file, g, o); err != nil {
		log.Panic(err)
	}

	d, err := graphio.ReadJSON(&file)
	if err != nil {
		log.Panic(err)
	}
	none := 0
	for _, box := range d.Boxes {
		for _, f := range box.Fillings {
			if !*f.InSolution {
				none++
			}
		}
	}
	b := d.Boxes[6]
	fmt.Printf("box %d: %d fillings, %d left: %s, …\n", b.Box+1, b.Count, b.Alive, b.Fillings[0].Digits)
	fmt.Println("left in no solution:", none)
	// Output:
	// box 7: 6 fillings, 6 left: 648513927, …
	// left in no solution: 338
}

func ExampleWriteDOT() {
	g := graph("1.....3..4.....2")
	var dot bytes.Buffer
	if err := graphio.WriteDOT(&dot, g, graphio.DefaultOptions()); err != nil {
		log.Panic(err)
	}
	for line := range bytes.Lines(dot.Bytes()) {
		if bytes.HasPrefix(line, []byte("b")) {
			fmt.Print(string(line))
		}
	}
	// Output:
	// b0f0 [label="13\n42\n" box=0 filling=0 digits="1342" alive=true]
	// b1f0 [label="24\n31\n" box=1 filling=0 digits="2431" alive=true]
	// b2f0 [label="24\n31\n" box=2 filling=0 digits="2431" alive=true]
	// b3f0 [label="13\n42\n" box=3 filling=0 digits="1342" alive=true]
	// b0f0 -- b1f0
	// b0f0 -- b2f0
	// b1f0 -- b3f0
	// b2f0 -- b3f0
}

// A graph beyond the bounds is refused before anything is written.
func ExampleWriteGraphML() {
	g := graph("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
	o := graphio.DefaultOptions()
	o.All, o.MaxEdges = true, 100_000
	err := graphio.WriteGraphML(os.Stdout, g, o)
	fmt.Println(errors.Is(err, graphio.ErrTooLarge), err)
	// Output:
	// true graphio: graph too large to be written: 116,924 edges, limit 100,000
}

func ExampleWriteSVG() {
	g := graph("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	o := graphio.DefaultSVGOptions()
	var err error
	if o.InSolutions, err = g.InSolutions(context.Background()); err != nil {
		log.Panic(err)
	}
	var picture bytes.Buffer
	if err := graphio.WriteSVG(&picture, g, o); err != nil {
		log.Panic(err)
	}
	titles := 0
	for dec := xml.NewDecoder(&picture); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			log.Panic(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "title" {
			titles++
			if titles == 2 {
				var text string
				if err := dec.DecodeElement(&text, &e); err != nil {
					log.Panic(err)
				}
				fmt.Println(text)
			}
		}
	}
	fmt.Println(titles, "titles: the picture and its fillings")
	// Output:
	// box 1, filling 5: 534 672 198, in a solution; edges: 4
	// 10 titles: the picture and its fillings
}
