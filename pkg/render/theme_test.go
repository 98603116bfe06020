package render

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestContrastRatio(t *testing.T) {
	for _, tt := range []struct {
		a, b RGB
		want float64
	}{
		{RGB{}, RGB{255, 255, 255}, 21},
		{RGB{255, 255, 255}, RGB{}, 21},
		{RGB{12, 34, 56}, RGB{12, 34, 56}, 1},
		{RGB{255, 0, 0}, RGB{255, 255, 255}, 1.05 / (0.2126 + 0.05)},
		{RGB{0, 0, 255}, RGB{}, (0.0722 + 0.05) / 0.05},
	} {
		if got := ContrastRatio(tt.a, tt.b); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("contrast of %v and %v is %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestThemesAreLegible(t *testing.T) {
	for _, theme := range []Theme{DefaultTheme(), DarkTheme()} {
		for _, c := range theme.Contrasts() {
			if c.Ratio < c.Want {
				t.Errorf("%s: %s on %s has contrast %.2f, want %.1f", theme.Name, c.Front, c.Back, c.Ratio, c.Want)
			}
		}
		if err := theme.Validate(); err != nil {
			t.Error(err)
		}
	}
}

// Every ink that text is drawn in must appear in the list of contrasts, under the name that
// the theme's JSON gives it.
func TestContrastsNameColours(t *testing.T) {
	data, err := json.Marshal(DefaultTheme())
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	if err := json.Unmarshal(data, &names); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range DefaultTheme().Contrasts() {
		if names[c.Front] == "" || names[c.Back] == "" {
			t.Errorf("%s on %s: no such colours in %s", c.Front, c.Back, data)
		}
		seen[c.Front], seen[c.Back] = true, true
	}
	for name := range names {
		if !seen[name] && name != "name" && name != "rule" {
			t.Errorf("colour %s has no contrast to keep", name)
		}
	}
}

func TestThemeValidateNamesThePair(t *testing.T) {
	theme := DefaultTheme()
	theme.Single = RGB{0x90, 0xd0, 0x90}
	err := theme.Validate()
	if err == nil || !strings.HasPrefix(err.Error(), `render: theme "light": contrast of single on paper is `) {
		t.Errorf("Validate() = %v", err)
	}
	if (Theme{}).Validate() == nil {
		t.Error("a theme all in black is valid")
	}
}

func TestThemeJSON(t *testing.T) {
	for _, theme := range []Theme{DefaultTheme(), DarkTheme()} {
		data, err := json.Marshal(theme)
		if err != nil {
			t.Fatal(err)
		}
		var got Theme
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(theme, got); diff != "" {
			t.Error(diff)
		}
	}
	for _, text := range []string{"", "#12345", "1234567", "#12345g", "#1234567", "red"} {
		var c RGB
		if err := c.UnmarshalText([]byte(text)); err == nil || !strings.HasPrefix(err.Error(), "render: colour ") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

// palette must map each paint to its own colour.
func TestPaletteIsComplete(t *testing.T) {
	var theme Theme
	for i, c := range []*RGB{
		&theme.Page, &theme.Paper, &theme.Shade, &theme.HighlightBed, &theme.ConflictBed, &theme.SingleBed, &theme.StrongBed,
		&theme.Rule, &theme.Frame, &theme.Focus, &theme.Link, &theme.Label, &theme.Given, &theme.Filled, &theme.Open,
		&theme.Single, &theme.Guess, &theme.Removed, &theme.Conflict, &theme.Strong,
		&theme.Square1, &theme.Square2, &theme.Square3, &theme.Square4,
		&theme.Heat1, &theme.Heat2, &theme.Heat3, &theme.Heat4, &theme.Heat5,
	} {
		*c = RGB{uint8(i) + 1, 0, 0}
	}
	for p, c := range theme.palette() {
		if int(c.R) != p {
			t.Errorf("paint %d is colour %d of the theme", p, c.R)
		}
	}
}

// The inks that tell one big digit's role from another's, and the colours of squares, must stay apart for readers
// without one of the three kinds of cones: as Machado, Oliveira and Fernandes model them
// (2009, doi:10.1109/TVCG.2009.113, severity 1.0, in linear RGB), by a distance in OKLab
// that is several times what a trained eye tells apart side by side (about 0.02).
func TestInksWithoutConeTypes(t *testing.T) {
	visions := map[string][9]float64{
		"trichromat": {1, 0, 0, 0, 1, 0, 0, 0, 1},
		"protanope":  {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
		"deuteranope": {
			0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881,
		},
		"tritanope": {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
	}
	for _, theme := range []Theme{DefaultTheme(), DarkTheme()} {
		for _, inks := range []map[string]RGB{
			{"given": theme.Given, "filled": theme.Filled, "single": theme.Single, "guess": theme.Guess, "conflict": theme.Conflict},
			{"square1": theme.Square1, "square2": theme.Square2, "square3": theme.Square3, "square4": theme.Square4},
		} {
			for vision, m := range visions {
				for a, x := range inks {
					for b, y := range inks {
						if d := distance(seen(x, m), seen(y, m)); a < b && d < 0.07 {
							t.Errorf("%s, %s: %s and %s differ by %.3f, want 0.07", theme.Name, vision, a, b, d)
						}
					}
				}
			}
		}
	}
}

// Shades of heat must grow in contrast to the paper, and neighbours among them and the paper must stay apart in
// lightness, which every kind of colour vision sees: by 0.05 in OKLab, more than twice what a trained eye tells apart.
func TestHeatIsTold(t *testing.T) {
	for _, theme := range []Theme{DefaultTheme(), DarkTheme()} {
		shades := []RGB{theme.Paper, theme.Heat1, theme.Heat2, theme.Heat3, theme.Heat4, theme.Heat5}
		for i, c := range shades[1:] {
			before := shades[i]
			if a, b := ContrastRatio(theme.Paper, before), ContrastRatio(theme.Paper, c); b <= a {
				t.Errorf("%s: heat%d has contrast %.2f to the paper, the shade before it %.2f", theme.Name, i+1, b, a)
			}
			identity := [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
			if d := math.Abs(seen(c, identity)[0] - seen(before, identity)[0]); d < 0.05 {
				t.Errorf("%s: heat%d and the shade before it differ by %.3f in lightness, want 0.05", theme.Name, i+1, d)
			}
		}
	}
}

// seen returns the OKLab coordinates of a colour after a change of linear RGB.
func seen(c RGB, m [9]float64) [3]float64 {
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var rgb [3]float64
	for i := range rgb {
		for j, v := range in {
			rgb[i] += m[3*i+j] * v
		}
		rgb[i] = min(max(rgb[i], 0), 1)
	}
	l := math.Cbrt(0.4122214708*rgb[0] + 0.5363325363*rgb[1] + 0.0514459929*rgb[2])
	k := math.Cbrt(0.2119034982*rgb[0] + 0.6806995451*rgb[1] + 0.1073969566*rgb[2])
	s := math.Cbrt(0.0883024619*rgb[0] + 0.2817188376*rgb[1] + 0.6299787005*rgb[2])
	return [3]float64{
		0.2104542553*l + 0.7936177850*k - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*k + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*k - 0.8086757660*s,
	}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
