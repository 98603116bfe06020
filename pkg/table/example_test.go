package table_test

import (
	"fmt"
	"os"

	"sudokulab/pkg/table"
)

func ExampleTable() {
	t := table.Table{Title: "Nodes by queue", Columns: []string{"Queue", "Nodes"}, Notes: []string{"Medians."}}
	t.Add("fifo", "1,234")
	t.Add("events", "7")
	if err := t.WriteText(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Nodes by queue
	// ┌────────┬───────┐
	// │ Queue  │ Nodes │
	// ├────────┼───────┤
	// │ fifo   │ 1,234 │
	// │ events │     7 │
	// └────────┴───────┘
	//   Medians.
}
