package lab

import (
	"bytes"
	"testing"
)

func TestTable(t *testing.T) {
	tab := Table{Name: "t", Title: "Nodes by queue", Columns: []string{"Queue", "Nodes", "Share"}, Notes: []string{"A note."}}
	tab.Add("fifo | set", "1,234", "10.0 %")
	tab.Add("events", "7", "–")
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
		"| events      |     7 |      – |\n\nA note.\n"
	if md.String() != wantMD {
		t.Errorf("Markdown:\n%s\nwant:\n%s", md.String(), wantMD)
	}
	if want := "Queue,Nodes,Share\nfifo | set,\"1,234\",10.0 %\nevents,7,–\n"; csv.String() != want {
		t.Errorf("CSV:\n%s\nwant:\n%s", csv.String(), want)
	}
	for _, want := range []string{"Nodes by queue\n", "│ fifo | set │ 1,234 │ 10.0 % │", "│ events     │     7 │      – │", "  A note.\n"} {
		if !bytes.Contains(text.Bytes(), []byte(want)) {
			t.Errorf("text lacks %q:\n%s", want, text.String())
		}
	}
}

func TestFormats(t *testing.T) {
	for _, tc := range [][2]string{
		{Number(0), "0"},
		{Number(49158), "49,158"},
		{Number(-1234567), "-1,234,567"},
		{Number(0.12345), "0.1235"},
		{Number(12.345), "12.35"},
		{Number(1234.5), "1,234"},
		{Number(0.00001234), "1.23e-05"},
		{Share(1, 3), "33.3 %"},
		{Share(3, 3), "100.0 %"},
		{Share(99999, 100000), "> 99.9 %"},
		{Share(1, 100000), "< 0.1 %"},
		{Share(0, 5), "0.0 %"},
		{Share(0, 0), "–"},
		{Seconds(0), "0 s"},
		{Seconds(2.5e-8), "25 ns"},
		{Seconds(0.0000123), "12.30 µs"},
		{Seconds(0.0123), "12.30 ms"},
		{Seconds(61.5), "61.50 s"},
	} {
		if tc[0] != tc[1] {
			t.Errorf("got %q, want %q", tc[0], tc[1])
		}
	}
}
