package table

import (
	"bytes"
	"testing"
)

func TestTable(t *testing.T) {
	tab := Table{Name: "t", Title: "Nodes by queue", Columns: []string{"Queue", "Nodes", "Share"}, Notes: []string{"A note."}}
	tab.Add("fifo | set", "1,234", "10.0 %")
	tab.Add("events", "7", "–")
	tab.Add("ring", "void", "") // no figure, but in the place of one
	var md, text, csv bytes.Buffer
	for _, err := range []error{tab.WriteMarkdown(&md), tab.WriteText(&text), tab.WriteCSV(&csv)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	wantMD := "**Nodes by queue**\n\n" +
		"| Queue       | Nodes |  Share |\n" +
		"|:------------|------:|-------:|\n" +
		"| fifo \\| set | 1,234 | 10.0 % |\n" +
		"| events      |     7 |      – |\n" +
		"| ring        |  void |        |\n\nA note.\n"
	if md.String() != wantMD {
		t.Errorf("Markdown:\n%s\nwant:\n%s", md.String(), wantMD)
	}
	if want := "Queue,Nodes,Share\nfifo | set,\"1,234\",10.0 %\nevents,7,–\nring,void,\n"; csv.String() != want {
		t.Errorf("CSV:\n%s\nwant:\n%s", csv.String(), want)
	}
	for _, want := range []string{"Nodes by queue\n", "│ fifo | set │ 1,234 │ 10.0 % │", "│ events     │     7 │      – │", "  A note.\n"} {
		if !bytes.Contains(text.Bytes(), []byte(want)) {
			t.Errorf("text lacks %q:\n%s", want, text.String())
		}
	}
}

func TestAddRefusesARowOfAnotherLength(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a row of one cell was added to two columns")
		}
	}()
	tab := Table{Columns: []string{"a", "b"}}
	tab.Add("1")
}
