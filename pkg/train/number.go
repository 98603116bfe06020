package train

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// Number is a float64 that comes back from JSON with all its bits, NaN and infinities
// included, which JSON has no words for: those are strings.
type Number float64

// MarshalJSON implements [json.Marshaler].
func (n Number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return json.Marshal(strconv.FormatFloat(v, 'g', -1, 64))
	}
	return json.Marshal(v)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (n *Number) UnmarshalJSON(text []byte) error {
	var v float64
	if err := json.Unmarshal(text, &v); err == nil {
		*n = Number(v)
		return nil
	}
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	switch s {
	case "NaN", "+Inf", "-Inf":
		v, err := strconv.ParseFloat(s, 64)
		*n = Number(v)
		return err
	}
	return fmt.Errorf("%q is not a number", s)
}

// MarshalJSON implements [json.Marshaler]; NaN and infinities are strings.
func (m Metrics) MarshalJSON() ([]byte, error) {
	if m == nil {
		return []byte("null"), nil
	}
	numbers := make(map[string]Number, len(m))
	for name, v := range m {
		numbers[name] = Number(v)
	}
	return json.Marshal(numbers)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (m *Metrics) UnmarshalJSON(text []byte) error {
	var numbers map[string]Number
	if err := json.Unmarshal(text, &numbers); err != nil {
		return err
	}
	if numbers == nil {
		*m = nil
		return nil
	}
	*m = make(Metrics, len(numbers))
	for name, v := range numbers {
		(*m)[name] = float64(v)
	}
	return nil
}
