package lab

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"sudokulab/pkg/record"
	"sudokulab/pkg/table"
)

// Table is a finished table: text in cells, figures already formatted. Name is its file's under
// results/<id>/, without ending.
type Table = table.Table

// Number writes a figure as people read it: whole numbers with separators, others to four
// significant digits.
func Number(x float64) string {
	switch a := math.Abs(x); {
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "-∞"
	case x == math.Trunc(x) && a < 1e15:
		return separated(strconv.FormatInt(int64(x), 10))
	case a >= 1000:
		return separated(strconv.FormatFloat(x, 'f', 0, 64))
	case a >= 0.001:
		digits := max(0, 3-int(math.Floor(math.Log10(a))))
		return strconv.FormatFloat(x, 'f', digits, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

func separated(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// NumberOf writes a metric of a record as [Number] does, and "–" if the record lacks it.
func NumberOf(r record.Record, metric string) string { return Written(r, metric, Number) }

// SecondsOf writes a metric of a record as [Seconds] does, and "–" if the record lacks it.
func SecondsOf(r record.Record, metric string) string { return Written(r, metric, Seconds) }

// FixedOf writes a metric of a record with so many decimals, and "–" if the record lacks it.
func FixedOf(r record.Record, metric string, decimals int) string {
	return Written(r, metric, func(x float64) string { return fmt.Sprintf("%.*f", decimals, x) })
}

// Percent writes a share as a percentage with one decimal. [Share] is for shares of a whole that was counted.
func Percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// Written writes a metric of a record in words of the caller, and "–" if the record lacks it.
func Written(r record.Record, metric string, write func(float64) string) string {
	if m, ok := r.Metric(metric); ok {
		return write(m.Value)
	}
	return "–"
}

// OrDash returns s, and "–" if it is empty.
func OrDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// NotRun is the note of a table that names the cases without a measurement, for lack of their set; none if there
// are no such cases.
func NotRun(set record.Set) (notes []string) {
	var absent []string
	for _, r := range set {
		if r.Status == record.Missing {
			absent = append(absent, r.Case)
		}
	}
	if len(absent) == 0 {
		return nil
	}
	return []string{"Not run, for lack of the set: " + strings.Join(absent, ", ") + "."}
}

// ShareRange writes the ends of the interval of a share, after Wilson, as percentages with one
// decimal, and "–" where there is none.
func ShareRange(hits, trials float64) string {
	i := ShareInterval(hits, trials)
	if math.IsInf(i.Low, 0) {
		return "–"
	}
	return fmt.Sprintf("%.1f to %.1f %%", 100*i.Low, 100*i.High)
}

// Share writes part of whole as a percentage with one decimal, and "–" of nothing. What is
// not all or none never reads 100.0 % or 0.0 %.
func Share(part, whole float64) string {
	if whole == 0 {
		return "–"
	}
	p := 100 * part / whole
	s := strconv.FormatFloat(p, 'f', 1, 64)
	switch {
	case s == "100.0" && part != whole:
		s = "> 99.9"
	case s == "0.0" && part != 0:
		s = "< 0.1"
	}
	return s + " %"
}

// Seconds writes a duration given in seconds with the unit that suits it.
func Seconds(s float64) string {
	switch {
	case s == 0:
		return "0 s"
	case s < 0:
		return "-" + Seconds(-s)
	case s < 1e-6:
		return Number(s*1e9) + " ns"
	case s < 1e-3:
		return Number(s*1e6) + " µs"
	case s < 1:
		return Number(s*1e3) + " ms"
	}
	return Number(s) + " s"
}
