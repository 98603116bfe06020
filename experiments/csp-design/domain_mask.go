package cspdesign

// mask is the third contender: digit d is bit d − 1 of a word.
type mask uint16

func (m *mask) fill(digits uint16) { *m = mask(digits) }

func (m *mask) clone(of *mask) { *m = *of }

func (m *mask) size() int { return int(size(uint16(*m))) }

func (m *mask) digits() uint16 { return uint16(*m) }

func (m *mask) revise(by *mask, how reading) uint16 {
	before := *m
	if how == byMember {
		if *by&(*by-1) == 0 {
			*m &^= *by
		}
		return uint16(before &^ *m)
	}
	for rest := *m; rest != 0; rest &= rest - 1 {
		if x := rest & -rest; *by&^x == 0 { // no digit of the other domain differs from x
			*m &^= x
		}
	}
	return uint16(before &^ *m)
}

func (m *mask) strike(digits uint16) { *m &^= mask(digits) }

func (m *mask) add(digits uint16) { *m |= mask(digits) }
