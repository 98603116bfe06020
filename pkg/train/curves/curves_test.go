package curves_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/train"
	"sudokulab/pkg/train/curves"
)

func records(n int) []train.Record {
	var all []train.Record
	for i := 1; i <= n; i++ {
		all = append(all, train.Record{Step: 10 * i, Kind: train.KindTrain, Rate: 1e-3, Metrics: train.Metrics{"accuracy": 1 - 1/float64(i)}})
		all[len(all)-1].Loss = all[len(all)-1].Loss + 5
		if i%5 == 0 {
			all = append(all, train.Record{Step: 10 * i, Kind: train.KindValidate, Metrics: train.Metrics{"accuracy": 0.5, "exact/9": math.NaN(), "loss": 100 / float64(i)}})
		}
	}
	return all
}

func names(t *testing.T, all []train.Record) map[string]string {
	t.Helper()
	figures, err := curves.Figures(all)
	if err != nil {
		t.Fatal(err)
	}
	svgs := map[string]string{}
	for _, f := range figures {
		svgs[f.Name] = string(f.SVG)
		for d := xml.NewDecoder(bytes.NewReader(f.SVG)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s is no XML: %v", f.Name, err)
			}
		}
	}
	return svgs
}

func TestFigures(t *testing.T) {
	svgs := names(t, records(20))
	for _, name := range []string{"curve-accuracy", "curve-loss", "curve-norm", "curve-rate"} {
		if svgs[name] == "" {
			t.Errorf("no %s among %d", name, len(svgs))
		}
	}
	if len(svgs) != 4 { // a metric that is never finite has no picture
		t.Errorf("%d figures, want 4", len(svgs))
	}
	if loss := svgs["curve-loss"]; !strings.Contains(loss, "training") || !strings.Contains(loss, "validation") {
		t.Error("the picture of the loss does not name both lines")
	}
	if strings.Contains(svgs["curve-rate"], "validation") {
		t.Error("the learning rate has a validation")
	}
	if again := names(t, records(20)); again["curve-loss"] != svgs["curve-loss"] {
		t.Error("equal records give other bytes")
	}
	// A long line is thinned; few points and no records are no error.
	if long := names(t, records(30_000)); len(long["curve-loss"]) > 500_000 {
		t.Errorf("%d bytes for a long log", len(long["curve-loss"]))
	}
	for _, n := range []int{0, 1, 2} {
		names(t, records(n))
	}
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	if err := curves.Save(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder without a log: %v", err)
	}
	var log bytes.Buffer
	if err := train.WriteLog(&log, records(10)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, train.LogName), log.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := curves.Save(dir); err != nil {
		t.Fatal(err)
	}
	if files, err := filepath.Glob(filepath.Join(dir, "curve-*.svg")); err != nil || len(files) != 4 {
		t.Errorf("files %v, %v", files, err)
	}
}

func ExampleFigures() {
	figures, err := curves.Figures([]train.Record{
		{Step: 100, Kind: train.KindTrain, Loss: 2.1, Norm: 3, Rate: 1e-3},
		{Step: 200, Kind: train.KindTrain, Loss: 1.4, Norm: 2, Rate: 1e-3},
		{Step: 200, Kind: train.KindValidate, Metrics: train.Metrics{"loss": 1.5}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range figures {
		fmt.Println(f.Name+":", f.Title)
	}
	// Output:
	// curve-loss: Loss over the steps of training: training, validation
	// curve-norm: Norm of the gradients before clipping over the steps of training: gradients
	// curve-rate: Learning rate over the steps of training: learning rate
}
