package cspdesign

// set is the document's choice. Go has no sets; a map to nothing is how one writes them.
type set map[int]struct{}

func (s *set) fill(digits uint16) {
	*s = make(set, size(digits))
	s.add(digits)
}

func (s *set) clone(of *set) {
	*s = make(set, len(*of))
	for d := range *of {
		(*s)[d] = struct{}{}
	}
}

func (s *set) size() int { return len(*s) }

func (s *set) digits() uint16 {
	var m uint16
	for d := range *s {
		m |= bit(d)
	}
	return m
}

func (s *set) revise(by *set, how reading) (struck uint16) {
	if how == byMember {
		if len(*by) != 1 {
			return 0
		}
		for y := range *by {
			if _, has := (*s)[y]; has {
				delete(*s, y)
				struck = bit(y)
			}
		}
		return struck
	}
	for x := range *s {
		if !by.supports(x) {
			delete(*s, x)
			struck |= bit(x)
		}
	}
	return struck
}

func (s *set) supports(x int) bool {
	for y := range *s {
		if y != x {
			return true
		}
	}
	return false
}

func (s *set) strike(digits uint16) {
	for d := 1; digits != 0; d, digits = d+1, digits>>1 {
		if digits&1 != 0 {
			delete(*s, d)
		}
	}
}

func (s *set) add(digits uint16) {
	for d := 1; digits != 0; d, digits = d+1, digits>>1 {
		if digits&1 != 0 {
			(*s)[d] = struct{}{}
		}
	}
}
