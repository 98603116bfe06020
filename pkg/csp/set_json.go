package csp

import (
	"encoding/json"
	"fmt"
)

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *Set) UnmarshalJSON(data []byte) error {
	var values []int
	if err := json.Unmarshal(data, &values); err != nil {
		return fmt.Errorf("csp: set: %w", err)
	}
	var set Set
	for _, v := range values {
		if v < 0 || v >= MaxValues {
			return fmt.Errorf("csp: set holds %d, want 0 to %d", v, MaxValues-1)
		}
		set |= 1 << v
	}
	*s = set
	return nil
}
