package explain

import (
	"fmt"
	"slices"
)

// Role says what a unit, a cell or a candidate does in a step's reason, so that a drawing can tell
// them apart by shape and letter.
type Role uint8

// The roles.
const (
	RoleNone  Role = iota
	RoleUnit       // the unit that the reason looks at
	RoleSet        // of the set that the reason is about: a single, a pair, the places of a digit
	RoleBase       // of the base lines of a fish
	RoleCover      // of its cover lines, and other units that lose candidates
	RoleFin        // a candidate of a base line outside the cover lines
	RolePivot      // what joins two ends: the cell in the middle of a wing, the inner ends of a kite, an empty rectangle
	RoleWing       // a cell at the end of a wing, or of a skyscraper or kite
	RoleLink       // a unit whose two places of a digit are a strong link, and those of them that are no ends
	RoleFloor      // a corner of a rectangle, or a cell of a grave, that has two candidates only
	RoleRoof       // one that has more
	RoleExtra      // a candidate beyond the two of a rectangle, or of a grave
	RoleOn         // true if the chain's start is false; one of two colours
	RoleOff        // false then; the other colour
	RoleStart      // the end of a chain from which it is told
	RoleEnd        // its other end
)

var roleNames = [...]string{
	"none", "unit", "set", "base", "cover", "fin", "pivot", "wing", "link", "floor", "roof", "extra", "on", "off", "start", "end",
}

// String returns the role in lower case.
func (r Role) String() string {
	if int(r) >= len(roleNames) {
		return fmt.Sprintf("role(%d)", uint8(r))
	}
	return roleNames[r]
}

// MarshalText writes the role as [Role.String] does.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (r *Role) UnmarshalText(text []byte) error {
	i := slices.Index(roleNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("explain: role %q, want one of %v", text, roleNames)
	}
	*r = Role(i)
	return nil
}
