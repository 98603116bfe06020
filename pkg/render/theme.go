package render

import (
	"encoding/hex"
	"fmt"
	"math"
	"slices"
)

// RGB is an opaque sRGB colour. Its text form is #rrggbb.
type RGB struct{ R, G, B uint8 }

// RGBA implements [image/color.Color].
func (c RGB) RGBA() (r, g, b, a uint32) {
	return uint32(c.R) * 0x101, uint32(c.G) * 0x101, uint32(c.B) * 0x101, 0xffff
}

// String returns the colour as #rrggbb.
func (c RGB) String() string { return "#" + hex.EncodeToString([]byte{c.R, c.G, c.B}) }

// MarshalText writes #rrggbb.
func (c RGB) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads #rrggbb.
func (c *RGB) UnmarshalText(text []byte) error {
	var b [3]byte
	if len(text) != 7 || text[0] != '#' {
		return fmt.Errorf("render: colour %q, want #rrggbb", text)
	}
	if _, err := hex.Decode(b[:], text[1:]); err != nil {
		return fmt.Errorf("render: colour %q, want #rrggbb: %w", text, err)
	}
	*c = RGB{b[0], b[1], b[2]}
	return nil
}

// Theme is a palette by role. [DefaultTheme] and [DarkTheme] are drawn for readers with any
// kind of colour vision; [Theme.Validate] holds every theme to a sufficient contrast.
type Theme struct {
	Name string `json:"name"`

	// Surfaces.
	Page         RGB `json:"page"`          // behind everything
	Paper        RGB `json:"paper"`         // cells
	Shade        RGB `json:"shade"`         // cells of every other box; on diagonals that count
	HighlightBed RGB `json:"highlight_bed"` // cells with [Highlight]
	ConflictBed  RGB `json:"conflict_bed"`  // cells with [Conflict]
	SingleBed    RGB `json:"single_bed"`    // behind the last candidate of a cell
	StrongBed    RGB `json:"strong_bed"`    // behind strong candidates

	// Lines and shapes.
	Rule  RGB `json:"rule"`  // between cells
	Frame RGB `json:"frame"` // around boxes
	Focus RGB `json:"focus"` // ring of [Focus]
	Link  RGB `json:"link"`  // arrows

	// Squares, by their number.
	Square1 RGB `json:"square1"`
	Square2 RGB `json:"square2"`
	Square3 RGB `json:"square3"`
	Square4 RGB `json:"square4"`

	// Heat from the weakest shade to the strongest. Digits on the first three are drawn in Given, on the
	// others in Paper.
	Heat1 RGB `json:"heat1"`
	Heat2 RGB `json:"heat2"`
	Heat3 RGB `json:"heat3"`
	Heat4 RGB `json:"heat4"`
	Heat5 RGB `json:"heat5"`

	// Inks of digits and words.
	Label    RGB `json:"label"` // title, caption, rulers
	Given    RGB `json:"given"`
	Filled   RGB `json:"filled"`
	Open     RGB `json:"open"`
	Single   RGB `json:"single"`
	Guess    RGB `json:"guess"`
	Removed  RGB `json:"removed"`
	Conflict RGB `json:"conflict"`
	Strong   RGB `json:"strong"`
}

// DefaultTheme returns the light theme.
func DefaultTheme() Theme {
	return Theme{
		Name:         "light",
		Page:         RGB{0xff, 0xff, 0xff},
		Paper:        RGB{0xff, 0xff, 0xff},
		Shade:        RGB{0xf1, 0xf4, 0xf8},
		HighlightBed: RGB{0xff, 0xee, 0xb3},
		ConflictBed:  RGB{0xfd, 0xe4, 0xe1},
		SingleBed:    RGB{0xd6, 0xf2, 0xe3},
		StrongBed:    RGB{0xdc, 0xe9, 0xfd},
		Rule:         RGB{0xb4, 0xbd, 0xc9},
		Frame:        RGB{0x2b, 0x35, 0x44},
		Focus:        RGB{0xc2, 0x41, 0x0c},
		Link:         RGB{0xb4, 0x53, 0x09},
		Square1:      RGB{0xe4, 0x40, 0x26},
		Square2:      RGB{0x13, 0x0e, 0xa1},
		Square3:      RGB{0x5b, 0x78, 0xf8},
		Square4:      RGB{0x7a, 0x06, 0x0a},
		Heat1:        RGB{0xdf, 0xe9, 0xf7},
		Heat2:        RGB{0xb0, 0xcd, 0xee},
		Heat3:        RGB{0x76, 0xa9, 0xe0},
		Heat4:        RGB{0x2f, 0x6c, 0xba},
		Heat5:        RGB{0x0c, 0x34, 0x6e},
		Label:        RGB{0x47, 0x52, 0x63},
		Given:        RGB{0x14, 0x1b, 0x26},
		Filled:       RGB{0x1a, 0x5e, 0xd3},
		Open:         RGB{0x57, 0x60, 0x70},
		Single:       RGB{0x0c, 0x60, 0x48},
		Guess:        RGB{0x86, 0x2e, 0x8c},
		Removed:      RGB{0x62, 0x5d, 0x63},
		Conflict:     RGB{0xaa, 0x12, 0x0c},
		Strong:       RGB{0x12, 0x3e, 0x91},
	}
}

