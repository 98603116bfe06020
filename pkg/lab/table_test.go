package lab

import (
	"math"
	"testing"
)

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
		{Number(math.Inf(1)), "∞"},
		{Number(math.Inf(-1)), "-∞"},
		{Seconds(0), "0 s"},
		{Seconds(-0.25), "-250 ms"},
		{Seconds(math.Inf(1)), "∞ s"},
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