// DarkTheme returns the dark theme.
func DarkTheme() Theme {
	return Theme{
		Name:         "dark",
		Page:         RGB{0x0e, 0x13, 0x1a},
		Paper:        RGB{0x15, 0x1b, 0x24},
		Shade:        RGB{0x1d, 0x25, 0x30},
		HighlightBed: RGB{0x4a, 0x3d, 0x0e},
		ConflictBed:  RGB{0x4b, 0x1b, 0x1b},
		SingleBed:    RGB{0x10, 0x3f, 0x31},
		StrongBed:    RGB{0x1c, 0x3b, 0x66},
		Rule:         RGB{0x3f, 0x4a, 0x59},
		Frame:        RGB{0x93, 0x9f, 0xb0},
		Focus:        RGB{0xff, 0x9d, 0x4d},
		Link:         RGB{0xf2, 0xa6, 0x3b},
		Square1:      RGB{0xdb, 0x6e, 0x50},
		Square2:      RGB{0x52, 0xed, 0xff},
		Square3:      RGB{0x80, 0x8a, 0xfb},
		Square4:      RGB{0xfe, 0xd2, 0x12},
		Heat1:        RGB{0x1b, 0x2d, 0x47},
		Heat2:        RGB{0x22, 0x45, 0x75},
		Heat3:        RGB{0x30, 0x64, 0xa6},
		Heat4:        RGB{0x6f, 0xa8, 0xe8},
		Heat5:        RGB{0xcb, 0xe2, 0xfc},
		Label:        RGB{0xb9, 0xc2, 0xce},
		Given:        RGB{0xf4, 0xf6, 0xf9},
		Filled:       RGB{0x73, 0xc8, 0xff},
		Open:         RGB{0xa9, 0xb3, 0xc1},
		Single:       RGB{0x49, 0xf3, 0xab},
		Guess:        RGB{0xf1, 0x9f, 0xd3},
		Removed:      RGB{0xb5, 0xa9, 0xad},
		Conflict:     RGB{0xff, 0x8d, 0x7f},
		Strong:       RGB{0xc4, 0xdc, 0xff},
	}
}

// Contrast is the WCAG contrast ratio of two colours that meet in a picture.
type Contrast struct {
	Front, Back string  // their names in the theme's JSON
	Ratio       float64 // 1 to 21
	Want        float64 // 4.5 for text (WCAG 2.2, 1.4.3 AA), 3 for shapes that mean something (1.4.11)
}

// Contrasts returns the contrast of every pair of colours that a picture can put one on the
// other where something is to be read. The thin lines between cells are left out: nothing
// is lost without them, and weaker ones make small candidates easier to read.
func (t Theme) Contrasts() []Contrast {
	type tint struct {
		name string
		c    RGB
	}
	page := tint{"page", t.Page}
	beds := []tint{{"paper", t.Paper}, {"shade", t.Shade}, {"highlight_bed", t.HighlightBed}}
	conflictBed := tint{"conflict_bed", t.ConflictBed}
	everyBed := slices.Concat(beds, []tint{conflictBed})

	var out []Contrast
	add := func(want float64, front tint, backs ...tint) {
		for _, b := range backs {
			out = append(out, Contrast{front.name, b.name, ContrastRatio(front.c, b.c), want})
		}
	}
	const text, shape = 4.5, 3
	add(text, tint{"label", t.Label}, page)
	add(text, tint{"given", t.Given}, beds...)
	add(text, tint{"filled", t.Filled}, beds...)
	add(text, tint{"open", t.Open}, beds...)
	add(text, tint{"single", t.Single}, slices.Concat(beds, []tint{{"single_bed", t.SingleBed}})...)
	add(text, tint{"guess", t.Guess}, beds...)
	add(text, tint{"removed", t.Removed}, slices.Concat(everyBed, []tint{{"strong_bed", t.StrongBed}})...)
	add(text, tint{"conflict", t.Conflict}, slices.Concat(everyBed, []tint{{"strong_bed", t.StrongBed}})...)
	add(text, tint{"strong", t.Strong}, tint{"strong_bed", t.StrongBed})
	add(shape, tint{"frame", t.Frame}, page, beds[0], beds[1])
	add(shape, tint{"focus", t.Focus}, everyBed...)
	add(shape, tint{"link", t.Link}, everyBed...)
	add(shape, tint{"square1", t.Square1}, everyBed...)
	add(shape, tint{"square2", t.Square2}, everyBed...)
	add(shape, tint{"square3", t.Square3}, everyBed...)
	add(shape, tint{"square4", t.Square4}, everyBed...)
	add(text, tint{"given", t.Given}, tint{"heat1", t.Heat1}, tint{"heat2", t.Heat2}, tint{"heat3", t.Heat3})
	add(text, tint{"paper", t.Paper}, tint{"heat4", t.Heat4}, tint{"heat5", t.Heat5})
	return out
}

// Validate reports the first pair of colours with too little contrast.
func (t Theme) Validate() error {
	for _, c := range t.Contrasts() {
		if c.Ratio < c.Want {
			return fmt.Errorf("render: theme %q: contrast of %s on %s is %.2f, want %.1f or more", t.Name, c.Front, c.Back, c.Ratio, c.Want)
		}
	}
	return nil
}

// ContrastRatio returns the contrast of two colours, from 1 (equal) to 21 (black and
// white), as WCAG 2.2 defines it.
func ContrastRatio(a, b RGB) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// luminance is WCAG's relative luminance, 0…1.
func luminance(c RGB) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
